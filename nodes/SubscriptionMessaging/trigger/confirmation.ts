import type { IWebhookFunctions } from 'n8n-workflow';

import { textIn } from '../service/answer/answerOf';
import { Budget, CallbackRefusedError } from '../service/callback/budget';
import {
	isFinalStatus,
	isInTransit,
	judged,
	type TransactionDetail,
} from '../service/answer/deliveryStatus';
import { detailsByAddress } from '../service/answer/detailsByAddress';
import { each, firstOf, type Steps } from '../service/collections/steps';
import { restated, type DeliveryStatus } from '../service/callback/statuses';
import { sizeOf } from '../service/callback/value';
import { BETWEEN_ENTRIES, comparableAddress } from '../service/text/address';
import { AddressIndex, isTelling } from '../service/text/addressIndex';
import { sleepFor } from '../eventLoop/sleep';
import { rested } from '../eventLoop/restingSteps';
import { outcomeUnclear } from '../wording/outcomeUnclear';
import { openSession } from '../transport/session';
import { BETWEEN_LOOK_UPS, TicketLookup, type TicketAnswer } from '../lookups/ticketLookup';

/** Tickets of one callback that are looked up; whoever posts waits for all of them. */
const MOST_TICKETS = 50;

/** Seconds for each of them. */
const LOOKUP_SECONDS = 20;

/** A ticket as it is looked up: by the custom one where that is known. */
type Ticket = Pick<DeliveryStatus, 'transaction_ticket' | 'custom_ticket'>;

/** What the service says of a ticket: all of it, and by recipient. */
interface Answer {
	kind: TicketAnswer['kind'];
	details: readonly TransactionDetail[];
	byAddress: ReadonlyMap<string, readonly TransactionDetail[]>;
	/** Whether a row says whom it is about: it may be masked, or name nobody. */
	namesSomebody: boolean;
	/** Recipients of whom all rows are of a message on its way; null where all rows are. */
	open: ReadonlySet<string | null>;
}

/** How *Confirm With Service* asks about the statuses of one post. */
interface Confirming {
	/** Under which the service is asked. */
	keyword: string;
	/** Of the send, where its address tells it; that of the credential otherwise. */
	code?: string;
	/** The address was signed for the ticket, so the service has been given it. */
	isSigned: boolean;
}

/**
 * The statuses as the service itself tells them, those left out that it does not know, which the log says.
 *
 * @throws MessagingServiceError where it cannot be asked, or does not show yet what it reported
 */
export async function confirmed(
	context: IWebhookFunctions,
	posted: readonly DeliveryStatus[],
	{ keyword, code, isSigned }: Confirming,
): Promise<DeliveryStatus[]> {
	const session = await openSession(context);
	const lookup = new TicketLookup(context, session);
	const answers = new ByTicket<Answer>();
	const statuses = await rested(byRecipient(posted));
	const index = await rested(addressesOf(statuses));
	const ask = async (ticket: Ticket) => {
		const send = { code: code ?? session.code, keyword, ...ticket };
		const answer = await lookup.ask(send, { timeLimit: LOOKUP_SECONDS });
		if (answer.kind === 'couldNotSay') throw answer.error;
		const { kind } = answer;
		const details = answer.kind === 'known' ? answer.details : [];
		const byAddress = await rested(byAddressOf(details, index));
		const open = await rested(openOf(details, byAddress));
		const telling = await rested(firstOf(details, (row) => isTelling(textIn(row.sendTo))));
		const namesSomebody = telling !== undefined;
		answers.set(ticket, { kind, details, byAddress, namesSomebody, open });
	};
	const tickets = await rested(ticketsOf(statuses));
	for (const ticket of tickets.all()) await ask(ticket);
	// A report may be faster than what the service shows of its message.
	const missing = await rested(ticketsOf(statuses, answers));
	if (missing.size > 0) await sleepFor(BETWEEN_LOOK_UPS);
	for (const ticket of missing.all()) await ask(ticket);
	const late = (status: DeliveryStatus) => isLate(status, answers, isSigned);
	if (await rested(firstOf(statuses, late))) {
		throw outcomeUnclear('the service does not show the status yet that it reported', 'read');
	}
	const { known, leftOut } = await rested(stated(statuses, answers));
	if (leftOut > 0) {
		const what = `Statuses left out, because the service doesn't list them: ${leftOut}`;
		context.logger.warn(what, { node: context.getNode().name });
	}
	return known;
}

/** Characters of a recipient that may be a list; to divide far longer texts would hold n8n. */
const LONGEST_LIST = 50_000;

/** Each status once for every recipient that it names in one field. */
function* byRecipient(posted: readonly DeliveryStatus[]): Steps<DeliveryStatus[]> {
	// They are kept until the service has answered.
	const budget = Budget.ofPost();
	const statuses: DeliveryStatus[] = [];
	for (const status of posted) {
		const written = status.sendTo ?? '';
		const named =
			written.length > LONGEST_LIST
				? []
				: written.split(BETWEEN_ENTRIES).filter((one) => /\S/.test(one));
		if (named.length === 0) statuses.push(status);
		else for (const sendTo of named) statuses.push({ ...status, sendTo });
		budget.add(named.length);
		if (budget.isStepOver(1 + named.length, written.length)) yield;
	}
	return statuses;
}

/** Whether the service has a message, and not yet the status that was posted of it. */
function isLate(status: DeliveryStatus, answers: ByTicket<Answer>, isSigned: boolean): boolean {
	const answer = answers.get(ticketToAsk(status));
	if (answer?.kind === 'known') {
		const isOfNobody = !answer.namesSomebody && rowsFor(answer, status.sendTo).length === 0;
		// On its way by what the service lists, and at its end by a code or *Delivered*: nobody knows what another text may stand for.
		const isEnd = typeof status.status_code !== 'string' && isFinalStatus(status);
		return isOfNobody || (isEnd && isOpen(answer, status.sendTo));
	}
	return answer?.kind === 'noRows' || (answer !== undefined && isSigned);
}

function isMissing(answer: Answer, status: DeliveryStatus): boolean {
	const { sendTo } = status;
	// Another text may stand for an end, too, but is no reason to have it posted again.
	const isOther = status.status !== null && !isInTransit(status);
	return rowsFor(answer, sendTo).length === 0 || (isOther && isOpen(answer, sendTo));
}

function isOpen({ open }: Answer, sendTo: string | null): boolean {
	return open.has(keyOf(sendTo));
}

/** The same for a recipient however it is written; null where none was told. */
function keyOf(sendTo: string | null): string | null {
	return sendTo === null ? null : comparableAddress(sendTo);
}

/**
 * The tickets of statuses, each once.
 *
 * @param without those of which these answers show all statuses
 * @throws CallbackRefusedError as soon as they are too many
 */
function* ticketsOf(
	statuses: readonly DeliveryStatus[],
	without = new ByTicket<Answer>(),
): Steps<ByTicket<Ticket>> {
	const tickets = new ByTicket<Ticket>();
	yield* each(statuses, (status) => {
		const ticket = ticketToAsk(status);
		const answer = without.get(ticket);
		const isNone = ticket.transaction_ticket === null && ticket.custom_ticket === null;
		if (isNone || (answer && !isMissing(answer, status))) return;
		tickets.set(ticket, ticket);
		if (tickets.size > MOST_TICKETS) {
			throw new CallbackRefusedError(`it has more than ${MOST_TICKETS} tickets to confirm`, 413);
		}
	});
	return tickets;
}

/** Each status as often as the service has it, however often it was posted. */
function* stated(
	statuses: readonly DeliveryStatus[],
	answers: ByTicket<Answer>,
): Steps<{ known: DeliveryStatus[]; leftOut: number }> {
	const budget = Budget.ofStatuses();
	const known: DeliveryStatus[] = [];
	let leftOut = 0;
	const told = new Set<TransactionDetail>();
	const asked = new Map<Answer | undefined, Set<string | null>>();
	for (const status of statuses) {
		if (budget.isStepOver(1)) yield;
		const ticket = ticketToAsk(status);
		// Many posted statuses may be about as many rows, which are looked through once.
		const answer = answers.get(ticket);
		const recipients = asked.get(answer) ?? new Set();
		const recipient = keyOf(status.sendTo);
		if (recipients.has(recipient)) continue;
		asked.set(answer, recipients.add(recipient));
		const rows = rowsFor(answer, status.sendTo);
		if (rows.length === 0) leftOut += 1;
		const details = rows.filter((row) => !told.has(row));
		if (details.length === 0) continue;
		for (const row of details) told.add(row);
		const { values, characters } = yield* sizeOf(status.raw, budget);
		for (const { sendTo, status_code, status_message } of details) {
			budget.add(1 + values, characters);
			const members = {
				sendTo: textIn(sendTo) ?? null,
				status_code: typeof status_code === 'number' ? status_code : (textIn(status_code) ?? null),
				status_message: textIn(status_message) ?? null,
			};
			known.push(yield* restated({ ...status, ...ticket }, members));
			if (budget.isStepOver()) yield;
		}
	}
	return { known, leftOut };
}

/** A ticket that was not asked for is not confirmed: it may be that of another message. */
function ticketToAsk({ transaction_ticket, custom_ticket }: DeliveryStatus): Ticket {
	return { transaction_ticket: custom_ticket === null ? transaction_ticket : null, custom_ticket };
}

/** By ticket, of which one of the two is asked for. Its text is the key as it is: thousands of statuses may share a long one. */
class ByTicket<T> {
	private readonly byCustom = new Map<string | null, T>();

	private readonly byTransaction = new Map<string | null, T>();

	get size(): number {
		return this.byCustom.size + this.byTransaction.size;
	}

	all(): T[] {
		return [...this.byCustom.values(), ...this.byTransaction.values()];
	}

	get({ custom_ticket, transaction_ticket }: Ticket): T | undefined {
		return this.byCustom.get(custom_ticket) ?? this.byTransaction.get(transaction_ticket);
	}

	set({ custom_ticket, transaction_ticket }: Ticket, value: T): void {
		if (custom_ticket === null) this.byTransaction.set(transaction_ticket, value);
		else this.byCustom.set(custom_ticket, value);
	}
}

function* addressesOf(statuses: readonly DeliveryStatus[]): Steps<AddressIndex> {
	const index = new AddressIndex();
	yield* index.enter(statuses.flatMap(({ sendTo }) => sendTo ?? []));
	return index;
}

function* byAddressOf(
	details: readonly TransactionDetail[],
	index: AddressIndex,
): Steps<Answer['byAddress']> {
	const byAddress = yield* detailsByAddress(details, index);
	const own = new Map<string, readonly TransactionDetail[]>();
	yield* each(byAddress, ([posted, rows]) => own.set(posted, ofOnePerson(rows)));
	return own;
}

/** The rows that fit a posted address; none where they are those of two people. */
function ofOnePerson(rows: readonly TransactionDetail[]): readonly TransactionDetail[] {
	const addresses = new Set(rows.map((row) => comparableAddress(textIn(row.sendTo))));
	return addresses.size > 1 ? [] : rows;
}

/** Of a row: another status follows it, or it has none yet. */
const isToChange = (row: TransactionDetail) => isInTransit(row) || judged(row).status === null;

function* openOf(
	details: readonly TransactionDetail[],
	byAddress: Answer['byAddress'],
): Steps<Answer['open']> {
	const open = new Set<string | null>();
	yield* each(byAddress, ([address, rows]) => {
		if (rows.length > 0 && rows.every(isToChange)) open.add(address);
	});
	const other = yield* firstOf(details, (detail) => !isToChange(detail));
	if (other === undefined) open.add(null);
	return open;
}

function rowsFor(answer: Answer | undefined, sendTo: string | null): readonly TransactionDetail[] {
	if (answer === undefined) return [];
	if (sendTo === null) return answer.details;
	return answer.byAddress.get(comparableAddress(sendTo)) ?? [];
}

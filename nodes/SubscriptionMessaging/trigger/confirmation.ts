import type { IWebhookFunctions } from 'n8n-workflow';

import { textIn } from '../service/answer/answerOf';
import { Budget, CallbackRefusedError } from '../service/callback/budget';
import { addTo } from '../service/listsByKey';
import { each, type Steps } from '../service/steps';
import { restated, type DeliveryStatus } from '../service/callback/statuses';
import { sizeOf } from '../service/callback/value';
import { comparableAddress } from '../service/text/address';
import { pause } from '../eventLoop/pause';
import { rested } from '../eventLoop/restingSteps';
import { openSession } from '../transport/session';
import { BETWEEN_LOOK_UPS, TicketLookup, type TransactionDetail } from '../transport/ticketLookup';

/** Tickets of one callback that are looked up; whoever posts waits for all of them. */
const MOST_TICKETS = 50;

/** Seconds for each of them. */
const LOOKUP_SECONDS = 20;

/** A ticket as it is looked up: by the custom one where that is known. */
type Ticket = Pick<DeliveryStatus, 'transaction_ticket' | 'custom_ticket'>;

/** What the service says of a ticket: all of it, and by recipient. */
interface Answer {
	details: readonly TransactionDetail[];
	byAddress: ReadonlyMap<string, readonly TransactionDetail[]>;
}

/**
 * The statuses as the service itself tells them, those left out that it does not know.
 *
 * @param keyword under which it is asked
 * @param code of the send, where its address tells it; that of the credential otherwise
 * @throws MessagingServiceError where it cannot be asked
 */
export async function confirmed(
	context: IWebhookFunctions,
	statuses: readonly DeliveryStatus[],
	keyword: string,
	code?: string,
): Promise<DeliveryStatus[]> {
	const session = await openSession(context);
	const lookup = new TicketLookup(context, session);
	const answers = new Map<string, Answer>();
	const addresses = await rested(addressesOf(statuses));
	const ask = async (ticket: Ticket, isLast = false) => {
		const send = { code: code ?? session.code, keyword, ...ticket };
		const answer = await lookup.ask(send, { timeLimit: LOOKUP_SECONDS });
		if (answer.kind === 'couldNotSay' || (isLast && answer.kind === 'noRows')) throw answer.error;
		const details = answer.kind === 'known' ? answer.details : [];
		answers.set(ticketKey(ticket), {
			details,
			byAddress: await rested(byAddressOf(details, addresses)),
		});
	};
	const tickets = await rested(ticketsOf(statuses));
	for (const ticket of tickets.values()) await ask(ticket);
	// A report may be faster than what the service shows of its message.
	const missing = await rested(ticketsOf(statuses, answers));
	if (missing.size > 0) await pause(BETWEEN_LOOK_UPS);
	for (const ticket of missing.values()) await ask(ticket, true);
	return await rested(stated(statuses, answers));
}

/**
 * The tickets of statuses, each once.
 *
 * @param without those of which all statuses are among these answers
 * @throws CallbackRefusedError as soon as they are too many
 */
function* ticketsOf(
	statuses: readonly DeliveryStatus[],
	without: ReadonlyMap<string, Answer> = new Map(),
): Steps<Map<string, Ticket>> {
	const tickets = new Map<string, Ticket>();
	yield* each(statuses, (status) => {
		const ticket = ticketToAsk(status);
		if (isNone(ticket) || rowsFor(without.get(ticketKey(ticket)), status.sendTo).length > 0) return;
		tickets.set(ticketKey(ticket), ticket);
		if (tickets.size > MOST_TICKETS) {
			throw new CallbackRefusedError(`it has more than ${MOST_TICKETS} tickets to confirm`, 413);
		}
	});
	return tickets;
}

/** Each status as often as the service has it. */
function* stated(
	statuses: readonly DeliveryStatus[],
	answers: ReadonlyMap<string, Answer>,
): Steps<DeliveryStatus[]> {
	const budget = Budget.ofStatuses();
	const known: DeliveryStatus[] = [];
	for (const status of statuses) {
		const ticket = ticketToAsk(status);
		const details = rowsFor(answers.get(ticketKey(ticket)), status.sendTo);
		if (details.length === 0) continue;
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
	return known;
}

/** A ticket that was not asked for is not confirmed: it may be that of another message. */
function ticketToAsk({ transaction_ticket, custom_ticket }: DeliveryStatus): Ticket {
	return { transaction_ticket: custom_ticket === null ? transaction_ticket : null, custom_ticket };
}

function isNone({ transaction_ticket, custom_ticket }: Ticket): boolean {
	return transaction_ticket === null && custom_ticket === null;
}

function ticketKey({ transaction_ticket, custom_ticket }: Ticket): string {
	return JSON.stringify([transaction_ticket, custom_ticket]);
}

function* addressesOf(statuses: readonly DeliveryStatus[]): Steps<ReadonlySet<string>> {
	const addresses = new Set<string>();
	yield* each(statuses, ({ sendTo }) => {
		if (sendTo !== null) addresses.add(comparableAddress(sendTo));
	});
	return addresses;
}

/** @param addresses that are asked about: an answer may list millions of others */
function* byAddressOf(
	details: readonly TransactionDetail[],
	addresses: ReadonlySet<string>,
): Steps<Answer['byAddress']> {
	const byAddress = new Map<string, TransactionDetail[]>();
	yield* each(details, (detail) => {
		const address = comparableAddress(textIn(detail.sendTo));
		if (addresses.has(address)) addTo(byAddress, address, detail);
	});
	return byAddress;
}

function rowsFor(answer: Answer | undefined, sendTo: string | null): readonly TransactionDetail[] {
	if (answer === undefined) return [];
	if (sendTo === null) return answer.details;
	return answer.byAddress.get(comparableAddress(sendTo)) ?? [];
}

import {
	statusCodeOf,
	isFinalStatus,
	judged,
	type TransactionDetail,
} from '../../service/answer/deliveryStatus';
import { detailsByAddress } from '../../service/answer/detailsByAddress';
import { each, type Steps } from '../../service/collections/steps';
import { tally } from '../../service/collections/byKey';
import { comparableAddress } from '../../service/text/address';
import { AddressIndex } from '../../service/text/addressIndex';
import { fewAtOnce } from '../../eventLoop/fewAtOnce';
import { rested } from '../../eventLoop/restingSteps';
import type { Pace } from '../../transport/pace';
import type { CallContext, Session } from '../../transport/session';
import { TicketLookup } from '../../lookups/ticketLookup';
import { messagesOf, type DeliveryRow, type MessageState } from './deliveryRows';

/** Whoever posted a callback waits for the answer. */
const LOOKUP_SECONDS = 20;

/** Questions under way at once. */
const AT_ONCE = 5;

/** Questions without an answer, one after the other, after which no further one is asked. */
const MOST_FAILURES = 5;

/**
 * Milliseconds after which no further question begins when the time is over, so that the last one ends
 * before n8n goes on by itself, unless the service lets it wait.
 */
const LONGEST_LAST = 60_000;

/** A send with all its messages. */
interface Send {
	code: string;
	keyword: string;
	transaction_ticket: string | null;
	custom_ticket: string | null;
	messages: Array<{ sendTo: string; message: MessageState }>;
}

/**
 * Asks the service for every message without a final status. When it cannot be asked, what was known
 * before stays.
 *
 * @param news custom ticket of the send that has a new status: it is asked for first, and no other one as
 * soon as a message is found without a final status
 * @param isOver nobody asks after this, and it may not take long
 * @returns `isToCome`: the service has not shown yet what it has news of, or could not be asked
 */
export async function askForStatuses(
	context: CallContext,
	session: Session,
	rows: readonly DeliveryRow[],
	{ news, isOver = false, pace }: { news?: string; isOver?: boolean; pace?: Pace } = {},
): Promise<{ rows: DeliveryRow[]; isToCome: boolean }> {
	const sends = await rested(openSendsOf(rows));
	const states = new Map<MessageState, MessageState>();
	let isToCome = false;
	let isEnough = false;
	let failures = 0;
	const begun = Date.now();
	const lookup = new TicketLookup(context, session, pace);
	const ask = async (send: Send) => {
		if (isEnough || (isOver && Date.now() - begun > LONGEST_LAST)) return;
		const answer = await lookup.ask(send, { timeLimit: LOOKUP_SECONDS });
		if (answer.kind === 'couldNotSay') {
			isToCome = true;
			failures += 1;
			isEnough ||= news !== undefined || failures >= MOST_FAILURES;
			return;
		}
		failures = 0;
		// It has taken the send, so it will know it.
		if (answer.kind !== 'known' && send.custom_ticket === news) isToCome = true;
		const details = answer.kind === 'known' ? answer.details : [];
		const isOpen = await rested(addStates(states, send, details, isOver));
		if (news !== undefined && isOpen) isEnough = true;
	};
	// What was sent last is delivered last, as a rule.
	const others = sends.filter(({ custom_ticket }) => custom_ticket !== news).reverse();
	for (const send of sends) if (send.custom_ticket === news) await ask(send);
	await fewAtOnce(AT_ONCE, others, ask);
	const now: DeliveryRow[] = [];
	const summing = each(rows, (row) => {
		const messages = messagesOf(row).map((message) => states.get(message) ?? message);
		now.push(summed(row, messages));
	});
	await rested(summing);
	return { rows: now, isToCome };
}

/** The sends that have a message without a final status. */
function* openSendsOf(rows: readonly DeliveryRow[]): Steps<Send[]> {
	const sends = new Map<string, Send>();
	const open = new Set<Send>();
	yield* each(rows, (row) => {
		for (const message of messagesOf(row)) {
			const { transaction_ticket, custom_ticket } = message;
			const { code, group, sendTo } = row;
			const key = JSON.stringify([code, group, transaction_ticket, custom_ticket]);
			const send = sends.get(key) ?? {
				code,
				keyword: group,
				transaction_ticket,
				custom_ticket,
				messages: [],
			};
			sends.set(key, send);
			send.messages.push({ sendTo, message });
			if (!isFinalStatus(message)) open.add(send);
		}
	});
	return [...open];
}

/**
 * Notes by message what the service says of it. A recipient that occurs again has the next status of its
 * address. A row that fits several recipients, as a number without its country code may, tells of none.
 *
 * @returns whether a message of the send is still open
 */
function* addStates(
	states: Map<MessageState, MessageState>,
	{ messages }: Send,
	details: readonly TransactionDetail[],
	isOver: boolean,
): Steps<boolean> {
	const index = new AddressIndex();
	yield* index.enter(messages.map(({ sendTo }) => sendTo));
	const byAddress = yield* detailsByAddress(details, index);
	const count = new Map<string, number>();
	const ended = new Map<string, number>();
	yield* each(messages, ({ sendTo, message }) => {
		const address = comparableAddress(sendTo);
		if (isFinalStatus(message)) tally(ended, statusKey(address, message));
		else tally(count, address);
	});
	const ofOpen = new Map<string, TransactionDetail[]>();
	yield* each(byAddress, ([address, listed]) => {
		const rest = listed.filter((row) => !isTaken(ended, statusKey(address, row)));
		ofOpen.set(address, rest.length > (count.get(address) ?? 0) ? endsFirst(rest) : rest);
	});
	const used = new Map<string, number>();
	let isOpen = false;
	yield* each(messages, ({ sendTo, message }) => {
		// An end stays, whatever the service says later.
		if (isFinalStatus(message)) return;
		const address = comparableAddress(sendTo);
		const next = used.get(address) ?? 0;
		used.set(address, next + 1);
		// Where the service has fewer rows than messages at the end, the last row stands for the rest.
		const detail =
			ofOpen.get(address)?.[next] ?? (isOver ? byAddress.get(address)?.at(-1) : undefined);
		const state = detail ? withState(message, detail) : message;
		states.set(message, state);
		isOpen ||= !isFinalStatus(state);
	});
	return isOpen;
}

function statusKey(address: string, told: TransactionDetail | MessageState): string {
	return `${statusCodeOf(told)} ${address}`;
}

/** Whether a row is that of a message which had its end before, each of which has one. */
function isTaken(ended: Map<string, number>, key: string): boolean {
	const left = ended.get(key) ?? 0;
	ended.set(key, left - 1);
	return left > 0;
}

/** Of more rows than messages, some tell what came before the end; one that was delivered is no other end. */
function endsFirst(details: readonly TransactionDetail[]): TransactionDetail[] {
	const placeOf = (detail: TransactionDetail) =>
		judged(detail).delivered ? 0 : isFinalStatus(detail) ? 1 : 2;
	return [0, 1, 2].flatMap((place) => details.filter((detail) => placeOf(detail) === place));
}

function withState(
	{ transaction_ticket, custom_ticket }: MessageState,
	{ status_code = null, status_message = null }: TransactionDetail,
): MessageState {
	return {
		...judged({ status_code, status_message }),
		status_code,
		status_message,
		transaction_ticket,
		custom_ticket,
	};
}

/** The row with the states of its messages: delivered only when all of them are. */
function summed(row: DeliveryRow, messages: readonly MessageState[]): DeliveryRow {
	const telling =
		messages.find((message) => !isFinalStatus(message)) ??
		messages.find(({ status }) => status !== 'delivered') ??
		(messages[0] as MessageState);
	const { sent, sendTo, group } = row;
	const { status, delivered, status_code, status_message } = telling;
	const judgement = { status, ...(delivered && { delivered }) };
	return {
		// What people look for first stands first.
		...{ sent, sendTo, group, ...judgement },
		...row,
		...judgement,
		status_code,
		status_message,
		...(row.messages && { messages: [...messages] }),
	};
}

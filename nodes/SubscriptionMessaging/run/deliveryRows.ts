import type { IDataObject } from 'n8n-workflow';
import pLimit from 'p-limit';

import { comparableAddress } from '../service/comparableAddress';
import { MessagingServiceError } from '../service/errors';
import type { CallContext, Session } from '../transport/session';
import { transactionStatus, type TransactionDetail } from '../transport/transactionStatus';
import { recipientsOf } from './addressees';
import type { AcceptedSend } from './sendOutput';

/** What is known of one message; of a text that was split, of each of its parts. */
export interface MessageState extends IDataObject {
	transaction_ticket: string | null;
	custom_ticket: string | null;
	status_code: number | null;
	status_message: string | null;
	/** True for 100 (Delivered), false for 101 (Sent to Carrier), null for all others. */
	delivered: boolean | null;
}

/** What became of the message to one recipient, as the output shows it. */
export interface DeliveryRow extends MessageState {
	sendTo: string;
	/** Position of the input item that it was sent for. */
	itemIndex: number;
	keyword: string;
	code: string;
	/** The end of the message was not known when the time was over. */
	timed_out: boolean;
	/** ISO 8601; only with `timed_out`. */
	waited_until?: string;
	/** Where the text was split. The row has the tickets of the first, and the status of the one that is behind. */
	messages?: MessageState[];
}

const DELIVERED = 100;
const SENT_TO_CARRIER = 101;

/** Questions under way at once. */
const AT_ONCE = 5;

/** One row for each recipient that the accepted sends of an item have; several sends are parts of one text. */
export function deliveryRows(itemIndex: number, sends: readonly AcceptedSend[]): DeliveryRow[] {
	const [{ planned }] = sends as [AcceptedSend];
	const { call, request, itemIndexes } = planned;
	const all = recipientsOf(call);
	const recipients = request.fromItems ? [all[itemIndexes.indexOf(itemIndex)]] : all;
	const messages = sends.map(unknownState);
	return recipients.map((recipient) => ({
		sendTo: recipient?.sendTo ?? '',
		itemIndex,
		...(messages[0] as MessageState),
		keyword: call.keyword,
		code: call.code,
		timed_out: false,
		...(messages.length > 1 && { messages: messages.map((message) => ({ ...message })) }),
	}));
}

function unknownState({ planned, answer }: AcceptedSend): MessageState {
	const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
	return {
		transaction_ticket: text(answer.transaction_ticket),
		custom_ticket: text(planned.call.parameters.custom_ticket),
		status_code: null,
		status_message: null,
		delivered: null,
	};
}

/** Of all statuses only 101 is known to be followed by another. */
export function isFinal({ status_code }: MessageState): boolean {
	return status_code !== null && status_code !== SENT_TO_CARRIER;
}

export function messagesOf(row: DeliveryRow): MessageState[] {
	return row.messages ?? [row];
}

/** A send with all its messages. */
interface Send {
	code: string;
	keyword: string;
	transaction_ticket: string | null;
	custom_ticket: string | null;
	messages: Array<{ sendTo: string; message: MessageState }>;
}

/**
 * Asks the service for every message whose end is not known. When it cannot be asked, what was known
 * before stays.
 *
 * @param news custom ticket of the send that something has become of: it is asked for first, and no
 * other one as soon as a message is found whose end is still not known
 */
export async function askForStatuses(
	context: CallContext,
	session: Session,
	rows: readonly DeliveryRow[],
	news?: string,
): Promise<{ rows: DeliveryRow[]; error?: MessagingServiceError }> {
	const sends = sendsOf(rows).filter(
		({ messages }) => !messages.every(({ message }) => isFinal(message)),
	);
	const states = new Map<MessageState, MessageState>();
	let error: MessagingServiceError | undefined;
	let isEnough = false;
	const limit = pLimit(AT_ONCE);
	const ask = async (send: Send) => {
		if (isEnough) return;
		const details = await transactionStatus(context, session, send);
		if (details instanceof MessagingServiceError) {
			error = details;
			isEnough = true;
			return;
		}
		for (const [message, state] of statesOf(send, details)) {
			states.set(message, state);
			if (news !== undefined && !isFinal(state)) isEnough = true;
		}
	};
	// What was sent last is delivered last, as a rule.
	const others = sends.filter(({ custom_ticket }) => custom_ticket !== news).reverse();
	for (const send of sends) if (send.custom_ticket === news) await ask(send);
	await Promise.all(others.map(async (send) => await limit(ask, send)));
	return {
		rows: rows.map((row) =>
			summed(
				row,
				messagesOf(row).map((message) => states.get(message) ?? message),
			),
		),
		error,
	};
}

function sendsOf(rows: readonly DeliveryRow[]): Send[] {
	const sends = new Map<string, Send>();
	for (const row of rows) {
		for (const message of messagesOf(row)) {
			const { transaction_ticket, custom_ticket } = message;
			const key = JSON.stringify([transaction_ticket, custom_ticket]);
			const { code, keyword, sendTo } = row;
			const send = sends.get(key) ?? {
				code,
				keyword,
				transaction_ticket,
				custom_ticket,
				messages: [],
			};
			sends.set(key, send);
			send.messages.push({ sendTo, message });
		}
	}
	return [...sends.values()];
}

/** By message, what the service says of it. A recipient that occurs again has the next status of its address. */
function statesOf(
	{ messages }: Send,
	details: readonly TransactionDetail[],
): Map<MessageState, MessageState> {
	const byAddress = new Map<string, TransactionDetail[]>();
	for (const detail of details) {
		const address = comparableAddress(detail.sendTo);
		byAddress.set(address, [...(byAddress.get(address) ?? []), detail]);
	}
	return new Map(
		messages.map(({ sendTo, message }) => {
			const own = byAddress.get(comparableAddress(sendTo)) ?? [];
			const detail = own.length > 1 ? own.shift() : own[0];
			return [message, detail ? { ...message, ...stateIn(detail) } : message];
		}),
	);
}

function stateIn({ status_code, status_message }: TransactionDetail) {
	const code = status_code ?? null;
	return {
		status_code: code,
		status_message: status_message ?? null,
		delivered: code === DELIVERED ? true : code === SENT_TO_CARRIER ? false : null,
	};
}

/** The row with the states of its messages: delivered only when all of them are. */
function summed(row: DeliveryRow, messages: readonly MessageState[]): DeliveryRow {
	const telling =
		messages.find((message) => !isFinal(message)) ??
		messages.find(({ delivered }) => delivered !== true) ??
		(messages[0] as MessageState);
	const { status_code, status_message, delivered } = telling;
	return {
		...row,
		status_code,
		status_message,
		delivered,
		...(row.messages && { messages: [...messages] }),
	};
}

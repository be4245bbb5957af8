import type { AnyValue, ReadStruct } from './answer/answerOf';

/** The status of a message to one recipient, as the service lists it under a ticket (Transaction detail). */
export type TransactionDetail = ReadStruct<'WSTransactionDetail'>;

/** The codes of a delivery status whose meaning the interface shows; no other one is judged. */
const DELIVERED = 100;
const SENT_TO_CARRIER = 101;

/** A code as it was told, which may be a text, or anything. */
type StatusCode = AnyValue;

/** 100 (Delivered), 101 (Sent to Carrier), and all others, of which the interface says no more. */
export type StatusWord = 'delivered' | 'in_transit' | 'other';

/**
 * A status in one word; null where neither a code nor a message is told. `delivered` is there for 100
 * alone, so that no IF takes its absence for a failure.
 */
export interface Judged {
	status: StatusWord | null;
	delivered?: true;
}

export function judged(told: StatusCode, message: AnyValue): Judged {
	const code = codeOf(told, message);
	if (code === DELIVERED) return { status: 'delivered', delivered: true };
	if (code === null && textOf(message) === '') return { status: null };
	return { status: code === SENT_TO_CARRIER ? 'in_transit' : 'other' };
}

/** Whether another status is known to follow: of 101 (Sent to Carrier) alone. */
export function isInTransit(told: StatusCode, message: AnyValue): boolean {
	return codeOf(told, message) === SENT_TO_CARRIER;
}

/** Whether a message has a status that none is known to follow. */
export function isFinalStatus(told: StatusCode, message: AnyValue): boolean {
	const code = codeOf(told, message);
	return code !== null && code !== SENT_TO_CARRIER;
}

/** The text of each code that the interface shows, in small letters. */
const CODES = new Map([
	['delivered', DELIVERED],
	['sent to carrier', SENT_TO_CARRIER],
]);

/** A code; where none was told, that which the text stands for. */
export function codeOf(told: StatusCode, message: AnyValue): StatusCode {
	return (told === '' ? null : told) ?? CODES.get(textOf(message)) ?? null;
}

/** An empty text tells nothing: it is how the name-value form writes that there is none. */
const textOf = (message: AnyValue) =>
	String(message ?? '')
		.trim()
		.toLowerCase();

import type { AnyValue, ReadStruct } from './answerOf';

/** The status of a message to one recipient, as the service lists it under a ticket (Transaction detail). */
export type TransactionDetail = ReadStruct<'WSTransactionDetail'>;

/** The codes of a delivery status whose meaning the interface shows; no other one is judged. */
const DELIVERED = 100;
const SENT_TO_CARRIER = 101;

/** A status as it was told: a code, which may be a text, or anything, and a text. */
interface Told {
	readonly status_code?: AnyValue;
	readonly status_message?: AnyValue;
}

/** 100 (Delivered), 101 (Sent to Carrier), and all others, of which the interface says no more. */
export type StatusWord = 'delivered' | 'in_transit' | 'other';

/**
 * A status in one word; null where neither a code nor a message is told. `delivered` is there once the
 * status is *Delivered*, and is never false, so that no IF takes its absence for a failure.
 */
export interface Judged {
	status: StatusWord | null;
	delivered?: true;
}

export function judged(told: Told): Judged {
	const code = statusCodeOf(told);
	if (code === DELIVERED) return { status: 'delivered', delivered: true };
	if (code === null && textOf(told) === '') return { status: null };
	return { status: code === SENT_TO_CARRIER ? 'in_transit' : 'other' };
}

/** Whether another status is known to follow: of 101 (Sent to Carrier) alone. */
export function isInTransit(told: Told): boolean {
	return statusCodeOf(told) === SENT_TO_CARRIER;
}

/** Whether a message has a status that none is known to follow. */
export function isFinalStatus(told: Told): boolean {
	const code = statusCodeOf(told);
	return code !== null && code !== SENT_TO_CARRIER;
}

/** The text of each code that the interface shows, in small letters. */
const CODES = new Map([
	['delivered', DELIVERED],
	['sent to carrier', SENT_TO_CARRIER],
]);

/** A code; where none was told, that which the text stands for. */
export function statusCodeOf(told: Told): AnyValue {
	const { status_code: code } = told;
	return (code === '' ? null : code) ?? CODES.get(textOf(told)) ?? null;
}

/** An empty text tells nothing: it is how the name-value form writes that there is none. */
const textOf = ({ status_message }: Told) =>
	String(status_message ?? '')
		.trim()
		.toLowerCase();

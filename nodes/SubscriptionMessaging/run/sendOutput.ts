import type { IDataObject } from 'n8n-workflow';

import type { ServiceAnswer } from '../service/answer';
import { comparableAddress, endsAlike } from '../service/comparableAddress';
import { fillPlaceholders, segmentsOf } from '../service/messageText';
import type { Known } from '../transport/sendOnce';
import type { Skipped } from '../actions/fields/phoneNumbers';
import { numbersOf, recipientsOf } from './addressees';
import type { PlannedCall } from './plan';

/** A send that was accepted, with the answer to it. */
export interface AcceptedSend {
	planned: PlannedCall;
	answer: ServiceAnswer;
	known: Known;
}

/**
 * The output of an item whose sends were all accepted: the answer of the service (of the first
 * send, where there are several), and what was sent to whom.
 */
export function sendRow(
	itemIndex: number,
	sends: readonly AcceptedSend[],
	skipped: readonly Skipped[],
): IDataObject {
	const [{ planned, answer }] = sends as [AcceptedSend];
	const { request, call } = planned;
	const customTickets = sends.map((send) => send.planned.call.parameters.custom_ticket as string);
	return {
		...(answer as IDataObject),
		...audienceOf(itemIndex, sends),
		...(sends.length > 1 && {
			transaction_tickets: sends.map((send) => send.answer.transaction_ticket as string),
		}),
		...(request.fromItems && { batch: planned.index }),
		...(request.fitted && {
			parts: request.fitted.parts,
			segments: segmentsOfParts(itemIndex, sends),
		}),
		...(call.parameters.custom_ticket !== undefined && { custom_ticket: customTickets[0] }),
		...(new Set(customTickets).size > 1 && { custom_tickets: customTickets }),
		...(sends.some(({ known }) => known === 'recovered') && { recovered: true }),
		...(sends.some(({ known }) => known === 'sentBefore') && { sentBefore: true }),
		...(skipped.length > 0 && { skipped: skipped as unknown as IDataObject[] }),
	};
}

/** Whom the message went to, in the form in which the numbers were sent. */
function audienceOf(itemIndex: number, sends: readonly AcceptedSend[]): IDataObject {
	const [{ planned }] = sends as [AcceptedSend];
	if (planned.call.everyone) return { everyone: true };
	if (planned.request.fromItems) return { sendTo: ownRecipient(planned, itemIndex)?.sendTo };
	if (planned.call.operation === 'plainSend') return numbersOfPlainSends(sends);
	return { recipients: recipientsOf(planned.call).map(({ sendTo }) => sendTo ?? '') };
}

/**
 * The numbers that were sent, those that the service lists as accepted for every part of the text, and
 * the others.
 */
function numbersOfPlainSends(sends: readonly AcceptedSend[]): IDataObject {
	const recipients = [...new Set(sends.flatMap(({ planned }) => numbersOf(planned.call, 'phone')))];
	const lists = sends.map(({ answer }) => answer.accepted as string[] | null);
	if (lists.some((list) => list === null)) return { recipients };
	const left = new Set(
		sends.flatMap(({ planned }, index) =>
			numbersOf(planned.call, 'phone').filter((number) => !isListed(number, lists[index] ?? [])),
		),
	);
	return {
		recipients,
		accepted: recipients.filter((number) => !left.has(number)),
		...(left.size > 0 && { notAccepted: [...left] }),
	};
}

function isListed(number: string, listed: readonly string[]): boolean {
	const address = comparableAddress(number);
	return listed.some((other) => comparableAddress(other) === address || endsAlike(number, other));
}

/** SMS that one recipient gets: of the one of the item, or of the one with the longest texts. */
function segmentsOfParts(itemIndex: number, sends: readonly AcceptedSend[]): number {
	const segments = new Map<number, number>();
	for (const { planned } of sends) {
		const part = planned.request.fitted?.part ?? 1;
		const texts = textsOf(planned, itemIndex).map((text) => segmentsOf(text).segments);
		segments.set(part, Math.max(segments.get(part) ?? 0, ...texts));
	}
	return [...segments.values()].reduce((sum, part) => sum + part, 0);
}

function textsOf(planned: PlannedCall, itemIndex: number): string[] {
	const { message, template } = planned.call.parameters as {
		message?: string;
		template?: { text?: string };
	};
	const base = message ?? template?.text ?? '';
	const own = planned.request.fromItems && ownRecipient(planned, itemIndex);
	const recipients = own ? [own] : recipientsOf(planned.call);
	const texts = recipients.map(
		({ message: ownText, customfields }) =>
			fillPlaceholders(ownText || base, customfields ?? []).text,
	);
	return texts.length === 0 ? [base] : [...new Set(texts)];
}

function ownRecipient({ call, itemIndexes }: PlannedCall, itemIndex: number) {
	return recipientsOf(call)[itemIndexes.indexOf(itemIndex)];
}

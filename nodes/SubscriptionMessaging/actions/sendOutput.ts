import type { IDataObject } from 'n8n-workflow';

import { segmentsOf } from '../service/messageText';
import type { ServiceAnswer } from '../service/answer';
import type { Skipped } from './fields/phoneNumbers';
import { recipientsOf, type PlannedCall } from './plan';

/** A send that was accepted, with the answer to it. */
export interface AcceptedSend {
	planned: PlannedCall;
	answer: ServiceAnswer;
	recovered: boolean;
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
	return {
		...(answer as IDataObject),
		...audienceOf(itemIndex, sends),
		...(sends.length > 1 && {
			transaction_tickets: sends.map((send) => send.answer.transaction_ticket as string),
		}),
		...(request.fromItems && { batch: planned.index }),
		...(request.fitted && {
			parts: sends.length,
			segments: sends.reduce((sum, send) => sum + segmentsIn(send.planned), 0),
		}),
		...(call.parameters.custom_ticket !== undefined && {
			custom_ticket: call.parameters.custom_ticket as string,
		}),
		...(sends.some(({ recovered }) => recovered) && { recovered: true }),
		...(skipped.length > 0 && { skipped: skipped as unknown as IDataObject[] }),
	};
}

/** Whom the message went to, in the form in which the numbers were sent. */
function audienceOf(itemIndex: number, sends: readonly AcceptedSend[]): IDataObject {
	const [{ planned, answer }] = sends as [AcceptedSend];
	if (planned.call.everyone) return { everyone: true };
	if (planned.request.fromItems) {
		return { sendTo: recipientsOf(planned.call)[planned.itemIndexes.indexOf(itemIndex)]?.sendTo };
	}
	if (Array.isArray(answer.accepted)) {
		return { accepted: sends.flatMap((send) => send.answer.accepted as string[]) };
	}
	return { recipients: recipientsOf(planned.call).map(({ sendTo }) => sendTo ?? '') };
}

/** SMS of one call to one recipient; of the longest text where recipients have their own. */
function segmentsIn({ call }: PlannedCall): number {
	const texts = recipientsOf(call).map(({ message }) => message || String(call.parameters.message));
	if (texts.length === 0) texts.push(String(call.parameters.message));
	return Math.max(...[...new Set(texts)].map((text) => segmentsOf(text).segments));
}

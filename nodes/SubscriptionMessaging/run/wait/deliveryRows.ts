import type { IDataObject } from 'n8n-workflow';

import { textIn } from '../../service/answer/answerOf';
import { customTicketOf, recipientsOf } from '../../service/contract/call';
import type { StatusWord, TransactionDetail } from '../../service/answer/deliveryStatus';
import { positionIn } from '../values/addressed';
import type { AcceptedCall } from '../values/call';
import { sentTickets } from '../output/sendRows';

/** What is known of one message; of a text that was split, of each of its parts. */
export interface MessageState extends IDataObject {
	/** Null where the service lists nothing yet. */
	status: StatusWord | null;
	/** Once the status is *Delivered*, by its code or its text. */
	delivered?: true;
	status_code: NonNullable<TransactionDetail['status_code']> | null;
	status_message: NonNullable<TransactionDetail['status_message']> | null;
	transaction_ticket: string | null;
	custom_ticket: string | null;
}

/** The status of the message to one recipient, as the output shows it. */
export interface DeliveryRow extends MessageState {
	sent: true;
	sendTo: string;
	/** Whom it was for, where the credential redirects it. */
	redirected_from?: string;
	/** Keyword of the group that sent it. */
	group: string;
	code: string;
	/** Position of the input item that it was sent for. */
	item_index: number;
	/** The end of the message was not known when the time was over. */
	timed_out: boolean;
	/** ISO 8601; only with `timed_out`. */
	waited_until?: string;
	/** Only for a text that was split: the row has the status of the slowest part. */
	messages?: MessageState[];
}

/** One row for each recipient that the accepted sends of an item have; several sends are parts of one text. */
export function deliveryRows(itemIndex: number, sends: readonly AcceptedCall[]): DeliveryRow[] {
	const [{ planned }] = sends as [AcceptedCall];
	const { call, fromItems, itemIndexes, redirectedFrom } = planned;
	const all = recipientsOf(call);
	const positions = fromItems ? [positionIn(itemIndexes, itemIndex)] : [...all.keys()];
	const recipients = positions.map((position) => ({
		sendTo: all[position]?.sendTo ?? '',
		...(redirectedFrom && { redirected_from: redirectedFrom[position] }),
	}));
	const messages = sends.map(unknownState);
	return recipients.map((recipient) => ({
		sent: true,
		...recipient,
		group: call.keyword,
		...(messages[0] as MessageState),
		timed_out: false,
		item_index: itemIndex,
		code: call.code,
		...(messages.length > 1 && {
			...sentTickets(sends),
			messages: messages.map((message) => ({ ...message })),
		}),
	}));
}

function unknownState({ planned, answer }: AcceptedCall): MessageState {
	return {
		status: null,
		status_code: null,
		status_message: null,
		transaction_ticket: textIn(answer.transaction_ticket) || null,
		custom_ticket: customTicketOf(planned.call) ?? null,
	};
}

export function messagesOf(row: DeliveryRow): MessageState[] {
	return row.messages ?? [row];
}

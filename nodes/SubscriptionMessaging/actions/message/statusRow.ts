import type { IDataObject } from 'n8n-workflow';

import type { ServiceAnswer } from '../../service/answer/answerOf';
import { customTicketOf, type Call } from '../../service/contract/call';
import { judged, type TransactionDetail } from '../../service/answer/deliveryStatus';
import { keptOf, type Steps } from '../../service/collections/steps';
import { listedRows } from '../operation/payload';

const statusRows = listedRows(({ transactionlist }) => transactionlist);

/** What the service lists under a ticket (Transaction detail). */
export function* detailsOf(answer: ServiceAnswer): Steps<TransactionDetail[]> {
	return yield* keptOf(statusRows(answer), (row) => row !== undefined);
}

/** The ticket that a question is for, as the output names it. */
export function askedTicket(call: Call): {
	transaction_ticket?: string;
	custom_ticket?: string | null;
} {
	const { parameters } = call;
	return 'transaction_ticket_id' in parameters
		? { transaction_ticket: parameters.transaction_ticket_id }
		: { custom_ticket: customTicketOf(call) || null };
}

/**
 * The status of one recipient, with the ticket that was asked for. `status` is null where the service
 * lists none, and the ticket where none lists the recipient.
 */
export function statusRow(
	{ sendTo = null, status_code = null, status_message = null, ...more }: TransactionDetail,
	call: Call,
): IDataObject {
	const own = {
		sendTo,
		group: call.keyword,
		...judged({ status_code, status_message }),
		status_code,
		status_message,
		...askedTicket(call),
	};
	// What the service lists besides takes the place of none of these, nor of one that is left out.
	const theirs: IDataObject = { ...more };
	delete theirs.delivered;
	return { ...own, ...theirs, ...own };
}

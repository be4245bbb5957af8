import type { IDataObject } from 'n8n-workflow';

import type { ServiceAnswer } from '../../service/answer/answerOf';
import { customTicketOf, type Call } from '../../service/call';
import { judged, type TransactionDetail } from '../../service/deliveryStatus';
import { keptOf, type Steps } from '../../service/steps';
import { listedRows } from '../payload';

const statusRows = listedRows(({ transactionlist }) => transactionlist);

/** What the service lists under a ticket (Transaction detail). */
export function* detailsOf(answer: ServiceAnswer): Steps<TransactionDetail[]> {
	return yield* keptOf(statusRows(answer), (row) => row !== undefined);
}

/**
 * The status of one recipient, with the ticket that was asked for. `status` is null where the service
 * lists none, and the ticket where none lists the recipient.
 */
export function statusRow(
	{ sendTo, status_code, status_message, ...more }: TransactionDetail,
	call: Call,
): IDataObject {
	const code = status_code ?? null;
	const message = status_message ?? null;
	const { parameters } = call;
	return {
		sendTo: sendTo ?? null,
		group: call.keyword,
		...judged(code, message),
		status_code: code,
		status_message: message,
		...('transaction_ticket_id' in parameters
			? { transaction_ticket: parameters.transaction_ticket_id }
			: { custom_ticket: customTicketOf(call) || null }),
		...more,
	};
}

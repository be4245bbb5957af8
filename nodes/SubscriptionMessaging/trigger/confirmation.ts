import type { IWebhookFunctions } from 'n8n-workflow';

import { CallbackRefusedError } from '../service/callbackBody';
import { MessagingServiceError } from '../service/errors';
import { restated, type DeliveryStatus } from '../service/statusCallback';
import { comparableAddress } from '../service/comparableAddress';
import { openSession } from '../transport/session';
import { transactionStatus, type TransactionDetail } from '../transport/transactionStatus';

/** Tickets of one callback that are looked up; whoever posts waits for all of them. */
const MOST_TICKETS = 50;

/**
 * The statuses as the service itself tells them, those left out that it does not know.
 *
 * @throws MessagingServiceError where it cannot be asked
 */
export async function confirmed(
	context: IWebhookFunctions,
	statuses: readonly DeliveryStatus[],
): Promise<DeliveryStatus[]> {
	const session = await openSession(context);
	const keyword = String(context.getNodeParameter('keyword', '', { extractValue: true }));
	const answers = new Map<string, TransactionDetail[]>();
	const known: DeliveryStatus[] = [];
	for (const status of statuses) {
		const { custom_ticket, sendTo } = status;
		// A ticket that was not asked for is not confirmed: it may be that of another message.
		const transaction_ticket = custom_ticket === null ? status.transaction_ticket : null;
		if (transaction_ticket === null && custom_ticket === null) continue;
		const key = JSON.stringify([transaction_ticket, custom_ticket]);
		let details = answers.get(key);
		if (!details) {
			if (answers.size >= MOST_TICKETS) {
				throw new CallbackRefusedError(`it has more than ${MOST_TICKETS} tickets to confirm`, 413);
			}
			const send = { code: session.code, keyword, transaction_ticket, custom_ticket };
			const answer = await transactionStatus(context, session, send);
			if (answer instanceof MessagingServiceError) throw answer;
			details = answer;
			answers.set(key, details);
		}
		for (const detail of details) {
			if (sendTo !== null && comparableAddress(detail.sendTo) !== comparableAddress(sendTo))
				continue;
			known.push(
				restated(
					{ ...status, transaction_ticket },
					{
						sendTo: detail.sendTo ?? null,
						status_code: detail.status_code ?? null,
						status_message: detail.status_message ?? null,
					},
				),
			);
		}
	}
	return known;
}

import type { IWebhookFunctions } from 'n8n-workflow';

import { CallbackRefusedError } from '../service/callbackBody';
import type { StructValue } from '../service/contract';
import { MessagingServiceError, ServiceRefusedError } from '../service/errors';
import { restated, type DeliveryStatus } from '../service/statusCallback';
import { encode, exchange } from '../transport/exchange';
import { openSession, type Session } from '../transport/session';

type Detail = StructValue<'WSTransactionDetail'>;

/** Tickets of one callback that are looked up; whoever posts waits for all of them. */
const MOST_TICKETS = 50;
const TIME_LIMIT_SECONDS = 20;

/**
 * The statuses as the service itself tells them, those left out that it does not know
 * (Message operations: getTransactionStatus, getCustomTransactionStatus).
 *
 * @throws MessagingServiceError where it cannot be asked
 */
export async function confirmed(
	context: IWebhookFunctions,
	statuses: readonly DeliveryStatus[],
): Promise<DeliveryStatus[]> {
	const session = await openSession(context);
	const keyword = String(context.getNodeParameter('keyword', '', { extractValue: true }));
	const lookUp = lookUpOf(context, session, keyword);
	const answers = new Map<string, Detail[]>();
	const known: DeliveryStatus[] = [];
	for (const status of statuses) {
		const ticket = status.transaction_ticket ?? status.custom_ticket;
		if (ticket === null) continue;
		const key = JSON.stringify([status.transaction_ticket !== null, ticket]);
		if (!answers.has(key)) {
			if (answers.size >= MOST_TICKETS) {
				throw new CallbackRefusedError(`it has more than ${MOST_TICKETS} tickets to confirm`, 413);
			}
			answers.set(key, await lookUp(status));
		}
		for (const detail of answers.get(key)!) {
			if (status.sendTo !== null && digits(detail.sendTo) !== digits(status.sendTo)) continue;
			known.push(
				restated(status, {
					sendTo: detail.sendTo ?? null,
					status_code: detail.status_code ?? null,
					status_message: detail.status_message ?? null,
				}),
			);
		}
	}
	return known;
}

function lookUpOf(context: IWebhookFunctions, session: Session, keyword: string) {
	return async ({ transaction_ticket, custom_ticket }: DeliveryStatus): Promise<Detail[]> => {
		const unit = { code: session.code, keyword };
		const call = encode(
			transaction_ticket === null
				? {
						...unit,
						operation: 'getCustomTransactionStatus',
						parameters: { custom_ticket },
					}
				: {
						...unit,
						operation: 'getTransactionStatus',
						parameters: { transaction_ticket_id: transaction_ticket },
					},
			session,
			'soap',
		);
		const answer = await exchange(context, session, { ...call, timeLimit: TIME_LIMIT_SECONDS });
		// A ticket that it does not know.
		if (answer instanceof ServiceRefusedError) return [];
		if (answer instanceof MessagingServiceError) throw answer;
		const { transactionlist } = (answer.response ?? {}) as StructValue<'WSTransaction'>;
		return transactionlist ?? [];
	};
}

function digits(phone: string | null | undefined): string {
	return (phone ?? '').replace(/^\+/, '');
}

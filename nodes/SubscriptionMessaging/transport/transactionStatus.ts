import type { StructValue } from '../service/contract';
import { MessagingServiceError, ServiceRefusedError } from '../service/errors';
import { encode, exchange } from './exchange';
import type { CallContext, Session } from './session';

/** A send, by the ticket of the service or else by the caller's own. */
export interface SentMessage {
	code: string;
	keyword: string;
	transaction_ticket: string | null;
	custom_ticket: string | null;
}

export type TransactionDetail = StructValue<'WSTransactionDetail'>;

/** Seconds; whoever posted a callback waits for it. */
const TIME_LIMIT = 20;

/**
 * What became of a send, for each recipient (Message operations: getTransactionStatus,
 * getCustomTransactionStatus). A ticket that the service does not know has no recipients.
 */
export async function transactionStatus(
	context: CallContext,
	session: Session,
	{ code, keyword, transaction_ticket, custom_ticket }: SentMessage,
): Promise<TransactionDetail[] | MessagingServiceError> {
	const call = encode(
		transaction_ticket === null
			? {
					operation: 'getCustomTransactionStatus',
					code,
					keyword,
					parameters: { custom_ticket },
				}
			: {
					operation: 'getTransactionStatus',
					code,
					keyword,
					parameters: { transaction_ticket_id: transaction_ticket },
				},
		session,
		'soap',
	);
	const answer = await exchange(context, session, { ...call, timeLimit: TIME_LIMIT });
	if (answer instanceof ServiceRefusedError) return [];
	if (answer instanceof MessagingServiceError) return answer;
	const { transactionlist } = (answer.response ?? {}) as StructValue<'WSTransaction'>;
	// A nil entry names nobody.
	return (transactionlist ?? []).filter((detail) => detail !== null);
}

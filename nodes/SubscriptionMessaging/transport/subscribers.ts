import type { SubscriberTaker } from '../service/answer/answer';
import { MessagingServiceError } from '../service/errors';
import { outcomeUnclear } from './connectionError';
import { encode, exchange, type EncodedCall } from './exchange';
import type { Pace } from './pace';
import type { CallContext, Session } from './session';

/** Whose subscribers are read, and how the service is asked. */
export interface SubscriberReading extends Pick<EncodedCall, 'timeLimit' | 'mostReads'> {
	code: string;
	/** Of the group. */
	keyword: string;
	pace?: Pace;
}

/**
 * Reads the subscribers of a group, active and inactive, without ever holding them all (Group
 * operations: getAllSubscribers). An answer without a list is a failure, never an empty group.
 *
 * @param take is given each subscriber as it arrives; none of them counts unless the reading succeeds
 * @returns nothing when all were read, or why they were not
 */
export async function readSubscribers(
	context: CallContext,
	session: Session,
	{ code, keyword, pace, ...limits }: SubscriberReading,
	take: SubscriberTaker,
): Promise<MessagingServiceError | undefined> {
	const call = encode(
		{ operation: 'getAllSubscribers', code, keyword, parameters: {} },
		session,
		'soap',
	);
	const answer = await exchange(context, session, { ...call, ...limits, onSubscriber: take }, pace);
	if (answer instanceof MessagingServiceError) return answer;
	const { response } = answer as { response?: { subscribers?: unknown } | null };
	if (Array.isArray(response?.subscribers)) return undefined;
	return outcomeUnclear('the service gave an answer without a list of subscribers', 'read');
}

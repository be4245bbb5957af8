import { objectIn } from '../service/answer/answerOf';
import { isGiven } from '../service/answer/organization';
import { MessagingServiceError } from '../service/errors/errors';
import { identityOf, type Subscriber } from '../service/answer/person';
import { outcomeUnclear } from '../wording/outcomeUnclear';
import { encode, exchange, type EncodedCall } from '../transport/exchange';
import type { Pace } from '../transport/pace';
import type { CallContext, Session } from '../transport/session';

/** Whose subscribers are read, and how the service is asked. */
interface SubscriberReading extends Pick<EncodedCall, 'timeLimit' | 'mostReads'> {
	code: string;
	/** Of the group. */
	keyword: string;
	/** Those who are subscribed alone. */
	onlyActive?: boolean;
	pace?: Pace;
}

/**
 * Reads the subscribers of a group, active and inactive, without ever holding them all (Group
 * operations: getAllSubscribers, getActiveSubscribers). An answer without a list is a failure, never an empty group, and so
 * is a list in which nobody has an address, or in which an entry cannot be read: it may be anybody's.
 *
 * @param take is given each subscriber as it arrives; none of them counts unless the reading succeeds
 * @returns nothing when all were read, or why they were not
 */
export async function readSubscribers(
	context: CallContext,
	session: Session,
	{ code, keyword, onlyActive, pace, ...limits }: SubscriberReading,
	take: (subscriber: Subscriber) => void,
): Promise<MessagingServiceError | undefined> {
	const operation = onlyActive ? 'getActiveSubscribers' : 'getAllSubscribers';
	const call = encode({ operation, code, keyword, parameters: {} }, session, 'soap');
	let hasEntries = false;
	let hasPeople = false;
	let isUnreadable = false;
	const onSubscriber = (subscriber: Subscriber | undefined) => {
		hasEntries = true;
		isUnreadable ||= !subscriber || isUnread(subscriber.user);
		if (!subscriber) return;
		hasPeople ||= identityOf(subscriber) !== '';
		take(subscriber);
	};
	const answer = await exchange(context, session, { ...call, ...limits, onSubscriber }, pace);
	if (answer instanceof MessagingServiceError) return answer;
	if (!objectIn(answer.response)?.subscribers) {
		return outcomeUnclear('the service gave an answer without a list of subscribers', 'read');
	}
	if (isUnreadable) {
		return outcomeUnclear('the service gave a subscriber that could not be read', 'read');
	}
	if (hasPeople || !hasEntries) return undefined;
	return outcomeUnclear(
		'the service gave a list of subscribers without any phone number or email address',
		'read',
	);
}

/** Whether something is given in place of a person, and not only that there is none. */
function isUnread(user: Subscriber['user']): boolean {
	return isGiven(user) && !objectIn(user) && !/^(?:false|0)$/.test(String(user));
}

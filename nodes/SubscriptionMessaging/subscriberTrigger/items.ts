import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { personOf, type Subscriber } from '../service/answer/person';
import type { Change, SubscriberEvent } from './compare';
import { channelsIn, namedChannels, NOT_SUBSCRIBED, stateOf } from './personState';

/**
 * One flat item for a person: what happened, in which group, and who it is.
 *
 * @param noticedAt when the poll noticed it, in ISO 8601 by the clock of n8n
 */
export function itemOf(
	{ event, pseudonym, before, after, subscriber }: Change,
	group: string,
	noticedAt: string,
): INodeExecutionData {
	const json: IDataObject = {
		event,
		group,
		noticed_at: noticedAt,
		person_key: pseudonym,
		...(event === 'channels_changed' && {
			switched_on: channelsIn(after, before),
			switched_off: channelsIn(before, after),
		}),
		listed: subscriber !== undefined,
		// A person who is listed twice has the channels of both entries.
		...(subscriber && { ...personOf(subscriber, group), ...namedChannels(after) }),
	};
	return { json };
}

/** What an item of an event looks like, made of a subscriber of the group. */
export function exampleOf(
	event: SubscriberEvent,
	subscriber: Subscriber,
	pseudonym: string,
	group: string,
	noticedAt: string,
): INodeExecutionData {
	// Nobody may have left yet.
	const hasLeft = event === 'left';
	const after = hasLeft ? NOT_SUBSCRIBED : stateOf(subscriber);
	const change = { event, pseudonym, before: NOT_SUBSCRIBED, after, subscriber };
	const { json } = itemOf(change, group, noticedAt);
	return { json: { example: true, ...json, ...(hasLeft && { subscribed: false }) } };
}

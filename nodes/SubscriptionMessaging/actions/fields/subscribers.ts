import type { INodeProperties } from 'n8n-workflow';

import { recipientsOf } from '../../service/contract/call';
import { RECIPIENT_TYPES } from '../../service/contract/contract';
import { CHANNELS_OF_TYPE } from '../../service/answer/subscriberList';
import type { ItemFields } from './itemFields';
import type { ItemRequest } from './itemRequest';
import { readDefaultCountry } from './phoneNumbers';

export const onlySubscribers: INodeProperties = {
	displayName: 'Only Subscribers',
	name: 'onlySubscribers',
	type: 'boolean',
	default: false,
	description:
		"Whether to leave out everyone who isn't subscribed to the group, or has switched off what you send",
};

export const unsubscribedRecipients = {
	displayName: 'Unsubscribed Recipients',
	name: 'unsubscribedRecipients',
	type: 'options',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description: 'Send nothing for an item if one of its recipients has left the group',
		},
		{
			name: 'Send Anyway',
			value: 'send',
			description: "Send without checking, unless 'Only Subscribers' is on",
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'Leave them out and list them in the output',
		},
	],
	default: 'send',
	description: 'What to do with recipients who have left the group the message is sent from',
} as const satisfies INodeProperties;

/** Which subscribers of the sending group a list may reach. */
export interface SubscriberRule {
	/** Who has left fails the item, or is left out. */
	readonly unsubscribed: 'fail' | 'skip';
	/** Who is not subscribed, or not by the channel of the recipient's type, is left out. */
	readonly onlySubscribers: boolean;
	/** Of numbers that are written without a country code. */
	readonly country?: string;
}

/**
 * What is to be made of recipients who have left; nothing where everyone is sent to.
 */
export function readSubscriberRule(
	fields: ItemFields,
	requests: readonly ItemRequest[],
): SubscriberRule | undefined {
	const options = fields.members('options');
	if (requests.some(({ everyone }) => everyone)) return undefined;
	const unsubscribed = options.choice(unsubscribedRecipients);
	const only = options.boolean('onlySubscribers');
	if (only) refuseUnknownChannel(fields, requests);
	if (!only && (unsubscribed ?? 'send') === 'send') return undefined;
	return {
		unsubscribed: unsubscribed === 'fail' ? 'fail' : 'skip',
		onlySubscribers: only ?? false,
		country: readDefaultCountry(fields),
	};
}

/** The document does not show which channel the other types are sent by. */
function refuseUnknownChannel(fields: ItemFields, requests: readonly ItemRequest[]): void {
	for (const { type } of requests.flatMap((request) => recipientsOf(request))) {
		const known = Object.entries(RECIPIENT_TYPES).find(([key]) => Number(key) === Number(type));
		if (!known || known[0] in CHANNELS_OF_TYPE) continue;
		throw fields.invalid(
			`'${fields.displayName('onlySubscribers')}' cannot be used with the type ${known[1]}`,
			"Choose another type, or remove the option. The service's document does not show by which channel this type is sent.",
		);
	}
}

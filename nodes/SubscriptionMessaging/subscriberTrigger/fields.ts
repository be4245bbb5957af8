import type { INodeProperties } from 'n8n-workflow';

import { codeField, optionsField } from '../actions/fields/options';
import type { SubscriberEvent } from './compare';

/** The list of groups; the field names it in `loadOptionsMethod`. */
type GroupsLoader = 'getGroups';

const EVENT_NAMES: Record<SubscriberEvent, { name: string; description: string }> = {
	channels_changed: {
		name: 'Channels Changed',
		description: 'A subscriber switched text, voice, email or landline on or off',
	},
	joined: {
		name: 'Joined',
		description: 'Somebody subscribed whom this trigger has not seen in the group before',
	},
	left: { name: 'Left', description: 'A subscriber unsubscribed, or is no longer listed' },
	returned: { name: 'Returned', description: 'Somebody who had left subscribed again' },
};

/** The trigger's parameters, in the order shown. */
export const properties: INodeProperties[] = [
	{
		displayName:
			'The very first check remembers who is in the groups and starts nothing. Each later one that finds changes starts the workflow once, with one item per person and group.',
		name: 'firstCheckNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Group Names or IDs',
		name: 'groups',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getGroups' satisfies GroupsLoader },
		required: true,
		default: [],
		description:
			'Groups to watch. Choose from the list, or specify keywords using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		builderHint: { propertyHint: 'Keywords, such as NSTAFF' },
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: Object.entries(EVENT_NAMES).map(([value, texts]) => ({ ...texts, value })),
		default: ['joined'],
		description: 'What starts the workflow',
		builderHint: {
			propertyHint: 'joined is for the first time, returned is somebody who had left',
		},
	},
	optionsField({
		...codeField,
		description: 'Short code or long code of the groups, if not the one in the credential',
	}),
];

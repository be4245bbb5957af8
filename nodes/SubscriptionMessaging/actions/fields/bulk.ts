import type { INodeProperties } from 'n8n-workflow';

import { COUNTRIES } from '../../service/phoneNumber';

export const batchSize: INodeProperties = {
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description: 'Most recipients in one request when they come from the input items',
};

export const requestsInParallel: INodeProperties = {
	displayName: 'Requests in Parallel',
	name: 'requestsInParallel',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 10,
	description:
		'Most requests under way at once. Choose 1 to have them carried out in the order of the items.',
};

export const pauseBetweenRequests: INodeProperties = {
	displayName: 'Pause Between Requests',
	name: 'pauseBetweenRequests',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Milliseconds between the start of one request and the next, for a service that limits their rate',
};

export const ifTooLong: INodeProperties = {
	displayName: 'If Too Long',
	name: 'ifTooLong',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Send nothing and say by how much it is too long' },
		{ name: 'Shorten', value: 'shorten', description: 'Cut at a word and end with three dots' },
		{
			name: 'Split Into Several Messages',
			value: 'split',
			description: 'Cut between words and send the parts one after the other',
		},
	],
	default: 'fail',
	description: 'What to do with a message over the limit of the service',
};

const regionName = new Intl.DisplayNames(['en'], { type: 'region' });

export const defaultCountry: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	options: [
		{ name: 'None', value: '' },
		...COUNTRIES.map((value) => ({ name: `${regionName.of(value)} (${value})`, value })).toSorted(
			(a, b) => a.name.localeCompare(b.name),
		),
	],
	default: '',
	description: 'Country of phone numbers that are written without a country code',
};

export const impossibleNumbers: INodeProperties = {
	displayName: 'Impossible Numbers',
	name: 'impossibleNumbers',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Fail the item before anything is sent for it' },
		{ name: 'Skip', value: 'skip', description: 'Leave them out; the output says which' },
	],
	default: 'fail',
	description: 'What to do with what cannot be a phone number',
};

export const removeDuplicates: INodeProperties = {
	displayName: 'Remove Duplicates',
	name: 'removeDuplicates',
	type: 'boolean',
	default: false,
	description: 'Whether to send only once to a number or address that occurs again',
};

export const onUnclearOutcome: INodeProperties = {
	displayName: 'On Unclear Outcome',
	name: 'onUnclearOutcome',
	type: 'options',
	options: [
		{
			name: 'Send Again With the Same Ticket',
			value: 'resend',
			description:
				'Risks a second message if the first one arrives late, but loses none that did not arrive',
		},
		{
			name: 'Stop and Report',
			value: 'stop',
			description: 'Never sends twice; the item says that its outcome is unknown',
		},
	],
	default: 'stop',
	description:
		'What to do when the answer was lost and the service says twice that it does not know the custom ticket',
};

export const preview: INodeProperties = {
	displayName: 'Preview',
	name: 'preview',
	type: 'boolean',
	default: false,
	description:
		'Whether to send nothing and only show what each recipient would get, with its length and missing custom fields',
};

import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** Hides a field or a choice from AI agents. */
export const NOT_IN_A_TOOL = { hide: { '@tool': [true] } } satisfies IDisplayOptions;

export const code: INodeProperties = {
	displayName: 'Code',
	name: 'code',
	type: 'string',
	default: '',
	placeholder: 'e.g. 12345',
	description: 'Short code or long code to use instead of the one in the credential',
};

/** Seconds. */
export const LONGEST_TIME_LIMIT = 3600;

export const timeLimit: INodeProperties = {
	displayName: 'Time Limit',
	name: 'timeLimit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_TIME_LIMIT },
	default: 300,
	description:
		'Seconds to wait for the complete answer. A send whose answer does not arrive in time may still have been carried out.',
};

export const transport: INodeProperties = {
	displayName: 'Transport',
	name: 'transport',
	type: 'options',
	options: [
		{
			name: 'NVP',
			value: 'nvp',
			description:
				'Name-value pairs. Not documented for lists of recipients, custom fields and addresses.',
		},
		{ name: 'SOAP', value: 'soap', description: 'Documented for every operation' },
	],
	default: 'soap',
	description: 'How the request is written. Keep SOAP unless the service asks for another form.',
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

/** The *Options* collection, sorted by display name as n8n's lists are. */
export function options(...fields: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: fields.toSorted((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

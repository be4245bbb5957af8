import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { chosenUnit, plainCode } from '../../service/answer/organization';
import type { FieldSet } from './itemFields';

/** Hides a field or a choice from AI agents. */
export const NOT_IN_A_TOOL = { hide: { '@tool': [true] } } satisfies IDisplayOptions;

export const codeField: INodeProperties = {
	displayName: 'Code',
	name: 'code',
	type: 'string',
	default: '',
	placeholder: 'e.g. 12345',
	description: 'Short code or long code to use instead of the one in the credential',
};

/**
 * The code that a call acts under. An expression that gives none must not act on the unit of another one.
 *
 * @param chosen the unit, as a list gives it
 */
export function readCode(options: FieldSet, { code }: { code: string }, chosen = ''): string {
	const written = options.has(codeField.name)
		? (options.change(codeField.name) ?? '').trim()
		: (chosenUnit(chosen).code ?? code);
	return plainCode(written);
}

/** Seconds. */
export const LONGEST_TIME_LIMIT = 3600;

export const timeLimit: INodeProperties = {
	displayName: 'Time Limit (Seconds)',
	name: 'timeLimit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_TIME_LIMIT },
	default: 300,
	description:
		'How long to wait for the complete answer. A message may have gone out even if its answer comes too late.',
};

export const transportField = {
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
	description: 'Format of the request. Keep SOAP unless your service asks for another one.',
} as const satisfies INodeProperties;

export const requestsInParallel: INodeProperties = {
	displayName: 'Parallel Requests',
	name: 'requestsInParallel',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 10,
	description: 'Requests sent at the same time. Choose 1 to keep the order of the items.',
};

export const pauseBetweenRequests: INodeProperties = {
	displayName: 'Pause Between Requests (Ms)',
	name: 'pauseBetweenRequests',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Time between the start of one request and the next, for a service with a rate limit',
};

/** Options that belong together stand together; others come first, by their display names. */
const ORDER = [
	// Whom it reaches
	'defaultCountry impossibleNumbers removeDuplicates onlySubscribers unsubscribedRecipients',
	'maxRecipients severalBroadcasts',
	// The text
	'unfilledPlaceholders ifTooLong smartEncoding maxSegments',
	// Its delivery, and what tells it from others
	'deliveryReport status_url campaignKey custom_ticket ifTicketKnown onUnclearOutcome',
	// The requests
	'batchSize requestsInParallel pauseBetweenRequests code params timeLimit transport thread',
]
	.join(' ')
	.split(' ');

/** The members of a collection in the order in which they are offered. */
export function inOrder(fields: readonly INodeProperties[]): INodeProperties[] {
	return fields.toSorted(
		(a, b) =>
			ORDER.indexOf(a.name) - ORDER.indexOf(b.name) || a.displayName.localeCompare(b.displayName),
	);
}

export function optionsField(...fields: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: inOrder(fields),
	};
}

/** The options of an operation that has none of its own. */
export const usualOptions = optionsField(codeField, timeLimit, transportField);

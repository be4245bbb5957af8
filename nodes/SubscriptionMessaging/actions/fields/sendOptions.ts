import type { INodeProperties } from 'n8n-workflow';

import { deliveryReport } from './deliveryReport';
import { code, options, pauseBetweenRequests, requestsInParallel, timeLimit } from './options';
import { defaultCountry, impossibleNumbers, removeDuplicates } from './phoneNumbers';

export const batchSize: INodeProperties = {
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	displayOptions: { show: { '/recipients': ['inputItems'] } },
	description: 'Most recipients in one request',
};

export const customTicket: INodeProperties = {
	displayName: 'Custom Ticket',
	name: 'custom_ticket',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-1042',
	description:
		'Your own reference for this send, different for every send, at most 50 characters. Message → Get Status finds the send by it. Further parts of a message that is split carry it with -2, -3 and so on.',
};

export const ifTicketKnown: INodeProperties = {
	displayName: 'If Custom Ticket Is Known',
	name: 'ifTicketKnown',
	type: 'options',
	options: [
		{
			name: 'Send All the Same',
			value: 'send',
			description: 'The ticket is a reference only, and may be that of an older send',
		},
		{
			name: 'Skip',
			value: 'skip',
			description:
				'Asks the service first, and sends nothing that it has under the ticket already. A workflow that is run again then sends only what is missing.',
		},
	],
	default: 'send',
	description: "What to do when the service knows the 'Custom Ticket' before the send",
};

export const severalBroadcasts: INodeProperties = {
	displayName: 'Several Broadcasts',
	name: 'severalBroadcasts',
	type: 'boolean',
	default: false,
	displayOptions: { show: { '/recipients': ['everyone'] } },
	description:
		'Whether input items may send different messages to everyone in the same unit. Otherwise nothing is sent then.',
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

const statusUrl: INodeProperties = {
	displayName: 'Status URL',
	name: 'status_url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/status',
	description: 'Address that the service posts delivery statuses to, at most 500 characters',
};

/** The options of every send that carries a ticket and a list of recipients. */
export function sendOptions(...more: INodeProperties[]): INodeProperties {
	return options(
		batchSize,
		code,
		customTicket,
		defaultCountry,
		deliveryReport,
		ifTicketKnown,
		impossibleNumbers,
		onUnclearOutcome,
		pauseBetweenRequests,
		removeDuplicates,
		requestsInParallel,
		statusUrl,
		timeLimit,
		...more,
	);
}

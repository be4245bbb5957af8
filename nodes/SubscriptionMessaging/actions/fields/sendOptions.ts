import type { INodeProperties } from 'n8n-workflow';

import { ticketIn } from '../../service/contract/call';
import type { FieldSet } from './itemFields';
import { deliveryReport } from './deliveryReport';
import {
	codeField,
	optionsField,
	pauseBetweenRequests,
	requestsInParallel,
	timeLimit,
} from './options';
import { defaultCountryField, impossibleNumbers, removeDuplicates } from './phoneNumbers';
import { ifTooLong } from './message';
import { maxRecipients, maxSegments } from './maximums';
import { offeredLater, UNTIL_ANOTHER } from './offered';
import { smartEncoding } from './smartText';
import { onlySubscribers, unsubscribedRecipients } from './subscribers';

export const batchSize: INodeProperties = {
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	displayOptions: { show: { '/recipients': ['inputItems'] } },
	description: 'Maximum recipients per request',
};

const campaignKey: INodeProperties = {
	displayName: 'Campaign Key',
	name: 'campaignKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. spring-sale',
	description:
		'Name of this campaign, at most 40 characters. Run again with the same key and group to send only to those who lack the message.',
};

export const customTicketField: INodeProperties = {
	displayName: 'Custom Ticket',
	name: 'custom_ticket',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-1042',
	description:
		'Your own reference, at most 50 characters, different for each message. Message → Get Status finds the message by it.',
};

/** In the form that look-ups ask for. Made here, because the address of a delivery report is signed for it. */
export function enteredTicket(options: FieldSet): string | undefined {
	return ticketIn(options.text('custom_ticket') ?? '') || undefined;
}

/** The whole address, as the report is to go there; none where an expression gives blanks. */
export function enteredStatusUrl(options: FieldSet): string | undefined {
	return options.text('status_url')?.trim() || undefined;
}

export const ifTicketKnown = {
	displayName: 'If Ticket Was Already Used',
	name: 'ifTicketKnown',
	type: 'options',
	options: [
		{
			name: 'Send Anyway',
			value: 'send',
			description: 'The ticket is only a reference. An older send may have used it too.',
		},
		{
			name: 'Skip',
			value: 'skip',
			description:
				"Send nothing if all recipients of the item have the message under this ticket. The item fails if only some or other people have it, or the service can't say. For a message to everyone, see the docs.",
		},
	],
	default: 'send',
	// Not by the ticket: half of an expression for it is nothing, and n8n would drop Skip.
	displayOptions: { hide: UNTIL_ANOTHER },
	description: "What to do when a message with this 'Custom Ticket' was already sent",
} as const satisfies INodeProperties;

export const severalBroadcasts: INodeProperties = {
	displayName: 'Allow Multiple Broadcasts',
	name: 'severalBroadcasts',
	type: 'boolean',
	default: false,
	description:
		'Whether input items may send different messages to everyone in the same group. If off, they are refused.',
};

export const onUnclearOutcome = {
	displayName: 'If Outcome Is Unknown',
	name: 'onUnclearOutcome',
	type: 'options',
	options: [
		{
			name: 'Send Again With the Same Ticket',
			value: 'resend',
			description:
				"Send again, at most twice for each request, once the service has said twice that it doesn't know the ticket. A message that was only late comes twice.",
		},
		{
			name: 'Stop and Report',
			value: 'stop',
			description: 'Never send again what may have gone out. The item says so.',
		},
	],
	default: 'stop',
	description: "What to do when the service's answer was lost and it doesn't know the ticket",
} as const satisfies INodeProperties;

const statusUrl = offeredLater({
	displayName: 'Status URL',
	name: 'status_url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/status',
	displayOptions: { hide: { deliveryReport: ['none', 'trigger', 'triggerTest'] } },
	description: 'Address the service posts delivery statuses to, at most 500 characters',
});

/** The options of every send to a list of recipients that carries a ticket and does not wait. */
export const listOptions = [
	batchSize,
	campaignKey,
	defaultCountryField,
	impossibleNumbers,
	onlySubscribers,
	removeDuplicates,
	unsubscribedRecipients,
];

/** The options of every text. */
export const textOptions = [ifTooLong, maxSegments, smartEncoding];

/** The options of every send that carries a ticket and does not wait; those of the text are to be added. */
export function sendOptions(...more: INodeProperties[]): INodeProperties {
	return optionsField(
		codeField,
		customTicketField,
		deliveryReport,
		ifTicketKnown,
		maxRecipients,
		onUnclearOutcome,
		pauseBetweenRequests,
		requestsInParallel,
		statusUrl,
		timeLimit,
		...more,
	);
}

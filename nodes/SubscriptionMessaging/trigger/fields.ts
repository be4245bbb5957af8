import type { INodeProperties } from 'n8n-workflow';

import { maskedInput } from '../../../credentials/maskedInput';
import { group } from '../actions/fields/unit';
import { STATUS_FIELDS, type StatusField } from '../service/statusCallback';

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
		displayName:
			'<b>Test URL</b>: for trying out. It answers only while this panel listens for a test event. <b>Production URL</b>: the one for the service. It works once the workflow is published (in older versions of n8n: active), and is what a sending node uses as its delivery report address.',
		name: 'addressNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'options',
		options: [
			{
				name: 'Any Callback',
				value: 'anyCallback',
				description: 'Whatever is posted, one item each, as for the callback URL of a keyword',
			},
			{
				name: 'Delivery Status',
				value: 'deliveryStatus',
				description: 'What became of a message, one item per status',
			},
		],
		default: 'deliveryStatus',
	},
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		options: [
			{
				name: 'None',
				value: 'none',
				description: 'Anybody who knows the address can start the workflow',
			},
			{
				name: 'Shared Token',
				value: 'sharedToken',
				description: 'The address ends in ?token= and a token that you choose',
			},
			{
				name: 'Signed Address',
				value: 'signedAddress',
				description:
					'A sending node with the same credential signs the address for each message. Nothing else needs to be set up.',
			},
		],
		default: 'signedAddress',
		description:
			'How a callback shows that it is genuine. Others are answered 401 and start nothing. Choose a token for an address that you enter at the service yourself.',
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
			'Letters and digits that cannot be guessed. The address that you enter at the service ends in ?token= and them. They are stored in the workflow: whoever can open it can read them.',
	},
	{
		displayName: 'Confirm With Service',
		name: 'confirm',
		type: 'boolean',
		default: false,
		displayOptions: forStatuses,
		description:
			'Whether to look up each ticket and emit what the service says, instead of what was posted. Statuses that it does not know are left out.',
	},
	{
		...group,
		description: 'The group that the messages are sent by',
		displayOptions: { show: { ...forStatuses.show, confirm: [true] } },
	},
	{
		displayName: 'Field Mapping',
		name: 'fieldMapping',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: forStatuses,
		description:
			'Names that the service uses, where they are not recognised. Execute once and look at raw in the output to find them.',
		options: STATUS_FIELDS.map(
			(name): INodeProperties => ({
				...MAPPED[name],
				name,
				type: 'string',
				default: '',
				description: 'Name in the callback, with dots for a field within another',
			}),
		).toSorted((a, b) => a.displayName.localeCompare(b.displayName)),
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		displayOptions: forStatuses,
		options: [
			{
				displayName: 'Only Final',
				name: 'onlyFinal',
				type: 'boolean',
				default: true,
				description:
					'Whether to leave out 101 (Sent to Carrier), the one status that is known to be followed by another',
			},
			{
				displayName: 'Only With Ticket',
				name: 'onlyWithTicket',
				type: 'boolean',
				default: true,
				description:
					'Whether to leave out statuses of which neither transaction ticket nor custom ticket is known',
			},
			{
				displayName: 'Status Codes',
				name: 'statusCodes',
				type: 'string',
				default: '',
				placeholder: 'e.g. 100, 101',
				description: 'Codes to emit, separated by commas. The others are left out.',
			},
		],
	},
	{
		// The name that n8n looks for in a node of version 1: it then leaves the body as it came.
		displayName: 'Options',
		name: 'options',
		type: 'hidden',
		default: { binaryData: true },
		displayOptions: { show: { '@version': [1] } },
	},
];

import type { INodeProperties } from 'n8n-workflow';

import { choiceField, textField, valuesField } from './shapes';

/** How a person can answer, as in n8n's own nodes that send and wait. */
export const responseType = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	options: [
		{ name: 'Approval', value: 'approval', description: 'One or two buttons' },
		{ name: 'Custom Form', value: 'customForm', description: 'A form with fields of your own' },
		{ name: 'Free Text', value: 'freeText', description: 'A field for text' },
	],
	default: 'approval',
	description: 'How the question is answered',
} as const satisfies INodeProperties;

export const approvalType = choiceField(
	'Type of Approval',
	'approvalType',
	{ double: 'Approve and Disapprove', single: 'Approve Only' },
	'single',
);

/** Of these names and values because n8n looks for them in a human review. */
export const approvalOptions = valuesField(
	'Approval Options',
	'approvalOptions',
	'Add option',
	[
		approvalType,
		textField('Approve Button Label', 'approveLabel', { default: 'Approve' }),
		textField('Disapprove Button Label', 'disapproveLabel', {
			default: 'Decline',
			displayOptions: { show: { approvalType: ['double'] } },
		}),
	],
	{ displayOptions: { show: { responseType: ['approval'] } } },
);

const interval = { displayOptions: { show: { limitType: ['afterTimeInterval'] } } };

export const limitType = choiceField(
	'Limit Type',
	'limitType',
	{ afterTimeInterval: 'After Time Interval', atSpecifiedTime: 'At Specified Time' },
	'afterTimeInterval',
);

export const resumeUnit = choiceField(
	'Unit',
	'resumeUnit',
	{ days: 'Days', hours: 'Hours', minutes: 'Minutes' },
	'hours',
	interval,
);

export const limitWaitTime = valuesField(
	'Limit Wait Time',
	'limitWaitTime',
	'Add limit',
	[
		limitType,
		{
			displayName: 'Amount',
			name: 'resumeAmount',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 2 },
			default: 1,
			...interval,
		},
		resumeUnit,
		{
			displayName: 'Max Date and Time',
			name: 'maxDateAndTime',
			type: 'dateTime',
			default: '',
			displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
		},
	],
	{
		default: {
			values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
		},
		description:
			'When to go on without an answer. Without this option the execution waits indefinitely.',
	},
);

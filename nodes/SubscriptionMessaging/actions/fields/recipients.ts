import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { RECIPIENT_TYPES } from '../../service/contract';
import type { FieldSet, ItemFields } from '../itemFields';
import { customFields, readCustomFields } from './customFields';

const AUDIENCES = ['commaSeparated', 'defineBelow', 'everyone'] as const;

const TYPE_DESCRIPTIONS: Record<keyof typeof RECIPIENT_TYPES, string> = {
	1: 'Text message to a mobile number',
	2: "Text message by way of the carrier's email gateway",
	3: 'Call that reads the message aloud',
	4: 'Email to an address',
	5: 'Text number',
	6: 'Invalid address',
};

const recipientType: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: Object.entries(RECIPIENT_TYPES)
		.map(
			([value, name]): INodePropertyOptions => ({
				name,
				value: Number(value),
				description: TYPE_DESCRIPTIONS[Number(value) as keyof typeof RECIPIENT_TYPES],
			}),
		)
		.toSorted((a, b) => a.name.localeCompare(b.name)),
	default: 1,
	description: 'How the recipients are reached',
};

const sendTo: INodeProperties = {
	displayName: 'Send To',
	name: 'sendTo',
	type: 'string',
	default: '',
	placeholder: 'e.g. 18015551234',
	description: 'Phone number with country code, or email address',
};

const carrier: INodeProperties = {
	displayName: 'Carrier ID',
	name: 'carrier',
	type: 'string',
	default: '',
	placeholder: 'e.g. 383',
	description:
		'ID that Phone Number → Look Up Carrier ID gives, at most 4 digits. The service then skips its own look-up.',
};

const country: INodeProperties = {
	displayName: 'Country',
	name: 'country',
	type: 'string',
	default: '',
	placeholder: 'e.g. MX',
};

const locale: INodeProperties = {
	displayName: 'Locale',
	name: 'locale',
	type: 'string',
	default: '',
	placeholder: 'e.g. es_MX',
	description:
		'Language of the message. Needed unless it is US English, so that the characters arrive as written.',
};

const ownMessage: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	description: 'Text for this recipient instead of the message above',
};

interface RecipientFields {
	/** A send to a whole unit is possible. */
	everyone?: true;
	/** Recipients are WSRecipientEnhanced: with locale, country and a message of their own. */
	localized?: true;
}

/** Who receives a send: WSRecipientList or WSRecipientEnhancedList, or everyone in the unit. */
export function recipients({ everyone, localized }: RecipientFields): INodeProperties[] {
	const row = [
		sendTo,
		{ ...recipientType, description: 'How the recipient is reached' },
		carrier,
		{ ...customFields },
		...(localized ? [country, locale, ownMessage] : []),
	];
	const commaSeparated = { show: { recipients: ['commaSeparated'] } };
	return [
		{
			displayName: 'Recipients',
			name: 'recipients',
			type: 'options',
			options: [
				{
					name: 'Comma-Separated List',
					value: 'commaSeparated',
					description: 'One or more numbers or addresses in one field',
				},
				{
					name: 'Define Below',
					value: 'defineBelow',
					description: 'One row per recipient, with custom fields of its own',
				},
				...(everyone
					? [
							{
								name: 'Everyone in the Unit',
								value: 'everyone',
								description: 'All subscribers of the company, division or group',
							},
						]
					: []),
			],
			default: 'commaSeparated',
			description: 'Who receives the message',
		},
		{
			...sendTo,
			required: true,
			placeholder: 'e.g. 18015551234, 18015555678',
			description:
				'Phone numbers with country code, or email addresses, separated by commas or line breaks',
			displayOptions: commaSeparated,
		},
		{ ...recipientType, displayOptions: commaSeparated },
		...(localized
			? [country, locale].map((field) => ({ ...field, displayOptions: commaSeparated }))
			: []),
		{
			displayName: 'Recipient List',
			name: 'recipientList',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			default: {},
			placeholder: 'Add Recipient',
			displayOptions: { show: { recipients: ['defineBelow'] } },
			options: [{ displayName: 'Recipient', name: 'recipients', values: row }],
		},
		...(everyone
			? [
					{
						displayName:
							'The message goes to all subscribers of the unit. In a company or division that includes every group below it.',
						name: 'everyoneNotice',
						type: 'notice',
						default: '',
						displayOptions: { show: { recipients: ['everyone'] } },
					} satisfies INodeProperties,
				]
			: []),
	];
}

/**
 * The audience of a send as the parameters of a call: either `everyone`, asked for by name, or a
 * list, which stays a list when it is empty so that it can be refused.
 */
export function readRecipients(
	fields: ItemFields,
	{ localized }: RecipientFields = {},
): { everyone?: true; recipientList?: { recipients: Array<Record<string, unknown>> } } {
	switch (fields.choice('recipients', AUDIENCES)) {
		case 'everyone':
			return { everyone: true };
		case 'commaSeparated': {
			const shared = {
				type: fields.integer('type'),
				...(localized && {
					country: fields.text('country').trim() || undefined,
					locale: fields.text('locale').trim() || undefined,
				}),
			};
			return {
				recipientList: {
					recipients: fields.list('sendTo').map((to) => ({ sendTo: to, ...shared })),
				},
			};
		}
		case 'defineBelow':
			return {
				recipientList: {
					recipients: fields
						.rows('recipientList', 'recipients')
						.map((row) => readRecipient(row, localized)),
				},
			};
	}
}

function readRecipient(row: FieldSet, localized?: true): Record<string, unknown> {
	return {
		sendTo: row.text('sendTo')?.trim(),
		type: row.integer('type'),
		carrier: row.integer('carrier'),
		customfields: readCustomFields(row.rows('customfields', 'field')),
		...(localized && {
			country: row.text('country')?.trim(),
			locale: row.text('locale')?.trim(),
			message: row.text('message'),
		}),
	};
}

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { RECIPIENT_TYPES } from '../../service/contract';
import type { FieldSet, ItemFields } from '../itemFields';
import { customFields, readCustomFields } from './customFields';
import { country, locale } from './locale';
import { NOT_IN_A_TOOL } from './options';
import { NumberReader, type Skipped } from './phoneNumbers';

const AUDIENCES = ['commaSeparated', 'defineBelow', 'everyone', 'inputItems'] as const;

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

const ownMessage: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	description: 'Text for this recipient instead of the message above',
	hint: 'At most 160 characters in English, 70 in other languages',
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
	const inputItems = { show: { recipients: ['inputItems'] } };
	return [
		{
			displayName: 'Recipients',
			name: 'recipients',
			type: 'options',
			// Nothing but a person asks for a broadcast: no expression, and no AI agent.
			noDataExpression: true,
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
								displayOptions: NOT_IN_A_TOOL,
							},
						]
					: []),
				{
					name: 'From Input Items',
					value: 'inputItems',
					description: 'One recipient per input item, many of them in each request',
				},
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
		{
			...sendTo,
			required: true,
			placeholder: 'e.g. {{ $json.phone }}',
			description: 'Phone number with country code, or email address, of the input item',
			displayOptions: inputItems,
		},
		{
			...recipientType,
			displayOptions: { show: { recipients: ['commaSeparated', 'inputItems'] } },
		},
		...(localized
			? [country, locale].map((field) => ({ ...field, displayOptions: commaSeparated }))
			: []),
		{
			displayName: 'Recipient Fields',
			name: 'recipientFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description: 'Further values of the recipient, taken from the input item',
			displayOptions: inputItems,
			options: [
				carrier,
				...(localized ? [country] : []),
				{ ...customFields },
				...(localized ? [locale, ownMessage] : []),
			],
		},
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
							'The message goes to all subscribers of the unit. In a company or division that includes every group below it. Input items that ask for the same send it once.',
						name: 'everyoneNotice',
						type: 'notice',
						default: '',
						displayOptions: { show: { recipients: ['everyone'] } },
					} satisfies INodeProperties,
				]
			: []),
	];
}

/** What normalizing the addresses of a send left over. */
interface Audience {
	/** Asked for by name; there is no list then. */
	everyone?: true;
	/** Stays a list when it is empty, so that it can be refused. */
	recipientList?: { recipients: Array<Record<string, unknown>> };
	/** Addresses that were left out, and why. */
	skipped: Skipped[];
	/** Each input item gives one recipient, and requests gather several of them. */
	fromItems?: true;
}

/** The audience of a send, its phone numbers in the form that the service takes. */
export function readRecipients(fields: ItemFields, { localized }: RecipientFields = {}): Audience {
	const audience = fields.choice('recipients', AUDIENCES);
	if (audience === 'everyone') return { everyone: true, skipped: [] };
	const { kept, skipped } = normalizeRecipients(
		fields,
		enteredRecipients(fields, audience, localized),
	);
	return {
		recipientList: { recipients: kept },
		skipped,
		...(audience === 'inputItems' && { fromItems: true }),
	};
}

function enteredRecipients(
	fields: ItemFields,
	audience: 'commaSeparated' | 'defineBelow' | 'inputItems',
	localized: true | undefined,
): Array<Record<string, unknown>> {
	switch (audience) {
		case 'commaSeparated': {
			const shared = {
				type: fields.integer('type'),
				...(localized && {
					country: fields.text('country').trim() || undefined,
					locale: fields.text('locale').trim() || undefined,
				}),
			};
			return fields.list('sendTo').map((to) => ({ sendTo: to, ...shared }));
		}
		case 'defineBelow':
			return fields.rows('recipientList', 'recipients').map((row) => ({
				sendTo: row.text('sendTo')?.trim(),
				type: row.integer('type'),
				...readDetails(row, localized),
			}));
		case 'inputItems':
			return [
				{
					sendTo: fields.text('sendTo').trim() || undefined,
					type: fields.integer('type'),
					...readDetails(fields.members('recipientFields'), localized),
				},
			];
	}
}

function readDetails(row: FieldSet, localized?: true): Record<string, unknown> {
	return {
		carrier: row.integer('carrier'),
		customfields: readCustomFields(row.rows('customfields', 'field')),
		...(localized && {
			country: row.text('country')?.trim(),
			locale: row.text('locale')?.trim(),
			message: row.text('message'),
		}),
	};
}

function normalizeRecipients(fields: ItemFields, entered: Array<Record<string, unknown>>) {
	const kept: Array<Record<string, unknown>> = [];
	const numbers = new NumberReader(fields);
	for (const recipient of entered) {
		const { sendTo: to, type } = recipient;
		if (typeof to !== 'string') {
			kept.push(recipient);
			continue;
		}
		if (to.includes('@') && /[\s,;]/.test(to)) {
			throw fields.invalid(
				`'${fields.displayName('sendTo')}' is "${to.slice(0, 80)}", which is not one email address`,
				'Give each address in an item or row of its own, or choose Comma-Separated List.',
			);
		}
		const address = isPhoneNumber(to, type) ? numbers.read(to) : to;
		if (address !== undefined && numbers.isFirst(`${address.toLowerCase()}/${String(type)}`, to)) {
			kept.push({ ...recipient, sendTo: address });
		}
	}
	return { kept, skipped: numbers.skipped };
}

/** SMS, SMS Email Gateway and Text To Voice reach a phone, unless an email address is given. */
function isPhoneNumber(address: string, type: unknown): boolean {
	return (
		!address.includes('@') && ['1', '2', '3'].includes(JSON.stringify(type)?.replaceAll('"', ''))
	);
}

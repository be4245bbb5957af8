import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { howToMend } from '../../wording/howToMend';
import { RECIPIENT_TYPES } from '../../service/contract/contract';
import { addressProblem, mediumOf } from '../../service/text/address';
import { recipientKey } from '../../service/text/personKey';
import type { Entered, Recipient } from '../../service/contract/call';
import type { FieldSet, ItemFields } from './itemFields';
import { customFields, readCustomFields } from './customFields';
import { countryField, localeField } from './locale';
import { NumberReader } from './phoneNumbers';
import type { Skipped } from './skipped';

type RecipientType = keyof typeof RECIPIENT_TYPES;

/** The two of which the document gives the name alone stand last. */
const TYPES: Array<[type: RecipientType, description: string]> = [
	[4, 'Email to an address'],
	[1, 'Text message to a mobile number'],
	[2, 'Text message through an email gateway'],
	[3, 'Call that reads the message aloud'],
	[5, "Not explained in the service's documentation"],
	[6, "Not explained in the service's documentation"],
];

const recipientType: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: TYPES.map(
		([value, description]): INodePropertyOptions => ({
			name: RECIPIENT_TYPES[value],
			value,
			description,
		}),
	),
	default: 1,
	description: 'How the recipients are reached',
	// It is shown the values without their names.
	builderHint: { propertyHint: '1 text message, 2 text by email gateway, 3 voice call, 4 email' },
};

const sendToField: INodeProperties = {
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
	description: 'Text for this recipient, instead of the message below',
	hint: 'At most 160 characters in English, 70 in other languages',
};

/**
 * Who receives a send: WSRecipientList or WSRecipientEnhancedList.
 *
 * @param isLocalized recipients are WSRecipientEnhanced: with locale, country and a message of their own
 */
export function recipientFields(isLocalized = false): INodeProperties[] {
	return [
		recipientSource,
		...addressFields(isLocalized),
		ownFieldsOfItem(isLocalized),
		rowsField(isLocalized),
	];
}

const recipientSource = {
	displayName: 'Recipients',
	name: 'recipients',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'From Input Items',
			value: 'inputItems',
			description: 'One recipient per input item, sent in batches',
		},
		{
			name: 'One by One',
			value: 'defineBelow',
			description: 'One row per recipient, each with its own custom fields',
		},
		{
			name: 'Phone Numbers or Emails',
			value: 'commaSeparated',
			description: 'One or more numbers or addresses in one field',
		},
	],
	default: 'commaSeparated',
	description: 'Who receives the message',
	builderHint: {
		propertyHint:
			"For one recipient per input item choose inputItems, with an expression in sendTo, such as expr('{{ $json.phone }}')",
	},
} as const satisfies INodeProperties;

const COMMA_SEPARATED = { show: { recipients: ['commaSeparated'] } };
const INPUT_ITEMS = { show: { recipients: ['inputItems'] } };

function addressFields(isLocalized: boolean): INodeProperties[] {
	return [
		{
			...sendToField,
			required: true,
			placeholder: 'e.g. 18015551234, 18015555678',
			description: 'Phone numbers with country code, or emails, separated by commas or line breaks',
			displayOptions: COMMA_SEPARATED,
		},
		{
			...sendToField,
			required: true,
			placeholder: 'e.g. {{ $json.phone }}',
			description: 'Phone number with country code, or email address, from the input item',
			displayOptions: INPUT_ITEMS,
		},
		{
			...recipientType,
			displayOptions: { show: { recipients: ['commaSeparated', 'inputItems'] } },
		},
		...(isLocalized
			? [countryField, localeField].map((field) => ({ ...field, displayOptions: COMMA_SEPARATED }))
			: []),
	];
}

function ownFieldsOfItem(isLocalized: boolean): INodeProperties {
	return {
		displayName: 'Recipient Fields',
		name: 'recipientFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'More values for the recipient, from the input item',
		displayOptions: INPUT_ITEMS,
		options: [
			carrier,
			...(isLocalized ? [countryField] : []),
			{ ...customFields },
			...(isLocalized ? [localeField, ownMessage] : []),
		],
	};
}

function rowsField(isLocalized: boolean): INodeProperties {
	return {
		displayName: 'Recipient List',
		name: 'recipientList',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Recipient',
		displayOptions: { show: { recipients: ['defineBelow'] } },
		options: [{ displayName: 'Recipient', name: 'recipients', values: fieldsOfRow(isLocalized) }],
	};
}

function fieldsOfRow(isLocalized: boolean): INodeProperties[] {
	return [
		sendToField,
		{ ...recipientType, description: 'How the recipient is reached' },
		carrier,
		{ ...customFields },
		...(isLocalized ? [countryField, localeField, ownMessage] : []),
	];
}

/** What normalizing the addresses of a send left over. */
interface Audience {
	/** Stays a list when it is empty, so that it can be refused. */
	recipientList: { recipients: ReadonlyArray<Entered<Recipient>> };
	/** Addresses that were left out, and why. */
	skipped: Skipped[];
	/** Each input item gives one recipient, and requests gather several of them. */
	fromItems?: true;
}

/** The audience of a send, its phone numbers in the form that the service takes. */
export function readRecipients(fields: ItemFields, isLocalized = false): Audience {
	const source = fields.choice(recipientSource);
	const { kept, skipped } = normalizeRecipients(
		fields,
		enteredRecipients(fields, source, isLocalized),
	);
	if (source === 'inputItems') refuseAddress(fields, kept[0]);
	return {
		recipientList: { recipients: kept },
		skipped,
		...(source === 'inputItems' && { fromItems: true }),
	};
}

/** Of an item whose only recipient it is; the entries of a list are checked with the rest of the call. */
function refuseAddress(fields: ItemFields, recipient: Entered<Recipient> | undefined): void {
	const { sendTo: to, type } = recipient ?? {};
	// What is no type is refused as such.
	if (typeof to !== 'string' || typeof type !== 'number' || !(type in RECIPIENT_TYPES)) return;
	const found = addressProblem(to, type);
	if (found)
		throw fields.invalid(`'${fields.displayName('sendTo')}' ${found.problem}`, howToMend(found));
}

function enteredRecipients(
	fields: ItemFields,
	source: (typeof recipientSource.options)[number]['value'],
	isLocalized: boolean,
): ReadonlyArray<Entered<Recipient>> {
	switch (source) {
		case 'commaSeparated': {
			const shared = {
				type: fields.integer('type'),
				...(isLocalized && {
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
				...readDetails(row, isLocalized),
			}));
		case 'inputItems':
			return [
				{
					sendTo: fields.text('sendTo').trim() || undefined,
					type: fields.integer('type'),
					...readDetails(fields.members('recipientFields'), isLocalized),
				},
			];
	}
}

function readDetails(row: FieldSet, isLocalized: boolean): Entered<Recipient> {
	return {
		carrier: row.integer('carrier'),
		customfields: readCustomFields(row.rows('customfields', 'field')),
		...(isLocalized && {
			country: row.text('country')?.trim() || undefined,
			locale: row.text('locale')?.trim() || undefined,
			message: row.text('message'),
		}),
	};
}

function normalizeRecipients(fields: ItemFields, entered: ReadonlyArray<Entered<Recipient>>) {
	const kept: Array<Entered<Recipient>> = [];
	const numbers = new NumberReader(fields, 'sendTo');
	for (const recipient of entered) {
		const { sendTo: to } = recipient;
		if (typeof to !== 'string') {
			kept.push(recipient);
			continue;
		}
		const type = typeOf(recipient);
		const isPhone = typeof type === 'number' && mediumOf(to, type) === 'phone';
		const address = isPhone ? numbers.read(to) : to;
		if (address !== undefined && numbers.isFirst(recipientKey(address, type), to)) {
			kept.push({ ...recipient, sendTo: address, type });
		}
	}
	return { kept, skipped: numbers.skipped };
}

/** A type given as a digit is the number; what is no type stays as it is, to be refused. */
function typeOf({ type }: Entered<Recipient>): unknown {
	return typeof type === 'string' && /^[1-6]$/.test(type) ? Number(type) : type;
}

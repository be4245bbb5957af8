import {
	NodeHelpers,
	type IDataObject,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import {
	readRecipients,
	recipientFields,
} from '../../../../../nodes/SubscriptionMessaging/actions/fields/recipients';
import { sendLocalizedMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendLocalized.operation';
import { sendMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/send.operation';
import { entered } from '../entered';

const read = (parameters: IDataObject) => readRecipients(entered(sendMessage, parameters));
const list = (sendTo: unknown, more: IDataObject = {}) =>
	read({ recipients: 'commaSeparated', sendTo: sendTo as string, ...more });
const item = (sendTo: unknown, more: IDataObject = {}) =>
	read({ recipients: 'inputItems', sendTo: sendTo as string, ...more });
const rows = (entries: IDataObject[], more: IDataObject = {}) =>
	read({ recipients: 'defineBelow', recipientList: { recipients: entries }, ...more });
const addresses = ({ recipientList }: ReturnType<typeof read>) =>
	recipientList?.recipients.map(({ sendTo }) => sendTo);

describe('the editor', () => {
	/** The fields that it shows for a choice of recipients, and those that each of them holds. */
	const shown = (choice: string, isLocalized?: boolean) =>
		recipientFields(isLocalized)
			.filter((field) => NodeHelpers.displayParameter({ recipients: choice }, field, null, null))
			.map(({ name, type, options }) => {
				const [first, ...more] = type === 'options' ? [] : ((options ?? []) as INodeProperties[]);
				const held = first && 'values' in first ? (first.values as INodeProperties[]) : [first];
				return [name, ...[...held, ...more].flatMap((field) => field?.name ?? [])].join(' ');
			});

	test.each([
		['commaSeparated', ['recipients', 'sendTo', 'type']],
		['inputItems', ['recipients', 'sendTo', 'type', 'recipientFields carrier customfields']],
		['defineBelow', ['recipients', 'recipientList sendTo type carrier customfields']],
	])('asks for the recipients of %s, each thing once', (choice, fields) => {
		expect(shown(choice)).toEqual(fields);
	});

	test.each([
		['commaSeparated', ['recipients', 'sendTo', 'type', 'country', 'locale']],
		[
			'inputItems',
			[
				'recipients',
				'sendTo',
				'type',
				'recipientFields carrier country customfields locale message',
			],
		],
		[
			'defineBelow',
			['recipients', 'recipientList sendTo type carrier customfields country locale message'],
		],
	])('asks for their country and language where a send is localized: %s', (choice, fields) => {
		expect(shown(choice, true)).toEqual(fields);
	});

	test('takes as many rows as there are recipients, and none at first', () => {
		const field = recipientFields().find(({ name }) => name === 'recipientList');
		expect(field).toMatchObject({ typeOptions: { multipleValues: true }, default: {} });
	});
});

describe('the types', () => {
	const { options } = recipientFields().find(({ name }) => name === 'type') as INodeProperties;
	const types = options as INodePropertyOptions[];

	test('that the document only lists stand last, and say so', () => {
		expect(types.map(({ value }) => value)).toEqual([4, 1, 2, 3, 5, 6]);
		for (const { description } of types.slice(-2)) expect(description).toContain('Not explained');
		for (const { description } of types.slice(0, 4)) {
			expect(description).not.toContain('Not explained');
		}
	});

	test.each([1, '1', ' 1 '])('are read as the number where %p is given', (type) => {
		expect(item('+1 801 555 1001', { type }).recipientList?.recipients).toMatchObject([
			{ sendTo: '18015551001', type: 1 },
		]);
	});

	test.each(['01', '7', 'SMS', '1.0', 0, 7, null, [1]])(
		'stay what they are where %p is none',
		(type) => {
			expect(item('+1 801 555 1001', { type }).recipientList?.recipients).toMatchObject([
				{ sendTo: '+1 801 555 1001', type },
			]);
		},
	);
});

describe('an address', () => {
	test.each([1, 3])('of type %p is a phone number and no email address', (type) => {
		expect(addresses(item('+1 (801) 555-1001', { type }))).toEqual(['18015551001']);
		expect(() => item('ann@example.com', { type })).toThrow(
			'\'Send To\': "ann@example.com" is not a phone number: it is an email address [item 0]',
		);
	});

	test('of the email gateway may be either', () => {
		expect(addresses(item('+1 (801) 555-1001', { type: 2 }))).toEqual(['18015551001']);
		expect(addresses(item('ann@example.com', { type: 2 }))).toEqual(['ann@example.com']);
	});

	test('of type 4 is an email address', () => {
		expect(addresses(item('Ann@example.com', { type: 4 }))).toEqual(['Ann@example.com']);
		expect(() => item('18015551001', { type: 4 })).toThrow(
			`'Send To' is "18015551001", which is not an email address [item 0]`,
		);
	});

	test('of the other types stays as it is', () => {
		expect(addresses(item('room-12', { type: 5 }))).toEqual(['room-12']);
		expect(addresses(item('0801 nobody'.replace(' ', '-'), { type: 6 }))).toEqual(['0801-nobody']);
	});

	test.each([
		[
			'ann@example.com, bob@example.com',
			4,
			'is "ann@example.com, bob@example.com", which is not one',
		],
		['a|b', 5, 'is "a|b", which holds a pipe'],
		['a\nb', 6, 'is "a b", which holds a line break'],
		['\u200b', 5, 'holds an invisible character (U+200B)'],
	])('of an item is one: %j', (sendTo, type, problem) => {
		expect(() => item(sendTo, { type })).toThrow(`'Send To' ${problem}`);
	});

	test.each([
		['+1 801\n555 1001', /a line break or a tab/],
		['040 12345 / 040 12346', /may be two numbers/],
		['040 12345.0', /has decimals/],
		['-18015551001', /begins with a minus/],
		[18015551001.5, /has decimals/],
		[1e21, /more than 15 digits/],
	])('that is no number is refused: %p', (sendTo, problem) => {
		expect(() => item(sendTo, { options: { defaultCountry: 'DE' } })).toThrow(problem);
		expect(item(sendTo, { options: { impossibleNumbers: 'skip' } })).toEqual({
			recipientList: { recipients: [] },
			skipped: [
				{
					sendTo: String(sendTo === 1e21 ? 10n ** 21n : sendTo),
					reason: expect.any(String) as string,
				},
			],
			fromItems: true,
		});
	});

	test('that no type says anything of is left to the check of the type', () => {
		const type = '={{ $json.type }}';
		expect(addresses(item('room 12', { type }))).toEqual(['room 12']);
		expect(addresses(item('a|b', { type: 9 }))).toEqual(['a|b']);
	});

	test('of the email gateway is a phone number unless it is an email address', () => {
		expect(() => item('nobody', { type: 2 })).toThrow('"nobody" is not a phone number');
	});

	test('of an item is refused with how to mend it', () => {
		expect(() => item('a|b', { type: 5 })).toThrow(
			expect.objectContaining({ description: expect.stringMatching(/\w/) as string }) as Error,
		);
	});

	test('that is missing stays missing', () => {
		expect(addresses(item('  '))).toEqual([undefined]);
		expect(addresses(rows([{ type: 1 }, { sendTo: '', type: 1 }]))).toEqual([undefined, undefined]);
	});
});

describe('a list', () => {
	test('keeps every person once where duplicates are removed, in the order given', () => {
		const options = { removeDuplicates: true };
		const { skipped, ...audience } = list('18015551002, +1 801 555 1001;18015551001', { options });
		expect(addresses({ skipped, ...audience })).toEqual(['18015551002', '18015551001']);
		expect(skipped).toEqual([{ sendTo: '18015551001', reason: 'it occurs more than once' }]);
		expect(addresses(list('18015551001,18015551001'))).toHaveLength(2);
	});

	test('tells people apart who share their digits, or are reached in another way', () => {
		const options = { removeDuplicates: true };
		const { skipped, ...audience } = rows(
			[
				{ sendTo: 'room-12', type: 5 },
				{ sendTo: 'desk-12', type: 5 },
				{ sendTo: 'Room-12', type: '5' },
				{ sendTo: '18015551001', type: 1 },
				{ sendTo: '+18015551001', type: '3' },
			],
			{ options },
		);
		expect(addresses({ skipped, ...audience })).toEqual([
			'room-12',
			'desk-12',
			'18015551001',
			'18015551001',
		]);
		expect(skipped.map(({ sendTo }) => sendTo)).toEqual(['Room-12']);
	});

	test('that is empty stays a list', () => {
		expect(list(' , ;\n')).toEqual({ recipientList: { recipients: [] }, skipped: [] });
		expect(rows([])).toEqual({ recipientList: { recipients: [] }, skipped: [] });
	});

	test('of one field has the type that all of them share', () => {
		expect(list('ann@example.com\n bob@example.com', { type: '4' })).toEqual({
			recipientList: {
				recipients: [
					{ sendTo: 'ann@example.com', type: 4 },
					{ sendTo: 'bob@example.com', type: 4 },
				],
			},
			skipped: [],
		});
	});

	test('is checked with the rest of the call, which tells which entry is wrong', () => {
		expect(addresses(list('ann', { type: 4 }))).toEqual(['ann']);
		expect(addresses(rows([{ sendTo: 'a|b', type: 5 }]))).toEqual(['a|b']);
	});

	test('of rows holds its addresses without blanks around them, of whatever type', () => {
		expect(addresses(rows([{ sendTo: ' room-12\n', type: 5 }]))).toEqual(['room-12']);
	});

	test('of rows holds what each row has, without blanks around it', () => {
		const customfields = { field: [{ name: 'name', value: 'Ann' }] };
		expect(
			rows([{ sendTo: ' +18015551001 ', type: 1, carrier: ' 383 ', customfields }]).recipientList,
		).toEqual({
			recipients: [
				{
					sendTo: '18015551001',
					type: 1,
					carrier: '383',
					customfields: [{ name: 'name', value: 'Ann' }],
				},
			],
		});
	});
});

test('everyone cannot be chosen', () => {
	expect(() => read({ recipients: 'everyone', sendTo: '18015551001' })).toThrow(
		"'Recipients' must be one of inputItems, defineBelow, commaSeparated",
	);
});

describe('a localized send', () => {
	const localized = (parameters: IDataObject) =>
		readRecipients(entered(sendLocalizedMessage, parameters), true).recipientList?.recipients;

	test('gives a list the country and locale that it shares', () => {
		const shared = { recipients: 'commaSeparated', sendTo: '34600123456', country: ' ES ' };
		expect(localized({ ...shared, locale: 'es_ES ' })).toEqual([
			{ sendTo: '34600123456', type: 1, country: 'ES', locale: 'es_ES' },
		]);
		expect(localized({ ...shared, country: '' })).toEqual([
			{ sendTo: '34600123456', type: 1, country: undefined, locale: undefined },
		]);
	});

	test('gives an item its own', () => {
		expect(
			localized({
				recipients: 'inputItems',
				sendTo: '34600123456',
				recipientFields: { country: ' ES', locale: 'es_ES ', message: 'Hola ' },
			}),
		).toMatchObject([{ country: 'ES', locale: 'es_ES', message: 'Hola ' }]);
	});

	test('gives each row its own', () => {
		const row = {
			sendTo: '34600123456',
			type: 1,
			country: ' ES',
			locale: 'es_ES ',
			message: 'Hola ',
		};
		expect(
			localized({ recipients: 'defineBelow', recipientList: { recipients: [row] } }),
		).toMatchObject([{ sendTo: '34600123456', country: 'ES', locale: 'es_ES', message: 'Hola ' }]);
		const bare = { sendTo: '34600123456', type: 1 };
		for (const none of [bare, { ...bare, country: ' ', locale: ' ' }]) {
			expect(
				localized({ recipients: 'defineBelow', recipientList: { recipients: [none] } }),
			).toMatchObject([{ ...bare, country: undefined, locale: undefined, message: undefined }]);
		}
	});

	test('alone gives a country, a locale and a message', () => {
		const more = { country: 'ES', locale: 'es_ES', message: 'Hola' };
		for (const audience of [
			list('18015551001', more),
			item('18015551001', { recipientFields: more }),
			rows([{ sendTo: '18015551001', type: 1, ...more }]),
		]) {
			const [recipient] = audience.recipientList.recipients;
			for (const name of Object.keys(more)) expect(recipient).not.toHaveProperty(name);
		}
	});
});

import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { transportField } from '../../../../../nodes/SubscriptionMessaging/actions/fields/options';
import {
	NodeFields,
	type ItemFields,
} from '../../../../../nodes/SubscriptionMessaging/actions/fields/itemFields';

const properties: INodeProperties[] = [
	{ displayName: 'Message', name: 'message', type: 'string', default: '' },
	{ displayName: 'Phone Numbers', name: 'phone_list', type: 'string', default: '' },
	{ displayName: 'Group', name: 'keyword', type: 'resourceLocator', default: '' },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [
			{ displayName: 'Custom Ticket', name: 'custom_ticket', type: 'string', default: '' },
			{ displayName: 'Time Limit (Seconds)', name: 'timeLimit', type: 'number', default: 300 },
		],
	},
	{
		displayName: 'Recipient List',
		name: 'recipientList',
		type: 'fixedCollection',
		default: {},
		options: [
			{
				displayName: 'Recipient',
				name: 'recipients',
				values: [{ displayName: 'Send To', name: 'sendTo', type: 'string', default: '' }],
			},
		],
	},
];

/** The fields of the third item, each with the value that an expression gave. */
function fieldsWith(parameters: Record<string, unknown>): ItemFields {
	const context = {
		getNode: () => ({ name: 'Subscription Messaging', type: 'test', typeVersion: 1 }),
		getInputData: () => [],
		getNodeParameter: (name: string, itemIndex: number, fallback?: unknown) => {
			expect(itemIndex).toBe(2);
			return name in parameters ? parameters[name] : fallback;
		},
	};
	return new NodeFields(context as unknown as IExecuteFunctions, properties).of(2);
}

const withMessage = (message: unknown) => fieldsWith({ message });

describe('text', () => {
	test.each([
		['Hello ', 'Hello '],
		['', ''],
		[18015551234, '18015551234'],
		[1e21, '1000000000000000000000'],
		[-5, '-5'],
		[1.5, '1.5'],
		[0, '0'],
		[-0, '0'],
		[true, 'true'],
		[false, 'false'],
		[null, ''],
		[undefined, ''],
		[10n, '10'],
	])('of %p is %p', (value, text) => {
		expect(withMessage(value).text('message')).toBe(text);
	});

	test.each([
		[{}, 'an object'],
		[{ text: 'Hello' }, 'an object'],
		[new Date(0), 'an object'],
		['Hi [object Object]!', 'an object'],
		[['Hello'], 'a list'],
		[[], 'a list'],
	])('cannot be %p, and the message names field, item and what was given', (value, given) => {
		expect(() => withMessage(value).text('message')).toThrow(
			`'Message' must be text, but ${given} was given [item 2]`,
		);
	});

	test.each([NaN, Infinity, -Infinity])('cannot be %p', (value) => {
		expect(() => withMessage(value).text('message')).toThrow(
			/^'Message' must be text.*\[item 2\]$/,
		);
	});

	test('that is refused says how to mend it, for the item that it is in', () => {
		const read = () => withMessage({}).text('message');
		expect(read).toThrow(
			expect.objectContaining({
				description: expect.stringContaining('expression') as string,
				context: expect.objectContaining({ itemIndex: 2 }) as object,
			}),
		);
	});
});

describe('a resource locator', () => {
	test('is read without the spaces around it, and as digits where it is a number', () => {
		expect(fieldsWith({ keyword: ' NSTAFF\n' }).locator('keyword')).toBe('NSTAFF');
		expect(fieldsWith({ keyword: 12345 }).locator('keyword')).toBe('12345');
		expect(fieldsWith({}).locator('keyword')).toBe('');
	});

	test('cannot be an object', () => {
		expect(() => fieldsWith({ keyword: {} }).locator('keyword')).toThrow(
			"'Group' must be text, but an object was given [item 2]",
		);
	});
});

describe('a list', () => {
	const list = (value: unknown) => fieldsWith({ phone_list: value }).list('phone_list');

	test.each([
		['1,2', ['1', '2']],
		[' 1 ; 2 ', ['1', '2']],
		['1\n2\r\n3', ['1', '2', '3']],
		['1|2，3；4、5｜6\t7', ['1', '2', '3', '4', '5', '6\t7']],
		[',1,,\n;2,', ['1', '2']],
		[18015551234, ['18015551234']],
		[
			[18015551234, ' 18015555678 ', null, ''],
			['18015551234', '18015555678'],
		],
		['', []],
		[' , ;\n', []],
		[null, []],
		[undefined, []],
		[[], []],
		[[null, ' '], []],
	])('of %j is %j', (value, entries) => {
		expect(list(value)).toEqual(entries);
	});

	test.each([{}, { 0: '1' }, [['1']], [{ phone: '1' }]])('cannot be %j', (value) => {
		expect(() => list(value)).toThrow(/^'Phone Numbers' must be text, but .* \[item 2\]$/);
	});
});

describe('true or false', () => {
	test.each([
		[true, true],
		['true', true],
		[1, true],
		['1', true],
		[false, false],
		['false', false],
		[0, false],
		['0', false],
	])('may be given as %j', (value, meant) => {
		expect(withMessage(value).boolean('message')).toBe(meant);
	});

	test.each([
		['yes', '"yes"'],
		[2, '2'],
		['', 'nothing'],
		[null, 'nothing'],
		[undefined, 'nothing'],
		[{}, 'an object'],
		[[true], 'a list'],
	])('cannot be %j', (value, given) => {
		expect(() => withMessage(value).boolean('message')).toThrow(
			`'Message' must be true or false, but ${given} was given [item 2]`,
		);
	});
});

describe('a choice', () => {
	const ofMessage = { name: 'message', options: [{ value: 'soap' }, { value: 'nvp' }] };

	test('is one of its values', () => {
		expect(withMessage('soap').choice(ofMessage)).toBe('soap');
	});

	test.each(['SOAP', '', null, undefined, 0, {}, ['soap']])('cannot be %j', (value) => {
		expect(() => withMessage(value).choice(ofMessage)).toThrow(
			/^'Message' must be one of soap, nvp, but .* was given \[item 2\]$/,
		);
	});
});

describe('a count', () => {
	test.each([
		[1, 1],
		['50', 50],
		[' 7 ', 7],
	])('may be given as %j', (value, count) => {
		expect(withMessage(value).count('message')).toBe(count);
	});

	test.each([0, -1, 1.5, '', ' ', 'many', true, null, undefined, {}, [5], NaN, Infinity])(
		'cannot be %p',
		(value) => {
			expect(() => withMessage(value).count('message')).toThrow(
				/^'Message' must be a whole number of at least 1, but .* was given \[item 2\]$/,
			);
		},
	);
});

describe('an integer', () => {
	test('is left as it is for the validation, without the spaces around it', () => {
		expect(withMessage(' 12 ').integer('message')).toBe('12');
		expect(withMessage(1.5).integer('message')).toBe(1.5);
		const list = [1];
		expect(withMessage(list).integer('message')).toBe(list);
	});
});

describe('a collection', () => {
	const members = (options: unknown) => fieldsWith({ options }).members('options');

	test.each(['', null, undefined])('that was added is no choice with %j', (value) => {
		const options = members({ thread: value, transport: value });
		expect(() => options.boolean('thread')).toThrow(
			"'Thread' must be true or false, but nothing was given [item 2]",
		);
		expect(() => options.choice(transportField)).toThrow(
			"'Transport' must be one of nvp, soap, but nothing was given [item 2]",
		);
	});

	test.each([{}, null, undefined, ''])('of %j has no members', (value) => {
		expect(members(value).text('custom_ticket')).toBeUndefined();
		expect(members(value).change('custom_ticket')).toBeUndefined();
		expect(members(value).count('timeLimit')).toBeUndefined();
		expect(members(value).integer('timeLimit')).toBeUndefined();
		expect(members(value).boolean('thread')).toBeUndefined();
		expect(members(value).choice(transportField)).toBeUndefined();
		expect(members(value).record('address', 'address')).toBeUndefined();
		expect(members(value).rows('params', 'field')).toEqual([]);
	});

	test('that was not added is read as empty', () => {
		expect(fieldsWith({}).members('options').text('custom_ticket')).toBeUndefined();
	});

	test.each(['a', 5, true, [{}]])('cannot be %j', (value) => {
		expect(() => members(value)).toThrow(/^'Options' must be a set of fields, but .* \[item 2\]$/);
	});

	test('names a member by its own display name', () => {
		expect(() => members({ custom_ticket: {} }).text('custom_ticket')).toThrow(
			"'Custom Ticket' must be text, but an object was given [item 2]",
		);
		expect(() => members({ timeLimit: 'soon' }).count('timeLimit')).toThrow(
			`'Time Limit (Seconds)' must be a whole number of at least 1, but "soon" was given [item 2]`,
		);
	});

	test.each([
		[0, 0],
		['0', 0],
		[-0, -0],
		[5, 5],
		[' 12 ', 12],
		['', undefined],
		[undefined, undefined],
	])('%p is the whole number %p where 0 is allowed', (value, number) => {
		expect(members({ timeLimit: value }).atLeastZero('timeLimit')).toBe(number);
	});

	test.each([-5, '-5', 1.5, 'soon', '0x', true])(
		'%p is refused, and 0 is said to be allowed',
		(value) => {
			expect(() => members({ timeLimit: value }).atLeastZero('timeLimit')).toThrow(
				/^'Time Limit \(Seconds\)' must be a whole number of at least 0, but .* was given \[item 2\]$/,
			);
		},
	);

	test('a number beyond the most is refused with both ends', () => {
		expect(members({ timeLimit: 10 }).count('timeLimit', 10)).toBe(10);
		for (const value of [0, 11]) {
			expect(() => members({ timeLimit: value }).count('timeLimit', 10)).toThrow(
				`'Time Limit (Seconds)' must be a whole number from 1 to 10, but ${value} was given`,
			);
		}
	});

	test('a phone number is read as digits with its country code, and an empty one clears', () => {
		const phone = (custom_ticket?: unknown) => members({ custom_ticket }).phone('custom_ticket');
		expect(['+1 (801) 555-1234', '18015551234'].map(phone)).toEqual(['18015551234', '18015551234']);
		expect([phone(''), phone()]).toEqual(['', undefined]);
		// Those of an expression without a value would clear what is stored.
		expect(() => phone(' ')).toThrow('is not a phone number');
		expect(() => phone('call me')).toThrow(/^'Custom Ticket': "call me" is not a phone number/);
		expect(() => phone('(801) 555-1234')).toThrow('is not a possible phone number');
	});

	test('an empty text clears a member in a change, and is no value elsewhere', () => {
		expect(members({ custom_ticket: '' }).change('custom_ticket')).toBe('');
		expect(members({ custom_ticket: '' }).text('custom_ticket')).toBeUndefined();
	});
});

describe('the rows of a list', () => {
	const rows = (recipientList: unknown) =>
		fieldsWith({ recipientList }).rows('recipientList', 'recipients');

	test('are read in their order', () => {
		const read = rows({ recipients: [{ sendTo: 18015551234 }, { sendTo: 'a@example.com' }] });
		expect(read.map((row) => row.text('sendTo'))).toEqual(['18015551234', 'a@example.com']);
	});

	test.each([{}, null, undefined, '', { recipients: [] }, { recipients: null }])(
		'of %j are none',
		(value) => {
			expect(rows(value)).toEqual([]);
		},
	);

	test('a row that an expression left empty stays a row, so that it can be refused', () => {
		expect(rows({ recipients: [null, {}] })).toHaveLength(2);
	});

	test.each([
		[{ recipients: 'a' }, 'a list of rows'],
		[{ recipients: { sendTo: '1' } }, 'a list of rows'],
		[{ recipients: ['a'] }, 'a set of fields'],
		[{ recipients: [[]] }, 'a set of fields'],
		['a', 'a set of fields'],
		[[], 'a set of fields'],
	])('cannot be %j', (value, wanted) => {
		expect(() => rows(value)).toThrow(
			new RegExp(`^'Recipient List' must be ${wanted}, but .* was given \\[item 2\\]$`),
		);
	});

	test('name a member by its own display name', () => {
		const [row] = rows({ recipients: [{ sendTo: ['1'] }] });
		expect(() => row?.text('sendTo')).toThrow(
			"'Send To' must be text, but a list was given [item 2]",
		);
	});
});

describe('fields of several items', () => {
	/** Gives the items what n8n would: an entry of a list where an expression was entered. */
	function fieldsOf(entered: Record<string, unknown>, evaluated: Record<string, unknown[]>) {
		const context = {
			getNode: () => ({ name: 'Subscription Messaging', type: 'test', typeVersion: 1 }),
			getNodeParameter: (
				name: string,
				itemIndex: number,
				_fallback: unknown,
				options?: { rawExpressions?: boolean },
			) =>
				options?.rawExpressions ? entered[name] : (evaluated[name]?.[itemIndex] ?? entered[name]),
		};
		return new NodeFields(context as unknown as IExecuteFunctions, properties);
	}

	test('each item has the text that the expression gives for it', () => {
		const fields = fieldsOf({ message: '={{ $json.text }}' }, { message: ['one', 'two'] });
		expect([0, 1].map((item) => fields.of(item).text('message'))).toEqual(['one', 'two']);
	});

	test('an expression deep in a field is evaluated for each item, too', () => {
		const rows = (sendTo: string) => ({ recipients: [{ type: 1 }, { sendTo }] });
		const fields = fieldsOf(
			{ recipientList: rows('={{ $json.phone }}') },
			{ recipientList: [rows('18015551234'), rows('18015555678')] },
		);
		const second = (item: number) =>
			fields.of(item).rows('recipientList', 'recipients')[1]?.text('sendTo');
		expect([0, 1].map(second)).toEqual(['18015551234', '18015555678']);
	});

	test('a chosen entry of a list is the same for all items, one by expression is not', () => {
		const chosen = { __rl: true, mode: 'keyword', value: 'NSTAFF' };
		const fixed = fieldsOf({ keyword: 'NSTAFF' }, {});
		expect([0, 1].map((item) => fixed.of(item).locator('keyword'))).toEqual(['NSTAFF', 'NSTAFF']);
		const fields = fieldsOf(
			{ keyword: { ...chosen, value: '={{ $json.group }}' } },
			{ keyword: ['NSTAFF', 'NPARENTS'] },
		);
		expect([0, 1].map((item) => fields.of(item).locator('keyword'))).toEqual([
			'NSTAFF',
			'NPARENTS',
		]);
	});

	/** The items whose texts were evaluated, in order, while as many as come in are read. */
	function textsOf(texts: Array<string | Error>) {
		const evaluated: number[] = [];
		const context = {
			getNodeParameter: (
				_name: string,
				itemIndex: number,
				_fallback: unknown,
				options: { rawExpressions?: boolean },
			) => {
				if (options.rawExpressions) return '={{ $json.text }}';
				evaluated.push(itemIndex);
				const text = texts[itemIndex];
				if (text instanceof Error) throw text;
				return text;
			},
		};
		const fields = new NodeFields(
			context as unknown as IExecuteFunctions,
			properties,
			texts.length,
		);
		return { evaluated, text: (item: number) => fields.of(item).text('message') };
	}

	test('an expression is evaluated once an item, however often its field is read', () => {
		const texts = Array.from({ length: 50 }, (_, item) => `text ${item}`);
		const { evaluated, text } = textsOf(texts);
		const read = texts.map((_, item) => [text(item), text(item)]);
		expect(read).toEqual(texts.map((each) => [each, each]));
		expect(evaluated).toEqual([...texts.keys()]);
	});

	test('an expression that fails for an item fails when that item is read, and no other', () => {
		const { text } = textsOf(['one', new Error('No phone'), 'three']);
		expect(text(0)).toBe('one');
		expect(() => text(1)).toThrow('No phone');
		expect(text(2)).toBe('three');
	});

	test('items that come in another order have their own texts', () => {
		const { text } = textsOf(['one', 'two', 'three']);
		expect([1, 0, 2].map(text)).toEqual(['two', 'one', 'three']);
	});
});

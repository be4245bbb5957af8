import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();

const unit = (value: string) => ({ __rl: true, mode: 'keyword', value });

const run = (parameters: INodeParameters, items: IDataObject[] = [{}]) =>
	runNode({
		credential: credentialFor(sandbox.running),
		parameters: {
			resource: 'message',
			operation: 'send',
			keyword: unit('NSTAFF'),
			message: 'Hello',
			...parameters,
		},
		items,
	});

const fromItems = (to: unknown, more: INodeParameters = {}) =>
	run(
		{
			recipients: 'inputItems',
			sendTo: '={{ $json.to }}',
			type: '={{ $json.type ?? 1 }}',
			...more,
		},
		[{ to } as IDataObject],
	);

const received = () => sandbox.running.sandbox.messages.all.map(({ sendTo }) => sendTo);
const calls = () => sandbox.running.sandbox.calls.map(({ operation }) => operation);

/** An error's title and what stands under it, where the end of a long title is. */
const said = (error?: { message: string; description?: string | null }) =>
	`${error?.message} ${error?.description ?? ''}`;

describe('One recipient is one person', () => {
	const TWO = '18015551001,18015551002';

	it.each(['01', '7', '1.0', 'SMS'])(
		'so a column of types that holds %p stops the send',
		async (type) => {
			const { error } = await run(
				{ recipients: 'inputItems', sendTo: '={{ $json.to }}', type: '={{ $json.type }}' },
				[{ to: TWO, type }],
			);
			expect(error?.message).toMatch(/^'Type'.* (is|must be) /);
			expect(calls()).toEqual([]);
		},
	);

	it.each([1, 2, 3, 4, 5, 6])('whatever its type is: %i', async (type) => {
		for (const to of [
			TWO,
			'18015551001|18015551002',
			'18015551001 18015551002',
			'a\nb',
			'\u200b',
		]) {
			const { error } = await run({ recipients: 'inputItems', sendTo: '={{ $json.to }}', type }, [
				{ to },
			]);
			expect(error?.message).toMatch(/\[item 0\]$/);
		}
		expect(calls()).toEqual([]);
	});

	it('who is texted or called at a phone number, and reached by email at an address', async () => {
		for (const [to, type] of [
			['ann@example.com', 1],
			['ann@example.com', 3],
			['18015551001', 4],
		]) {
			const { error } = await run(
				{ recipients: 'inputItems', sendTo: '={{ $json.to }}', type: '={{ $json.type }}' },
				[{ to, type }],
			);
			expect(error?.message).toContain('email address');
		}
		expect(calls()).toEqual([]);
	});

	it.each([
		['040 12345.0', 'it has decimals'],
		['040 12345 / 040 12346', 'It may be two numbers'],
		['0301234\n5678', 'a line break or a tab'],
		[-18015551001, 'it begins with a minus'],
		['+4930123456789012', 'more than 15 digits'],
		['18015551001.0 18015551002.0', 'it has decimals'],
	])('whose number is never made of two: %j', async (to, problem) => {
		const { error } = await fromItems(to, { options: { defaultCountry: 'DE' } });
		expect(said(error)).toContain(problem);
		const plain = await run({
			operation: 'sendToNumbers',
			phone: typeof to === 'string' ? `="${to.replace('\n', '\\t')}"` : to,
			options: { defaultCountry: 'DE' },
		});
		expect(plain.error?.message).toMatch(/phone number/);
		expect(calls()).toEqual([]);
	});

	it('and is left out as a duplicate by one rule in a list and over items', async () => {
		const options = { removeDuplicates: true };
		const rooms = ['room-12', 'desk-12', 'Room-12'];
		await run({
			recipients: 'commaSeparated',
			sendTo: rooms.join(','),
			type: 5,
			options,
		});
		await run(
			{ recipients: 'inputItems', sendTo: '={{ $json.to }}', type: 5, options },
			rooms.map((to) => ({ to })),
		);
		expect(received()).toEqual(['room-12', 'desk-12', 'room-12', 'desk-12']);
	});
});

describe('A keyword', () => {
	it.each(['N\nSTAFF', 'N\u200bSTAFF', 'ＮSTAFF'])(
		'that only looks like one never leaves: %j',
		async (keyword) => {
			const { error } = await run({
				keyword: unit(keyword),
				recipients: 'commaSeparated',
				sendTo: '18015551001',
			});
			expect(error?.message).toMatch(/^'Group' (is|holds) /);
			const read = await run({ resource: 'group', operation: 'get', keyword: unit(keyword) });
			expect(read.error?.message).toMatch(/^'Group' (is|holds) /);
			expect(calls()).toEqual([]);
		},
	);
});

test('a division that is refused a list learns which field and which rule it was', async () => {
	const { error } = await run({
		keyword: unit('NORTH'),
		recipients: 'commaSeparated',
		sendTo: '18015551001',
	});
	expect(said(error)).toContain('118');
	expect(error?.description).toContain(
		"Choose 'Group' from its list. A company or division can't send to a list.",
	);
});

describe('A placeholder that no value fills', () => {
	const withName = {
		recipients: 'inputItems',
		sendTo: '={{ $json.to }}',
		recipientFields: { customfields: { field: [{ name: 'name', value: '={{ $json.name }}' }] } },
	};
	const people = [
		{ to: '18015551001', name: 'Ann' },
		{ to: '18015551002', name: null },
	];

	it.each(['send', 'sendLocalized', 'sendAndWaitForDelivery'])(
		'is not sent by %s',
		async (operation) => {
			const { error } = await run(
				{ ...withName, operation, message: 'Hi {name}, {order}' },
				people,
			);
			expect(error?.message).toBe("'Message' has no value for {order} [item 0]");
			expect(calls()).toEqual([]);
		},
	);

	it('is named for the item that has no value', async () => {
		const { error } = await run({ ...withName, message: 'Hi {name} {"a":1}' }, people);
		expect(error?.message).toBe("'Message' has no value for {name} [item 1]");
		expect(calls()).toEqual([]);
	});

	it('is not sent in the text of a template', async () => {
		const template = {
			operation: 'sendTemplate',
			templateSource: 'text',
			text: 'Hi {name}, {a b}',
		};
		const { error } = await run({ ...withName, ...template }, people.slice(0, 1));
		expect(error?.message).toBe("'Text' has no value for {a b} [item 0]");
		expect(calls()).toEqual([]);
	});

	it('is sent where that is chosen', async () => {
		const options = { unfilledPlaceholders: 'send' };
		await run({ ...withName, options, message: 'Hi {name}, {order}' }, people.slice(0, 1));
		expect(sandbox.running.sandbox.messages.all.map(({ text }) => text)).toEqual([
			'Hi Ann, {order}',
		]);
	});
});

describe('A text in other letters', () => {
	const list = { recipients: 'commaSeparated', sendTo: '8613800138000', message: '你'.repeat(80) };

	it('has 70 characters without a locale in a localized send', async () => {
		const { error } = await run({ ...list, operation: 'sendLocalized' });
		expect(said(error)).toMatch(/^'Message' has 80 characters, .* at most 70 are allowed if/);
		expect(calls()).toEqual([]);
	});

	it.each(['send', 'sendToNumbers'])(
		'is warned of by %s, in the output and the hint',
		async (operation) => {
			const { items, hints } = await run({ ...list, operation, phone: '8613800138000' });
			const warning = "The text has 80 characters; one that isn't in English can have 70";
			expect(items[0]?.json.warnings).toEqual([warning]);
			expect(hints).toContainEqual(
				expect.objectContaining({ message: `1 item to look at: ${warning}`, type: 'warning' }),
			);
		},
	);

	it('is split by the limit of other languages', async () => {
		await run({ ...list, operation: 'sendLocalized', options: { ifTooLong: 'split' } });
		expect(sandbox.running.sandbox.messages.all.map(({ text }) => text.length)).toEqual([70, 10]);
	});
});

test('a pause of less than nothing is refused, and 0 is said to be allowed', async () => {
	const { error } = await run({
		recipients: 'commaSeparated',
		sendTo: '18015551001',
		options: { pauseBetweenRequests: -5 },
	});
	expect(said(error)).toContain(
		"'Pause Between Requests (Ms)' must be a whole number of at least 0, but -5 was given",
	);
	expect(calls()).toEqual([]);
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();
const group = { __rl: true, mode: 'keyword', value: 'NSTAFF' };

const send = (parameters: INodeParameters, items: IDataObject[], more: Partial<RunOptions> = {}) =>
	runNode({
		credential: credentialFor(sandbox.running),
		parameters: {
			resource: 'message',
			operation: 'send',
			keyword: group,
			recipients: 'inputItems',
			sendTo: '={{ $json.phone }}',
			type: 1,
			message: 'Hello',
			...parameters,
		},
		items,
		...more,
	});

const people = (count: number, first = 18015550000) =>
	Array.from({ length: count }, (_person, index) => ({ phone: first + index, name: `N${index}` }));

const sends = () =>
	sandbox.running.sandbox.calls.filter(({ operation }) => /^send/.test(operation));
const messages = () => sandbox.running.sandbox.messages.all;

describe('Recipients from the input items', () => {
	it('are gathered into calls of 100, and each item gets its number, ticket and batch', async () => {
		const { items, error } = await send({}, people(1000));

		expect(error).toBeUndefined();
		expect(sends()).toHaveLength(10);
		expect(items).toHaveLength(1000);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			people(1000).map((_p, item) => ({ item })),
		);
		const ticketOf = new Map(
			messages().map((message) => [message.sendTo, message.transaction_ticket]),
		);
		for (const [index, { json }] of items.entries()) {
			expect(json).toMatchObject({
				sendTo: String(18015550000 + index),
				transaction_ticket: ticketOf.get(String(18015550000 + index)),
				batch: Math.floor(index / 100),
				sent: true,
				group: 'NSTAFF',
			});
		}
	});

	it('carry custom fields, carrier and type of their own', async () => {
		await send(
			{
				message: 'Hi {name}',
				recipientFields: {
					carrier: '={{ $json.carrier }}',
					customfields: { field: [{ name: 'name', value: '={{ $json.name }}' }] },
				},
				type: '={{ $json.phone.includes("@") ? 4 : 1 }}',
			},
			[
				{ phone: '18015550001', name: 'Ann', carrier: 383 },
				{ phone: 'bob@example.com', name: 'Bob' },
			],
		);

		expect(sends()).toHaveLength(1);
		expect(messages()).toMatchObject([
			{ sendTo: '18015550001', text: 'Hi Ann', carrier: 383, type: 1 },
			{ sendTo: 'bob@example.com', text: 'Hi Bob', type: 4 },
		]);
	});

	it('share a call only with neighbours that share everything else', async () => {
		const { items } = await send({ message: '={{ $json.text }}' }, [
			{ phone: '18015550001', text: 'a' },
			{ phone: '18015550002', text: 'a' },
			{ phone: '18015550003', text: 'b' },
			{ phone: '18015550004', text: 'a' },
		]);

		expect(items.map(({ json }) => json.batch)).toEqual([0, 0, 1, 2]);
		expect(
			messages()
				.map(({ text }) => text)
				.toSorted(),
		).toEqual(['a', 'a', 'a', 'b']);
	});

	it('have a locale and a message of their own in a localized send', async () => {
		await send(
			{
				operation: 'sendLocalized',
				recipientFields: { locale: '={{ $json.locale }}', message: '={{ $json.text }}' },
			},
			[
				{ phone: '18015550001', locale: 'es_MX', text: 'Hola' },
				{ phone: '18015550002', locale: '', text: '' },
			],
		);

		expect(sends()).toHaveLength(1);
		expect(messages()).toMatchObject([
			{ locale: 'es_MX', text: 'Hola' },
			{ locale: '', text: 'Hello' },
		]);
	});

	it('go out in batches of the size asked for', async () => {
		await send({ options: { batchSize: 3 } }, people(7));

		expect(sends()).toHaveLength(3);
	});
});

describe('Phone numbers', () => {
	it('lose their punctuation, and the output shows what was sent', async () => {
		const { items } = await send({}, [
			{ phone: '+1 (801) 555-0001' },
			{ phone: '0044 7700 900123' },
		]);

		expect(items.map(({ json }) => json.sendTo)).toEqual(['18015550001', '447700900123']);
		expect(messages().map(({ sendTo }) => sendTo)).toEqual(['18015550001', '447700900123']);
	});

	it('are completed by the default country', async () => {
		const { items } = await send({ options: { defaultCountry: 'GB' } }, [
			{ phone: '07700 900123' },
			{ phone: '+1 801 555 0001' },
		]);

		expect(items.map(({ json }) => json.sendTo)).toEqual(['447700900123', '18015550001']);
	});

	it.each(['5550001', '12', 'call me', '180155500011111111'])(
		'that are impossible fail before anything is sent: %s',
		async (phone) => {
			const { error } = await send({}, [{ phone: '18015550001' }, { phone }]);

			expect(error?.message).toMatch(/not a (possible )?phone number.*\[item 1\]$/);
			expect(sends()).toEqual([]);
		},
	);

	it('that are impossible can be skipped, and say so', async () => {
		const { items } = await send({ options: { impossibleNumbers: 'skip' } }, [
			{ phone: '5550001' },
			{ phone: '18015550001' },
		]);

		expect(items[0]?.json).toMatchObject({ sent: false, sendTo: '5550001' });
		expect(items[0]?.json.skipped).toMatch(/not a possible phone number/);
		expect(items[1]?.json).toMatchObject({ sendTo: '18015550001', sent: true });
		expect(messages()).toHaveLength(1);
	});

	it('that would be strangers’ abroad are skipped where others lack their country code', async () => {
		const { items } = await send({ options: { impossibleNumbers: 'skip' } }, [
			{ phone: '4792756893' },
			{ phone: '8015551234' },
			{ phone: '+4792756893' },
		]);

		expect(items[0]?.json).toMatchObject({ sent: false, sendTo: '4792756893' });
		expect(items[0]?.json.skipped).toMatch(/may lack its country code, as others do/);
		expect(items[1]?.json).toMatchObject({ sent: false, sendTo: '8015551234' });
		expect(items[2]?.json).toMatchObject({ sent: true, sendTo: '4792756893' });
		expect(messages()).toHaveLength(1);
	});

	it('that occur again are sent to once when duplicates are removed', async () => {
		const { items } = await send({ options: { removeDuplicates: true } }, [
			{ phone: '18015550001' },
			{ phone: '+1 801 555 0001' },
		]);

		expect(items[1]?.json).toMatchObject({
			sent: false,
			sendTo: '18015550001',
			skipped: 'the same recipient is in item 0',
		});
		expect(messages()).toHaveLength(1);
	});

	it('that occur again are sent to once, though each item has a ticket and a text of its own', async () => {
		const { items } = await send(
			{
				message: 'Order {{ $json.order }}',
				options: { removeDuplicates: true, custom_ticket: '={{ $json.order }}' },
			},
			[
				{ phone: '18015550001', order: 'a' },
				{ phone: '+1 801 555 0001', order: 'b' },
			],
		);

		expect(messages()).toHaveLength(1);
		expect(items[1]?.json.skipped).toBe('the same recipient is in item 0');
	});

	it('are addresses that hold one email address only', async () => {
		const { error } = await send({ type: 4 }, [{ phone: 'ann@example.com, bob@example.com' }]);

		expect(error?.message).toMatch(
			/^'Send To' is "ann@example.com, bob@example.com", which is not one/,
		);
		expect(sends()).toEqual([]);
	});

	it('send nothing when all of a list are skipped', async () => {
		const { error } = await send(
			{ recipients: 'commaSeparated', sendTo: '12, 34', options: { impossibleNumbers: 'skip' } },
			[{}],
		);

		expect(error?.message).toMatch(/^'Recipients' holds no recipient/);
		expect(sends()).toEqual([]);
	});
});

describe('A message that is too long', () => {
	const text = `${'word '.repeat(50)}end`;
	const list = { recipients: 'commaSeparated', sendTo: '18015550001', message: text };

	it('can be shortened at a word', async () => {
		const { items } = await send({ ...list, options: { ifTooLong: 'shorten' } }, [{}]);

		const [message] = messages();
		expect(message?.text.length).toBeLessThanOrEqual(160);
		expect(message?.text).toMatch(/word\.\.\.$/);
		expect(items[0]?.json).toMatchObject({ parts: 1, segments: 1 });
	});

	it('can be split, the parts in order, with as many tickets', async () => {
		const { items } = await send({ ...list, options: { ifTooLong: 'split' } }, [{}]);

		expect(
			messages()
				.map((message) => message.text)
				.join(' '),
		).toBe(text);
		for (const message of messages()) expect(message.text.length).toBeLessThanOrEqual(160);
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			parts: 2,
			segments: 2,
			transaction_tickets: messages().map(({ transaction_ticket }) => transaction_ticket),
		});
	});

	it('is split for the recipients of all input items together, and each gets its parts in order', async () => {
		const { items } = await send({ message: text, options: { ifTooLong: 'split' } }, people(150));

		expect(sends()).toHaveLength(4);
		expect(messages()).toHaveLength(300);
		const partsTo = (number: string) => messages().filter(({ sendTo }) => sendTo === number);
		for (const { phone } of people(150)) {
			expect(
				partsTo(String(phone))
					.map((part) => part.text)
					.join(' '),
			).toBe(text);
		}
		expect(items).toHaveLength(150);
		const [first] = items;
		const last = items.at(-1);
		expect(first?.json).toMatchObject({ sendTo: '18015550000', parts: 2, segments: 2 });
		expect(last?.json).toMatchObject({ sendTo: '18015550149', parts: 2, segments: 2 });
		expect(last?.json.transaction_tickets).toEqual(
			partsTo('18015550149').map(({ transaction_ticket }) => transaction_ticket),
		);
		expect(last?.json.custom_tickets).toHaveLength(2);
	});

	it('is split in a template text as well, never inside a placeholder', async () => {
		const template = `${'word '.repeat(31)}{first name} ${'word '.repeat(20)}end`;
		await send(
			{
				operation: 'sendTemplate',
				templateSource: 'text',
				text: template,
				recipientFields: { customfields: { field: [{ name: 'first name', value: 'Ann' }] } },
				options: { ifTooLong: 'split' },
			},
			people(1),
		);

		expect(sends()).toHaveLength(2);
		expect(
			messages()
				.map((message) => message.text)
				.join(' '),
		).toBe(template.replace('{first name}', 'Ann'));
	});

	it('counts the SMS that the recipient of the item gets, not those of its neighbours', async () => {
		const { items } = await send(
			{
				operation: 'sendLocalized',
				recipientFields: { message: '={{ $json.own }}', locale: 'es_ES' },
				options: { ifTooLong: 'shorten' },
			},
			[
				{ phone: '34600123456', own: 'Hola' },
				{ phone: '34600123457', own: 'ñandú á '.repeat(8) },
			],
		);

		expect(sends()).toHaveLength(1);
		expect(items.map(({ json }) => json.segments)).toEqual([1, 1]);
	});

	it('is split by the limit of the recipient it goes to', async () => {
		await send(
			{
				...list,
				operation: 'sendLocalized',
				recipients: 'defineBelow',
				recipientList: {
					recipients: [
						{ sendTo: '18015550001', type: 1 },
						{ sendTo: '34600123456', type: 1, locale: 'es_ES' },
					],
				},
				options: { ifTooLong: 'split' },
			},
			[{}],
		);

		const to = (sendTo: string) => messages().filter((message) => message.sendTo === sendTo);
		expect(to('18015550001')).toHaveLength(2);
		expect(to('34600123456')).toHaveLength(4);
		for (const message of to('34600123456')) expect(message.text.length).toBeLessThanOrEqual(70);
		for (const number of ['18015550001', '34600123456']) {
			expect(
				to(number)
					.map((message) => message.text)
					.join(' '),
			).toBe(text);
		}
	});
});

describe('Preview', () => {
	it('says which items would be skipped because their recipient occurs before', async () => {
		const { items } = await send({ preview: true, options: { removeDuplicates: true } }, [
			{ phone: '18015550001' },
			{ phone: '18015550001' },
		]);

		expect(items.map(({ json }) => json.skipped)).toEqual([
			undefined,
			'the same recipient is in item 0',
		]);
	});

	it('tells of a text that only its values make too long', async () => {
		const { items } = await send(
			{
				operation: 'sendTemplate',
				templateSource: 'text',
				text: 'Hello {name}',
				preview: true,
				recipientFields: {
					customfields: { field: [{ name: 'name', value: '={{ $json.name }}' }] },
				},
			},
			[
				{ phone: '18015550001', name: 'Ann' },
				{ phone: '18015550002', name: 'n'.repeat(200) },
			],
		);

		expect(items.map(({ json }) => [json.limit, json.too_long])).toEqual([
			[160, false],
			[160, true],
		]);
	});

	it('sends nothing and shows what each recipient would get', async () => {
		const { items } = await send(
			{
				preview: true,
				message: 'Hi {name}, {amount:0.00} for {what} 😀',
				recipientFields: {
					customfields: {
						field: [
							{ name: 'name', value: '={{ $json.name }}' },
							{ name: 'amount', value: '3.5' },
						],
					},
				},
			},
			[{ phone: '18015550001', name: 'Ann' }],
		);

		expect(sandbox.running.sandbox.calls).toEqual([]);
		expect(items[0]?.json).toMatchObject({
			preview: true,
			sendTo: '18015550001',
			text: 'Hi Ann, 3.50 for {what} 😀',
			missing: ['what'],
			formatted: ['{amount:0.00}'],
			characters: 25,
			encoding: 'UCS-2',
			segments: 1,
		});
	});
});

describe('A custom ticket that the service knows already', () => {
	const options = { custom_ticket: '={{ $json.ticket }}', ifTicketKnown: 'skip' };
	const orders = [
		{ phone: '18015550001', ticket: 'order-1' },
		{ phone: '18015550002', ticket: 'order-2' },
	];

	it('is not sent under again where that is asked for, and the item says so', async () => {
		await send({ options }, orders.slice(0, 1));
		const { items, hints } = await send({ options }, orders);

		expect(messages().map(({ sendTo }) => sendTo)).toEqual(['18015550001', '18015550002']);
		expect(items.map(({ json }) => json.sent_before)).toEqual([true, undefined]);
		expect(items[0]?.json).toMatchObject({ custom_ticket: 'order-1', sendTo: '18015550001' });
		expect(hints).toMatchObject([{ message: '1 sent in 1 request, 1 sent before', type: 'info' }]);
	});

	it.each(['inputItems', 'commaSeparated'])(
		'is sent under once in a run to the same recipient, where recipients are %s',
		async (recipients) => {
			const twice = [orders[0]!, orders[1]!, { ...orders[0]!, phone: '+1 801 555-0001' }];
			const { items } = await send({ options, recipients }, twice);

			expect(messages().map(({ sendTo }) => sendTo)).toEqual(['18015550001', '18015550002']);
			expect(items.map(({ json }) => json.skipped)).toEqual([
				undefined,
				undefined,
				'the same recipient is in item 0',
			]);
		},
	);

	it('is sent under once in a run to a list whose recipients all had it', async () => {
		const lists = ['18015550001, 18015550002', '18015550002, 18015550001'];
		const { items } = await send(
			{ options, recipients: 'commaSeparated' },
			lists.map((phone) => ({ phone, ticket: 'order-1' })),
		);

		expect(messages().map(({ sendTo }) => sendTo)).toEqual(['18015550001', '18015550002']);
		expect(items[1]?.json).toMatchObject({
			sent: false,
			skipped: 'all of its recipients were left out',
			skipped_recipients: [
				{ sendTo: '18015550002', skipped: 'the same recipient is in item 0' },
				{ sendTo: '18015550001', skipped: 'the same recipient is in item 0' },
			],
		});
	});

	it('stops the send where the service has it for some of the recipients only', async () => {
		await send({ options }, orders.slice(0, 1));
		const { error } = await send({ options, recipients: 'commaSeparated' }, [
			{ phone: '18015550001, 18015559999', ticket: 'order-1' },
		]);

		expect(error?.message).toMatch(/^Not sent: only some of these recipients have it already/);
		expect(error?.description).toContain('order-1');
		expect(messages()).toHaveLength(1);
	});

	it('does not keep other batches of the same run, or other recipients, from being sent to', async () => {
		const all = { options: { ...options, batchSize: 2 } };
		const news = people(5).map((person) => ({ ...person, ticket: 'news' }));
		await send(all, news.slice(0, 3));
		const { items, error } = await send(all, [...news.slice(0, 2), ...news.slice(3)]);

		expect(error).toBeUndefined();
		expect(messages()).toHaveLength(5);
		expect(items.map(({ json }) => json.sent_before)).toEqual([true, true, undefined, undefined]);
	});

	it('is one of each part of a message that is split', async () => {
		const split = {
			message: `${'word '.repeat(50)}end`,
			options: { ...options, ifTooLong: 'split' },
		};
		for (const _time of [1, 2]) await send(split, orders.slice(0, 1));

		expect(messages().map(({ custom_ticket }) => custom_ticket)).toEqual(['order-1', 'order-1~2']);
	});

	it('is a reference like any other by default', async () => {
		for (const _time of [1, 2]) await send({ options: { custom_ticket: 'news' } }, people(1));

		expect(messages()).toHaveLength(2);
	});
});

describe('Carrier look-ups', () => {
	const lookUp = (items: IDataObject[], more: INodeParameters = {}) =>
		runNode({
			credential: credentialFor(sandbox.running),
			parameters: {
				resource: 'phoneNumber',
				operation: 'lookUpCarrierId',
				phone_list: '={{ $json.phone }}',
				...more,
			},
			items,
		});

	it('ask for the numbers of all items in calls of 100, and hand each row back to its item', async () => {
		const { items } = await lookUp(people(250));

		expect(sandbox.running.sandbox.calls).toHaveLength(3);
		expect(items).toHaveLength(250);
		for (const [index, { json, pairedItem }] of items.entries()) {
			expect(json.phone).toBe(String(18015550000 + index));
			expect(pairedItem).toEqual({ item: index });
		}
	});

	it('ask once for a number that several items hold, and answer each of them', async () => {
		const { items } = await lookUp([
			{ phone: '18015550001,18015550002' },
			{ phone: '+1 801 555 0001' },
		]);

		expect(sandbox.running.sandbox.calls).toHaveLength(1);
		expect(items.map(({ json, pairedItem }) => [json.phone, pairedItem])).toEqual([
			['18015550001', { item: 0 }],
			['18015550002', { item: 0 }],
			['18015550001', { item: 1 }],
		]);
	});

	it('take more than 100 numbers in one item', async () => {
		const { items } = await lookUp([{ phone: people(101).map(({ phone }) => phone) }]);

		expect(sandbox.running.sandbox.calls).toHaveLength(2);
		expect(items).toHaveLength(101);
	});
});

it('cuts a plain send at 100 numbers', async () => {
	const { items } = await send({ operation: 'sendToNumbers', phone: '={{ $json.phones }}' }, [
		{ phones: people(150).map(({ phone }) => phone) },
	]);

	expect(sends()).toHaveLength(2);
	expect(messages()).toHaveLength(150);
	expect(items).toHaveLength(1);
	expect(items[0]?.json.recipients).toHaveLength(150);
	expect(items[0]?.json).not.toHaveProperty('not_accepted');
	expect(items[0]?.json.transaction_tickets).toHaveLength(2);
});

describe('Retry On Fail', () => {
	it('does not repeat what was accepted before the failure', async () => {
		const { error } = await send(
			{
				keyword: { ...group, value: '={{ $json.group }}' },
				options: { requestsInParallel: 1 },
			},
			[
				{ phone: '18015550001', group: 'NSTAFF' },
				{ phone: '18015550002', group: 'NOGROUP' },
			],
			{ settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
		);

		expect(error?.message).toMatch(/NOGROUP/);
		expect(messages().map(({ sendTo }) => sendTo)).toEqual(['18015550001']);
		// The service refuses to say anything of NOGROUP, so what it refused is asked for and not sent again.
		expect(sends()).toHaveLength(2);
	});
});

describe('Retry On Fail, when the batches would be others the second time', () => {
	it('sends to nobody twice although the text holds the time', async () => {
		const { error } = await send(
			{
				keyword: { ...group, value: '={{ $json.group }}' },
				message: '={{ "It is " + $now.toMillis() + " " + Math.random() }}',
				options: { requestsInParallel: 1 },
			},
			[
				...people(7).map((person) => ({ ...person, group: 'NSTAFF' })),
				{ phone: 18015559999, group: 'NOGROUP' },
			],
			{ settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
		);

		expect(error?.message).toMatch(/NOGROUP/);
		expect(messages().map(({ sendTo }) => sendTo)).toEqual(
			people(7).map(({ phone }) => String(phone)),
		);
	});
});

describe('Retry of a failed execution', () => {
	it('gathers only what was not accepted', async () => {
		const memory = {};
		const items = (second: string) => [
			{ phone: '18015550001', group: 'NSTAFF' },
			{ phone: '18015550002', group: second },
			{ phone: '18015550003', group: 'NSTAFF' },
		];
		const perGroup = {
			keyword: { ...group, value: '={{ $json.group }}' },
			options: { requestsInParallel: 1 },
		};
		await send(perGroup, items('NOGROUP'), {
			memory,
			settings: { onError: 'continueRegularOutput' },
		});
		const { items: output, error } = await send(perGroup, items('NSTAFF'), { memory });

		expect(error).toBeUndefined();
		expect(messages().map(({ sendTo }) => sendTo)).toEqual([
			'18015550001',
			'18015550003',
			'18015550002',
		]);
		expect(output.map(({ json }) => json.sendTo)).toEqual([
			'18015550001',
			'18015550002',
			'18015550003',
		]);
	});

	const twoGroups = [
		{ phone: '18015550001', group: 'NSTAFF' },
		{ phone: '18015550002', group: 'NOGROUP' },
	];
	const byGroup = {
		keyword: { ...group, value: '={{ $json.group }}' },
		options: { requestsInParallel: 1 },
	};

	it('sends what was not accepted, and nothing a second time', async () => {
		const memory = {};
		await send(byGroup, twoGroups, { memory });
		const { items, error } = await send(
			byGroup,
			[
				{ phone: '18015550001', group: 'NSTAFF' },
				{ phone: '18015550002', group: 'NCLIENT' },
			],
			{ memory },
		);

		expect(error).toBeUndefined();
		expect(messages().map(({ sendTo }) => sendTo)).toEqual(['18015550001', '18015550002']);
		expect(items.map(({ json }) => json.custom_ticket)).toEqual(
			messages().map(({ custom_ticket }) => custom_ticket),
		);
	});

	it('sends to a recipient that was corrected', async () => {
		const memory = {};
		await send(byGroup, twoGroups, { memory });
		const { items } = await send(byGroup, [{ phone: '18015559999', group: 'NSTAFF' }], { memory });

		expect(messages().map(({ sendTo }) => sendTo)).toEqual(['18015550001', '18015559999']);
		expect(items[0]?.json).toMatchObject({
			sendTo: '18015559999',
			transaction_ticket: messages()[1]?.transaction_ticket,
		});
	});
});

describe('Everyone in a group', () => {
	const everyone = { operation: 'sendToGroup', sendTo: undefined };
	const DIFFERENT = { message: '={{ $json.text }}' };
	const TWO = [{ text: 'a' }, { text: 'b' }];

	it('is reached once, however many items ask for it', async () => {
		const { items } = await send(everyone, [{}, {}, {}]);

		expect(sends()).toHaveLength(1);
		expect(items).toHaveLength(3);
		expect(new Set(items.map(({ json }) => json.transaction_ticket)).size).toBe(1);
	});

	it('is not reached once per item by a text that differs from item to item', async () => {
		const { error } = await send({ ...everyone, ...DIFFERENT }, TWO);

		expect(error?.message).toBe(
			'Item 0 sends another message to everyone in the same group [item 1]',
		);
		expect(error?.description).toMatch(/'Allow Multiple Broadcasts'/);
		expect(sends()).toEqual([]);
	});

	it('is reached by none of several messages where the workflow goes on, because it is not known which is meant', async () => {
		const { items } = await send({ ...everyone, ...DIFFERENT }, TWO, {
			settings: { onError: 'continueRegularOutput' },
		});

		expect(items.map(({ json }) => json.error)).toEqual([
			'Item 1 sends another message to everyone in the same group [item 0]',
			'Item 0 sends another message to everyone in the same group [item 1]',
		]);
		expect(sends()).toEqual([]);
	});

	it('is reached by each different message where that is allowed', async () => {
		await send({ ...everyone, ...DIFFERENT, options: { severalBroadcasts: true } }, TWO);

		expect(sends()).toHaveLength(2);
	});

	it('is reached by different messages in different units', async () => {
		const { error } = await send(
			{ ...everyone, ...DIFFERENT, keyword: { ...group, value: '={{ $json.unit }}' } },
			[
				{ text: 'a', unit: 'NSTAFF' },
				{ text: 'b', unit: 'NCLIENT' },
			],
		);

		expect(error).toBeUndefined();
		expect(sends()).toHaveLength(2);
	});

	it('cannot be asked for by an expression', async () => {
		const { error } = await send({ operation: '={{ $json.mode }}' }, [{ mode: 'sendToGroup' }]);

		expect(error?.message).toMatch(/^The resource "message" has no operation ".*"/);
		expect(sends()).toEqual([]);
	});
});

it('refuses a list of recipients for the company of the credential', async () => {
	const { error } = await send({ keyword: { ...group, value: 'acme' } }, people(1), {
		credential: { ...credentialFor(sandbox.running), keyword: 'ACME' },
	});

	expect(error?.message).toMatch(/^'Group' is a company or division, which can't send/);
	expect(sandbox.running.sandbox.calls).toEqual([]);
});

it('asks for a ticket of the user before the send, so that an older send is not taken for it', async () => {
	await send({ options: { custom_ticket: 'mine' } }, people(1));

	expect(sandbox.running.sandbox.calls.map(({ operation }) => operation)).toEqual([
		'getCustomTransactionStatus',
		// How the service answers for a ticket that nobody has used.
		'getCustomTransactionStatus',
		'getCustomTransactionStatus',
		'readSubscriptionnode',
		'sendMessage',
	]);
});

it('refuses a number that could be national or international, rather than guess', async () => {
	const { error } = await send({ options: { defaultCountry: 'DE' } }, [{ phone: '18015551001' }]);

	expect(`${error?.message} ${error?.description}`).toMatch(/can be read as .* or .*plus sign/i);
	expect(sends()).toEqual([]);
});

it('sums a bulk run up in a hint', async () => {
	const { hints } = await send(
		{ keyword: { ...group, value: '={{ $itemIndex < 3 ? "NSTAFF" : "NOGROUP" }}' } },
		people(4),
		{ settings: { onError: 'continueRegularOutput' } },
	);

	expect(hints).toMatchObject([
		{
			message: expect.stringMatching(
				/^3 sent in 2 requests, 1 not sent \(The service refused: .*NOGROUP/,
			),
		},
	]);
});

it('shows one item and sends the other when only one of them is a preview', async () => {
	const { items } = await send({ preview: '={{ $json.dry }}' }, [
		{ phone: '18015550001', dry: false },
		{ phone: '18015550002', dry: true },
	]);

	expect(messages().map(({ sendTo }) => sendTo)).toEqual(['18015550001']);
	expect(items[1]?.json).toMatchObject({ preview: true, sendTo: '18015550002' });
});

it.each<[what: string, parameters: INodeParameters, message: RegExp]>([
	[
		'an unknown country',
		{ options: { defaultCountry: 'XX' } },
		/^'Default Country Name or ID' is "XX"/,
	],
	[
		'a time limit of years',
		{ options: { timeLimit: 5_000_000 } },
		/^'Time Limit \(Seconds\)' must be .*3600/,
	],
	[
		'an empty text with the ID of a stored template',
		{
			operation: 'sendTemplate',
			templateSource: 'text',
			text: '={{ "" }}',
			templateFields: { id: 'order-ready' },
		},
		/^'Text' is empty/,
	],
])('refuses %s before anything leaves', async (_what, parameters, message) => {
	const { error } = await send(parameters, [{ phone: '18015550001' }]);

	expect(error?.message).toMatch(message);
	expect(sends()).toEqual([]);
});

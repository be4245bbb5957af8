import { parse, stringify } from 'flatted';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { FAULTS } from '../faults/faults';
import { FaultProxy, type Injection, type Kind, type Point } from '../faults/faultProxy';
import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();
const group = { __rl: true, mode: 'keyword', value: 'NSTAFF' };
const reset = FAULTS.find(({ name }) => name === 'reset')!;

const lose = (point: Point, kind: Kind, nth: number): Injection => ({
	fault: reset,
	point,
	kind,
	nth,
});

/** A run whose connections suffer the faults. */
async function send(
	parameters: INodeParameters,
	items: IDataObject[],
	{ account, ...more }: Partial<RunOptions> & { account?: ICredentialDataDecryptedObject } = {},
	faults: Injection[] = [],
) {
	const proxy = await FaultProxy.start(Number(new URL(sandbox.running.baseUrl).port), faults);
	try {
		return await runNode({
			credential: { ...credentialFor(proxy), ...account },
			parameters: {
				resource: 'message',
				operation: 'send',
				keyword: group,
				recipients: 'inputItems',
				sendTo: '={{ $json.phone }}',
				type: 1,
				message: '={{ $json.text ?? "Hello" }}',
				...parameters,
			},
			items,
			...more,
		});
	} finally {
		await proxy.close();
	}
}

const messages = () => sandbox.running.sandbox.messages.all;
const sent = () => messages().map(({ sendTo, text }) => [sendTo, text]);
const sends = () =>
	sandbox.running.sandbox.calls.filter(({ operation }) => /^send/.test(operation));

/** As n8n stores it with an execution and reads it again. */
const stored = (memory: IDataObject) => parse(stringify(memory)) as IDataObject;

const three = [1, 2, 3].map((number) => ({ phone: `1801555000${number}` }));
const different = three.map((item, index) => ({ ...item, text: `Your code is ${index}` }));
const long = (words: number) => `${'word '.repeat(words)}end`;

describe('A batch whose outcome was left open', () => {
	it('is sent again as it was, whatever the texts are by now', async () => {
		const memory = {};
		await send({}, three, { memory }, [lose('beforeRequest', 'send', 0)]);
		expect(sent()).toEqual([]);
		const { error } = await send({ options: { onUnclearOutcome: 'resend' } }, different, {
			memory: stored(memory),
		});

		expect(error).toBeUndefined();
		expect(sent()).toEqual(three.map(({ phone }) => [phone, 'Hello']));
	}, 60_000);

	it('is found by its ticket, though the texts have another number of parts by now', async () => {
		const memory = {};
		await send({ options: { ifTooLong: 'split' } }, three, { memory }, [
			lose('beforeAnswer', 'send', 0),
			lose('beforeAnswer', 'question', 0),
		]);
		const { items } = await send(
			{ options: { ifTooLong: 'split' } },
			three.map((item) => ({ ...item, text: long(50) })),
			{ memory: stored(memory) },
		);

		expect(sent()).toEqual(three.map(({ phone }) => [phone, 'Hello']));
		expect(items.map(({ json }) => [json.parts, json.recovered])).toEqual(
			three.map(() => [1, true]),
		);
	}, 60_000);

	it('is remembered also where the execution was cancelled before it was known', async () => {
		const memory = {};
		const cancel = new AbortController();
		const running = send({}, three.slice(0, 1), { memory, cancelledBy: cancel.signal }, [
			lose('beforeAnswer', 'send', 0),
			lose('beforeAnswer', 'question', 0),
		]);
		while (messages().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
		cancel.abort();
		await running;
		const { items } = await send({}, three.slice(0, 1), { memory: stored(memory) });

		expect(messages()).toHaveLength(1);
		expect(items[0]?.json.recovered).toBe(true);
	}, 60_000);
});

describe('A batch that goes on without one of its items', () => {
	const two = three.slice(0, 2);
	const goesOn = { settings: { onError: 'continueRegularOutput' } } satisfies Partial<RunOptions>;
	const lost = [lose('beforeRequest', 'send', 0)];

	it.each([
		['is not valid for once', { sendTo: '={{ $itemIndex === 1 ? "x" : $json.phone }}' }, {}],
		[
			'is not allowed for once',
			{},
			{ recipientsAllowed: 'onlyThese', allowedRecipients: two[0]!.phone },
		],
	])(
		'says nothing of one that %s',
		async (_why, parameters, credential) => {
			const memory = {};
			await send({}, two, { memory }, lost);
			expect(sent()).toEqual([]);
			const again = stored(memory);
			const resend = { ...parameters, options: { onUnclearOutcome: 'resend' } };
			await send(resend, two, { ...goesOn, memory: again, account: credential });
			expect(sent()).toEqual([[two[0]!.phone, 'Hello']]);
			const { items } = await send({}, two, { ...goesOn, memory: stored(again) });

			expect(messages()).toHaveLength(1);
			expect(items[0]?.json).toMatchObject({ sendTo: two[0]!.phone });
			expect(items[1]?.error?.message).toMatch(/^We can't tell whether this message was sent: /);
		},
		60_000,
	);

	it('finds that one by the ticket where it was sent as well', async () => {
		const memory = {};
		await send({}, two, { memory }, [
			lose('beforeAnswer', 'send', 0),
			lose('beforeAnswer', 'question', 0),
		]);
		const again = stored(memory);
		const invalid = { sendTo: '={{ $itemIndex === 1 ? "x" : $json.phone }}' };
		await send(invalid, two, { ...goesOn, memory: again });
		const { items } = await send({}, two, { memory: stored(again) });

		expect(messages()).toHaveLength(2);
		expect(items.map(({ json }) => json.recovered)).toEqual([true, true]);
	}, 60_000);
});

describe('A message in parts', () => {
	it.each([
		['fewer', 62],
		['more', 200],
	])(
		'is completed as it was begun, where the text would have %s parts by now',
		async (_how, words) => {
			const memory = {};
			const split = { options: { ifTooLong: 'split', onUnclearOutcome: 'resend' } };
			const [person] = three;
			const text = long(90);
			await send({ options: { ifTooLong: 'split' } }, [{ ...person, text }], { memory }, [
				lose('beforeRequest', 'send', 1),
				lose('beforeAnswer', 'question', 1),
			]);
			expect(messages()).toHaveLength(1);
			const { items } = await send(split, [{ ...person, text: long(words) }], {
				memory: stored(memory),
			});

			expect(
				messages()
					.map((message) => message.text)
					.join(' '),
			).toBe(text);
			expect(items[0]?.json.parts).toBe(messages().length);
		},
		60_000,
	);
});

const withBadGroup = (items: IDataObject[], bad: string) => [
	...items,
	{ phone: '18015559999', group: bad },
];
const byGroup = {
	keyword: { ...group, value: '={{ $json.group ?? "NSTAFF" }}' },
	options: { requestsInParallel: 1 },
};

it('sends nothing a second time where the same failed execution is retried twice', async () => {
	const memory = {};
	await send(byGroup, withBadGroup(three, 'NOGROUP'), { memory });
	const copies = [stored(memory), stored(memory)];
	for (const copy of copies) {
		const { error } = await send(byGroup, withBadGroup(three, 'NCLIENT'), { memory: copy });
		expect(error).toBeUndefined();
	}

	expect(messages()).toHaveLength(4);
});

it('reaches everyone once, though a repeated run words the message otherwise', async () => {
	const memory = {};
	const everyone = {
		...byGroup,
		operation: 'sendToGroup',
		options: { severalBroadcasts: true, requestsInParallel: 1 },
	};
	await send(everyone, [{ text: 'a' }, { text: 'a' }, { text: 'b', group: 'NOGROUP' }], { memory });
	const { error } = await send(
		everyone,
		[{ text: 'a' }, { text: 'c' }, { text: 'b', group: 'NCLIENT' }],
		{ memory: stored(memory) },
	);

	expect(error).toBeUndefined();
	expect(sends().filter(({ result }) => result)).toHaveLength(2);
});

it('refuses a list that was changed after it had been sent, and names who has the message', async () => {
	const memory = {};
	const list = { ...byGroup, recipients: 'commaSeparated' };
	const bad = { phone: '18015559999', group: 'NOGROUP' };
	await send(list, [{ phone: '18015550001, 18015550002' }, bad], { memory });
	const { error } = await send(list, [{ phone: '18015550001, 18015550003' }, bad], {
		memory: stored(memory),
	});

	expect(error?.message).toBe(
		'An earlier try may have reached 1 of these recipients, so nothing was sent [item 0]',
	);
	expect(error?.description).toContain('18015550001');
	expect(messages()).toHaveLength(2);
});

const numbers = { phone: '={{ $json.phone }}', options: { requestsInParallel: 1 } };
const list = { ...byGroup, recipients: 'commaSeparated' };

it.each([
	['a list', list, { ...numbers, operation: 'sendToNumbers' }],
	['a list', list, { ...list, operation: 'sendLocalized' }],
	['plain numbers', { ...numbers, operation: 'sendToNumbers', keyword: byGroup.keyword }, list],
])(
	'sends to nobody twice after %s where another operation is chosen',
	async (_what, first, then) => {
		const memory = {};
		const items = [{ phone: '18015550001' }, { phone: '18015559999', group: 'NOGROUP' }];
		await send(first, items, { memory });
		expect(messages().map(({ sendTo }) => sendTo)).toEqual(['18015550001']);
		const longer = [{ phone: '18015550001, 18015550002' }, items[1]!];
		const { error } = await send(then, longer, { memory: stored(memory) });

		expect(error?.message).toMatch(/reached 1 of these recipients/);
		expect(messages()).toHaveLength(1);
	},
);

describe('Send to Numbers, which has no ticket', () => {
	const plain = {
		...numbers,
		operation: 'sendToNumbers',
		keyword: byGroup.keyword,
		options: { requestsInParallel: 1 },
	};
	const [a, b, c] = three;
	const bad = (item?: IDataObject) => ({ ...item, group: 'NOGROUP' });
	const reached = () => messages().map(({ sendTo }) => sendTo);

	it('reaches nobody twice, however often the failed execution is retried', async () => {
		const memory = {};
		await send(plain, [a!, bad(b), c!], { memory });
		const retry = async (...items: IDataObject[]) =>
			await send(plain, items, { memory: stored(memory) });
		expect((await retry(a!, b!, bad(c))).error).toBeDefined();
		expect(reached()).toEqual([a!.phone, b!.phone]);
		const { error, items } = await retry(a!, b!, c!);
		await retry(a!, b!, c!);

		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.sent, json.recipients])).toEqual(
			three.map(({ phone }) => [true, [phone]]),
		);
		expect(reached()).toEqual(three.map(({ phone }) => phone));
	});

	it('reaches nobody twice whom a retry with tickets has reached', async () => {
		const memory = {};
		await send(byGroup, [a!, bad(b)], { memory });
		await send(byGroup, [a!, b!], { memory: stored(memory) });
		const { error, items } = await send(plain, [a!, b!], { memory: stored(memory) });

		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
		expect(reached()).toEqual([a!.phone, b!.phone]);
	});

	it('sends nothing where this process does not know the execution that it retries', async () => {
		const memory: IDataObject = {};
		await send(plain, [a!, bad(b)], { memory });
		// Another process gave the run its name.
		const { runs } = stored(memory) as { runs: Record<string, IDataObject> };
		const elsewhere = { runs: { 0: { ...runs[0], id: '0123456789abcdef' } } };
		const { error } = await send(plain, [a!, b!], { memory: elsewhere });

		expect(error?.message).toMatch(/^We can't tell what an earlier try did/);
		expect(error?.description).toMatch(/sent by Send to Numbers has no ticket/);
		expect(reached()).toEqual([a!.phone]);
	});
});

describe('A change that is repeated by Retry', () => {
	const unit = { __rl: true, mode: 'keyword', value: '={{ $json.unit }}' };
	const calls = (name: string) =>
		sandbox.running.sandbox.calls.filter(({ operation }) => operation === name).length;

	it('creates nothing where this process does not know the execution that it retries', async () => {
		const create = {
			resource: 'division',
			operation: 'create',
			keyword: unit,
			divisionName: '={{ $json.name }}',
		};
		const memory: IDataObject = {};
		const items = [
			{ unit: 'ACME', name: 'East' },
			{ unit: 'NONE', name: 'West' },
		];
		await send(create, items, { memory });
		const made = calls('createDivision');
		const { runs } = stored(memory) as { runs: Record<string, IDataObject> };
		const elsewhere = { runs: { 0: { ...runs[0], id: '0123456789abcdef' } } };
		const corrected = items.map((item) => ({ ...item, unit: 'ACME' }));
		const { error } = await send(create, corrected, { memory: elsewhere });

		expect(error?.message).toMatch(/^We can't tell what an earlier try did/);
		expect(calls('createDivision')).toBe(made);
		expect((await send(create, corrected, { memory: stored(memory) })).error).toBeUndefined();
		expect(calls('createDivision')).toBe(made + 1);
	});

	it('is not made again where a group keeps its name, which is read before each update', async () => {
		const update = {
			resource: 'group',
			operation: 'update',
			keyword: unit,
			updateFields: { stackOrder: '={{ $json.order }}' },
		};
		const memory: IDataObject = {};
		const items = [
			{ unit: 'NSTAFF', order: 4 },
			{ unit: 'NCLIENT', order: 5 },
		];
		const lost = await send(update, items, { memory }, [lose('beforeAnswer', 'read', 3)]);
		expect(lost.error?.message).toMatch(/^We can't tell whether this change was made/);
		const made = calls('updateSubscriptionnode');
		const again = await send(update, items, { memory: stored(memory) });

		expect(again.error?.message).toMatch(/^We can't tell whether this change was made/);
		expect(calls('updateSubscriptionnode')).toBe(made);
	});

	it('gives everyone the values that were corrected, and repeats no other', async () => {
		const update = {
			resource: 'division',
			operation: 'update',
			keyword: unit,
			updateFields: { email: '={{ $json.email }}' },
		};
		const memory: IDataObject = {};
		const items = [
			{ unit: 'NORTH', email: 'old@acme.example' },
			{ unit: 'HARBOUR', email: 'same@acme.example' },
			{ unit: 'NONE', email: 'old@acme.example' },
		];
		await send(update, items, { memory });
		const made = calls('updateDivision');
		const email = (it: string) => (it === 'old@acme.example' ? 'new@acme.example' : it);
		const corrected = items.slice(0, 2).map((item) => ({ ...item, email: email(item.email) }));
		const { items: output } = await send(update, corrected, { memory: stored(memory) });

		expect(output.map(({ json }) => json.email)).toEqual(['new@acme.example', 'same@acme.example']);
		expect(calls('updateDivision')).toBe(made + 1);
	});
});

describe('sends to nobody twice, whichever item they had it from', () => {
	const [a, b, c] = [three[0]!, three[1]!, three[2]!];
	const bad = { group: 'NOGROUP' };
	const times = () =>
		three.map(({ phone }) => messages().filter((it) => it.sendTo === phone).length);

	it('where an expression gives them to another item', async () => {
		const memory = {};
		await send(
			{ ...byGroup, options: { batchSize: 1, requestsInParallel: 1 } },
			[a, { ...b, ...bad }],
			{
				memory,
			},
		);
		const swapped = [b, a];
		const { items } = await send({}, swapped, {
			memory: stored(memory),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(times()).toEqual([1, 1, 0]);
		expect(items[1]?.error?.message).toMatch(
			/^An earlier try may have reached 1 of these recipients/,
		);
	});

	it.each([
		['a list', { recipients: 'commaSeparated' }, 'sendTo'],
		['numbers', { operation: 'sendToNumbers' }, 'phone'],
	])('where one item gives all of them as %s', async (_what, as, field) => {
		const memory = {};
		await send(byGroup, [a, b, { ...c, ...bad }], { memory });
		const left = `${b.phone}, ${c.phone}`;
		const { error } = await send({ ...as, [field]: left }, [a, b, c], {
			memory: stored(memory),
			settings: { executeOnce: true },
		});
		expect(error?.message).toMatch(/^An earlier try may have reached 1 of these recipients/);
		expect(times()).toEqual([1, 1, 0]);
	});

	it('where every item gives all of them', async () => {
		const memory = {};
		await send(byGroup, [a, { ...b, ...bad }], { memory });
		const both = { recipients: 'commaSeparated', sendTo: `${a.phone}, ${b.phone}` };
		await send(both, [a, b], {
			memory: stored(memory),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(times()).toEqual([1, 0, 0]);
	});
});

it('sends to nobody twice where the message goes to everyone by now', async () => {
	const memory = {};
	const items = [three[0]!, { phone: '18015559999', group: 'NOGROUP' }];
	await send(byGroup, items, { memory });
	const { error } = await send({ ...byGroup, operation: 'sendToGroup' }, items, {
		memory: stored(memory),
	});

	expect(error?.message).toMatch(
		/^This item goes to everyone now, and an earlier try may have reached/,
	);
	expect(messages()).toHaveLength(1);
});

it('sends to nobody twice where everyone had the message before', async () => {
	const memory = {};
	const items = [{ ...three[0]! }, { phone: '18015559999', group: 'NOGROUP' }];
	await send({ ...byGroup, operation: 'sendToGroup' }, items, { memory });
	const before = messages().length;
	const { error } = await send(byGroup, items, { memory: stored(memory) });

	expect(error?.message).toMatch(/^An earlier try may have sent to everyone, so nothing was sent/);
	expect(before).toBeGreaterThan(0);
	expect(messages()).toHaveLength(before);
});

it('keeps nothing of a run with the execution when all of it is sent', async () => {
	const memory: IDataObject = {};
	const { error } = await send({}, three, { memory });

	expect(error).toBeUndefined();
	expect(memory).toEqual({ runs: { 0: { id: expect.any(String), items: {}, calls: {} } } });
});

it('keeps what was sent while something is not', async () => {
	const memory: IDataObject = {};
	await send(byGroup, withBadGroup(three, 'NOGROUP'), {
		memory,
		settings: { onError: 'continueRegularOutput' },
	});

	expect(JSON.stringify(memory)).toContain('18015550001');
});

it('shows an item as sent that was, though its text is not valid any more', async () => {
	const memory = {};
	await send(byGroup, withBadGroup([three[0]!], 'NOGROUP'), { memory });
	const { items, error } = await send(
		byGroup,
		withBadGroup([{ ...three[0], text: 'x'.repeat(161) }], 'NCLIENT'),
		{ memory: stored(memory) },
	);

	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({
		sendTo: '18015550001',
		transaction_ticket: messages()[0]?.transaction_ticket,
	});
	expect(messages()).toHaveLength(2);
});

it('says what earlier tries sent, where a later one cannot begin', async () => {
	const memory = {};
	await send(byGroup, withBadGroup([three[0]!], 'NOGROUP'), { memory });
	const { error } = await send(
		byGroup,
		[three[0]!, { phone: '18015559999', text: 'x'.repeat(161) }],
		{ memory: stored(memory) },
	);

	expect(error?.message).toMatch(/^'Message' has 161 characters/);
	expect(error?.description).toContain(
		`Carried out by an earlier try: item 0 (custom ticket ${messages()[0]?.custom_ticket}).`,
	);
});

it('names every item of a batch whose outcome is unknown', async () => {
	const { error } = await send({}, three, {}, [
		lose('beforeAnswer', 'send', 0),
		lose('beforeAnswer', 'question', 0),
	]);

	expect(error?.description).toMatch(/Outcome unknown: items 0 to 2 \(custom ticket n8n-/);
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { FAULTS } from '../faults/faults';
import { FaultProxy, type Injection } from '../faults/faultProxy';
import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

// A campaign is run again, and goes on where it stopped.

const sandbox = useSandbox();
const group = (value: string) => ({ __rl: true, mode: 'keyword', value });

const people = Array.from({ length: 60 }, (_person, index) => `1801555${1000 + index}`);

const run = async (
	phones: readonly string[],
	options: INodeParameters = {},
	more: Partial<RunOptions> & { fields?: INodeParameters } = {},
) =>
	await runNode({
		credential: credentialFor(sandbox.running),
		items: phones.map((phone) => ({ phone })),
		...more,
		parameters: {
			resource: 'message',
			operation: 'send',
			keyword: group('NSTAFF'),
			recipients: 'inputItems',
			sendTo: '={{ $json.phone }}',
			type: 1,
			message: 'Hello',
			options: { campaignKey: 'spring-sale', batchSize: 5, requestsInParallel: 4, ...options },
			...more.fields,
		},
	});

const messages = () => sandbox.running.sandbox.messages.all;
const reached = () => messages().map(({ sendTo }) => sendTo);
const lookUps = () =>
	sandbox.running.sandbox.calls.filter(({ operation }) =>
		operation.startsWith('getCustomTransactionStatus'),
	).length;
const goesOn = { settings: { onError: 'continueRegularOutput' as const } };

/** A run of which the n-th send breaks. */
async function broken(
	injections: Injection[],
	phones = people,
	more: Partial<RunOptions> & { fields?: INodeParameters } = {},
	options: INodeParameters = {},
) {
	const port = Number(new URL(sandbox.running.baseUrl).port);
	const proxy = await FaultProxy.start(port, injections);
	try {
		return await run(phones, options, { credential: credentialFor(proxy), ...more });
	} finally {
		await proxy.close();
	}
}

const reset = FAULTS.find(({ name }) => name === 'reset')!;
const stopsAt = (nth: number, point: Injection['point']): Injection[] => [
	{ fault: reset, point, kind: 'send', nth },
];

test('says of each recipient of a list in one item who has the message already', async () => {
	const [ann, ben, new1] = people as [string, string, string];
	const list = (...phones: string[]) => ({
		items: [{}],
		fields: { recipients: 'commaSeparated', sendTo: phones.join() },
	});
	const before = (sendTo: string) => ({
		sent: true,
		sendTo,
		sent_before: true,
		custom_ticket: 'spring-sale-1',
	});
	await run([], {}, list(ann, ben));
	const more = await run([], {}, list(ann, new1, ben));
	expect(more.items.map(({ json }) => json)).toMatchObject([
		{ sent: true, recipients: [new1], skipped_recipients: [before(ann), before(ben)] },
	]);
	const again = await run([], {}, list(ben, ann));
	expect(again.items.map(({ json }) => json)).toEqual([
		{
			sent: true,
			recipients: [],
			sent_before: true,
			skipped_recipients: [before(ben), before(ann)],
		},
	]);
	expect(reached().toSorted()).toEqual([ann, ben, new1].toSorted());
});

test('numbers its tickets, and leaves everyone out when it is run again', async () => {
	const first = await run(people);
	expect(first.items.map(({ json }) => json.custom_ticket).toSorted()).toEqual(
		Array.from({ length: 12 }, (_n, index) => Array(5).fill(`spring-sale-${index + 1}`))
			.flat()
			.toSorted(),
	);
	const again = await run(people.toReversed(), { batchSize: 100 });
	expect(reached().toSorted()).toEqual(people);
	expect(again.items).toHaveLength(60);
	expect(again.items[0]?.json).toEqual({
		sent: true,
		sendTo: people.at(-1),
		sent_before: true,
		custom_ticket: expect.stringMatching(/^spring-sale-\d+$/) as string,
	});
	expect(again.hints.map(({ message }) => message).join()).toContain(
		'Everyone has the message of the campaign spring-sale already',
	);
}, 60_000);

test.each([
	['before a send arrives', stopsAt(6, 'beforeRequest')],
	['after a send arrived', stopsAt(6, 'beforeAnswer')],
	[
		'after a send arrived, and the question for it',
		[
			...stopsAt(6, 'beforeAnswer'),
			{ fault: reset, point: 'beforeAnswer', kind: 'question', nth: 90 },
		],
	],
] as Array<[string, Injection[]]>)(
	'goes on where it broke %s',
	async (_name, injections) => {
		await broken(injections);
		expect(reached().length).toBeLessThan(61);
		const longer = [...people.toReversed(), '18015559998'];
		const { items, error } = await run(longer, { batchSize: 7 });
		expect(error).toBeUndefined();
		expect(reached().toSorted()).toEqual([...people, '18015559998'].toSorted());
		expect(items).toHaveLength(61);
	},
	60_000,
);

test('sends to those who were added, and asks little more than was sent', async () => {
	await run(people.slice(0, 50));
	const before = lookUps();
	await run(people, { batchSize: 100 });
	expect(reached().toSorted()).toEqual(people);
	// 10 that are known, twice, and 21 free ones in both forms, twice; in both forms number 21 and 12 beyond;
	// one of the campaign that nobody has used, and two of nobody, to compare with.
	expect(lookUps() - before).toBe(2 * 10 + 4 * 21 + 2 * 13 + 1 + 2);
}, 60_000);

test('of a text in parts, only the parts that are missing go out', async () => {
	const long = `${'word '.repeat(50)}end`;
	const options = { ifTooLong: 'split', requestsInParallel: 1 };
	// Part 2 of the second batch never arrives.
	const lost = stopsAt(3, 'beforeRequest');
	await broken(lost, people.slice(0, 10), { fields: { message: long } }, options);
	expect(messages()).toHaveLength(15);
	await run(people.slice(0, 10).toReversed(), options, { fields: { message: long } });
	const texts = new Map<string, string[]>();
	for (const { sendTo, text } of messages())
		texts.set(sendTo, [...(texts.get(sendTo) ?? []), text]);
	expect(
		[...texts.values()].every((parts) => new Set(parts).size === 2 && parts.length === 2),
	).toBe(true);
	expect(texts.size).toBe(10);
}, 60_000);

test('previews who would be left out, and sends nothing', async () => {
	await run(people.slice(0, 5));
	const { items } = await run(people.slice(0, 6), {}, { fields: { preview: true } });
	expect(reached()).toHaveLength(5);
	expect(items.map(({ json }) => json.sent_before ?? false)).toEqual([
		true,
		true,
		true,
		true,
		true,
		false,
	]);
}, 60_000);

test('one message a person: whoever occurs twice gets it once', async () => {
	const { items } = await run([people[0]!, people[1]!, '+1 801-555-1000']);
	expect(reached().toSorted()).toEqual(people.slice(0, 2));
	expect(items[2]?.json).toMatchObject({ sent: false, skipped: 'the same recipient is in item 0' });
}, 60_000);

test('an outcome that stays unknown ends the run, although others may go on', async () => {
	const lost: Injection[] = [
		...stopsAt(0, 'beforeRequest'),
		{ fault: reset, point: 'connect', kind: 'question', nth: 'every' },
	];
	const { items } = await broken(lost.slice(0, 1), people, goesOn);
	const unknown = items.filter(({ error }) => error);
	expect(unknown.length).toBeGreaterThan(0);
	expect(new Set(reached()).size).toBe(reached().length);
	const after = await run(people, { requestsInParallel: 1 });
	expect(after.error).toBeUndefined();
	expect(reached().toSorted()).toEqual(people);
}, 60_000);

test('two executions at once: the second waits, and leaves everyone out', async () => {
	await Promise.all([run(people), run(people.toReversed(), { batchSize: 3 })]);
	expect(reached().toSorted()).toEqual(people);
}, 60_000);

test('a campaign that is redirected has tickets of its own', async () => {
	const credential = {
		...credentialFor(sandbox.running),
		recipientsAllowed: 'redirect',
		redirectToPhone: '18015559999',
	};
	const { items } = await run(people.slice(0, 5), {}, { credential });
	expect(items[0]?.json.custom_ticket).toBe('test:spring-sale-1');
	expect(reached()).toEqual(Array(5).fill('18015559999'));
	await run(people.slice(0, 5));
	expect(reached().slice(5).toSorted()).toEqual(people.slice(0, 5));
}, 60_000);

test.each([
	['an empty key', { campaignKey: '' }, /'Campaign Key' is empty, so nothing was sent/],
	['an expression that gives nothing', { campaignKey: '={{ $json.none }}' }, /is empty/],
	['a key of 41 characters', { campaignKey: 'k'.repeat(41) }, /has 41 characters, and may have 40/],
	['a custom ticket beside it', { custom_ticket: 'a' }, /cannot be used together/],
] as Array<[string, INodeParameters, RegExp]>)('refuses %s', async (_name, options, message) => {
	const { error } = await run(people.slice(0, 2), options);
	expect(error?.message).toMatch(message);
	expect(sandbox.running.sandbox.calls).toEqual([]);
});

test('sends nothing where the service cannot say what it has', async () => {
	const away: IDataObject = { recipients: 'inputItems' };
	const { error, items } = await run(
		people.slice(0, 3),
		{},
		{ fields: { keyword: group('NOBODY'), ...away } as INodeParameters },
	);
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/^Nothing was sent for this campaign/);
	expect(reached()).toEqual([]);
}, 60_000);

it.each([
	['two campaigns', { key: 'spring' }, { key: 'autumn' }],
	['a campaign in two groups', { group: 'NSTAFF' }, { group: 'NCLIENT' }],
])(
	'two executions with %s in another order do not wait for each other',
	async (_what, one, other) => {
		const both = [
			{ phone: people[0]!, ...one },
			{ phone: people[1]!, ...other },
		];
		const more = (items: IDataObject[]) => ({
			items,
			fields: { keyword: group('={{ $json.group ?? "NSTAFF" }}') },
		});
		const options = { campaignKey: '={{ $json.key ?? "spring" }}' };
		const ended = await Promise.all([
			run([], options, more(both)),
			run([], options, more(both.toReversed())),
		]);

		expect(ended.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(reached().toSorted()).toEqual([people[0], people[1]]);
	},
	90_000,
);

it.each([
	['waits for another execution', 'waiting'],
	['reads who has the message', 'reading'],
])(
	'a campaign that is cancelled while it %s can be run again',
	async (_what, phase) => {
		const kill = new AbortController();
		const untilItAsks = async (more: number) => {
			const before = lookUps();
			while (lookUps() < before + more) await new Promise((resolve) => setImmediate(resolve));
		};
		const holding = phase === 'waiting' ? run(people.slice(0, 5)) : undefined;
		if (holding) await untilItAsks(1);
		const cancelled = run(people.slice(0, 5), {}, { cancelledBy: kill.signal });
		if (holding) await new Promise((resolve) => setImmediate(resolve));
		else await untilItAsks(1);
		kill.abort();
		expect((await cancelled).items).toEqual([]);
		await holding;

		const { error, items } = await run(people.slice(0, 5));
		expect(error).toBeUndefined();
		expect(items).toHaveLength(5);
		expect(reached().toSorted()).toEqual(people.slice(0, 5));
	},
	60_000,
);

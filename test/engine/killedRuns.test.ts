import { parse, stringify } from 'flatted';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

/** What *Retry* does with an execution whose process was killed: nothing is left of it but its secret. */

const sandbox = useSandbox();

const messages = () => sandbox.running.sandbox.messages.all;

/** Each test is an execution of its own. */
let secret = '';
let executions = 0;
beforeEach(() => {
	executions += 1;
	secret = `secret of execution ${executions}`;
});

const people = (from: number, to: number): IDataObject[] =>
	Array.from({ length: to - from }, (_none, index) => ({
		to: `1801555${String(1000 + from + index)}`,
	}));

const run = async (
	items: IDataObject[],
	more: Partial<RunOptions> = {},
	options: INodeParameters = {},
	fields: INodeParameters = {},
) =>
	await runNode({
		credential: credentialFor(sandbox.running),
		parameters: {
			resource: 'message',
			operation: 'send',
			keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
			recipients: 'inputItems',
			sendTo: '={{ $json.to }}',
			message: 'Hello',
			...fields,
			options: { batchSize: 10, ...options },
		},
		items,
		secret,
		...more,
	});

/** Sends until so many messages have arrived; then nothing of the run is left. */
async function killedAfter(
	count: number,
	items: IDataObject[],
	options: INodeParameters = {},
): Promise<void> {
	const kill = new AbortController();
	const running = run(items, { cancelledBy: kill.signal }, { requestsInParallel: 1, ...options });
	while (messages().length < count) await new Promise((resolve) => setImmediate(resolve));
	kill.abort();
	await running;
	expect(messages().length).toBeLessThan(items.length);
}

/** How often each of the people got the message. */
const counts = (items: IDataObject[]) => {
	const got = new Map<unknown, number>();
	for (const { sendTo } of messages()) got.set(sendTo, (got.get(sendTo) ?? 0) + 1);
	return items.map(({ to }) => got.get(to) ?? 0);
};

const once = (items: IDataObject[]) => items.map(() => 1);

it('sends what is missing, and nothing twice', async () => {
	const all = people(0, 60);
	await killedAfter(20, all);
	const { error, items } = await run(all, { mode: 'retry' });

	expect(error).toBeUndefined();
	expect(counts(all)).toEqual(once(all));
	expect(items.map(({ json }) => json.sendTo)).toEqual(all.map(({ to }) => to));
});

describe('finds who has the message by the people that the service lists', () => {
	const all = people(0, 60);
	it.each([
		['turned around', () => all.toReversed()],
		['longer at its beginning', () => [...people(100, 115), ...all]],
		['shorter', () => all.slice(15)],
		['another one in part', () => [...people(200, 230), ...all.slice(0, 30).toReversed()]],
	])('where the list is %s', async (_how, changed) => {
		await killedAfter(20, all);
		const begun = messages().length;
		const sentBefore = new Set(messages().map(({ sendTo }) => sendTo));
		const list = changed();
		const { error, items } = await run(list, { mode: 'retry' });

		expect(error).toBeUndefined();
		expect(counts(list)).toEqual(once(list));
		expect(counts(all).every((count) => count <= 1)).toBe(true);
		const missing = list.filter(({ to }) => !sentBefore.has(String(to)));
		expect(messages()).toHaveLength(begun + missing.length);
		expect(items.map(({ json }) => json.sendTo)).toEqual(list.map(({ to }) => to));
	});

	it('and once more, where the repeated execution is killed too', async () => {
		await killedAfter(20, all);
		await run([...people(300, 310), ...all.slice(0, 10)], { mode: 'retry' });
		const list = [...all, ...people(300, 310)];
		await run(list.toReversed(), { mode: 'retry' });
		expect(counts(list)).toEqual(once(list));
	});

	it('also where people occur twice', async () => {
		const twice = [...people(0, 20), ...people(0, 20)];
		await killedAfter(20, twice);
		await run(twice, { mode: 'retry' });
		expect(messages()).toHaveLength(40);
		expect(counts(people(0, 20))).toEqual(people(0, 20).map(() => 2));
	});
});

it('sends nothing where it is not clear which of several messages to somebody was sent', async () => {
	const all = people(0, 30);
	await killedAfter(10, all);
	const begun = messages().length;
	const { error } = await run([...all.toReversed(), ...all], { mode: 'retry' });
	expect(error?.message).toContain(
		"We can't tell what an earlier try sent, so nothing was sent now",
	);
	expect(messages()).toHaveLength(begun);
});

it('sends nothing where none of those who have it is on the list any more', async () => {
	await killedAfter(20, people(0, 60));
	const begun = messages().length;
	const { error } = await run(people(300, 310), { mode: 'retry' });
	expect(error?.message).toBe("We can't tell what an earlier try sent, so nothing was sent now");
	expect(messages()).toHaveLength(begun);
});

it('names those who have it, where the service lists a part of a batch', async () => {
	const { messages: kept } = sandbox.running.sandbox;
	const all = people(0, 60);
	await killedAfter(20, all);
	const begun = messages().length;
	const find = kept.withCustomTicket.bind(kept);
	jest
		.spyOn(kept, 'withCustomTicket')
		.mockImplementation((ticket) => find(ticket)?.filter(({ sendTo }) => sendTo !== all[13]!.to));
	const { error } = await run(all, { mode: 'retry' });
	jest.restoreAllMocks();

	expect(error?.description).toContain(
		`Carried out by an earlier try: items 0 to 12, 14 to ${begun - 1}. Outcome unknown: items 13, ${begun} to 59.`,
	);
	expect(messages()).toHaveLength(begun);
});

it('completes texts in parts, though the list is longer at its beginning', async () => {
	const all = people(0, 30);
	const kill = new AbortController();
	const options = { ifTooLong: 'split', requestsInParallel: 1 };
	const fields = { message: 'word '.repeat(40) };
	const running = run(all, { cancelledBy: kill.signal }, options, fields);
	while (messages().length < 30) await new Promise((resolve) => setImmediate(resolve));
	kill.abort();
	await running;
	expect(messages().length).toBeLessThan(60);
	const longer = [...people(100, 103), ...all];
	const { error } = await run(longer, { mode: 'retry' }, options, fields);

	expect(error).toBeUndefined();
	expect(counts(longer)).toEqual(longer.map(() => 2));
});

it('sends nothing where the first part of a text shows later than the second', async () => {
	const { messages: kept } = sandbox.running.sandbox;
	const all = people(0, 4);
	const options = { batchSize: 2, ifTooLong: 'split', requestsInParallel: 1 };
	const fields = { message: 'word '.repeat(40) };
	const kill = new AbortController();
	const running = run(all, { cancelledBy: kill.signal }, options, fields);
	while (messages().length < 4) await new Promise((resolve) => setImmediate(resolve));
	kill.abort();
	await running;
	const find = kept.withCustomTicket.bind(kept);
	jest
		.spyOn(kept, 'withCustomTicket')
		.mockImplementation((ticket) => (ticket.endsWith('-1') ? undefined : find(ticket)));
	const { error } = await run(all, { mode: 'retry' }, options, fields);
	jest.restoreAllMocks();

	expect(error?.message).toBe("We can't tell what an earlier try sent, so nothing was sent now");
	expect(error?.description).toMatch(/a later part of a text, and not yet the first/);
	expect(counts(all.slice(0, 2))).toEqual([2, 2]);
	expect(messages()).toHaveLength(4);
});

describe('a list of one item', () => {
	const [a, b, c] = people(0, 3).map(({ to }) => String(to));
	const list = (...numbers: Array<string | undefined>) => [{ to: numbers.join(', ') }];
	const fields = { recipients: 'commaSeparated' };
	const killed = async (items: IDataObject[]) => {
		const kill = new AbortController();
		const running = run(items, { cancelledBy: kill.signal }, { requestsInParallel: 1 }, fields);
		while (messages().length < 2) await new Promise((resolve) => setImmediate(resolve));
		kill.abort();
		await running;
	};

	it.each([
		['is as it was', list(a, b), [a, b]],
		['is shorter', list(b), [b]],
		['became items', [{ to: b }, { to: a }], [b, a]],
		['is not the first one any more', [...list(c), ...list(a, b)], [c, a, b]],
	])('that %s reaches nobody twice', async (_how, items, expected) => {
		await killed(list(a, b));
		const { error, items: output } = await run(items, { mode: 'retry' }, {}, fields);

		expect(error).toBeUndefined();
		expect(output.flatMap(({ json }) => json.recipients ?? json.sendTo)).toEqual(expected);
		expect(counts(people(0, 3))).toEqual([1, 1, expected.includes(c) ? 1 : 0]);
	});

	it.each([
		['longer', list(a, b, c)],
		['two by now', [...list(a, c), ...list(b)]],
		['another one', list(c)],
	])('that is %s is not sent', async (_how, items) => {
		await killed(list(a, b));
		const { error } = await run(items, { mode: 'retry' }, {}, fields);

		expect(error?.message).toBe("We can't tell what an earlier try sent, so nothing was sent now");
		expect(counts(people(0, 3))).toEqual([1, 1, 0]);
	});
});

it('sends nothing twice where a failed execution is retried twice, the second time in other batches', async () => {
	const memory: IDataObject = {};
	const all = people(0, 8);
	const field = {
		keyword: { __rl: true, mode: 'keyword', value: '={{ $json.group ?? "NSTAFF" }}' },
	};
	const bad = [...all, { to: '18015559999', group: 'NOGROUP' }, ...people(8, 12)];
	const good = bad.map(({ to }) => ({ to }));
	await run(bad, { memory }, { batchSize: 4, requestsInParallel: 1 }, field);
	expect(messages()).toHaveLength(8);
	const again = (batchSize: number, message = 'Hello') =>
		run(
			good,
			{ memory: parse(stringify(memory)) as IDataObject, mode: 'retry' },
			{ batchSize },
			{ ...field, message },
		);
	await again(4);
	expect(counts(good)).toEqual(once(good));
	await again(3);
	await again(4, '=Hello {{ $json.to }}');
	expect(counts(good)).toEqual(once(good));
});

it('sends nothing twice where a failed execution is retried twice, and the service shows no ticket yet', async () => {
	const memory: IDataObject = {};
	const all = people(0, 8);
	const field = { sendTo: '={{ $json.to ?? "nobody" }}' };
	const bad = [...all.slice(0, 4), { to: '18015559999', group: 'NOGROUP' }, ...all.slice(5)];
	const keyword = { __rl: true, mode: 'keyword', value: '={{ $json.group ?? "NSTAFF" }}' };
	await run(bad, { memory }, { batchSize: 4, requestsInParallel: 1 }, { ...field, keyword });
	expect(messages()).toHaveLength(4);
	jest
		.spyOn(sandbox.running.sandbox.messages, 'withCustomTicket')
		.mockImplementation(() => undefined);
	const again = () =>
		run(all, { memory: parse(stringify(memory)) as IDataObject }, { batchSize: 4 }, field);
	await again();
	const { error, items } = await again();
	jest.restoreAllMocks();

	expect(error).toBeUndefined();
	expect(items).toHaveLength(all.length);
	expect(counts(all)).toEqual(once(all));
});

const ORDER = { custom_ticket: '={{ "order-" + $json.to }}' };

it.each([
	['a failed execution', {}, {}],
	['a killed execution', undefined, {}],
	['a failed execution with a custom ticket', {}, ORDER],
	['a killed execution with a custom ticket', undefined, ORDER],
	['a failed execution with Skip', {}, { ...ORDER, ifTicketKnown: 'skip' }],
])(
	'sends nothing twice where %s is retried twice at once, and the service shows no ticket yet',
	async (_what, memory: IDataObject | undefined, ticket: INodeParameters) => {
		const all = people(0, 8);
		const options = { batchSize: 4, ...ticket };
		const keyword = { __rl: true, mode: 'keyword', value: '={{ $json.group ?? "NSTAFF" }}' };
		const bad = { ...all[0], group: 'NOGROUP' };
		if (memory) await run([bad, ...all.slice(1)], { memory }, options, { keyword });
		jest
			.spyOn(sandbox.running.sandbox.messages, 'withCustomTicket')
			.mockImplementation(() => undefined);
		const again = () =>
			run(
				all,
				{ mode: 'retry', ...(memory && { memory: parse(stringify(memory)) as IDataObject }) },
				options,
			);
		const ends = await Promise.all([again(), again()]);
		jest.restoreAllMocks();

		expect(counts(all)).toEqual(once(all));
		const errors = ends.flatMap(({ error }) => (error ? [error] : []));
		expect(errors.map(({ message }) => message)).toEqual([
			"We can't tell whether this message was sent [item 0]",
		]);
		expect(errors[0]?.description).toContain('An earlier try may have sent it');
	},
);

it('finds nothing to send where all of it was sent', async () => {
	const all = people(0, 30);
	await run(all);
	await run(all, { mode: 'retry' });
	expect(counts(all)).toEqual(once(all));
});

it('sends anew in a new execution, which has another secret', async () => {
	const all = people(0, 10);
	await run(all);
	secret = 'of another execution';
	await run(all);
	expect(counts(all)).toEqual(all.map(() => 2));
});

it('asks about nothing where the execution is not a repeated one', async () => {
	await run(people(0, 30));
	expect(sandbox.running.sandbox.calls.map(({ operation }) => operation)).toEqual([
		'sendMessage',
		'sendMessage',
		'sendMessage',
	]);
});

describe('a custom ticket, with which an older send may have gone out', () => {
	const each = { custom_ticket: '={{ "order-" + $json.to }}', batchSize: 1 };
	const all = people(0, 30);

	it('sends nothing that may have been sent, and says so', async () => {
		await killedAfter(10, all, each);
		const { error } = await run(all, { mode: 'retry' }, each);
		expect(error?.description).toContain('An older send may have used the ticket, too.');
		expect(Math.max(...counts(all))).toBe(1);
	});

	it('sends what is missing, with Skip', async () => {
		await killedAfter(10, all, each);
		const skip = { ...each, ifTicketKnown: 'skip' };
		const { error } = await run(all, { mode: 'retry' }, skip);
		expect(error).toBeUndefined();
		expect(counts(all)).toEqual(once(all));
	});

	it('sends what is missing, where the others may go on', async () => {
		await killedAfter(10, all, each);
		const goesOn = { settings: { onError: 'continueRegularOutput' as const } };
		const sent = messages().length;
		const { items } = await run(all, { mode: 'retry', ...goesOn }, each);
		expect(counts(all)).toEqual(once(all));
		expect(items.filter(({ json }) => json.error).length).toBe(sent);
	});
});

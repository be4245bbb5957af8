import { sleep, type IExecuteFunctions, type NodeOperationError } from 'n8n-workflow';

import { readCampaigns } from '../../../../../nodes/SubscriptionMessaging/run/campaign/campaigns';
import { campaignId } from '../../../../../nodes/SubscriptionMessaging/run/campaign/numbering';
import type {
	ChosenPace,
	PreparedItem,
	PreparedRequest,
	RememberedCall,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import type { RunMemory } from '../../../../../nodes/SubscriptionMessaging/run/memory/store';
import { ticketClaims } from '../../../../../nodes/SubscriptionMessaging/run/memory/ticketClaims';
import type { CallSettings } from '../../../../../nodes/SubscriptionMessaging/run/values/settings';
import { recipientsOf } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import {
	fakeService,
	refusal,
	reply,
	rows,
	type FakeAnswer,
	type FakeRequest,
} from '../../transport/fakeService';
import { asRead, item, PACE, plainCall, request, sendCall, SETTINGS, to } from '../preparedItems';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

beforeEach(() => jest.mocked(sleep).mockReset().mockResolvedValue(undefined));

const ANN = '18015551001';
const BOB = '18015551002';
const CID = '18015551003';
const DONE = '<result>true</result><error_code>0</error_code>';

interface Of {
	key?: string;
	keyword?: string;
	account?: number;
	settings?: Partial<CallSettings>;
	fitted?: PreparedRequest['fitted'];
}

const sale = (person: string, { key = 'sale', keyword = 'NSTAFF', fitted, ...more }: Of = {}) =>
	request(
		{ ...sendCall(to(person)), keyword },
		{
			settings: {
				...SETTINGS,
				campaign: key,
				account: more.account ?? 0,
				serviceAccount: `account-${more.account ?? 0}`,
				...more.settings,
			},
			...(fitted && { fitted }),
		},
	);

/** An item of a campaign that is for one person. */
const sells = (person: string, of: Of = {}, more: Partial<PreparedItem> = {}) =>
	item(sale(person, of), more);

/** By ticket, and the group where that is another one than NSTAFF: whom the service lists. */
type Listed = Record<string, readonly string[]>;

const answering =
	(listed: Listed) =>
	({ operation, ticket, keyword }: FakeRequest): FakeAnswer => {
		if (!operation.includes('TransactionStatus')) return reply(operation, DONE);
		const people = listed[keyword === 'NSTAFF' ? ticket : `${ticket} ${keyword}`];
		return people ? rows(operation, people) : refusal(operation, `Ticket ${ticket} is unknown`);
	};

interface Reading {
	items: Record<number, PreparedItem>;
	pace?: ChosenPace;
	listed?: Listed;
	answer?: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;
	/** By item: the keys of the calls that an earlier try began, and by key what is remembered. */
	began?: Record<number, readonly string[]>;
	calls?: Record<string, Partial<RememberedCall>>;
	refuse?: (refusal: NodeOperationError) => void;
	cancel?: AbortSignal;
	/** Another service of the same account, whose campaigns these are, too. */
	beside?: ReturnType<typeof fakeService>;
}

/** What a run knows of its campaigns. */
async function reading({
	items,
	pace = PACE,
	listed = {},
	answer = answering(listed),
	began = {},
	calls = {},
	refuse,
	cancel,
	beside,
}: Reading) {
	const log: string[] = [];
	const fake = fakeService(answer, cancel);
	const context = Object.assign(fake.context, {
		logger: { info: (line: string) => log.push(line) },
	}) as IExecuteFunctions;
	const first = beside?.session ?? fake.session;
	const second = { ...first, serviceAccount: `${first.serviceAccount} too` };
	const memory = {
		item: (itemIndex: number) => (began[itemIndex] ? { calls: began[itemIndex] } : undefined),
		call: (key: string) => calls[key],
	} as unknown as RunMemory;
	const all = Object.entries(items).map(([index, one]) => [Number(index), one] as const);
	const refusals: NodeOperationError[] = [];
	const found = await readCampaigns(context, [first, second], asRead(all, pace), memory, (one) => {
		refuse?.(one);
		refusals.push(one);
	});
	const peopleIn = (kept: ReadonlyMap<number, PreparedItem>) =>
		Object.fromEntries(
			[...kept].map(([itemIndex, { requests }]) => [
				itemIndex,
				requests.flatMap(({ call }) => recipientsOf(call).map(({ sendTo }) => sendTo)),
			]),
		);
	return {
		...found,
		fake,
		sent: peopleIn(found.items.toSend),
		previewed: peopleIn(found.items.previews),
		skipped: (itemIndex: number) =>
			(found.items.toSend.get(itemIndex) ?? found.items.previews.get(itemIndex))?.skipped,
		next: async (planned: PreparedRequest) =>
			await found.numbers.get(campaignId(planned as Parameters<typeof campaignId>[0]))?.take(),
		refusals,
		log,
		asked: fake.requests.filter(({ operation }) => operation.includes('TransactionStatus')),
	};
}

let claimedBefore = 0;
beforeEach(() => {
	claimedBefore = ticketClaims.claimed.size;
});

describe('a campaign', () => {
	test('that nobody has yet is for everyone, from its first number', async () => {
		const { sent, next, hints, refusals, items } = await reading({
			items: { 0: sells(ANN), 1: sells(BOB) },
		});
		expect(sent).toEqual({ 0: [ANN], 1: [BOB] });
		expect(await next(sale(ANN))).toBe(1);
		expect([hints, refusals, items.refused.size]).toEqual([[], [], 0]);
	});

	test('leaves out who has it, and goes on with the next number', async () => {
		const { sent, skipped, next, hints } = await reading({
			items: { 0: sells(ANN), 1: sells(BOB) },
			listed: { 'sale-1': [ANN] },
		});
		expect(sent).toEqual({ 0: [], 1: [BOB] });
		expect(skipped(0)).toEqual([
			expect.objectContaining({ sendTo: ANN, sent_before: true, custom_ticket: 'sale-1' }),
		]);
		expect(await next(sale(ANN))).toBe(2);
		expect(hints).toEqual([]);
	});

	test('that everyone has says so, and how to send another message', async () => {
		const key = 'spring & <b>';
		const { hints, sent } = await reading({
			items: { 0: sells(ANN, { key }), 1: sells(BOB, { key }) },
			answer: ({ operation, options, keyword }) => {
				const body = String(options.body);
				return answering({ one: [ANN, BOB] })({
					operation,
					options,
					keyword,
					sendTo: [],
					ticket: /spring &amp; &lt;b&gt;-1</.test(body) ? 'one' : '',
				});
			},
		});
		expect(sent).toEqual({ 0: [], 1: [] });
		expect(hints).toEqual([
			{
				message: expect.stringMatching(/the campaign spring &amp; &lt;b&gt; already, so nothing/),
				type: 'warning',
				location: 'outputPane',
			},
		]);
	});

	test('reaches a person once, by the first item that names them', async () => {
		const { sent, skipped } = await reading({
			items: { 0: sells(ANN), 2: sells(ANN), 1: sells(BOB) },
		});
		expect(sent).toEqual({ 0: [ANN], 1: [BOB], 2: [] });
		expect(skipped(2)).toMatchObject([{ sendTo: ANN, repeats: 0 }]);
	});

	test('reaches a person of whom an item before shows no more than a preview', async () => {
		const { sent, previewed, skipped } = await reading({
			items: {
				0: sells(ANN, {}, { preview: true }),
				1: sells(ANN, {}, { preview: true }),
				2: sells(ANN),
			},
		});
		expect([sent, previewed]).toEqual([{ 2: [ANN] }, { 0: [ANN], 1: [] }]);
		expect(skipped(1)).toMatchObject([{ sendTo: ANN, repeats: 0 }]);
	});

	test('reaches a person once, whichever credential of one account an item has', async () => {
		const one = {
			settings: { ...SETTINGS, account: 1, serviceAccount: 'account-0', campaign: 'sale' },
		};
		const { sent } = await reading({ items: { 0: sells(ANN), 1: sells(ANN, one) } });
		expect(sent).toEqual({ 0: [ANN], 1: [] });
	});

	test('is read alike for a preview, which is kept apart', async () => {
		const { sent, previewed, skipped } = await reading({
			items: { 0: sells(BOB), 1: sells(ANN, {}, { preview: true }) },
			listed: { 'sale-1': [ANN] },
		});
		expect([sent, previewed]).toEqual([{ 0: [BOB] }, { 1: [] }]);
		expect(skipped(1)).toHaveLength(1);
	});

	test('is one for all groups that send it, each of which numbers its own tickets', async () => {
		const { sent, next } = await reading({
			items: { 0: sells(ANN), 1: sells(BOB, { keyword: 'OTHER' }), 2: sells(CID) },
			listed: { 'sale-1 OTHER': [ANN], 'sale-2 OTHER': [CID] },
		});
		expect(sent).toEqual({ 0: [], 1: [BOB], 2: [] });
		expect(await next(sale(ANN))).toBe(1);
		expect(await next(sale(ANN, { keyword: 'OTHER' }))).toBe(3);
	});

	test('of another key or account is another one', async () => {
		const { sent, asked } = await reading({
			items: { 0: sells(ANN), 1: sells(ANN, { key: 'winter' }), 2: sells(ANN, { account: 1 }) },
			listed: { 'winter-1': [ANN] },
		});
		expect(sent).toEqual({ 0: [ANN], 1: [], 2: [ANN] });
		expect(asked.filter(({ ticket }) => ticket === 'sale-1').length).toBeGreaterThan(2);
	});

	test('asks for the parts of the longest text of its items', async () => {
		const [first, second] = [1, 2].map((part) => sale(ANN, { fitted: { part, parts: 2 } }));
		const { items, asked } = await reading({
			items: { 0: sells(BOB), 1: item([first!, second!]) },
			listed: { 'sale-1-1': [ANN] },
		});
		expect(items.toSend.get(1)?.requests.map(({ fitted }) => fitted?.part)).toEqual([2]);
		const tickets = asked.map(({ ticket }) => ticket);
		expect(tickets).toContain('sale-1-2');
		expect(tickets).not.toContain('sale-1-4');
		// Once a reading: the search need not begin again for the parts that this run has itself.
		expect(tickets.filter((ticket) => ticket === 'sale-1-1')).toHaveLength(2);
	});

	test('of whole texts is asked for as a whole, and in one part', async () => {
		const { asked } = await reading({ items: { 0: sells(ANN) } });
		const tickets = asked.map(({ ticket }) => ticket);
		expect(tickets).toContain('sale-1');
		expect(tickets).not.toContain('sale-1-2');
	});

	test('is asked for with as many requests at once as the run may make', async () => {
		let underWay = 0;
		let most = 0;
		const pace = { batchSize: 100, inParallel: 2, pause: 0 };
		await reading({
			pace,
			items: { 0: sells(ANN), 1: sells(BOB) },
			answer: async (asked) => {
				underWay += 1;
				most = Math.max(most, underWay);
				for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
				underWay -= 1;
				return answering({})(asked);
			},
		});
		expect(most).toBe(2);
	});

	test('is asked for with the settings of its first item', async () => {
		const { asked } = await reading({
			items: { 0: sells(ANN, { settings: { timeLimit: 7 } }), 1: sells(BOB) },
		});
		expect(new Set(asked.map(({ options }) => options.timeout))).toEqual(new Set([7_000]));
	});

	test('gives the service five seconds between its two readings, to show what it accepted just before', async () => {
		await reading({ items: { 0: sells(ANN) } });
		expect(jest.mocked(sleep).mock.calls).toContainEqual([5000]);
	});

	test('is found again where a row names nobody that it is for', async () => {
		const { sent } = await reading({
			items: { 0: sells(ANN) },
			listed: { 'sale-1': [CID] },
		});
		expect(sent).toEqual({ 0: [ANN] });
	});
});

test('the log tells how far the questions are, and whom they found', async () => {
	let now = Date.now();
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 1_000));
	const { log } = await reading({
		items: { 0: sells(ANN), 1: sells(BOB) },
		listed: { 'sale-1': [ANN, BOB] },
	}).finally(() => clock.mockRestore());
	expect(log.at(-1)).toMatch(/: asking who has the message, \d+ requests, 4 recipients, /);
});

test.each([
	['of no campaign', item(request(sendCall(to(ANN))))],
	['without a ticket', item(request(plainCall(ANN)))],
	['that sends nothing', item([])],
])('an item %s stays as it is, and nothing is asked', async (_what, one) => {
	const { items, hints, numbers, fake } = await reading({ items: { 0: one } });
	expect(items.toSend.get(0)).toBe(one);
	expect([hints, numbers.size, fake.requests]).toEqual([[], 0, []]);
});

describe('a campaign of which the service does not say everything', () => {
	test.each<[string, Reading['answer'], RegExp]>([
		[
			'names nobody',
			answering({ 'sale-1': ['1801555****'] }),
			/: the service lists "1801555\*\*\*\*" under sale-1, and that names nobody \[item 0\]$/,
		],
		[
			'has a row without an address',
			({ operation, ticket, ...asked }) =>
				ticket === 'sale-1'
					? reply(
							operation,
							`${DONE}<response><transactionlist><item><status_code>101</status_code></item></transactionlist></response>`,
						)
					: answering({})({ operation, ticket, ...asked }),
			/: the service lists "" under sale-1, and that names nobody \[item 0\]$/,
		],
		[
			'lists nobody',
			answering({ 'sale-1': [] }),
			/: the service has the ticket sale-1 and lists nobody under it yet \[item 0\]$/,
		],
		[
			'is not answered',
			({ operation }) => refusal(operation, 'Maintenance'),
			/: the service couldn't say whether it has the ticket sale-\d+ \[item 0\]$/,
		],
	])('sends nothing: a ticket %s', async (_what, answer, message) => {
		const { sent, previewed, items, refusals, hints, numbers } = await reading({
			items: {
				0: sells(ANN),
				1: sells(BOB, {}, { preview: true }),
				2: item(request(sendCall(to(CID)))),
			},
			answer,
		});
		expect([sent, previewed]).toEqual([{ 2: [CID] }, {}]);
		expect([...items.refused.values()]).toEqual(refusals);
		expect([...items.refused.keys()]).toEqual([0, 1]);
		expect(refusals[0]?.message).toMatch(message);
		expect(refusals[0]).toMatchObject({
			description: expect.stringMatching(/ The campaign key is sale\.$/),
			context: expect.objectContaining({ itemIndex: 0 }),
		});
		expect(refusals[1]?.message).toMatch(/\[item 1\]$/);
		expect([hints, numbers.size]).toEqual([[], 0]);
	});

	test('is told what to do, in text that n8n shows as text', async () => {
		const { refusals } = await reading({
			items: { 0: sells(ANN) },
			answer: ({ operation }) => refusal(operation, 'No <b>service</b>'),
		});
		expect(refusals[0]?.description).toMatch(
			/^Wait a while, and run the workflow again\. .*No .*service.*\. The campaign key is sale\.$/,
		);
		expect(refusals[0]?.description).not.toMatch(/<b>/);
	});

	test('does not keep another one from being sent', async () => {
		const { sent, refusals } = await reading({
			items: { 0: sells(ANN), 1: sells(BOB, { key: 'winter' }) },
			listed: { 'sale-1': ['unknown'] },
		});
		expect(sent).toEqual({ 1: [BOB] });
		expect(refusals).toHaveLength(1);
	});
});

describe('what an earlier try began', () => {
	const chain = 'chain';

	test('goes on with its number where nobody else has sent it', async () => {
		const { items } = await reading({
			items: { 0: sells(ANN, {}, { chain }), 1: sells(BOB) },
			listed: { 'sale-3': [ANN], 'sale-1': [CID], 'sale-2': [CID] },
			began: { 0: ['a'] },
			calls: { a: { custom_ticket: 'sale-3' } },
		});
		expect(items.toSend.get(0)?.requests).toHaveLength(1);
	});

	test.each<[string, Record<string, Partial<RememberedCall>>]>([
		['another number', { a: { custom_ticket: 'sale-3' } }],
		['a number, and nothing is remembered of the call', {}],
		['a number, and its own ticket is of no campaign', { a: { custom_ticket: 'mine' } }],
	])('is left out where somebody has it under %s', async (_what, calls) => {
		const { sent, skipped } = await reading({
			items: { 0: sells(ANN, {}, { chain }) },
			listed: { 'sale-1': [ANN] },
			began: { 0: ['a'] },
			calls,
		});
		expect(sent).toEqual({ 0: [] });
		expect(skipped(0)).toMatchObject([{ sendTo: ANN, custom_ticket: 'sale-1' }]);
	});

	test('ends the campaign where another execution has sent a part of it', async () => {
		const two = item([sale(ANN), sale(BOB)], { chain });
		const { refusals, sent } = await reading({
			items: { 0: two },
			listed: { 'sale-1': [ANN] },
			began: { 0: ['a', 'b'] },
			calls: { a: {}, b: {} },
		});
		expect(sent).toEqual({});
		expect(refusals[0]?.message).toMatch(/another execution has sent a part/);
	});

	test('counts a part that was accepted as done', async () => {
		const two = item([sale(ANN), sale(BOB)], { chain });
		const { items, refusals } = await reading({
			items: { 0: two },
			listed: { 'sale-1': [ANN] },
			began: { 0: ['a', 'b'] },
			calls: { a: { state: 'accepted' }, b: { state: 'unclear' } },
		});
		expect(refusals).toEqual([]);
		expect(items.toSend.get(0)).toBe(two);
	});

	test('is for its people before any other item is', async () => {
		const { sent, skipped } = await reading({
			items: { 0: sells(ANN), 1: sells(ANN, {}, { chain }) },
			began: { 1: ['a'] },
			calls: { a: { custom_ticket: 'sale-1' } },
		});
		expect(sent).toEqual({ 0: [], 1: [ANN] });
		expect(skipped(0)).toMatchObject([{ sendTo: ANN, repeats: 1 }]);
	});

	test('has the number of whichever call of it is remembered', async () => {
		const two = item([sale(ANN), sale(BOB)], { chain });
		const { items } = await reading({
			items: { 0: two },
			listed: { 'sale-1': [ANN, BOB] },
			began: { 0: ['a', 'b'] },
			calls: { a: { custom_ticket: 'mine' }, b: { custom_ticket: 'sale-1' } },
		});
		expect(items.toSend.get(0)).toBe(two);
	});

	test('keeps its number where another item began for the same person without one', async () => {
		const { sent } = await reading({
			items: { 0: sells(ANN, {}, { chain }), 1: sells(ANN, {}, { chain: 'other' }) },
			listed: { 'sale-1': [ANN] },
			began: { 0: ['a'], 1: ['b'] },
			calls: { a: { custom_ticket: 'sale-1' } },
		});
		expect(sent).toMatchObject({ 0: [ANN] });
	});

	test('and is not continued is read as any other item', async () => {
		const { sent } = await reading({
			items: { 0: sells(ANN), 1: sells(ANN) },
			began: { 1: ['a'] },
			calls: { a: { custom_ticket: 'sale-1' } },
		});
		expect(sent).toEqual({ 0: [ANN], 1: [] });
		const beside = await reading({
			items: { 0: sells(ANN, {}, { chain }), 1: sells(ANN) },
			listed: { 'sale-1': [ANN] },
			began: { 0: ['a'], 1: ['b'] },
			calls: { a: { custom_ticket: 'sale-2' }, b: { custom_ticket: 'sale-1' } },
		});
		expect(beside.sent).toEqual({ 0: [], 1: [] });
	});

	test('and of which nothing is remembered is read as any other item', async () => {
		const { sent } = await reading({
			items: { 0: sells(ANN, {}, { chain }) },
			listed: { 'sale-1': [ANN] },
		});
		expect(sent).toEqual({ 0: [] });
	});
});

describe('two executions of one process', () => {
	/** Another reading of the same account, and whether it has ended. */
	function another(beside: ReturnType<typeof fakeService>, more: Partial<Reading> = {}) {
		const state = { isOver: false };
		const read = reading({ items: { 0: sells(ANN) }, beside, ...more }).finally(() => {
			state.isOver = true;
		});
		return { read, state };
	}
	const turns = async () => {
		for (let turn = 0; turn < 2_000; turn += 1) await new Promise(setImmediate);
	};

	test('read the same campaign one after the other', async () => {
		const first = await reading({ items: { 0: sells(ANN) } });
		const { read, state } = another(first.fake, {
			items: { 0: sells(ANN, { keyword: 'nstaff' }) },
		});
		await turns();
		expect(state.isOver).toBe(false);
		first.release();
		(await read).release();
		expect(ticketClaims.claimed.size).toBe(claimedBefore);
	});

	test.each<[string, Reading['items']]>([
		['key', { 0: sells(ANN, { key: 'winter' }) }],
		['group', { 0: sells(ANN, { keyword: 'OTHER' }) }],
		['account', { 0: sells(ANN, { account: 1 }) }],
	])('go on side by side with campaigns of another %s', async (_what, items) => {
		const first = await reading({ items: { 0: sells(ANN) } });
		const second = await another(first.fake, { items }).read;
		expect(second.sent).toEqual({ 0: [ANN] });
		second.release();
		first.release();
	});

	test('go on side by side with groups that capitals alone make alike', async () => {
		const first = await reading({ items: { 0: sells(ANN, { keyword: 'STRASSE' }) } });
		const items = { 0: sells(ANN, { keyword: 'straße' }) };
		const second = await another(first.fake, { items }).read;
		expect(second.sent).toEqual({ 0: [ANN] });
		second.release();
		first.release();
	});

	test('wait for all groups of a campaign', async () => {
		const first = await reading({ items: { 0: sells(ANN), 1: sells(BOB, { keyword: 'OTHER' }) } });
		const { read, state } = another(first.fake, { items: { 0: sells(ANN, { keyword: 'OTHER' }) } });
		await turns();
		expect(state.isOver).toBe(false);
		first.release();
		(await read).release();
	});

	test('end the wait where one is cancelled, which asks nothing then', async () => {
		const first = await reading({ items: { 0: sells(ANN) } });
		const cancel = new AbortController();
		const asked: string[] = [];
		const { read } = another(first.fake, {
			cancel: cancel.signal,
			answer: ({ operation }) => {
				asked.push(operation);
				return reply(operation, DONE);
			},
		});
		const ended = expect(read).rejects.toThrow('Stopped');
		cancel.abort(new Error('Stopped'));
		await ended;
		expect(asked).toEqual([]);
		first.release();
	});

	test('do not hold a campaign that could not be read', async () => {
		const refusing = reading({
			items: { 0: sells(ANN) },
			listed: { 'sale-1': ['unknown'] },
			refuse: (one) => {
				throw one;
			},
		});
		await expect(refusing).rejects.toThrow(/names nobody/);
		expect(ticketClaims.claimed.size).toBe(claimedBefore);
	});

	test('hold one that was read until they give it back', async () => {
		const { release } = await reading({ items: { 0: sells(ANN) } });
		expect(ticketClaims.claimed.size).toBe(claimedBefore + 1);
		release();
		expect(ticketClaims.claimed.size).toBe(claimedBefore);
	});
});

test('what is cancelled between the two readings ends with that, and refuses nothing', async () => {
	const cancel = new AbortController();
	const refused: unknown[] = [];
	jest.mocked(sleep).mockImplementation(async (milliseconds) => {
		// Whatever is read rests for no time now and then.
		if (milliseconds > 0) cancel.abort(new Error('Stopped'));
		await Promise.resolve();
	});
	const stopped = reading({
		items: { 0: sells(ANN) },
		cancel: cancel.signal,
		refuse: (one) => refused.push(one),
	});
	await expect(stopped).rejects.toThrow('Stopped');
	expect(refused).toEqual([]);
	expect(ticketClaims.claimed.size).toBe(claimedBefore);
});

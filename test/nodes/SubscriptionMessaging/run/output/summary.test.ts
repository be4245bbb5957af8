import type {
	Outcome,
	PreparedItem,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import type { RunMemory } from '../../../../../nodes/SubscriptionMessaging/run/memory/store';
import {
	bulkHint,
	describeEarlier,
	describeRest,
	describeRun,
	itemRange,
} from '../../../../../nodes/SubscriptionMessaging/run/output/summary';
import {
	NotSentError,
	ServiceRefusedError,
	OutcomeUnclearError,
} from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import {
	accepted,
	byIndex,
	fromItem,
	item,
	lookUpCall,
	outcomesOf,
	plainCall,
	planOf,
	request,
	sendCall,
	SETTINGS,
	to,
} from '../preparedItems';

const failed = (reason: string): Outcome => ({ kind: 'failed', error: new NotSentError(reason) });
const unknown: Outcome = { kind: 'unknown', error: new OutcomeUnclearError('lost', '', 'send') };
const notAttempted: Outcome = { kind: 'notAttempted' };
const taken = (transaction_ticket: string) => accepted({ result: true, transaction_ticket });

const send = (custom_ticket: string) => request(sendCall(to('1'), 'Hi', { custom_ticket }));
const people = (count: number) =>
	Array.from({ length: count }, (_one, index) => item(send(`order-${index}`)));

/** A plan with outcomes for its calls, in order. */
const ended = (items: readonly PreparedItem[], ...outcomes: Outcome[]) => {
	const plan = planOf(byIndex(...items));
	return { plan, calls: plan.chains.flat(), outcomes: outcomesOf(plan, ...outcomes) };
};

test.each([
	[[3], 'item 3'],
	[[0, 1, 2], 'items 0 to 2'],
	[[0, 1, 2, 5], 'items 0 to 2, 5'],
	[[4, 6, 7], 'items 4, 6 to 7'],
])('the items %j are written as %s', (indexes, written) => {
	expect(itemRange(indexes)).toBe(written);
});

describe('the error of a run says of the other calls', () => {
	const said = (items: readonly PreparedItem[], ...outcomes: Outcome[]) => {
		const { plan, outcomes: of } = ended(items, ...outcomes);
		return describeRun(plan, of);
	};

	test('which items were left out', () => {
		const twice = ['1', '1', '2'].map((number) =>
			item(fromItem(number, 'Hi', { settings: { ...SETTINGS, removesDuplicates: true } })),
		);
		expect(said([item([]), ...twice], failed('no'))).toBe(
			'Failed: items 1, 3. Left out: items 0, 2.',
		);
	});

	test('which numbers of a plain send the service did not accept', () => {
		const numbers = item(request(plainCall('18015550001,18015550002')));
		const partly = accepted({ result: true, accepted: ['18015550001'] });
		expect(said([numbers], partly)).toBe(
			'Carried out: item 0 (2 numbers from 18015550001 to 18015550002, 1 not accepted: 18015550002, no custom ticket).',
		);
		expect(said([numbers], accepted({ result: true, accepted: null }))).not.toContain(
			'not accepted',
		);
		const many = Array.from({ length: 20 }, (_one, index) => `${18015550000 + index}`);
		const most = said([item(request(plainCall(many.join())))], partly);
		expect(most).toContain('19 not accepted: 18015550000, 18015550002, ');
		expect(most).toContain(', 18015550009, no');
	});

	test('what became of them, with the tickets to ask by', () => {
		expect(said(people(4), taken('t0'), unknown, failed('no'), notAttempted)).toBe(
			'Carried out: item 0 (ticket t0). Outcome unknown: item 1 (custom ticket order-1). Failed: item 2. Not attempted: item 3.',
		);
	});

	test('only what there is to say', () => {
		expect(said(people(2), notAttempted, notAttempted)).toBe('Not attempted: item 0, item 1.');
		expect(said(people(1), accepted())).toBe('Carried out: item 0 (custom ticket order-0).');
	});

	test('which part of a text, and which numbers of a plain send', () => {
		const parts = [1, 2].map((part) => ({ ...send(`part-${part}`), fitted: { part, parts: 2 } }));
		const whole = { ...send('whole'), fitted: { part: 1, parts: 1 } };
		expect(said([item(parts), item(whole)], unknown, unknown, unknown)).toBe(
			'Outcome unknown: item 0 (part 1, custom ticket part-1), item 0 (part 2, custom ticket part-2), item 1 (custom ticket whole).',
		);
		const plain = (phone: string) => item(request(plainCall(phone)));
		expect(said([plain('11,12,13'), plain('21')], unknown, unknown)).toBe(
			'Outcome unknown: item 0 (3 numbers from 11 to 13, no custom ticket), item 1 (number 21, no custom ticket).',
		);
		expect(said([plain('11'), plain('12')], accepted(), taken('t'))).toBe(
			'Carried out: item 0 (number 11, no custom ticket), item 1 (number 12, ticket t).',
		);
		expect(said([item(request(lookUpCall('1')))], unknown)).toBe('Outcome unknown: item 0.');
	});

	test('all whose outcome is unknown, and 200 of the others', () => {
		const many = people(202);
		const not = said(many, ...many.map(() => notAttempted));
		expect(not).toMatch(
			/^Not attempted: item 0, .*item 199 and 2 more requests for items 200 to 201\.$/,
		);
		expect(said(many.slice(0, 200), ...many.map(() => notAttempted))).toMatch(/item 199\.$/);
		expect(said(many, ...many.map(() => unknown))).toMatch(
			/item 201 \(custom ticket order-201\)\.$/,
		);
	});

	test('as text, and not as HTML', () => {
		expect(said([item(send('<b>'))], unknown)).toContain('custom ticket &lt;b&gt;');
	});
});

describe('what earlier tries of a run did is said', () => {
	const memoryOf = (entries: ReturnType<RunMemory['entries']>) =>
		({ entries: () => entries }) as RunMemory;
	const call = (state: 'accepted' | 'unclear', custom_ticket?: string) =>
		({ state, ticket: 'own', custom_ticket }) as ReturnType<RunMemory['entries']>[number]['call'];

	test('by outcome, with the tickets to ask by', () => {
		const memory = memoryOf([
			{ itemIndexes: [0, 1], call: call('accepted', '<a>') },
			{ itemIndexes: [2], call: call('unclear') },
			{ itemIndexes: [3], call: call('unclear', 'b') },
			// Of an item that was changed since, and done again.
			{ itemIndexes: [], call: call('accepted') },
		]);
		expect(describeEarlier(memory)).toBe(
			'Carried out by an earlier try: items 0 to 1 (custom ticket &lt;a&gt;). Outcome of an earlier try unknown: item 2, item 3 (custom ticket b).',
		);
	});

	test('of an item that took several requests by which of them it is, until all are done', () => {
		const memory = memoryOf([
			{ itemIndexes: [0], call: call('accepted'), ofSeveral: { nth: 1, all: 3 } },
			{ itemIndexes: [0], call: call('unclear', 'b'), ofSeveral: { nth: 2, all: 3 } },
		]);
		expect(describeEarlier(memory)).toBe(
			'Carried out by an earlier try: item 0 (request 1 of 3). Outcome of an earlier try unknown: item 0 (request 2 of 3, custom ticket b).',
		);
	});

	test('of 200 calls, and not at all where nothing left', () => {
		const entries = (count: number) =>
			Array.from({ length: count }, (_one, index) => ({
				itemIndexes: [index],
				call: call('accepted'),
			}));
		expect(describeEarlier(memoryOf([]))).toBe('');
		expect(describeEarlier(memoryOf(entries(200)))).toMatch(/item 199\.$/);
		expect(describeEarlier(memoryOf(entries(203)))).toMatch(
			/item 199 and 3 more requests for items 200 to 202\.$/,
		);
		expect(describeEarlier(memoryOf(entries(201)))).toMatch(/ and 1 more request for item 200\.$/);
	});

	test('of every call whose outcome is unknown, as it can only be found out by its ticket', () => {
		const entries = Array.from({ length: 203 }, (_one, index) => ({
			itemIndexes: [index],
			call: call('unclear', `own-${index}`),
		}));
		expect(describeEarlier(memoryOf(entries))).toMatch(/item 202 \(custom ticket own-202\)\.$/);
	});
});

describe('the error of an item says of its other requests', () => {
	const parts = item([send('a'), send('b'), send('c')]);

	test('which were carried out, and which were not tried', () => {
		const { calls, outcomes } = ended([parts], taken('t'), failed('no'), notAttempted);
		expect(describeRest(calls, outcomes)).toBe(
			'. Of the 3 requests of this item: 1 carried out before (ticket t), 1 not attempted',
		);
	});

	test('the tickets of all that were carried out', () => {
		const { calls, outcomes } = ended([parts], taken('t'), taken('u'), failed('no'));
		expect(describeRest(calls, outcomes)).toMatch(
			/: 2 carried out before \(ticket t\) \(ticket u\)$/,
		);
	});

	test('nothing where it has none', () => {
		const { calls, outcomes } = ended([item(send('a'))], failed('no'));
		expect(describeRest(calls, outcomes)).toBe('');
	});
});

describe('the hint of a bulk send', () => {
	const hint = (
		items: readonly PreparedItem[],
		outcomes: Outcome[],
		{ invalid = 0, took }: { invalid?: number; took?: string } = {},
	) => {
		const { plan, outcomes: of } = ended(items, ...outcomes);
		return bulkHint(plan, of, invalid, took);
	};
	const before = accepted({}, 'sentBefore');
	const two = item([send('a'), send('b')]);

	test('counts what the service refused', () => {
		const refused: Outcome = { kind: 'failed', error: new ServiceRefusedError(9, 'No') };
		expect(hint(people(2), [refused, refused])?.message).toMatch(
			/^0 sent in 2 requests, 2 not sent/,
		);
	});

	test('counts what an earlier try did apart, and no request for it', () => {
		const earlier: Outcome = Object.assign(accepted(), { isEarlier: true });
		const error = new OutcomeUnclearError('lost', '', 'send');
		const open: Outcome = { kind: 'unknown', error, isEarlier: true };
		const said = (...ends: Outcome[]) => hint(people(ends.length), ends)?.message;
		expect(said(earlier, earlier, accepted())).toBe('1 sent in 1 request, 2 sent before');
		expect(said(earlier, open)).toBe('Nothing sent now, 1 sent before, 1 with unknown outcome');
	});

	test('is none for a run of a single call, or of none', () => {
		expect(hint(people(1), [accepted()])).toBeUndefined();
		expect(hint([item([]), item([])], [])).toBeUndefined();
	});

	test('counts no request that never left', () => {
		const error = new NotSentError('the ticket is of a message to others', '');
		const unsent: Outcome = { kind: 'failed', error };
		const why = '2 not sent (Not sent: the ticket is of a message to others)';
		expect(hint(people(2), [unsent, unsent])?.message).toBe(`Nothing sent now, ${why}`);
	});

	test('is there for two calls of one item, and for a call beside an item that is refused', () => {
		expect(hint([two], [accepted(), accepted()])?.message).toBe('1 sent in 2 requests');
		expect(hint(people(1), [accepted()], { invalid: 1 })?.message).toBe(
			'1 sent in 1 request, 1 not valid',
		);
	});

	test.each<[string, PreparedItem[], Outcome[], object, string, 'info' | 'warning']>([
		['all was sent', people(2), [accepted(), accepted()], {}, '2 sent in 2 requests', 'info'],
		[
			'it took long',
			people(2),
			[accepted(), accepted()],
			{ took: '3 min' },
			'2 sent in 2 requests (3 min)',
			'info',
		],
		[
			'items share a request',
			['1', '2'].map((number) => item(fromItem(number))),
			[accepted()],
			{},
			'2 sent in 1 request',
			'info',
		],
		[
			'some was sent before',
			people(2),
			[before, accepted()],
			{},
			'1 sent in 1 request, 1 sent before',
			'info',
		],
		[
			'a part was sent before',
			[two, ...people(1)],
			[before, accepted(), accepted()],
			{},
			'2 sent in 2 requests',
			'info',
		],
		[
			'all was sent before',
			people(2),
			[before, before],
			{},
			'Nothing sent now, 2 sent before',
			'info',
		],
		[
			'the only one was sent before',
			people(1),
			[before],
			{},
			'Nothing sent now, 1 sent before',
			'info',
		],
		[
			'items are skipped, or not valid',
			[...people(2), item([])],
			[accepted(), accepted()],
			{ invalid: 1 },
			'2 sent in 2 requests, 1 not valid, 1 skipped',
			'warning',
		],
		[
			'the recipients of items occur before',
			['1', '1'].map((number) =>
				item(fromItem(number, 'Hi', { settings: { ...SETTINGS, removesDuplicates: true } })),
			),
			[accepted()],
			{},
			'1 sent in 1 request, 1 skipped',
			'info',
		],
		[
			'nobody knows',
			[two, ...people(1)],
			[unknown, notAttempted, accepted()],
			{},
			'1 sent in 2 requests, 1 with unknown outcome',
			'warning',
		],
		[
			'a part was sent',
			[two, ...people(1)],
			[accepted(), failed('<no>'), accepted()],
			{},
			'1 sent in 2 requests, 1 sent in part (Not sent: &lt;no&gt;)',
			'warning',
		],
		[
			'a part was sent, and the rest not tried',
			[two, ...people(1)],
			[accepted(), notAttempted, failed('no')],
			{},
			'0 sent in 1 request, 1 sent in part, 1 not sent (Not sent: no)',
			'warning',
		],
		[
			'all failed for the same reason',
			people(2),
			[failed('no'), failed('no')],
			{},
			'Nothing sent now, 2 not sent (Not sent: no)',
			'warning',
		],
		[
			'there are several reasons, the most frequent ones first',
			people(6),
			['a', 'b', 'b', 'c', 'd', 'e'].map(failed),
			{},
			'Nothing sent now, 6 not sent (2 × Not sent: b; 1 × Not sent: a; 1 × Not sent: c; 2 more reasons)',
			'warning',
		],
		[
			'there are three reasons',
			people(3),
			['a', 'b', 'c'].map(failed),
			{},
			'Nothing sent now, 3 not sent (1 × Not sent: a; 1 × Not sent: b; 1 × Not sent: c)',
			'warning',
		],
	])('says it where %s', (_where, items, outcomes, more, message, type) => {
		expect(hint(items, outcomes, more)).toEqual({ message, type, location: 'outputPane' });
	});

	test('groups the digits of large numbers', () => {
		const many = Array.from({ length: 1200 }, (_one, index) => item(fromItem(`${index}`)));
		const outcomes = Array.from({ length: 12 }, (): Outcome => failed('no'));
		expect(hint(many, outcomes)?.message).toBe('Nothing sent now, 1,200 not sent (Not sent: no)');
	});
});

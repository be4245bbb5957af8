import type { Recipient } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { withReplaced, workOf } from '../../../../../nodes/SubscriptionMessaging/run/plan/plan';
import type {
	PlannedCall,
	PreparedItem,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	customTicketOf,
	numbersOf,
	recipientsOf,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import {
	broadcastCall,
	byIndex,
	fromItem,
	item,
	lookUpCall,
	planOf,
	plainCall,
	request,
	sendCall,
	SETTINGS,
	to,
	unit,
} from '../preparedItems';

const people = (number: number) =>
	Array.from({ length: number }, (_person, index) => item(fromItem(`1801555${1000 + index}`)));
const sentTo = ({ call }: PlannedCall) => recipientsOf(call).map(({ sendTo }) => sendTo);
const served = (calls: readonly PlannedCall[]) => calls.map(({ itemIndexes }) => itemIndexes);
const calls = (...items: PreparedItem[]) => planOf(byIndex(...items)).chains.flat();

describe('recipients from input items', () => {
	test('share a call, in the order of the items', () => {
		const plan = planOf(byIndex(...people(3)));
		const [call] = plan.chains.flat();
		expect(plan.chains).toHaveLength(1);
		expect(sentTo(call!)).toEqual(['18015551000', '18015551001', '18015551002']);
		expect(call?.itemIndexes).toEqual([0, 1, 2]);
		expect(call?.members.map(({ itemIndex }) => itemIndex)).toEqual([0, 1, 2]);
		expect([...plan.callsOf.values()]).toEqual([[call], [call], [call]]);
	});

	test.each([
		[1, [[0], [1], [2], [3], [4]]],
		[2, [[0, 1], [2, 3], [4]]],
		[5, [[0, 1, 2, 3, 4]]],
	])('fill batches of %d', (batchSize, expected) => {
		const { chains } = planOf(byIndex(...people(5)), { batchSize });
		expect(served(chains.flat())).toEqual(expected);
	});

	test('share a call with their neighbours only', () => {
		const [a, b] = ['Hello', 'Other'].map((text) => item(fromItem('18015550001', text)));
		expect(served(calls(a!, a!, b!, a!))).toEqual([[0, 1], [2], [3]]);
	});

	test('share a call with those whom they stand for, where the credential redirects them', () => {
		const [a, b] = ['1', '2'].map((number) =>
			item(fromItem('18015550009', 'Hi', { redirectedFrom: [number] })),
		);
		expect(calls(a!, b!)).toMatchObject([{ redirectedFrom: ['1', '2'], itemIndexes: [0, 1] }]);
		expect(calls(...people(2))[0]).not.toHaveProperty('redirectedFrom');
	});

	test('share the call of each part', () => {
		const parts = (number: string) =>
			item([1, 2].map((part) => fromItem(number, `part ${part}`, { fitted: { part, parts: 2 } })));
		const plan = planOf(byIndex(parts('1'), parts('2')));
		expect(plan.chains.map((chain) => chain.map(sentTo))).toEqual([
			[
				['1', '2'],
				['1', '2'],
			],
		]);
		expect(plan.chains[0]?.map(({ fitted }) => fitted?.part)).toEqual([1, 2]);
		expect(plan.callsOf.get(1)).toEqual(plan.chains[0]);
	});

	test('join the calls that left for them before, wherever they stand', () => {
		const [a, b, c] = people(3) as [PreparedItem, PreparedItem, PreparedItem];
		const before = { chain: 'earlier' };
		const plan = planOf(byIndex({ ...a, ...before }, b, { ...c, ...before }), { batchSize: 1 });
		expect(served(plan.chains.flat())).toEqual([[0, 2], [1]]);
		expect(plan.chains[0]?.[0]).toMatchObject({ chain: 'earlier', key: 'earlier' });
	});

	test('of two earlier calls join each their own', () => {
		const [a, b, c] = people(3) as [PreparedItem, PreparedItem, PreparedItem];
		const items = byIndex({ ...a, chain: 'one' }, { ...b, chain: 'two' }, { ...c, chain: 'one' });
		expect(served(planOf(items).chains.flat())).toEqual([[0, 2], [1]]);
	});

	test('leave those out that occur before', () => {
		const settings = { ...SETTINGS, removesDuplicates: true };
		const one = item(fromItem('1', 'Hi', { settings }));
		const plan = planOf(byIndex(one, one));
		expect(served(plan.chains.flat())).toEqual([[0]]);
		expect([...plan.skippedItems]).toEqual([
			[1, [{ sendTo: '1', reason: 'the same recipient is in item 0', repeats: 0 }]],
		]);
		expect(plan.callsOf.has(1)).toBe(false);
	});
});

test('an item that asks for nothing says why', () => {
	const skipped = [{ sendTo: 'x', reason: 'it is no number' }];
	const plan = planOf(byIndex(item([], { skipped }), item([])));
	expect(plan.chains).toEqual([]);
	expect([...plan.skippedItems]).toEqual([
		[0, skipped],
		[1, []],
	]);
});

describe('a list of recipients', () => {
	test('is a call of its own for each item', () => {
		const list = item(request(sendCall(to('1', '2'))));
		expect(served(calls(list, list))).toEqual([[0], [1]]);
	});

	test('stays one also where both left in an earlier run', () => {
		const list = item(request(sendCall(to('1', '2'))), { chain: 'earlier' });
		expect(served(calls(list, list))).toEqual([[0], [1]]);
	});

	test('of a plain send likewise, without a ticket', () => {
		const [call] = calls(item(request(plainCall('1,2'))));
		expect(call).toMatchObject({ ticket: 'none', call: plainCall('1,2') });
	});
});

describe('a question for the status of a send', () => {
	const status = (transaction_ticket_id: string) =>
		item(
			request({
				...unit,
				operation: 'getTransactionStatus',
				parameters: { transaction_ticket_id },
			}),
		);

	test('is asked once for all items that ask it', () => {
		expect(served(calls(status('a'), status('b'), status('a')))).toEqual([[0, 2], [1]]);
	});
});

describe('a broadcast', () => {
	const everyone = (message: string, more = {}) => item(request(broadcastCall(message)), more);

	test('is one call for all items that ask for the same', () => {
		const plan = planOf(byIndex(everyone('a'), everyone('b'), everyone('a')));
		expect(served(plan.chains.flat())).toEqual([[0, 2], [1]]);
		expect(plan.chains[0]![0]!.call.parameters).not.toHaveProperty('recipientList');
		expect(plan.callsOf.get(2)).toEqual(plan.chains[0]);
	});

	test('is the one that left before, though it is worded otherwise by now', () => {
		const before = { chain: 'earlier' };
		expect(served(calls(everyone('a', before), everyone('b', before)))).toEqual([[0, 1]]);
	});
});

describe('a look-up', () => {
	const phone = (number: string | number) => `1801555${number.toString().padStart(4, '0')}`;
	const lookUp = (...numbers: string[]) => item(request(lookUpCall(numbers.map(phone).join(','))));

	test('asks for each number once', () => {
		const plan = planOf(byIndex(lookUp('1', '2', '1'), lookUp('2', '3')));
		const [call] = plan.chains.flat();
		expect(plan.chains).toHaveLength(1);
		expect(numbersOf(call!.call)).toEqual(['1', '2', '3'].map(phone));
		expect(call?.itemIndexes).toEqual([0, 1]);
		expect(call?.members).toEqual([]);
	});

	test('asks for at most 100 a call, and each item knows the calls with its numbers', () => {
		const numbers = Array.from({ length: 150 }, (_number, index) => String(index));
		const plan = planOf(byIndex(lookUp(...numbers.slice(0, 90)), lookUp(...numbers.slice(90))));
		expect(plan.chains.map(([call]) => numbersOf(call!.call).length)).toEqual([100, 50]);
		expect(served(plan.chains.flat())).toEqual([[0, 1], [1]]);
		expect(plan.callsOf.get(0)).toEqual([plan.chains[0]![0]]);
		expect(plan.callsOf.get(1)).toEqual(plan.chains.flat());
	});

	test('is another one with other settings', () => {
		const settings = { ...SETTINGS, timeLimit: 1 };
		const other = item(request(lookUpCall(phone('1')), { settings }));
		expect(served(calls(lookUp('1'), other))).toEqual([[0], [1]]);
	});

	test.each(['abc', '555-10', '18015550001x', 'x18015550001', ''])(
		'asks alone for what can be no number, which is refused with all others: "%s"',
		(odd) => {
			const asked = calls(
				lookUp('1'),
				item(request(lookUpCall(`${odd || 'n/a'},+44 (20) 7946-0018`))),
				lookUp('2'),
			);
			expect(served(asked)).toEqual([[0, 1, 2], [1]]);
			expect(numbersOf(asked[1]!.call)).toEqual([odd || 'n/a']);
		},
	);

	test('asks for each such entry by itself', () => {
		const asked = calls(item(request(lookUpCall('abc,555-10'))), lookUp('1'));
		expect(asked.map(({ call }) => numbersOf(call))).toEqual([['abc'], ['555-10'], [phone('1')]]);
	});
});

describe('names', () => {
	const byItself = (number: string, message: string) => item(request(plainCall(number, message)));

	test('of what has no ticket are those of people, whatever the texts and the positions', () => {
		const [one] = calls(byItself('1', 'a'));
		const [again] = calls(byItself('1', 'b'));
		const [other] = calls(byItself('2', 'a'));
		expect(one?.key).toMatch(/^[0-9a-f]{16}$/);
		expect(one?.chain).toBe(one?.key);
		expect(again?.key).toBe(one?.key);
		expect(other?.key).not.toBe(one?.key);
		const at3 = planOf(new Map([[3, byItself('1', 'a')]])).chains.flat()[0];
		expect(at3?.key).toBe(one?.key);
	});

	test('differ where the same people are reached again', () => {
		const [first, second] = calls(byItself('1', 'a'), byItself('1', 'a'));
		expect(second?.key).not.toBe(first?.key);
		const earlier = { state: 'unclear', ticket: 'own' } as const;
		const after = planOf(byIndex(byItself('1', 'a')), {
			remembered: (key) => (key === first?.key ? earlier : undefined),
		});
		expect(after.chains[0]?.[0]?.key).toBe(second?.key);
	});

	test.each([
		[
			'broadcasts, of which one is that of several items',
			['a', 'a', 'b'].map((text) => item(request(broadcastCall(text)))),
		],
		[
			'batches that go to the test phones, where people occur differently often',
			[
				...['1', '1', '2'].map((person) => ({ person, text: 'a' })),
				...['1', '2'].map((person) => ({ person, text: 'b' })),
			].map(({ person, text }) =>
				item(fromItem('18015559999', text, { redirectedFrom: [person] })),
			),
		],
	])('are never the same: %s', (_what, items) => {
		const [first, second, ...others] = calls(...items);
		expect(others).toEqual([]);
		expect(second?.key).not.toBe(first?.key);
	});

	test('are those of their account, in whatever order the items come', () => {
		const send = (account: number) =>
			item(request(broadcastCall(), { settings: { ...SETTINGS, account } }));
		const named = (...accounts: number[]) =>
			calls(...accounts.map(send)).map(({ call, settings, key }) => [
				settings.account,
				call.keyword,
				key,
			]);
		expect(named(0, 1)).toEqual(named(1, 0).reverse());
	});

	test.each([
		['batches', to('1'), true],
		['lists', to('1', '2'), undefined],
	] as Array<[string, Recipient[], true?]>)(
		'of %s are numbers for each group, beside those that are taken',
		(_what, people, fromItems) => {
			const batch = (keyword: string, message: string) =>
				item(request({ ...sendCall(people, message), keyword }, { fromItems }));
			const items = byIndex(batch('A', '1'), batch('A', '2'), batch('B', '3'), batch('A', '4'));
			const named = (more = {}) =>
				planOf(items, more)
					.chains.flat()
					.map(({ key }) => key);
			const [first = ''] = named();
			const [ofA] = first.split('-');
			expect(named()).toEqual([`${ofA}-1`, `${ofA}-2`, expect.stringMatching(/-1$/), `${ofA}-3`]);
			expect(new Set(named()).size).toBe(4);
			expect(named({ isTaken: (key: string) => key === `${ofA}-2` })).toEqual([
				`${ofA}-1`,
				`${ofA}-3`,
				expect.stringMatching(/-1$/),
				`${ofA}-4`,
			]);
		},
	);

	test('of further parts are numbered, and every member knows all of them', () => {
		const chain = calls(item([fromItem('1', 'a'), fromItem('1', 'b'), fromItem('1', 'c')]));
		const [{ key }] = chain as [PlannedCall];
		expect(chain.map((call) => call.key)).toEqual([key, `${key}-2`, `${key}-3`]);
		expect(chain.map(({ chain: name }) => name)).toEqual([key, key, key]);
		expect(chain[2]?.members[0]).toMatchObject({
			calls: [key, `${key}-2`, `${key}-3`],
			item: { audience: '1' },
		});
	});

	test('positions count all calls of the plan', () => {
		const two = item([request(plainCall('1')), request(plainCall('2'))]);
		expect(calls(two, two).map(({ index }) => index)).toEqual([0, 1, 2, 3]);
	});

	test('a call that reads has no members, one that changes has', () => {
		const get = request({ ...unit, operation: 'readDivision', parameters: {} });
		const change = request({ ...unit, operation: 'deleteDivision', parameters: {} });
		expect(calls(item(get))[0]).toMatchObject({ members: [], itemIndexes: [0], ticket: 'none' });
		expect(calls(item(get))[0]?.call.parameters).toEqual({});
		expect(calls(item(change))[0]?.members).toHaveLength(1);
		expect(customTicketOf(calls(item(change))[0]!.call)).toBeUndefined();
	});
});

describe('tickets', () => {
	const withTicket = (custom_ticket: string) =>
		item(request(sendCall(to('1'), 'Hi', { custom_ticket })));
	const tickets = (planned: readonly PlannedCall[]) =>
		planned.map(({ call, ticket }) => [customTicketOf(call), ticket]);

	test('are made for sends that have none', () => {
		const [call] = calls(item(fromItem('1')));
		expect(tickets([call!])).toEqual([[`ticket-${call?.key}`, 'own']]);
	});

	test('stay those of the user, and count as shared where several sends carry one', () => {
		expect(tickets(calls(withTicket('a'), withTicket('b'), withTicket('a')))).toEqual([
			['a', 'shared'],
			['b', 'given'],
			['a', 'shared'],
		]);
	});

	test('count as shared where only capital letters tell them apart', () => {
		expect(tickets(calls(withTicket('a'), withTicket('A')))).toEqual([
			['a', 'shared'],
			['A', 'shared'],
		]);
	});

	test('stay what they were when the call left before', () => {
		const planned = planOf(byIndex({ ...withTicket('now'), chain: 'chain-1' }), {
			remembered: (key) =>
				key === 'chain-1'
					? { state: 'unclear', ticket: 'shared', custom_ticket: 'before' }
					: undefined,
		}).chains.flat();
		expect(tickets(planned)).toEqual([['before', 'shared']]);
	});

	test('of a campaign are left to it, and shared only where they were before', () => {
		const settings = { ...SETTINGS, campaign: 'spring' };
		const [a, b] = ['1', '2'].map((number) => item(request(sendCall(to(number)), { settings })));
		expect(tickets(calls(a!))).toEqual([[undefined, 'own']]);
		const before = planOf(byIndex({ ...b!, chain: 'chain-1' }), {
			remembered: () => ({ state: 'unclear', ticket: 'shared', custom_ticket: 'before' }),
		});
		expect(tickets(before.chains.flat())).toEqual([[undefined, 'shared']]);
	});

	test('sign the address of a report for the account that sends', () => {
		const call = sendCall(to('1'), 'Hi', { custom_ticket: 'a', status_url: 'https://n8n.example' });
		const settings = { ...SETTINGS, account: 2 };
		const [signed] = calls(item(request(call, { signsStatusUrl: true, settings })));
		expect(signed?.call.parameters).toMatchObject({ status_url: 'https://n8n.example?a@12345@2' });
		const [plain] = calls(item(request(call)));
		expect(plain?.call.parameters).toMatchObject({ status_url: 'https://n8n.example' });
	});
});

test('nothing that was prepared is changed by it', () => {
	const frozen = Object.freeze(fromItem('1'));
	Object.freeze(frozen.call);
	Object.freeze(frozen.call.parameters);
	const before = JSON.stringify(frozen);
	const items = byIndex(Object.freeze(item(frozen)), item(fromItem('2')));
	const first = planOf(items);
	expect(planOf(items)).toEqual(first);
	expect(JSON.stringify(frozen)).toBe(before);
});

test('a call that is replaced is so for its chain and its items, and all others stay', () => {
	const two = planOf(byIndex(...people(3)), { batchSize: 2 });
	const [[first], [second]] = two.chains as [[PlannedCall], [PlannedCall]];
	const other = { ...first, signsStatusUrl: true as const };
	expect(withReplaced(two, new Map())).toBe(two);
	const { chains, callsOf, skippedItems } = withReplaced(two, new Map([[first, other]]));
	expect(chains).toEqual([[other], [second]]);
	expect(chains[1]![0]).toBe(second);
	expect([...callsOf]).toEqual([
		[0, [other]],
		[1, [other]],
		[2, [second]],
	]);
	expect(skippedItems).toBe(two.skippedItems);
});

test('a plan takes so many requests, for the recipients of all of them', () => {
	const plan = planOf(byIndex(...people(3)), { batchSize: 2 });
	expect(workOf(plan)).toEqual({ requests: 2, recipients: 3 });
});

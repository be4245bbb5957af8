import type { PreparedRequest } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	audienceName,
	batchGroup,
	broadcastName,
	rivalBroadcasts,
	isNumbered,
	keyOfPart,
	requestKey,
	itemKey,
	repeatedItems,
} from '../../../../../nodes/SubscriptionMessaging/run/plan/keys';
import {
	broadcastCall,
	byIndex,
	fromItem,
	item,
	lookUpCall,
	plainCall,
	planOf,
	request,
	sendCall,
	SETTINGS,
	to,
	unit,
} from '../preparedItems';

describe('requests that can be one call', () => {
	const one = fromItem('18015550001');

	test('differ in their recipients alone', () => {
		expect(requestKey(one, 'recipientList')).toBe(
			requestKey(fromItem('18015550002'), 'recipientList'),
		);
		expect(requestKey(one)).not.toBe(requestKey(fromItem('18015550002')));
	});

	test('or in the numbers that they ask for', () => {
		const other = request(lookUpCall('2'));
		expect(requestKey(request(lookUpCall('1')), 'phone_list')).toBe(
			requestKey(other, 'phone_list'),
		);
		expect(requestKey(request(lookUpCall('1')))).not.toBe(requestKey(other));
	});

	test.each([
		['text', fromItem('18015550001', 'Other')],
		['ticket', { ...one, call: sendCall(to('18015550001'), 'Hello', { custom_ticket: 'a' }) }],
		['keyword', { ...one, call: { ...one.call, keyword: 'OTHER' } }],
		['code', { ...one, call: { ...one.call, code: '54321' } }],
		['signature of the report', { ...one, signsStatusUrl: true as const }],
		['transport', { ...one, settings: { ...SETTINGS, transport: 'nvp' as const } }],
		['time limit', { ...one, settings: { ...SETTINGS, timeLimit: 5 } }],
		[
			'choice for an unclear outcome',
			{ ...one, settings: { ...SETTINGS, onUnclear: 'resend' as const } },
		],
		['choice for a known ticket', { ...one, settings: { ...SETTINGS, ifKnown: 'skip' as const } }],
		['account', { ...one, settings: { ...SETTINGS, serviceAccount: 'account-2' } }],
	])('not those that differ in their %s', (_what, other) => {
		expect(requestKey(other, 'recipientList')).not.toBe(requestKey(one, 'recipientList'));
	});

	test('not parts of a text whose tickets name another part, as those of a campaign do', () => {
		const keyOf = (campaign: string | undefined, fitted: PreparedRequest['fitted']) =>
			requestKey({ ...one, settings: { ...SETTINGS, campaign }, fitted }, 'recipientList');
		const [whole, first, second] = [
			{ part: 1, parts: 1 },
			{ part: 1, parts: 2 },
			{ part: 2, parts: 2 },
		];
		const keys = [whole, first, second].map((fitted) => keyOf('spring', fitted));
		expect(new Set(keys).size).toBe(3);
		expect(keyOf('spring', { part: 2, parts: 3 })).toBe(keys[2]);
		// Of other sends the ticket itself differs.
		expect(keyOf(undefined, second)).toBe(keyOf(undefined, whole));
	});

	test('are compared part by part, with their number', () => {
		const gathered = 'recipientList';
		expect(itemKey([one, one], gathered)).not.toBe(itemKey([one], gathered));
		expect(itemKey([one], gathered)).toBe(itemKey([fromItem('18015550002')], gathered));
	});
});

/** By item the first one of its first recipient. */
const firstsOf = (repeated: ReturnType<typeof repeatedItems>) =>
	[...repeated].map(([itemIndex, [skipped]]) => [itemIndex, skipped?.repeats]);

describe('an item whose recipient occurs again', () => {
	const settings = { ...SETTINGS, removesDuplicates: true };
	const person = (number: string, more = {}) => item(fromItem(number, 'Hi', { settings, ...more }));

	test('names the first item with it, whatever the text', () => {
		const again = item(fromItem('+1 801 555-0001', 'Another text', { settings }));
		const items = byIndex(person('18015550001'), person('18015550002'), again, again);
		expect(firstsOf(repeatedItems(items))).toEqual([
			[2, 0],
			[3, 0],
		]);
	});

	test('names the item that an earlier try began, wherever it stands', () => {
		const begun = { ...person('18015550001'), chain: 'a' };
		const items = byIndex(person('18015550001'), begun, person('18015550001'));
		expect(firstsOf(repeatedItems(items))).toEqual([
			[0, 1],
			[2, 1],
		]);
	});

	test('is never one that an earlier try began, as where it was sent for both', () => {
		const begun = { ...person('18015550001'), chain: 'a' };
		const items = byIndex(begun, { ...begun, chain: 'b' }, person('18015550001'));
		expect(firstsOf(repeatedItems(items))).toEqual([[2, 0]]);
	});

	test('counts only where duplicates are to be removed', () => {
		const items = byIndex(item(fromItem('1')), item(fromItem('1')));
		expect(repeatedItems(items).size).toBe(0);
	});

	test('counts only where the items are the recipients', () => {
		const list = item(request(sendCall(to('18015550001')), { settings }));
		expect(repeatedItems(byIndex(list, list)).size).toBe(0);
	});

	const first = fromItem('18015550001', 'Hi', { settings });
	test.each([
		['way of reaching it', { ...first, call: sendCall([{ sendTo: '18015550001', type: 3 }]) }],
		['group', { ...first, call: { ...first.call, keyword: 'OTHER' } }],
		['code', { ...first, call: { ...first.call, code: '54321' } }],
		['account', { ...first, settings: { ...settings, serviceAccount: 'account-2' } }],
		['address that shares its digits', fromItem('desk-18015550001', 'Hi', { settings })],
	])('is another one with another %s', (_what, other) => {
		expect(repeatedItems(byIndex(item(first), item(other))).size).toBe(0);
	});

	test('is the same one with the keyword in other letters', () => {
		const other = { ...first, call: { ...first.call, keyword: 'nstaff' } };
		expect(firstsOf(repeatedItems(byIndex(item(first), item(other))))).toEqual([[1, 0]]);
	});

	describe('where what was sent under a ticket is to be skipped', () => {
		const under = (custom_ticket: string, number = '18015550001', more = {}) => ({
			...fromItem(number, 'Hi', { settings: { ...SETTINGS, ifKnown: 'skip' as const, ...more } }),
			call: sendCall(to(number), 'Hi', { custom_ticket }),
		});

		const listed = (...numbers: string[]) => {
			const { settings: skipping } = under('order-1');
			const call = sendCall(to(...numbers), 'Hi', { custom_ticket: 'order-1' });
			return request(call, { settings: skipping });
		};

		test('counts where each item has a list too, in any order', () => {
			const lists = [['1', '2'], ['2', '3'], ['2', '1'], ['1']];
			const items = byIndex(...lists.map((numbers) => item(listed(...numbers))));
			expect([...repeatedItems(items)]).toEqual([
				[
					2,
					[
						{ sendTo: '2', reason: 'the same recipient is in item 0', repeats: 0 },
						{ sendTo: '1', reason: 'the same recipient is in item 0', repeats: 0 },
					],
				],
			]);
		});

		test('counts however often a list names one of them', () => {
			const lists = [['1', '2'], ['2', '1', '1'], ['3', '3'], ['3']];
			const items = byIndex(...lists.map((numbers) => item(listed(...numbers))));
			expect(firstsOf(repeatedItems(items))).toEqual([
				[1, 0],
				[3, 2],
			]);
		});

		test('counts where each recipient of a list has an item of its own', () => {
			const lists = [['1'], ['2'], ['1', '2'], ['1', '2', '3']];
			const items = byIndex(...lists.map((numbers) => item(listed(...numbers))));
			expect([...repeatedItems(items)]).toEqual([
				[2, [expect.objectContaining({ repeats: 0 }), expect.objectContaining({ repeats: 1 })]],
			]);
			const { settings: skipping } = listed();
			const both = { ...listed('1'), settings: { ...skipping, removesDuplicates: true } };
			expect(firstsOf(repeatedItems(byIndex(item(both), item(both))))).toEqual([[1, 0]]);
		});

		test('never counts for a message to everyone', () => {
			const everyone = { ...listed(), call: { ...listed().call, everyone: true } };
			expect(repeatedItems(byIndex(item(everyone), item(everyone))).size).toBe(0);
		});

		test('counts under the same ticket, which a service may take in other letters', () => {
			const items = byIndex(item(under('order-1')), item(under('Order-1', '+1 801 555 0001')));
			expect(firstsOf(repeatedItems(items))).toEqual([[1, 0]]);
		});

		test.each([
			['another ticket', under('order-2')],
			['another recipient', under('order-1', '18015550002')],
			[
				'a ticket under which anything is sent',
				under('order-1', '18015550001', { ifKnown: 'send' }),
			],
		])('does not count with %s', (_what, other) => {
			expect(repeatedItems(byIndex(item(under('order-1')), item(other))).size).toBe(0);
			expect(repeatedItems(byIndex(item(other), item(under('order-1')))).size).toBe(0);
		});

		test('counts under any ticket where duplicates are to be removed as well', () => {
			const both = { removesDuplicates: true };
			const [one, other] = ['order-1', 'order-2'].map((ticket) => under(ticket, '1801555', both));
			expect(firstsOf(repeatedItems(byIndex(item(one!), item(other!))))).toEqual([[1, 0]]);
		});
	});

	test('counts for nothing where nothing is asked for', () => {
		expect(repeatedItems(byIndex(item([]), item([]))).size).toBe(0);
	});
});

describe('an item that sends something else to everyone', () => {
	const everyone = (message: string, more = {}) => item(request(broadcastCall(message)), more);

	test('names one of the others, and so does the first, because it is not known which is meant', () => {
		const items = byIndex(everyone('a'), everyone('b'), everyone('a'), everyone('c'));
		expect([...rivalBroadcasts(items)]).toEqual([
			[1, 0],
			[3, 0],
			[0, 1],
			[2, 1],
		]);
	});

	test('leaves one as it is that an earlier try began, wherever it stands', () => {
		const begun = everyone('a', { chain: 'begun' });
		expect([...rivalBroadcasts(byIndex(begun, everyone('b')))]).toEqual([[1, 0]]);
		expect([...rivalBroadcasts(byIndex(everyone('b'), begun))]).toEqual([[0, 1]]);
	});

	test('is no rival of one that has the same message', () => {
		expect(rivalBroadcasts(byIndex(everyone('a'), everyone('a'))).size).toBe(0);
	});

	test('is no rival of one that writes the keyword in small letters', () => {
		const small = item(request(broadcastCall('a', 'nstaff')));
		expect(rivalBroadcasts(byIndex(everyone('a'), small)).size).toBe(0);
	});

	test('may where several broadcasts are allowed', () => {
		const items = byIndex(everyone('a'), everyone('b', { severalBroadcasts: true }));
		expect(rivalBroadcasts(items).size).toBe(0);
	});

	test.each([
		['unit', request(broadcastCall('b', 'OTHER'))],
		['code', request({ ...broadcastCall('b'), code: '54321' })],
		[
			'account',
			request(broadcastCall('b'), { settings: { ...SETTINGS, serviceAccount: 'account-2' } }),
		],
	])('may to another %s', (_what, other) => {
		expect(rivalBroadcasts(byIndex(everyone('a'), item(other))).size).toBe(0);
	});

	test('may not where the keyword is in other letters', () => {
		const other = item(request(broadcastCall('b', 'nstaff')));
		expect([...rivalBroadcasts(byIndex(everyone('a'), other)).keys()]).toEqual([1, 0]);
	});

	test('is no item with a list', () => {
		const list = (message: string) => item(request(sendCall(to('1'), message)));
		expect(rivalBroadcasts(byIndex(list('a'), list('b'), item([]))).size).toBe(0);
	});

	test('the unit is told from the code by more than how they are joined', () => {
		const a = item(request({ ...broadcastCall('a'), ...unit, code: '1', keyword: '2/3' }));
		const b = item(request({ ...broadcastCall('b'), ...unit, code: '1/2', keyword: '3' }));
		expect(rivalBroadcasts(byIndex(a, b)).size).toBe(0);
	});
});

test('the first part of a text has the name of its chain, and each further one its number', () => {
	expect([1, 2, 10].map((part) => keyOfPart('a-7', part))).toEqual(['a-7', 'a-7-2', 'a-7-10']);
});

describe('a number of its own', () => {
	test.each([
		['a batch of items', fromItem('1'), true],
		['a list', request(sendCall(to('1', '2'))), true],
		['a message to everyone', request(broadcastCall()), false],
		['a plain send', request(plainCall('1')), false],
		['a look-up', request(lookUpCall('1')), false],
		['a redirected list', request(sendCall(to('1')), { redirectedFrom: ['2'] }), false],
	])('is given or not to %s', (_what, prepared, expected) => {
		expect(isNumbered(prepared)).toBe(expected);
	});
});

describe('the names that tickets are made from', () => {
	const group = batchGroup(unit, 'main');

	test('of batches are those of their account and group, in whatever letters', () => {
		expect(group).toMatch(/^[0-9a-f]{6}$/);
		expect(batchGroup({ ...unit, keyword: 'nstaff' }, 'main')).toBe(group);
		expect(batchGroup({ ...unit, keyword: 'OTHER' }, 'main')).not.toBe(group);
		expect(batchGroup({ ...unit, code: '54321' }, 'main')).not.toBe(group);
		expect(batchGroup(unit, 'second')).not.toBe(group);
	});

	test('of others are those of whom they reach, each once, and of how often they did before', () => {
		const name = audienceName('main', ['1', '2'], 1);
		expect(audienceName('main', ['1', '2', '1'], 1)).toBe(name);
		expect(audienceName('main', ['1', '3'], 1)).not.toBe(name);
		expect(audienceName('main', ['1', '2'], 2)).not.toBe(name);
		expect(audienceName('second', ['1', '2'], 1)).not.toBe(name);
	});

	test('of the first message to everyone is that of its call', () => {
		const [call] = planOf(byIndex(item(request(broadcastCall())))).chains.flat();
		expect(broadcastName(unit, 'account 0')).toBe(call!.chain);
		expect(broadcastName({ ...unit, keyword: 'OTHER' }, 'account 0')).not.toBe(call!.chain);
	});
});

import { repeatedItems } from '../../../../../nodes/SubscriptionMessaging/run/plan/repeatedItems';
import { byIndex, fromItem, item, request, sendCall, SETTINGS, to } from '../preparedItems';

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
	test('counts only beside an item that went to the person, and was not redirected', () => {
		const redirected = { ...first, redirectedFrom: ['18015550001'] };
		expect(repeatedItems(byIndex(item(redirected), item(first))).size).toBe(0);
		expect(firstsOf(repeatedItems(byIndex(item(redirected), item(redirected))))).toEqual([[1, 0]]);
	});

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

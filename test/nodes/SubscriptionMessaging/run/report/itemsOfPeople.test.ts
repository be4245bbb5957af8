import { ItemsOfPeople } from '../../../../../nodes/SubscriptionMessaging/run/report/itemsOfPeople';
import type { PreparedItem } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import type { ReportedTicket } from '../../../../../nodes/SubscriptionMessaging/run/report/tickets';
import { stepsOf } from '../../stepsOf';

const items = (...expected: string[][]) =>
	finished(
		ItemsOfPeople.of(
			new Map(
				expected.map((those, index) => [
					index,
					{ requests: [{ expected: those }] } as unknown as PreparedItem,
				]),
			),
		),
	);

const ticket = (...itemIndexes: number[]) => ({ itemIndexes }) as unknown as ReportedTicket;

test('a recipient belongs to the item that names it, however it is written', () => {
	const pairing = items(['18015551001'], ['18015551002']);
	expect(pairing.of('+1 801 555 1002', [ticket(0, 1)])).toEqual({ item: 1 });
});

test('a recipient whom two items name belongs to both', () => {
	expect(items(['1'], ['1'], ['2']).of('1', [])).toEqual([{ item: 0 }, { item: 1 }]);
	expect(items(['1', '1'], ['2']).of('1', [])).toEqual({ item: 0 });
});

test('a recipient whom no item names belongs to all items of its ticket, and never to one of several', () => {
	const pairing = items([], [], []);
	expect(pairing.of('1', [ticket(0, 2)])).toEqual([{ item: 0 }, { item: 2 }]);
	expect(pairing.of('1', [ticket(1)])).toEqual({ item: 1 });
	expect(pairing.of(null, [ticket(0), ticket(0, 1)])).toBe(pairing.all);
});

test('a recipient without a ticket belongs to all items', () => {
	expect(items([], []).of('1', [])).toEqual([{ item: 0 }, { item: 1 }]);
});

test('the items of a ticket are one list for all its recipients', () => {
	const pairing = items([], []);
	const shared = ticket(0, 1);
	expect(pairing.of('1', [shared])).toBe(pairing.of('2', [shared]));
});

test('the totals belong to all items', () => {
	expect(items([], []).all).toEqual([{ item: 0 }, { item: 1 }]);
	expect(items([]).all).toEqual({ item: 0 });
});

test('many items are read in steps', () => {
	const item = { requests: [{ expected: ['18015551001'] }] } as unknown as PreparedItem;
	const many = new Map(Array.from({ length: 2_000 }, (_one, index) => [index, item]));
	expect(stepsOf(ItemsOfPeople.of(many))).toBeGreaterThan(3);
});

test('people with several tickets of a campaign share the list of items that name it', () => {
	const { itemIndexes } = ticket(0, 1);
	const tickets = [{ itemIndexes }, { itemIndexes }] as unknown as ReportedTicket[];
	const people = items([], []);
	expect(people.of('18015551001', tickets)).toEqual([{ item: 0 }, { item: 1 }]);
	// A list of their own for each would be as many times as many entries.
	expect(people.of('18015551001', tickets)).toBe(people.of('18015551002', tickets));
});

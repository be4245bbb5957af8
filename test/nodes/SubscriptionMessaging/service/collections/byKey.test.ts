import { addTo, tally } from '../../../../../nodes/SubscriptionMessaging/service/collections/byKey';

it('keeps the entries of each key in their order', () => {
	const lists = new Map<string, number[]>();
	addTo(lists, 'a', 1);
	addTo(lists, 'b', 2);
	addTo(lists, 'a', 3);
	expect([...lists]).toEqual([
		['a', [1, 3]],
		['b', [2]],
	]);
});

test('counts each key by itself, once more or several times', () => {
	const counts = new Map<string, number>();
	tally(counts, 'a');
	tally(counts, 'b', 3);
	tally(counts, 'a');
	expect([...counts]).toEqual([
		['a', 2],
		['b', 3],
	]);
});

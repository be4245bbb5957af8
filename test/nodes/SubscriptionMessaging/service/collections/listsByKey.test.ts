import { addTo } from '../../../../../nodes/SubscriptionMessaging/service/collections/listsByKey';

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

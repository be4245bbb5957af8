import { tally } from '../../../../../nodes/SubscriptionMessaging/service/collections/tally';

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

import { portions } from '../../../../../nodes/SubscriptionMessaging/run/plan/portions';

test.each([
	[[], 2, []],
	[[1, 2], 2, [[1, 2]]],
	[[1, 2, 3], 2, [[1, 2], [3]]],
	[[1, 2, 3], 1, [[1], [2], [3]]],
	[[1], 100, [[1]]],
])('%j in pieces of at most %d are %j', (entries, size, expected) => {
	expect(portions(entries, size)).toEqual(expected);
});

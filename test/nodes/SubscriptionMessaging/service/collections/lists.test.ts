import {
	largest,
	portions,
} from '../../../../../nodes/SubscriptionMessaging/service/collections/lists';

test.each([
	[[], 2, []],
	[[1, 2], 2, [[1, 2]]],
	[[1, 2, 3], 2, [[1, 2], [3]]],
	[[1, 2, 3], 1, [[1], [2], [3]]],
	[[1], 100, [[1]]],
])('%j in pieces of at most %d are %j', (entries, size, expected) => {
	expect(portions(entries, size)).toEqual(expected);
});

test('the largest of some numbers is told, and none of none', () => {
	expect(largest([2, 7, 3])).toBe(7);
	expect(largest(new Set([1]))).toBe(1);
	expect(largest([])).toBe(0);
});

test('a million numbers are not too many', () => {
	expect(largest(Array.from({ length: 1_000_000 }, (_none, index) => index))).toBe(999_999);
});

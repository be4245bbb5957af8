import {
	counted,
	inDigits,
	mostFrequent,
} from '../../../../nodes/SubscriptionMessaging/wording/number';

test.each([
	[0, '0'],
	[999, '999'],
	[1_200, '1,200'],
	[1_234_567.6, '1,234,568'],
])('%d is written as %s', (number, written) => {
	expect(inDigits(number)).toBe(written);
});

test('one is counted as one, and all others as several', () => {
	const requests = [0, 1, 2, 1_200].map((number) => counted(number, 'more request'));
	expect(requests).toEqual([
		'0 more requests',
		'1 more request',
		'2 more requests',
		'1,200 more requests',
	]);
});

test('the most frequent texts come first, and the others are counted', () => {
	const counts = new Map(Object.entries({ a: 1, b: 5, c: 3, d: 2, e: 1 }));
	expect(mostFrequent(counts, 'reason')).toBe('b; c; d; 2 more reasons');
	const shown = (text: string, items: number) => `${items} × ${text}`;
	expect(mostFrequent(counts, 'reason', shown)).toBe('5 × b; 3 × c; 2 × d; 2 more reasons');
	counts.delete('e');
	expect(mostFrequent(counts, 'reason')).toBe('b; c; d; 1 more reason');
	counts.delete('d');
	expect(mostFrequent(counts, 'reason')).toBe('b; c; a');
});

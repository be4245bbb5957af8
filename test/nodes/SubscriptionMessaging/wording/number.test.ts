import { counted, inDigits } from '../../../../nodes/SubscriptionMessaging/wording/number';

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

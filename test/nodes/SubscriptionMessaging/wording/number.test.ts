import { inDigits } from '../../../../nodes/SubscriptionMessaging/wording/number';

test.each([
	[0, '0'],
	[999, '999'],
	[1_200, '1,200'],
	[1_234_567.6, '1,234,568'],
])('%d is written as %s', (number, written) => {
	expect(inDigits(number)).toBe(written);
});

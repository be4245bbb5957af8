import { GrowingText } from '../../../../../nodes/SubscriptionMessaging/service/collections/growingText';

test.each([
	['no part', 0],
	['one part', 1],
	['one less than are joined at once', 999],
	['as many as are joined at once', 1_000],
	['many parts', 2_501],
])('a text of %s is whole and in order', (_what, count) => {
	const parts = Array.from({ length: count }, (_part, index) => `${index} `);
	const text = new GrowingText();
	for (const part of parts) text.add(part);

	expect(text.whole).toBe(parts.join(''));
	// To look at it changes nothing.
	expect(text.whole).toBe(parts.join(''));
});

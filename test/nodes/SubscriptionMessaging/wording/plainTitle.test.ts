import { plainTitle } from '../../../../nodes/SubscriptionMessaging/wording/plainTitle';

test('a title holds nothing that could be rendered as HTML', () => {
	expect(plainTitle('No <a href="https://x.example">open</a> & <img src=x>')).toBe(
		'No ‹a href="https://x.example"›open‹/a› & ‹img src=x›',
	);
	expect(plainTitle("'Message' has 161 characters [item 0]")).toBe(
		"'Message' has 161 characters [item 0]",
	);
});

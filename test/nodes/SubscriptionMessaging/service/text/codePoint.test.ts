import { codePointOf } from '../../../../../nodes/SubscriptionMessaging/service/text/codePoint';

test.each([
	['\t', 'U+0009'],
	['\u00a0', 'U+00A0'],
	['\u200b', 'U+200B'],
	['\ud800', 'U+D800'],
	['\u{e0001}', 'U+E0001'],
])('the character %j is told as %s', (character, told) => {
	expect(codePointOf(character)).toBe(told);
});

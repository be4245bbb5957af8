import {
	codePointOf,
	unsendableCharacter,
} from '../../../../../nodes/SubscriptionMessaging/service/text/codePoint';

test.each([
	['\t', 'U+0009'],
	['\u00a0', 'U+00A0'],
	['\u200b', 'U+200B'],
	['\ud800', 'U+D800'],
	['\u{e0001}', 'U+E0001'],
])('the character %j is told as %s', (character, told) => {
	expect(codePointOf(character)).toBe(told);
});

test.each([
	['\0', 'U+0000'],
	['\v', 'U+000B'],
	['\u001f', 'U+001F'],
	['\ud800', 'U+D800'],
	['\udc00', 'U+DC00'],
	['\ufffe', 'U+FFFE'],
	['\uffff', 'U+FFFF'],
])('XML cannot carry %j', (character, name) => {
	expect(unsendableCharacter(`At 9${character}${character}`)).toEqual({ name, position: 5 });
});

test('XML can carry every other character', () => {
	expect(
		unsendableCharacter('\t\n\r ~\u007f\ud7ff\ue000\ufffd\u{10000}\u{1f600}\u{10ffff}'),
	).toBeUndefined();
});

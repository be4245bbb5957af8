import {
	beginningOf,
	excerpt,
} from '../../../../../nodes/SubscriptionMessaging/service/errors/excerpt';

describe('the beginning of a text', () => {
	test('is all of 3,000 characters', () => {
		const text = 'x'.repeat(3000);
		expect(beginningOf(text)).toBe(text);
	});

	test('ends before the word that is cut, which may be half a password', () => {
		expect(beginningOf(`${'x'.repeat(2500)} ${'y'.repeat(600)}`)).toBe(`${'x'.repeat(2500)} …`);
		expect(beginningOf(`a${' b'.repeat(1500)}`)).toBe(`a${' b'.repeat(1499)} …`);
	});

	test('ends 1,000 characters before the end of a word without an end', () => {
		expect(beginningOf('x'.repeat(3001))).toBe(`${'x'.repeat(2000)}…`);
		expect(beginningOf('x'.repeat(1201), 1200)).toBe(`${'x'.repeat(200)}…`);
	});
});

describe('an excerpt', () => {
	test('is cut between two characters', () => {
		expect(excerpt(`${'x'.repeat(78)}😀😀`)).toBe(`${'x'.repeat(78)}…`);
		expect(excerpt(`${'x'.repeat(77)}😀😀`)).toBe(`${'x'.repeat(77)}😀…`);
	});

	test.each([
		[' two\r\n\tlines ', 'two lines'],
		['hidden\u0000 \u200B\u202Emarks', 'hidden marks'],
		['half a sign \uD83D', 'half a sign'],
		['😀', '😀'],
	])('of %j is %j', (text, expected) => {
		expect(excerpt(text)).toBe(expected);
	});

	test('is cut to its length', () => {
		expect(excerpt('x'.repeat(80))).toBe('x'.repeat(80));
		expect(excerpt('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`);
		expect(excerpt('12345', 4)).toBe('123…');
	});
});

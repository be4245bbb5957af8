import { secretMask } from '../../credentials/secretMask';

describe('a long text', () => {
	const texts: Array<[string, (size: number) => string, string]> = [
		['blanks', (size) => ' '.repeat(size), 'two words   more'],
		['beginnings of the secret', (size) => 'aaab'.repeat(size / 4), 'aaaaaaaaaaaab'],
		['signs of a cut', (size) => '…'.repeat(size), 's3cret-word'],
		['points', (size) => '.'.repeat(size), 's3cret-word'],
		['points in threes', (size) => '... '.repeat(size / 4), 's3cret-word'],
		['signs of an escape', (size) => '&'.repeat(size), 'a&b&c&d'],
		['escapes of escapes', (size) => '%25'.repeat(size / 3), '%25%25%25'],
		['zeros of a reference', (size) => `&#${'0'.repeat(size)}`, 's3cret-word'],
		[
			'signs of a cut in escapes',
			(size) => '&…'.repeat(size / 2),
			'äX%26q&amp;r\\u0041ßZk9Ω s7!"§$/()=?`*ö',
		],
		['the secret', (size) => 'abab'.repeat(size / 4), 'ababab'],
	];

	// A mask whose work is not linear takes minutes for each of these.
	test.each(texts)('of %s is masked at once', (_what, text, secret) => {
		const mask = secretMask({ password: secret, api_key: 'k' });
		const start = performance.now();
		mask(text(96_000));
		expect(performance.now() - start).toBeLessThan(5000);
	});
});

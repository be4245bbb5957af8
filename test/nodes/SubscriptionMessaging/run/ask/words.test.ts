import { wordsFor } from '../../../../../nodes/SubscriptionMessaging/run/ask/words';

it.each([
	['de-AT,de;q=0.9,en;q=0.8', 'de'],
	['en;q=0.2, es-MX', 'es'],
	['ES', 'es'],
	['ja, ko;q=0.9', 'en'],
	['es;q=0.1, de;q=0.9', 'de'],
	['es;q=0.2 , de ; q=0.9 ', 'de'],
	['es;q=0.5, de;level=1;q=0.1', 'es'],
	['es;q=0.5, de;eq=0.1', 'de'],
	['es;q=0.5, de;q=0.1x', 'de'],
	['de;q=0', 'en'],
	[`${'fr,'.repeat(19)}de`, 'de'],
	[`${'fr,'.repeat(20)}de`, 'en'],
	['de;q=0, es;q=0.1', 'es'],
	['*', 'en'],
	['', 'en'],
	[';;;q=,,', 'en'],
	[undefined, 'en'],
	[['de'], 'en'],
])('speaks the language that %j prefers: %s', (header, language) => {
	expect(wordsFor(header).language).toBe(language);
});

it('says the same things in each language', () => {
	const all = ['en', 'de', 'es'].map(wordsFor);
	for (const words of all) {
		expect(Object.keys(words)).toEqual(Object.keys(all[0]!));
		expect(Object.values(words).every((text) => typeof text === 'string' && text !== '')).toBe(
			true,
		);
		expect(words.answeringAs).toContain('{}');
		expect(words.recorded).toContain('{}');
	}
	expect(new Set(all.map(({ invalid }) => invalid)).size).toBe(3);
});

import {
	namedFew,
	sentence,
} from '../../../../../nodes/SubscriptionMessaging/service/errors/sentence';

test.each([
	['go on', 'Go on.'],
	['go on! and on', 'Go on! and on.'],
	['go on!', 'Go on!'],
])('%j becomes the sentence %j', (text, expected) => {
	expect(sentence(text)).toBe(expected);
});

describe('the first of a list', () => {
	const people = Array.from({ length: 22 }, (_none, index) => `p${index}`);

	test('are all of twenty', () => {
		expect(namedFew([])).toBe('');
		expect(namedFew(people.slice(0, 2))).toBe('p0, p1');
		expect(namedFew(people.slice(0, 20))).toBe(people.slice(0, 20).join(', '));
	});

	test('are twenty of more, or as many as are asked for', () => {
		expect(namedFew(people)).toBe(`${people.slice(0, 20).join(', ')} and 2 more`);
		expect(namedFew(people, 1)).toBe('p0 and 21 more');
	});

	test('are each in one line that is not long', () => {
		expect(namedFew(['a\nb', 'x'.repeat(81)])).toBe(`a b, ${'x'.repeat(79)}…`);
	});
});

import fc from 'fast-check';

import {
	segmentsOf,
	splitIntoMessages,
	textLimit,
} from '../../../../../nodes/SubscriptionMessaging/service/text/messageText';
import {
	describeReplacement,
	isWorthwhile,
	REMOVED,
	REPLACEMENTS,
	withNeighbours,
} from '../../../../../nodes/SubscriptionMessaging/service/text/smartEncoding';
import { DEFAULT, EXTENDED, smsOf } from './gsm0338';

const ENGLISH = textLimit();
const neighbours = (text: string) => withNeighbours(text).text;

/** Every sign of Unicode that fits a pattern, but for those beyond the first plane. */
const allSigns = (pattern: RegExp) =>
	Array.from({ length: 0xffff }, (_none, code) => String.fromCharCode(code)).filter((sign) =>
		pattern.test(sign),
	);

describe('the published table', () => {
	test('has 127 signs and 10 more', () => {
		expect([DEFAULT.size, EXTENDED.size]).toEqual([127, 10]);
	});

	test('is what decides the encoding of each sign', () => {
		const unlike = allSigns(/[^\p{Cs}]/u).filter((sign) => {
			const isPlain = DEFAULT.has(sign) || EXTENDED.has(sign);
			return (segmentsOf(sign).encoding === 'GSM-7') !== isPlain;
		});
		expect(unlike).toEqual([]);
	});

	test('gives the number of SMS that is counted', () => {
		const signs = fc.constantFrom('a', 'é', '€', '{', '’', 'ç', ' ', '\n', '我', '😀');
		const texts = fc.array(signs, { maxLength: 500 }).map((all) => all.join(''));
		fc.assert(
			fc.property(texts, (text) => expect(segmentsOf(text).segments).toBe(smsOf(text))),
			{ numRuns: 300 },
		);
	});
});

describe('each replacement', () => {
	test('is of a sign that is not plain, by signs that take one place each', () => {
		for (const [sign, neighbour] of REPLACEMENTS) {
			expect(DEFAULT.has(sign) || EXTENDED.has(sign)).toBe(false);
			expect([...neighbour].every((each) => DEFAULT.has(each))).toBe(true);
		}
	});

	test('is of no letter, mark, digit or currency', () => {
		for (const sign of [...REPLACEMENTS.keys(), ...REMOVED]) {
			// A selector of presentation is a mark, and shows as nothing.
			expect(/^[\p{L}\p{N}\p{Sc}]$/u.test(sign)).toBe(false);
			expect(/^\p{M}$/u.test(sign)).toBe(/[\uFE0E\uFE0F]/.test(sign));
		}
	});

	test('knows all blanks of Unicode, and the quotes and dashes of its punctuation', () => {
		for (const blank of allSigns(/[\p{Zs}\t]/u)) expect(neighbours(blank)).toBe(' ');
		const punctuation = allSigns(/[\u2010-\u2027\u2030-\u205E]/u);
		for (const quote of punctuation.filter((sign) => /[\p{Pi}\p{Pf}‚„]/u.test(sign))) {
			expect(`${quote} ${neighbours(quote)}`).toMatch(/ ["']$/);
		}
		for (const dash of punctuation.filter((sign) => /\p{Pd}/u.test(sign))) {
			expect(`${dash} ${neighbours(dash)}`).toMatch(/ -$/);
		}
	});

	test('agrees with Unicode where that says what a sign stands for', () => {
		for (const sign of REPLACEMENTS.keys()) {
			const compatible = sign.normalize('NFKC');
			// An acute accent alone stands for a blank with an accent there.
			if (compatible === sign || /[^\n -~]/.test(compatible)) continue;
			expect(neighbours(sign)).toBe(compatible);
		}
	});
});

test('a text becomes plain, and tells which signs were replaced', () => {
	expect(withNeighbours('“It’s – well… – ready”')).toEqual({
		text: '"It\'s - well... - ready"',
		signs: ['“', '’', '–', '…', '”'],
	});
});

test('points, marks, strokes and crosses have their neighbours too', () => {
	expect(neighbours('a‥ b․ c‼ d⁇ e⁈ f⁉ g⁄ h∕ i∶ j×')).toBe('a.. b. c!! d?? e?! f!? g/ h/ i: jx');
});

test('of a text that is plain already, nothing was replaced', () => {
	expect(withNeighbours('plain')).toEqual({ text: 'plain', signs: [] });
});

test('letters and other signs stay as they are', () => {
	for (const text of ['ça và, où? Ångström ÿ ő Ł', '我们 – 北京', 'שלום', '₺ ™ ½ ° 😀', 'ﬁ ʼ ʻ']) {
		const kept = [...text].filter((sign) => !REPLACEMENTS.has(sign)).join('');
		expect([...neighbours(text)].filter((sign) => sign !== '-').join('')).toBe(kept);
	}
});

test('what is invisible goes where the text is plain without it, and stays where it orders letters', () => {
	expect(neighbours('\u202A+1 801\u202C\u200B 555\uFEFF')).toBe('+1 801 555');
	for (const text of ['שלום\u200F', '❤\uFE0F ok', 'a\u200Db', '❤️‍🔥']) {
		expect(neighbours(text)).toBe(text);
	}
});

test('web addresses lead where they did, and what stands around them becomes plain', () => {
	const link = 'https://example.com/wiki/Michelson–Morley’s_experiment';
	expect(withNeighbours(`“${link}” – new`).text).toBe(`"${link}" - new`);
	expect(withNeighbours('See WWW.example.com/a–b. It’s new').text).toBe(
		"See WWW.example.com/a–b. It's new",
	);
});

test.each([
	'https://x.com/{order – id}',
	'https://x.com/a–b/{first name’s}&z={last – name}–c',
	'https://fr.wikipedia.org/wiki/L’été',
	'www.example.com/a–b www.example.com/c–d',
])('%s stays as it is, with its placeholders', (link) => {
	expect(withNeighbours(`“Hi” – ${link} “Hi”`).text).toBe(`"Hi" - ${link} "Hi"`);
});

test('placeholders keep their names', () => {
	expect(neighbours('{customer’s name} – “{a:0.00}”')).toBe('{customer’s name} - "{a:0.00}"');
});

describe('whether it is worthwhile', () => {
	const one = (text: string) => ({ whole: text, parts: [text] });
	const by = (before: string) => isWorthwhile(one(before), one(neighbours(before)), ENGLISH);

	test('is decided by the number of SMS', () => {
		expect(by(`It’s ${'a'.repeat(66)}`)).toBe(true);
		expect(by(`It’s ${'a'.repeat(65)}`)).toBe(false);
		expect(by('It’s ready')).toBe(false);
		expect(by(`It’s 我 ${'a'.repeat(100)}`)).toBe(false);
		expect(by('a'.repeat(150))).toBe(false);
	});

	test('also by the limit, which it never breaks', () => {
		expect(by(`${'a'.repeat(150)}${'\u200B'.repeat(11)}`)).toBe(true);
		expect(by(`${'a'.repeat(159)}…`)).toBe(false);
		expect(by(`${'a'.repeat(157)}…`)).toBe(true);
	});

	test('of a text in parts by the SMS of all of them, and never by more parts', () => {
		const split = (text: string) => ({ whole: text, parts: splitIntoMessages(text, ENGLISH) });
		const inParts = (text: string) => isWorthwhile(split(text), split(neighbours(text)), ENGLISH);
		expect(inParts(`“Hi” ${'word '.repeat(55)}`)).toBe(true);
		expect(inParts(`${'word '.repeat(55)}ç “Hi”`)).toBe(false);
		// Three full stops make a third part of it.
		expect(inParts(`${'a'.repeat(320 - 1)}…`)).toBe(false);
		expect(inParts(`${'a'.repeat(159)}…`)).toBe(false);
	});

	test('never gives more SMS or a text over its limit, whatever the text is', () => {
		const signs = fc.constantFrom(
			'a',
			'b ',
			'é',
			'ç',
			'’',
			'…',
			'—',
			'\u00A0',
			'€',
			'我',
			'\u200B',
		);
		const texts = fc.array(signs, { maxLength: 220 }).map((all) => all.join(''));
		const property = fc.property(texts, (before) => {
			const after = neighbours(before);
			expect(neighbours(after)).toBe(after);
			if (!by(before)) return;
			expect(ENGLISH.length(after)).toBeLessThanOrEqual(ENGLISH.max);
			const isShorter = smsOf(after) < smsOf(before);
			expect(isShorter || ENGLISH.length(before) > ENGLISH.max).toBe(true);
		});
		fc.assert(property, { numRuns: 500 });
	});
});

test.each([
	["’ → '", '’'],
	['U+00A0 → space', '\u00A0'],
	['U+2028 → line break', '\u2028'],
	['… → ...', '…'],
	['U+200B → nothing', '\u200B'],
])('a replacement is told as %s', (told, sign) => {
	expect(describeReplacement(sign)).toBe(told);
});

import {
	characters,
	fillPlaceholders,
	placeholdersIn,
	segmentsOf,
	shorten,
	splitIntoMessages,
	textLimit,
} from '../../../../nodes/SubscriptionMessaging/service/messageText';

const english = textLimit();
const spanish = textLimit('es_MX');

describe('the limit of a text', () => {
	test.each([undefined, null, '', 'en', 'EN', 'en_US', 'en-GB'])(
		'is 160 for the locale %p',
		(locale) => {
			expect(textLimit(locale).max).toBe(160);
		},
	);

	test.each(['es', 'eng', 'zh_CN', 'english', {}])('is 70 for the locale %p', (locale) => {
		expect(textLimit(locale).max).toBe(70);
	});

	test('counts an emoji as one character in English and as two units otherwise', () => {
		expect(english.length('a😀')).toBe(2);
		expect(spanish.length('a😀')).toBe(3);
	});
});

describe('shortening', () => {
	test('leaves a text that fits', () => {
		expect(shorten('x'.repeat(160), english)).toBe('x'.repeat(160));
	});

	test('cuts at a word and ends with three dots, within the limit and the alphabet of GSM', () => {
		const short = shorten('word '.repeat(40), english);
		expect(short).toMatch(/^(word )+word\.\.\.$/);
		expect(characters(short)).toBeLessThanOrEqual(160);
		expect(segmentsOf(short)).toEqual({ encoding: 'GSM-7', segments: 1 });
	});

	test('cuts a single long word', () => {
		expect(shorten('x'.repeat(200), english)).toBe(`${'x'.repeat(157)}...`);
		expect(shorten(`  ${'x'.repeat(200)}`, english)).toBe(`${'x'.repeat(157)}...`);
	});
});

describe('splitting', () => {
	test('keeps every word, in order', () => {
		const text = Array.from({ length: 100 }, (_word, index) => `word${index}`).join(' ');
		const parts = splitIntoMessages(text, english);
		expect(parts.join(' ')).toBe(text);
		for (const part of parts) expect(characters(part)).toBeLessThanOrEqual(160);
	});

	test.each([
		['an emoji of several code points', '👨‍👩‍👧‍👦'],
		['a letter with an accent of its own', 'e\u0301'],
		['a placeholder', '{customer_name}'],
	])('never cuts inside of %s', (_what, piece) => {
		for (const part of splitIntoMessages(piece.repeat(60), spanish)) {
			expect(part.split(piece).join('')).toBe('');
			expect(part.length).toBeLessThanOrEqual(70);
		}
	});

	test('cuts a placeholder that is too long by itself, rather than never end', () => {
		const placeholder = `{${'x'.repeat(300)}}`;
		expect(splitIntoMessages(placeholder, english).join('')).toBe(placeholder);
	});

	test('takes a text of 100,000 characters', () => {
		const parts = splitIntoMessages('some words '.repeat(9_100), english);
		expect(parts.join(' ')).toBe('some words '.repeat(9_100));
	});

	test('gives one empty message for an empty text', () => {
		expect(splitIntoMessages('', english)).toEqual(['']);
	});
});

describe('segments', () => {
	test.each([
		['x'.repeat(160), 'GSM-7', 1],
		['x'.repeat(161), 'GSM-7', 2],
		['{'.repeat(80), 'GSM-7', 1],
		['{'.repeat(81), 'GSM-7', 2],
		['ж'.repeat(70), 'UCS-2', 1],
		['ж'.repeat(71), 'UCS-2', 2],
		['😀', 'UCS-2', 1],
	])('of %p are counted as carriers do', (text, encoding, segments) => {
		expect(segmentsOf(text)).toEqual({ encoding, segments });
	});
});

test('the placeholders of a text are found once each, in its order, without their format', () => {
	expect(placeholdersIn('{b}, {a:0.00} and {b} in {a thing}, not in {} or {:0}')).toEqual([
		'b',
		'a',
		'a thing',
	]);
	expect(placeholdersIn('None')).toEqual([]);
});

describe('filling placeholders', () => {
	test('uses the custom field of the same name and tells what is missing', () => {
		expect(fillPlaceholders('Hi {name}, {what}?', [{ name: 'name', value: 'Ann' }])).toEqual({
			text: 'Hi Ann, {what}?',
			missing: ['what'],
			formatted: [],
		});
	});

	test('marks a format as a guess', () => {
		expect(
			fillPlaceholders('{a:0.00} {b:0} {c:d}', [
				{ name: 'a', value: '3.5' },
				{ name: 'b', value: 'many' },
				{ name: 'c', value: '1' },
			]),
		).toEqual({ text: '3.50 many 1', missing: [], formatted: ['{a:0.00}', '{b:0}', '{c:d}'] });
	});

	test('does not fill what a value brings along', () => {
		const fields = [
			{ name: 'a', value: '{b}' },
			{ name: 'b', value: 'x' },
		];
		expect(fillPlaceholders('{a}', fields).text).toBe('{b}');
	});
});

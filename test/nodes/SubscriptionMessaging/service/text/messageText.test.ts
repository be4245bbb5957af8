import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { split } from 'split-sms';

import {
	charactersIn,
	fillPlaceholders,
	isInAnotherScript,
	isPlainSms,
	lengthWarning,
	placeholdersIn,
	segmentsOf,
	shorten,
	splitIntoMessages,
	textLimit,
	unfilledInMessage,
	unfilledInTemplate,
} from '../../../../../nodes/SubscriptionMessaging/service/text/messageText';

const english = textLimit();
const spanish = textLimit('es_MX');

describe('the limit of a text', () => {
	test.each([undefined, null, '', 'en', 'EN', 'en_US', 'en-GB'])(
		'is 160 for the locale %p',
		(locale) => {
			expect(textLimit(locale).max).toBe(160);
		},
	);

	test.each(['es', 'eng', 'zh_CN', 'english', 'fr-en', {}, ['en']])(
		'is 70 for the locale %p',
		(locale) => {
			expect(textLimit(locale).max).toBe(70);
		},
	);

	test.each(['你好', 'Привет', 'Hi Ω', 'שלום', 'مرحبا', 'สวัสดี'])(
		'is 70 for %p without a locale, and 160 where the locale says English',
		(text) => {
			expect(textLimit(undefined, text).max).toBe(70);
			expect(textLimit('', text).max).toBe(70);
			expect(textLimit(null, text).max).toBe(70);
			expect(textLimit('en_US', text).max).toBe(160);
			expect(textLimit('es', text).max).toBe(70);
		},
	);

	test.each(['Hello', 'Ärger über ñandú', 'Łódź', '1 + 1 = 2', '😀 “so”', '5 µm, 20 °C, e\u0301'])(
		'is 160 for %p without a locale',
		(text) => {
			expect(isInAnotherScript(text)).toBe(false);
			expect(textLimit(undefined, text).max).toBe(160);
		},
	);

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
		expect(charactersIn(short)).toBeLessThanOrEqual(160);
		expect(segmentsOf(short)).toEqual({ encoding: 'GSM-7', segments: 1 });
	});

	test('has no blanks before the dots', () => {
		expect(shorten('word  '.repeat(40), english)).toMatch(/^(word {2})+word\.\.\.$/);
	});

	test('cuts nothing but blanks where these are too much', () => {
		const text = 'word '.repeat(30).trim();
		for (const long of [`${text}${'\n'.repeat(20)}`, `${' '.repeat(20)}${text}`]) {
			expect(shorten(long, english)).toBe(text);
		}
		expect(shorten(` ${'x'.repeat(160)} `, english)).toBe('x'.repeat(160));
		expect(shorten(' '.repeat(200), english)).toBe('');
	});

	test('cuts a single long word', () => {
		expect(shorten('x'.repeat(200), english)).toBe(`${'x'.repeat(157)}...`);
		expect(shorten(`  ${'x'.repeat(200)}`, english)).toBe(`${'x'.repeat(157)}...`);
	});
});

describe('splitting', () => {
	test('leaves a text that fits, with all of its blanks', () => {
		for (const text of ['  Hi ', `${'x'.repeat(159)} `, ` ${'x'.repeat(159)}`]) {
			expect(splitIntoMessages(text, english)).toEqual([text]);
		}
	});

	test('drops the blanks before, between and behind the messages of a longer text', () => {
		const word = 'x'.repeat(100);
		expect(splitIntoMessages(`  ${word}  ${word}`, english)).toEqual([word, word]);
		expect(splitIntoMessages(`${'x'.repeat(160)}  `, english)).toEqual(['x'.repeat(160)]);
	});

	test.each([
		['before a blank, where a message is full', `${'x'.repeat(100)} ${'y'.repeat(59)}`, ' z'],
		['at a line break of two signs', 'x'.repeat(100), `\r\n${'y'.repeat(100)}`],
		['behind a blank with an accent', `${'x'.repeat(50)} \u0301${'x'.repeat(108)}`, 'yyy'],
	])('cuts %s', (_where, first, rest) => {
		expect(splitIntoMessages(first + rest, english)).toEqual([first, rest.trimStart()]);
	});

	test('cuts at no blank within a placeholder', () => {
		const text = `${'x'.repeat(50)}{a thing}${'y'.repeat(100)}`;
		expect(splitIntoMessages(text, spanish)[0]).toBe(text.slice(0, 70));
	});

	test('keeps every word, in order', () => {
		const text = Array.from({ length: 100 }, (_word, index) => `word${index}`).join(' ');
		const parts = splitIntoMessages(text, english);
		expect(parts.join(' ')).toBe(text);
		for (const part of parts) expect(charactersIn(part)).toBeLessThanOrEqual(160);
	});

	test.each([
		['an emoji of several code points', '👨‍👩‍👧‍👦'],
		['a letter with an accent of its own', 'e\u0301'],
		['a placeholder', '{customer_name}'],
	])('never cuts inside of %s', (_what, piece) => {
		const parts = splitIntoMessages(piece.repeat(60), spanish);
		expect(parts.join('')).toBe(piece.repeat(60));
		for (const part of parts) {
			expect(part.split(piece).join('')).toBe('');
			expect(part.length).toBeLessThanOrEqual(70);
		}
	});

	test('cuts a placeholder that is too long by itself, rather than never end', () => {
		const placeholder = `{${'x'.repeat(300)}}`;
		expect(splitIntoMessages(placeholder, english)).toEqual([
			placeholder.slice(0, 160),
			placeholder.slice(160),
		]);
	});

	test('counts of a text of 100,000 characters a few thousand for each part, and not all that is left', () => {
		const text = 'some words '.repeat(9_100);
		let counted = 0;
		const length = (part: string) => ((counted += part.length), english.length(part));
		const parts = splitIntoMessages(text, { ...english, length });
		expect(parts.join(' ')).toBe(text);
		expect(counted / parts.length).toBeLessThan(30_000);
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

test.each([
	['Hello {name} €', true],
	['It’s', false],
	['Привет', false],
])('%j is plain SMS: %s', (text, plain) => {
	expect(isPlainSms(text)).toBe(plain);
});

describe('the warning of the length', () => {
	test.each([
		['x'.repeat(160)],
		['你'.repeat(70)],
		[`😀${'x'.repeat(68)}`],
		[`${'x'.repeat(100)} [a] {b} ~ ^ | \\ € é ñ Ü`],
		[`${'x'.repeat(100)}\n@£$`],
		['`'],
	])('is not given for %p', (text) => {
		expect(lengthWarning(text)).toBeUndefined();
	});

	test('names the other language, with the limit that is documented for it', () => {
		expect(lengthWarning('你'.repeat(80))).toBe(
			"The text has 80 characters; one that isn't in English can have 70",
		);
		expect(lengthWarning(`${'x'.repeat(70)}ж`)).toContain('has 71 characters; one');
	});

	test.each([
		[`“${'x'.repeat(80)}”`, '“ ”', 2],
		[`it’s ${'x'.repeat(140)}`, '’', 3],
		[`😀${'x'.repeat(69)}`, '😀', 2],
		[`çç${'x'.repeat(70)}`, 'ç', 2],
		[`\`${'x'.repeat(70)}`, '`', 2],
	])('names what makes several SMS of %p', (text, named, segments) => {
		expect(lengthWarning(text)).toBe(
			`With ${named} the text counts as ${segments} SMS, because plain SMS lacks these`,
		);
	});

	test('names five characters at most', () => {
		expect(lengthWarning(`“”‘’–—${'x'.repeat(70)}`)).toContain('With “ ” ‘ ’ – the text');
	});
});

describe('placeholders that nothing fills', () => {
	const name = [{ name: 'name', value: '' }];

	test.each([
		['Hi {name}', []],
		['Hi {first}, {name}, {last} and {first}', ['first', 'last']],
		['{total:0.00} of {a thing}', ['total', 'a thing']],
		['{}', []],
	])('of the template %p are %j', (text, missing) => {
		expect(unfilledInTemplate(text, name)).toEqual(missing);
	});

	test.each([
		['Hi {name}', []],
		['Hi', []],
		['Hi {first}, {name} and {first}', ['first']],
		[
			'{total:0.00} {order_no} {vor.name} {größe} {a-b}',
			['total', 'order_no', 'vor.name', 'größe', 'a-b'],
		],
		['{"a":1} {a: 1} {a:b} {return x} {1} {1,3} { x } {x;} {}', []],
		['{all of it} and {the rest}', ['all of it']],
		['Hi { name }, { x }', [' name ']],
		['{123}', ['123']],
		['{b:x0} {c:0x} {d:#,##0.00}', ['d']],
	])('of the message %p are %j', (text, missing) => {
		const known = new Set(['name', 'all of it', '123']);
		expect(unfilledInMessage(text, name, known)).toEqual(missing);
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

	test.each([
		['0', '3.4', '3'],
		['#,##0.00', '1', '1.00'],
		['.0', '1', '1.0'],
		['x0.00', '1', '1'],
		['0.00x', '1', '1'],
		['0.00', '', ''],
		['0.00', ' ', ' '],
	])('gives by the format %j for %j: %j', (format, value, expected) => {
		expect(fillPlaceholders(`{a:${format}}`, [{ name: 'a', value }]).text).toBe(expected);
	});

	test('does not fill what a value brings along', () => {
		const fields = [
			{ name: 'a', value: '{b}' },
			{ name: 'b', value: 'x' },
		];
		expect(fillPlaceholders('{a}', fields).text).toBe('{b}');
	});
});

describe('segments are counted as the library split-sms counts them', () => {
	const counted = (text: string) => {
		const { characterSet, parts } = split(text);
		return { encoding: characterSet === 'GSM' ? 'GSM-7' : 'UCS-2', segments: parts.length };
	};

	test('of each character alone and many times', () => {
		const isOther = (sign: string) =>
			[sign, sign.repeat(90)].some((text) => !isDeepStrictEqual(segmentsOf(text), counted(text)));
		const signs = Array.from({ length: 0x10000 }, (_none, code) => String.fromCharCode(code));
		const isHalf = (sign: string) => /[\ud800-\udfff]/.test(sign);
		expect(signs.filter((sign) => !isHalf(sign) && isOther(sign))).toEqual([]);
	});

	test.each([0, 1, 69, 70, 71, 133, 134, 135, 152, 153, 154, 159, 160, 161, 305, 306, 307, 1000])(
		'of %i characters of each kind',
		(length) => {
			for (const sign of ['a', '€', 'ж', '😀', 'a€', 'aж', 'ж😀']) {
				const text = sign.repeat(length);
				expect(segmentsOf(text)).toEqual(counted(text));
			}
		},
	);

	test('of any text', () => {
		const sign = fc.constantFrom('a', ' ', '\n', '€', '{', '^', 'é', 'ж', '😀');
		fc.assert(
			fc.property(fc.array(sign, { maxLength: 400 }), (signs) => {
				const text = signs.join('');
				expect(segmentsOf(text)).toEqual(counted(text));
			}),
		);
	});
});

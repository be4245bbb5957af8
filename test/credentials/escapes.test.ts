import { cutEscapeBefore, traced, unescapeOnce, type EscapeKind } from '../../credentials/escapes';

const unescaped = (kind: EscapeKind, text: string) => unescapeOnce(traced(text), kind)?.text;

/** What each unit of the unescaped text was written as. */
const writtenAs = (text: string) => {
	const { starts, ends } = unescapeOnce(traced(text), 'all')!;
	return starts.map((start, unit) => text.slice(start, ends[unit]));
};

const { raw } = String;

describe('an escape is resolved, by its kind alone and among all', () => {
	test.each<[kind: EscapeKind, escaped: string, text: string]>([
		['percent', '%41', 'A'],
		['percent', 'a%2fb%2Fc', 'a/b/c'],
		['percent', '%C3%BC', 'ü'],
		['reference', '&#65;', 'A'],
		['reference', '&#252;&#128512;', 'ü😀'],
		['reference', '&#0000000000065;', 'A'],
		['reference', '&#x41;&#XFC;', 'Aü'],
		['reference', '&#x1F600;', '😀'],
		['reference', '&#x0000000000041;', 'A'],
		['reference', '&lt;&AMP;&gt;', '<&>'],
		['reference', '&frac12;&sup2;', '½²'],
		['reference', '&nbsp;&iquest;&agrave;&yuml;&Uuml;', '\u00a0¿àÿü'],
		['reference', '&euro;&comma;&szlig;&times;', '€,ß×'],
		['reference', '&lbrace;&apos;&strns;', "{'¯"],
		['backslash', raw`\x41`, 'A'],
		['backslash', raw`\xc3\xBC`, 'ü'],
		['backslash', raw`\u0041\u00fc`, 'Aü'],
		['backslash', raw`\ud83d\ude00`, '😀'],
		['backslash', raw`\u{41}\u{1F600}`, 'A😀'],
		['backslash', raw`\u{00000000e9}`, 'é'],
		['backslash', raw`\"\\\/\'`, `"\\/'`],
		['backslash', raw`a\nb\tc`, 'a b c'],
		['backslash', 'a\\\nb', 'a\nb'],
	])('%s: %j', (kind, escaped, text) => {
		expect(unescaped(kind, escaped)).toBe(text);
		expect(unescaped('all', escaped)).toBe(text);
	});

	test('with the text around it', () => {
		expect(unescaped('all', 'a%41b&lt;c&#65;d\\x41e\\u0041f\\"g')).toBe('aAb<cAdAeAf"g');
	});
});

describe('what is no escape stays', () => {
	test.each([
		'',
		'plain text, 100 %, A&B; \\',
		'%4',
		'%4g',
		'%zz',
		'&;',
		'&#;',
		'&#x;',
		'&#xg;',
		'&amp',
		'&nosuchname;',
		'&#1114112;',
		'&#9999999;',
		'&#x110000;',
		'\\x4',
		'\\xzz',
		'\\u004',
		'\\uzzzz',
		'\\u{}',
		'\\u{z}',
		'\\u{110000}',
	])('%j', (text) => {
		for (const kind of ['all', 'percent', 'reference', 'backslash'] as const) {
			expect(unescapeOnce(traced(text), kind)).toBeUndefined();
		}
	});

	test.each([
		['percent', '&lt;\\x41'],
		['reference', '%41\\x41'],
		['backslash', '%41&lt;'],
	] as const)('nor is an escape of another kind one of %s', (kind, text) => {
		expect(unescapeOnce(traced(text), kind)).toBeUndefined();
	});

	test('beside one that is resolved', () => {
		expect(unescaped('all', '&nosuchname;&#x10ffff;&#x110000;%41')).toBe(
			'&nosuchname;\u{10ffff}&#x110000;A',
		);
	});
});

test.each([
	['two', '%C2%A3', '£'],
	['two, with the lowest byte after it', '%C3%80', 'À'],
	['three', '%E2%82%AC', '€'],
	['three, with the lowest lead', '%E0%A4%85', 'अ'],
	['four', '%F0%9F%98%80', '😀'],
	['four, with the highest lead', '%F4%8F%BF%BF', '\u{10ffff}'],
	['a lead that is too low', '%C1%81', 'Á\x81'],
	['an ASCII character before a byte of a rest', '%41%82', 'A\x82'],
	['a lead that is too high', '%F5%80%80%80', 'õ\x80\x80\x80'],
	['a lead before an ASCII character', '%C3%41', 'ÃA'],
	['a lead before another lead', '%C3%C0', 'ÃÀ'],
	['three, the last of which is missing', '%E2%82', 'â\x82'],
	['three, the last of which is a lead', '%E2%82%C0', 'â\x82À'],
	['three, the last of which is an ASCII character', '%E2%82%41', 'â\x82A'],
])(
	'bytes of UTF-8 are one character, and others one of Latin-1 each: %s',
	(_what, escaped, text) => {
		expect(unescaped('percent', escaped)).toBe(text);
	},
);

describe('what was resolved is known by its place in the text', () => {
	test.each([
		['a%41%42b', ['a', '%41', '%42', 'b']],
		['%C3%BC%41', ['%C3%BC', '%41']],
		['\\x41\\xc3\\xbc', ['\\x41', '\\xc3\\xbc']],
		['a&lt;b', ['a', '&lt;', 'b']],
		['&#128512;', ['&#128512;', '&#128512;']],
		['\\u0041\\n', ['\\u0041', '\\n']],
	])('%j', (text, pieces) => {
		expect(writtenAs(text)).toEqual(pieces);
	});

	test('also where it was escaped twice', () => {
		const text = 'x%26lt;y';
		const { starts, ends } = unescapeOnce(unescapeOnce(traced(text), 'percent')!, 'reference')!;
		expect(starts.map((start, unit) => text.slice(start, ends[unit]))).toEqual([
			'x',
			'%26lt;',
			'y',
		]);
	});
});

describe('an escape that a position cuts is measured', () => {
	test.each([
		['abc', 0],
		['', 0],
		['%', 1],
		['abc%', 1],
		['abc%4', 2],
		['abc%41', 0],
		['abc%C3', 3],
		['abc%c3%', 4],
		['abc%C3%B', 5],
		['abc%C3%41', 0],
		['abc%E2%82', 6],
		['abc%F0%9F%98', 9],
		['abc%F0%9F%98%8', 11],
		['abc&', 1],
		['abc&#', 2],
		['abc&#12', 4],
		['abc&DiacriticalG', 13],
		['abc&lt;', 0],
		['abc\\', 1],
		['abc\\x', 2],
		['abc\\xc', 3],
		['abc\\u', 2],
		['abc\\u00f', 5],
		['abc\\u{1F60', 7],
		['abc\\q', 0],
		['s3cret&DiacriticalGrav', 16],
		['s3cret&CounterClockwiseContourIn', 26],
	])('at the end of %j: %i', (text, units) => {
		expect(cutEscapeBefore(text, text.length)).toBe(units);
		expect(cutEscapeBefore(`${text}more`, text.length)).toBe(units);
	});
});

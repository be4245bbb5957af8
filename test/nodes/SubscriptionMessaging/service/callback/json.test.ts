import {
	Budget,
	CALLBACK_LIMITS,
	SLICE,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/budget';
import { readJson } from '../../../../../nodes/SubscriptionMessaging/service/callback/json';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { stepsOf } from '../../stepsOf';
import { read } from './reading';

const parsed = (text: string, depth?: number) => finished(readJson(text, Budget.ofPost(), depth));
/** What is read of a post that may be JSON; its text where it is not. */
const rawOf = (text: string) => read(text)[0]?.raw;

it.each([
	['20261125131851000123', '20261125131851000123'],
	['-9007199254740993', '-9007199254740993'],
	['9007199254740992', 9007199254740992],
	['1e20', 1e20],
])('a number of which no digit may be lost is a text: %s', (written, value) => {
	expect(parsed(`[${written}]`)).toEqual([value]);
});

describe('is read as JSON.parse reads it:', () => {
	it.each([
		'{}',
		'[]',
		' [ ] ',
		'{"a":1}',
		'\n{\r\n\t"a" : [ 1 , 2 ] , "b" : { } }\n',
		'[0,-0,1,-1,1.5,-1.25e2,1E+2,1e-2,2e+25,1234567890123456]',
		'[0.12345678901234567890,12345678901234567890.5]',
		'[true,false,null,"",[[[]]],{"a":{"b":{}}}]',
		'{"":1," ":2,"a\\"b":3}',
		'["\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00"]',
		'["\\\\","\\\\\\"",""]',
		'["é 😀 \u2028"]',
		'{"constructor":1,"toString":{"hasOwnProperty":2}}',
		'{"a":1,"b":2,"a":3}',
		'"alone"',
		'""',
		'12',
		'null',
	])('%s', (text) => {
		expect(parsed(text)).toEqual(JSON.parse(text));
	});

	it('a long text with an escape wherever it may be cut', () => {
		for (let before = SLICE - 24; before <= SLICE; before += 1) {
			const text = JSON.stringify(['x'.repeat(before) + '\n"\\é'.repeat(5) + '\\'.repeat(9)]);
			const escaped = text.replaceAll('é', '\\u00e9');
			expect(parsed(escaped)).toEqual(JSON.parse(text));
			const pairs = JSON.stringify([`${'x'.repeat(before)}\\xxxxxx`]);
			expect(parsed(pairs)).toEqual(JSON.parse(pairs));
		}
		const early = JSON.stringify([`\n${'x'.repeat(100_000)}`]);
		expect(parsed(early)).toEqual(JSON.parse(early));
	});
});

describe('is no JSON, so that the text itself is kept:', () => {
	it.each([
		'{',
		'[',
		'{"a"',
		'{"a":',
		'{"a":1',
		'{"a":1,',
		'{"a":1,}',
		'{a:1}',
		"{'a':1}",
		'{"a" 1}',
		'{,}',
		'[1,]',
		'[,1]',
		'[1 2]',
		'[1}',
		'{"a":1]',
		'{} x',
		'[][]',
		'["a]',
		'["a\\"]',
		'["\n"]',
		'["\\x"]',
		'["\\u12"]',
		'[01]',
		'[1.]',
		'[.5]',
		'[+1]',
		'[1e]',
		'[NaN]',
		'[undefined]',
		'[True]',
		'[trueish]',
		'[\u00a01]',
	])('%s', (text) => {
		expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
		expect(parsed(text)).toBeUndefined();
		expect(rawOf(text)).toBe(text);
	});

	it('a long text with an escape that is none', () => {
		expect(parsed(`["${'x'.repeat(40_000)}\\x"]`)).toBeUndefined();
	});
});

it.each([
	['of more than 1,000 digits', 1_001],
	['of millions, for which a pattern has no memory', 7_000_000],
])('a number %s is none', (_what, count) => {
	const digits = '1'.repeat(count);
	for (const number of [digits, `0.${digits}`, `1e${digits}`]) {
		expect(parsed(`[${number}]`)).toBeUndefined();
	}
});

it('a member that would change what an object is, is left out', () => {
	const value = parsed('{"__proto__":{"polluted":1},"a":[{"__proto__":null,"b":2}]}');
	expect(value).toEqual({ a: [{ b: 2 }] });
	expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

it('is refused, and not taken for a text, where it is nested too deep', () => {
	const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
	expect(parsed(nested(40))).toEqual(JSON.parse(nested(40)));
	expect(() => parsed(nested(41))).toThrow('it is nested more than 40 deep');
	expect(parsed(nested(39), 1)).toEqual(JSON.parse(nested(39)));
	expect(() => parsed(nested(40), 1)).toThrow('it is nested more than 40 deep');
	// At once, and not once all of it was read.
	expect(() => parsed('['.repeat(1_000_000))).toThrow('it is nested more than 40 deep');
});

describe('has so many different names in one object, and no more', () => {
	beforeEach(() => {
		jest.replaceProperty(CALLBACK_LIMITS as Record<'names', number>, 'names', 3);
	});
	afterEach(() => jest.restoreAllMocks());

	it.each(['{"a":1,"b":2,"c":3}', '{"a":1,"b":2,"c":3,"a":4}', '[{"a":1,"b":2},{"c":3,"d":4}]'])(
		'%s is read',
		(text) => {
			expect(parsed(text)).toEqual(JSON.parse(text));
		},
	);

	it('the next one is refused', () => {
		expect(() => parsed('{"a":1,"b":2,"c":3,"d":4}')).toThrow('an object in it has more than');
	});
});

describe('a long JSON is read in some parts, neither at once nor sign by sign:', () => {
	it.each<[what: string, text: string, least: number]>([
		['a list', `[${'1,'.repeat(10_000)}1]`, 5],
		['an object', `{"a":1${',"a":1'.repeat(10_000)}}`, 5],
		['a text of quotes', `"${'\\"'.repeat(15_000)}"`, 7],
		['a text with an escape at its beginning and end', `"\\n${'x'.repeat(100 * SLICE)}\\n"`, 20],
	])('%s', (_what, text, least) => {
		const steps = stepsOf(readJson(text, Budget.ofPost()));
		expect(steps).toBeGreaterThanOrEqual(least);
		expect(steps).toBeLessThanOrEqual(40);
	});
});

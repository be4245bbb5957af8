import {
	Budget,
	CALLBACK_LIMITS,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/budget';
import {
	copied,
	countOf,
	extended,
	sizeOf,
	type CallbackRecord,
	type CallbackValue,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/value';
import {
	finished,
	type Steps,
} from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { stepsOf } from '../../stepsOf';
import { read } from './reading';

/** Of a post with lines, each of which is added to an object. */
const rawOf = (...lines: string[]) => read(lines.join('\n'))[0]?.raw;
const copyOf = (value: unknown) => finished(copied(value, Budget.ofPost()));

describe('a name that comes again', () => {
	it('makes a list of its values, in their order', () => {
		expect(rawOf('a: 1', 'b: 2', 'a: 3', 'a: 4')).toEqual({ a: ['1', '3', '4'], b: '2' });
	});

	it('is added to no list that was given as one value', () => {
		const form = 'a=[1,2]&a=3&a=4';
		expect(read(form)[0]?.raw).toEqual({ a: [[1, 2], '3', '4'] });
	});

	it('is a member of its own where every object has such a name', () => {
		expect(rawOf('constructor: 1', 'toString: 2', 'constructor: 3')).toEqual({
			constructor: ['1', '3'],
			toString: '2',
		});
	});
});

it.each<[how: string, body: string]>([
	[
		'JSON',
		'{"__proto__":{"delivered":true,"polluted":1},"sendTo":"1","deep":{"__proto__":{"polluted":1}}}',
	],
	[
		'a form',
		'__proto__=1&__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1&sendTo=1',
	],
	['XML', '<s><__proto__><polluted>1</polluted></__proto__><sendTo>1</sendTo></s>'],
	['lines', '__proto__: 1\nsendTo: 1'],
])('changes no prototype: %s', (_how, body) => {
	const [status] = read(body);
	expect(status?.sendTo).toBe('1');
	expect(JSON.stringify(status)).not.toContain('__proto__');
	expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	expect(Object.getPrototypeOf(status?.raw)).toBe(Object.prototype);
});

describe('a copy', () => {
	afterEach(() => jest.restoreAllMocks());

	it('is taken with all that JSON has a form for', () => {
		const fields = { to: '1', n: 1, b: false, none: null, list: ['a', [1], { c: 'd' }], o: {} };
		expect(copyOf(fields)).toEqual(fields);
	});

	it('is taken without what JSON has no form for', () => {
		const fields = { to: '1', gone: undefined, done: () => 1, big: 1n, list: [undefined, 'a'] };
		expect(copyOf(fields)).toEqual({ to: '1', done: null, big: null, list: [null, 'a'] });
	});

	it('is another object, so that changing one changes no other', () => {
		const fields = { to: '1', inner: { a: ['b'] } };
		const raw = copyOf(fields) as typeof fields;
		raw.inner.a.push('c');
		expect(fields.inner.a).toEqual(['b']);
	});

	it('changes no prototype', () => {
		const raw = copyOf(JSON.parse('{"__proto__":{"polluted":1},"to":"1"}'));
		expect(raw).toEqual({ to: '1' });
		expect(Object.getPrototypeOf(raw)).toBe(Object.prototype);
	});

	it('is taken with as many names in one object as are allowed, and refused with more', () => {
		jest.replaceProperty(CALLBACK_LIMITS as Record<'names', number>, 'names', 3);
		expect(copyOf({ a: 1, b: 2, c: 3 })).toEqual({ a: 1, b: 2, c: 3 });
		expect(() => copyOf({ a: 1, b: 2, c: 3, d: 4 })).toThrow('an object in it has more than');
	});

	it.each<[what: string, around: (inner: unknown) => unknown]>([
		['objects', (inner) => ({ a: inner })],
		['lists', (inner) => [inner]],
	])('is taken up to 40 levels of %s, and refused with more', (_what, around) => {
		const nested = (levels: number): unknown => (levels === 0 ? 'x' : around(nested(levels - 1)));
		expect(copyOf(nested(40))).toEqual(nested(40));
		expect(() => copyOf(nested(41))).toThrow('it is nested more than 40 deep');
		expect(finished(copied(nested(39), Budget.ofPost(), 1))).toEqual(nested(39));
		expect(() => finished(copied(nested(40), Budget.ofPost(), 1))).toThrow('nested more than 40');
	});
});

test.each<[value: CallbackValue, values: number, characters: number]>([
	['abc', 0, 3],
	[12345, 0, 0],
	[null, 0, 0],
	[['ab', 1, null], 3, 2],
	[{ name: 'ab', n: 1 }, 2, 7],
	[{ list: [{ a: 'b' }, 'c'] }, 4, 7],
])('%j holds %i values and %i characters', (value, values, characters) => {
	expect(finished(sizeOf(value, Budget.ofStatuses()))).toEqual({ values, characters });
});

test.each<[value: CallbackValue, count: number]>([
	['a', 1],
	[' \n', 0],
	['', 0],
	[0, 1],
	[false, 1],
	[null, 0],
	[[], 0],
	[{ a: 'x', b: '', c: [1, ' ', { d: true }] }, 3],
	// One more than was asked for is enough to know.
	[[1, 2, 3, 4, 5, 6, 7, 8], 5],
])('%j holds %i single values that are not empty, as far as they are counted', (value, count) => {
	expect(finished(countOf(value, 4, Budget.ofStatuses()))).toBe(count);
});

describe('an object that gets the members of another one', () => {
	const numbered = (...names: number[]) => Object.fromEntries(names.map((name) => [name, 1]));
	const dense = numbered(...Array(20_400).keys());
	const apart = numbered(...Array.from({ length: 30 }, (_one, index) => 30_000 + 1_024 * index));
	const into = (record: CallbackRecord, members: CallbackRecord) =>
		finished(extended({ ...record }, members, Budget.ofPost()));

	it('is refused where its names and theirs are numbers with gaps', () => {
		expect(() => into(dense, apart)).toThrow('it has more than 200000 values');
		expect(() => into(apart, dense)).toThrow('it has more than 200000 values');
	});

	it('is not where each of the two alone would not be, or they are the same', () => {
		expect(Object.keys(into(apart, { to: 1 }))).toHaveLength(31);
		expect(Object.keys(into(dense, dense))).toHaveLength(20_400);
	});
});

describe('a large value is worked on in some parts, neither at once nor member by member', () => {
	const list = Array.from({ length: 20_000 }, (_none, number) => number);
	const record = Object.fromEntries(list.map((number) => [`n${number}`, number]));

	it.each<[how: string, least: number, work: (budget: Budget) => Steps<unknown>]>([
		['where it is taken', 8, (budget) => copied(record, budget)],
		['where it is added to another one', 8, (budget) => extended({}, record, budget)],
		['where its size is asked for', 8, (budget) => sizeOf(list, budget)],
		['where few of its values are counted', 8, (budget) => countOf(list, 0, budget)],
		['where all of its values are counted', 16, (budget) => countOf(list, 20_000, budget)],
	])('%s', (_how, least, work) => {
		const steps = stepsOf(work(Budget.ofPost()));
		expect(steps).toBeGreaterThanOrEqual(least);
		expect(steps).toBeLessThanOrEqual(30);
	});
});

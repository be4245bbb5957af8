import {
	each,
	ENTRIES_IN_STEP,
	finished,
	firstOf,
	keptOf,
	membersIn,
} from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { stepsOf } from '../../stepsOf';

/** More where a machine is so busy that time ends one of them. */
const SEVERAL = 4;

const numbers = Array.from({ length: 3 * ENTRIES_IN_STEP }, (_, index) => index);

test('every entry is worked on, in order, in several steps', () => {
	const seen: number[] = [];
	expect(stepsOf(each(numbers, (entry) => seen.push(entry)))).toBeGreaterThanOrEqual(SEVERAL);
	expect(seen).toEqual(numbers);
});

describe('a step ends', () => {
	let clock = 0;
	const looks = () => jest.mocked(performance.now).mock.calls.length;
	beforeEach(() => {
		clock = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => clock);
	});
	afterEach(() => jest.restoreAllMocks());

	/** In how many steps all numbers are worked on, where so many of them take 2 ms. */
	function stepsAt(entries: number): number {
		clock = 0;
		return stepsOf(each(numbers, (entry) => (clock = ((entry + 1) * 2) / entries)));
	}

	test('after 500 entries that take no time', () => {
		expect(stepsAt(Infinity)).toBe(SEVERAL);
		expect(stepsOf(firstOf(numbers, () => false))).toBe(SEVERAL);
	});

	test('before that once 2 ms are over', () => {
		expect(stepsAt(20)).toBe(1 + numbers.length / 20);
		expect(stepsAt(5)).toBe(1 + numbers.length / 5);
	});

	test('with no more than one look at the clock in five entries', () => {
		expect(stepsAt(1)).toBe(1 + numbers.length / 5);
		expect(looks()).toBe(1 + numbers.length / 5);
	});
});

test('those are kept that are to be kept', () => {
	expect(finished(keptOf(numbers, (entry) => entry % 700 === 0))).toEqual([0, 700, 1400]);
	expect(stepsOf(keptOf(numbers, () => false))).toBeGreaterThanOrEqual(SEVERAL);
});

test('the first one that is sought is found, and nothing behind it is looked at', () => {
	const seen: number[] = [];
	const isSought = (entry: number) => seen.push(entry) > 0 && entry === 7;
	expect(finished(firstOf(numbers, isSought))).toBe(7);
	expect(seen).toHaveLength(8);
	expect(finished(firstOf(numbers, () => false))).toBeUndefined();
	expect(stepsOf(firstOf(numbers, () => false))).toBeGreaterThanOrEqual(SEVERAL);
});

test('all that an answer holds is given, each member before what is in it', () => {
	const answer = { a: 1, list: ['b', { c: null }, []], deep: { d: { e: true } } };
	expect([...membersIn(answer)].map(({ name, value }) => [name, value])).toEqual([
		['a', 1],
		['list', answer.list],
		['0', 'b'],
		['1', { c: null }],
		['c', null],
		['2', []],
		['deep', answer.deep],
		['d', answer.deep.d],
		['e', true],
	]);
	for (const { holder, name, value } of membersIn(answer)) {
		expect((holder as Record<string, unknown>)[name]).toBe(value);
	}
	expect([...membersIn(null)]).toEqual([]);
});

import {
	Budget,
	CALLBACK_LIMITS,
	Names,
	tooDeep,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/budget';
import { isRefused, postsAtLimits, type PostLimits } from './postsAtLimits';

const CHARACTERS = 16 * 1024 * 1024;
const LONG = 'x'.repeat(10_001);

/** Why it is too much, where it is. */
function reasonOf(action: () => void): string | undefined {
	try {
		action();
		return undefined;
	} catch (error) {
		expect(error).toMatchObject({ name: 'CallbackRefusedError', httpStatus: 413 });
		return (error as Error).message;
	}
}

describe.each([
	['what was posted', () => Budget.ofPost(), 200_000, 'The post was refused: it has more than'],
	[
		'its statuses',
		() => Budget.ofStatuses(),
		500_000,
		'The post was refused: its statuses would have more than',
	],
])('Of %s', (_what, budgetOf, values, reason) => {
	it('so many values are allowed, and no more', () => {
		const budget = budgetOf();
		budget.add(values - 1);
		expect(reasonOf(() => budget.add(1))).toBeUndefined();
		expect(reasonOf(() => budget.add(1))).toBe(`${reason} ${values} values`);
	});

	it('so many characters are allowed, and no more', () => {
		const budget = budgetOf();
		budget.add(1, CHARACTERS - 1);
		expect(reasonOf(() => budget.add(0, 1))).toBeUndefined();
		expect(reasonOf(() => budget.add(0, 1))).toBe(`${reason} ${CHARACTERS} characters`);
	});

	it('a name counts as a value with its characters, or with those that are not counted yet', () => {
		const budget = budgetOf();
		budget.add(values - 2, CHARACTERS - 3);
		budget.addName('abc');
		budget.addName('abc', 0);
		expect(reasonOf(() => budget.add(0, 1))).toContain('characters');
		expect(reasonOf(() => budget.addName('', 0))).toContain('values');
	});
});

it('statuses of a short post may have 20,000 values, and four more for each byte of it', () => {
	const budget = Budget.ofStatuses(100);
	budget.add(20_399);
	expect(reasonOf(() => budget.add(1))).toBeUndefined();
	expect(reasonOf(() => budget.add(1))).toContain('more than 20400 values');
	const ofLong = Budget.ofStatuses(1_000_000);
	expect(reasonOf(() => ofLong.add(500_000))).toBeUndefined();
	expect(reasonOf(() => ofLong.add(1))).toContain('more than 500000 values');
});

it('50 names of more than 10,000 characters are allowed, and no more', () => {
	const budget = Budget.ofPost();
	for (let name = 0; name < 50; name += 1) budget.addName(LONG);
	for (let name = 0; name < 50; name += 1) budget.addName(LONG.slice(1));
	expect(reasonOf(() => budget.addName(LONG))).toBe(
		'The post was refused: it has more than 50 names of more than 10000 characters',
	);
});

it('what was counted since a mark can be taken back', () => {
	const budget = Budget.ofPost();
	for (let name = 0; name < 49; name += 1) budget.addName(LONG, 0);
	const takeBack = budget.mark();
	budget.add(200_000 - 49, CHARACTERS);
	takeBack();
	budget.addName(LONG, 0);
	takeBack();
	expect(reasonOf(() => budget.addName(LONG, 0))).toBeUndefined();
	expect(reasonOf(() => budget.add(200_000 - 50, CHARACTERS))).toBeUndefined();
});

describe('A step is over', () => {
	it.each<[what: string, work: (budget: Budget) => void]>([
		['2,000 values', (budget) => budget.add(1_999)],
		['64 characters for each value less', (budget) => budget.add(999, 64_000)],
		['other work', (budget) => budget.isStepOver(1_999)],
		['other work on characters', (budget) => budget.isStepOver(999, 64_000)],
	])('after %s, and then begins anew', (_what, work) => {
		const budget = Budget.ofPost();
		work(budget);
		expect(budget.isStepOver()).toBe(false);
		expect(budget.isStepOver(1)).toBe(true);
		expect(budget.isStepOver(1_999)).toBe(false);
		expect(budget.isStepOver(0, 64)).toBe(true);
	});
});

it('a post that is nested too deep cannot be right, and an object with too many names is too much', () => {
	expect(tooDeep()).toMatchObject({
		httpStatus: 400,
		message: 'The post was refused: it is nested more than 40 deep',
	});
	const names = new Names(Budget.ofPost());
	const add = (count: number) => () => {
		for (let name = 0; name < count; name++) names.add(`n${name}`);
	};
	expect(reasonOf(add(50_000))).toBeUndefined();
	expect(reasonOf(add(1))).toBe('The post was refused: an object in it has more than 50000 names');
});

/** As small as the posts allow; `test/fuzz/hostilePosts.test.ts` has the real ones. */
const SMALL: PostLimits = {
	...CALLBACK_LIMITS,
	bytes: 15_000,
	values: 400,
	names: 120,
	emittedValues: 1_000,
	characters: 16_000,
};

describe('a post', () => {
	beforeEach(() => {
		for (const [name, most] of Object.entries(SMALL)) {
			jest.replaceProperty(CALLBACK_LIMITS as PostLimits, name as keyof PostLimits, most);
		}
	});
	afterEach(() => jest.restoreAllMocks());

	it.each(postsAtLimits(SMALL, 50))('is taken up to its limit of %s', (_what, most, more) => {
		expect(isRefused(most)).toBe(false);
		expect(isRefused(more)).toBe(true);
	});
});

describe('names of an object that are numbers', () => {
	/** What all of them cost, in whichever order. */
	function costOf(...names: string[]): number {
		const costs = [names, names.toReversed()].map((order) => {
			const budget = Budget.ofPost();
			const counted = new Names(budget);
			for (const name of order) counted.add(name);
			let left = 0;
			while (reasonOf(() => budget.add(1)) === undefined) left += 1;
			return CALLBACK_LIMITS.values - left;
		});
		expect(costs[0]).toBe(costs[1]);
		return costs[0]!;
	}
	const run = (from: number, count: number) =>
		Array.from({ length: count }, (_, index) => String(from + index));

	it.each([
		['a run', run(0, 160), 40],
		['a run behind a gap', [...run(0, 80), ...run(1_024, 80)], 80],
		['one behind the gap', [...run(0, 159), '1024'], 80],
		['one within it', [...run(0, 159), '1023'], 40],
		['the highest that V8 lays out', [...run(0, 159), '1199999'], 80],
		['one that it leaves apart', [...run(0, 159), '1200000'], 40],
		['phone numbers', run(18_015_551_001, 160), 0],
		['other names', run(0, 160).map((number) => `n${number}`), 0],
	])('cost as much as there are runs of them for each name: %s', (_what, names, cost) => {
		expect(costOf(...names)).toBe(cost);
	});

	it('hide no gap behind one that is none', () => {
		const names = [...run(0, 80), ...run(1_024, 80)];
		for (const far of ['Infinity', '9999999999', '4294967294', '1199000']) {
			expect(costOf(far, ...names)).toBeGreaterThanOrEqual(80);
		}
	});
});

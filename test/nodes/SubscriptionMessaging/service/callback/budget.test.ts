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
	/** What the last one of them costs besides, behind those from 0 to 99. */
	function costOf(...names: string[]): number {
		const budget = Budget.ofPost();
		const counted = new Names(budget);
		for (let number = 0; number < 100; number++) counted.add(String(number));
		for (const name of names) counted.add(name);
		let left = 0;
		while (reasonOf(() => budget.add(1)) === undefined) left += 1;
		return CALLBACK_LIMITS.values - left;
	}

	it.each([
		['within a gap that V8 leaves free', '1122', 0],
		['behind it', '1123', 101],
		['the last one that V8 lays out anew', '2423', 101],
		['far behind, which V8 leaves apart', '2424', 0],
		['no number', 'n1123', 0],
	])('cost as much as there are names behind a gap: %s', (_where, name, cost) => {
		expect(costOf(name)).toBe(cost);
	});

	it('cost it for each gap, and nothing before the highest', () => {
		expect(costOf('1123', '1122', '2147', '1124')).toBe(101 + 103);
	});
});

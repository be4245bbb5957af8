import {
	AHEAD,
	BEYOND,
	unusedNumber,
	usedBeyond,
	walkAll,
	walkToEnd,
} from '../../../../../nodes/SubscriptionMessaging/run/search/walk';

const upTo = (last: number) => Array.from({ length: last }, (_n, index) => index + 1);

/** How many are asked for at once, and which were. */
function asking(isUsed: (number: number) => boolean) {
	const asked: number[] = [];
	let under = 0;
	let atOnce = 0;
	return {
		asked,
		atOnce: () => atOnce,
		ask: async (number: number) => {
			asked.push(number);
			under += 1;
			atOnce = Math.max(atOnce, under);
			await Promise.resolve();
			under -= 1;
			return isUsed(number);
		},
	};
}

test('a number that nobody can have used makes no ticket too long, and begins as the first one', () => {
	for (const number of upTo(50).map(unusedNumber)) expect(String(number)).toMatch(/^1\d{8}$/);
});

test('a walk to the end asks for each number once, up to 20 beyond the lowest free one', async () => {
	for (const inParallel of [1, 10, 100]) {
		const { asked, ask, atOnce } = asking((number) => number < 30 || number === 40);
		expect(await walkToEnd(inParallel, ask)).toBe(30);
		expect(asked.toSorted((a, b) => a - b)).toEqual(upTo(30 + AHEAD));
		expect(atOnce()).toBe(Math.min(inParallel, AHEAD));
	}
});

test('a walk asks no further once one answer ends it', async () => {
	const { asked, ask } = asking(() => true);
	const walk = walkToEnd(2, async (number) => {
		if (number === 5) throw new Error('could not say');
		return await ask(number);
	});
	await expect(walk).rejects.toThrow('could not say');
	expect(Math.max(...asked)).toBeLessThan(8);
});

test('a report goes on where a number is not listed, up to 20 beyond the last one', async () => {
	for (const last of [0, 1, 100, 350]) {
		const asked = new Set<number>();
		const highest = await walkAll(10, async (number) => {
			asked.add(number);
			return number <= last && ![1, 21, 50, 70].includes(number) && number !== 0;
		});
		expect(highest).toBe(last === 1 ? 0 : last);
		expect(upTo(last).filter((number) => !asked.has(number))).toEqual([]);
	}
	expect(await walkAll(10, async (number) => number === 20)).toBe(20);
	// Nothing before is listed any more.
	expect(await walkAll(3, async (number) => number > 200 && number <= 400)).toBe(400);
});

test.each([
	[1, 1],
	[7, 7],
	[1000, AHEAD],
])('a report with %i in parallel asks for %i numbers at once', async (inParallel, most) => {
	const { ask, atOnce } = asking((number) => number <= 60);
	expect(await walkAll(inParallel, ask)).toBe(60);
	expect(atOnce()).toBe(most);
});

test('a few numbers beyond the end, each twice as far, are in their order', async () => {
	const { asked, ask, atOnce } = asking((number) => number === 1064 || number === 1002);
	expect(await usedBeyond(1000, 3, ask)).toEqual([1002, 1064]);
	expect(asked).toEqual(BEYOND.map((more) => 1000 + more));
	expect(asked.at(-1)).toBe(3048);
	expect(atOnce()).toBe(3);
	expect(await usedBeyond(5000, 3, ask)).toEqual([]);
});

test('never are more asked for at once than numbers may be ahead', async () => {
	const { ask, atOnce } = asking(() => false);
	await usedBeyond(0, 1000, ask);
	expect(atOnce()).toBe(BEYOND.length);
	expect(atOnce()).toBeLessThanOrEqual(AHEAD);
});

test('where one answer beyond the end ends the run, no other is asked for', async () => {
	const { asked, ask } = asking(() => false);
	const beyond = usedBeyond(0, 2, async (number) => {
		await ask(number);
		if (number === 2) throw new Error('could not say');
		return false;
	});
	await expect(beyond).rejects.toThrow('could not say');
	await new Promise(setImmediate);
	expect(asked.length).toBeLessThan(BEYOND.length);
});

import { CampaignNumbers } from '../../../../../nodes/SubscriptionMessaging/run/campaign/numbers';

const given = async (numbers: CampaignNumbers, count: number) =>
	await Promise.all(Array.from({ length: count }, async () => await numbers.take()));

/** Whether a promise is still open once everything that is ready has been done. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
	const open = Symbol('open');
	const turns = (async () => {
		for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
		return open;
	})();
	return (await Promise.race([promise, turns])) === open;
}

test('gives out the lowest free numbers, between those that are used', async () => {
	expect(await given(new CampaignNumbers(new Set([1, 3, 4])), 3)).toEqual([2, 5, 6]);
});

test('gives out none that is 20 beyond one that is not accepted', async () => {
	const numbers = new CampaignNumbers(new Set());
	expect(await given(numbers, 20)).toEqual(Array.from({ length: 20 }, (_n, index) => index + 1));
	const next = numbers.take();
	for (let number = 2; number <= 20; number += 1) numbers.accept(number);
	expect(await isOpen(next)).toBe(true);
	numbers.accept(1);
	expect(await next).toBe(21);
});

test('gives a number out again under which nothing was sent', async () => {
	const numbers = new CampaignNumbers(new Set());
	await given(numbers, 3);
	numbers.giveBack(2);
	expect(await given(numbers, 2)).toEqual([2, 4]);
});

test('never gives out a number that was accepted, though it is given back', async () => {
	const numbers = new CampaignNumbers(new Set());
	await numbers.take();
	numbers.accept(1);
	numbers.giveBack(1);
	expect(await numbers.take()).toBe(2);
});

test('keeps numbers that an earlier try began', async () => {
	const numbers = new CampaignNumbers(new Set([2]));
	numbers.reserve(1);
	numbers.reserve(2);
	expect(await given(numbers, 18)).toEqual(Array.from({ length: 18 }, (_n, index) => index + 3));
	expect(await isOpen(numbers.take())).toBe(true);
});

test('ends for all who wait, and for all who come', async () => {
	const numbers = new CampaignNumbers(new Set());
	await given(numbers, 20);
	const waiting = given(numbers, 2);
	numbers.close();
	expect(await waiting).toEqual([undefined, undefined]);
	expect(await numbers.take()).toBeUndefined();
});

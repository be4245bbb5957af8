import { fewAtOnce } from '../../../../nodes/SubscriptionMessaging/eventLoop/fewAtOnce';

const turn = async () => await new Promise(setImmediate);

it('gives what came of each in the order of the entries, whichever ends first', async () => {
	const doubled = await fewAtOnce(3, [3, 1, 2], async (entry) => {
		for (let turns = 0; turns < entry; turns += 1) await turn();
		return entry * 2;
	});
	expect(doubled).toEqual([6, 2, 4]);
	expect(await fewAtOnce(3, [], async () => 1)).toEqual([]);
});

it('works on no more at a time than it may, and on so many where there are', async () => {
	let under = 0;
	const counts: number[] = [];
	await fewAtOnce(4, Array.from({ length: 20 }), async () => {
		under += 1;
		counts.push(under);
		await turn();
		under -= 1;
	});
	expect(Math.max(...counts)).toBe(4);
	expect(counts).toHaveLength(20);
});

it('begins none any more once one has failed, and lets those end that have begun', async () => {
	const begun: number[] = [];
	const ended: number[] = [];
	const all = fewAtOnce(2, [1, 2, 3, 4, 5], async (entry) => {
		begun.push(entry);
		await turn();
		if (entry === 1) throw new Error('refused');
		await turn();
		ended.push(entry);
	});
	await expect(all).rejects.toThrow('refused');
	for (let turns = 0; turns < 5; turns += 1) await turn();
	expect(begun.length).toBeLessThan(5);
	expect(ended).toContain(2);
	expect(ended).not.toContain(5);
});

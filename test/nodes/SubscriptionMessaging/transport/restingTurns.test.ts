import { AsyncLocalStorage } from 'node:async_hooks';

import { inTurn } from '../../../../nodes/SubscriptionMessaging/transport/restingTurns';

function work(milliseconds: number): void {
	const end = performance.now() + milliseconds;
	while (performance.now() < end);
}

it('gives what the part gives, and fails as it fails', async () => {
	expect(await inTurn(() => 7)).toBe(7);
	const failing = inTurn(() => {
		throw new Error('No');
	});
	await expect(failing).rejects.toThrow('No');
});

it('lets others work between the parts of many works that began together', async () => {
	// How many parts there are between two turns of the event loop.
	let together = 0;
	let most = 0;
	const other = setInterval(() => (together = 0));
	const parts = async () => {
		for (let part = 0; part < 5; part++) {
			await inTurn(() => {
				work(4);
				most = Math.max(most, ++together);
			});
		}
	};
	await Promise.all(Array.from({ length: 20 }, parts));
	clearInterval(other);

	// Three of them are more than a turn.
	expect(most).toBeLessThanOrEqual(6);
});

it('takes works by turns, so that a short one does not wait for the end of a long one', async () => {
	const ended: string[] = [];
	const parts = async (name: string, count: number) => {
		for (let part = 0; part < count; part++) await inTurn(() => work(4));
		ended.push(name);
	};
	await Promise.all([parts('long', 20), parts('short', 2)]);

	expect(ended).toEqual(['short', 'long']);
});

it('does short parts at once, however many there are', async () => {
	let isOver = false;
	setTimeout(() => (isOver = true));
	for (let part = 0; part < 20; part++) await inTurn(() => {});

	expect(isOver).toBe(false);
});

it('works where it was asked for, whoever has worked before', async () => {
	// n8n tells by this which execution something belongs to.
	const execution = new AsyncLocalStorage<number>();
	const seen = Array.from({ length: 20 }, async (_, number) =>
		execution.run(number, async () =>
			inTurn(() => {
				work(2);
				return execution.getStore();
			}),
		),
	);
	expect(await Promise.all(seen)).toEqual(Array.from({ length: 20 }, (_, number) => number));
});

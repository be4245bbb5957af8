import { AsyncLocalStorage } from 'node:async_hooks';

import { inTurn } from '../../../../nodes/SubscriptionMessaging/eventLoop/turns';

/** What the clock shows: work alone takes time. */
let now = 0;
beforeEach(() => jest.spyOn(performance, 'now').mockImplementation(() => now));
afterEach(() => jest.restoreAllMocks());

function work(milliseconds: number): void {
	now += milliseconds;
}

it('gives what the part gives, and fails as it fails', async () => {
	expect(await inTurn(() => 7)).toBe(7);
	const failing = inTurn(() => {
		throw new Error('No');
	});
	await expect(failing).rejects.toThrow('No');
});

it('works on after a first part that was long', async () => {
	// Nobody rests for what the other tests have worked on.
	let first = inTurn;
	await jest.isolateModulesAsync(async () => {
		first = (await import('../../../../nodes/SubscriptionMessaging/eventLoop/turns')).inTurn;
	});
	await first(() => work(15));
	expect(await first(() => 7)).toBe(7);
});

it('lets others work between the parts of many works that began together', async () => {
	// How many parts there are between two turns of the event loop.
	let together = 0;
	let most = 0;
	let isOver = false;
	const other = () => {
		together = 0;
		if (!isOver) setImmediate(other);
	};
	other();
	const parts = async () => {
		for (let part = 0; part < 5; part++) {
			await inTurn(() => {
				work(4);
				most = Math.max(most, ++together);
			});
		}
	};
	await Promise.all(Array.from({ length: 20 }, parts));
	isOver = true;

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

it('lets whoever waits work in the order in which they asked', async () => {
	const done: string[] = [];
	const parts = async (name: string) => {
		for (let part = 0; part < 3; part++) await inTurn(() => done.push(name));
	};
	await inTurn(() => work(15));
	await Promise.all(['a', 'b', 'c', 'd'].map(parts));

	expect(done.join('')).toBe('abcdabcdabcd');
});

it('lets nobody go before one whose turn has come', async () => {
	const done: string[] = [];
	let another: Promise<unknown> | undefined;
	await inTurn(() => work(15));
	await Promise.all([
		inTurn(() => {
			void Promise.resolve().then(() => (another = inTurn(() => done.push('asked later'))));
		}),
		inTurn(() => done.push('waited')),
	]);
	await another;

	expect(done).toEqual(['waited', 'asked later']);
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

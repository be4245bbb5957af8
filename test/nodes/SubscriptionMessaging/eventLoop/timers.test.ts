import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { later } from '../../../../nodes/SubscriptionMessaging/eventLoop/timers';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('runs an action to which nothing else refers any more', async () => {
	const done: string[] = [];
	later(20, () => done.push('once'));
	collectGarbage();
	await setImmediate();
	collectGarbage();
	while (done.length === 0) await sleep(5);
	await new Promise<void>((resolve) => later(20, resolve));

	expect(done).toEqual(['once']);
});

it('keeps nothing of an action that is called off', async () => {
	let isRun = false;
	const kept = (() => {
		const data = { size: 'large' };
		const callOff = later(20, () => {
			isRun = data.size === 'large';
		});
		callOff();
		return new WeakRef(data);
	})();
	// Timers of the same length run in the order in which they were set.
	await new Promise<void>((resolve) => later(20, resolve));
	collectGarbage();

	expect(isRun).toBe(false);
	expect(kept.deref()).toBeUndefined();
});

it('runs at once what is due already', async () => {
	await expect(new Promise((resolve) => later(-5, () => resolve('done')))).resolves.toBe('done');
});

describe('Many actions', () => {
	afterEach(() => jest.restoreAllMocks());

	it('share one timer, and run in the order in which they are due', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		const done: number[] = [];
		await new Promise<void>((resolve) => {
			later(120, () => {
				done.push(120);
				resolve();
			});
			const calledOff = Array.from({ length: 100 }, () => later(110, () => done.push(110)));
			later(60, () => done.push(60));
			for (const callOff of calledOff) callOff();
		});

		expect(done).toEqual([60, 120]);
		expect(timeout.mock.calls.length).toBeLessThan(10);
	});

	it('wait for their own time each', async () => {
		const begin = performance.now();
		const waited = await Promise.all(
			[20, 90].map(
				(milliseconds) =>
					new Promise<number>((resolve) => {
						later(milliseconds, () => resolve(performance.now() - begin));
					}),
			),
		);
		expect(waited[0]).toBeGreaterThanOrEqual(20);
		expect(waited[1]).toBeGreaterThanOrEqual(90);
	});

	it('set no timer when one fires late that another one has replaced', async () => {
		const ended = (milliseconds: number) =>
			new Promise<void>((resolve) => {
				later(milliseconds, resolve);
			});
		const first = ended(250);
		const last = ended(350);
		for (let sooner = 0; sooner < 10; sooner += 1) await ended(5);
		await first;
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		await last;

		expect(timeout.mock.calls.length).toBeLessThan(5);
	});

	it('run in that order where n8n was held until all of them were due', async () => {
		const done: number[] = [];
		await new Promise<void>((resolve) => {
			later(300, () => {
				done.push(300);
				resolve();
			});
			later(10, () => done.push(10));
			const held = performance.now() + 310;
			jest.spyOn(performance, 'now').mockReturnValue(held);
		});

		expect(done).toEqual([10, 300]);
	});

	it('wait for longer than a timer of Node.js can', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		const callOff = later(2 ** 33, () => undefined);
		callOff();

		expect(timeout.mock.calls.flat().every((delay) => delay <= 2 ** 31 - 1)).toBe(true);
	});
});

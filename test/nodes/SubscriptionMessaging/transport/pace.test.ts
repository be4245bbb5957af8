import { AccountPace } from '../../../../nodes/SubscriptionMessaging/transport/accountPace';
import { Pace } from '../../../../nodes/SubscriptionMessaging/transport/pace';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

/** The pace of the only execution of its account. */
const newPace = (pauseBetween: number, signal?: AbortSignal) =>
	new Pace(new AccountPace(), pauseBetween, signal);

/** Seconds after the beginning at which each of the requests may leave. */
async function startsOf(pace: Pace, requests: number, meanwhile = () => {}): Promise<number[]> {
	const begin = Date.now();
	const starts: number[] = [];
	const turns = Array.from({ length: requests }, async () => {
		await pace.turn();
		starts.push((Date.now() - begin) / 1000);
	});
	meanwhile();
	await jest.runAllTimersAsync();
	await Promise.all(turns);
	return starts;
}

it('lets all requests leave at once where no pause is asked for', async () => {
	expect(await startsOf(newPace(0), 3)).toEqual([0, 0, 0]);
});

it('lets requests leave one pause after the other', async () => {
	expect(await startsOf(newPace(2000), 3)).toEqual([0, 2, 4]);
});

it('lets none leave while the service asks for a rest, those that wait for their turn included', async () => {
	const pace = newPace(2000);

	expect(await startsOf(pace, 4, () => pace.hold(5))).toEqual([0, 6, 8, 10]);
});

it('keeps the longer of two rests', async () => {
	const pace = newPace(0);
	pace.hold(5);
	pace.hold(1);

	expect(await startsOf(pace, 1)).toEqual([5]);
});

it('ends the wait when the execution is cancelled', async () => {
	const cancel = new AbortController();
	const pace = newPace(60_000, cancel.signal);
	await pace.turn();
	const waiting = pace.turn();
	cancel.abort(new Error('cancelled'));

	await expect(waiting).rejects.toThrow('cancelled');
});

describe('After a rest that the service asked for', () => {
	/** Seconds between each request and the one before, all of them answered. */
	async function gapsOf(pace: Pace, requests: number): Promise<number[]> {
		const starts: number[] = [];
		const run = (async () => {
			for (let request = 0; request < requests; request += 1) {
				await pace.turn();
				starts.push(Date.now() / 1000);
				pace.answered();
			}
		})();
		await jest.runAllTimersAsync();
		await run;
		return starts.slice(1).map((start, index) => Number((start - starts[index]!).toFixed(4)));
	}

	const rested = async (pace: Pace, seconds: number) => {
		pace.hold(seconds);
		await jest.advanceTimersByTimeAsync(seconds * 1000 + 1);
	};

	it('requests leave slowly at once, and step by step as before', async () => {
		const pace = newPace(0);
		await rested(pace, 1);

		expect(await gapsOf(pace, 13)).toEqual([
			1, 1, 1, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.125, 0.125, 0.125,
		]);
		const later = await gapsOf(pace, 40);
		expect(later.at(-1)).toBe(0);
	});

	it('4,000 people in 40 requests take seconds, not a minute', async () => {
		const pace = newPace(0);
		await rested(pace, 1);
		const gaps = await gapsOf(pace, 40);

		expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBeLessThan(9);
	});

	it('never leave faster than the pause that the user sets', async () => {
		const pace = newPace(300);
		await rested(pace, 1);
		const gaps = await gapsOf(pace, 250);

		expect(gaps[0]).toBe(1);
		expect(Math.min(...gaps)).toBe(0.3);
	});

	it('never wait for longer than two seconds, or the pause that the user sets', async () => {
		const short = newPace(0);
		await rested(short, 60);
		expect(Math.max(...(await gapsOf(short, 4)))).toBe(2);

		const long = newPace(5000);
		await rested(long, 60);
		expect(Math.max(...(await gapsOf(long, 4)))).toBe(5);
	});

	it('slow down once for requests that are turned away together', async () => {
		const pace = newPace(100);
		for (let request = 0; request < 10; request += 1) pace.hold(1);
		await jest.advanceTimersByTimeAsync(1001);

		expect((await gapsOf(pace, 3))[0]).toBe(1);
	});

	it('approach the speed at which the service asked for another rest, and dare it late', async () => {
		const pace = newPace(0);
		await rested(pace, 0.4);
		await gapsOf(pace, 7);
		expect((await gapsOf(pace, 2))[0]).toBe(0.1);
		await rested(pace, 0.4);
		const gaps = await gapsOf(pace, 400);
		const faster = gaps.findIndex((gap) => gap < 0.05);

		expect(gaps[0]).toBe(0.1);
		expect(gaps[25]).toBeLessThan(0.065);
		expect(faster).toBeGreaterThan(100);
		// What went well for long is not too fast any more.
		expect(gaps.at(-1)).toBe(0);
	});

	it('are slowed down by what left in the second before, where it was too much', async () => {
		const pace = newPace(0);
		await startsOf(pace, 20);
		await rested(pace, 1);

		expect((await gapsOf(pace, 3))[0]).toBe(0.1);
	});

	it('are as fast as before soon where a single one was turned away', async () => {
		const pace = newPace(0);
		await startsOf(pace, 1);
		await rested(pace, 1);
		const gaps = await gapsOf(pace, 40);

		expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBeLessThan(9);
		expect(gaps.at(-1)).toBe(0);
	});

	it('take seconds for 4,000 people, also where ten left together and one was turned away', async () => {
		const pace = newPace(0);
		await startsOf(pace, 10);
		await rested(pace, 1);
		const gaps = await gapsOf(pace, 40);

		expect(gaps[0]).toBe(0.2);
		expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBeLessThan(9);
	});

	it('start the count of good answers anew with each rest', async () => {
		const pace = newPace(0);
		await rested(pace, 1);
		await gapsOf(pace, 3);
		pace.answered();
		await rested(pace, 1);
		const before = (await gapsOf(pace, 3)).length;

		expect(before).toBe(2);
	});

	it('nothing is slowed down by good answers alone', async () => {
		expect(await gapsOf(newPace(0), 5)).toEqual([0, 0, 0, 0]);
	});
});

import { Pace } from '../../../../nodes/SubscriptionMessaging/transport/pace';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

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
	expect(await startsOf(new Pace(0), 3)).toEqual([0, 0, 0]);
});

it('lets requests leave one pause after the other', async () => {
	expect(await startsOf(new Pace(2000), 3)).toEqual([0, 2, 4]);
});

it('lets none leave while the service asks for a rest, those that wait for their turn included', async () => {
	const pace = new Pace(2000);

	expect(await startsOf(pace, 4, () => pace.hold(5))).toEqual([0, 6, 8, 10]);
});

it('keeps the longer of two rests', async () => {
	const pace = new Pace(0);
	pace.hold(5);
	pace.hold(1);

	expect(await startsOf(pace, 1)).toEqual([5]);
});

it('ends the wait when the execution is cancelled', async () => {
	const cancel = new AbortController();
	const pace = new Pace(60_000, cancel.signal);
	await pace.turn();
	const waiting = pace.turn();
	cancel.abort(new Error('cancelled'));

	await expect(waiting).rejects.toThrow('cancelled');
});

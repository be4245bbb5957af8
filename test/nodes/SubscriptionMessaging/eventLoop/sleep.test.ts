import { sleepFor } from '../../../../nodes/SubscriptionMessaging/eventLoop/sleep';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

/** Whether a wait has ended, and how. */
function follow(wait: Promise<void>) {
	const followed: { end?: 'done' | Error } = {};
	wait.then(
		() => (followed.end = 'done'),
		(error: Error) => (followed.end = error),
	);
	return followed;
}

it.each([undefined, new AbortController().signal])('ends when its time is over', async (signal) => {
	const followed = follow(sleepFor(2000, signal));
	await jest.advanceTimersByTimeAsync(1999);
	expect(followed.end).toBeUndefined();
	await jest.advanceTimersByTimeAsync(1);
	expect(followed.end).toBe('done');
});

it.each([60_000, 5_000])(
	'ends at once, with the reason, when the execution is cancelled (%i)',
	async (milliseconds) => {
		const cancel = new AbortController();
		const followed = follow(sleepFor(milliseconds, cancel.signal));
		await jest.advanceTimersByTimeAsync(1000);
		const reason = new Error('cancelled');
		cancel.abort(reason);
		await jest.advanceTimersByTimeAsync(0);
		expect(followed.end).toBe(reason);
	},
);

it('does not begin where the execution was cancelled before', async () => {
	const followed = follow(sleepFor(60_000, AbortSignal.abort()));
	await jest.advanceTimersByTimeAsync(0);
	expect(followed.end).toMatchObject({ name: 'AbortError' });
});

it('leaves nothing behind at the signal of an execution that goes on', async () => {
	const { signal } = new AbortController();
	const added = jest.spyOn(signal, 'addEventListener');
	const removed = jest.spyOn(signal, 'removeEventListener');
	const wait = sleepFor(10, signal);
	await jest.advanceTimersByTimeAsync(10);
	await wait;
	expect(added).toHaveBeenCalledTimes(1);
	expect(removed).toHaveBeenCalledWith('abort', added.mock.calls[0]?.[1]);
});

it.each([20_000, 25_000])('of %i milliseconds is as long as that', async (milliseconds) => {
	const followed = follow(sleepFor(milliseconds));
	await jest.advanceTimersByTimeAsync(milliseconds - 1);
	expect(followed.end).toBeUndefined();
	await jest.advanceTimersByTimeAsync(1);
	expect(followed.end).toBe('done');
	expect(jest.getTimerCount()).toBe(0);
});

it('lets everything else have its turn, even where no time is left', async () => {
	const followed = follow(sleepFor(0));
	for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
	expect(followed.end).toBeUndefined();
	await jest.advanceTimersByTimeAsync(0);
	expect(followed.end).toBe('done');
});

it('is called off within ten seconds where the execution is cancelled in the midst of a long one', async () => {
	const cancel = new AbortController();
	const followed = follow(sleepFor(60_000, cancel.signal));
	await jest.advanceTimersByTimeAsync(35_000);
	cancel.abort(new Error('cancelled'));
	await jest.advanceTimersByTimeAsync(0);
	expect(followed.end).toBeInstanceOf(Error);
	await jest.advanceTimersByTimeAsync(10_000);
	expect(jest.getTimerCount()).toBe(0);
});

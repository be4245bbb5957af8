/** What was asked of `eventLoop/timers` in a test that puts this module in place of it. */
export const recordedTimers: Array<{ delay: number; action: () => void; isOff: boolean }> = [];

/** Runs nothing: a test runs the actions itself. */
export function later(delay: number, action: () => void) {
	const timer = { delay, action, isOff: false };
	recordedTimers.push(timer);
	return () => (timer.isOff = true);
}

beforeEach(() => void recordedTimers.splice(0));

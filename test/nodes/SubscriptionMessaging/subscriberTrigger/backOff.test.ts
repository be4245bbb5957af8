import type { IPollFunctions } from 'n8n-workflow';

import { pollUnlessResting } from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/backOff';

/** A published workflow whose polls fail as long as `fails`, at a time of its own. */
function published() {
	const context = {} as IPollFunctions;
	const state = { now: 0, fails: false as boolean | { retryAfterMs: number }, polls: 0 };
	const poll = async () => {
		state.polls += 1;
		if (state.fails === false) return 'polled';
		throw Object.assign(new Error('busy'), {
			...(typeof state.fails === 'object' && { failure: state.fails }),
		});
	};
	const tick = async (at: number) => {
		state.now = at;
		return await pollUnlessResting(context, poll, () => state.now).catch(() => 'failed');
	};
	return { state, tick };
}

it('rests twice as long after each poll that fails, at most half an hour', async () => {
	const { state, tick } = published();
	state.fails = true;
	const failed: number[] = [];
	for (let minute = 0; minute < 200; minute++) {
		if ((await tick(minute * 60_000)) === 'failed') failed.push(minute);
	}
	expect(failed).toEqual([0, 1, 2, 4, 8, 16, 32, 62, 92, 122, 152, 182]);
});

it('begins anew after a poll that succeeds', async () => {
	const { state, tick } = published();
	state.fails = true;
	await tick(0);
	await tick(60_000);
	await tick(120_000);
	state.fails = false;
	expect(await tick(300_000)).toBe('polled');
	state.fails = true;
	expect(await tick(360_000)).toBe('failed');
	state.fails = false;
	expect(await tick(390_000)).toBe('polled');
});

it('leaves the service alone as long as it asks for', async () => {
	const { state, tick } = published();
	state.fails = { retryAfterMs: 300_000 };
	await tick(0);
	expect(await tick(299_999)).toBeUndefined();
	expect(state.polls).toBe(1);
	expect(await tick(300_000)).toBe('failed');
});

it('leaves the service alone no longer than an hour, whatever it asks for', async () => {
	const { state, tick } = published();
	state.fails = { retryAfterMs: 10 * 365 * 24 * 3_600_000 };
	await tick(0);
	expect(await tick(3_599_999)).toBeUndefined();
	expect(await tick(3_600_000)).toBe('failed');
});

it('keeps workflows apart', async () => {
	const one = published();
	one.state.fails = true;
	await one.tick(0);
	expect(await published().tick(0)).toBe('polled');
});

it('goes by the clock of the process', async () => {
	const context = {} as IPollFunctions;
	const failing = async () =>
		await pollUnlessResting(context, () => Promise.reject(new Error('busy')));
	await expect(failing()).rejects.toThrow('busy');
	expect(await failing()).toBeUndefined();
});

import { rested } from '../../../../nodes/SubscriptionMessaging/transport/restingSteps';
import { inTurn } from '../../../../nodes/SubscriptionMessaging/transport/restingTurns';

/** How often a part of the work was done, by the real turns. */
jest.mock('../../../../nodes/SubscriptionMessaging/transport/restingTurns', () => {
	const { inTurn: actual } = jest.requireActual<
		typeof import('../../../../nodes/SubscriptionMessaging/transport/restingTurns')
	>('../../../../nodes/SubscriptionMessaging/transport/restingTurns');
	return { inTurn: jest.fn(actual) };
});
const parts = jest.mocked(inTurn);
beforeEach(() => parts.mockClear());
afterEach(() => jest.spyOn(performance, 'now').mockRestore());

function* steps(count: number, milliseconds: number): Generator<void, string, void> {
	for (let step = 0; step < count; step++) {
		const end = performance.now() + milliseconds;
		while (performance.now() < end);
		yield;
	}
	return 'done';
}

it('gives what the last step gives', async () => {
	expect(await rested(steps(3, 0))).toBe('done');
});

it('lets others work between the steps', async () => {
	let others = 0;
	const other = setInterval(() => others++);
	await rested(steps(50, 2));
	clearInterval(other);

	expect(others).toBeGreaterThan(3);
});

it('lets nobody wait for what is short', async () => {
	let isOver = false;
	setTimeout(() => (isOver = true));
	await rested(steps(3, 0));

	expect(isOver).toBe(false);
});

it('fails as a step fails', async () => {
	// eslint-disable-next-line require-yield
	const failing = function* (): Generator<void, void, void> {
		throw new Error('No');
	};
	await expect(rested(failing())).rejects.toThrow('No');
});

it.each([
	['takes no time', 0, 1],
	['takes two milliseconds', 2, 4],
	['takes five milliseconds', 5, 11],
])('does work that %s a step in parts of five milliseconds', async (_what, milliseconds, count) => {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	const stepping = function* (): Generator<void, string, void> {
		for (let step = 0; step < 10; step++) {
			now += milliseconds;
			yield;
		}
		return 'done';
	};
	expect(await rested(stepping())).toBe('done');
	expect(parts).toHaveBeenCalledTimes(count);
});

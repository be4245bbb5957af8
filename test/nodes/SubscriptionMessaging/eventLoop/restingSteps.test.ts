import { rested } from '../../../../nodes/SubscriptionMessaging/eventLoop/restingSteps';
import { inTurn } from '../../../../nodes/SubscriptionMessaging/eventLoop/turns';

/** How often a part of the work was done, by the real turns. */
jest.mock('../../../../nodes/SubscriptionMessaging/eventLoop/turns', () => {
	const { inTurn: actual } = jest.requireActual<
		typeof import('../../../../nodes/SubscriptionMessaging/eventLoop/turns')
	>('../../../../nodes/SubscriptionMessaging/eventLoop/turns');
	return { inTurn: jest.fn(actual) };
});
const parts = jest.mocked(inTurn);

/** What the clock shows: work alone takes time. */
let now = 0;
beforeEach(() => {
	parts.mockClear();
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});

function* steps(count: number, milliseconds: number): Generator<void, string, void> {
	for (let step = 0; step < count; step++) {
		now += milliseconds;
		yield;
	}
	return 'done';
}

it('gives what the last step gives', async () => {
	expect(await rested(steps(3, 0))).toBe('done');
});

it('lets others work between the steps', async () => {
	let others = 0;
	let isOver = false;
	const other = () => {
		others += 1;
		if (!isOver) setImmediate(other);
	};
	setImmediate(other);
	await rested(steps(50, 2));
	isOver = true;

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
	expect(await rested(steps(10, milliseconds))).toBe('done');
	expect(parts).toHaveBeenCalledTimes(count);
});

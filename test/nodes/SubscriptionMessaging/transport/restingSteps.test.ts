import { rested } from '../../../../nodes/SubscriptionMessaging/transport/restingSteps';

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

import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { later } from '../../../../nodes/SubscriptionMessaging/transport/nudge';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('runs an action to which nothing else refers any more', async () => {
	const done: string[] = [];
	later(200, () => done.push('once'));
	collectGarbage();
	await sleep(50);
	collectGarbage();
	while (done.length === 0) await sleep(50);
	await sleep(300);

	expect(done).toEqual(['once']);
});

it('keeps nothing of an action that is called off', async () => {
	let isRun = false;
	const kept = (() => {
		const data = { size: 'large' };
		const callOff = later(200, () => {
			isRun = data.size === 'large';
		});
		callOff();
		return new WeakRef(data);
	})();
	await sleep(400);
	collectGarbage();

	expect(isRun).toBe(false);
	expect(kept.deref()).toBeUndefined();
});

it('runs at once what is due already', async () => {
	await expect(new Promise((resolve) => later(-5, () => resolve('done')))).resolves.toBe('done');
});

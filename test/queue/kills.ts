import { retryExecution } from '../e2e/editorCalls';
import { LOOK_UPS_BESIDE } from '../engine/campaignKills/trials';
import { eventually } from '../eventually';
import { bulkSends, once } from './bulkSends';
import { peopleFrom, type QueueWorld } from './queueWorld';

/** What is left and what is made up for where a part of n8n is killed in the middle of a bulk send. */
export function kills(world: () => QueueWorld): void {
	const { bulk, begin, hasEnded } = bulkSends(world);

	it('a worker: nothing twice, and Retry reaches those who are missing', async () => {
		const people = peopleFrom('180166', 2_000);
		const workflow = await bulk(people, { requestsInParallel: 2 });
		const execution = await begin(workflow, 500);
		const worker = await world().workerOf(execution);
		await world().kill(worker);
		expect(world().messages.length).toBeLessThan(people.length);
		await world().startProcess(worker);
		await hasEnded(execution, 'crashed');
		expect(Math.max(...world().counts(people))).toBe(1);

		world().slowness = 0;
		await retryExecution(world().client, execution);
		expect(world().counts(people)).toEqual(once(people));
	});

	it('a worker: a new execution that skips what was sent reaches those who are missing', async () => {
		const people = peopleFrom('180177', 60);
		const workflow = await bulk(people, {
			requestsInParallel: 2,
			custom_ticket: '=campaign-{{ $json.phone }}',
			ifTicketKnown: 'skip',
		});
		const execution = await begin(workflow, 20);
		const worker = await world().workerOf(execution);
		await world().kill(worker);
		await world().startProcess(worker);
		await hasEnded(execution, 'crashed');
		expect(world().messages.length).toBeLessThan(people.length);

		world().slowness = 0;
		await workflow.post();
		await eventually('everybody is reached', () =>
			world().messages.length >= people.length ? true : undefined,
		);
		await eventually('the execution has ended', async () => {
			const ended = await world().executionsIn(workflow.id, 'success');
			return ended.length === 1 || undefined;
		});
		expect(world().counts(people)).toEqual(once(people));
	});

	it('a worker in the middle of a campaign: the next run reaches those who are missing, each once', async () => {
		const people = peopleFrom('180133', 1_000);
		const options = { campaignKey: 'spring-sale', batchSize: 10, requestsInParallel: 4 };
		const execution = await begin(await bulk(people, options), 300);
		const worker = await world().workerOf(execution);
		await world().kill(worker);
		expect(world().messages.length).toBeLessThan(people.length);
		await world().startProcess(worker);
		await hasEnded(execution, 'crashed');
		const { calls } = world().service.sandbox;
		const count = (name: RegExp) => calls.filter(({ operation }) => name.test(operation)).length;
		const [sends, lookUps] = [count(/^send/), count(/^getCustomTransaction/)];

		world().slowness = 0;
		const longer = [...people.toReversed(), ...peopleFrom('180134', 100)];
		const again = await bulk(longer, { ...options, batchSize: 25 });
		await again.post();
		await eventually('the second run has ended', async () => {
			const ended = await world().executionsIn(again.id, 'success');
			return ended.length === 1 || undefined;
		});
		expect(world().counts(longer)).toEqual(once(longer));
		expect(world().messages).toHaveLength(longer.length);
		expect(count(/^getCustomTransaction/) - lookUps).toBeLessThanOrEqual(sends + LOOK_UPS_BESIDE);
	});

	it.each(['redis', 'postgres'] as const)('%s: everybody is reached once', async (which) => {
		const people = peopleFrom(which === 'redis' ? '180188' : '180199', 1_000);
		const workflow = await bulk(people, { requestsInParallel: 2 });
		await begin(workflow, 300);
		expect(world().messages.length).toBeLessThan(people.length);
		await world().crash(which);
		await eventually('everybody is reached', () =>
			world().messages.length >= people.length ? true : undefined,
		);
		expect(world().counts(people)).toEqual(once(people));
	});

	it.each(['main', 'webhook'] as const)('%s: everybody is reached once', async (role) => {
		const people = peopleFrom(role === 'main' ? '180155' : '180144', 1_000);
		const workflow = await bulk(people, { requestsInParallel: 2 });
		const execution = await begin(workflow, 300);
		expect(world().messages.length).toBeLessThan(people.length);
		await world().kill(role);
		await world().startProcess(role);
		await eventually('everybody is reached', () =>
			world().messages.length >= people.length ? true : undefined,
		);
		await hasEnded(execution, 'success');
		expect(world().counts(people)).toEqual(once(people));
	});
}

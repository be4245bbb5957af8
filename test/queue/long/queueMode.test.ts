import { readFile } from 'node:fs/promises';

import { retryExecution } from '../../e2e/editorCalls';
import {
	codeNode,
	itemsNode,
	peopleFrom,
	QueueWorld,
	webhookNode,
	workflowOf,
} from '../queueWorld';
import { furtherRetries } from '../retries';
import { waits } from '../waits';
import { eventually } from '../../eventually';
import { bothNodes, timeOf } from './rate';

jest.setTimeout(1_800_000);

let world: QueueWorld;

beforeAll(async () => {
	world = await QueueWorld.start();
});
beforeEach(() => world.reset());
afterAll(async () => await world?.stop());

describe('Many executions that wait', () => waits(() => world, 200));

describe('Retry on another worker', () => furtherRetries(() => world));

/** Kilobytes that a process has had at most. */
async function peakOf(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]);
}

it('a worker that is killed and stays away: nothing twice, and its campaign run again reaches the others', async () => {
	const people = peopleFrom('180166', 2_000);
	const send = world.sending({
		recipients: 'inputItems',
		sendTo: '={{ $json.phone }}',
		options: { requestsInParallel: 2, campaignKey: 'stays-away' },
	});
	const { id, post } = await world.publish(workflowOf([webhookNode(), itemsNode(people), send]));
	const ended = async (count: number, ...statuses: string[]) => {
		// Two minutes where the machine has nothing else to do.
		const minutes = 6;
		const isEnded = async () =>
			(await world.executionsIn(id, ...statuses)).length === count || undefined;
		await eventually(`n8n has ${count} with ${statuses.join()}`, isEnded, minutes);
	};
	world.slowness = 150;
	await post();
	await eventually(
		'some of the messages are sent',
		() => world.messages.length >= 500 || undefined,
	);
	const [execution = ''] = await world.executionsIn(id, 'running');
	await world.kill(await world.workerOf(execution));
	await ended(1, 'error');
	expect(Math.max(...world.counts(people))).toBe(1);

	// n8n has written over what the execution could go on with, so there is nothing that is sent.
	world.slowness = 0;
	const before = world.messages.length;
	await retryExecution(world.client, execution);
	await ended(2, 'error');
	expect(world.messages).toHaveLength(before);

	await post();
	await ended(1, 'success');
	expect(world.counts(people)).toEqual(people.map(() => 1));
});

it('100,000 recipients on one worker take less than 2 GB and two minutes', async () => {
	const count = 100_000;
	const people = codeNode(
		`return Array.from({ length: ${count} }, (_none, index) => ({ json: { phone: String(18010000000 + index) } }));`,
	);
	const send = world.sending({ recipients: 'inputItems', sendTo: '={{ $json.phone }}' });
	const workflow = workflowOf([webhookNode(), people, send]);
	const { id, post } = await world.publish({
		...workflow,
		settings: { ...workflow.settings, saveDataSuccessExecution: 'none' },
	});
	const begun = performance.now();
	await post();
	await eventually('a worker takes it', async () => {
		const [execution] = await world.executionsIn(id, 'running');
		return execution;
	});
	await eventually('everybody is reached', () => world.messages.length >= count || undefined, 10);
	const seconds = (performance.now() - begun) / 1000;
	const peaks = await Promise.all(
		(['worker-1', 'worker-2'] as const).map(async (it) => await peakOf(world.process(it).pid)),
	);
	expect(new Set(world.messages.map(({ sendTo }) => sendTo)).size).toBe(count);
	expect(world.messages).toHaveLength(count);
	expect(Math.max(...peaks)).toBeLessThan(2 * 1024 * 1024);
	expect(seconds).toBeLessThan(120);
});

it('a service that takes 20 requests a second gets them in at most twice the ideal time', async () => {
	const people = peopleFrom('180133', 4_000);
	const send = world.sending({
		recipients: 'inputItems',
		sendTo: '={{ $json.phone }}',
		options: { batchSize: 10 },
	});
	const { id, post } = await world.publish(workflowOf([webhookNode(), itemsNode(people), send]));
	world.requestsPerSecond = 20;
	const ideal = people.length / 10 / world.requestsPerSecond;
	const begun = performance.now();
	await post();
	await eventually('the execution has ended', async () => {
		const ended = await world.executionsIn(id, 'success');
		return ended.length === 1 || undefined;
	});
	expect(world.counts(people)).toEqual(people.map(() => 1));
	expect((performance.now() - begun) / 1000).toBeLessThan(2 * ideal);
});

/** Each in turn, so that what else the machine does is shared. */
const ROUNDS = 8;

it('1,000 executions of one message each take no longer than with the HTTP Request node', async () => {
	const { ours, httpRequest } = await bothNodes(world);
	const spent = { ours: 0, httpRequest: 0 };
	// What runs first warms up what both use.
	await timeOf(world, httpRequest, 50);
	await timeOf(world, ours, 50);
	for (let round = 0; round < ROUNDS; round++) {
		const turns = [
			async () => (spent.ours += await timeOf(world, ours, 1_000 / ROUNDS)),
			async () => (spent.httpRequest += await timeOf(world, httpRequest, 1_000 / ROUNDS)),
		];
		for (const turn of round % 2 ? turns.reverse() : turns) await turn();
	}
	const rate = (time: number) => (1_000 / (time / 1000)).toFixed(1);
	console.log(
		`executions a second: ours ${rate(spent.ours)}, HTTP Request ${rate(spent.httpRequest)}`,
	);
	expect(spent.httpRequest / spent.ours).toBeGreaterThanOrEqual(0.95);
});

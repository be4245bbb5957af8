import type { INode, INodeParameters } from 'n8n-workflow';

import { retryExecution } from '../e2e/editorCalls';
import { eventually } from '../eventually';
import { itemsNode, webhookNode, workflowOf, WORKERS, type QueueWorld } from './queueWorld';

export const once = (people: readonly unknown[]) => people.map(() => 1);

type Bulk = Awaited<ReturnType<ReturnType<typeof bulkSends>['bulk']>>;

/** What the tests of bulk sends have in common. */
export function bulkSends(world: () => QueueWorld) {
	/** A workflow that is started in production, and sends to people in batches or one by one. */
	async function bulk(
		people: ReadonlyArray<{ phone: string }>,
		options: INodeParameters,
		fields: INodeParameters = {},
		more: Partial<INode> = {},
	) {
		const begins = [webhookNode(), itemsNode(people)];
		const workflowWith = (changed: INodeParameters) => {
			const send = world().sending({
				recipients: 'inputItems',
				sendTo: '={{ $json.phone }}',
				...fields,
				// Seconds until the last batch has left, on a busy machine too.
				options: { batchSize: 20, ...options, ...changed },
			});
			return workflowOf([...begins, { ...send, ...more }]);
		};
		const published = await world().publish(workflowWith({}));
		const edit = async (changed: INodeParameters) => {
			await world().client.updateWorkflow(published.id, workflowWith(changed));
		};
		return { ...published, edit };
	}

	/** Starts it, and waits until so many messages have arrived. */
	async function begin({ id, post }: Pick<Bulk, 'id' | 'post'>, count: number) {
		world().slowness = 150;
		await post();
		await eventually('some of the messages are sent', () =>
			world().messages.length >= count ? true : undefined,
		);
		const [execution] = await world().executionsIn(id, 'running');
		return execution!;
	}

	const hasEnded = async (execution: string, status: string) =>
		await eventually(`execution ${execution} is ${status}`, async () => {
			const [row] = await world().postgres.query(
				`SELECT status FROM execution_entity WHERE id = ${execution}`,
			);
			return row === status || undefined;
		});

	return { bulk, begin, hasEnded };
}

/** Executions whose worker is killed, and which another worker carries out again. */
export function retriesElsewhere(world: () => QueueWorld) {
	const { begin, hasEnded } = bulkSends(world);

	/** Kills the worker when exactly so many messages have arrived; the other worker alone is left. */
	async function cutOff(workflow: Bulk, count: number): Promise<string> {
		world().mostMessages = count;
		const execution = await begin(workflow, count);
		const worker = await world().workerOf(execution);
		await world().kill(worker);
		// Its start marks the execution as crashed.
		await world().startProcess(worker);
		await hasEnded(execution, 'crashed');
		await world().kill(worker);
		expect(world().messages).toHaveLength(count);
		world().mostMessages = Infinity;
		world().slowness = 0;
		return execution;
	}

	/** What *Retry* comes to on the worker that is left. */
	async function retried(execution: string, how: { withSaved?: boolean } = {}) {
		const [left] = WORKERS.filter((worker) => world().runs(worker));
		const again = await retryExecution(world().client, execution, how);
		expect(await world().workerOf(again.id)).toBe(left);
		return again;
	}

	return { cutOff, retried };
}

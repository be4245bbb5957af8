import type { INode } from 'n8n-workflow';
import type { Execution, SavedWorkflow } from '../../host/n8nClient';
import { eventually } from '../eventually';
import { chain, CREDENTIAL_TYPE, NODE_TYPE, type World } from './world';

/** Every six seconds in all; n8n lets none of them be more often than once a minute. */
const OFTEN = Array.from({ length: 10 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 6} * * * * *`,
}));

/** A workflow that begins when somebody joins a group, not published yet. */
export async function polledWorkflow(
	{ client, credential }: World,
	name: string,
): Promise<SavedWorkflow> {
	const trigger: INode = {
		id: 'polled',
		name: 'Polled',
		type: `${NODE_TYPE}SubscriberTrigger`,
		typeVersion: 1,
		position: [0, 0],
		credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
		parameters: { pollTimes: { item: OFTEN }, groups: ['NSTAFF'], events: ['joined'] },
	};
	return await client.createWorkflow({ ...chain(name), nodes: [trigger], connections: {} });
}

/** Publishes a workflow: whether n8n has started it after some tries, and all that it says of that. */
export async function published({ client }: World, workflow: SavedWorkflow) {
	await client.activateWorkflow(workflow);
	type Publication = { status: string; triggers: object[] };
	return await eventually('n8n has published the workflow, or given it up', async () => {
		const told = await client.call<Publication>(
			`GET /rest/workflows/${workflow.id}/publication-status`,
		);
		return ['published', 'failed'].includes(told.status)
			? { isStarted: told.status === 'published', said: JSON.stringify(told) }
			: undefined;
	});
}

/**
 * The execution as which n8n shows a check that failed.
 *
 * @param other of the same workflow that failed before, if there is one
 */
export async function failedCheck(
	{ client }: World,
	{ id }: SavedWorkflow,
	other?: string,
): Promise<Execution> {
	return await eventually('a check has failed', async () => {
		const all = await client.executionsOf(id);
		const failed = all.find((execution) => execution.status === 'error' && execution.id !== other);
		return failed && (await client.execution(failed.id));
	});
}

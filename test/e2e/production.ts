import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { Execution, N8nClient, WorkflowFile } from '../../host/n8nClient';
import { eventually } from '../eventually';

/**
 * Begins an execution in production, by a post to a webhook in place of the first node.
 *
 * @returns the id of the workflow
 */
export async function beginInProduction(
	client: N8nClient,
	workflow: WorkflowFile,
): Promise<string> {
	const path = randomUUID();
	const parameters = { path, httpMethod: 'POST', responseMode: 'onReceived' };
	const start = { ...workflow.nodes[0]!, type: 'n8n-nodes-base.webhook', parameters };
	const nodes = [{ ...start, typeVersion: 2, webhookId: path }, ...workflow.nodes.slice(1)];
	const saved = await client.createWorkflow({ ...workflow, nodes });
	await client.activateWorkflow(saved);
	await eventually('the execution begins', async () => {
		const options = { proxy: false, validateStatus: () => true } as const;
		const { status } = await axios.post(`${client.url}/webhook/${path}`, {}, options);
		return status === 200 || undefined;
	});
	return saved.id;
}

/** The only execution of a workflow, once it has ended. */
export async function endInProduction(client: N8nClient, workflowId: string): Promise<Execution> {
	return await eventually('the execution has ended', async () => {
		const [execution] = await client.executionsOf(workflowId);
		if (!execution || ['new', 'running', 'waiting'].includes(execution.status)) return undefined;
		return await client.execution(execution.id);
	});
}

import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import type { Execution, WorkflowFile } from '../../host/n8nClient';
import { eventually } from '../eventually';
import { CREDENTIAL_TYPE, type World } from './world';

const FOLDER = join(__dirname, '..', '..', 'examples');

/** Names of the files that hold the examples. */
export const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

export const read = (file: string) =>
	JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as WorkflowFile;

/** With the credential of a world in place of the one that the examples name, which another test holds. */
export function withCredential({ credential }: World, workflow: WorkflowFile): WorkflowFile {
	for (const { credentials } of workflow.nodes) {
		const own = credentials?.[CREDENTIAL_TYPE];
		if (own) Object.assign(own, { id: credential.id, name: credential.name });
	}
	return workflow;
}

/** With an address of its own, as the editor gives to each import. */
export function imported(file: string): { workflow: WorkflowFile; webhookId: string } {
	const workflow = read(file);
	const webhookId = randomUUID();
	for (const node of workflow.nodes) {
		if (/trigger$/i.test(node.type) && node.webhookId) node.webhookId = webhookId;
	}
	return { workflow, webhookId };
}

/** Number and text of each message that the sandbox has, in order of the number. */
export const received = ({ sandbox }: World) =>
	sandbox.messages.all.map(({ sendTo, text }) => [sendTo, text]).sort();

/** Operations that the sandbox was asked for, in order. */
export const operations = ({ sandbox }: World) => sandbox.calls.map(({ operation }) => operation);

/** What a node gave in its only run, or in all of its runs. */
export const given = ({ data }: Execution, node: string): IDataObject[] =>
	(data.resultData.runData[node] ?? []).flatMap(({ data: output }) =>
		(output?.main ?? []).flatMap((items) => (items ?? []).map(({ json }) => json)),
	);

export function succeeded(execution: Execution): Execution {
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution;
}

/** The last execution of a workflow, once it has ended. */
export const ended = ({ client }: World, workflowId: string) =>
	eventually('the execution ends', async () => {
		const execution = (await client.executionsOf(workflowId)).at(-1);
		return execution && ['success', 'error'].includes(execution.status)
			? await client.execution(execution.id)
			: undefined;
	});

/** Publishes an example that begins with a form; answers its address once the form is shown. */
export async function openForm(world: World, file: string) {
	const { client } = world;
	const { workflow, webhookId } = imported(file);
	const saved = await client.createWorkflow(withCredential(world, workflow));
	await client.activateWorkflow(saved);
	const address = `${client.url}/form/${webhookId}`;
	await eventually('the form is shown', async () => {
		const { status } = await axios.get(address, { proxy: false, validateStatus: () => true });
		return status === 200 || undefined;
	});
	return { id: saved.id, address };
}

/** Fills in the fields of a form in their order; answers the address of its next page, if any. */
export async function submitForm(address: string, ...values: string[]): Promise<string> {
	const form = new FormData();
	for (const [index, value] of values.entries()) form.append(`field-${index}`, value);
	const { data } = await axios.post<{ formWaitingUrl?: string }>(address, form, { proxy: false });
	return data.formWaitingUrl ?? '';
}

/** The text of a page of a form, once the execution has come to it. */
export const pageOf = (address: string, holds: string) =>
	eventually(`the form shows ${holds}`, async () => {
		const { data } = await axios
			// n8n leaves a request for the page without an answer while the execution still runs.
			.get<string>(address, { proxy: false, responseType: 'text', timeout: 2_000 })
			.catch(() => ({ data: '' }));
		return data.includes(holds) ? data : undefined;
	});

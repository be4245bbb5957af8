import axios from 'axios';
import type { INode, INodeParameters } from 'n8n-workflow';

import { N8nClient, type SavedCredential } from '../../host/n8nClient';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { byKeyword, chain, CREDENTIAL_TYPE, itemsNode, NODE_TYPE } from '../e2e/world';
import { rowsOf } from '../queue/queueWorld';
import { eventually } from '../eventually';

/**
 * The containers of `deploy/`, which have to run already; `.github/workflows/containers.yml` shows how.
 * This sends by them as people would, and posts what a service would.
 */

jest.setTimeout(300_000);

function required(name: string): string {
	const value = process.env[name];
	if (!value) throw new Error(`${name} is not set`);
	return value;
}

/** Where the editor is reached from here. */
const n8nUrl = required('DEPLOYED_N8N_URL');
/** PUBLIC_URL of the containers. */
const publicUrl = required('DEPLOYED_PUBLIC_URL');
/** Where this machine listens for the sandbox, and under which address the containers reach that. */
const sandboxPort = Number(required('DEPLOYED_SANDBOX_PORT'));
const sandboxUrl = required('DEPLOYED_SANDBOX_URL');

const TRIGGER_TYPE = `${NODE_TYPE}Trigger`;

let service: RunningSandbox;
let client: N8nClient;
let credential: SavedCredential;

const node = (name: string, type: string, parameters: INodeParameters): INode => ({
	id: name,
	name,
	type,
	typeVersion: type === TRIGGER_TYPE ? 2 : 1,
	position: [0, 0],
	parameters,
	credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
	...(type === TRIGGER_TYPE && { webhookId: `deployed-${Date.now()}` }),
});

const send = (more: INodeParameters) =>
	node('Send', NODE_TYPE, {
		resource: 'message',
		keyword: byKeyword('NSTAFF'),
		message: 'The hall is closed today',
		recipients: 'inputItems',
		sendTo: '={{ $json.phone }}',
		...more,
	});

const people = itemsNode([{ phone: '18015551001' }]);

beforeAll(async () => {
	service = await startSandbox({ port: sandboxPort, statusDelay: 3_600_000 });
	client = new N8nClient(n8nUrl);
	await client.signIn({
		email: 'owner@example.com',
		password: 'Containers-2-0',
		firstName: 'Deployed',
		lastName: 'Owner',
	});
	const { username, password, apiKey, code } = service.sandbox.settings;
	const data = { baseUrl: sandboxUrl, username, password, api_key: apiKey, code };
	credential = await client.saveCredential('Deployed', CREDENTIAL_TYPE, data);
});
beforeEach(() => service.sandbox.reset());
afterAll(async () => await service?.close());

/** What the service posts for its message, where it was told to. */
async function deliver(): Promise<number> {
	const { status_url, transaction_ticket, sendTo } = service.sandbox.messages.all[0]!;
	const body = { transaction_ticket, sendTo, status_code: 100, status_message: 'Delivered' };
	const answer = await axios.post(String(status_url), body, { validateStatus: () => true });
	return answer.status;
}

const isSent = async () =>
	await eventually(
		'the message is sent',
		() => service.sandbox.messages.all.length > 0 || undefined,
	);

const DELIVERED = [expect.objectContaining({ sendTo: '18015551001', status: 'delivered' })];

it('a worker sends, and a webhook processor takes the report of what was delivered', async () => {
	const workflow = chain(
		'Reported',
		people,
		send({ operation: 'send', options: { deliveryReport: 'trigger' } }),
	);
	workflow.nodes.push(node('Status', TRIGGER_TYPE, {}));
	const saved = await client.createWorkflow(workflow);
	await client.activateWorkflow(saved);
	await client.runWorkflow(saved.id);
	await isSent();
	expect(service.sandbox.messages.all[0]?.status_url).toContain(`${publicUrl}webhook/`);

	await eventually('the report is taken', async () =>
		(await deliver()) === 200 ? true : undefined,
	);
	const rows = await eventually('the report is carried out', async () => {
		const all = await client.executionsOf(saved.id);
		const executions = await Promise.all(all.map(async ({ id }) => await client.execution(id)));
		const found = executions.flatMap((execution) => rowsOf(execution, 'Status'));
		return found.length > 0 ? found : undefined;
	});
	expect(rows).toEqual(DELIVERED);
});

it('an execution waits until it is told of the delivery', async () => {
	const { id } = await client.createWorkflow(
		chain('Waiting', people, send({ operation: 'sendAndWaitForDelivery' })),
	);
	const isRun = client.runWorkflow(id);
	await isSent();
	expect(service.sandbox.messages.all[0]?.status_url).toContain(`${publicUrl}webhook-waiting/`);
	await eventually('the execution waits', async () => {
		const [execution] = await client.executionsOf(id);
		return execution?.status === 'waiting' || undefined;
	});
	service.sandbox.deliver();

	await eventually('the report is taken', async () =>
		(await deliver()) === 200 ? true : undefined,
	);
	expect(rowsOf(await isRun, 'Send')).toEqual(DELIVERED);
});

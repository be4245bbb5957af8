import { randomBytes } from 'node:crypto';
import type { ICredentialDataDecryptedObject, INode, INodeParameters } from 'n8n-workflow';
import { N8nClient, type SavedCredential, type WorkflowFile } from '../../host/n8nClient';
import type { Sandbox } from '../../sandbox/sandbox';
import { startSandbox } from '../../sandbox/server';
import { OWNER } from '../owner';

export { byKeyword } from './locator';

jest.setTimeout(600_000);

export const NODE_TYPE = 'n8n-nodes-subscription-messaging.subscriptionMessaging';
export const CREDENTIAL_TYPE = 'subscriptionMessagingApi';

/** A sandbox with secrets of its own, and the n8n of all end-to-end tests with a credential for it. */
export interface World {
	client: N8nClient;
	sandbox: Sandbox;
	credential: SavedCredential;
	credentialData: ICredentialDataDecryptedObject;
	secrets: { password: string; apiKey: string };
	close(): Promise<void>;
}

function required(name: string): string {
	const value = process.env[name];
	if (!value) throw new Error(`${name} is not set; the global set-up of the e2e project sets it`);
	return value;
}

/** Folder in which n8n keeps its database and its log. */
export const n8nFolder = (): string => required('E2E_N8N_FOLDER');

/** Signed in to n8n as its owner. */
export async function signedIn(): Promise<N8nClient> {
	const client = new N8nClient(required('E2E_N8N_URL'));
	await client.signIn(OWNER);
	return client;
}

export async function createWorld(credentialName: string): Promise<World> {
	const secrets = {
		password: `pw-${randomBytes(12).toString('hex')}`,
		apiKey: `key-${randomBytes(12).toString('hex')}`,
	};
	const { sandbox, baseUrl, close } = await startSandbox({ port: 0, ...secrets });
	const { username, code } = sandbox.settings;
	const credentialData = {
		baseUrl,
		username,
		password: secrets.password,
		api_key: secrets.apiKey,
		code,
		keyword: 'ACME',
	};
	const client = await signedIn();
	const credential = await client.saveCredential(credentialName, CREDENTIAL_TYPE, credentialData);
	return { client, sandbox, credential, credentialData, secrets, close };
}

/** The package's action node. */
export const messagingNode = (
	{ credential }: Pick<World, 'credential'>,
	name: string,
	parameters: INodeParameters,
	more: Partial<INode> = {},
): INode => ({
	id: name,
	name,
	type: NODE_TYPE,
	typeVersion: 1,
	position: [0, 0],
	parameters,
	credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
	...more,
});

/** A node that gives the items to the one after it. */
export const itemsNode = (items: object[]): INode => ({
	id: 'items',
	name: 'Items',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	position: [0, 0],
	parameters: { jsCode: `return ${JSON.stringify(items.map((json) => ({ json })))};` },
});

/** A workflow of a manual trigger and the nodes, each connected to the next. */
export function chain(name: string, ...nodes: INode[]): WorkflowFile {
	const all: INode[] = [
		{
			id: 'trigger',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		...nodes,
	];
	const connections: WorkflowFile['connections'] = {};
	all.forEach((node, index) => {
		const next = all[index + 1];
		if (next) connections[node.name] = { main: [[{ node: next.name, type: 'main', index: 0 }]] };
	});
	return { name, nodes: all, connections, settings: { executionOrder: 'v1' } };
}

/** Runs the workflow in n8n to its end. */
export async function run({ client }: World, workflow: WorkflowFile) {
	const { id } = await client.createWorkflow(workflow);
	const execution = await client.runWorkflow(id);
	return {
		...execution,
		/** What the node gave at one of its outputs in its only run. */
		output: (node: string, index = 0) =>
			execution.data.resultData.runData[node]?.[0]?.data?.main?.[index]?.map(({ json }) => json) ??
			[],
	};
}

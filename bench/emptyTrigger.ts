import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = 'n8n-nodes-bench-trigger';

export const EMPTY_TRIGGER = `${NAME}.empty`;

const NODE = `
exports.Empty = class {
	description = {
		displayName: 'Empty',
		name: 'empty',
		group: ['trigger'],
		version: 2,
		description: 'Starts the workflow at any post',
		defaults: { name: 'Empty' },
		inputs: [],
		outputs: ['main'],
		credentials: [{ name: 'subscriptionMessagingApi' }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: '', path: 'empty' },
		],
		properties: [],
	};
	webhook() {
		return Promise.resolve({ webhookResponse: 'OK', workflowData: [[{ json: {} }]] });
	}
};
`;

/** Puts a community package into n8n's folder whose trigger does nothing but start the workflow. */
export async function installEmptyTrigger(userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes', 'node_modules', NAME);
	await mkdir(join(folder, 'dist'), { recursive: true });
	await writeFile(join(folder, 'dist', 'Empty.node.js'), NODE);
	await writeFile(
		join(folder, 'package.json'),
		JSON.stringify({
			name: NAME,
			version: '1.0.0',
			keywords: ['n8n-community-node-package'],
			n8n: { n8nNodesApiVersion: 1, nodes: ['dist/Empty.node.js'], credentials: [] },
		}),
	);
}

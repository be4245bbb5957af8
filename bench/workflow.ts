import { dirname } from 'node:path';

import { LazyPackageDirectoryLoader } from 'n8n-core';
import { NodeHelpers } from 'n8n-workflow';
import type { IConnections, IDataObject, INode, INodeParameters, INodeType } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import { messagingNode, runWorkflow, Start, Vault } from '../test/engine/engine';
import { credentialFor } from '../test/engine/sandboxed';
import { timeOf, type Measure } from './turns';
import { finishedRequest, GROUP, phoneItems } from './inputs';

/** Where a workflow runs, and with how many items. */
export interface Place {
	/** Folder of the unpacked package. */
	packageFolder: string;
	baseUrl: string;
	count: number;
}

/** What comes after a node named `Start`. */
export interface Steps {
	nodes: INode[];
	/** One after the other when left out. */
	connections?: IConnections;
	/** What a node of the type `own` does, which is made for the row. */
	own?: INodeType['execute'];
	/** Items to begin with; phone numbers when left out. */
	items?: IDataObject[];
	/** Items of the last node, and what the first of them holds; as many as it begins with when left out. */
	gives?: [count: number, first: IDataObject];
	/** Whether the sandbox remembers what was sent before. */
	remembers?: boolean;
}

/** A program that runs a workflow in n8n's engine. */
export const runs =
	(stepsAt: (place: Place) => Steps, measure: Measure = timeOf) =>
	async (place: Place) => {
		const steps = stepsAt(place);
		const run = await makeReady(place, steps);
		return async () => {
			if (!steps.remembers) await fetch(`${place.baseUrl}/_sandbox/reset`, { method: 'POST' });
			return await measure(run);
		};
	};

async function makeReady({ packageFolder, baseUrl, count }: Place, steps: Steps) {
	const { nodes, connections, own, items = phoneItems(count), gives = [items.length, {}] } = steps;
	const ours = new LazyPackageDirectoryLoader(packageFolder);
	const nodesBase = dirname(require.resolve('n8n-nodes-base/package.json'));
	const loaders = [ours, new LazyPackageDirectoryLoader(nodesBase)];
	for (const loader of loaders) await loader.loadAll();
	const start = new Start(items.map((json) => ({ json })));
	const value = { displayName: 'Value', name: 'value', type: 'string', default: '' } as const;
	const asAction = { group: ['transform'], inputs: ['main'], properties: [value] };
	const description = { ...start.description, ...asAction } as INodeType['description'];
	const find = (type: string, version?: number): INodeType => {
		if (type === 'start') return start;
		if (type === 'own') return { description, execute: own };
		const [packageName, name = ''] = type.split('.');
		const loader = loaders.find((each) => each.packageName === packageName)!;
		return NodeHelpers.getVersionedNodeType(loader.getNode(name).type, version);
	};
	const all = [node('Start', 'start', 1), ...nodes];
	const nodeTypes = { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
	const credential = credentialFor({ baseUrl });
	const vault = new Vault(ours, credential);
	vault.getDecrypted = async () => ({ ...credential });
	const last = nodes.at(-1)!.name;
	return async () => {
		const run = await runWorkflow(all, nodeTypes, vault, connections);
		if (run.error) throw run.error;
		const { [last]: output = [] } = run.output;
		const isFirst = ([name, is]: [string, unknown]) => output[0]?.json[name] === is;
		if (output.length !== gives[0] || !Object.entries(gives[1]).every(isFirst)) {
			throw new Error(`${last} gave ${output.length} items, first ${JSON.stringify(output[0])}`);
		}
		return output;
	};
}

const MESSAGE = 'Your order is ready';

/** This package's node, by default sending to the phone number of each item. */
export const messaging = (parameters: INodeParameters = {}): INode =>
	messagingNode({
		resource: 'message',
		operation: 'send',
		keyword: { __rl: true, mode: 'keyword', value: GROUP.keyword },
		sendTo: '={{ $json.phone }}',
		message: MESSAGE,
		...parameters,
	});

/** The request that this node makes of phone numbers, or of whatever expression stands for one. */
export const finished = (baseUrl: string, ...sendTo: string[]) =>
	finishedRequest(credentialFor({ baseUrl }), 'sendMessage', GROUP, {
		message: MESSAGE,
		recipientList: { recipients: sendTo.map((each) => ({ sendTo: each, type: 1 })) },
	});

/** Posts a finished request with n8n's HTTP helper. */
export const post = async (
	{ httpRequest }: IExecuteFunctions['helpers'],
	{ url, headers, body }: ReturnType<typeof finished>,
) => String(await httpRequest({ method: 'POST', url, headers, body, encoding: 'text' }));

export const node = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: INodeParameters = {},
): INode => ({ id: name, name, type, typeVersion, position: [0, 0], parameters });

/** A connection of each output of a node to the next one. */
export const to = (...names: string[]) => ({
	main: names.map((name) => [{ node: name, type: 'main' as const, index: 0 }]),
});

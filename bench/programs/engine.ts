import { dirname } from 'node:path';

import { LazyPackageDirectoryLoader, PackageDirectoryLoader, WorkflowExecute } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypes,
	type IConnections,
	type IRun,
} from 'n8n-workflow';

import { additionalDataOf, Start, Vault } from '../../test/engine/engine';
import { keptAfter, memoryOf, program, timeOf, workOf } from './turns';

/** A workflow that begins with a node named Start of the type `start`. */
export interface EngineRun {
	/** Folder of the unpacked package. */
	packageFolder: string;
	nodes: INode[];
	connections: IConnections;
	credential: ICredentialDataDecryptedObject;
	items: IDataObject[];
	/** Node whose items the workflow ends with. */
	last: string;
	/** How many these are. */
	outputs: number;
	/** What the first of them holds. */
	first?: IDataObject;
	/** `work` is that of the thread in which n8n and its nodes run. */
	measure: keyof typeof MEASURES;
}

const MEASURES = { time: timeOf, work: workOf, memory: memoryOf, kept: keptAfter };

/** Posts what is finished already, and keeps the answer. */
async function post(helpers: IExecuteFunctions['helpers'], request: IDataObject): Promise<string> {
	return (await helpers.httpRequest({
		method: 'POST',
		url: String(request.url),
		headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: String(request.action) },
		body: String(request.envelope),
		encoding: 'text',
	})) as string;
}

function nodeOf(
	name: string,
	execute: INodeType['execute'],
	properties: INodeProperties[] = [],
): INodeType {
	const [inputs, outputs] = [['main' as const], ['main' as const]];
	const shown = { displayName: name, name, version: 1, description: '', defaults: {} };
	return { description: { ...shown, group: ['transform'], inputs, outputs, properties }, execute };
}

/** Reads one parameter of each item, then posts the finished requests, all at once. */
async function readAndPost(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const output = this.getInputData().map((_item, item) => ({
		json: { value: this.getNodeParameter('value', item) as string },
		pairedItem: { item },
	}));
	const { requests } = this.getNode().parameters as { requests: IDataObject[] };
	await Promise.all(requests.map(async (request) => await post(this.helpers, request)));
	return [output];
}

/** Posts each item's envelope to its address with n8n's HTTP helper, and does nothing else. */
async function postBare(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const output: INodeExecutionData[] = [];
	for (const [item, { json }] of this.getInputData().entries()) {
		const answer = await post(this.helpers, json);
		output.push({ json: { answer }, pairedItem: { item } });
	}
	return [output];
}

const READ = nodeOf('read', readAndPost, [
	{ displayName: 'Value', name: 'value', type: 'string', default: '' },
	{ displayName: 'Requests', name: 'requests', type: 'json', default: '[]' },
]);
const BARE = nodeOf('bare', postBare);

export const { setup, turn, teardown } = program(async (run: EngineRun) => {
	const nodesBase = dirname(require.resolve('n8n-nodes-base/package.json'));
	const ours = new PackageDirectoryLoader(run.packageFolder);
	const loaders = [ours, new LazyPackageDirectoryLoader(nodesBase)];
	for (const loader of loaders) await loader.loadAll();

	const start = new Start(run.items.map((json) => ({ json })));
	const own: Record<string, INodeType> = { start, read: READ, bare: BARE };
	const find = (type: string, version?: number) => {
		if (own[type]) return own[type];
		const [packageName, name = ''] = type.split('.');
		const loader = loaders.find((each) => each.packageName === packageName)!;
		return NodeHelpers.getVersionedNodeType(loader.getNode(name).type, version);
	};
	const nodeTypes: INodeTypes = {
		getByName: (type) => find(type),
		getByNameAndVersion: find,
		getKnownTypes: () => ({}),
	};
	const vault = new Vault(ours, run.credential);
	vault.getDecrypted = () => Promise.resolve({ ...run.credential });
	let executions = 0;
	const execute = async () => {
		const { nodes, connections } = run;
		const settings = { executionOrder: 'v1' as const };
		const parts = { id: 'workflow', active: false, nodes, connections, nodeTypes, settings };
		const workflow = new Workflow(parts);
		const additionalData = additionalDataOf(vault, String(++executions));
		const startNode = workflow.getNode('Start')!;
		return await new WorkflowExecute(additionalData, 'trigger').run({ workflow, startNode });
	};
	return async () => await MEASURES[run.measure](async () => outputOf(run, await execute()));
});

/** @throws when the workflow did not end as it should */
function outputOf({ last, outputs, first }: EngineRun, { data }: IRun) {
	const { error, runData } = data.resultData;
	if (error) throw error;
	const output = runData[last]?.at(-1)?.data?.main?.[0] ?? [];
	if (output.length !== outputs) {
		throw new Error(`${last} gave ${output.length} of ${outputs} items`);
	}
	for (const [name, value] of Object.entries(first ?? {})) {
		const given = output[0]?.json[name];
		if (given !== value) throw new Error(`${last} gave ${name} ${String(given)}`);
	}
	return output;
}

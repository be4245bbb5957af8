import { join } from 'node:path';

import type * as Core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IConnections,
	IRun,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { librariesOf, type Libraries } from './n8nLibraries';
import { keptAfter, memoryOf, program, timeOf, workOf } from './turns';

/** A workflow that begins with a node named Start of the type `start`. */
export interface EngineRun {
	/** Folder of the private package that has n8n. */
	host: string;
	/** Folder of the unpacked package. */
	packageFolder: string;
	nodes: INode[];
	connections: IConnections;
	credential: ICredentialDataDecryptedObject;
	items: IDataObject[];
	/** Node whose items the workflow ends with. */
	last: string;
	/** How many these are; as many as it began with where not given. */
	outputs?: number;
	/** What the first of them holds. */
	first?: IDataObject;
	/** `work` is that of the thread in which n8n and its nodes run. */
	measure: 'time' | 'work' | 'memory' | 'kept';
}

/** Gives the items of the run. */
const START = 'start';
/** Reads one parameter of each item, then posts the finished requests, all at once. */
const READ = 'read';
/** Posts each item's envelope to its address with n8n's HTTP helper, and does nothing else. */
const BARE = 'bare';

function nodeOf(name: string, execute: INodeType['execute']): INodeType {
	return {
		description: {
			displayName: name,
			name,
			group: ['transform'],
			version: 1,
			description: '',
			defaults: {},
			inputs: name === START ? [] : ['main'],
			outputs: ['main'],
			properties:
				name === READ
					? [
							{ displayName: 'Value', name: 'value', type: 'string', default: '' },
							{ displayName: 'Requests', name: 'requests', type: 'json', default: '[]' },
						]
					: [],
		},
		execute,
	};
}

/** Posts what is finished already, and keeps the answer. */
async function post(helpers: IExecuteFunctions['helpers'], request: IDataObject): Promise<string> {
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: String(request.url),
		headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: String(request.action) },
		body: String(request.envelope),
		encoding: 'text',
	};
	return (await helpers.httpRequest(options)) as string;
}

async function readAndPost(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const output = this.getInputData().map((_item, item) => ({
		json: { value: this.getNodeParameter('value', item) as string },
		pairedItem: { item },
	}));
	const { requests } = this.getNode().parameters as { requests: IDataObject[] };
	await Promise.all(requests.map(async (request) => await post(this.helpers, request)));
	return [output];
}

async function postBare(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const output: INodeExecutionData[] = [];
	for (const [item, { json }] of this.getInputData().entries()) {
		const answer = await post(this.helpers, json);
		output.push({ json: { answer }, pairedItem: { item } });
	}
	return [output];
}

const MEASURES = { time: timeOf, work: workOf, memory: memoryOf, kept: keptAfter };

export const { setup, turn, teardown } = program(async (run: EngineRun) => {
	const libraries = librariesOf(run.host);
	const { LazyPackageDirectoryLoader, PackageDirectoryLoader } = libraries.core;
	const loaders = new Map<string, Core.PackageDirectoryLoader>();
	for (const loader of [
		new PackageDirectoryLoader(run.packageFolder),
		new LazyPackageDirectoryLoader(join(run.host, 'node_modules', 'n8n-nodes-base')),
	]) {
		await loader.loadAll();
		loaders.set(loader.packageName, loader);
	}
	const execute = executor(libraries, loaders, run);
	let executions = 0;
	return async () =>
		await MEASURES[run.measure](async () => outputOf(run, await execute(String(++executions))));
});

type Loaders = ReadonlyMap<string, Core.PackageDirectoryLoader>;

function nodeTypesOf({ flow }: Libraries, loaders: Loaders, { items }: EngineRun): INodeTypes {
	const own: Record<string, INodeType> = {
		[START]: nodeOf(START, () => Promise.resolve([items.map((json) => ({ json }))])),
		[READ]: nodeOf(READ, readAndPost),
		[BARE]: nodeOf(BARE, postBare),
	};
	const find = (type: string, version?: number) => {
		const [packageName = '', name = ''] = type.split('.');
		return (
			own[type] ??
			flow.NodeHelpers.getVersionedNodeType(loaders.get(packageName)!.getNode(name).type, version)
		);
	};
	return { getByName: (type) => find(type), getByNameAndVersion: find, getKnownTypes: () => ({}) };
}

function credentialsHelperOf(loaders: Loaders, { credential }: EngineRun) {
	return {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		async authenticate(data: ICredentialDataDecryptedObject, type: string, request: never) {
			const [ours] = [...loaders.values()];
			const { authenticate } = ours!.getCredential(type).type;
			if (typeof authenticate !== 'function') throw new Error(`${type} cannot authenticate`);
			return await authenticate(data, request);
		},
		preAuthentication: () => Promise.resolve(undefined),
		getDecrypted: () => Promise.resolve({ ...credential }),
	} as unknown as ICredentialsHelper;
}

/** What runs the workflow once, as an execution of the id, and gives its data. */
function executor({ core, flow }: Libraries, loaders: Loaders, run: EngineRun) {
	const nodeTypes = nodeTypesOf({ core, flow }, loaders, run);
	const credentialsHelper = credentialsHelperOf(loaders, run);
	const address = 'http://127.0.0.1';
	return async (executionId: string) => {
		const workflow = new flow.Workflow({
			id: 'workflow',
			active: false,
			nodes: run.nodes,
			connections: run.connections,
			nodeTypes,
			settings: { executionOrder: 'v1' },
		});
		const additionalData = {
			credentialsHelper,
			executionId,
			currentNodeExecutionIndex: 0,
			restApiUrl: address,
			instanceBaseUrl: address,
			webhookBaseUrl: address,
			webhookWaitingBaseUrl: address,
			webhookTestBaseUrl: address,
			formWaitingBaseUrl: address,
			variables: {},
			hooks: new core.ExecutionLifecycleHooks('trigger', executionId, {} as IWorkflowBase),
			logAiEvent: () => undefined,
		} as unknown as IWorkflowExecuteAdditionalData;
		return await new core.WorkflowExecute(additionalData, 'trigger').run({
			workflow,
			startNode: workflow.getNode('Start')!,
		});
	};
}

/** @throws when the workflow did not end as it should */
function outputOf({ items, last, outputs, first }: EngineRun, { data }: IRun) {
	const { error, runData } = data.resultData;
	if (error) throw error;
	const output = runData[last]?.at(-1)?.data?.main?.[0] ?? [];
	const expected = outputs ?? items.length;
	if (output.length !== expected) {
		throw new Error(`${last} gave ${output.length} of ${expected} items`);
	}
	for (const [name, value] of Object.entries(first ?? {})) {
		const given = output[0]?.json[name];
		if (given !== value) throw new Error(`${last} gave ${name} ${String(given)}`);
	}
	return output;
}

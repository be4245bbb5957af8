import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type * as Core from 'n8n-core';
import type * as Flow from 'n8n-workflow';
import type {
	ExecutionError,
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
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { keptAfter, memoryOf, serveTurns, timeOf, workOf } from './turns';

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

serveTurns(async (run: EngineRun) => {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-bench-'));
	process.once('exit', () => rmSync(userFolder, { recursive: true, force: true }));
	Object.assign(process.env, { N8N_USER_FOLDER: userFolder, N8N_LOG_LEVEL: 'silent' });
	// n8n's own copies, which its nodes use too.
	const require = createRequire(join(run.host, 'package.json'));
	require('reflect-metadata');
	const core = require('n8n-core') as typeof Core;
	const flow = require('n8n-workflow') as typeof Flow;

	const loaders = new Map<string, Core.PackageDirectoryLoader>();
	for (const loader of [
		new core.PackageDirectoryLoader(run.packageFolder),
		new core.LazyPackageDirectoryLoader(join(run.host, 'node_modules', 'n8n-nodes-base')),
	]) {
		await loader.loadAll();
		loaders.set(loader.packageName, loader);
	}
	const execute = executor(core, flow, loaders, run);
	let executions = 0;
	const measures = { time: timeOf, work: workOf, memory: memoryOf, kept: keptAfter };
	return async () => await measures[run.measure](async () => await execute(String(++executions)));
});

function executor(
	core: typeof Core,
	flow: typeof Flow,
	loaders: ReadonlyMap<string, Core.PackageDirectoryLoader>,
	{ nodes, connections, credential, items, last, outputs, first }: EngineRun,
) {
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
	const nodeTypes: INodeTypes = {
		getByName: (type) => find(type),
		getByNameAndVersion: find,
		getKnownTypes: () => ({}),
	};
	const credentialsHelper = {
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

	return async (executionId: string): Promise<INodeExecutionData[]> => {
		const workflow = new flow.Workflow({
			id: 'workflow',
			name: 'Workflow',
			active: false,
			nodes,
			connections,
			nodeTypes,
			settings: { executionOrder: 'v1' },
		});
		const additionalData = {
			credentialsHelper,
			executionId,
			currentNodeExecutionIndex: 0,
			restApiUrl: 'http://127.0.0.1',
			instanceBaseUrl: 'http://127.0.0.1',
			webhookBaseUrl: 'http://127.0.0.1',
			webhookWaitingBaseUrl: 'http://127.0.0.1',
			webhookTestBaseUrl: 'http://127.0.0.1',
			formWaitingBaseUrl: 'http://127.0.0.1',
			variables: {},
			hooks: new core.ExecutionLifecycleHooks('trigger', executionId, {
				id: 'workflow',
				name: 'Workflow',
				active: false,
				isArchived: false,
				createdAt: new Date(),
				updatedAt: new Date(),
				nodes: [],
				connections: {},
				activeVersionId: null,
			}),
			logAiEvent: () => undefined,
		} as unknown as IWorkflowExecuteAdditionalData;
		const { data } = await new core.WorkflowExecute(additionalData, 'trigger').run({
			workflow,
			startNode: workflow.getNode('Start')!,
		});
		const { error, runData } = data.resultData as {
			error?: ExecutionError;
			runData: Record<string, Array<{ data?: { main: Array<INodeExecutionData[] | null> } }>>;
		};
		if (error) throw error;
		const output = runData[last]?.at(-1)?.data?.main[0] ?? [];
		const expected = outputs ?? items.length;
		if (output.length !== expected) {
			throw new Error(`${last} gave ${output.length} of ${expected} items`);
		}
		for (const [name, value] of Object.entries(first ?? {})) {
			const given = output[0]?.json[name];
			if (given !== value) throw new Error(`${last} gave ${name} ${String(given)}`);
		}
		return output;
	};
}

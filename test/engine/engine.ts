import 'reflect-metadata';

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import {
	ExecutionLifecycleHooks,
	PackageDirectoryLoader,
	WebhookContext,
	WorkflowExecute,
	type DirectoryLoader,
} from 'n8n-core';
import {
	createRunExecutionData,
	ICredentialsHelper,
	NodeConnectionTypes,
	Workflow,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IRunExecutionData,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	type NodeExecutionHint,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

const { JEST_WORKER_ID = '1' } = process.env;
process.env.N8N_USER_FOLDER ??= join(process.cwd(), '.cache', 'engine', JEST_WORKER_ID);
// What a run that fails on purpose says is asserted, not shown.
process.env.N8N_LOG_LEVEL ??= 'silent';
mkdirSync(process.env.N8N_USER_FOLDER, { recursive: true });

export const PACKAGE = 'n8n-nodes-subscription-messaging';
const CREDENTIAL = 'subscriptionMessagingApi';

/** The start of every workflow here: gives the items of the test. */
export class Start implements INodeType {
	constructor(private readonly items: INodeExecutionData[]) {}

	description = {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: '',
		defaults: {},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	} satisfies INodeType['description'];

	// Bound, because n8n calls it with a context of its own as `this`.
	execute = async () => [this.items];
}

export class NodeTypes implements INodeTypes {
	constructor(
		private readonly loader: DirectoryLoader,
		private readonly start: Start,
	) {}

	getByName(type: string): INodeType {
		return this.getByNameAndVersion(type);
	}

	getByNameAndVersion(type: string): INodeType {
		return type === 'start'
			? this.start
			: (this.loader.getNode(type.replace(`${PACKAGE}.`, '')).type as INodeType);
	}

	getKnownTypes() {
		return {};
	}
}

/** The action node, with its credential. */
export const messagingNode = (parameters: INodeParameters, more?: Partial<INode>): INode => ({
	id: 'messaging',
	name: 'Messaging',
	type: `${PACKAGE}.subscriptionMessaging`,
	typeVersion: 1,
	position: [0, 0],
	parameters,
	credentials: { [CREDENTIAL]: { id: '1', name: 'Sandbox' } },
	...more,
});

type Decryption = Parameters<ICredentialsHelper['getDecrypted']>;

/** Stands for n8n's vault, which belongs to the server: one credential, and how often it was read. */
export class Vault extends ICredentialsHelper {
	decryptions = 0;

	constructor(
		private readonly loader: DirectoryLoader,
		private readonly credential: ICredentialDataDecryptedObject,
		private readonly variables: IDataObject = {},
	) {
		super();
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	) {
		const { authenticate } = this.loader.getCredential(CREDENTIAL).type;
		if (typeof authenticate !== 'function') throw new Error('The credential cannot authenticate');
		return await authenticate(credentials, requestOptions);
	}

	async preAuthentication() {
		return undefined;
	}

	async runPreAuthentication() {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		throw new Error('Encrypted credentials belong to the server');
	}

	/** Expressions in it are evaluated for an item, unless it is wanted raw, as n8n's vault does. */
	async getDecrypted(...[, , , mode, executeData, raw, values]: Decryption) {
		this.decryptions += 1;
		const credential = structuredClone(this.credential);
		if (raw || !values) return credential;
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		return workflow.expression.getParameterValue(
			credential as INodeParameters,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{ $vars: this.variables },
			executeData,
			false,
			credential as INodeParameters,
		) as ICredentialDataDecryptedObject;
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData() {}

	getCredentialsProperties() {
		return [];
	}
}

export interface RunOptions {
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
	/** Those of n8n, which a credential can name. */
	variables?: IDataObject;
	/** One empty item when left out. */
	items?: IDataObject[];
	/** Further settings of the node, e.g. `onError`, `retryOnFail`. */
	settings?: Partial<INode>;
	/** What the node remembers between runs; n8n keeps it when an execution is retried. */
	memory?: IDataObject;
	/** Cancels the execution, as a person does in the editor. */
	cancelledBy?: AbortSignal;
	/** How n8n runs the workflow; by a trigger when left out. */
	mode?: WorkflowExecuteMode;
	/** How n8n runs the workflow that this one is a part of. */
	rootExecutionMode?: WorkflowExecuteMode;
	/** What n8n keeps of an execution that is killed, and hands on to its *Retry*. */
	secret?: string;
	/** Further nodes of the workflow, which no other one leads to. */
	beside?: INode[];
	/** Where n8n would be reached, without the name of an endpoint. */
	n8nUrl?: string;
}

export interface RunResult {
	/** Items of the first output. */
	items: INodeExecutionData[];
	/** Items of the error output, where there is one. */
	errorItems: INodeExecutionData[];
	/** What stopped the workflow. */
	error: { message: string; description?: string | null } | undefined;
	/** What the node says in its panel when it has run. */
	hints: NodeExecutionHint[];
	decryptions: number;
	/** Everything n8n would store of the execution, as text. */
	stored: string;
	/** What the node answers to a post about the waiting execution, and what it goes on with, if it does. */
	callBack(query: string, time?: 'over'): Promise<CalledBack>;
	/** What a browser gets from the waiting execution, and what that goes on with, if it does. */
	visit(request: Visit): Promise<Visited>;
}

/** A call of a link, as n8n hands it to the node. */
export interface Visit {
	method?: 'GET' | 'POST';
	url: string;
	headers?: IDataObject;
	/** Parsed as n8n parses it. */
	body?: object;
	contentType?: string;
}

export interface Visited {
	httpStatus: number;
	html: string;
	headers: Record<string, string>;
	/** Nothing where the execution keeps waiting. */
	items: INodeExecutionData[] | undefined;
}

export interface CalledBack {
	httpStatus: number;
	items: INodeExecutionData[] | undefined;
}

/** Each execution has its own id, as in n8n, because custom tickets are made from it. */
let executions = 0;

let loading: Promise<PackageDirectoryLoader> | undefined;

/** The built package, loaded the way n8n loads an installed community package. */
export async function loadPackage(): Promise<PackageDirectoryLoader> {
	loading ??= (async () => {
		const loader = new PackageDirectoryLoader(process.cwd());
		await loader.loadAll();
		return loader;
	})();
	return await loading;
}

/**
 * Runs the action node in n8n's engine, fed by a start node with the given items. Several runs may
 * be under way at once.
 */
export async function runNode({
	parameters,
	credential,
	variables,
	items = [{}],
	settings,
	cancelledBy,
	memory,
	mode = memory && Object.keys(memory).length > 0 ? 'retry' : 'trigger',
	rootExecutionMode,
	secret,
	beside = [],
	n8nUrl = 'http://127.0.0.1',
}: RunOptions): Promise<RunResult> {
	const loader = await loadPackage();
	const vault = new Vault(loader, credential, variables);
	const start = new Start(items.map((json) => ({ json })));
	executions += 1;
	const executionId = String(executions);
	const workflow = new Workflow({
		id: 'workflow',
		name: 'Workflow',
		active: false,
		nodeTypes: new NodeTypes(loader, start),
		nodes: [
			{ id: '1', name: 'Start', type: 'start', typeVersion: 1, position: [0, 0], parameters: {} },
			messagingNode(parameters, settings),
			...beside,
		],
		connections: {
			Start: { main: [[{ node: 'Messaging', type: NodeConnectionTypes.Main, index: 0 }]] },
		},
	});
	const additionalData = {
		...additionalDataOf(vault, executionId),
		rootExecutionMode,
		webhookBaseUrl: `${n8nUrl}/webhook`,
		webhookTestBaseUrl: `${n8nUrl}/webhook-test`,
	};
	let run: IRun;
	try {
		const token = { ...(secret !== undefined && { resumeToken: secret }) };
		const running = memory
			? new WorkflowExecute(additionalData, mode, {
					...resumed(workflow, memory),
					...token,
				}).processRunExecutionData(workflow)
			: new WorkflowExecute(additionalData, mode, createRunExecutionData(token)).run({
					workflow,
					startNode: workflow.getNode('Start') ?? undefined,
				});
		cancelledBy?.addEventListener('abort', () => running.cancel(), { once: true });
		run = await running;
	} catch (error) {
		// n8n refuses a workflow whose required fields are empty before it runs anything.
		return {
			items: [],
			errorItems: [],
			error: error as Error,
			hints: [],
			decryptions: 0,
			stored: '',
			callBack: async () => {
				throw new Error('The execution does not wait');
			},
			visit: async () => {
				throw new Error('The execution does not wait');
			},
		};
	}
	const task = run.data.resultData.runData.Messaging?.at(-1);
	saysWhatToDo(run.data.resultData.error, settings?.type?.endsWith('Tool') ?? false);
	const [output = [], errorOutput = []] = task?.data?.main ?? [];
	return {
		items: output ?? [],
		errorItems: errorOutput ?? [],
		error: run.data.resultData.error,
		hints: task?.hints ?? [],
		decryptions: vault.decryptions,
		stored: JSON.stringify(run),
		callBack: async (query, time) =>
			await callBack(workflow, additionalData, storedData(run, time), query),
		visit: async (request) => await visit(workflow, additionalData, storedData(run), request),
	};
}

/** Whatever a test brings about: a title that is read at a glance, and a next step below it. */
function saysWhatToDo(
	error: (NonNullable<RunResult['error']> & { name?: string }) | undefined,
	isTool: boolean,
): void {
	// A process that is there to be killed is no test.
	if (typeof expect === 'undefined') return;
	if (!/^Node(Api|Operation)Error$/.test(error?.name ?? '')) return;
	expect(error?.description ?? '').toMatch(/\w{2}.*[.!?]$/s);
	if (!isTool)
		expect([...error!.message.replace(/ \[item \d+\]$/, '')].length).toBeLessThanOrEqual(80);
}

/**
 * Runs a workflow in n8n's engine, from its first node on, where one node comes after the other or as the
 * connections say. Gives the items of each node, by its name.
 */
export async function runWorkflow(
	nodes: INode[],
	nodeTypes: INodeTypes,
	vault: Vault,
	connections = inARow(nodes),
): Promise<{ output: Record<string, INodeExecutionData[]>; error: RunResult['error'] }> {
	executions += 1;
	const settings = { executionOrder: 'v1' as const };
	const is = { id: 'workflow', active: false, nodes, connections, nodeTypes, settings };
	const workflow = new Workflow(is);
	const additionalData = additionalDataOf(vault, String(executions));
	const execution = new WorkflowExecute(additionalData, 'trigger', createRunExecutionData());
	const { data } = await execution.run({ workflow, startNode: workflow.getNode(nodes[0]!.name)! });
	const { runData, error } = data.resultData;
	const ran = Object.entries(runData);
	return {
		output: Object.fromEntries(
			ran.map(([name, tasks]) => [name, tasks.at(-1)?.data?.main?.[0] ?? []]),
		),
		error,
	};
}

const inARow = (nodes: INode[]): IConnections =>
	Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, before) => [
				nodes[before]!.name,
				{ main: [[{ node: name, type: NodeConnectionTypes.Main, index: 0 }]] },
			]),
	);

/** One action node of a chain; the others can name it. */
export interface ChainedNode {
	name: string;
	parameters: INodeParameters;
}

/** Runs several action nodes, one after the other, fed by the node *People* with the given items. */
export async function runChain(
	credential: ICredentialDataDecryptedObject,
	items: IDataObject[],
	nodes: readonly ChainedNode[],
): ReturnType<typeof runWorkflow> {
	const loader = await loadPackage();
	const start = new Start(items.map((json) => ({ json })));
	return await runWorkflow(
		[
			{ id: '1', name: 'People', type: 'start', typeVersion: 1, position: [0, 0], parameters: {} },
			...nodes.map(({ name, parameters }) => messagingNode(parameters, { id: name, name })),
		],
		new NodeTypes(loader, start),
		new Vault(loader, credential),
	);
}

/** As n8n reads it from its database; the limit of the pause is changed to one that is over, if asked for. */
function storedData({ data }: IRun, time?: 'over'): IRunExecutionData {
	const text = JSON.stringify(data);
	return JSON.parse(
		time ? text.replace(/("waited_until":)"[^"]+"/g, '$1"2001-01-01T00:00:00.000Z"') : text,
	) as IRunExecutionData;
}

async function callBack(
	workflow: Workflow,
	additionalData: IWorkflowExecuteAdditionalData,
	data: IRunExecutionData,
	query: string,
): Promise<CalledBack> {
	const url = `/webhook-waiting/${additionalData.executionId}/delivery-status?${query}`;
	const { httpStatus, items } = await visit(workflow, additionalData, data, {
		method: 'POST',
		url,
	});
	return { httpStatus, items };
}

async function visit(
	workflow: Workflow,
	additionalData: IWorkflowExecuteAdditionalData,
	data: IRunExecutionData,
	{ method = 'GET', url, headers = {}, body, contentType }: Visit,
): Promise<Visited> {
	const node = workflow.getNode('Messaging');
	if (!node) throw new Error('The workflow has no messaging node');
	let httpStatus = 0;
	let html = '';
	const sent: Record<string, string> = {};
	const response = {
		status: (status: number) => {
			httpStatus = status;
			return response;
		},
		setHeader: (name: string, value: string) => {
			sent[name.toLowerCase()] = value;
			return response;
		},
		end: (text = '') => {
			html = text;
			return response;
		},
	};
	const { pathname, search } = new URL(url, 'http://127.0.0.1');
	const context = new WebhookContext(
		workflow,
		node,
		{
			...additionalData,
			httpRequest: { method, url: pathname + search, headers, body, contentType },
			httpResponse: response,
		} as unknown as IWorkflowExecuteAdditionalData,
		'trigger',
		{} as IWebhookData,
		[],
		data,
	);
	const { webhook } = workflow.nodeTypes.getByNameAndVersion(node.type) as INodeType;
	const { workflowData, webhookResponse } = (await webhook?.call(context)) ?? {};
	// n8n answers with this once it has taken the execution up.
	if (webhookResponse !== undefined) [httpStatus, html] = [200, String(webhookResponse)];
	return { httpStatus, html, headers: sent, items: workflowData?.[0] };
}

/** What n8n's server gives to an execution, as far as a node can notice it. */
export function additionalDataOf(
	credentialsHelper: ICredentialsHelper,
	executionId: string,
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		executionId,
		currentNodeExecutionIndex: 0,
		restApiUrl: 'http://127.0.0.1',
		instanceBaseUrl: 'http://127.0.0.1',
		formWaitingBaseUrl: 'http://127.0.0.1',
		webhookBaseUrl: 'http://127.0.0.1',
		webhookWaitingBaseUrl: 'http://127.0.0.1',
		webhookTestBaseUrl: 'http://127.0.0.1',
		variables: {},
		hooks: new ExecutionLifecycleHooks('trigger', executionId, {
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
		logAiEvent: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** What is stored of an execution that begins with what a node remembers of an earlier one. */
function resumed(workflow: Workflow, memory: IDataObject): IRunExecutionData {
	const start = workflow.getNode('Start');
	if (!start) throw new Error('The workflow has no start');
	return createRunExecutionData({
		executionData: {
			contextData: { 'node:Messaging': memory },
			nodeExecutionStack: [{ node: start, data: { main: [[{ json: {} }]] }, source: null }],
		},
	});
}

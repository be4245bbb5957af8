import { WebhookContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type EngineRequest,
	type EngineResponse,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import {
	additionalDataOf,
	loadPackage,
	messagingNode,
	NodeTypes,
	PACKAGE,
	Start,
	Vault,
} from './engine';

const TOOL = `${PACKAGE}.subscriptionMessagingTool`;

/** The node as n8n's agents know it: made by n8n from the node, with the fields that it leaves to them. */
export interface Tool {
	name: string;
	description: string;
	schema: { shape: Record<string, { description?: string }> };
	/** Answers what the model reads. */
	invoke(values: IDataObject): Promise<string>;
}

export interface ToolOptions {
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
	/** Further settings of the node, e.g. `onError`, `retryOnFail`. */
	settings?: Partial<INode>;
	/** Items that the agent gets; one empty item when left out. */
	items?: IDataObject[];
}

/**
 * What an agent does; each `connect` gives it the tool anew, as agents do for each of their items, by its
 * position.
 */
type Act<T> = (connect: (itemIndex?: number) => Promise<Tool>) => Promise<T>;

/** An agent that calls its tools itself, as those of versions 1 and 2 and agents within agents do. */
export async function actAsAgent<T>(options: ToolOptions, act: Act<T>): Promise<T> {
	let done: Promise<T> | undefined;
	const run = await runWithAgent(options, async function () {
		done = act(async (itemIndex) => await connectTool(this, itemIndex));
		await done;
		return [this.getInputData()];
	});
	if (!done) throw run.data.resultData.error ?? new Error('The agent did not run');
	return await done;
}

/** An agent that lets n8n run its tools, as those of version 3 do: all calls at once. */
export async function requestFromEngine(
	options: ToolOptions,
	calls: IDataObject[],
	/** By call, the item of the agent that it is for; the first one when left out. */
	itemOfCall: readonly number[] = [],
): Promise<IDataObject[][]> {
	let answers: IDataObject[][] | undefined;
	const { data } = await runWithAgent(options, async function (response) {
		if (response?.actionResponses?.length) {
			answers = response.actionResponses.map((action) =>
				(action.data.data?.ai_tool?.[0] ?? []).map(({ json }) => json),
			);
			return [this.getInputData()];
		}
		return {
			metadata: {},
			actions: calls.map((input, index) => ({
				actionType: 'ExecutionNodeAction',
				nodeName: 'Messaging',
				input,
				type: NodeConnectionTypes.AiTool,
				id: `call_${index}`,
				metadata: { itemIndex: itemOfCall[index] ?? 0 },
			})),
		} as EngineRequest<object>;
	});
	if (!answers) throw data.resultData.error ?? new Error('n8n answered no call');
	return answers;
}

/** n8n's MCP server, which calls tools outside of an execution. */
export async function actAsMcpServer<T>(options: ToolOptions, act: Act<T>): Promise<T> {
	const { workflow, additionalData, agent } = await workflowWithAgent(options, async () => [[]]);
	const context = new WebhookContext(
		workflow,
		agent,
		additionalData,
		'webhook',
		{} as ConstructorParameters<typeof WebhookContext>[4],
		[],
		null,
	);
	return await act(async (itemIndex) => await connectTool(context, itemIndex));
}

async function connectTool(
	context: Pick<IExecuteFunctions, 'getInputConnectionData'>,
	itemIndex = 0,
) {
	const [tool] = (await context.getInputConnectionData(
		NodeConnectionTypes.AiTool,
		itemIndex,
	)) as Tool[];
	if (!tool) throw new Error('The agent has no tool');
	return tool;
}

type AgentExecute = (
	this: IExecuteFunctions,
	response?: EngineResponse,
) => Promise<INodeExecutionData[][] | EngineRequest>;

async function runWithAgent(options: ToolOptions, execute: AgentExecute) {
	const { workflow, additionalData, start } = await workflowWithAgent(options, execute);
	return await new WorkflowExecute(additionalData, 'trigger', createRunExecutionData({})).run({
		workflow,
		startNode: start,
	});
}

let agents = 0;

async function workflowWithAgent(
	{ parameters, credential, settings, items = [{}] }: ToolOptions,
	execute: AgentExecute,
): Promise<{
	workflow: Workflow;
	additionalData: IWorkflowExecuteAdditionalData;
	start: INode;
	agent: INode;
}> {
	const loader = await loadPackage();
	const nodeTypes = new NodeTypes(loader, new Start(items.map((json) => ({ json }))));
	const agentType: INodeType = {
		description: {
			displayName: 'Agent',
			name: 'agent',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: {},
			inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		execute,
	};
	const toolType = asTool(nodeTypes.getByName(`${PACKAGE}.subscriptionMessaging`));
	const own: Record<string, INodeType> = { agent: agentType, [TOOL]: toolType };
	const node = (name: string, type: string): INode => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	});
	const start = node('Start', 'start');
	const agent = node('Agent', 'agent');
	const workflow = new Workflow({
		id: 'workflow',
		active: false,
		settings: { executionOrder: 'v1' },
		nodeTypes: {
			getByName: (type) => own[type] ?? nodeTypes.getByName(type),
			getByNameAndVersion: (type) => own[type] ?? nodeTypes.getByName(type),
			getKnownTypes: () => ({}),
		},
		nodes: [start, agent, messagingNode(parameters, { type: TOOL, ...settings })],
		connections: {
			Start: { main: [[{ node: 'Agent', type: NodeConnectionTypes.Main, index: 0 }]] },
			Messaging: {
				[NodeConnectionTypes.AiTool]: [
					[{ node: 'Agent', type: NodeConnectionTypes.AiTool, index: 0 }],
				],
			},
		},
	});
	agents += 1;
	const additionalData = additionalDataOf(new Vault(loader, credential), `agent-${agents}`);
	return { workflow, additionalData, start, agent };
}

/** What n8n's server makes of a node that is `usableAsTool`. */
function asTool(type: INodeType): INodeType {
	if (!type.description.usableAsTool) throw new Error('The node cannot be used as a tool');
	return Object.create(type, {
		description: {
			value: {
				...type.description,
				name: `${type.description.name}Tool`,
				inputs: [],
				outputs: [NodeConnectionTypes.AiTool],
			},
		},
	}) as INodeType;
}

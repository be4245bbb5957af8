import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { ItemFields } from '../../../../nodes/SubscriptionMessaging/actions/fields/itemFields';
import { NodeFields } from '../../../../nodes/SubscriptionMessaging/actions/fields/itemFields';
import type { Operation } from '../../../../nodes/SubscriptionMessaging/actions/operation/operation';
import { findOperation } from '../../../../nodes/SubscriptionMessaging/actions/router';
import { fakeService, reply, type FakeAnswer, type FakeRequest } from '../transport/fakeService';

/** The value of a field for each item, as an expression gives it. */
type ByItem = (itemIndex: number) => unknown;

export interface FakeRunOptions {
	/** `resource/operation`. */
	operation?: string;
	/** What was entered, by the name of the field; a function stands for an expression. */
	parameters?: Record<string, unknown>;
	/** One empty item where it is left out. */
	items?: IDataObject[];
	/** What the service answers; that it is done where it is left out. */
	answer?: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;
	/** Values of the credential; a function gives others for other items. */
	credential?: IDataObject | ((itemIndex: number) => IDataObject);
	/** The credential as it was entered; its values, or an expression where they differ, if left out. */
	entered?: IDataObject;
	goesOn?: boolean;
	mode?: string;
	/** The node is a tool of an agent, which gave these arguments. */
	tool?: { arguments: IDataObject; read?: IDataObject };
	/** What the node remembers of earlier runs. */
	kept?: IDataObject;
	/** What the workflow keeps for all its nodes. */
	staticData?: IDataObject;
	cancel?: AbortSignal;
	/** Is told what the node writes into n8n's log as information. */
	log?: string[];
}

export const CREDENTIAL = {
	baseUrl: 'https://messaging.example.com',
	username: 'acme',
	password: 's3cret-word',
	api_key: 'key-of-acme',
	code: '12345',
};

export const DONE = '<result>true</result><error_code>0</error_code>';

const SENT = `${DONE}<transaction_ticket>T</transaction_ticket>`;

const isLocator = (value: unknown): value is { value: unknown } =>
	typeof value === 'object' && value !== null && 'mode' in value && 'value' in value;

/** What a run of the node has of n8n, without n8n: its fields, items and credential, and a service. */
export function fakeRun({
	operation: chosen = 'message/send',
	parameters = {},
	items = [{}],
	answer = ({ operation }) => reply(operation, SENT),
	credential = {},
	entered = typeof credential === 'function'
		? { baseUrl: '={{ $json.address }}' }
		: { ...CREDENTIAL, ...credential },
	goesOn = false,
	mode = 'trigger',
	tool,
	kept = {},
	staticData = {},
	cancel,
	log = [],
}: FakeRunOptions) {
	const { context: called, session, requests, operations } = fakeService(answer, cancel);
	const [resource = '', name = ''] = chosen.split('/');
	const operation = findOperation(resource, name);
	const defaults = (operation?.properties ?? []).map((field) => [field.name, field.default]);
	const values: Record<string, unknown> = {
		...Object.fromEntries(defaults),
		...parameters,
		resource,
		operation: name,
	};
	const hints: NodeExecutionHint[] = [];
	const reads: string[] = [];
	/** Items that the credential was read for, and `entered` where it was read as it was entered. */
	const decryptedFor: Array<number | 'entered'> = [];
	const getDecrypted = async () => {
		decryptedFor.push('entered');
		return await Promise.resolve(entered);
	};
	const context = {
		...called,
		getInputData: () => items.map((json) => ({ json })),
		continueOnFail: () => goesOn,
		getMode: () => mode,
		getTimezone: () => 'UTC',
		getNode: () => ({
			name: 'Messaging',
			type: tool ? 'subscriptionMessagingTool' : 'subscriptionMessaging',
			typeVersion: 1,
			credentials: { subscriptionMessagingApi: { id: '1', name: 'ACME' } },
		}),
		getExecuteData: () => ({}),
		additionalData: { credentialsHelper: { getDecrypted } },
		getNodeParameter: (
			field: string,
			itemIndex: number,
			fallback?: unknown,
			{ extractValue, rawExpressions }: { extractValue?: boolean; rawExpressions?: boolean } = {},
		) => {
			reads.push(field);
			const entered = values[field];
			if (typeof entered === 'function') {
				return rawExpressions ? '={{ $json }}' : (entered as ByItem)(itemIndex);
			}
			const value = entered === undefined ? fallback : entered;
			return extractValue && isLocator(value) ? value.value : value;
		},
		getCredentials: async (_type: string, itemIndex: number) => {
			decryptedFor.push(itemIndex);
			const more = typeof credential === 'function' ? credential(itemIndex) : credential;
			return await Promise.resolve({ ...CREDENTIAL, ...more });
		},
		getContext: () => kept,
		getWorkflowStaticData: () => staticData,
		getWorkflowDataProxy: () => ({
			$runIndex: 0,
			$execution: { resumeUrl: 'https://n8n.example/webhook-waiting/7' },
			$input: { all: () => [{ json: {} }] },
			$fromAI: (argument: string) => (tool?.read ?? tool?.arguments)?.[argument],
		}),
		isToolExecution: () => tool !== undefined,
		logger: { ...called.logger, info: (line: string) => log.push(line) },
		addExecutionHints: (...more: NodeExecutionHint[]) => hints.push(...more),
	} as unknown as IExecuteFunctions;
	if (tool) Object.assign(context, { getInputData: () => [{ json: tool.arguments }] });
	return { context, session, requests, operations, hints, reads, decryptedFor, kept };
}

/** The operation by its place in the lists, and the fields of one item of it. */
export function fieldsOf(
	context: IExecuteFunctions,
	chosen: string,
	itemIndex = 0,
): { operation: Operation; fields: ItemFields } {
	const [resource = '', name = ''] = chosen.split('/');
	const operation = findOperation(resource, name)!;
	return { operation, fields: new NodeFields(context, operation.properties).of(itemIndex) };
}

import { Readable } from 'node:stream';

import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INodeExecutionData,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { statusAddressKey } from '../../../credentials/statusAddressKey';
import { listSearch } from '../../../nodes/SubscriptionMessaging/methods/listSearch';
import { takeAnswer } from '../../../nodes/SubscriptionMessaging/run/ask/answer';
import { execute } from '../../../nodes/SubscriptionMessaging/run/execute';
import { resume } from '../../../nodes/SubscriptionMessaging/run/wait/resume';
import { poll } from '../../../nodes/SubscriptionMessaging/subscriberTrigger/poll';
import {
	answerAddress,
	formToken,
} from '../../../nodes/SubscriptionMessaging/statusAddress/answerAddress';
import { signAddress } from '../../../nodes/SubscriptionMessaging/statusAddress/sign';
import { receive } from '../../../nodes/SubscriptionMessaging/trigger/receive';

/** What the service answers to a request of an operation, all at once or as it comes. */
export type Answering = (operation: string) => Uint8Array | AsyncIterable<Uint8Array>;

/** As the network gives it: in chunks that are larger than a piece. */
const CHUNK = 65_536;

export function chunksOf(bytes: Uint8Array): Uint8Array[] {
	return Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, index) =>
		bytes.subarray(index * CHUNK, (index + 1) * CHUNK),
	);
}

const CREDENTIAL = {
	baseUrl: 'https://messaging.example.com',
	username: 'user',
	password: 'password!é',
	api_key: 'key & key & key',
	code: '12345',
	keyword: 'ACME',
};

function helpersFor(answering: Answering) {
	return {
		httpRequestWithAuthentication: async (_type: string, { headers, url }: IHttpRequestOptions) => {
			const operation = /[\w]+(?="?$)/.exec(String(headers?.SOAPAction ?? url))?.[0] ?? '';
			const answer = answering(operation);
			const pieces = answer instanceof Uint8Array ? chunksOf(answer) : answer;
			return await Promise.resolve({
				statusCode: 200,
				headers: { 'content-type': 'text/xml; charset=utf-8' },
				body: Readable.from(pieces, { objectMode: true }),
			});
		},
	};
}

const noAnswer: Answering = () => new Uint8Array();

const shared = (answering: Answering) => ({
	getCredentials: () => Promise.resolve(CREDENTIAL),
	getNode: () => ({ id: 'n', name: 'Node', type: 'p.subscriptionMessaging', parameters: {} }),
	logger: { warn: () => {}, error: () => {}, debug: () => {}, info: () => {} },
	helpers: helpersFor(answering),
});

export interface Posted {
	body: Uint8Array;
	contentType?: string;
	query?: string;
	parameters?: IDataObject;
	/** What the service says where it is asked. */
	answering?: Answering;
}

/** All that the package does for one post to a trigger, from its bytes to the items; or what is answered. */
export async function posted({
	body,
	contentType,
	query = '',
	parameters = {},
	answering = noAnswer,
}: Posted): Promise<INodeExecutionData[] | number> {
	let answered = 0;
	const response = {
		status: (status: number) => {
			answered = status;
			return response;
		},
		type: () => response,
		end: () => response,
	};
	const all: IDataObject = { authentication: 'none', ...parameters };
	const context = {
		...shared(answering),
		getRequestObject: () => ({
			originalUrl: `/webhook/a/delivery-status${query && `?${query}`}`,
			method: 'POST',
			headers: { 'content-type': contentType },
			rawBody: Buffer.from(body.buffer, body.byteOffset, body.length),
			readRawBody: async () => await Promise.resolve(),
		}),
		getResponseObject: () => response,
		getNodeParameter: (name: string, otherwise?: unknown) => all[name] ?? otherwise,
	};
	const { workflowData } = await receive(context as unknown as IWebhookFunctions);
	return workflowData?.[0] ?? answered;
}

/** All that the package does for a run of the action node; what stops it is given back. */
export async function executed(
	parameters: IDataObject,
	answering: Answering,
	items: IDataObject[] = [{}],
	mode = 'trigger',
): Promise<INodeExecutionData[] | Error> {
	const kept: IDataObject = {};
	const context = {
		...shared(answering),
		getInputData: () => items.map((json) => ({ json })),
		getTimezone: () => 'UTC',
		getNodeParameter: (name: string, _item: number, otherwise: unknown = '') =>
			parameters[name] ?? otherwise,
		getMode: () => mode,
		continueOnFail: () => false,
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getContext: () => kept,
		getExecutionCancelSignal: () => undefined,
		addExecutionHints: () => {},
		getExecutionId: () => '1',
		getWorkflow: () => ({ id: 'w', name: 'W' }),
		getExecuteData: () => ({}),
		evaluateExpression: () => 'https://n8n.example.com/webhook-waiting/1/n',
		putExecutionToWait: async () => await Promise.resolve(),
	};
	return await execute(context as unknown as IExecuteFunctions).catch((error: Error) => error);
}

let lists = 0;

/** All that the package does to fill one of its lists in the editor. */
export async function listed(
	search: keyof typeof listSearch,
	answering: Answering,
	filter?: string,
): Promise<unknown> {
	lists += 1;
	// Answers are kept for some seconds, by the credential.
	const credential = { ...CREDENTIAL, username: `user ${lists}` };
	const context = {
		...shared(answering),
		getCredentials: () => Promise.resolve(credential),
		getCurrentNodeParameter: (name: string) => (name === 'keyword' ? 'ACME' : undefined),
	};
	const found = listSearch[search].call(context as unknown as ILoadOptionsFunctions, filter);
	return await found.catch((error: Error) => error);
}

let polls = 0;

/** All that the package does for a poll of one group; what stops it is given back. */
export async function polled(
	staticData: IDataObject,
	answering: Answering,
): Promise<INodeExecutionData[] | Error> {
	polls += 1;
	const all: IDataObject = { groups: ['NSTAFF'], events: ['joined', 'left'] };
	const context = {
		...shared(answering),
		getMode: () => 'trigger',
		getActivationMode: () => 'update',
		// Each poll is of a workflow of its own: those of one do not begin from one cursor twice.
		getWorkflow: () => ({ id: `w${polls}` }),
		getWorkflowStaticData: () => staticData,
		getNodeParameter: (name: string, otherwise?: unknown) => all[name] ?? otherwise,
		getExecutionCancelSignal: () => undefined,
		__emitError: () => {},
	};
	const [items = []] =
		(await poll(context as unknown as IPollFunctions).catch((error: Error) => [error])) ?? [];
	return items;
}

/**
 * Makes ready all that the package does for a post about an execution that waits for the delivery to so
 * many people; gives the HTTP status, or what goes on.
 *
 * @param answer what the service says of them
 */
export async function postedToPause(
	people: number,
	answer: Uint8Array,
): Promise<{ bytes: number; work(): Promise<INodeExecutionData[] | number> }> {
	const resumeUrl = 'https://n8n.example.com/webhook-waiting/1';
	const send = { customTicket: 't', code: CREDENTIAL.code };
	const key = await statusAddressKey(CREDENTIAL);
	const address = signAddress(key, `${resumeUrl}/delivery-status`, send);
	let answered = 0;
	const response = {
		status: (status: number) => {
			answered = status;
			return response;
		},
		end: () => response,
	};
	const rows = Array.from({ length: Math.round(people) }, (_, index) => ({
		json: {
			...{
				sent: true,
				sendTo: String(18_000_000_000 + index),
				group: 'NSTAFF',
				code: CREDENTIAL.code,
			},
			...{ status: null, status_code: null, status_message: null },
			...{ transaction_ticket: 'T', custom_ticket: 't', item_index: index },
			...{ timed_out: true, waited_until: new Date(Date.now() + 3_600_000).toISOString() },
		},
	}));
	const context = {
		...shared(() => answer),
		getRequestObject: () => ({ originalUrl: address, headers: {} }),
		getResponseObject: () => response,
		getExecutionId: () => '1',
		evaluateExpression: (expression: string) => (expression.includes('$input') ? rows : resumeUrl),
	};
	const work = async () => {
		const { workflowData } = await resume(context as unknown as IWebhookFunctions);
		return workflowData?.[0] ?? answered;
	};
	return { bytes: answer.length, work };
}

/**
 * Makes ready all that the package does for an answer to a question, which n8n has parsed; gives the HTTP
 * status, or what goes on.
 *
 * @param asked how many people were asked; the last one answers
 */
export async function answering(
	body: IDataObject,
	asked = 1,
): Promise<{ bytes: number; work(): Promise<INodeExecutionData[] | number> }> {
	const key = await statusAddressKey(CREDENTIAL);
	const rows = Array.from({ length: Math.round(asked) }, (_, index) => ({
		sendTo: String(18_000_000_000 + index),
		custom_ticket: 't',
	}));
	const person = { customTicket: 't', person: rows.at(-1)!.sendTo };
	const address = answerAddress(key, 'https://n8n.example.com/webhook-waiting/1', person);
	body.token = formToken(key, address, person);
	const bytes = JSON.stringify([body, rows]).length;
	let answered = 0;
	const response = {
		setHeader: () => response,
		status: (status: number) => {
			answered = status;
			return response;
		},
		end: () => response,
	};
	const question = { type: 'freeText', message: 'Sure?' };
	const context = {
		...shared(noAnswer),
		getRequestObject: () => ({ originalUrl: address, method: 'POST', body }),
		getHeaderData: () => ({}),
		getResponseObject: () => response,
		evaluateExpression: (expression: string) =>
			expression.includes('$input')
				? [{ json: { asked: rows } }]
				: JSON.stringify({ question, title: '' }),
	};
	const work = async () => {
		const { workflowData } = await takeAnswer(context as unknown as IWebhookFunctions);
		return workflowData?.[0] ?? answered;
	};
	return { bytes, work };
}

export { CREDENTIAL };

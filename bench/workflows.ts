import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { withSecrets } from '../credentials/secrets';
import { encodeSoap } from '../nodes/SubscriptionMessaging/service/request/soap';
import { credentialFor, GROUP } from './inputs';
import type { EngineRun } from './programs/engine';
import type { Time } from './programs/turns';
import { startProgram, unpack, type Bench, type Contender } from './rounds';

const MESSAGE = 'Your order is ready';

/** The default of *Recipients per Request*. */
const IN_A_REQUEST = 100;

type Workflow = Omit<EngineRun, 'packageFolder' | 'credential' | 'measure'>;

function node(name: string, type: string, typeVersion: number, parameters: INodeParameters): INode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}

/** A connection of each output of a node to the next one. */
const to = (...names: string[]) => ({
	main: names.map((name) => [{ node: name, type: 'main' as const, index: 0 }]),
});

/** Nodes that run one after the other, and give an item for each that they are given. */
function chain(items: IDataObject[], ...nodes: INode[]): Workflow {
	const all = [node('Start', 'start', 1, {}), ...nodes];
	return {
		nodes: all,
		connections: Object.fromEntries(nodes.map(({ name }, index) => [all[index]!.name, to(name)])),
		items,
		last: nodes.at(-1)!.name,
		outputs: items.length,
	};
}

function messaging(parameters: INodeParameters): INode {
	return {
		...node('Messaging', 'n8n-nodes-subscription-messaging.subscriptionMessaging', 1, {
			resource: 'message',
			operation: 'send',
			keyword: { __rl: true, mode: 'keyword', value: GROUP.keyword },
			sendTo: '={{ $json.phone }}',
			message: MESSAGE,
			...parameters,
		}),
		credentials: { subscriptionMessagingApi: { id: '1', name: 'Sandbox' } },
	};
}

/** This package's node, one request an item; at its default where it is not told how many at once. */
export const oneByOne = (items: IDataObject[], requestsInParallel?: number) =>
	chain(items, messaging({ options: { ...(requestsInParallel && { requestsInParallel }) } }));

/** This package's node, one request an item after the other, with nothing that n8n has to evaluate. */
export function withoutExpressions(items: IDataObject[]) {
	const sendTo = String(items[0]!.phone);
	return chain(items, messaging({ sendTo, options: { requestsInParallel: 1 } }));
}

/** What no node can do without: n8n evaluates the one expression, and posts the finished requests. */
export function floor(items: IDataObject[], baseUrl: string) {
	const requests: INodeParameters[] = [];
	for (let start = 0; start < items.length; start += IN_A_REQUEST) {
		const sendTo = items.slice(start, start + IN_A_REQUEST).map(({ phone }) => String(phone));
		requests.push(finished(baseUrl, ...sendTo));
	}
	return chain(items, node('Read', 'read', 1, { value: '={{ $json.phone }}', requests }));
}

/** This package's node, many items in a request. */
export const bulk = (items: IDataObject[], options: INodeParameters = {}) =>
	chain(items, messaging({ recipients: 'inputItems', options }));

/** A report on messages that were sent, and are all delivered. */
export function report(
	recipients: number,
	by: INodeParameters,
	items: IDataObject[],
	output: 'summary' | 'recipients',
): Workflow {
	const workflow = chain(items, messaging({ operation: 'getReport', output, ...by }));
	if (output === 'recipients') {
		return { ...workflow, outputs: recipients, first: { delivered: true } };
	}
	const counts = ['recipient_count', 'message_count', 'delivered_count'];
	const first = Object.fromEntries(counts.map((count) => [count, recipients]));
	return { ...workflow, outputs: 1, first };
}

/** A finished request to send to the phone numbers, or to whatever expression stands for one. */
function finished(baseUrl: string, ...sendTo: string[]) {
	const { path, headers, body } = encodeSoap('sendMessage', GROUP, {
		message: MESSAGE,
		recipientList: { recipients: sendTo.map((each) => ({ sendTo: each, type: 1 })) },
	});
	const request = withSecrets(credentialFor(baseUrl), { url: baseUrl + path, body });
	return { url: request.url, action: headers.SOAPAction!, envelope: String(request.body) };
}

/** What a user builds without this package: n8n's HTTP Request and XML nodes. */
export function httpRequestAndXml(items: IDataObject[], baseUrl: string) {
	const { url, action, envelope } = finished(baseUrl, '{{ $json.phone }}');
	const request = node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.5, {
		method: 'POST',
		url,
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'SOAPAction', value: action }] },
		sendBody: true,
		contentType: 'raw',
		rawContentType: 'text/xml; charset=utf-8',
		body: `=${envelope}`,
		options: {},
	});
	return chain(items, request, node('XML', 'n8n-nodes-base.xml', 1, { options: {} }));
}

/** This package's node in a *Loop Over Items*, an item at a time. */
export function loop(items: IDataObject[]): Workflow {
	const batches = node('Loop', 'n8n-nodes-base.splitInBatches', 3, { options: {} });
	const done = node('Done', 'n8n-nodes-base.noOp', 1, {});
	return {
		...chain(items, batches, messaging({}), done),
		connections: {
			Start: to('Loop'),
			Loop: to('Done', 'Messaging'),
			Messaging: to('Loop'),
		},
	};
}

/** The exchange alone: n8n's HTTP helper posts each item's envelope, one after the other. */
export function bareExchange(items: IDataObject[], baseUrl: string) {
	const requests = items.map(({ phone }) => finished(baseUrl, String(phone)));
	return chain(requests, node('Bare', 'bare', 1, {}));
}

/** n8n's engine with this package, and a sandbox that answers with a latency. */
export interface Engine {
	baseUrl: string;
	/** A contender that finds the sandbox as the one before it left it. */
	continued<T = Time>(workflow: Workflow, measure?: EngineRun['measure']): () => Contender<T>;
	/** The same, with the sandbox as new in each of its turns. */
	contender: Engine['continued'];
}

/** Does the work with a sandbox in a process of its own, which has an address for each latency. */
export async function withEngine<T>(
	bench: Bench,
	latencies: number[],
	work: (...engines: Engine[]) => Promise<T>,
): Promise<T> {
	const packageFolder = unpack(bench);
	const sandbox = startProgram<string[]>(bench, 'sandbox', { latencies });
	const engineAt = (baseUrl: string): Engine => {
		const continued: Engine['continued'] = (workflow, measure = 'time') => {
			const credential = credentialFor(baseUrl);
			const argument: EngineRun = { ...workflow, packageFolder, credential, measure };
			return () => startProgram(bench, 'engine', argument);
		};
		const contender: Engine['contender'] = (workflow, measure) => () => {
			const { turn, close } = continued<never>(workflow, measure)();
			return { turn: async () => (await sandbox.turn(), await turn()), close };
		};
		return { baseUrl, continued, contender };
	};
	try {
		return await work(...(await sandbox.turn()).map(engineAt));
	} finally {
		await sandbox.close?.();
	}
}

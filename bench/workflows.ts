import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { withSecrets } from '../credentials/secrets';
import { encodeSoap } from '../nodes/SubscriptionMessaging/service/request/soap';
import type { Bench } from './bench';
import { credentialFor, GROUP } from './inputs';
import type { EngineRun } from './programs/engine';
import { HOST, N8N_PATH, unpack } from './packageFolder';
import type { Time } from './programs/turns';
import { startProgram, type Contender, type Program } from './rounds';

const MESSAGE = 'Your order is ready';

/** The default of *Recipients per Request*. */
const IN_A_REQUEST = 100;

/** Nodes that run one after the other, and the connections that are not in that order. */
interface Chain {
	nodes: INode[];
	connections?: IConnections;
	items: IDataObject[];
	/** How many items it ends with, where it is not one for one, and what the first of them holds. */
	outputs?: number;
	first?: IDataObject;
}

function node(name: string, type: string, typeVersion: number, parameters: INodeParameters): INode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
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
export function oneByOne(items: IDataObject[], requestsInParallel?: number): Chain {
	return {
		nodes: [messaging({ options: { ...(requestsInParallel && { requestsInParallel }) } })],
		items,
	};
}

/** This package's node, one request an item after the other, with nothing that n8n has to evaluate. */
export function withoutExpressions(items: IDataObject[]): Chain {
	const [first] = items;
	return {
		nodes: [messaging({ sendTo: first!.phone as string, options: { requestsInParallel: 1 } })],
		items,
	};
}

/** What no node can do without: n8n evaluates the one expression, and posts the finished requests. */
export function floor(items: IDataObject[], baseUrl: string): Chain {
	const requests: INodeParameters[] = [];
	for (let start = 0; start < items.length; start += IN_A_REQUEST) {
		const sendTo = items.slice(start, start + IN_A_REQUEST).map(({ phone }) => String(phone));
		const { url, body, action } = envelope(baseUrl, ...sendTo);
		requests.push({ url, action, envelope: body });
	}
	return { nodes: [node('Read', 'read', 1, { value: '={{ $json.phone }}', requests })], items };
}

/** This package's node, many items in a request. */
export function bulk(items: IDataObject[], options: INodeParameters = {}): Chain {
	return { nodes: [messaging({ recipients: 'inputItems', options })], items };
}

/** A report on messages that were sent, and are all delivered. */
export function report(
	recipients: number,
	by: INodeParameters,
	items: IDataObject[],
	output: 'summary' | 'recipients',
): Chain {
	const parameters = { operation: 'getReport', output, ...by };
	return {
		nodes: [messaging(parameters)],
		items,
		outputs: output === 'summary' ? 1 : recipients,
		first:
			output === 'summary'
				? { recipient_count: recipients, message_count: recipients, delivered_count: recipients }
				: { delivered: true },
	};
}

/** A send to the phone numbers, or to whatever expression stands for one. */
function envelope(baseUrl: string, ...sendTo: string[]) {
	const { path, headers, body } = encodeSoap('sendMessage', GROUP, {
		message: MESSAGE,
		recipientList: { recipients: sendTo.map((each) => ({ sendTo: each, type: 1 })) },
	});
	const request = withSecrets(credentialFor(baseUrl), { url: baseUrl + path, body });
	return { ...request, body: String(request.body), action: headers.SOAPAction! };
}

/** What a user builds without this package: n8n's HTTP Request and XML nodes. */
export function httpRequestAndXml(items: IDataObject[], baseUrl: string): Chain {
	const { url, body, action } = envelope(baseUrl, '{{ $json.phone }}');
	return {
		nodes: [
			node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.5, {
				method: 'POST',
				url,
				sendHeaders: true,
				headerParameters: { parameters: [{ name: 'SOAPAction', value: action }] },
				sendBody: true,
				contentType: 'raw',
				rawContentType: 'text/xml; charset=utf-8',
				body: `=${body}`,
				options: {},
			}),
			node('XML', 'n8n-nodes-base.xml', 1, { options: {} }),
		],
		items,
	};
}

/** This package's node in a *Loop Over Items*, an item at a time. */
export function loop(items: IDataObject[]): Chain {
	const done = node('Done', 'n8n-nodes-base.noOp', 1, {});
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	return {
		nodes: [node('Loop', 'n8n-nodes-base.splitInBatches', 3, { options: {} }), messaging({}), done],
		connections: {
			Loop: { main: [to('Done'), to('Messaging')] },
			Messaging: { main: [to('Loop')] },
		},
		items,
	};
}

/** The exchange alone: n8n's HTTP helper posts each item's envelope, one after the other. */
export function bareExchange(items: IDataObject[], baseUrl: string): Chain {
	return {
		nodes: [node('Bare', 'bare', 1, {})],
		items: items.map(({ phone }) => {
			const { url, body, action } = envelope(baseUrl, String(phone));
			return { url, action, envelope: body };
		}),
	};
}

/** n8n's engine with this package, and a sandbox behind its latencies. */
export interface Engine {
	/** A contender that finds the sandbox as the one before it left it. */
	continued<T = Time>(chain: Chain, baseUrl: string, measure?: Measure): () => Contender<T>;
	/** The same, with the sandbox as new in each of its turns. */
	contender: Engine['continued'];
}

type Measure = EngineRun['measure'];

/** Does the work with addresses of a sandbox in a process of its own that answers as late as wished. */
export async function withEngine<T>(
	bench: Bench,
	latencies: number[],
	work: (engine: Engine, ...baseUrls: string[]) => Promise<T>,
): Promise<T> {
	const packageFolder = unpack(bench);
	const sandbox = startProgram<string[]>(bench, { name: 'sandbox', argument: { latencies } });
	const continued: Engine['continued'] = (chain, baseUrl, measure) => () =>
		startProgram(bench, engineProgram(packageFolder, chain, baseUrl, measure));
	const contender: Engine['contender'] = (chain, baseUrl, measure) => () => {
		const { turn, close } = continued<never>(chain, baseUrl, measure)();
		return { turn: async () => (await sandbox.turn(), await turn()), close };
	};
	try {
		return await work({ continued, contender }, ...(await sandbox.turn()));
	} finally {
		await sandbox.close?.();
	}
}

function engineProgram(
	packageFolder: string,
	{ nodes, connections, items, outputs, first }: Chain,
	baseUrl: string,
	measure: Measure = 'time',
): Program {
	const all = [node('Start', 'start', 1, {}), ...nodes];
	const inOrder: IConnections = {};
	for (const [index, { name }] of all.slice(1).entries()) {
		inOrder[all[index]!.name] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	}
	const argument: EngineRun = {
		host: HOST,
		packageFolder,
		nodes: all,
		connections: { ...inOrder, ...connections },
		credential: credentialFor(baseUrl),
		items,
		last: nodes.at(-1)!.name,
		outputs,
		first,
		measure,
	};
	return { name: 'engine', argument, env: N8N_PATH };
}

import type { IExecuteFunctions } from 'n8n-workflow';

import { inTurn, type Bench, type Programs, type Results } from '../compare';
import { runs, type Place, type Steps } from '../engine';
import { phoneItems } from '../inputs';
import { memoryOf } from '../measures';
import { finished, messaging, node, post, to } from '../nodes';
import {
	atLeast,
	atMost,
	kilobytes,
	megabytes,
	milliseconds,
	times,
	type Section,
} from '../report';
import { startService } from '../sandbox';

const ITEMS = 1_000;
const LOOPED_ITEMS = 50;
const FEW = 10_000;
const MANY = 100_000;

/** The default of *Recipients per Request*. */
const IN_A_REQUEST = 100;

const PEER = 'HTTP Request and XML, all at once';
const SAME = 'this package, one request an item, all at once';
const DEFAULT = 'this package, one request an item, 10 at once (the default)';
const BULK = 'this package, from input items';
const FLOOR =
	'nothing but the one expression that each item needs, then the finished requests of many items';
const LOOP = 'this package in a loop of single sends';
const MEMORY = 'memory beyond the items';

export const programs: Programs<Place> = {
	[PEER]: runs(httpRequestAndXml),
	[SAME]: runs(() => ({ nodes: [messaging({ options: { requestsInParallel: ITEMS } })] })),
	[DEFAULT]: runs(() => ({ nodes: [messaging()] })),
	[BULK]: runs(bulk),
	[FLOOR]: runs(floor),
	[LOOP]: runs(loop),
	[MEMORY]: runs(bulk, memoryOf),
};

function bulk(): Steps {
	return { nodes: [messaging({ recipients: 'inputItems', options: {} })] };
}

/** What a user builds without this package: n8n's HTTP Request and XML nodes. */
function httpRequestAndXml({ baseUrl }: Place): Steps {
	const { url, headers, body } = finished(baseUrl, '{{ $json.phone }}');
	const request = node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.5, {
		method: 'POST',
		url,
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'SOAPAction', value: headers.SOAPAction! }] },
		sendBody: true,
		contentType: 'raw',
		rawContentType: 'text/xml; charset=utf-8',
		body: `=${body}`,
		options: {},
	});
	return { nodes: [request, node('XML', 'n8n-nodes-base.xml', 1, { options: {} })] };
}

/** What no node can do without: n8n evaluates the one expression, and posts the finished requests. */
function floor({ baseUrl, seed, count }: Place): Steps {
	const phones = phoneItems(seed, count).map(({ phone }) => phone);
	const requests: Array<ReturnType<typeof finished>> = [];
	while (phones.length > 0) requests.push(finished(baseUrl, ...phones.splice(0, IN_A_REQUEST)));
	async function own(this: IExecuteFunctions) {
		const output = this.getInputData().map((_item, item) => ({
			json: { value: this.getNodeParameter('value', item) as string },
			pairedItem: { item },
		}));
		await Promise.all(requests.map(async (request) => await post(this.helpers, request)));
		return [output];
	}
	return { nodes: [node('Read', 'own', 1, { value: '={{ $json.phone }}' })], own };
}

/** This package's node in a *Loop Over Items*, an item at a time. */
function loop(): Steps {
	const batches = node('Loop', 'n8n-nodes-base.splitInBatches', 3, { options: {} });
	return {
		nodes: [batches, messaging(), node('Done', 'n8n-nodes-base.noOp', 1)],
		connections: { Start: to('Loop'), Loop: to('Done', 'Messaging'), Messaging: to('Loop') },
	};
}

export async function measure(bench: Bench): Promise<Section> {
	await using soon = await startService(bench, 20);
	await using late = await startService(bench, 200);
	const few = Math.min(bench.rounds, 3);

	const sends = soon.start('rows/engine', ITEMS, PEER, SAME, DEFAULT, BULK, FLOOR);
	const sent = await inTurn(sends, bench.rounds, { before: soon.reset });
	const loops = late.start('rows/engine', LOOPED_ITEMS, LOOP, DEFAULT);
	const looped = await inTurn(loops, few, { before: late.reset });
	const sizes = (name: string) => ({
		[FEW]: soon.start('rows/engine', FEW, name)[name]!,
		[MANY]: soon.start('rows/engine', MANY, name)[name]!,
	});
	const time = await inTurn(sizes(BULK), few, { before: soon.reset });
	const memory = await inTurn(sizes(MEMORY), 1, { before: soon.reset, warmUps: 0 });

	const slower = time.ratio(`${MANY}`, `${FEW}`, 'ms') / (MANY / FEW);
	const beyond = (count: string | number) =>
		memory.median(`${count}`, 'peak') - memory.median(`${count}`, 'held');
	const line = (count: string) => [Number(count).toLocaleString('en'), '20 ms'];
	const memoryLine = (count: string, held: number) => {
		const beside = `the items that it gives: ${megabytes(held)}`;
		return [...line(count), MEMORY, megabytes(beyond(count)), beside];
	};
	return {
		title: "Through n8n's engine",
		text: 'Messages sent by a workflow, from its first to its last item, against the sandbox in a process of its own that answers late. The peer is what a user would build instead: the HTTP Request node with a hand-written envelope, and the XML node.',
		goals: [
			atLeast(0.95, 'Speed of HTTP Request and XML, all at once', sent.ratio(PEER, SAME, 'ms')),
			atMost(1.6, 'Time from input items, compared with its floor', sent.ratio(BULK, FLOOR, 'ms')),
			atLeast(8, 'Speed of a loop of single sends, by default', looped.ratio(LOOP, DEFAULT, 'ms')),
			atMost(1.1, 'Time of a recipient among 100,000 compared with one among 10,000', slower),
			atMost(
				2_000,
				'Memory of each further recipient from 10,000 to 100,000, beyond the items',
				(beyond(MANY) - beyond(FEW)) / (MANY - FEW),
				kilobytes,
			),
		],
		pictures: [pictureOf('requests', ITEMS, sent), pictureOf('loop', LOOPED_ITEMS, looped)],
		header: ['Items', 'Latency', 'Workflow', 'Time or memory', 'Beside it'],
		lines: [
			...besideFirst([ITEMS.toLocaleString('en'), '20 ms'], sent),
			...besideFirst([`${LOOPED_ITEMS}`, '200 ms'], looped),
			...time.medians('ms').map(([count, ms]) => [...line(count), BULK, milliseconds(ms), '']),
			...memory.medians('held').map(([count, held]) => memoryLine(count, held)),
		],
	};
}

const pictureOf = (name: string, items: number, results: Results) => ({
	name: `engine-${name}`,
	title: `Time to send ${items.toLocaleString('en')} messages`,
	values: results.medians('ms'),
	as: milliseconds,
});

function besideFirst(line: string[], results: Results): string[][] {
	const values = results.medians('ms');
	const [first] = values[0]!;
	return values.map(([name, ms]) => {
		const speed = `${times(results.ratio(first, name, 'ms'))} as fast as the first`;
		return [...line, name, milliseconds(ms), name === first ? '' : speed];
	});
}

import type { IExecuteFunctions } from 'n8n-workflow';

import { inTurn, memoryOf, type Bench, type Programs, type Results } from '../turns';
import { finished, messaging, node, post, runs, to, type Place, type Steps } from '../workflow';
import { phoneItems } from '../inputs';
import { atLeast, atMost, kilobytes, linesOf, megabytes, milliseconds, times } from '../document';
import type { Section } from '../document';
import { startService } from '../sandbox';

const ITEMS = 1_000;
const LOOPED_ITEMS = 50;
const FEW = 10_000;
const MANY = 100_000;

/** Turns of the sends before the first that counts, because an n8n runs for days. */
const WARM_UPS = 3;

/** The default of *Batch Size*. */
const IN_A_REQUEST = 100;

const PEER = 'HTTP Request and XML, all at once';
const SAME = 'this package, one request an item, all at once';
const DEFAULT = 'this package, one request an item, 10 at once (the default)';
const BULK = 'this package, from input items';
const FLOOR =
	'nothing but the one expression that each item needs, then the finished requests of many items';
const LOOP = 'this package in a loop of single sends';
const MEMORY = 'memory beyond the items';

const bulk = (): Steps => ({ nodes: [messaging({ recipients: 'inputItems', options: {} })] });

export const programs: Programs<Place> = {
	[PEER]: runs(httpRequestAndXml),
	[SAME]: runs(() => ({ nodes: [messaging({ options: { requestsInParallel: ITEMS } })] })),
	[DEFAULT]: runs(() => ({ nodes: [messaging()] })),
	[BULK]: runs(bulk),
	[FLOOR]: runs(floor),
	[LOOP]: runs(loop),
	[MEMORY]: runs(bulk, memoryOf),
};

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
function floor({ baseUrl, count }: Place): Steps {
	const phones = phoneItems(count).map(({ phone }) => phone);
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
	const sent = await inTurn(sends, bench.rounds, WARM_UPS);
	const looped = await inTurn(late.start('rows/engine', LOOPED_ITEMS, LOOP, DEFAULT), few);
	const sizes = (name: string) => ({
		[FEW]: soon.start('rows/engine', FEW, name)[name]!,
		[MANY]: soon.start('rows/engine', MANY, name)[name]!,
	});
	const time = await inTurn(sizes(BULK), few);
	const memory = await inTurn(sizes(MEMORY), 1, 0);

	const slower = time.ratio(`${MANY}`, `${FEW}`, 'ms') / (MANY / FEW);
	const [ofFew, ofMany] = memory.medians('beyond').map(([, bytes]) => bytes);
	const pictureOf = (items: number, results: Results) =>
		results.picture(`Time to send ${items.toLocaleString('en')} messages`, 'ms', milliseconds);
	const line = (count: number) => [count.toLocaleString('en'), '20 ms'];
	return {
		title: "Through n8n's engine",
		text: `Messages sent by a workflow, from its first to its last item, against the sandbox in a process of its own that answers late. The peer is what a user would build instead: the HTTP Request node with a hand-written envelope, and the XML node. Before the first turn of 1,000 messages that counts, there are ${WARM_UPS}, because an n8n runs for days.`,
		goals: [
			atLeast(
				0.95,
				'Speed compared with HTTP Request and XML, all at once',
				sent.ratio(PEER, SAME, 'ms'),
			),
			atMost(1.6, 'Time from input items, compared with its floor', sent.ratio(BULK, FLOOR, 'ms')),
			atLeast(
				8,
				'Speed compared with a loop of single sends, by default',
				looped.ratio(LOOP, DEFAULT, 'ms'),
			),
			atMost(1.1, 'Time of a recipient among 100,000 compared with one among 10,000', slower),
			atMost(
				2_000,
				'Memory of each further recipient from 10,000 to 100,000, beyond the items',
				(ofMany! - ofFew!) / (MANY - FEW),
				kilobytes,
			),
		],
		pictures: [pictureOf(ITEMS, sent), pictureOf(LOOPED_ITEMS, looped)],
		header: ['Items', 'Latency', 'Workflow', 'Time or memory', 'Beside it'],
		lines: [
			...besideFirst(line(ITEMS), sent),
			...besideFirst([`${LOOPED_ITEMS}`, '200 ms'], looped),
			...time.medians('ms').map(([size, ms]) => [...line(+size), BULK, milliseconds(ms), '']),
			...memory.medians('beyond').map(([size, bytes]) => {
				const held = megabytes(memory.median(size, 'held'));
				return [...line(+size), MEMORY, megabytes(bytes), `the items that it gives: ${held}`];
			}),
		],
	};
}

const besideFirst = (line: string[], results: Results): string[][] =>
	linesOf({ values: results.medians('ms'), as: milliseconds }).map(
		([name, time], index, [first]) => {
			const speed = times(results.ratio(first![0]!, name!, 'ms'));
			return [...line, name!, time!, index === 0 ? '' : `${speed} as fast as the first`];
		},
	);

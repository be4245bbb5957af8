import { readFileSync, statSync } from 'node:fs';

import { XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';

import { inTurn, start, workOf, type Bench, type Programs } from '../turns';
import { AUTH, chunksOf, readSubscribers, writeSubscribers } from '../inputs';
import {
	atLeast,
	figure,
	linesOf,
	megabytes,
	milliseconds,
	times,
	type Section,
} from '../document';
import { startService } from '../sandbox';
import { php, runnable, soapClient, type Library } from '../soapClients';

const OURS = 'this package';
const SAXES = 'saxes alone, which builds nothing';
const PHP = "PHP's SoapClient, without a WSDL";

const operation = 'getAllSubscribers';

interface Answer {
	file: string;
	wsdl: string;
}

/** A program of what answers how many subscribers it has read. */
const reads =
	(makeReady: (wsdl: string) => unknown): Programs<Answer>[string] =>
	async ({ file, wsdl }) => {
		const decode = (await makeReady(wsdl)) as (bytes: Buffer) => number | Promise<number>;
		const bytes = readFileSync(file);
		return async () => {
			let count = 0;
			const work = await workOf(async () => (count = await decode(bytes)));
			return { ...work, count };
		};
	};

const readsWith = (library: Library) =>
	reads(async (wsdl) => {
		const client = await soapClient(library, wsdl);
		return async (bytes: Buffer) =>
			countItems(await client.decode(operation, { auth: AUTH }, bytes));
	});

const inPhp = { operation, parameters: [AUTH] };

export const programs: Programs<Answer> = {
	[OURS]: reads(() => (bytes: Buffer) => {
		const { response } = readSubscribers(bytes) as { response: { subscribers: unknown[] } };
		return response.subscribers.length;
	}),
	[SAXES]: reads(() => {
		// Without it saxes gets several times slower after a few turns, as `openParser` of ours tells.
		let kept: SaxesParser | undefined;
		return (bytes: Buffer) => {
			const parser = new SaxesParser({ position: false });
			kept ??= parser;
			let users = 0;
			parser.on('closetag', ({ name }) => {
				if (name === 'user') users++;
			});
			const decoder = new TextDecoder();
			for (const chunk of chunksOf(bytes)) parser.write(decoder.decode(chunk, { stream: true }));
			parser.close();
			return users;
		};
	}),
	'fast-xml-parser alone': reads(() => {
		const parser = new XMLParser({ ignoreAttributes: false });
		return (bytes: Buffer) => countItems(parser.parse(bytes.toString()));
	}),
	'xml2js alone': reads(() => {
		const parser = new (require('xml2js').Parser)({ explicitArray: false });
		return async (bytes: Buffer) => countItems(await parser.parseStringPromise(bytes.toString()));
	}),
	'node-soap': readsWith('node-soap'),
	'strong-soap': readsWith('strong-soap'),
	[PHP]: php(({ file }) => ({ ...inPhp, file, wsdl: null })),
	"PHP's SoapClient, with the WSDL": php((answer) => ({ ...inPhp, ...answer })),
};

/** Length of the list of subscribers, however the library nests and names what is around it. */
function countItems(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	const { item } = value as { item?: unknown };
	if (Array.isArray(item)) return item.length;
	return Math.max(0, ...Object.values(value).map(countItems));
}

/** Rounds until a reader of a small answer is as fast as in an n8n that has run for a while. */
const WARM_UPS = 3;

export const measure = async (bench: Bench): Promise<Section> =>
	await compareReaders(bench, await writeSubscribers(bench, 5_000), 5_000, WARM_UPS);

/** What reads an answer with so many subscribers, in turn. */
export async function compareReaders(bench: Bench, file: string, count: number, warmUps: number) {
	await using service = await startService(bench);
	const names = runnable(programs);
	const { wsdl } = service;
	const contenders = start(bench, 'rows/decode', names, { file, wsdl });
	const results = await inTurn(contenders, bench.rounds, warmUps);
	for (const [name, read] of results.medians('count')) {
		if (read !== count) throw new Error(`${name} read ${read} of ${count} subscribers`);
	}

	const { size } = statSync(file);
	const subscribers = count.toLocaleString('en');
	const slowness = (name: string) => results.ratio(name, OURS, 'ms');
	const picture = {
		title: `Megabytes of an answer with ${subscribers} subscribers that are read in a second`,
		values: results.medians('ms').map(([name, ms]) => [name, size / 1e3 / ms] as const),
		as: (megabytesASecond: number) => `${figure(megabytesASecond)} MB/s`,
	};
	const goals = [
		atLeast(5, `Speed compared with node-soap, ${subscribers} subscribers`, slowness('node-soap')),
		atLeast(0.55, `Speed compared with saxes alone, ${subscribers}`, slowness(SAXES)),
	];
	if (names.includes(PHP)) {
		goals.push(atLeast(1.5, `Speed compared with PHP's SoapClient, ${subscribers}`, slowness(PHP)));
	}
	return {
		title: 'Decode',
		text: `An answer to ${operation}, from its bytes to objects. fast-xml-parser and xml2js alone give untyped texts, node-soap and strong-soap each value with its attributes beside it.${warmUps > 0 ? ` Each has ${warmUps} turns before the first that counts, because an n8n runs for days.` : ''}`,
		goals,
		pictures: [picture],
		header: ['Subscribers', 'Size', 'Reader', 'Work', 'Speed', 'Speed of this package compared'],
		lines: linesOf(picture).map(([name, speed]) => [
			...[subscribers, megabytes(size), name!, milliseconds(results.median(name!, 'ms')), speed!],
			name === OURS ? '' : times(slowness(name!)),
		]),
	};
}

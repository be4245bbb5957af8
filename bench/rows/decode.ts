import { readFileSync, statSync } from 'node:fs';

import { XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';

import { openAnswer } from '../../nodes/SubscriptionMessaging/service/answer/answer';
import { inTurn, start, type Bench, type Programs } from '../compare';
import { AUTH, writeSubscribers, writeWsdlFile } from '../inputs';
import { chunksOf, workOf } from '../measures';
import { atLeast, figure, megabytes, milliseconds, times, type Section } from '../report';
import { soapClient, startPhp, type Library } from '../soapClients';

const OURS = 'this package';
const SAXES = 'saxes alone, which builds nothing';
const PHP = "PHP's SoapClient, without a WSDL";
const PHP_WITH_WSDL = "PHP's SoapClient, with the WSDL";

const operation = 'getAllSubscribers';

interface Answer {
	file: string;
	wsdl: string;
}

/** A program of what answers how many subscribers it has read. */
const reads =
	(makeReady: (wsdl: string) => unknown) =>
	async ({ file, wsdl }: Answer) => {
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

export const programs: Programs<Answer> = {
	[OURS]: reads(() => (bytes: Buffer) => {
		const http = { status: 200, contentType: 'text/xml; charset=utf-8' };
		const answer = openAnswer({ transport: 'soap', operation }, http);
		for (const chunk of chunksOf(bytes)) answer.write(chunk);
		const { response } = answer.end() as { response: { subscribers: unknown[] } };
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
};

/** Length of the list of subscribers, however the library nests and names what is around it. */
function countItems(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	const { item } = value as { item?: unknown };
	if (Array.isArray(item)) return item.length;
	return Math.max(0, ...Object.values(value).map(countItems));
}

export async function measure(bench: Bench): Promise<Section> {
	const file = await writeSubscribers(bench.folder, bench.seed, 5_000);
	return await compare(bench, file, 5_000, bench.rounds);
}

/** What reads an answer with so many subscribers, in turn. */
export async function compare(
	bench: Bench,
	file: string,
	count: number,
	rounds: number,
	warmUps = 1,
): Promise<Section> {
	const wsdl = await writeWsdlFile(bench.folder);
	const php = { operation, parameters: [AUTH], file };
	const contenders = {
		...start(bench, 'rows/decode', Object.keys(programs), { file, wsdl }),
		...startPhp({ [PHP]: { ...php, wsdl: null }, [PHP_WITH_WSDL]: { ...php, wsdl } }),
	};
	const results = await inTurn(contenders, rounds, { warmUps });
	for (const [name, read] of results.medians('count')) {
		if (read !== count) throw new Error(`${name} read ${read} of ${count} subscribers`);
	}

	const { size } = statSync(file);
	const subscribers = count.toLocaleString('en');
	const slowness = (name: string) => results.ratio(name, OURS, 'ms');
	const speed = (megabytesASecond: number) => `${figure(megabytesASecond)} MB/s`;
	const work = results.medians('ms');
	const values = work.map(([name, ms]) => [name, size / 1e3 / ms] as const);
	const title = `Megabytes of an answer with ${subscribers} subscribers that are read in a second`;
	const goals = [
		atLeast(5, `Speed of node-soap, ${subscribers} subscribers`, slowness('node-soap')),
		atLeast(0.55, `Speed of saxes alone, ${subscribers}`, slowness(SAXES)),
	];
	if (PHP in contenders) {
		goals.push(atLeast(1.5, `Speed of PHP's SoapClient, ${subscribers}`, slowness(PHP)));
	}
	return {
		title: 'Decode',
		text: `An answer to ${operation}, from its bytes to objects. fast-xml-parser and xml2js alone give untyped texts, node-soap and strong-soap each value with its attributes beside it.`,
		goals,
		pictures: [{ name: `decode-${count}`, title, values, as: speed }],
		header: ['Subscribers', 'Size', 'Reader', 'Work', 'Speed', 'This package is faster by'],
		lines: work.map(([name, ms], index) => [
			...[subscribers, megabytes(size), name, milliseconds(ms), speed(values[index]![1])],
			name === OURS ? '' : times(slowness(name)),
		]),
	};
}

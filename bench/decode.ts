import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { startSandbox } from '../sandbox/server';
import { AUTH, writeSubscribers } from './inputs';
import type { Answer } from './programs/decode';
import type { StreamedAnswer } from './programs/decodeStream';
import type { Counted, Hold, Memory } from './programs/turns';
import { atLeast, atMost, figure, megabytes, milliseconds, times, type Section } from './report';
import { hasPhp, inTurn, median, runOnce, startPhp, startProgram, type Bench } from './rounds';

const SIZES = [5_000, 100_000];
const LARGEST = 100_000;

const OURS = 'this package';
const SAXES = 'saxes alone, which builds nothing';
const NODE_SOAP = 'node-soap';
const PHP = "PHP's SoapClient, without a WSDL";
const PHP_WITH_WSDL = "PHP's SoapClient, with the WSDL";

/** Readers that are programs for Node. */
const READERS: Readonly<Record<string, Answer['reader']>> = {
	[OURS]: 'ours',
	[SAXES]: 'saxes',
	'fast-xml-parser alone': 'fastXmlParser',
	'xml2js alone': 'xml2js',
	[NODE_SOAP]: 'nodeSoap',
	'strong-soap': 'strongSoap',
};

const operation = 'getAllSubscribers';

export async function measure(bench: Bench): Promise<Section> {
	const sandbox = await startSandbox();
	const wsdl = `${sandbox.baseUrl}/webservices/?version=2.0.0&wsdl`;
	const section: Section = {
		title: 'Decode',
		text:
			`An answer to ${operation}, from its bytes to objects. fast-xml-parser and xml2js alone give ` +
			'untyped texts, node-soap and strong-soap each value with its attributes beside it.',
		header: ['Subscribers', 'Size', 'Reader', 'Work', 'Speed', 'This package is faster by'],
		pictures: [],
		lines: [],
		goals: [],
	};
	try {
		for (const count of SIZES) {
			const file = await writeSubscribers(bench.folder, bench.seed, count);
			// First, because readers that took gigabytes give them back for a while after they ended.
			if (count === LARGEST) section.goals.push(...(await download(bench, file)));
			await compare(bench, section, file, count, wsdl);
		}
		return section;
	} finally {
		await sandbox.close();
	}
}

function contenders(bench: Bench, file: string, wsdl: string) {
	const node = Object.entries(READERS).map(([name, reader]) => {
		const argument: Answer = { reader, operation, parameters: { auth: AUTH }, file, wsdl };
		return [name, () => startProgram<Counted>(bench, 'decode', argument)] as const;
	});
	const php = (wsdl: string | null) => () =>
		startPhp<Counted>(bench, { operation, parameters: [AUTH], file, wsdl });
	return {
		...Object.fromEntries(node),
		...(hasPhp() && { [PHP]: php(null), [PHP_WITH_WSDL]: php(wsdl) }),
	};
}

async function compare(
	bench: Bench,
	{ pictures, lines, goals }: Section,
	file: string,
	count: number,
	wsdl: string,
): Promise<void> {
	// What reads for seconds is warm soon, and takes long enough as it is.
	const isLong = count === LARGEST;
	const rounds = isLong ? Math.min(bench.rounds, 3) : bench.rounds;
	const results = await inTurn(contenders(bench, file, wsdl), rounds, isLong ? 0 : 1);

	const { size } = await stat(file);
	const slowness = (name: string) => results.ratio(name, OURS, 'ms');
	const speed = (megabytesASecond: number) => `${figure(megabytesASecond)} MB/s`;
	const speeds = results.medians('ms').map(([name, ms]) => [name, size / 1e3 / ms] as const);
	const subscribers = count.toLocaleString('en');
	for (const [name, value] of speeds) {
		const wrong = results.of(name).find((reading) => reading.count !== count);
		if (wrong) throw new Error(`${name} read ${wrong.count} of ${count} subscribers`);
		lines.push([
			...[subscribers, megabytes(size), name, milliseconds(results.median(name, 'ms'))],
			...[speed(value), name === OURS ? '' : times(slowness(name))],
		]);
	}
	const title = `Megabytes of an answer with ${subscribers} subscribers that are read in a second`;
	pictures.push({ name: `decode-${count}`, title, values: speeds, as: speed });
	goals.push(
		atLeast(5, `Speed of node-soap, ${subscribers} subscribers`, slowness(NODE_SOAP)),
		atLeast(0.55, `Speed of saxes alone, ${subscribers}`, slowness(SAXES)),
	);
	if (results.names.includes(PHP)) {
		goals.push(atLeast(1.5, `Speed of PHP's SoapClient, ${subscribers}`, slowness(PHP)));
	}
}

/** What it costs n8n to read the answer as it arrives from another process. */
async function download(bench: Bench, file: string) {
	const { size } = await stat(file);
	const server = createServer((_request, response) => {
		response.setHeader('Content-Type', 'text/xml; charset=utf-8');
		createReadStream(file).pipe(response);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const read = async <T>(measured: StreamedAnswer['measure']) => {
		const argument: StreamedAnswer = { url, operation, measure: measured };
		return await runOnce<T>(bench, 'decodeStream', argument);
	};
	try {
		const { peak, held } = await read<Memory>('memory');
		const holds: number[] = [];
		for (let round = 0; round < Math.min(bench.rounds, 3); round++) {
			holds.push((await read<Hold>('longestHold')).longest);
		}
		const hold = 'Event loop held at once while 100,000 subscribers arrive';
		const memory = `Memory above the result itself (${megabytes(held)}), 3 × the answer`;
		return [
			atMost(50, hold, median(holds), milliseconds),
			atMost(3 * size, memory, peak - held, megabytes),
		];
	} finally {
		server.close();
	}
}

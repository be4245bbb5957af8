import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { startSandbox } from '../sandbox/server';
import { pictureOf } from './bars';
import type { Bench } from './bench';
import { AUTH, writeSubscribers } from './inputs';
import type { Answer } from './programs/decode';
import type { StreamedAnswer } from './programs/decodeStream';
import type { Hold, Memory } from './programs/turns';
import { atLeast, atMost, figure, megabytes, milliseconds, times, type Section } from './report';
import { hasPhp, inTurn, runOnce, startPhp, startProgram } from './rounds';
import { median } from './statistics';

export const programs = ['decode', 'decodeStream'];

const SIZES = [5_000, 100_000];
const LARGEST = 100_000;

const OURS = 'this package';
const SAXES = 'saxes alone, which builds nothing';
const NODE_SOAP = 'node-soap';
const PHP = "PHP's SoapClient, without a WSDL";

/** Readers that are programs for Node. */
const READERS: Readonly<Record<string, Answer['reader']>> = {
	[OURS]: 'ours',
	[SAXES]: 'saxes',
	'fast-xml-parser alone': 'fastXmlParser',
	'xml2js alone': 'xml2js',
	[NODE_SOAP]: 'nodeSoap',
	'strong-soap': 'strongSoap',
};

const OPERATION = 'getAllSubscribers';

interface Reading {
	ms: number;
	/** Subscribers. */
	count: number;
}

export async function measure(bench: Bench): Promise<Section> {
	const sandbox = await startSandbox();
	const section: Section = {
		title: 'Decode',
		text:
			`An answer to ${OPERATION}, from its bytes to objects. fast-xml-parser and xml2js alone give ` +
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
			await compare(bench, section, file, count, sandbox.baseUrl);
		}
		return section;
	} finally {
		await sandbox.close();
	}
}

function contenders(bench: Bench, file: string, baseUrl: string) {
	const wsdl = `${baseUrl}/webservices/?version=2.0.0&wsdl`;
	const call = { operation: OPERATION, file, wsdl } as const;
	const programFor = (reader: Answer['reader']) => () => {
		const argument: Answer = { ...call, reader, parameters: { auth: AUTH }, peers: bench.peers };
		return startProgram<Reading>(bench, { name: 'decode', argument });
	};
	const php = (more: object) => () =>
		startPhp<Reading>(bench, 'soapClient.php', { ...call, parameters: [AUTH], ...more });
	return {
		...Object.fromEntries(
			Object.entries(READERS).map(([name, reader]) => [name, programFor(reader)]),
		),
		...(hasPhp() && { [PHP]: php({ wsdl: null }), "PHP's SoapClient, with the WSDL": php({}) }),
	};
}

async function compare(
	bench: Bench,
	{ pictures, lines, goals }: Section,
	file: string,
	count: number,
	baseUrl: string,
): Promise<void> {
	// What reads for seconds is warm soon, and takes long enough as it is.
	const isLong = count === LARGEST;
	const rounds = isLong ? Math.min(bench.rounds, 3) : bench.rounds;
	const results = await inTurn(contenders(bench, file, baseUrl), rounds, isLong ? 0 : 1);

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
	pictures.push(pictureOf(`decode-${count}`, title, speeds, speed));
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
		const argument: StreamedAnswer = { url, operation: OPERATION, measure: measured };
		return await runOnce<T>(bench, { name: 'decodeStream', argument });
	};
	try {
		const { peak, held } = await read<Memory>('memory');
		const holds: Hold[] = [];
		for (let round = 0; round < Math.min(bench.rounds, 3); round++) {
			holds.push(await read<Hold>('longestHold'));
		}
		const longest = median(holds.map((hold) => hold.longest));
		const mostWork = median(holds.map((hold) => hold.mostWork));
		return [
			atMost(
				50,
				'Event loop held at once while 100,000 subscribers arrive',
				longest,
				milliseconds,
				`Between two turns of the event loop its thread was at work for ${milliseconds(mostWork)} at most. Otherwise it waited: for threads that collect garbage, or for other programs of a machine that was not idle.`,
			),
			atMost(
				3 * size,
				`Memory above the result itself (${megabytes(held)}), 3 × the answer`,
				peak - held,
				megabytes,
			),
		];
	} finally {
		server.close();
	}
}

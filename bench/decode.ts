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
import { hasPhp, inTurn, runOnce, startPhp, startProgram, type Contender } from './rounds';
import { median, ratio } from './statistics';

export const programs = ['decode', 'decodeStream'];

const SIZES = [5_000, 100_000];

const OURS = 'this package';
const SAXES = 'saxes alone, which builds nothing';
const NODE_SOAP = 'node-soap';
const PHP = "PHP's SoapClient, without a WSDL";

/** Readers that are programs for Node. */
const READERS: ReadonlyArray<[name: string, reader: Answer['reader']]> = [
	[OURS, 'ours'],
	[SAXES, 'saxes'],
	['fast-xml-parser alone', 'fastXmlParser'],
	['xml2js alone', 'xml2js'],
	[NODE_SOAP, 'nodeSoap'],
	['strong-soap', 'strongSoap'],
];

const OPERATION = 'getAllSubscribers';

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
			if (count === Math.max(...SIZES)) await download(bench, section, file);
			await compare(bench, section, file, count, sandbox.baseUrl);
		}
		return section;
	} finally {
		await sandbox.close();
	}
}

async function compare(
	{ node, peers, rounds }: Bench,
	{ pictures, lines, goals }: Section,
	file: string,
	count: number,
	baseUrl: string,
): Promise<void> {
	const wsdl = `${baseUrl}/webservices/?version=2.0.0&wsdl`;
	const call = { operation: OPERATION, file } as const;
	const contenders = new Map<string, () => Promise<Contender<{ ms: number; count: number }>>>();
	for (const [name, reader] of READERS) {
		const argument: Answer = { ...call, reader, parameters: { auth: AUTH }, wsdl, peers };
		contenders.set(name, () => startProgram({ node, name: 'decode', argument }));
	}
	if (hasPhp()) {
		const php = { ...call, parameters: [AUTH] };
		contenders.set(PHP, () => startPhp('soapClient.php', { ...php, wsdl: null }));
		contenders.set("PHP's SoapClient, with the WSDL", () =>
			startPhp('soapClient.php', { ...php, wsdl }),
		);
	}
	// What reads for seconds is warm soon, and takes long enough as it is.
	const isLong = count === Math.max(...SIZES);
	const results = await inTurn(contenders, isLong ? Math.min(rounds, 3) : rounds, isLong ? 0 : 1);

	const { size } = await stat(file);
	const timesOf = (name: string) => results.get(name)!.map(({ ms }) => ms);
	const slowness = (name: string) => ratio(timesOf(name), timesOf(OURS));
	const subscribers = count.toLocaleString('en');
	for (const [name, readings] of results) {
		const wrong = readings.find((reading) => reading.count !== count);
		if (wrong) throw new Error(`${name} read ${wrong.count} of ${count} subscribers`);
		const time = median(timesOf(name));
		lines.push([
			subscribers,
			megabytes(size),
			name,
			milliseconds(time),
			`${figure(size / 1e3 / time)} MB/s`,
			name === OURS ? '' : times(slowness(name)),
		]);
	}
	pictures?.push(
		pictureOf(
			`benchmark-decode-${count}`,
			`Megabytes of an answer with ${subscribers} subscribers that are read in a second`,
			[...results.keys()].map((name) => [name, size / 1e3 / median(timesOf(name))]),
			(value) => `${figure(value)} MB/s`,
		),
	);
	goals.push(
		atLeast(5, {
			goal: `Speed of node-soap, ${subscribers} subscribers`,
			value: slowness(NODE_SOAP),
		}),
		atLeast(0.55, {
			goal: `Speed of saxes alone, ${subscribers}`,
			value: slowness(SAXES),
		}),
	);
	if (results.has(PHP)) {
		goals.push(
			atLeast(1.5, {
				goal: `Speed of PHP's SoapClient, ${subscribers}`,
				value: slowness(PHP),
			}),
		);
	}
}

/** What it costs n8n to read the answer as it arrives from another process. */
async function download({ node, rounds }: Bench, { goals }: Section, file: string): Promise<void> {
	const { size } = await stat(file);
	const server = createServer((_request, response) => {
		response.setHeader('Content-Type', 'text/xml; charset=utf-8');
		createReadStream(file).pipe(response);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const program = (measured: StreamedAnswer['measure']) => {
		const argument: StreamedAnswer = { url, operation: OPERATION, measure: measured };
		return { node, name: 'decodeStream', argument };
	};
	try {
		const { peak, held } = await runOnce<Memory>(program('memory'));
		const holds: Hold[] = [];
		for (let round = 0; round < Math.min(rounds, 3); round++) {
			holds.push(await runOnce<Hold>(program('longestHold')));
		}
		const mostWork = median(holds.map((hold) => hold.mostWork));
		goals.push(
			atMost(50, {
				goal: 'Event loop held at once while 100,000 subscribers arrive',
				value: median(holds.map(({ longest }) => longest)),
				as: milliseconds,
				whenMissed:
					`Between two turns of the event loop its thread was at work for ${milliseconds(mostWork)} ` +
					'at most. Otherwise it waited: for threads that collect garbage, or for other programs ' +
					'of a machine that was not idle.',
			}),
			atMost(3 * size, {
				goal: `Memory above the result itself (${megabytes(held)}), 3 × the answer`,
				value: peak - held,
				as: megabytes,
			}),
		);
	} finally {
		server.close();
	}
}

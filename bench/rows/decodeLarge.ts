import { once } from 'node:events';
import { statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';

import express from 'express';

import { openAnswer } from '../../nodes/SubscriptionMessaging/service/answer/answer';
import { takeInPieces } from '../../nodes/SubscriptionMessaging/transport/restingBody';
import { rested } from '../../nodes/SubscriptionMessaging/transport/restingSteps';
import { inTurn, start, type Bench, type Programs } from '../compare';
import { writeSubscribers } from '../inputs';
import { longestHoldOf, memoryOf } from '../measures';
import { atMost, megabytes, milliseconds, type Section } from '../report';
import { compare } from './decode';

const COUNT = 100_000;

export const programs: Programs<string> = {
	memory: (url) => async () => await memoryOf(async () => await download(url)),
	hold: (url) => async () => await longestHoldOf(async () => await download(url)),
};

/** What this package makes of an answer while it arrives from another process. */
async function download(url: string) {
	const [response] = (await once(get(url), 'response')) as [IncomingMessage];
	const http = { status: 200, contentType: response.headers['content-type'] };
	const answer = openAnswer({ transport: 'soap', operation: 'getAllSubscribers' }, http);
	await takeInPieces(response, (piece) => {
		answer.write(piece);
		return true;
	});
	return await rested(answer.finish());
}

export async function measure(bench: Bench): Promise<Section> {
	const rounds = Math.min(bench.rounds, 3);
	const file = await writeSubscribers(bench.folder, bench.seed, COUNT);
	// First, because readers that took gigabytes give them back for a while after they ended.
	const whileItArrives = await arrival(bench, file, rounds);
	// What reads for seconds is warm soon, and takes long enough as it is.
	const section = await compare(bench, file, COUNT, rounds, 0);
	return {
		...section,
		title: 'Decode a large answer',
		goals: [...whileItArrives, ...section.goals],
	};
}

/** What it costs n8n to read the answer as it arrives. */
async function arrival(bench: Bench, file: string, rounds: number): Promise<string[][]> {
	await using server = express().use(express.static(bench.folder)).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${basename(file)}`;
	const run = (name: string) => start(bench, 'rows/decodeLarge', [name], url, true);
	const memory = await inTurn(run('memory'), 1, { warmUps: 0 });
	const hold = await inTurn(run('hold'), rounds, { warmUps: 0 });
	const [peak, held] = [memory.median('memory', 'peak'), memory.median('memory', 'held')];
	const longest = 'Event loop held at once while 100,000 subscribers arrive';
	const above = `Memory above the result itself (${megabytes(held)}), 3 × the answer`;
	return [
		atMost(50, longest, hold.median('hold', 'ms'), milliseconds),
		atMost(3 * statSync(file).size, above, peak - held, megabytes),
	];
}

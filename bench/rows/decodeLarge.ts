import { once } from 'node:events';
import { statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import express from 'express';

import { takeInPieces } from '../../nodes/SubscriptionMessaging/eventLoop/restingBody';
import { rested } from '../../nodes/SubscriptionMessaging/eventLoop/restingSteps';
import { inTurn, memoryOf, start, type Bench, type Programs } from '../turns';
import { openSubscribers, writeSubscribers } from '../inputs';
import { atMost, megabytes, milliseconds, type Section } from '../document';
import { compareReaders } from './decode';

const COUNT = 100_000;

export const programs: Programs<string> = {
	memory: (url) => () => memoryOf(() => download(url)),
	hold(url) {
		const delays = monitorEventLoopDelay({ resolution: 1 });
		return async () => {
			delays.enable();
			await download(url);
			// The last turn is over when the next one begins.
			await sleep(5);
			delays.disable();
			return { ms: delays.max / 1e6 };
		};
	},
};

/**
 * What this package makes of an answer while it arrives from another process, which gives the next part
 * at once. A file would let n8n rest by itself between two parts.
 */
async function download(url: string) {
	const [response] = (await once(get(url), 'response')) as [IncomingMessage];
	const answer = openSubscribers();
	await takeInPieces(response, (piece) => {
		answer.write(piece);
		return true;
	});
	return await rested(answer.finish());
}

export async function measure(bench: Bench): Promise<Section> {
	const few = { ...bench, rounds: Math.min(bench.rounds, 3) };
	const file = await writeSubscribers(bench, COUNT);
	await using server = express().use(express.static(bench.folder)).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${basename(file)}`;
	const run = (name: string) => start(bench, 'rows/decodeLarge', [name], url, true);
	// First, because readers that took gigabytes give them back for a while after they ended.
	const memory = await inTurn(run('memory'), 1, 0);
	const hold = await inTurn(run('hold'), few.rounds, 0);
	// What reads for seconds is warm soon, and takes long enough as it is.
	const section = await compareReaders(few, file, COUNT, 0);
	const longest = 'Event loop held at once while 100,000 subscribers arrive';
	const held = megabytes(memory.median('memory', 'held'));
	const above = `Memory above the result itself (${held}), 3 × the answer`;
	const beyond = memory.median('memory', 'beyond');
	return {
		...section,
		title: 'Decode a large answer',
		goals: [
			atMost(50, longest, hold.median('hold', 'ms'), milliseconds),
			atMost(3 * statSync(file).size, above, beyond, megabytes),
			...section.goals,
		],
	};
}

import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { pictureOf } from './bars';
import type { Bench } from './bench';
import { phoneItems } from './inputs';
import { unpack } from './packageFolder';
import type { Memory } from './programs/turns';
import { atLeast, atMost, kilobytes, megabytes, milliseconds, times, type Section } from './report';
import { inTurn, runOnce, startProgram } from './rounds';
import { median, ratio } from './statistics';
import {
	bulk,
	engineProgram,
	floor,
	httpRequestAndXml,
	loop,
	oneByOne,
	startEngine,
	type Engine,
} from './workflows';

export const programs = ['engine', 'sandbox'];

const ITEMS = 1_000;
const LOOPED_ITEMS = 50;
const MANY = [10_000, 100_000] as const;

const PEER = 'HTTP Request and XML, all at once';
const SAME = 'this package, one request an item, all at once';
const DEFAULT = 'this package, one request an item, 10 at once (the default)';
const BULK = 'this package, from input items';
const FLOOR =
	'nothing but the one expression that each item needs, then the finished requests of many items';
const LOOP = 'this package in a loop of single sends';

export async function measure(bench: Bench): Promise<Section> {
	const section: Section = {
		title: "Through n8n's engine",
		text:
			'Messages sent by a workflow, from its first to its last item, against the sandbox in a process ' +
			'of its own that answers late. The peer is what a user would build instead: the HTTP Request ' +
			'node with a hand-written envelope, and the XML node.',
		header: ['Items', 'Latency', 'Workflow', 'Time or memory', 'Beside it'],
		pictures: [],
		lines: [],
		goals: [],
	};
	const packageFolder = unpack(bench.tarball);
	const sandbox = await startProgram<string[]>({
		node: bench.node,
		name: 'sandbox',
		argument: { latencies: [20, 200] },
	});
	const engine = { bench, packageFolder, sandbox };
	try {
		await againstHttpRequest(engine, section);
		await againstLoop(engine, section);
		await growth(engine, section);
		return section;
	} finally {
		sandbox.close();
		await rm(dirname(packageFolder), { recursive: true });
	}
}

async function againstHttpRequest(
	engine: Engine,
	{ pictures, lines, goals }: Section,
): Promise<void> {
	const { seed, rounds } = engine.bench;
	const [baseUrl = ''] = await engine.sandbox.turn();
	const items = await phoneItems(seed, ITEMS);
	const results = await inTurn(
		new Map([
			[PEER, () => startEngine(engine, httpRequestAndXml(items, baseUrl), baseUrl)],
			[SAME, () => startEngine(engine, oneByOne(items, ITEMS), baseUrl)],
			[DEFAULT, () => startEngine(engine, oneByOne(items), baseUrl)],
			[BULK, () => startEngine(engine, bulk(items), baseUrl)],
			[FLOOR, () => startEngine(engine, floor(items, baseUrl), baseUrl)],
		]),
		rounds,
	);
	const speed = (name: string) => ratio(results.get(PEER)!, results.get(name)!);
	for (const [name, all] of results) lines.push(line(ITEMS, 20, name, all, speed(name)));
	pictures?.push(
		picture('requests', `Time to send ${ITEMS.toLocaleString('en')} messages`, results),
	);
	goals.push(
		atLeast(0.95, { goal: 'Speed of HTTP Request and XML, all at once', value: speed(SAME) }),
		atMost(1.6, {
			goal: 'Time from input items, compared with its floor',
			value: ratio(results.get(BULK)!, results.get(FLOOR)!),
		}),
	);
}

async function againstLoop(engine: Engine, { pictures, lines, goals }: Section): Promise<void> {
	const { seed, rounds } = engine.bench;
	const [, baseUrl = ''] = await engine.sandbox.turn();
	const items = await phoneItems(seed, LOOPED_ITEMS);
	const results = await inTurn(
		new Map([
			[LOOP, () => startEngine(engine, loop(items), baseUrl)],
			[DEFAULT, () => startEngine(engine, oneByOne(items), baseUrl)],
		]),
		Math.min(rounds, 3),
	);
	const speed = (name: string) => ratio(results.get(LOOP)!, results.get(name)!);
	for (const [name, all] of results) lines.push(line(LOOPED_ITEMS, 200, name, all, speed(name)));
	pictures?.push(picture('loop', `Time to send ${LOOPED_ITEMS} messages`, results));
	goals.push(
		atLeast(8, { goal: 'Speed of a loop of single sends, by default', value: speed(DEFAULT) }),
	);
}

/** Time and memory of large sends. */
async function growth(engine: Engine, { lines, goals }: Section): Promise<void> {
	const { seed, rounds } = engine.bench;
	const [baseUrl = ''] = await engine.sandbox.turn();
	const [few, many] = await Promise.all(MANY.map(async (count) => await phoneItems(seed, count)));
	const chains = new Map([few!, many!].map((items) => [items.length, bulk(items)]));
	const results = await inTurn(
		new Map(
			[...chains].map(([count, chain]) => [count, () => startEngine(engine, chain, baseUrl)]),
		),
		Math.min(rounds, 3),
	);
	for (const [count, all] of results) lines.push(line(count, 20, BULK, all));
	const [inFew = [], inMany = []] = results.values();
	goals.push(
		atMost(1.1, {
			goal: 'Time of a recipient among 100,000 compared with one among 10,000',
			value: ratio(inMany, inFew) / (MANY[1] / MANY[0]),
		}),
	);

	const memories: number[] = [];
	for (const [count, chain] of chains) {
		await engine.sandbox.turn();
		const program = engineProgram(engine, chain, baseUrl, 'memory');
		const { peak, held } = await runOnce<Memory>(program);
		memories.push(peak - held);
		lines.push([
			count.toLocaleString('en'),
			'20 ms',
			'memory beyond the items',
			megabytes(peak - held),
			`the items that it gives: ${megabytes(held)}`,
		]);
	}
	const [ofFew = 0, ofMany = 0] = memories;
	goals.push(
		atMost(2_000, {
			goal: 'Memory of each further recipient from 10,000 to 100,000, beyond the items',
			value: (ofMany - ofFew) / (MANY[1] - MANY[0]),
			as: kilobytes,
		}),
	);
}

function picture(name: string, title: string, results: ReadonlyMap<string, number[]>) {
	const values = [...results].map(([of, all]) => [of, median(all)] as const);
	return pictureOf(`benchmark-engine-${name}`, title, values, milliseconds);
}

function line(items: number, latency: number, name: string, all: number[], speed = NaN): string[] {
	return [
		items.toLocaleString('en'),
		`${latency} ms`,
		name,
		milliseconds(median(all)),
		Number.isNaN(speed) || speed === 1 ? '' : `${times(speed)} as fast as the first`,
	];
}

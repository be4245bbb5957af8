import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { pictureOf } from './bars';
import type { Bench } from './bench';
import { phoneItems } from './inputs';
import { unpack } from './packageFolder';
import { atMost, figure, milliseconds, percent, type Section } from './report';
import { inTurn, runOnce, startProgram } from './rounds';
import { median, ratio } from './statistics';
import { bareExchange, engineProgram, startEngine, withoutExpressions } from './workflows';

export const programs = ['engine', 'sandbox'];

const CALLS = 500;

const OURS = 'this package, a request an item: work';
const BARE = "n8n's HTTP helper alone, with the finished envelope: work";
const WHOLE = 'the helper alone, from the beginning of an exchange to its end';

export async function measure(bench: Bench): Promise<Section> {
	const packageFolder = unpack(bench.tarball);
	const sandbox = await startProgram<string[]>({
		node: bench.node,
		name: 'sandbox',
		argument: { latencies: [0] },
	});
	const engine = { bench, packageFolder, sandbox };
	try {
		const [baseUrl = ''] = await sandbox.turn();
		const items = await phoneItems(bench.seed, CALLS);
		const ours = withoutExpressions(items);
		const bare = bareExchange(items, baseUrl);
		const results = await inTurn(
			new Map([
				[OURS, () => startEngine(engine, ours, baseUrl, 'work')],
				[BARE, () => startEngine(engine, bare, baseUrl, 'work')],
				[WHOLE, () => startEngine(engine, bare, baseUrl)],
			]),
			bench.rounds,
		);
		const kept = async (chain: typeof ours) =>
			(await runOnce<number>(engineProgram(engine, chain, baseUrl, 'kept'))) / CALLS;
		const keptByUs = await kept(ours);
		const keptByBare = await kept(bare);
		const bareWork = results.get(BARE)!;
		const beyond = results.get(OURS)!.map((work, round) => work - bareWork[round]!);
		return {
			title: 'Overhead of a call',
			text: `${CALLS} sends to the sandbox on the same machine, one after the other, in n8n's engine: by this package's node, whose fields hold no expression that n8n would have to evaluate, and by a node that does nothing but post the finished envelopes with n8n's HTTP helper. Work is the time that the thread in which n8n runs is at work.`,
			pictures: [
				pictureOf(
					'benchmark-overhead',
					'Time of a call',
					[...results].map(([name, all]) => [name, median(all) / CALLS]),
					milliseconds,
				),
			],
			header: ['', 'Time a call'],
			lines: [...results].map(([name, all]) => [name, milliseconds(median(all) / CALLS)]),
			goals: [
				atMost(0.3, {
					goal: 'Work of a call beyond the bare exchange',
					value: median(beyond) / CALLS,
					as: milliseconds,
				}),
				atMost(0.1, {
					goal: 'Work of a call beyond the bare exchange, as a part of the whole exchange',
					value: ratio(beyond, results.get(WHOLE)!),
					as: percent,
				}),
				atMost(100, {
					goal: 'Bytes that stay in memory of a call, beyond those of the bare exchange',
					value: keptByUs - keptByBare,
					as: figure,
				}),
			],
		};
	} finally {
		sandbox.close();
		await rm(dirname(packageFolder), { recursive: true });
	}
}

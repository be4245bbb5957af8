import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Bench } from './bench';
import { phoneItems } from './inputs';
import { unpack } from './packageFolder';
import { atMost, milliseconds, type Section } from './report';
import { inTurn, startProgram } from './rounds';
import { median, ratio } from './statistics';
import { bareExchange, startEngine, withoutExpressions } from './workflows';

export const programs = ['engine', 'sandbox'];

const CALLS = 500;

const WHY =
	'In a profile two thirds of the time of its own go to reading and checking the fields of the item, ' +
	'of which the phone number takes a third, and a quarter to making anew, for each text of each ' +
	'answer, the patterns by which secrets are taken out of it. Writing and reading the envelopes ' +
	'takes less than a fifth.';

const OURS = 'this package, a request an item, one after the other';
const BARE = "n8n's HTTP helper alone, with the finished envelope";

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
		const results = await inTurn(
			new Map([
				[OURS, () => startEngine(engine, withoutExpressions(items), baseUrl)],
				[BARE, () => startEngine(engine, bareExchange(items, baseUrl), baseUrl)],
			]),
			bench.rounds,
		);
		const ours = results.get(OURS)!;
		const bare = results.get(BARE)!;
		return {
			title: 'Overhead of a call',
			text: `${CALLS} sends to the sandbox on the same machine, one after the other, in n8n's engine: by this package's node, whose fields hold no expression that n8n would have to evaluate, and by a node that does nothing but post the finished envelopes with n8n's HTTP helper.`,
			header: ['Node', 'Time of a call'],
			lines: [...results].map(([name, all]) => [name, milliseconds(median(all) / CALLS)]),
			goals: [
				atMost(0.3, {
					goal: 'Time of a call beyond the bare exchange',
					value: median(ours.map((time, round) => time - bare[round]!)) / CALLS,
					as: milliseconds,
					whenMissed: WHY,
				}),
				atMost(1.1, {
					goal: 'Time of a call compared with the bare exchange',
					value: ratio(ours, bare),
					whenMissed: WHY,
				}),
			],
		};
	} finally {
		sandbox.close();
		await rm(dirname(packageFolder), { recursive: true });
	}
}

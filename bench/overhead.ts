import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Bench } from './bench';
import { phoneItems } from './inputs';
import { unpack } from './packageFolder';
import { atMost, milliseconds, percent, type Section } from './report';
import { inTurn, startProgram } from './rounds';
import { median, ratio } from './statistics';
import { bareExchange, startEngine, withoutExpressions } from './workflows';

export const programs = ['engine', 'sandbox'];

const CALLS = 500;

const WHY =
	'In a profile a fifth of the time of its own goes to the phone number library, a sixth to reading ' +
	'the answer, a twelfth to the time limit and the end of the connection, a twentieth to the credential, ' +
	'and the rest is spread over all steps from reading the fields to the item that is given. On loopback ' +
	'the whole exchange takes about a millisecond, a tenth of which is soon reached.';

const OURS = 'work of this package, a request an item';
const BARE = "work of n8n's HTTP helper alone, with the finished envelope";
const WHOLE = 'the whole exchange of the helper alone, from its beginning to its end';

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
		const bareWork = results.get(BARE)!;
		const beyond = results.get(OURS)!.map((work, round) => work - bareWork[round]!);
		return {
			title: 'Overhead of a call',
			text: `${CALLS} sends to the sandbox on the same machine, one after the other, in n8n's engine: by this package's node, whose fields hold no expression that n8n would have to evaluate, and by a node that does nothing but post the finished envelopes with n8n's HTTP helper. Work is the time that the thread in which n8n runs is at work.`,
			header: ['', 'Time a call'],
			lines: [...results].map(([name, all]) => [name, milliseconds(median(all) / CALLS)]),
			goals: [
				atMost(0.3, {
					goal: 'Work of a call beyond the bare exchange',
					value: median(beyond) / CALLS,
					as: milliseconds,
					whenMissed: WHY,
				}),
				atMost(0.1, {
					goal: 'Work of a call beyond the bare exchange, as a part of the whole exchange',
					value: ratio(beyond, results.get(WHOLE)!),
					as: percent,
					whenMissed: WHY,
				}),
			],
		};
	} finally {
		sandbox.close();
		await rm(dirname(packageFolder), { recursive: true });
	}
}

import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import type { Bench } from './bench';
import { phoneItems } from './inputs';
import { unpack } from './packageFolder';
import { atMost, milliseconds, type Section } from './report';
import { inTurn, runOnce, startProgram, type Contender } from './rounds';
import { median } from './statistics';
import { bulk, engineProgram, report } from './workflows';

export const programs = ['engine', 'sandbox'];

const RECIPIENTS = 10_000;
const BATCH = 100;
const KEY = 'sale';
const MOST_MS = 10_000;

export async function measure(bench: Bench): Promise<Section> {
	const packageFolder = unpack(bench.tarball);
	const argument = { latencies: [20] };
	const sandbox = await startProgram<string[]>({ node: bench.node, name: 'sandbox', argument });
	try {
		const [baseUrl = ''] = await sandbox.turn();
		const engine = { bench, packageFolder, sandbox };
		const people = await phoneItems(bench.seed, RECIPIENTS);
		// In order, so that it is known whom each ticket is for.
		const options = { campaignKey: KEY, batchSize: BATCH, requestsInParallel: 1 };
		await runOnce(engineProgram(engine, bulk(people, options), baseUrl));

		const ticketOf = (index: number) => `${KEY}-${Math.floor(index / BATCH) + 1}`;
		const items = people.map((person, index) => ({ ...person, custom_ticket: ticketOf(index) }));
		const tickets = [...new Set(items.map(({ custom_ticket }) => custom_ticket))];
		const ways: Array<[name: string, by: INodeParameters, items: typeof items]> = [
			['tickets of the items', { expected: '={{ $json.phone }}' }, items],
			['one list of tickets', { expected: '', custom_ticket: tickets.join() }, items.slice(0, 1)],
			[
				'campaign key',
				{ expected: '', reportBy: 'campaignKey', campaignKey: KEY },
				items.slice(0, 1),
			],
		];
		const contenders = new Map<string, () => Promise<Contender<number>>>();
		for (const [name, by, input] of ways) {
			for (const output of ['summary', 'recipients'] as const) {
				const chain = report(RECIPIENTS, by, input, output);
				const start = async () => await startProgram<number>(engineProgram(engine, chain, baseUrl));
				contenders.set(
					`${name}, ${output === 'summary' ? 'Summary' : 'One Item per Recipient'}`,
					start,
				);
			}
		}
		return sectionOf(await inTurn(contenders, Math.min(bench.rounds, 3)));
	} finally {
		sandbox.close();
		await rm(dirname(packageFolder), { recursive: true });
	}
}

function sectionOf(results: ReadonlyMap<string, number[]>): Section {
	const slowest = [...results.values()].reduce((most, all) => Math.max(most, median(all)), 0);
	return {
		title: 'Report',
		text: `*Get Report* on a campaign of ${RECIPIENTS.toLocaleString('en')} recipients in requests of ${BATCH}, against the sandbox in a process of its own that answers after 20 ms. The totals of each report are those of the service.`,
		header: ['Report on', 'Time'],
		lines: [...results].map(([name, all]) => [name, milliseconds(median(all))]),
		goals: [
			atMost(MOST_MS, { goal: 'Time of the slowest report', value: slowest, as: milliseconds }),
		],
	};
}

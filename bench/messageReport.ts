import type { INodeParameters } from 'n8n-workflow';

import { phoneItems } from './inputs';
import { atMost, milliseconds, type Section } from './report';
import { inTurn, type Bench, type Contender } from './rounds';
import type { Time } from './programs/turns';
import { bulk, report, withEngine, type Engine } from './workflows';

const RECIPIENTS = 10_000;
const BATCH = 100;
const KEY = 'sale';

/** What a report may hold. */
const OUTPUTS = { summary: 'Summary', recipients: 'One Item per Recipient' } as const;

export async function measure(bench: Bench): Promise<Section> {
	const people = phoneItems(bench.seed, RECIPIENTS);
	const results = await withEngine(bench, [20], async (engine) => {
		// In order, so that it is known whom each ticket is for.
		const options = { campaignKey: KEY, batchSize: BATCH, requestsInParallel: 1 };
		await inTurn({ send: engine.continued(bulk(people, options)) }, 1, 0);
		return await inTurn(contenders(engine, people), Math.min(bench.rounds, 3));
	});
	const medians = results.medians('ms');
	const slowest = Math.max(...medians.map(([, ms]) => ms));
	return {
		title: 'Report',
		text: `*Get Report* on a campaign of ${RECIPIENTS.toLocaleString('en')} recipients in requests of ${BATCH}, against the sandbox in a process of its own that answers after 20 ms. The totals of each report are those of the service.`,
		pictures: [],
		header: ['Report on', 'Time'],
		lines: medians.map(([name, ms]) => [name, milliseconds(ms)]),
		goals: [atMost(10_000, 'Time of the slowest report', slowest, milliseconds)],
	};
}

function contenders(engine: Engine, people: ReturnType<typeof phoneItems>) {
	const ticketOf = (index: number) => `${KEY}-${Math.floor(index / BATCH) + 1}`;
	const items = people.map((person, index) => ({ ...person, custom_ticket: ticketOf(index) }));
	const tickets = [...new Set(items.map(({ custom_ticket }) => custom_ticket))].join();
	const one = items.slice(0, 1);
	const ways: Array<[name: string, by: INodeParameters, items: typeof items]> = [
		['tickets of the items', { expected: '={{ $json.phone }}' }, items],
		['one list of tickets', { expected: '', custom_ticket: tickets }, one],
		['campaign key', { expected: '', reportBy: 'campaignKey', campaignKey: KEY }, one],
	];
	const starts: Record<string, () => Contender<Time>> = {};
	for (const [name, by, input] of ways) {
		for (const output of ['summary', 'recipients'] as const) {
			const chain = report(RECIPIENTS, by, input, output);
			starts[`${name}, ${OUTPUTS[output]}`] = engine.continued(chain);
		}
	}
	return starts;
}

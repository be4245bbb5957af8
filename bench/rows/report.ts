import type { IDataObject } from 'n8n-workflow';

import { inTurn, type Bench, type Programs } from '../compare';
import { runs, type Place } from '../engine';
import { phoneItems } from '../inputs';
import { messaging } from '../nodes';
import { atMost, milliseconds, type Section } from '../report';
import { startService } from '../sandbox';

const RECIPIENTS = 10_000;
const BATCH = 100;
const KEY = 'sale';

/** In order, so that it is known whom each ticket is for. */
const OPTIONS = { campaignKey: KEY, batchSize: BATCH, requestsInParallel: 1 };
const ticketOf = (recipient: number) => `${KEY}-${Math.floor(recipient / BATCH) + 1}`;
const TICKETS = Array.from({ length: RECIPIENTS / BATCH }, (_, batch) => ticketOf(batch * BATCH));

const ticketed = (item: IDataObject, index: number) => ({
	...item,
	custom_ticket: ticketOf(index),
});

/** What a report is asked for by, and of how many items. */
const WAYS = {
	'tickets of the items': { by: { expected: '={{ $json.phone }}' }, count: RECIPIENTS },
	'one list of tickets': { by: { expected: '', custom_ticket: TICKETS.join() }, count: 1 },
	'campaign key': { by: { expected: '', reportBy: 'campaignKey', campaignKey: KEY }, count: 1 },
};

/** What a report on messages that are all delivered holds. */
const COUNTS = ['recipient_count', 'message_count', 'delivered_count'];
const first = Object.fromEntries(COUNTS.map((count) => [count, RECIPIENTS]));
const ITEMS = 'One Item per Recipient';
const OUTPUTS = {
	Summary: { output: 'summary', outputs: 1, first },
	[ITEMS]: { output: 'recipients', outputs: RECIPIENTS, first: { delivered: true } },
};

const REPORTS: Programs<Place> = {};
for (const [way, { by, count }] of Object.entries(WAYS)) {
	for (const [name, { output, ...expected }] of Object.entries(OUTPUTS)) {
		REPORTS[`${way}, ${name}`] = runs(({ seed }) => ({
			nodes: [messaging({ operation: 'getReport', output, ...by })],
			items: phoneItems(seed, count).map(ticketed),
			...expected,
		}));
	}
}

export const programs: Programs<Place> = {
	campaign: runs(() => ({ nodes: [messaging({ recipients: 'inputItems', options: OPTIONS })] })),
	...REPORTS,
};

export async function measure(bench: Bench): Promise<Section> {
	await using service = await startService(bench, 20);
	const startOf = (...names: string[]) => service.start('rows/report', RECIPIENTS, ...names);
	await inTurn(startOf('campaign'), 1, { warmUps: 0 });
	const results = await inTurn(startOf(...Object.keys(REPORTS)), Math.min(bench.rounds, 3));
	const medians = results.medians('ms');
	const slowest = Math.max(...medians.map(([, ms]) => ms));
	return {
		title: 'Report',
		text: `*Get Report* on a campaign of ${RECIPIENTS.toLocaleString('en')} recipients in requests of ${BATCH}, against the sandbox in a process of its own that answers after 20 ms. The totals of each report are those of the service.`,
		goals: [atMost(10_000, 'Time of the slowest report', slowest, milliseconds)],
		pictures: [],
		header: ['Report on', 'Time'],
		lines: medians.map(([name, ms]) => [name, milliseconds(ms)]),
	};
}

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { inTurn, type Bench, type Programs } from '../turns';
import { messaging, runs, type Place } from '../workflow';
import { phoneItems } from '../inputs';
import { atMost, linesOf, milliseconds, type Section } from '../document';
import { startService } from '../sandbox';

const RECIPIENTS = 10_000;
const BATCH = 100;
const KEY = 'sale';
const CAMPAIGN = 'campaign';

/** In order, so that it is known whom each ticket is for. */
const OPTIONS = { campaignKey: KEY, batchSize: BATCH, requestsInParallel: 1 };
const tickets = Array.from(
	{ length: RECIPIENTS },
	(_, at) => `${KEY}-${Math.floor(at / BATCH) + 1}`,
);
const all = phoneItems(RECIPIENTS).map((item, at) => ({ ...item, custom_ticket: tickets[at] }));

/** What a report is asked for by, and the items of the workflow. */
const WAYS: Record<string, [by: INodeParameters, items: IDataObject[]]> = {
	'tickets of the items': [{ expected: '={{ $json.phone }}' }, all],
	'one list of tickets': [{ expected: '', custom_ticket: [...new Set(tickets)].join() }, [{}]],
	'campaign key': [{ expected: '', reportBy: 'campaignKey', campaignKey: KEY }, [{}]],
};

/** What a report on messages that are all delivered gives: how many items, and what the first one holds. */
const COUNTS = ['recipient_count', 'message_count', 'delivered_count'];
const totals = Object.fromEntries(COUNTS.map((count) => [count, RECIPIENTS]));
const OUTPUTS: Record<string, [output: string, count: number, first: IDataObject]> = {
	Summary: ['summary', 1, totals],
	'One Item per Recipient': ['recipients', RECIPIENTS, { delivered: true }],
};

export const programs: Programs<Place> = {
	[CAMPAIGN]: runs(() => ({ nodes: [messaging({ recipients: 'inputItems', options: OPTIONS })] })),
};
for (const [way, [by, items]] of Object.entries(WAYS)) {
	for (const [name, [output, ...gives]] of Object.entries(OUTPUTS)) {
		const nodes = [messaging({ operation: 'getReport', output, ...by })];
		programs[`${way}, ${name}`] = runs(() => ({ nodes, items, gives, remembers: true }));
	}
}

export async function measure(bench: Bench): Promise<Section> {
	await using service = await startService(bench, 20);
	const contenders = service.start('rows/report', RECIPIENTS, ...Object.keys(programs));
	const { [CAMPAIGN]: campaign, ...reports } = contenders;
	await inTurn({ campaign: campaign! }, 1, 0);
	const results = await inTurn(reports, Math.min(bench.rounds, 3));
	const picture = results.picture('Time of a report', 'ms', milliseconds);
	const slowest = Math.max(...picture.values.map(([, ms]) => ms));
	return {
		title: 'Report',
		text: `*Get Report* on a campaign of ${RECIPIENTS.toLocaleString('en')} recipients in requests of ${BATCH}, against the sandbox in a process of its own that answers after 20 ms. The totals of each report are those of the service.`,
		goals: [atMost(10_000, 'Time of the slowest report', slowest, milliseconds)],
		pictures: [picture],
		header: ['Report on', 'Time'],
		lines: linesOf(picture),
	};
}

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { RunResult } from '../engine/engine';

/** What a run told its user about one input item. */
export interface ItemReport {
	kind: 'ok' | 'recovered' | 'failed' | 'unknown' | 'notAttempted';
	/** The words about this item. */
	text: string;
}

const LABELS: Record<string, ItemReport['kind']> = {
	'Carried out': 'ok',
	'Carried out by an earlier try': 'ok',
	'Outcome unknown': 'unknown',
	Failed: 'failed',
	'Not attempted': 'notAttempted',
};

/** By index of the input item; an item about which nothing was said is not there. */
export function itemReports({ items, errorItems, error }: RunResult): Map<number, ItemReport> {
	return error
		? reportsOfError(error.description ?? '')
		: new Map([...items, ...errorItems].flatMap(byPerson).map(reportOfItem));
}

/** Of the one item of a question, one for each person who was asked, in the order of the input items. */
function byPerson(item: INodeExecutionData): INodeExecutionData[] {
	const { asked } = item.json;
	if (!Array.isArray(asked)) return [item];
	const pairs = item.pairedItem as Array<{ item: number }>;
	return asked.map((json, index) => ({ json: json as IDataObject, pairedItem: pairs[index] }));
}

function reportOfItem({ json, pairedItem }: INodeExecutionData): [number, ItemReport] {
	const { item } = pairedItem as { item: number };
	const text = JSON.stringify(json);
	if (json.error === undefined) {
		return [item, { kind: json.recovered ? 'recovered' : 'ok', text }];
	}
	const isUnknown = /can.t tell whether|The service lists \d+ of/.test(text);
	return [item, { kind: isUnknown ? 'unknown' : 'failed', text }];
}

/** "Carried out: items 0 to 1 (ticket 5-a). Failed: item 2." */
function reportsOfError(description: string): Map<number, ItemReport> {
	const reports = new Map<number, ItemReport>();
	const labels = Object.keys(LABELS).join('|');
	const groups = description.matchAll(
		new RegExp(`(${labels}): (.*?)\\.(?= (?:${labels}): |$)`, 'g'),
	);
	for (const [, label = '', entries = ''] of groups) {
		const kind = LABELS[label];
		if (!kind) continue;
		for (const [text, ranges = ''] of entries.matchAll(
			/items? (\d+(?: to \d+)?(?:, \d+(?: to \d+)?)*)(?: \([^)]*\))?/g,
		)) {
			for (const [, first, last = first] of ranges.matchAll(/(\d+)(?: to (\d+))?/g)) {
				for (let item = Number(first); item <= Number(last); item += 1) {
					reports.set(item, { kind, text });
				}
			}
		}
	}
	return reports;
}

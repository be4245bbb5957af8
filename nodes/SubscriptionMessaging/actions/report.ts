import type { NodeExecutionHint } from 'n8n-workflow';

import type { Outcome, Outcomes } from './carryOut';
import type { Plan, PlannedCall } from './plan';

/** Most calls that a report names one by one. */
const MOST_NAMED = 200;

/**
 * What became of the other calls of a run that failed, for the error that n8n shows in place of
 * the output: which items were carried out, with their tickets, which failed, which nobody knows.
 */
export function describeRun(plan: Plan, outcomes: Outcomes): string {
	const groups: Array<[label: string, kind: string]> = [
		['Carried out', 'accepted'],
		['Outcome unknown', 'unknown'],
		['Failed', 'failed'],
		['Not attempted', 'notAttempted'],
	];
	return groups
		.map(([label, kind]) => {
			const calls = plan.chains.flat().filter((call) => outcomes.get(call)?.kind === kind);
			if (calls.length === 0) return '';
			// An unknown outcome can only be found out by its ticket, so none of them is left out.
			const most = kind === 'unknown' ? calls.length : MOST_NAMED;
			const named = calls.slice(0, most).map((call) => nameOf(call, outcomes));
			const more = calls.length > most ? ` and ${calls.length - most} more` : '';
			return `${label}: ${named.join(', ')}${more}.`;
		})
		.filter(Boolean)
		.join(' ');
}

function nameOf(planned: PlannedCall, outcomes: Outcomes): string {
	return itemRange(planned.itemIndexes) + ticketOf(planned, outcomes.get(planned));
}

function ticketOf({ call }: PlannedCall, outcome: Outcome | undefined): string {
	if (outcome?.kind === 'accepted') {
		const transaction = outcome.answer.transaction_ticket;
		return typeof transaction === 'string' ? ` (ticket ${transaction})` : '';
	}
	if (outcome?.kind !== 'unknown') return '';
	const custom = call.parameters.custom_ticket;
	if (typeof custom === 'string') return ` (custom ticket ${custom})`;
	return call.operation === 'plainSend' ? ' (no custom ticket)' : '';
}

/** Items as a person writes them: `item 3`, `items 0 to 2, 5`. */
function itemRange(indexes: readonly number[]): string {
	const ranges: Array<[first: number, last: number]> = [];
	for (const index of indexes) {
		const range = ranges.at(-1);
		if (range && index === range[1] + 1) range[1] = index;
		else ranges.push([index, index]);
	}
	const written = ranges.map(([first, last]) =>
		first === last ? `${first}` : `${first} to ${last}`,
	);
	return `${indexes.length === 1 ? 'item' : 'items'} ${written.join(', ')}`;
}

/** What else was carried out for an item that took several requests, one of which failed. */
export function describeRest(calls: readonly PlannedCall[], outcomes: Outcomes): string {
	const accepted = calls.flatMap((call) => {
		const outcome = outcomes.get(call);
		if (outcome?.kind !== 'accepted') return [];
		const ticket = outcome.answer.transaction_ticket ?? call.call.parameters.custom_ticket;
		return ticket ? [String(ticket)] : [];
	});
	if (accepted.length === 0) return '';
	return `. Of the ${calls.length} requests of this item ${accepted.length} had been carried out before (tickets ${accepted.join(', ')})`;
}

/** Sums up a bulk send in the node's panel; nothing for a run of a single item. */
export function bulkHint(
	plan: Plan,
	outcomes: Outcomes,
	invalid: number,
): NodeExecutionHint | undefined {
	const calls = plan.chains.flat();
	const items = plan.callsOf.size + plan.skippedItems.size + invalid;
	if (items < 2 || calls.length === 0) return undefined;
	const sent = new Set<number>();
	const failed = new Map<number, string>();
	const unknown = new Set<number>();
	for (const [itemIndex, own] of plan.callsOf) {
		const ends = own.map((call) => outcomes.get(call));
		const failure = ends.find((end) => end?.kind === 'failed');
		if (ends.some((end) => end?.kind === 'unknown')) unknown.add(itemIndex);
		else if (failure?.kind === 'failed') failed.set(itemIndex, failure.error.message);
		else sent.add(itemIndex);
	}
	const parts = [
		`${count(sent.size)} sent in ${count(calls.length)} ${calls.length === 1 ? 'call' : 'calls'}`,
	];
	const [reason] = failed.values();
	if (failed.size > 0) parts.push(`${count(failed.size)} not sent: ${reason}`);
	if (invalid > 0) parts.push(`${count(invalid)} not valid`);
	if (unknown.size > 0) parts.push(`${count(unknown.size)} with unknown outcome`);
	if (plan.skippedItems.size > 0) parts.push(`${count(plan.skippedItems.size)} skipped`);
	return {
		message: parts.join(', '),
		type: failed.size + unknown.size + invalid > 0 ? 'warning' : 'info',
		location: 'outputPane',
	};
}

function count(number: number): string {
	return number.toLocaleString('en');
}

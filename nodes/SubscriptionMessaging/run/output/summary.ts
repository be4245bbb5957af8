import type { NodeExecutionHint } from 'n8n-workflow';

import { customTicketOf, numbersOf } from '../../service/contract/call';
import { NotSentError } from '../../service/errors/errors';
import { finished } from '../../service/collections/steps';
import { tally } from '../../service/collections/byKey';
import type { Outcome, Outcomes, Plan, PlannedCall, RememberedCall } from '../values/call';
import type { RunMemory } from '../memory/store';
import { escapeHtml } from '../../wording/html';
import { panelHint } from '../../wording/panelHint';
import { notAccepted } from '../values/notAccepted';
import { counted, inDigits, mostFrequent } from '../../wording/number';

/** Most calls that a report names one by one. */
const MOST_NAMED = 200;

/**
 * The outcome of all calls of a run that failed, for the error that n8n shows in place of the output:
 * which items were carried out, with their tickets, which failed, which are unknown, and which were left out.
 */
export function describeRun(plan: Plan, outcomes: Outcomes): string {
	const groups: Array<[label: string, kind: Outcome['kind']]> = [
		['Carried out', 'accepted'],
		['Outcome unknown', 'unknown'],
		['Failed', 'failed'],
		['Not attempted', 'notAttempted'],
	];
	const leftOut = [...plan.skippedItems.keys()];
	return described([
		...groups.map(([label, kind]): Told => {
			const calls = plan.chains.flat().filter((call) => outcomes.get(call)?.kind === kind);
			return [
				label,
				kind === 'unknown',
				calls.map((call) => [call.itemIndexes, detailsOf(call, outcomes)]),
			];
		}),
		['Left out', false, leftOut.length > 0 ? [[leftOut, '']] : []],
	]);
}

/** What earlier tries of a run did; empty where nothing left. */
export function describeEarlier(memory: RunMemory): string {
	const groups: Array<[label: string, state: RememberedCall['state']]> = [
		['Carried out by an earlier try', 'accepted'],
		['Outcome of an earlier try unknown', 'unclear'],
	];
	return described(
		groups.map(([label, state]) => {
			const those = memory
				.entries()
				.filter(({ itemIndexes, call }) => itemIndexes.length > 0 && call.state === state);
			return [
				label,
				state === 'unclear',
				those.map(({ itemIndexes, call: { custom_ticket: ticket }, ofSeveral }) => {
					const details = [
						...(ofSeveral ? [`request ${ofSeveral.nth} of ${ofSeveral.all}`] : []),
						...(ticket ? [`custom ticket ${ticket}`] : []),
					];
					return [itemIndexes, inBrackets(details)];
				}),
			];
		}),
	);
}

/** Requests that ended alike: their items, and what is told of each. */
type Told = [
	label: string,
	isUnknown: boolean,
	requests: ReadonlyArray<readonly [itemIndexes: readonly number[], details: string]>,
];

function described(groups: readonly Told[]): string {
	const texts = groups.map(([label, isUnknown, requests]) => {
		if (requests.length === 0) return '';
		// An unknown outcome can only be found out by its ticket, so none of them is left out.
		const most = isUnknown ? requests.length : MOST_NAMED;
		const named = requests.slice(0, most).map(([items, details]) => itemRange(items) + details);
		const others = requests.slice(most);
		const more = itemRange(others.flatMap(([items]) => items));
		const rest =
			others.length > 0 ? ` and ${counted(others.length, 'more request')} for ${more}` : '';
		return `${label}: ${named.join(', ')}${rest}.`;
	});
	return escapeHtml(texts.filter(Boolean).join(' '));
}

/** The outcome of the other requests of an item that took several and of which one failed. */
export function describeRest(calls: readonly PlannedCall[], outcomes: Outcomes): string {
	const groups: Array<[verb: string, kind: Outcome['kind']]> = [
		['carried out before', 'accepted'],
		['not attempted', 'notAttempted'],
	];
	const rest = groups.flatMap(([verb, kind]) => {
		const those = calls.filter((call) => outcomes.get(call)?.kind === kind);
		const named = those.map((call) => detailsOf(call, outcomes).trim()).filter(Boolean);
		const details = named.length > 0 ? ` ${named.join(' ')}` : '';
		return those.length > 0 ? [`${those.length} ${verb}${details}`] : [];
	});
	return rest.length > 0
		? `. Of the ${calls.length} requests of this item: ${rest.join(', ')}`
		: '';
}

/** In brackets: which part of its item a request carries, and its ticket. */
function detailsOf(planned: PlannedCall, outcomes: Outcomes): string {
	const { fitted } = planned;
	const details = [
		...(fitted && fitted.parts > 1 ? [`part ${fitted.part}`] : []),
		...numbersIn(planned, outcomes.get(planned)),
		...namedTickets(planned, outcomes.get(planned)),
	];
	return inBrackets(details);
}

function inBrackets(details: readonly string[]): string {
	return details.length > 0 ? ` (${details.join(', ')})` : '';
}

/** The numbers of a plain send, whose ticket cannot be asked for. */
function numbersIn({ call }: PlannedCall, outcome: Outcome | undefined): string[] {
	if (call.operation !== 'plainSend') return [];
	const numbers = numbersOf(call);
	const left = outcome?.kind === 'accepted' ? finished(notAccepted(call, outcome.answer)) : [];
	return [
		numbers.length > 1
			? `${numbers.length} numbers from ${numbers[0]} to ${numbers.at(-1)}`
			: `number ${numbers[0]}`,
		...(left.length > 0 ? [`${left.length} not accepted: ${left.slice(0, 9).join(', ')}`] : []),
	];
}

function namedTickets({ call }: PlannedCall, outcome: Outcome | undefined): string[] {
	const custom = customTicketOf(call);
	if (outcome?.kind === 'accepted') {
		const transaction = outcome.answer.transaction_ticket;
		if (typeof transaction === 'string') return [`ticket ${transaction}`];
	}
	if (outcome?.kind !== 'accepted' && outcome?.kind !== 'unknown') return [];
	if (custom !== undefined) return [`custom ticket ${custom}`];
	return call.operation === 'plainSend' ? ['no custom ticket'] : [];
}

/** Items as a person writes them: `item 3`, `items 0 to 2, 5`. */
export function itemRange(indexes: readonly number[]): string {
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

type Fate = 'sent' | 'sentBefore' | 'sentInPart' | 'notSent' | 'unknown';

/**
 * Sums up a bulk send in the node's panel; of a single call only that it was made before.
 *
 * @param took how long, where it was many requests
 */
export function bulkHint(
	plan: Plan,
	outcomes: Outcomes,
	invalid: number,
	took?: string,
): NodeExecutionHint | undefined {
	const calls = plan.chains.flat();
	const items = plan.callsOf.size + plan.skippedItems.size + invalid;
	const count = calls.filter((call) => hasLeft(outcomes.get(call))).length;
	const isSingle = items < 2 && calls.length < 2;
	if (calls.length === 0 || (isSingle && isTried(outcomes.get(calls[0]!)))) return undefined;
	const fates = { sent: 0, sentBefore: 0, sentInPart: 0, notSent: 0, unknown: 0 };
	const reasons = new Map<string, number>();
	for (const own of plan.callsOf.values()) {
		const ends = own.map((call) => outcomes.get(call));
		fates[fateOf(ends)] += 1;
		const failure = ends.find((end) => end?.kind === 'failed');
		if (failure?.kind === 'failed') tally(reasons, failure.error.message);
	}
	const why = describeReasons(reasons);
	const called = counted(count, 'request');
	const parts = [
		count === 0
			? 'Nothing sent now'
			: `${inDigits(fates.sent)} sent in ${called}${took === undefined ? '' : ` (${took})`}`,
		...(fates.sentBefore > 0 ? [`${inDigits(fates.sentBefore)} sent before`] : []),
		...(fates.sentInPart > 0
			? [`${inDigits(fates.sentInPart)} sent in part${fates.notSent > 0 ? '' : why}`]
			: []),
		...(fates.notSent > 0 ? [`${inDigits(fates.notSent)} not sent${why}`] : []),
		...(invalid > 0 ? [`${inDigits(invalid)} not valid`] : []),
		...(fates.unknown > 0 ? [`${inDigits(fates.unknown)} with unknown outcome`] : []),
		...(plan.skippedItems.size > 0 ? [`${inDigits(plan.skippedItems.size)} skipped`] : []),
	];
	const isAllSent = fates.sent + fates.sentBefore + plan.skippedItems.size >= items;
	return panelHint(isAllSent ? 'info' : 'warning', escapeHtml(parts.join(', ')));
}

function hasLeft(end: Outcome | undefined): boolean {
	if (end?.kind === 'unknown' && end.isEarlier) return false;
	return isTried(end) && !(end?.kind === 'failed' && end.error instanceof NotSentError);
}

function isTried(end: Outcome | undefined): boolean {
	return end?.kind !== 'notAttempted' && !isSentBefore(end);
}

function isSentBefore(end: Outcome | undefined): boolean {
	return end?.kind === 'accepted' && (end.evidence === 'sentBefore' || end.isEarlier === true);
}

function fateOf(ends: ReadonlyArray<Outcome | undefined>): Fate {
	const isAny = (kind: Outcome['kind']) => ends.some((end) => end?.kind === kind);
	if (isAny('unknown')) return 'unknown';
	if (!isAny('failed') && !isAny('notAttempted')) {
		return ends.every(isSentBefore) ? 'sentBefore' : 'sent';
	}
	return isAny('accepted') ? 'sentInPart' : 'notSent';
}

/** The most frequent reasons, each with the number of its items where there are several. */
function describeReasons(reasons: ReadonlyMap<string, number>): string {
	if (reasons.size === 0) return '';
	const named = mostFrequent(reasons, 'reason', (reason, items) =>
		reasons.size > 1 ? `${inDigits(items)} × ${reason}` : reason,
	);
	return ` (${named})`;
}

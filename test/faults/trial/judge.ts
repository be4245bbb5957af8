import type { ItemReport } from '../itemReports';
import {
	hasTicket,
	isBroadcast,
	isEdited,
	liesBeyondProof,
	mayBeTwice,
	saysRefused,
	type Cell,
} from './cell';
import type { Counts, Trial, TrialRun } from './trial';

/** What must not happen, whatever a service does. */
export const OFFENCES = [
	'sent twice',
	'not reported',
	'reported as sent, but was not',
	'reported as not sent, but was',
	'left unknown, although the service could tell',
	'not sent again, although it was asked for and could be',
	'sent to everyone, after a part of the list had it',
] as const;

export type Offence = (typeof OFFENCES)[number];

export interface Finding {
	offence: Offence;
	cell: Cell;
	details: string;
}

const times = (counts: Counts, recipient: string) => counts.get(recipient) ?? 0;

const isSaidSent = ({ kind }: ItemReport) => kind === 'ok' || kind === 'recovered';

const isSaidNotSent = ({ kind }: ItemReport) => kind === 'failed' || kind === 'notAttempted';

/** What the service's own count holds against a trial. */
export function judge(trial: Trial): Finding[] {
	const { cell, runs } = trial;
	const findings = [
		...runs.flatMap((run) => judgeReports(trial, run)),
		...judgeEnd(trial, runs.at(-1) as TrialRun),
	];
	if (cell.course === 'retryToEveryone' && reachesEveryoneAfterPart(trial)) {
		const offence = 'sent to everyone, after a part of the list had it';
		findings.push({ offence, cell, details: runs.at(-1)?.error ?? '' });
	}
	return findings;
}

/** What a run said of its items, against what the service had done by then. */
function judgeReports({ cell, items, runs, isNewEachTime }: Trial, run: TrialRun): Finding[] {
	return items.flatMap(({ recipients }, index) => {
		const place = `run ${runs.indexOf(run)}, item ${index}: `;
		const report = run.reports.get(index);
		// Another message, to others; refused as a whole, it names what earlier tries sent and no more.
		if (cell.course === 'retryToEveryone' && run !== runs[0]) return [];
		if (!report) return [{ offence: 'not reported', cell, details: place + run.error }];
		const said = ` ${report.kind}: ${report.text} ${run.error}`;
		const since = (recipient: string) =>
			times(run.after, recipient) - (isNewEachTime ? times(run.before, recipient) : 0);
		const claimed = recipients.filter((recipient) => !isNotAccepted(report, recipient));
		const without = claimed.filter((recipient) => times(run.after, recipient) === 0);
		const findings: Finding[] = [];
		if (isSaidSent(report) && without.length > 0) {
			const details = place + without.join() + said;
			findings.push({ offence: 'reported as sent, but was not', cell, details });
		}
		const sent = recipients.filter((recipient) => since(recipient) > 0);
		if (isSaidNotSent(report) && sent.length > 0 && !liesBeyondProof(cell)) {
			const details = place + sent.join() + said;
			findings.push({ offence: 'reported as not sent, but was', cell, details });
		}
		return findings;
	});
}

/** Where a trial has come to when its last run is over. */
function judgeEnd(
	{ cell, items, wasTooSlow }: Trial,
	{ after, reports, error }: TrialRun,
): Finding[] {
	return items.flatMap(({ recipients }, index) => {
		const report = reports.get(index);
		const find = (offence: Offence, what: string): Finding => ({
			offence,
			cell,
			details: `item ${index}: ${what} ${error}`,
		});
		const findings: Finding[] = [];
		const twice = recipients.filter((recipient) => times(after, recipient) > 1);
		if (twice.length > 0 && !mayBeTwice(cell)) {
			const counted = twice.map((recipient) => `${recipient} ${times(after, recipient)} times`);
			findings.push(find('sent twice', counted.join()));
		}
		if (report?.kind !== 'unknown' || wasTooSlow) return findings;
		const isSent = recipients.every((recipient) => times(after, recipient) > 0);
		if (isSent && couldTell(cell)) {
			findings.push(find('left unknown, although the service could tell', report.text));
		}
		const isWhole = recipientsOfCall(items, index).every((it) => times(after, it) === 0);
		if (isWhole && couldSendAgain(cell)) {
			findings.push(find('not sent again, although it was asked for and could be', report.text));
		}
		return findings;
	});
}

/** Everyone whom the call reaches that an item is part of: its items have one custom ticket. */
function recipientsOfCall(items: Trial['items'], index: number): string[] {
	const { ticket } = items[index]!.json;
	return items.filter(({ json }) => json.ticket === ticket).flatMap(({ recipients }) => recipients);
}

/** Somebody who is in no item has a message, although somebody who is had one before. */
function reachesEveryoneAfterPart({ cell, items, runs }: Trial): boolean {
	if (liesBeyondProof(cell)) return false;
	const listed = new Set(items.flatMap(({ recipients }) => recipients));
	const [first, second] = runs;
	const hadPart = [...(first?.after.keys() ?? [])].some((recipient) => listed.has(recipient));
	return hadPart && [...(second?.after.keys() ?? [])].some((it) => !listed.has(it));
}

/** The plain send's answer names the numbers that were taken. */
function isNotAccepted({ text }: ItemReport, recipient: string): boolean {
	const [, list] = /"not_accepted":\[([^\]]*)\]/.exec(text) ?? [];
	return list?.includes(recipient.split('/')[1] as string) ?? false;
}

/** Arrives at the service when the node has asked for the last time. */
const arrivesTooLate = ({ answer, when }: Cell) =>
	answer === 'delay past questions' && when !== 'after';

/** Rows of a message to everyone do not say whether all of them have it. */
const isRefusedBroadcast = (cell: Cell) => isBroadcast(cell) && saysRefused(cell);

/** The service's look-ups are right, at once. */
const couldTell = (cell: Cell) =>
	hasTicket(cell) &&
	['known', 'busyOnce'].includes(cell.lookUp) &&
	!isEdited(cell.course) &&
	!arrivesTooLate(cell) &&
	!isRefusedBroadcast(cell);

/** Certainly unclear, and certainly not known. */
const UNCLEAR: ReadonlySet<string> = new Set(['closed', 'reset', 'cut', '500', '502', '503']);

/** A message to everyone is never sent again. */
const couldSendAgain = (cell: Cell) =>
	couldTell(cell) &&
	!isBroadcast(cell) &&
	cell.onUnclear === 'resend' &&
	cell.nth === 1 &&
	UNCLEAR.has(cell.answer);

/** One line for each kind of offence and cell, with the first thing that happened there. */
export function described(findings: readonly Finding[]): string[] {
	const lines = new Map<string, string>();
	for (const { offence, cell, details } of findings) {
		const key = `${offence}: ${JSON.stringify(cell)}`;
		if (!lines.has(key)) lines.set(key, `${key}: ${details}`);
	}
	return [...lines.values()];
}

/** How many messages were asked for. */
export function recipientSends({ items, runs }: Trial): number {
	return runs.length * items.reduce((sum, { recipients }) => sum + recipients.length, 0);
}

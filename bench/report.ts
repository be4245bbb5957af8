import { cpus, totalmem } from 'node:os';

import { altOf, type Picture } from './bars';

/** A goal, and what became of it. */
export interface Goal {
	goal: string;
	measured: string;
	met: boolean;
	/** What the same run tells of it, where it is missed. */
	reason?: string;
}

/** What a row of the benchmark gives. */
export interface Section {
	title: string;
	/** What was compared, and how. */
	text: string;
	/** Of what is compared, from the figures of the table. */
	pictures?: Picture[];
	header: string[];
	lines: string[][];
	goals: Goal[];
}

export const times = (ratio: number) => `${figure(ratio)} ×`;

/** Three digits that count. */
export function figure(value: number): string {
	if (!Number.isFinite(value)) return '-';
	const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
	return value.toLocaleString('en', {
		minimumFractionDigits: Math.min(digits, 3),
		maximumFractionDigits: Math.min(digits, 3),
	});
}

export const percent = (part: number) => `${figure(part * 100)} %`;
export const milliseconds = (value: number) => `${figure(value)} ms`;
export const megabytes = (bytes: number) => `${figure(bytes / 1e6)} MB`;
export const kilobytes = (bytes: number) => `${figure(bytes / 1e3)} kB`;

interface Measured {
	goal: string;
	value: number;
	/** How the value is written, a ratio where not given. */
	as?: (value: number) => string;
	whenMissed?: string;
}

export function atLeast(least: number, { goal, value, as = times, whenMissed }: Measured): Goal {
	return judged(goal, `≥ ${as(least)}`, as(value), value >= least, whenMissed);
}

export function atMost(most: number, { goal, value, as = times, whenMissed }: Measured): Goal {
	return judged(goal, `≤ ${as(most)}`, as(value), value <= most, whenMissed);
}

function judged(
	goal: string,
	limit: string,
	measured: string,
	met: boolean,
	whenMissed: string | undefined,
): Goal {
	return { goal: `${goal}: ${limit}`, measured, met, ...(!met && { reason: whenMissed }) };
}

/** What a run was made with, by name. */
export type Circumstances = Record<string, string>;

/** Rows of Markdown, its columns aligned by nothing but their bars. */
function table(header: readonly string[], lines: ReadonlyArray<readonly string[]>): string {
	return [header, header.map(() => '---'), ...lines]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

function goalsTable(goals: readonly Goal[]): string {
	return table(
		['Goal', 'Measured', 'Met'],
		goals.map(({ goal, measured, met }) => [goal, measured, met ? 'yes' : '**no**']),
	);
}

/** A row as Markdown: its goals, what is known of those that are missed, and all that was measured. */
export function sectionText({ title, text, pictures = [], header, lines, goals }: Section): string {
	const reasons = goals.flatMap(({ goal, met, reason }) =>
		met || !reason ? [] : [`- **${goal}** is missed. ${reason}`],
	);
	return [
		`## ${title}`,
		text,
		goalsTable(goals),
		reasons.join('\n'),
		...pictures.map((picture) => `![${altOf(picture)}](images/${picture.file}.svg)`),
		table(header, lines),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

/** The whole document. */
export function documentText(circumstances: Circumstances, sections: readonly Section[]): string {
	return `${[
		'# Benchmarks',
		'Written by `npm run bench`, which measures this package and what it is compared with in one run, on the same inputs: each in a process of its own, in turn for several rounds. Times are the medians of the rounds, ratios the medians of the ratios of each round. The work of decoding, encoding, loading and of a single call is the processor time of the thread that does it, so that other programs count for little; elsewhere it is the time that passes. `npm run bench -- --help` tells how to run some rows only, and with other inputs.',
		Object.entries(circumstances)
			.map(([name, value]) => `- ${name}: ${value}`)
			.join('\n'),
		...sections.map(sectionText),
	].join('\n\n')}\n`;
}

/** Processors, memory and system, without anything that names the machine. */
export function machine(): string {
	const [processor] = cpus();
	return `${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}, ${figure(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}`;
}

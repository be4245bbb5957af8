import { markdownOf, type Picture } from './bars';

/** What a row of the benchmark gives. */
export interface Section {
	title: string;
	/** What was compared, and how. */
	text: string;
	/** Goals, and what became of them. */
	goals: string[][];
	/** Of what is compared, from the figures of the table. */
	pictures: Picture[];
	header: string[];
	lines: string[][];
}

/** Three digits that count. */
export function figure(value: number): string {
	if (!Number.isFinite(value)) return '-';
	const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
	return value.toLocaleString('en', {
		minimumFractionDigits: Math.min(digits, 3),
		maximumFractionDigits: Math.min(digits, 3),
	});
}

export const times = (ratio: number) => `${figure(ratio)} ×`;
export const percent = (part: number) => `${figure(part * 100)} %`;
export const milliseconds = (value: number) => `${figure(value)} ms`;
export const megabytes = (bytes: number) => `${figure(bytes / 1e6)} MB`;
export const kilobytes = (bytes: number) => `${figure(bytes / 1e3)} kB`;

const judged = (isMet: boolean) => (isMet ? 'yes' : '**no**');

export const atLeast = (least: number, goal: string, value: number, as = times) => [
	...[`${goal}: ≥ ${as(least)}`, as(value), judged(value >= least)],
];

export const atMost = (most: number, goal: string, value: number, as = times) => [
	...[`${goal}: ≤ ${as(most)}`, as(value), judged(value <= most)],
];

/** Rows of Markdown, its columns aligned by nothing but their bars. */
const table = (header: string[], lines: string[][]) =>
	[header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** A row as Markdown: its goals, pictures of what is compared, and all that was measured. */
export const sectionText = ({ title, text, pictures, header, lines, goals }: Section) =>
	[
		`## ${title}`,
		text,
		table(['Goal', 'Measured', 'Met'], goals),
		...pictures.map(markdownOf),
		table(header, lines),
	].join('\n\n');

/** The whole document. `circumstances` are what the run was made with, by name. */
export const documentText = (circumstances: object, sections: readonly Section[]) =>
	`${[
		'# Benchmarks',
		'Written by `npm run bench`, which measures this package and what it is compared with in one run, on the same inputs: each in a process of its own, in turn for several rounds. Times are the medians of the rounds, ratios the medians of the ratios of each round. The work of decoding, encoding, loading and of a single call is the processor time of the thread that does it, so that other programs count for little; elsewhere it is the time that passes. `npm run bench -- --help` tells how to run some rows only, and with other inputs.',
		Object.entries(circumstances)
			.map(([name, value]) => `- ${name}: ${value}`)
			.join('\n'),
		...sections.map(sectionText),
	].join('\n\n')}\n`;

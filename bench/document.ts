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

const THREE_DIGITS = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };

/** With three digits that count. */
export const figure = (value: number) => value.toLocaleString('en', THREE_DIGITS);
export const times = (ratio: number) => `${figure(ratio)} ×`;
export const percent = (part: number) => `${figure(part * 100)} %`;
export const milliseconds = (value: number) => `${figure(value)} ms`;
export const megabytes = (bytes: number) => `${figure(bytes / 1e6)} MB`;
export const kilobytes = (bytes: number) => `${figure(bytes / 1e3)} kB`;

/** What is compared, by name, as the table writes it. */
export const linesOf = ({ values, as }: Pick<Picture, 'values' | 'as'>): string[][] =>
	values.map(([name, value]) => [name, as(value)]);

const goal = (isMet: boolean, ...said: string[]) => [...said, isMet ? 'yes' : '**no**'];

export const atLeast = (least: number, text: string, value: number, as = times) =>
	goal(value >= least, `${text}: ≥ ${as(least)}`, as(value));

export const atMost = (most: number, text: string, value: number, as = times) =>
	goal(value <= most, `${text}: ≤ ${as(most)}`, as(value));

const table = (header: string[], lines: string[][]) =>
	[header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const sectionText = ({ title, text, header, lines, goals, pictures }: Section) =>
	[
		`## ${title}`,
		text,
		table(['Goal', 'Measured', 'Met'], goals),
		...pictures.map(markdownOf),
		table(header, lines),
	].join('\n\n');

/** The whole document. `circumstances` are what the run was made with. */
export const documentText = (circumstances: readonly string[], sections: readonly Section[]) =>
	`${[
		'# Benchmarks',
		'Written by `npm run bench`, which measures this package and what it is compared with in one run, on the same inputs: each in a process of its own (the triggers in one n8n), in turn for several rounds; what takes long has fewer of them, and memory one. Times are the medians of the rounds, ratios the medians of the ratios of each round. Work is the processor time of the thread that does it, for PHP of its process, so that other programs count for little; elsewhere it is the time that passes. `npm run bench -- --help` tells how to run some rows only, and fewer rounds.',
		circumstances.map((line) => `- ${line}`).join('\n'),
		...sections.map(sectionText),
	].join('\n\n')}\n`;

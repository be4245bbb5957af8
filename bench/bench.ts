import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { svgOf } from './bars';
import * as decode from './decode';
import * as encode from './encode';
import * as engine from './engine';
import * as growth from './growth';
import * as load from './load';
import * as messageReport from './messageReport';
import * as overhead from './overhead';
import * as poll from './poll';
import * as trigger from './trigger';
import { documentText, machine, sectionText, type Circumstances, type Section } from './report';
import { buildPrograms, hasPhp } from './rounds';

const ROOT = join(__dirname, '..');
const DOCS = join(ROOT, 'docs');

/** What a row is measured with. */
export interface Bench {
	/** Executable of the Node that runs n8n, and every program that is compared. */
	node: string;
	/** The package as it would be published. */
	tarball: string;
	/** Folder of the private package that has the peers. */
	peers: string;
	/** For inputs; emptied at the end. */
	folder: string;
	seed: number;
	rounds: number;
}

interface Row {
	/** Files under `programs/`. */
	programs: readonly string[];
	measure(bench: Bench): Promise<Section>;
}

const ROWS: Record<string, Row> = {
	decode,
	growth,
	encode,
	engine,
	overhead,
	report: messageReport,
	trigger,
	poll,
	load,
};

export const USAGE = `Usage: npm run bench -- [options] [row ...]

Rows: ${Object.keys(ROWS).join(', ')}. All of them together are written to
docs/benchmarks.md; chosen ones are only printed.

  --seed <number>    of the inputs (default 1)
  --rounds <number>  how often each has its turn (default 7)
  --help
`;

/** What is to be measured. */
export interface Choice {
	/** Names of rows; all of them when empty. */
	rows: string[];
	seed: number;
	rounds: number;
}

/**
 * @returns undefined when help is asked for
 * @throws Error for arguments that cannot be followed
 */
export function choiceOf(args: string[]): Choice | undefined {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			seed: { type: 'string', default: '1' },
			rounds: { type: 'string', default: '7' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const unknown = positionals.find((name) => !Object.hasOwn(ROWS, name));
	if (unknown) throw new Error(`There is no row ${unknown}.`);
	const number = (option: 'seed' | 'rounds') => {
		if (/^[1-9]\d{0,8}$/.test(values[option])) return Number(values[option]);
		throw new Error(`--${option} takes a whole number above 0.`);
	};
	return { rows: positionals, seed: number('seed'), rounds: number('rounds') };
}

/** Measures what was chosen. */
export async function runBench(
	prepared: Pick<Bench, 'node' | 'tarball' | 'peers'>,
	{ rows, seed, rounds }: Choice,
	/** Shows that the work goes on and for how long. */
	step: <T>(label: string, work: () => Promise<T>) => Promise<T>,
): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-bench-inputs-'));
	const bench: Bench = { ...prepared, folder, seed, rounds };
	const circumstances = circumstancesOf(bench);
	for (const [name, value] of Object.entries(circumstances)) {
		process.stdout.write(`${name}: ${value}\n`);
	}

	const sections: Section[] = [];
	const chosen = rows.length > 0 ? rows : Object.keys(ROWS);
	await buildPrograms(chosen.flatMap((name) => ROWS[name]!.programs));
	try {
		for (const name of chosen) {
			const section = await step(`Measuring ${name}`, () => ROWS[name]!.measure(bench));
			process.stdout.write(`\n${sectionText(section)}\n`);
			sections.push(section);
		}
	} finally {
		await rm(folder, { recursive: true, force: true, maxRetries: 10 });
	}
	if (rows.length > 0) return;
	await writeFile(join(DOCS, 'benchmarks.md'), documentText(circumstances, sections));
	for (const picture of sections.flatMap(({ pictures }) => pictures)) {
		await writeFile(join(DOCS, 'images', picture.file), svgOf(picture));
	}
}

function circumstancesOf({ node, peers, seed, rounds }: Bench): Circumstances {
	const { dependencies } = manifest(peers);
	const version = (folder: string, name: string) =>
		`${name} ${manifest(join(folder, 'node_modules', name)).version}`;
	const said = (program: string, ...args: string[]) =>
		execFileSync(program, args, { encoding: 'utf8' }).trim();
	return {
		Machine: `${machine()}; load at the start ${loadavg()[0]!.toFixed(1)}`,
		Versions: [
			`this package ${manifest(ROOT).version}`,
			`Node ${said(node, '--version').slice(1)}`,
			version(join(ROOT, 'host'), 'n8n'),
			...['fast-xml-parser', 'saxes'].map((name) => version(ROOT, name)),
			...Object.keys(dependencies).map((name) => version(peers, name)),
			`PHP ${hasPhp() ? said('php', '-r', 'echo PHP_VERSION;') : 'not installed'}`,
		].join(', '),
		'Seed and rounds': `${seed} and ${rounds}`,
	};
}

function manifest(folder: string) {
	return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		version: string;
		dependencies: Record<string, string>;
	};
}

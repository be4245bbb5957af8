import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';

import { fileOf, svgOf } from './bars';
import * as decode from './decode';
import * as encode from './encode';
import * as engine from './engine';
import * as growth from './growth';
import * as load from './load';
import * as messageReport from './messageReport';
import * as overhead from './overhead';
import * as poll from './poll';
import * as trigger from './trigger';
import { documentText, figure, sectionText, type Section } from './report';
import { buildPrograms, hasPhp, HOST, type Bench } from './rounds';

const ROOT = join(__dirname, '..');
const DOCS = join(ROOT, 'docs');

const ROWS: Record<string, { measure(bench: Bench): Promise<Section> }> = {
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

export const ROW_NAMES = Object.keys(ROWS);

/**
 * Prints the rows that are chosen. Where none are, measures all, and writes them to the docs.
 *
 * @param step shows that the work goes on and for how long
 */
export async function runBench(
	rows: string[],
	options: Omit<Bench, 'folder'>,
	step: <T>(label: string, work: () => Promise<T>) => Promise<T>,
): Promise<void> {
	const circumstances = circumstancesOf(options);
	for (const [name, value] of Object.entries(circumstances)) {
		process.stdout.write(`${name}: ${value}\n`);
	}
	const folder = await mkdtemp(join(tmpdir(), 'n8n-bench-'));
	const sections: Section[] = [];
	try {
		await buildPrograms();
		for (const name of rows.length > 0 ? rows : ROW_NAMES) {
			const measure = async () => await ROWS[name]!.measure({ ...options, folder });
			const section = await step(`Measuring ${name}`, measure);
			process.stdout.write(`\n${sectionText(section)}\n`);
			sections.push(section);
		}
	} finally {
		await rm(folder, { recursive: true, force: true, maxRetries: 10 });
	}
	if (rows.length > 0) return;
	await writeFile(join(DOCS, 'benchmarks.md'), documentText(circumstances, sections));
	for (const picture of sections.flatMap(({ pictures }) => pictures)) {
		await writeFile(join(DOCS, 'images', fileOf(picture)), svgOf(picture));
	}
}

/** What a run is made with, without anything that names the machine. */
function circumstancesOf({ node, seed, rounds }: Omit<Bench, 'folder'>) {
	const processors = cpus();
	const processor = processors[0]?.model.trim() ?? 'unknown processor';
	const memory = `${figure(totalmem() / 2 ** 30)} GiB`;
	const versions = (folder: string, ...names: string[]) =>
		names.map((name) => `${name} ${manifest(join(folder, 'node_modules', name)).version}`);
	const said = (program: string, ...args: string[]) =>
		execFileSync(program, args, { encoding: 'utf8' }).trim();
	return {
		Machine: `${processors.length} × ${processor}, ${memory}, ${process.platform} ${process.arch}; load at the start ${loadavg()[0]!.toFixed(1)}`,
		Versions: [
			`this package ${manifest(ROOT).version}`,
			`Node ${said(node, '--version').slice(1)}`,
			...versions(HOST, 'n8n'),
			...versions(ROOT, 'fast-xml-parser', 'saxes'),
			...versions(__dirname, ...Object.keys(manifest(__dirname).dependencies)),
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

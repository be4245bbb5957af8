import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';

import { build } from 'esbuild';

import { fileOf, svgOf } from './bars';
import { dependencies } from './package.json';
import { BUILT, N8N_LIBRARIES, type Bench } from './compare';
import { documentText, figure, sectionText, type Section } from './report';
import { hasPhp } from './soapClients';

const ROOT = join(__dirname, '..');

type Options = Omit<Bench, 'folder' | 'packageFolder'>;
type Step = (label: string, work: () => Promise<Section>) => Promise<Section>;

/**
 * Measures the chosen rows and prints them. Where none are chosen, these are all, and they are written
 * to the docs.
 *
 * @param step shows that the work goes on and for how long
 */
export async function runBench(all: string[], chosen: string[], options: Options, step: Step) {
	const circumstances = circumstancesOf(options);
	process.stdout.write(`${circumstances.join('\n')}\n`);
	const folder = await mkdtemp(join(tmpdir(), 'n8n-bench-'));
	const bench: Bench = { ...options, folder, packageFolder: join(folder, 'package') };
	const sections: Section[] = [];
	try {
		execFileSync('tar', ['-xzf', options.tarball, '-C', folder]);
		await buildPrograms();
		for (const row of chosen.length > 0 ? chosen : all) {
			const { measure } = require(join(__dirname, 'rows', row));
			const section = await step(`Measuring ${row}`, () => measure(bench));
			process.stdout.write(`\n${sectionText(section)}\n`);
			sections.push(section);
		}
	} finally {
		await rm(folder, { recursive: true, force: true, maxRetries: 10 });
	}
	if (chosen.length > 0) return;
	await writeFile(join(ROOT, 'docs', 'benchmarks.md'), documentText(circumstances, sections));
	for (const picture of sections.flatMap(({ pictures }) => pictures)) {
		await writeFile(join(ROOT, 'docs', 'images', fileOf(picture)), svgOf(picture));
	}
}

/** Builds what runs in processes of its own, by the settings of the package itself. */
async function buildPrograms(): Promise<void> {
	const ofN8n = ['n8n-core', 'n8n-workflow', 'reflect-metadata'];
	await build({
		absWorkingDir: __dirname,
		entryPoints: ['worker.ts', 'sandbox.ts', 'rows/*.ts'],
		outdir: BUILT,
		bundle: true,
		packages: 'external',
		// n8n's own copies, which its nodes use too.
		alias: Object.fromEntries(ofN8n.map((name) => [name, join(N8N_LIBRARIES, name)])),
		external: [join(N8N_LIBRARIES, '*')],
		platform: 'node',
		target: 'node20',
	});
}

/** What a run is made with, without anything that names the machine. */
function circumstancesOf({ node, rounds }: Options): string[] {
	const versionAt = (...path: string[]) => require(join(ROOT, ...path, 'package.json')).version;
	const versions = (folder: string, ...names: string[]) =>
		names.map((name) => `${name} ${versionAt(folder, 'node_modules', name)}`);
	const said = (program: string, ...args: string[]) => String(execFileSync(program, args)).trim();
	const compared = [
		`this package ${versionAt()}`,
		`Node ${said(node, '--version').slice(1)}`,
		...versions('host', 'n8n'),
		...versions('', 'fast-xml-parser', 'saxes'),
		...versions('bench', ...Object.keys(dependencies)),
		`PHP ${hasPhp() ? said('php', '-r', 'echo PHP_VERSION;') : 'not installed'}`,
	];
	const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${figure(totalmem() / 2 ** 30)} GiB`;
	return [
		`Machine: ${machine}, ${process.platform} ${process.arch}; load at the start ${figure(loadavg()[0]!)}`,
		`Versions: ${compared.join(', ')}`,
		`Rounds: ${rounds} (--rounds ${rounds})`,
	];
}

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { build } from 'esbuild';

import { fileOf, svgOf } from './bars';
import { unpack } from '../host/n8n';
import { dependencies } from './package.json';
import { BUILT, N8N_LIBRARIES, type Bench } from './turns';
import { documentText, figure, sectionText, type Section } from './document';
import { hasPhp } from './soapClients';

const ROOT = join(__dirname, '..');

/** Each is a file under `rows/`; in the order of the document. */
const ROWS = 'decode decodeLarge growth encode engine overhead report trigger poll load'.split(' ');

const USAGE = `Usage: npm run bench -- [options] [row ...]

Rows: ${ROWS.join(', ')}. All of them together are
written to docs/benchmarks.md; chosen ones are only printed.

  --rounds <number>  how often each has its turn (default 7)
`;

export async function main(): Promise<void> {
	// What was started ends with this process.
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
	const { values, positionals: chosen } = parseArgs({
		allowPositionals: true,
		options: { rounds: { type: 'string', default: '7' }, help: { type: 'boolean' } },
	});
	if (values.help) {
		process.stdout.write(USAGE);
		return;
	}
	const { prepare, prepareFolder, SetupError } = await import('../host/prepare.mjs');
	const rounds = Number(values.rounds);
	if (!Number.isInteger(rounds) || rounds < 1)
		throw new SetupError(`--rounds is ${values.rounds}, and has to be 1 or more.\n\n${USAGE}`);
	const unknown = chosen.find((row) => !ROWS.includes(row));
	if (unknown !== undefined) throw new SetupError(`There is no row ${unknown}.\n\n${USAGE}`);
	if (chosen.length === 0 && !hasPhp())
		throw new SetupError(
			'What is written to the docs is compared with PHP. Install php with its SOAP extension, or choose rows.',
		);

	const { node, tarball } = await prepare();
	await prepareFolder(__dirname, 'Installing what the package is measured against');
	const folder = await mkdtemp(join(tmpdir(), 'n8n-bench-'));
	// Also after a signal.
	process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
	const packageFolder = join(folder, 'package');
	await measureRows(chosen, { node: node!, tarball, packageFolder, folder, rounds });
}

/** Prints the chosen rows. Where none are chosen, these are all, and they are written to the docs. */
async function measureRows(chosen: string[], bench: Bench): Promise<void> {
	const circumstances = circumstancesOf(bench);
	process.stdout.write(`${circumstances.join('\n')}\n`);
	await unpack(bench.tarball, bench.packageFolder);
	await buildPrograms();
	const { step } = await import('../host/progress.mjs');
	const sections: Section[] = [];
	for (const row of chosen.length > 0 ? chosen : ROWS) {
		const { measure } = require(join(__dirname, 'rows', row));
		const section: Section = await step(`Measuring ${row}`, () => measure(bench));
		process.stdout.write(`\n${sectionText(section)}\n`);
		sections.push(section);
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
function circumstancesOf({ node, rounds }: Bench): string[] {
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

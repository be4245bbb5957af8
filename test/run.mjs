import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
	build,
	cache,
	prepare,
	prepareProject,
	root,
	runMain,
	SetupError,
} from '../host/prepare.mjs';

const isCi = process.env.CI === 'true';

/** @typedef {{ passed: number, failed: number, skipped: number, note?: string }} Outcome */

/** Runs a program, its output going where ours goes; answers whether it succeeded. */
const succeeds = (command, args) =>
	new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
		child.on('error', reject);
		child.on('close', (code) => resolve(code === 0));
	});

/** A tool of the project, started without a shell. */
const tool = (script, ...args) =>
	succeeds(process.execPath, [join(root, 'node_modules', script), ...args]);

/** @returns {Promise<Outcome>} */
const check = async (isGood) =>
	(await isGood) ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };

/** @returns {Promise<Outcome>} */
async function jest(project) {
	const report = join(cache, 'test', `${project}.json`);
	await mkdir(join(cache, 'test'), { recursive: true });
	await rm(report, { force: true });
	const args = ['--selectProjects', project, '--json', `--outputFile=${report}`];
	// --json alone would print the report; what people read goes to standard error either way.
	const isGood = await new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...args], {
			cwd: root,
			stdio: ['ignore', 'ignore', 'inherit'],
		});
		child.on('error', reject);
		child.on('close', (code) => resolve(code === 0));
	});
	const result = await readFile(report, 'utf8').then(JSON.parse, () => undefined);
	const passed = result?.numPassedTests ?? 0;
	const failed = (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0);
	const skipped = (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
	// jest fails as a whole too: no test found, a global set-up that throws, an open obsolete snapshot.
	return { passed, failed: isGood ? failed : Math.max(failed, 1), skipped };
}

/** @returns {Promise<Outcome>} */
async function interop() {
	const { stdout } = spawnSync('php', ['-m'], { encoding: 'utf8' });
	if (/^soap$/m.test(stdout ?? '')) return await jest('interop');
	const note = 'needs PHP with SOAP. On Debian or Ubuntu: apt-get install php-cli php-soap php-xml';
	return { passed: 0, failed: 0, skipped: 1, note };
}

/** @returns {Promise<Outcome>} */
async function browser() {
	const named = process.env.CHROMIUM_PATH;
	const places = JSON.parse(await readFile(join(root, 'test/browser/chromium.json'), 'utf8'));
	if ((named ? [named] : places).some((path) => existsSync(path))) {
		await prepare();
		return await jest('browser');
	}
	const note = named
		? `CHROMIUM_PATH names ${named}, which does not exist`
		: 'needs Chromium or Google Chrome. On Debian: apt-get install chromium. On Ubuntu: snap install chromium. Elsewhere set CHROMIUM_PATH to the program';
	return { passed: 0, failed: 0, skipped: 1, note };
}

/** @returns {Promise<Outcome>} */
async function queue() {
	if (spawnSync('redis-server', ['--version']).status === 0) {
		await prepare();
		return await jest('queue');
	}
	const note = 'needs Redis. On Debian or Ubuntu: apt-get install redis-server';
	return { passed: 0, failed: 0, skipped: 1, note };
}

let built;
/** The layers that load `dist/` share one build. */
const buildOnce = () => (built ??= build());

/** By name only: installs several versions of n8n, 2 GB each. */
const ON_DEMAND = { compat: () => jest('compat') };

/** In the order in which they run: what is quick to fail comes first. */
const LAYERS = {
	lint: () => check(succeedsNpm('lint')),
	types: () => check(tool('typescript/bin/tsc', '-p', '.')),
	unit: () => jest('unit'),
	scan: async () => {
		await buildOnce();
		return await check(succeeds(process.execPath, [join(root, 'test/scan.mjs')]));
	},
	package: async () => {
		await buildOnce();
		return await jest('package');
	},
	engine: async () => {
		await buildOnce();
		return await jest('engine');
	},
	faults: async () => {
		await buildOnce();
		return await jest('faults');
	},
	interop: async () => {
		await buildOnce();
		return await interop();
	},
	e2e: async () => {
		await prepare();
		return await jest('e2e');
	},
	queue,
	browser,
};

function succeedsNpm(script) {
	const running = process.env.npm_execpath;
	return running?.endsWith('npm-cli.js')
		? succeeds(process.execPath, [running, 'run', '--silent', script])
		: succeeds('npm', ['run', '--silent', script]);
}

await runMain(async () => {
	const chosen = process.argv.slice(2);
	const known = { ...LAYERS, ...ON_DEMAND };
	const unknown = chosen.find((name) => !(name in known));
	if (unknown) {
		throw new SetupError(`There is no layer ${unknown}. Layers: ${Object.keys(known).join(', ')}`);
	}
	await prepareProject();
	const total = { passed: 0, failed: 0 };
	const summary = [];
	for (const name of chosen.length > 0 ? chosen : Object.keys(LAYERS)) {
		process.stdout.write(`\n== ${name}\n`);
		let outcome;
		try {
			outcome = await known[name]();
		} catch (error) {
			process.stderr.write(`${error instanceof SetupError ? error.message : error?.stack}\n`);
			outcome = { passed: 0, failed: 1, skipped: 0 };
		}
		const { passed, failed, skipped, note } = outcome;
		total.passed += passed;
		total.failed += failed + (isCi ? skipped : 0);
		const counts = [`${passed} passed`, `${failed} failed`];
		if (skipped > 0)
			counts.push(isCi ? `${skipped} skipped, which fails here` : `${skipped} skipped`);
		summary.push(`${name.padEnd(8)} ${counts.join(', ')}${note ? ` (${note})` : ''}`);
	}
	process.stdout.write(
		`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`,
	);
	process.exitCode = total.failed === 0 ? 0 : 1;
});

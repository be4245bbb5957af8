import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './freePort';
import { name, version } from '../package.json';
import { N8nClient } from './n8nClient';
import { startN8nProcess, type Command, type RunningProcess } from './n8nProcess';

/** What n8n gets of the caller's environment: nothing that configures n8n, its database or Node. */
const INHERITED = ['HOME', 'LANG', 'TMPDIR', 'TZ', 'USERPROFILE', 'SystemRoot', 'TEMP', 'TMP'];

/** Quiet, offline, and soon ended. */
export const SETTINGS = {
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
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
	N8N_SECURE_COOKIE: 'false',
};

/**
 * What the demo and the tests do not need, some of which asks other hosts: by the names of the pinned
 * version, because n8n refuses to start by names that it lacks.
 */
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
	/** More of its environment. */
	env?: NodeJS.ProcessEnv;
}

export interface RunningN8n extends RunningProcess {
	readonly client: N8nClient;
}

/** Unpacks what a packed package holds. A `tar` may take the drive of a path on Windows for a host. */
export async function unpack(tarball: string, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const args = ['-xzf', basename(tarball), '-C', folder, '--strip-components=1'];
	await promisify(execFile)('tar', args, { cwd: dirname(tarball) });
}

/** Unpacks the package where n8n's own installer for community packages puts it. */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	const folder = join(nodes, 'node_modules', name);
	await rm(folder, { recursive: true, force: true });
	await unpack(tarball, folder);
	const installed = { private: true, dependencies: { [name]: version } };
	await writeFile(join(nodes, 'package.json'), JSON.stringify(installed));
}

/** How a command of n8n is run, such as `start`, with the package installed. */
export async function commandOf(options: N8nOptions, ...args: string[]): Promise<Command> {
	const { node, tarball, userFolder, host, env } = options;
	await mkdir(userFolder, { recursive: true });
	if (tarball) await installPackage(tarball, userFolder);
	const n8n = join(host ?? __dirname, 'node_modules', 'n8n', 'bin', 'n8n');
	return {
		program: node,
		args: ['--import', join(__dirname, 'endWithParent.mjs'), n8n, ...args],
		// n8n reads a `.env` file of the folder in which it runs.
		cwd: userFolder,
		env: {
			...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
			...SETTINGS,
			...(host === undefined && { N8N_DISABLED_MODULES: DISABLED_MODULES }),
			PATH: [dirname(node), process.env.PATH].join(delimiter),
			N8N_USER_FOLDER: userFolder,
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...env,
		},
	};
}

/** What has n8n listen at a port of this machine only. */
export const listensAt = (port: number) => ({
	N8N_HOST: '127.0.0.1',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_PORT: String(port),
});

/**
 * Starts an n8n whose editor is at that port.
 *
 * @throws when it ends or is not ready within three minutes, with the end of its log
 */
export async function startEditor(command: Command, port: number): Promise<RunningN8n> {
	const url = `http://127.0.0.1:${port}`;
	const running = await startN8nProcess(command, {
		url,
		// It answers its settings only once migrations are done and its routes are registered.
		path: '/rest/settings',
		// Before it says so, it looks for what it was ended with, and takes an execution that waits for
		// crashed for a moment.
		line: 'Editor is now accessible',
	});
	return { ...running, client: new N8nClient(url) };
}

/** Starts the pinned n8n on 127.0.0.1, on its embedded SQLite, sending nothing outside the machine. */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const port = options.port ?? (await freePort());
	const env = { ...listensAt(port), ...options.env };
	return await startEditor(await commandOf({ ...options, env }, 'start'), port);
}

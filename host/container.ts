import { execFile, spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort, installPackage, SETTINGS, type RunningN8n } from './n8n';
import { N8nClient } from './n8nClient';
import { startProcess } from './process';

export interface ContainerOptions {
	engine: 'docker' | 'podman';
	/** Of n8n, e.g. the one that n8n publishes. */
	image: string;
	/** The packed package to install. */
	tarball: string;
	/** Where n8n keeps its database, settings and community packages; reused when it exists. */
	userFolder: string;
	port: number;
}

const isLinux = process.platform === 'linux';

/** By which name n8n reaches this machine from its container. */
export const HOST_FROM_CONTAINER = isLinux ? '127.0.0.1' : 'host.docker.internal';

const FOLDER = '/data';

/** What n8n is told. The address is the one that people and the sandbox use on this machine. */
const environment = async (port: number): Promise<NodeJS.ProcessEnv> => ({
	...SETTINGS,
	HOME: FOLDER,
	N8N_USER_FOLDER: FOLDER,
	N8N_HOST: '127.0.0.1',
	N8N_PORT: String(port),
	N8N_SECURE_COOKIE: 'false',
	...(isLinux && {
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
	}),
});

/**
 * Who n8n is in its container: ourselves where files keep their owners, so that we may use what it
 * writes, and it what we write.
 */
function userOf(engine: ContainerOptions['engine']): string[] {
	if (!isLinux || !process.getuid || !process.getgid) return [];
	const user = `--user=${process.getuid()}:${process.getgid()}`;
	if (engine === 'docker') return [user];
	return process.getuid() === 0 ? [user] : ['--userns=keep-id', user];
}

/** Fetches an image that is not there yet. */
export async function fetchImage({
	engine,
	image,
}: Pick<ContainerOptions, 'engine' | 'image'>): Promise<void> {
	if (spawnSync(engine, ['image', 'inspect', image], { stdio: 'ignore' }).status === 0) return;
	await promisify(execFile)(engine, ['pull', '--quiet', image]);
}

/**
 * Starts n8n from an image, with the package installed, answering on 127.0.0.1. On Linux it shares the
 * network of this machine, and so reaches a sandbox that listens on 127.0.0.1 alone.
 *
 * @throws when it ends or is not ready within three minutes, with the end of its log
 */
export async function startContainer({
	engine,
	image,
	tarball,
	userFolder,
	port,
}: ContainerOptions): Promise<RunningN8n> {
	await mkdir(join(userFolder, '.n8n'), { recursive: true });
	await installPackage(tarball, join(userFolder, '.n8n'));
	const name = `n8n-subscription-messaging-${port}`;
	const remove = () => spawnSync(engine, ['rm', '--force', name], { stdio: 'ignore' });
	// What a start that was ended by force may have left.
	remove();
	const env = await environment(port);
	const url = `http://127.0.0.1:${port}`;
	const running = await startProcess({
		label: `n8n in ${image}`,
		program: process.execPath,
		args: [
			...[join(__dirname, 'runAttached.mjs'), engine, 'run', '--rm'],
			`--name=${name}`,
			isLinux ? '--network=host' : `--publish=127.0.0.1:${port}:${port}`,
			...userOf(engine),
			// Where files are labelled, a container may not use those of the user.
			'--security-opt=label=disable',
			`--mount=type=bind,source=${userFolder},target=${FOLDER}`,
			...Object.entries(env).map(([variable, value]) => `--env=${variable}=${value}`),
			image,
		],
		cwd: userFolder,
		env: process.env,
		readyUrl: `${url}/rest/settings`,
		logFile: join(userFolder, 'n8n.log'),
	}).catch((error: unknown) => {
		remove();
		throw error;
	});
	const andRemove = (end: () => Promise<void>) => async () => {
		await end();
		remove();
	};
	return {
		...running,
		stop: andRemove(running.stop),
		kill: andRemove(running.kill),
		url,
		client: new N8nClient(url),
	};
}

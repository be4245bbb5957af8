import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from './freePort';

import { installPackage, listensAt, SETTINGS, startEditor, type RunningN8n } from './n8n';

type Container = Record<'engine' | 'image', string>;

const ENGINES = { docker: 'Docker', podman: 'Podman' };
const isLinux = process.platform === 'linux';

/** By which name n8n reaches this machine from its container. */
export const HOST_FROM_CONTAINER = isLinux ? '127.0.0.1' : 'host.docker.internal';

/** Where the container has the user folder. */
const FOLDER = '/data';

/** The program that runs containers here. @throws where there is none, or none that runs */
export function findEngine(): string {
	const silent: string[] = [];
	for (const [program, name] of Object.entries(ENGINES)) {
		const { status, error, stderr } = spawnSync(program, ['ps'], { encoding: 'utf8' });
		if (status === 0) return program;
		const said = stderr?.trim() || error?.message;
		if (!said?.endsWith('ENOENT')) silent.push(`${name} is installed, but does not run: ${said}\n`);
	}
	const reason = silent.length
		? `${silent.join('')}Start it`
		: 'Neither Docker nor Podman is installed, and --container needs one of them. Install one';
	throw new Error(`${reason}, or run npm start without --container.`);
}

/** Fetches an image that is not there yet. */
export async function fetchImage({ engine, image }: Container): Promise<void> {
	if (spawnSync(engine, ['image', 'inspect', image], { stdio: 'ignore' }).status === 0) return;
	await promisify(execFile)(engine, ['pull', '--quiet', image]);
}

/**
 * Who n8n is in its container: ourselves where files keep their owners, so that we may use what it
 * writes, and it what we write.
 */
function userOf(engine: string): string[] {
	if (!isLinux || !process.getuid || !process.getgid) return [];
	const user = `--user=${process.getuid()}:${process.getgid()}`;
	const isMapped = engine === 'podman' && process.getuid() !== 0;
	return isMapped ? ['--userns=keep-id', user] : [user];
}

/**
 * Starts n8n from an image, with the package installed, answering on 127.0.0.1. On Linux it shares the
 * network of this machine, and so reaches a sandbox that listens on 127.0.0.1 alone.
 *
 * @throws when it ends or is not ready within three minutes, with the end of its log
 */
export async function startContainer(
	{ engine, image }: Container,
	{ tarball, userFolder, port }: { tarball: string; userFolder: string; port: number },
): Promise<RunningN8n> {
	await installPackage(tarball, userFolder);
	const env = {
		...SETTINGS,
		...listensAt(port),
		HOME: FOLDER,
		N8N_USER_FOLDER: FOLDER,
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		// A port is published to the container's own address.
		...(!isLinux && { N8N_LISTEN_ADDRESS: '0.0.0.0' }),
	};
	const args = [
		...[join(__dirname, 'runContainer.mjs'), engine, `n8n-subscription-messaging-${port}`],
		isLinux ? '--network=host' : `--publish=127.0.0.1:${port}:${port}`,
		...userOf(engine),
		// Where files are labelled, a container may not use those of the user.
		'--security-opt=label=disable',
		`--mount=type=bind,source=${userFolder},target=${FOLDER}`,
		...Object.entries(env).map(([variable, value]) => `--env=${variable}=${value}`),
		image,
	];
	const command = { program: process.execPath, args, cwd: userFolder, env: process.env };
	return await startEditor(command, port);
}

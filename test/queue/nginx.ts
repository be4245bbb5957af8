import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';

import { commandNamed } from '../prerequisites.js';

export interface RunningNginx {
	stop(): Promise<void>;
}

/** A folder for what an nginx reads and writes. */
export async function nginxFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
	// Where nginx is started as root, its workers are somebody else.
	await chmod(folder, 0o755);
	return folder;
}

/**
 * Starts a real nginx.
 *
 * @param folder as `nginxFolder` makes it; removed when nginx is stopped
 * @param servers the `server` and `upstream` blocks
 * @param isUp whether it answers, asked until it does
 */
export async function startNginx(
	folder: string,
	servers: string,
	isUp: () => Promise<boolean>,
): Promise<RunningNginx> {
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
		.map((kind) => `${kind}_temp_path ${folder}/${kind};`)
		.join('\n');
	const file = join(folder, 'nginx.conf');
	await writeFile(
		file,
		`daemon off; pid ${folder}/pid; error_log stderr;
events {}
http { access_log off; ${temporary}
${servers} }`,
	);
	const nginx = spawn(commandNamed('nginx'), ['-p', folder, '-c', file, '-e', 'stderr'], {
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const stop = async () => {
		if (nginx.exitCode === null) {
			nginx.kill();
			await once(nginx, 'exit');
		}
		await rm(folder, { recursive: true, force: true });
	};
	const deadline = Date.now() + 20_000;
	while (!(await isUp())) {
		if (nginx.exitCode !== null || Date.now() > deadline) {
			await stop();
			throw new Error('nginx does not answer');
		}
		await sleep(50);
	}
	return { stop };
}

/**
 * The proxy of `deploy/`, before processes of ours.
 *
 * @param port of 127.0.0.1 where it listens
 * @param places ports by the names that the containers have
 */
export async function startDeployProxy(
	port: number,
	places: Record<'main' | 'webhook-1' | 'webhook-2', number>,
): Promise<RunningNginx> {
	let routes = await readFile(join(__dirname, '../../deploy/nginx.conf'), 'utf8');
	const replace = (shown: string, own: string) => {
		if (!routes.includes(shown)) throw new Error(`deploy/nginx.conf lacks ${shown}`);
		routes = routes.replaceAll(shown, own);
	};
	replace('listen 8080;', `listen 127.0.0.1:${port};`);
	for (const [name, own] of Object.entries(places)) {
		replace(`server ${name}:5678;`, `server 127.0.0.1:${own};`);
	}
	return await startNginx(await nginxFolder(), routes, async () =>
		Boolean(
			await axios
				.get(`http://127.0.0.1:${port}/healthz`, { proxy: false, validateStatus: () => true })
				.catch(() => undefined),
		),
	);
}

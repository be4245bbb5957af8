import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../host/n8n';

export interface Redis {
	readonly port: number;
	stop(): Promise<void>;
}

/** Milliseconds until Redis must listen. */
const START_LIMIT = 60_000;

/** Starts the Redis of the system on 127.0.0.1, which keeps nothing on the disk. */
export async function startRedis(): Promise<Redis> {
	const port = await freePort();
	const settings = [
		'--port',
		String(port),
		'--bind',
		'127.0.0.1',
		'--save',
		'',
		'--appendonly',
		'no',
	];
	const child = spawn(
		process.execPath,
		[join(__dirname, '../interop/endWithParent.mjs'), 'redis-server', ...settings],
		{ stdio: ['pipe', 'ignore', 'inherit'] },
	);
	const closed = once(child, 'close');
	const stop = async () => {
		child.stdin.end();
		await closed;
	};
	const deadline = Date.now() + START_LIMIT;
	while (child.exitCode === null && Date.now() < deadline) {
		if (await listens(port)) return { port, stop };
		await sleep(50);
	}
	await stop();
	throw new Error('redis-server does not start. On Debian or Ubuntu: apt-get install redis-server');
}

function listens(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('connect', () => resolve(true));
		socket.once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds until a server must listen. */
const START_LIMIT = 60_000;

/** A server of the system that was started on 127.0.0.1, and ends with the tests. */
export interface OwnServer {
	stop(): Promise<void>;
	/** Resolves when it has ended. */
	readonly ended: Promise<void>;
}

/**
 * Starts a command that listens on a port of 127.0.0.1.
 *
 * @throws where it ends or does not listen within a minute
 */
export async function startServerAt(port: number, ...command: string[]): Promise<OwnServer> {
	const child = spawn(
		process.execPath,
		[join(__dirname, '../interop/runUntilInputEnds.mjs'), ...command],
		{ stdio: ['pipe', 'ignore', 'inherit'] },
	);
	const ended = once(child, 'close').then(() => undefined);
	const stop = async () => {
		child.stdin.end();
		await ended;
	};
	const deadline = Date.now() + START_LIMIT;
	while (child.exitCode === null && Date.now() < deadline) {
		if (await listens(port)) return { stop, ended };
		await sleep(50);
	}
	await stop();
	throw new Error(`${command.find((part) => !part.startsWith('-'))} does not start`);
}

function listens(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('connect', () => resolve(true));
		socket.once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 10_000;

export interface Command {
	/** It is given a channel to us, and has to end when that closes, which it does however we end. */
	program: string;
	args: string[];
	/** Its folder, which gets its log. */
	cwd: string;
	env: NodeJS.ProcessEnv;
}

/** Where it answers with JSON once it is ready, and what its log has to say by then. */
type Readiness = { url: string; path: string; line?: string };

export interface RunningProcess {
	readonly url: string;
	readonly logFile: string;
	/** Of the process itself; its children are in its group. */
	readonly pid: number;
	/** Resolves once the process has ended, whether or not it was asked to. */
	readonly ended: Promise<unknown>;
	/** Ends the process and every one that it started. */
	stop(): Promise<void>;
	/** The same without a warning, as a crash does. */
	kill(): Promise<void>;
}

export function logTail(logFile: string): string {
	return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20).join('\n');
}

const answersWithJson = (url: string): Promise<boolean> =>
	fetch(url, { signal: AbortSignal.timeout(5_000) })
		.then(async (answer) => answer.ok && Boolean(await answer.json()))
		.catch(() => false);

/**
 * Starts a program that is n8n, or has it in a container, and stays.
 *
 * @throws when it ends or is not ready within three minutes, with the end of its log
 */
export async function startN8nProcess(
	{ program, args, cwd, env }: Command,
	{ url, path, line = '' }: Readiness,
): Promise<RunningProcess> {
	const logFile = join(cwd, 'n8n.log');
	const log = openSync(logFile, 'w');
	const child = spawn(program, args, {
		cwd,
		env,
		stdio: ['ignore', log, log, 'ipc'],
		// A process group of its own: Ctrl-C reaches only us, and nothing that it starts outlives it.
		detached: process.platform !== 'win32',
	});
	closeSync(log);
	const { pid = NaN } = child;
	// Or could not be started.
	const ended = Promise.allSettled([once(child, 'exit')]);
	const send = (signal: NodeJS.Signals) => {
		try {
			process.kill(process.platform === 'win32' ? pid : -pid, signal);
		} catch {
			// Nothing of it is left.
		}
	};
	// While it loads, a signal ends it at once; that its channel closes, it notices only afterwards.
	const terminate = () => send('SIGTERM');
	process.once('exit', terminate);
	const kill = async () => {
		send('SIGKILL');
		await ended;
		process.off('exit', terminate);
	};
	const stop = async () => {
		if (child.connected) child.disconnect();
		await Promise.race([ended, sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
		// What it started may be there yet.
		await kill();
	};

	const deadline = Date.now() + START_LIMIT_MS;
	let isRunning = true;
	while (isRunning && Date.now() < deadline) {
		if (readFileSync(logFile, 'utf8').includes(line) && (await answersWithJson(url + path))) {
			return { url, logFile, pid, ended, stop, kill };
		}
		isRunning = await Promise.race([sleep(250, true), ended.then(() => false)]);
	}
	const reason = isRunning ? 'was not ready within three minutes' : 'ended while starting';
	await stop();
	throw new Error(`n8n ${reason}. The end of its log (${logFile}):\n${logTail(logFile)}`);
}

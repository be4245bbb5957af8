import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 10_000;

export interface ProcessOptions {
	/** What it is called where it does not start. */
	label: string;
	/** It is given a channel to us, and has to end when that closes, which it does however we end. */
	program: string;
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** Where it answers with JSON once it is ready. */
	readyUrl: string;
	/** What its log has to say as well, where it answers before it is ready. */
	readyLine?: string;
	/** Where its output goes. */
	logFile: string;
}

export interface RunningProcess {
	readonly logFile: string;
	/** Of the process itself; its children are in its group. */
	readonly pid: number;
	/** Resolves once the process has ended, whether or not it was asked to. */
	readonly ended: Promise<void>;
	/** Ends the process and every one that it started. */
	stop(): Promise<void>;
	/** The same without a warning, as a crash does. */
	kill(): Promise<void>;
}

/** The last lines that n8n wrote to its log. */
export function logTail(logFile: string, lines = 20): string {
	return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

/** Whether n8n answers at the address with JSON. */
async function answers(url: string): Promise<boolean> {
	try {
		const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
		await answer.json();
		return answer.ok;
	} catch {
		return false;
	}
}

/**
 * Starts a program that stays.
 *
 * @throws when it ends or is not ready within three minutes, with the end of its log
 */
export async function startProcess({
	label,
	program,
	args,
	cwd,
	env,
	readyUrl,
	readyLine = '',
	logFile,
}: ProcessOptions): Promise<RunningProcess> {
	const log = openSync(logFile, 'w');
	const child = spawn(program, args, {
		cwd,
		env,
		stdio: ['ignore', log, log, 'ipc'],
		// A process group of its own: Ctrl-C reaches only us, and nothing that it starts outlives it.
		detached: process.platform !== 'win32',
	});
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
	const kill = async () => {
		killGroup();
		await ended;
		process.off('exit', killGroup);
	};
	const stop = async () => {
		if (isRunning) child.kill('SIGTERM');
		const limit = setTimeout(killGroup, STOP_LIMIT_MS);
		await ended;
		clearTimeout(limit);
		// What it started may be there yet.
		await kill();
	};

	const deadline = Date.now() + START_LIMIT_MS;
	while (isRunning && Date.now() < deadline) {
		if (readFileSync(logFile, 'utf8').includes(readyLine) && (await answers(readyUrl))) {
			return { logFile, pid: child.pid ?? 0, ended, stop, kill };
		}
		await sleep(250);
	}
	const reason = isRunning ? 'was not ready within three minutes' : 'ended while starting';
	await stop();
	throw new Error(`${label} ${reason}. The end of its log (${logFile}):\n${logTail(logFile)}`);
}

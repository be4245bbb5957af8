import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const START = [join(__dirname, '../../host/launch.mjs'), 'host/demo.ts'];
const IS_UP = 'Ctrl-C stops everything.';

/** Whether something listens at a port of 127.0.0.1. */
export const answers = (port: number) =>
	new Promise<boolean>((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});

/** `npm start`, as people run it. */
export class Demo {
	output = '';

	private readonly child: ChildProcess;

	constructor(options: string[], env: NodeJS.ProcessEnv = process.env) {
		this.child = spawn(process.execPath, [...START, ...options], {
			stdio: ['ignore', 'pipe', 'pipe'],
			env,
		});
		const add = (chunk: Buffer) => {
			this.output += chunk.toString();
		};
		this.child.stdout?.on('data', add);
		this.child.stderr?.on('data', add);
	}

	async untilUp(): Promise<void> {
		while (!this.output.includes(IS_UP)) {
			if (this.child.exitCode !== null) throw new Error(`npm start ended:\n${this.output}`);
			await sleep(100);
		}
	}

	async exitCodeAfter(signal?: NodeJS.Signals): Promise<number | null> {
		const ended = once(this.child, 'close');
		if (signal) this.child.kill(signal);
		const [code] = (await ended) as [number | null];
		return code;
	}

	/** What the output says beside a word such as `Workflow`. */
	said(label: string): string {
		return new RegExp(`^${label} +(.*)$`, 'm').exec(this.output)?.[1] ?? `nothing about ${label}`;
	}

	kill(): void {
		this.child.kill('SIGKILL');
	}
}

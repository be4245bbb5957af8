import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once, type EventEmitter } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { build } from 'esbuild';

const ROOT = join(__dirname, '..');
const PROGRAMS = join(ROOT, '.cache', 'bench', 'programs');

/** One of those that are compared: a process of its own, which works only when it has its turn. */
export interface Contender<T> {
	turn(): Promise<T>;
	close(): void;
}

/** Builds the programs that run in processes of their own, by the settings of the package itself. */
export async function buildPrograms(names: readonly string[]): Promise<void> {
	await build({
		entryPoints: names.map((name) => join(__dirname, 'programs', `${name}.ts`)),
		outdir: PROGRAMS,
		bundle: true,
		packages: 'external',
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		outExtension: { '.js': '.cjs' },
		sourcemap: 'linked',
	});
}

export interface Program {
	/** Executable of the Node that runs it. */
	node: string;
	/** File under `programs/`, without its ending. */
	name: string;
	argument: object;
	env?: NodeJS.ProcessEnv;
}

/** @throws when the program cannot make ready, with its own words */
export async function startProgram<T>({
	node,
	name,
	argument,
	env,
}: Program): Promise<Contender<T>> {
	const child = fork(join(PROGRAMS, `${name}.cjs`), {
		execPath: node,
		execArgv: ['--expose-gc', '--max-old-space-size=8192'],
		env: { ...process.env, ...env },
		// What the libraries print is not our output.
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const answerTo = asker(child, child, 'message');
	const ask = async (message: object) => {
		const answer = await answerTo(() => child.send(message));
		const { value, error } = answer as { value: unknown; error?: string };
		if (error !== undefined) throw new Error(`${name}: ${error}`);
		return value;
	};
	const close = () => {
		if (child.connected) child.disconnect();
	};
	try {
		await ask(argument);
	} catch (error) {
		close();
		throw error;
	}
	return { turn: async () => (await ask({})) as T, close };
}

/** The only turn of a program that is started for it. */
export async function runOnce<T>(program: Program): Promise<T> {
	const contender = await startProgram<T>(program);
	try {
		return await contender.turn();
	} finally {
		contender.close();
	}
}

export function hasPhp(): boolean {
	return /^soap$/m.test(spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout ?? '');
}

export async function startPhp<T>(script: string, argument: object): Promise<Contender<T>> {
	// Node's pipes are sockets to PHP, which would not wait longer than a minute for its turn.
	const settings = ['-d', 'memory_limit=-1', '-d', 'default_socket_timeout=-1'];
	const child = spawn('php', [...settings, join(__dirname, 'programs', script)], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const lines = createInterface(child.stdout);
	// What it cannot be told any more shows in its end.
	child.stdin.on('error', () => undefined);
	const answerTo = asker(child, lines, 'line');
	const ask = async (message: object) => {
		const answer = await answerTo(() => child.stdin.write(`${JSON.stringify(message)}\n`));
		return JSON.parse(answer as string) as T;
	};
	await ask(argument);
	return { turn: async () => await ask({}), close: () => void child.stdin.end() };
}

/** Asks a program one thing at a time; rejects when the program has ended, now or before. */
function asker(child: ChildProcess, source: EventEmitter, event: string) {
	const ended = once(child, 'exit').then(() => {
		throw new Error(`${child.spawnargs.join(' ')} ended without an answer`);
	});
	// Nobody may be asking when it ends.
	ended.catch(() => undefined);
	return async (send: () => void): Promise<unknown> => {
		const settled = new AbortController();
		const answered = once(source, event, { signal: settled.signal });
		answered.catch(() => undefined);
		try {
			send();
			const [answer] = (await Promise.race([answered, ended])) as unknown[];
			return answer;
		} finally {
			settled.abort();
		}
	};
}

/**
 * Gives every contender its turn once a round, each round beginning with the next of them. Starts and
 * ends the contenders.
 *
 * @param warmUps rounds before the first that do not count
 */
export async function inTurn<Name, T>(
	starts: ReadonlyMap<Name, () => Promise<Contender<T>>>,
	rounds: number,
	warmUps = 1,
): Promise<ReadonlyMap<Name, T[]>> {
	const names = [...starts.keys()];
	const results = new Map(names.map((name) => [name, [] as T[]]));
	const contenders = new Map<Name, Contender<T>>();
	try {
		for (const [name, start] of starts) contenders.set(name, await start());
		for (let round = 0; round < warmUps + rounds; round++) {
			for (const index of names.keys()) {
				const name = names[(index + round) % names.length]!;
				const result = await contenders.get(name)!.turn();
				if (round >= warmUps) results.get(name)!.push(result);
			}
		}
	} finally {
		for (const contender of contenders.values()) contender.close();
	}
	return results;
}

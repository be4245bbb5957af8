import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { build } from 'esbuild';
import { Worker } from 'jest-worker';

import type { Bench } from './bench';
import { median, ratio } from './statistics';

const PROGRAMS = join(__dirname, '..', '.cache', 'bench', 'programs');

/** One of those that are compared: a process of its own, which works only when it has its turn. */
export interface Contender<T> {
	turn(): Promise<T>;
	close?(): unknown;
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
	/** File under `programs/`, without its ending. */
	name: string;
	argument: object;
	env?: NodeJS.ProcessEnv;
}

/** A program that makes ready at its first turn; what it throws is thrown by the turn. */
export function startProgram<T>({ node }: Bench, { name, argument, env }: Program): Contender<T> {
	const worker = new Worker(join(PROGRAMS, `${name}.cjs`), {
		numWorkers: 1,
		maxRetries: 0,
		exposedMethods: ['turn'],
		setupArgs: [argument],
		forkOptions: {
			execPath: node,
			execArgv: ['--expose-gc', '--max-old-space-size=8192'],
			env: { ...process.env, ...env },
			// That of the Node that runs this one may be another one.
			serialization: 'json',
		},
	}) as Worker & Contender<T>;
	return { turn: async () => await worker.turn(), close: async () => await worker.end() };
}

/** The only turn of a program that is started for it. */
export async function runOnce<T>(bench: Bench, program: Program): Promise<T> {
	const { turn, close } = startProgram<T>(bench, program);
	try {
		return await turn();
	} finally {
		await close?.();
	}
}

export function hasPhp(): boolean {
	return /^soap$/m.test(spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout ?? '');
}

/** PHP, whose every turn is a process that reads its argument from a file, and is warm when it measures. */
export async function startPhp<T>(
	{ folder }: Bench,
	script: string,
	argument: object,
): Promise<Contender<T>> {
	const file = join(folder, `${randomUUID()}.json`);
	await writeFile(file, JSON.stringify(argument));
	const args = ['-d', 'memory_limit=-1', join(__dirname, 'programs', script), file];
	return {
		turn: async () => JSON.parse((await promisify(execFile)('php', args)).stdout) as T,
	};
}

/** What each of those that are compared measured in each of the rounds. */
export class Results<T> {
	constructor(private readonly rounds: ReadonlyMap<string, readonly T[]>) {}

	get names(): string[] {
		return [...this.rounds.keys()];
	}

	of(name: string): readonly T[] {
		return this.rounds.get(name)!;
	}

	/** A figure of each round. */
	all(name: string, figure: keyof T): number[] {
		return this.of(name).map((measured) => Number(measured[figure]));
	}

	median(name: string, figure: keyof T): number {
		return median(this.all(name, figure));
	}

	medians(figure: keyof T): Array<[name: string, median: number]> {
		return this.names.map((name) => [name, this.median(name, figure)]);
	}

	/** How many times the one is the other. */
	ratio(one: string, other: string, figure: keyof T): number {
		return ratio(this.all(one, figure), this.all(other, figure));
	}
}

/**
 * Gives every contender its turn once a round, each round beginning with the next of them. Starts and
 * ends the contenders.
 *
 * @param warmUps rounds before the first that do not count
 */
export async function inTurn<T>(
	starts: Readonly<Record<string, () => Contender<T> | Promise<Contender<T>>>>,
	rounds: number,
	warmUps = 1,
): Promise<Results<T>> {
	const names = Object.keys(starts);
	const measured = new Map(names.map((name) => [name, [] as T[]]));
	const contenders = new Map<string, Contender<T>>();
	try {
		for (const name of names) contenders.set(name, await starts[name]!());
		for (let round = 0; round < warmUps + rounds; round++) {
			for (const index of names.keys()) {
				const name = names[(index + round) % names.length]!;
				const result = await contenders.get(name)!.turn();
				if (round >= warmUps) measured.get(name)!.push(result);
			}
		}
	} finally {
		for (const contender of contenders.values()) await contender.close?.();
	}
	return new Results(measured);
}

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { build } from 'esbuild';
import { Worker } from 'jest-worker';

/** What a row is measured with. */
export interface Bench {
	/** Executable of the Node that runs n8n, and every program that is compared. */
	node: string;
	/** The package as it would be published. */
	tarball: string;
	/** For inputs; emptied at the end. */
	folder: string;
	seed: number;
	rounds: number;
}

/** Where n8n is installed. */
export const HOST = join(__dirname, '..', 'host');
const N8N_LIBRARIES = join(HOST, 'node_modules');

/** Here, what a program requires is found first among what the package is measured against. */
const PROGRAMS = join(__dirname, 'node_modules', '.cache', 'programs');

/** Builds the programs that run in processes of their own, by the settings of the package itself. */
export async function buildPrograms(): Promise<void> {
	const ofN8n = ['n8n-core', 'n8n-workflow', 'reflect-metadata'];
	await build({
		absWorkingDir: __dirname,
		entryPoints: ['programs/*.ts'],
		outdir: PROGRAMS,
		bundle: true,
		packages: 'external',
		// n8n's own copies, which its nodes use too.
		alias: Object.fromEntries(ofN8n.map((name) => [name, join(N8N_LIBRARIES, name)])),
		external: [join(N8N_LIBRARIES, '*')],
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		outExtension: { '.js': '.cjs' },
		sourcemap: 'linked',
	});
}

/** Unpacks the package where it finds no libraries but those that n8n lends it. */
export function unpack({ tarball, folder }: Bench): string {
	const target = mkdtempSync(join(folder, 'package-'));
	execFileSync('tar', ['-xzf', tarball, '-C', target]);
	return join(target, 'package');
}

/** One of those that are compared: a process of its own, which works only when it has its turn. */
export interface Contender<T> {
	turn(): Promise<T>;
	close?(): unknown;
}

/**
 * A program that makes ready at its first turn; what it throws is thrown by the turn.
 *
 * @param program file under `programs/`, without its ending
 */
export function startProgram<T>(
	{ node, folder }: Bench,
	program: string,
	argument: object,
): Contender<T> {
	const worker = new Worker(join(PROGRAMS, `${program}.cjs`), {
		numWorkers: 1,
		maxRetries: 0,
		exposedMethods: ['turn'],
		setupArgs: [argument],
		forkOptions: {
			execPath: node,
			execArgv: ['--expose-gc', '--max-old-space-size=8192'],
			env: {
				...process.env,
				// As n8n sets it for packages that it has installed.
				NODE_PATH: N8N_LIBRARIES,
				N8N_USER_FOLDER: folder,
				N8N_LOG_LEVEL: 'silent',
			},
			// That of the Node that runs this one may be another one.
			serialization: 'json',
		},
	}) as Worker & Contender<T>;
	return { turn: async () => await worker.turn(), close: async () => await worker.end() };
}

/** The only turn of a program that is started for it. */
export async function runOnce<T>(bench: Bench, program: string, argument: object): Promise<T> {
	const { turn, close } = startProgram<T>(bench, program, argument);
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
export async function startPhp<T>({ folder }: Bench, argument: object): Promise<Contender<T>> {
	const file = join(folder, `${randomUUID()}.json`);
	await writeFile(file, JSON.stringify(argument));
	const script = join(__dirname, 'programs', 'soapClient.php');
	const args = ['-d', 'memory_limit=-1', script, file];
	return {
		turn: async () => JSON.parse((await promisify(execFile)('php', args)).stdout) as T,
	};
}

export function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/** How many times the one is the other: the median of the rounds, each of which has its own ratio. */
export function ratio(ones: readonly number[], others: readonly number[]): number {
	return median(ones.map((one, round) => one / others[round]!));
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

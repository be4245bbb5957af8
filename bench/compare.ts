import { join } from 'node:path';

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

/** What a turn measures, by name. */
export type Figures = Record<string, number>;
export type Turn = () => Figures | Promise<Figures>;

/** What a file exports for processes to run, by name: each makes ready, and then has its turns. */
export type Programs<A> = Record<string, (argument: A) => Turn | Promise<Turn>>;

/** One of those that are compared, in a process of its own that works only when it has its turn. */
export interface Contender {
	turn(): Promise<Figures>;
	close(): Promise<void>;
}

/** Where n8n is installed. */
export const N8N_LIBRARIES = join(__dirname, '..', 'host', 'node_modules');

/** Here, what a program requires is found first among what the package is measured against. */
export const BUILT = join(__dirname, 'node_modules', '.cache', 'programs');

/**
 * Programs of a file in this folder, each for a process that makes ready at its first turn. What it
 * throws is thrown by the turn.
 *
 * @param isAnew for a new process in each turn
 */
export function start<A>(
	bench: Bench,
	file: string,
	names: readonly string[],
	argument: A,
	isAnew = false,
): Record<string, Contender> {
	const startOne = (name: string): Contender => {
		let worker: ReturnType<typeof startWorker> | undefined;
		const close = async () => {
			await worker?.end();
			worker = undefined;
		};
		const turn = async () => {
			worker ??= startWorker(bench, [file, name, argument]);
			return await worker.turn().finally(isAnew ? close : undefined);
		};
		return { turn, close };
	};
	return Object.fromEntries(names.map((name) => [name, startOne(name)]));
}

function startWorker({ node, folder }: Bench, setupArgs: unknown[]) {
	return new Worker(join(BUILT, 'worker.js'), {
		numWorkers: 1,
		maxRetries: 0,
		exposedMethods: ['turn'],
		setupArgs,
		forkOptions: {
			execPath: node,
			execArgv: ['--expose-gc', '--max-old-space-size=8192'],
			// NODE_PATH as n8n sets it for packages that it has installed.
			env: { ...process.env, NODE_PATH: N8N_LIBRARIES, N8N_USER_FOLDER: folder },
			// That of the Node that runs this one may be another one.
			serialization: 'json',
		},
	}) as Worker & { turn(): Promise<Figures> };
}

export function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/** What each of those that are compared measured in each of the rounds. */
export class Results {
	constructor(private readonly rounds: Readonly<Record<string, Figures[]>>) {}

	/** A figure of each round. */
	all(name: string, figure: string): number[] {
		return this.rounds[name]!.map((figures) => figures[figure]!);
	}

	median(name: string, figure: string): number {
		return median(this.all(name, figure));
	}

	medians(figure: string): Array<[name: string, median: number]> {
		return Object.keys(this.rounds).map((name) => [name, this.median(name, figure)]);
	}

	/** How many times the one is the other: the median of the rounds, each of which has its own ratio. */
	ratio(one: string, other: string, figure: string, ofOther = figure): number {
		const others = this.all(other, ofOther);
		return median(this.all(one, figure).map((value, round) => value / others[round]!));
	}
}

/**
 * Gives every contender its turn once a round, each round beginning with the next of them, and ends them.
 *
 * @param warmUps rounds before the first that do not count
 * @param before each turn
 */
export async function inTurn(
	contenders: Readonly<Record<string, Contender>>,
	rounds: number,
	{ warmUps = 1, before = async (): Promise<unknown> => undefined } = {},
): Promise<Results> {
	const names = Object.keys(contenders);
	const measured = Object.fromEntries(names.map((name) => [name, [] as Figures[]]));
	try {
		for (let round = -warmUps; round < rounds; round++) {
			for (const index of names.keys()) {
				const name = names[(index + warmUps + round) % names.length]!;
				await before();
				const figures = await contenders[name]!.turn();
				if (round >= 0) measured[name]!.push(figures);
			}
		}
	} finally {
		for (const { close } of Object.values(contenders)) await close();
	}
	return new Results(measured);
}

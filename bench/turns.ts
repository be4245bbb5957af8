import { join } from 'node:path';

import { Worker } from 'jest-worker';

import { workedTime } from '../test/workedTime';
import type { Picture } from './bars';

/** What a row is measured with. */
export interface Bench {
	/** Executable of the Node that runs n8n, and every program that is compared. */
	node: string;
	/** The package as it would be published, and where it is unpacked without libraries of its own. */
	tarball: string;
	packageFolder: string;
	/** For inputs; emptied at the end. */
	folder: string;
	rounds: number;
}

/** What a turn measures, by name. */
export type Figures = Record<string, number>;
export type Turn = () => Figures | Promise<Figures>;
export type Measure = (work: () => unknown) => Promise<Figures>;

/** What a file exports for processes to run, by name: each makes ready, and then has its turns. */
export type Programs<A> = Record<string, (argument: A) => Turn | Promise<Turn>>;

/** One of those that are compared, which works only when it has its turn. */
export interface Contender {
	turn: Turn;
	close?(): Promise<void>;
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
	{ node, folder }: Bench,
	file: string,
	names: readonly string[],
	argument: A,
	isAnew = false,
): Record<string, Contender> {
	const startWorker = (name: string) => {
		const worker = new Worker(join(BUILT, 'worker.js'), {
			numWorkers: 1,
			maxRetries: 0,
			exposedMethods: ['turn'],
			setupArgs: [file, name, argument],
			forkOptions: {
				cwd: __dirname,
				execPath: node,
				execArgv: ['--expose-gc', '--max-old-space-size=8192'],
				// NODE_PATH as n8n sets it for packages that it has installed.
				env: { ...process.env, NODE_PATH: N8N_LIBRARIES, N8N_USER_FOLDER: folder },
				// That of the Node that runs this one may be another one.
				serialization: 'json',
			},
		}) as Worker & { turn: Turn };
		worker.getStderr().pipe(process.stderr);
		return worker;
	};
	const contenderOf = (name: string): Contender => {
		let worker: ReturnType<typeof startWorker> | undefined;
		const close = async () => {
			await worker?.end();
			worker = undefined;
		};
		const turn = async () => {
			worker ??= startWorker(name);
			return await Promise.resolve(worker.turn()).finally(isAnew ? close : undefined);
		};
		return { turn, close };
	};
	return Object.fromEntries(names.map((name) => [name, contenderOf(name)]));
}

export function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/** What each contender measured in each of the rounds. */
export class Results {
	constructor(private readonly rounds: Readonly<Record<string, Figures[]>>) {}

	/** A figure of each round. */
	all = (name: string, figure: string) => this.rounds[name]!.map((figures) => figures[figure]!);

	median = (name: string, figure: string) => median(this.all(name, figure));

	medians = (figure: string) =>
		Object.keys(this.rounds).map((name) => [name, this.median(name, figure)] as const);

	/** The medians, for people to compare. */
	picture(title: string, figure: string, as: Picture['as']): Picture {
		return { title, values: this.medians(figure), as };
	}

	/** How many times the one is the other: the median of the rounds, each of which has its own ratio. */
	ratio(one: string, other: string, figure: string): number {
		const others = this.all(other, figure);
		return median(this.all(one, figure).map((value, round) => value / others[round]!));
	}
}

/**
 * Gives every contender its turn once a round, every other round from the last to the first, and ends them.
 *
 * @param warmUps rounds before the first that do not count
 */
export async function inTurn(
	contenders: Readonly<Record<string, Contender>>,
	rounds: number,
	warmUps = 1,
): Promise<Results> {
	const names = Object.keys(contenders);
	const measured = Object.fromEntries(names.map((name) => [name, [] as Figures[]]));
	try {
		for (let round = -warmUps; round < rounds; round++) {
			for (const name of round % 2 === 0 ? names : names.toReversed()) {
				const figures = await contenders[name]!.turn();
				if (round >= 0) measured[name]!.push(figures);
			}
		}
	} finally {
		for (const { close } of Object.values(contenders)) await close?.();
	}
	return new Results(measured);
}

const elapsed =
	(clock: () => number): Measure =>
	async (work) => {
		const start = clock();
		await work();
		return { ms: clock() - start };
	};

/** Milliseconds that the work takes of this thread, whatever else the machine has to do. */
export const workOf = elapsed(workedTime);

/** Milliseconds from the beginning of the work to its end. */
export const timeOf = elapsed(() => performance.now());

/** Bytes in use when garbage is collected. What is let go of by one collection may be freed by the next. */
export function usedBytes(): number {
	for (let collection = 0; collection < 4; collection++) globalThis.gc?.();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/**
 * Bytes that the system gave for the work at most, garbage included, beyond those that its result takes
 * (`held`): once in a process, because the system tells only the peak of its whole life.
 */
export const memoryOf: Measure = async (work) => {
	const before = usedBytes();
	const { rss } = process.memoryUsage();
	const result = await work();
	const peak = process.resourceUsage().maxRSS * 1024 - rss;
	const held = usedBytes() - before;
	// Named here, so that it is not collected before.
	if (!result) throw new Error('The work has no result');
	return { beyond: peak - held, held };
};

/** Bytes that stay in memory after work that was done before, and of which nothing is wanted any more. */
export const keptAfter: Measure = async (work) => {
	let [before, after] = [0, 0];
	for (let time = 0; time < 5; time++) {
		await work();
		[before, after] = [after, usedBytes()];
	}
	return { kept: after - before };
};

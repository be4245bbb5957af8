/**
 * A program that a process runs with turns: it makes ready with the argument of its first turn, and
 * gives what each of its turns gives.
 */
export function program<A>(makeReady: (argument: A) => unknown) {
	let turn: () => unknown;
	return {
		async setup(argument: A) {
			// Where the process that started this one ends without a word.
			process.once('disconnect', () => process.exit());
			turn = (await makeReady(argument)) as typeof turn;
		},
		async turn() {
			// What an earlier turn left behind is not the fault of this one.
			globalThis.gc?.();
			return await turn();
		},
		teardown: () => process.exit(),
	};
}

/** From Node 23.9 on: what the running thread alone took of a processor, in microseconds. */
const { threadCpuUsage } = process as unknown as { threadCpuUsage: typeof process.cpuUsage };

/** Milliseconds that this thread was at work since its beginning. */
export function workedTime(): number {
	const { user, system } = threadCpuUsage();
	return (user + system) / 1000;
}

/** Milliseconds. */
export interface Time {
	ms: number;
}

/** The work of a call, and of how much: subscribers that were read, or bytes that were written. */
export interface Counted extends Time {
	count: number;
}

/** What the work takes of this thread, whatever else the machine has to do. */
export async function workOf(work: () => unknown): Promise<Time> {
	const start = workedTime();
	await work();
	return { ms: workedTime() - start };
}

/** From the beginning of the work to its end. */
export async function timeOf(work: () => unknown): Promise<Time> {
	const start = performance.now();
	await work();
	return { ms: performance.now() - start };
}

/** Bytes of memory. */
export interface Memory {
	/** The most that the system gave for the work, garbage that was not collected yet included. */
	peak: number;
	/** What the result of the work takes. */
	held: number;
}

/** Meaningful once in a process, because the system tells only the peak of its whole life. */
export async function memoryOf(work: () => Promise<object>): Promise<Memory> {
	globalThis.gc?.();
	const before = process.memoryUsage();
	const result = await work();
	const peak = process.resourceUsage().maxRSS * 1024 - before.rss;
	globalThis.gc?.();
	const after = process.memoryUsage();
	// Named here, so that it is not collected before.
	if (Object.keys(result).length === 0) throw new Error('The result is empty');
	return { peak, held: after.heapUsed + after.external - before.heapUsed - before.external };
}

/** Bytes that stay in memory after work of which nothing is wanted any more. */
export async function keptAfter(work: () => Promise<unknown>): Promise<{ kept: number }> {
	const used = async () => {
		await work();
		globalThis.gc?.();
		const { heapUsed, external } = process.memoryUsage();
		return heapUsed + external;
	};
	// What is made at the first time, and kept for the next, is not of one piece of work.
	for (let time = 0; time < 3; time++) await used();
	const before = await used();
	return { kept: (await used()) - before };
}

/** Milliseconds. */
export interface Hold {
	/** The longest from one turn of the event loop to the next. */
	longest: number;
	/** The most that this thread was at work between two turns; for the rest it waited. */
	mostWork: number;
}

export async function longestHoldOf(work: () => Promise<unknown>): Promise<Hold> {
	const hold: Hold = { longest: 0, mostWork: 0 };
	let ended = false;
	let time = performance.now();
	let worked = workedTime();
	const turn = () => {
		hold.longest = Math.max(hold.longest, performance.now() - time);
		hold.mostWork = Math.max(hold.mostWork, workedTime() - worked);
		time = performance.now();
		worked = workedTime();
		if (!ended) setImmediate(turn);
	};
	setImmediate(turn);
	await work();
	ended = true;
	turn();
	return hold;
}

/** As bytes arrive from the network. */
export function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
	const size = 65_536;
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

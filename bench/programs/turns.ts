/**
 * Serves the process that started this program: makes ready with its first message, and answers each
 * further one with what a turn gives.
 */
export function serveTurns<A>(makeReady: (argument: A) => Promise<() => unknown>): void {
	let turn: (() => unknown) | undefined;
	const answer = async (message: unknown) => {
		if (!turn) {
			turn = await makeReady(message as A);
			return 'ready';
		}
		// What an earlier turn left behind is not the fault of this one.
		globalThis.gc?.();
		return await turn();
	};
	process.on('message', (message) => {
		answer(message).then(
			(value) => process.send?.({ value }),
			(error: Error) => process.send?.({ error: error.stack }),
		);
	});
	process.once('disconnect', () => process.exit());
}

/** From Node 23.9 on: what the running thread alone took of a processor, in microseconds. */
const { threadCpuUsage } = process as unknown as { threadCpuUsage: typeof process.cpuUsage };

/** Milliseconds that this thread was at work since its beginning. */
export function workedTime(): number {
	const { user, system } = threadCpuUsage();
	return (user + system) / 1000;
}

/** Milliseconds that the work takes of this thread, whatever else the machine has to do. */
export async function workOf(work: () => unknown): Promise<number> {
	const start = workedTime();
	await work();
	return workedTime() - start;
}

/** Milliseconds from the beginning of the work to its end. */
export async function timeOf(work: () => unknown): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
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
export async function keptAfter(work: () => Promise<unknown>): Promise<number> {
	const used = async () => {
		await work();
		globalThis.gc?.();
		const { heapUsed, external } = process.memoryUsage();
		return heapUsed + external;
	};
	// What is made at the first time, and kept for the next, is not of one piece of work.
	for (let time = 0; time < 3; time++) await used();
	const before = await used();
	return (await used()) - before;
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

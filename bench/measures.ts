import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { workedTime } from '../test/fuzz/held';
import type { Figures } from './compare';

export type Measure = (work: () => unknown) => Promise<Figures>;

/** Milliseconds that the work takes of this thread, whatever else the machine has to do. */
export const workOf: Measure = async (work) => {
	const start = workedTime();
	await work();
	return { ms: workedTime() - start };
};

/** Milliseconds from the beginning of the work to its end. */
export const timeOf: Measure = async (work) => {
	const start = performance.now();
	await work();
	return { ms: performance.now() - start };
};

/** The most milliseconds from one turn of the event loop to the next. */
export const longestHoldOf: Measure = async (work) => {
	const delays = monitorEventLoopDelay({ resolution: 1 });
	delays.enable();
	await work();
	// The last turn is over when the next one begins.
	await sleep(5);
	delays.disable();
	return { ms: delays.max / 1e6 };
};

/** Bytes in use when garbage is collected. What is let go of by one collection may be freed by the next. */
export function usedBytes(): number {
	for (let collection = 0; collection < 4; collection++) globalThis.gc?.();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/**
 * Bytes that the result takes, and the most that the system gave for the work, garbage included: once
 * in a process, because the system tells only the peak of its whole life.
 */
export const memoryOf: Measure = async (work) => {
	const before = usedBytes();
	const { rss } = process.memoryUsage();
	const result = await work();
	const peak = process.resourceUsage().maxRSS * 1024 - rss;
	const held = usedBytes() - before;
	// Named here, so that it is not collected before.
	if (!result) throw new Error('The work has no result');
	return { peak, held };
};

/** Bytes that stay in memory after work of which nothing is wanted any more. */
export const keptAfter: Measure = async (work) => {
	let before = 0;
	// What is made at the first time, and kept for the next, is not of one piece of work.
	for (let time = 0; time < 4; time++) {
		await work();
		before = usedBytes();
	}
	await work();
	return { kept: usedBytes() - before };
};

/** As bytes arrive from the network. */
export function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
	const size = 65_536;
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

import type { Steps } from '../../nodes/SubscriptionMessaging/service/collections/steps';
import { workedByThread, workedTime } from '../workedTime';

export interface Held<T> {
	/** What the work gives, unless it fails. */
	value?: T;
	error?: Error;
	/** Milliseconds of the longest step, and of all steps. */
	longest: number;
	total: number;
	/** How many there were: the counted work, the same on any machine. */
	steps: number;
}

/** Work that rests by itself. */
export interface HeldWhole<T> {
	value: T;
	/** Milliseconds of work between two turns of the event loop, at most. */
	longest: number;
	/** Bytes of the heap at any of these turns, above what there was before. */
	peak: number;
}

/**
 * Does the work and measures, turn by turn, what it holds.
 *
 * @param collected has the garbage collected where there seem to be more bytes than `most`: how much of
 * it lies about before that depends on the machine, and not on the work
 */
export async function holdWhole<T>(
	work: () => Promise<T>,
	collected?: { most: number; collect: () => void },
): Promise<HeldWhole<T>> {
	const { heapUsed } = process.memoryUsage();
	const taken = () => process.memoryUsage().heapUsed - heapUsed;
	let longest = 0;
	let peak = 0;
	let ended = false;
	let worked = workedByThread();
	const turn = () => {
		longest = Math.max(longest, workedByThread() - worked);
		if (collected && taken() > collected.most) collected.collect();
		peak = Math.max(peak, taken());
		worked = workedByThread();
		if (!ended) setImmediate(turn);
	};
	setImmediate(turn);
	const value = await work().finally(() => (ended = true));
	turn();
	return { value, longest, peak };
}

/** Does the steps and measures for how long each of them would hold the event loop. */
export function hold<T>(steps: Steps<T>): Held<T> {
	const held: Held<T> = { longest: 0, total: 0, steps: 0 };
	for (;;) {
		const start = workedTime();
		let result: IteratorResult<void, T> | undefined;
		try {
			result = steps.next();
		} catch (error) {
			held.error = error as Error;
		}
		const time = workedTime() - start;
		held.total += time;
		held.longest = Math.max(held.longest, time);
		held.steps++;
		if (result && !result.done) continue;
		held.value = result?.value as T | undefined;
		return held;
	}
}

/** Measures again, twice at most, what took longer than allowed: the machine may have been busy. */
export function holdWithin<T>(allowed: number, begin: () => Steps<T>): Held<T> {
	let held = hold(begin());
	for (let again = 0; again < 2 && held.longest > allowed; again++) {
		const next = hold(begin());
		if (next.longest < held.longest) held = next;
	}
	return held;
}

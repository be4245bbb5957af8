import type { IPollFunctions } from 'n8n-workflow';

/** Milliseconds after a first poll that failed, and at most however many fail. */
const FIRST_REST = 30_000;
const LONGEST_REST = 30 * 60_000;

/** Milliseconds; the longest rest that a service is given when it asks for one. */
const LONGEST_ASKED = 60 * 60_000;

interface Failures {
	failures: number;
	/** By the clock of the process, which is never set back. */
	restsUntil: number;
}

/**
 * The polls of one published workflow. n8n keeps one context for them while it runs the schedule
 * itself. Where its scheduler does, each poll has a context of its own, and n8n sees to all of this.
 *
 * Bounded: by the contexts that n8n itself holds; each goes with its own.
 */
const failuresOf = new WeakMap<IPollFunctions, Failures>();

/**
 * Runs a poll, unless the service rests: after polls that failed one after the other, each rest is
 * twice as long.
 *
 * @returns undefined where no poll was run
 * @throws what the poll throws
 */
export async function pollUnlessResting<T>(
	context: IPollFunctions,
	poll: () => Promise<T>,
	now = () => performance.now(),
): Promise<T | undefined> {
	const polls = failuresOf.get(context) ?? { failures: 0, restsUntil: 0 };
	failuresOf.set(context, polls);
	if (now() < polls.restsUntil) return undefined;
	const running = poll();
	running.then(
		() => (polls.failures = 0),
		(error: unknown) => {
			const rest = Math.min(LONGEST_REST, FIRST_REST * 2 ** polls.failures);
			polls.failures += 1;
			polls.restsUntil = now() + Math.max(rest, Math.min(askedFor(error), LONGEST_ASKED));
		},
	);
	return await running;
}

/** Milliseconds that the service asked to be left alone. */
function askedFor(error: unknown): number {
	const { failure } = error as { failure?: { retryAfterMs?: number } };
	return failure?.retryAfterMs ?? 0;
}

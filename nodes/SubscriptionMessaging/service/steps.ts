/**
 * Work that is done in steps of a few milliseconds each. Whoever asks for it decides between two steps
 * whether others get their turn.
 */
export type Steps<T> = Generator<void, T, void>;

/** Does all steps at once, for work that is known to be short. */
export function finished<T>(steps: Steps<T>): T {
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}

/** Entries that are looked at in one step, where each of them takes some microseconds. */
export const ENTRIES_IN_STEP = 500;

/** Does the same with each entry. */
export function* each<T>(entries: Iterable<T>, work: (entry: T) => void): Steps<void> {
	let count = 0;
	for (const entry of entries) {
		work(entry);
		if (++count % ENTRIES_IN_STEP === 0) yield;
	}
}

/** The entries that are kept. */
export function* kept<T>(entries: Iterable<T>, isKept: (entry: T) => boolean): Steps<T[]> {
	const all: T[] = [];
	yield* each(entries, (entry) => {
		if (isKept(entry)) all.push(entry);
	});
	return all;
}

/** The first entry that is sought, if there is one. */
export function* first<T>(
	entries: Iterable<T>,
	isSought: (entry: T) => boolean,
): Steps<T | undefined> {
	let count = 0;
	for (const entry of entries) {
		if (isSought(entry)) return entry;
		if (++count % ENTRIES_IN_STEP === 0) yield;
	}
	return undefined;
}

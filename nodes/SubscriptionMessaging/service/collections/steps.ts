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

/** Milliseconds after which a step ends before that, because entries hold texts of a megabyte. */
const LONG = 2;

/** Entries between two looks at the clock. */
const BETWEEN_LOOKS = 5;

/** Tells after each entry whether a step is over. */
function stepsOfEntries(): () => boolean {
	let count = 0;
	let end = performance.now() + LONG;
	return () => {
		if (++count % BETWEEN_LOOKS !== 0) return false;
		const now = performance.now();
		if (count % ENTRIES_IN_STEP !== 0 && now < end) return false;
		end = now + LONG;
		return true;
	};
}

/** Does the same with each entry. */
export function* each<T>(entries: Iterable<T>, work: (entry: T) => void): Steps<void> {
	const isStepOver = stepsOfEntries();
	for (const entry of entries) {
		work(entry);
		if (isStepOver()) yield;
	}
}

/** The entries that are kept. */
export function keptOf<T, K extends T>(
	entries: Iterable<T>,
	isKept: (entry: T) => entry is K,
): Steps<K[]>;
export function keptOf<T>(entries: Iterable<T>, isKept: (entry: T) => boolean): Steps<T[]>;
export function* keptOf<T>(entries: Iterable<T>, isKept: (entry: T) => boolean): Steps<T[]> {
	const all: T[] = [];
	yield* each(entries, (entry) => {
		if (isKept(entry)) all.push(entry);
	});
	return all;
}

/** The first entry that is sought, if there is one. */
export function* firstOf<T>(
	entries: Iterable<T>,
	isSought: (entry: T) => boolean,
): Steps<T | undefined> {
	const isStepOver = stepsOfEntries();
	for (const entry of entries) {
		if (isSought(entry)) return entry;
		if (isStepOver()) yield;
	}
	return undefined;
}

/** One member of an object, or one entry of a list. */
interface HeldMember {
	holder: Record<string, unknown> | unknown[];
	/** Of an entry, its position in digits. */
	name: string;
	value: unknown;
}

/** All that an answer holds, all levels together, each before what is in it. An answer is a tree. */
export function* membersIn(root: unknown): Generator<HeldMember, void, void> {
	const levels = [levelOf(root)];
	for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
		const name = level.names ? level.names[level.next] : String(level.next);
		if (name === undefined || level.next >= level.size) {
			levels.pop();
			continue;
		}
		level.next++;
		const { holder } = level;
		const value = (holder as Record<string, unknown>)[name];
		yield { holder, name, value };
		if (typeof value === 'object' && value !== null) levels.push(levelOf(value));
	}
}

interface Level {
	holder: HeldMember['holder'];
	/** None of a list: it may have millions of entries. */
	names?: string[];
	size: number;
	next: number;
}

function levelOf(value: unknown): Level {
	if (Array.isArray(value)) return { holder: value, size: value.length, next: 0 };
	const holder = (value ?? {}) as Record<string, unknown>;
	const names = Object.keys(holder);
	return { holder, names, size: names.length, next: 0 };
}

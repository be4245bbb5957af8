/** Counts a key once more, or so many times. */
export function tally<K>(counts: Map<K, number>, key: K, times = 1): void {
	counts.set(key, (counts.get(key) ?? 0) + times);
}

/** Puts an entry at the end of the list of its key. */
export function addTo<K, E>(lists: Map<K, E[]>, key: K, entry: E): void {
	const list = lists.get(key);
	if (list) list.push(entry);
	else lists.set(key, [entry]);
}

/** Counts a key once more, or so many times. */
export function tally<K>(counts: Map<K, number>, key: K, times = 1): void {
	counts.set(key, (counts.get(key) ?? 0) + times);
}

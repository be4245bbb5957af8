/** Puts an entry at the end of the list of its key. */
export function addTo<K, E>(lists: Map<K, E[]>, key: K, entry: E): void {
	const list = lists.get(key);
	if (list) list.push(entry);
	else lists.set(key, [entry]);
}

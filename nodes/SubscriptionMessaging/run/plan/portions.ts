/** A list in pieces of at most so many entries, in order. */
export function portions<T>(entries: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(entries.length / size) }, (_portion, index) =>
		entries.slice(index * size, (index + 1) * size),
	);
}

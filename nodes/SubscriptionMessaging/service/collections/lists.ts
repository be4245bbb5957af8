/** A list in pieces of at most so many entries, in order. */
export function portions<T>(entries: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(entries.length / size) }, (_portion, index) =>
		entries.slice(index * size, (index + 1) * size),
	);
}

/** The largest of numbers that are not negative, however many; `Math.max(...numbers)` fails for some 120,000. */
export function largest(numbers: Iterable<number>): number {
	let most = 0;
	for (const number of numbers) most = Math.max(most, number);
	return most;
}

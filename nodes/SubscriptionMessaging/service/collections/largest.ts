/** The largest of numbers that are not negative, however many; `Math.max(...numbers)` fails for some 120,000. */
export function largest(numbers: Iterable<number>): number {
	let most = 0;
	for (const number of numbers) most = Math.max(most, number);
	return most;
}

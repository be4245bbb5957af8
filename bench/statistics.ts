export function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/** How many times the one is the other: the median of the rounds, each of which has its own ratio. */
export function ratio(ones: readonly number[], others: readonly number[]): number {
	return median(ones.map((one, round) => one / others[round]!));
}

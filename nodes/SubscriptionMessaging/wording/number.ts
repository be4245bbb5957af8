/** So many of something: `1 item`, `1,200 items`. */
export function counted(number: number, one: string): string {
	return `${inDigits(number)} ${one}${number === 1 ? '' : 's'}`;
}

/** A whole number as people write it: `1,200`. */
export function inDigits(number: number): string {
	return Math.round(number).toLocaleString('en');
}

/** Different texts that are named, of those that many items have. */
export const MOST_FREQUENT = 3;

/**
 * The most frequent texts, and how many more there are.
 *
 * @param one of them, such as `reason`
 * @param shown how a text is named, with the number of its items; without it, as it is
 */
export function mostFrequent(
	counts: ReadonlyMap<string, number>,
	one: string,
	shown: (text: string, items: number) => string = String,
): string {
	const named = [...counts]
		.toSorted(([, a], [, b]) => b - a)
		.slice(0, MOST_FREQUENT)
		.map(([text, items]) => shown(text, items));
	const more = counts.size - MOST_FREQUENT;
	return [...named, ...(more > 0 ? [counted(more, `more ${one}`)] : [])].join('; ');
}

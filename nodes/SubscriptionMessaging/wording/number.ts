/** So many of something: `1 item`, `1,200 items`. */
export function counted(number: number, one: string): string {
	return `${inDigits(number)} ${one}${number === 1 ? '' : 's'}`;
}

/** A whole number as people write it: `1,200`. */
export function inDigits(number: number): string {
	return Math.round(number).toLocaleString('en');
}

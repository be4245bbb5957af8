/** A whole number as people write it: `1,200`. */
export function inDigits(number: number): string {
	return Math.round(number).toLocaleString('en');
}

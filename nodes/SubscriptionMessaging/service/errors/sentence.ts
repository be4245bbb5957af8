import { excerpt } from './excerpt';

/** A reason as a sentence of its own. */
export function sentence(text: string): string {
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** The first names of a list, which may be of any length: `a, b, c and 2 more`. */
export function namedFew(names: readonly string[], most = 20): string {
	const more = names.length - most;
	const first = names.slice(0, most).map((name) => excerpt(name));
	return first.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

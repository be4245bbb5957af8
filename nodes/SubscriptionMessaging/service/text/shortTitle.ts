/** Characters that are read at a glance; the number of the item comes on top. */
const LONGEST_TITLE = 80;

/** Characters before a colon that say enough by themselves. */
const TELLING = 40;

/** The message of an error as a title, and what it says beyond that, for its description. */
export function shortTitle(message: string): { title: string; rest: string } {
	const [item = ''] = / \[item \d+\]$/.exec(message) ?? [];
	const own = message.slice(0, message.length - item.length);
	if (own.length <= LONGEST_TITLE) return { title: message, rest: '' };
	const colon = own.indexOf(': ');
	if (colon >= TELLING && colon <= LONGEST_TITLE) {
		return { title: own.slice(0, colon) + item, rest: sentence(own.slice(colon + 2)) };
	}
	const beginning = [...own].slice(0, LONGEST_TITLE - 1).join('');
	const words = beginning.slice(0, Math.max(beginning.lastIndexOf(' '), LONGEST_TITLE / 2));
	return { title: `${words}…${item}`, rest: sentence(own) };
}

/** A reason as a sentence of its own. */
export function sentence(text: string): string {
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

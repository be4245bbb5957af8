import { sentence } from '../service/errors/sentence';

/** Characters that are read at a glance; the number of the item comes on top. */
const LONGEST_TITLE = 80;

/** Characters before a colon that say enough by themselves; what else does. */
const TELLING = 40;
const TELLS =
	/^(?:Not sent|Nothing was sent for this campaign|No answer came|The answer could not be used|The service was not reached): /;

/** Characters that are left of a quoted value at least. */
const SHORTEST_QUOTE = 6;

/**
 * The message of an error as a title, and what it says beyond that, for its description. What is
 * wrong stays in the title: a cause after a colon goes first, then the ends of quoted values.
 */
export function shortTitle(message: string): { title: string; rest: string } {
	const [item = ''] = / \[item \d+\]$/.exec(message) ?? [];
	const own = message.slice(0, message.length - item.length);
	if (own.length <= LONGEST_TITLE) return { title: message, rest: '' };
	// Not one within a value.
	const unquoted = own.replace(/"[^"]*"/g, (value) => 'x'.repeat(value.length));
	const colon = unquoted.indexOf(': ', TELLS.test(own) ? 0 : TELLING);
	if (colon !== -1 && colon <= LONGEST_TITLE) {
		return { title: own.slice(0, colon) + item, rest: sentence(own.slice(colon + 2)) };
	}
	const withoutCode = own.replace(/ \(error [^()]*\)$/, '');
	if (withoutCode.length <= LONGEST_TITLE) {
		return { title: withoutCode + item, rest: sentence(own.slice(withoutCode.length + 2, -1)) };
	}
	const shortened = withShorterQuotes(own);
	if (shortened !== undefined) return { title: shortened + item, rest: sentence(own) };
	const beginning = [...own].slice(0, LONGEST_TITLE - 1).join('');
	const words = beginning.slice(0, Math.max(beginning.lastIndexOf(' '), LONGEST_TITLE / 2));
	return { title: `${words}…${item}`, rest: sentence(own) };
}

/** The text with as much of each quoted value as fits; nothing where that isn't enough. */
function withShorterQuotes(text: string): string | undefined {
	for (let kept = LONGEST_TITLE; kept >= SHORTEST_QUOTE; kept--) {
		// Cut further each time, so that a long value is read as a whole only once.
		text = text.replace(/"([^"]*)"/g, (quote, value: string) =>
			value.length > kept + 1
				? `"${value.slice(0, kept).replace(/[\uD800-\uDBFF]$/, '')}…"`
				: quote,
		);
		if (text.length <= LONGEST_TITLE) return text;
	}
	return undefined;
}

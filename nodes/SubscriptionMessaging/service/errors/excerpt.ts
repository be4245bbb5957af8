/** Characters of a text of the service that are looked at; a message shows fewer. */
const LONGEST_QUOTE = 3000;

/** Most characters of the last word of a cut text, which may be half a password. */
const LONGEST_CUT_WORD = 1000;

/** As much of a text of foreign origin as can be shown; where it is cut, without the word that is cut. */
export function beginningOf(text: string, longest = LONGEST_QUOTE): string {
	if (text.length <= longest) return text;
	const kept = text.slice(0, longest - LONGEST_CUT_WORD);
	const [words] = /^(?:.*\s)?/s.exec(text.slice(kept.length, longest))!;
	return `${kept}${words}…`;
}

/** Text of foreign origin made fit for a message: one line, no control characters, cut to length. */
export function excerpt(text: string, length = 80): string {
	const line = beginningOf(text)
		.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
		.trim();
	return line.length > length ? `${line.slice(0, length - 1).replace(/\p{Cs}$/u, '')}…` : line;
}

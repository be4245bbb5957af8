/** How a character is told that shows as nothing, or like another one: as in `U+00A0`. */
export function codePointOf(character: string): string {
	const hex = character.codePointAt(0)!.toString(16).toUpperCase();
	return `U+${hex.padStart(4, '0')}`;
}

/**
 * The first character that XML cannot carry: control characters other than tab, line feed and
 * carriage return, halves of surrogate pairs, U+FFFE and U+FFFF.
 */
export function unsendableCharacter(text: string): { name: string; position: number } | undefined {
	const match = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.exec(text);
	return match ? { name: codePointOf(match[0]), position: match.index + 1 } : undefined;
}

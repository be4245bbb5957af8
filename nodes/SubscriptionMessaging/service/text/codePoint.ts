/** How a character is told that shows as nothing, or like another one: as in `U+00A0`. */
export function codePointOf(character: string): string {
	const hex = character.codePointAt(0)!.toString(16).toUpperCase();
	return `U+${hex.padStart(4, '0')}`;
}

/** Names that an error gives at most. */
const MOST_NAMED = 20;

/** The first names of a list, which may be of any length, and whether there are more. */
export function firstOfMany(names: readonly string[]): string {
	return names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ', …' : '');
}

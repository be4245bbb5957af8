/** Survivors that stay, each with its reason. The lines of a file move, so a text names the place. */

/** @typedef {{ file: string, original: string, replacement: string, reason: string }} Named */

const flat = (text) => text.replace(/\s+/g, ' ').trim();

/** What the mutated place of a file holds, and the line that it is in. Lines and columns count from 1. */
function placeOf(text, { start, end }) {
	const lines = text.split('\n').slice(start.line - 1, end.line);
	const line = flat(lines.join('\n'));
	lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
	lines[0] = lines[0].slice(start.column - 1);
	return { original: flat(lines.join('\n')), line };
}

/** Whether an entry of the list speaks of a mutant. */
const names = (entry, mutant) =>
	entry.file === mutant.file &&
	flat(entry.original) === mutant.original &&
	flat(entry.replacement) === flat(mutant.replacement);

/**
 * Divides the survivors by the list.
 *
 * @returns the survivors that no entry names, and the entries that name a mutant which was killed
 */
function compare(mutants, named) {
	const survivors = mutants.filter(({ isKilled }) => !isKilled);
	const tried = new Set(mutants.map(({ file }) => file));
	return {
		unnamed: survivors.filter((mutant) => !named.some((entry) => names(entry, mutant))),
		outdated: named.filter(
			(entry) => tried.has(entry.file) && !survivors.some((mutant) => names(entry, mutant)),
		),
	};
}

exports.placeOf = placeOf;
exports.compare = compare;

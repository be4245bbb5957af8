/**
 * Survivors that stay, each with its reason: `survivors/` has a file beside each source that has any. The
 * lines of a source move, so a text names the place.
 */
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join, sep } = require('node:path');

/**
 * An entry of `survivors/`; one for several replacements of the same text. Its `line` tells which one is
 * meant where several places of the source hold the same text.
 * @typedef {{ original: string, line?: string, replacement: string | string[], reason: string }} Entry
 */

const FOLDER = join(__dirname, 'survivors');

const flat = (text) => text.replace(/\s+/g, ' ').trim();

/** The entries of all sources, one for each replacement. */
function namedSurvivors() {
	return readdirSync(FOLDER, { recursive: true })
		.filter((path) => path.endsWith('.json'))
		.flatMap((path) =>
			entriesOf(
				path
					.split(sep)
					.join('/')
					.replace(/\.json$/, '.ts'),
			),
		);
}

/** @param {string} file source, from the root of the project */
function entriesOf(file) {
	const path = join(FOLDER, file.replace(/\.ts$/, '.json'));
	if (!existsSync(path)) return [];
	/** @type {Entry[]} */
	const entries = JSON.parse(readFileSync(path, 'utf8'));
	return entries.flatMap(({ replacement, ...entry }) =>
		[replacement].flat().map((each) => ({ file, ...entry, replacement: each })),
	);
}

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
	(entry.line === undefined || flat(entry.line) === mutant.line) &&
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

exports.namedSurvivors = namedSurvivors;
exports.placeOf = placeOf;
exports.compare = compare;

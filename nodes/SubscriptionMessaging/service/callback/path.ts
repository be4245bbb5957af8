/** The names that lead to a value, lists left out. */
export interface Path {
	/** The last one, plainly. */
	outer: string;
	/** All of them, as they are written, and plainly. */
	written: string;
	whole: string;
}

export const NO_PATH: Path = { outer: '', written: '', whole: '' };

/** Characters of a name that count. */
const NAME_LENGTH = 200;

/** Case and separators left out. */
export function plain(name: string): string {
	return name
		.slice(0, NAME_LENGTH)
		.replace(/[^\p{L}\p{N}]/gu, '')
		.toLowerCase();
}

export function within(path: Path, name: string): Path {
	const beginning = name.slice(0, NAME_LENGTH);
	const written = (path.written + beginning).slice(0, NAME_LENGTH);
	return { outer: plain(beginning), written, whole: plain(written) };
}

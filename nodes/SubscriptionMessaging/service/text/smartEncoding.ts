import { codePointOf } from './codePoint';
import { isPlainSms, segmentsOf, type TextLimit } from './messageText';

/**
 * Typographic signs and their neighbours in the alphabet of plain SMS (GSM 03.38), by neighbour. No
 * letters, marks, digits, currencies or signs of a unit: those carry meaning.
 */
const NEIGHBOURS: ReadonlyArray<readonly [neighbour: string, signs: string]> = [
	['"', '“”„‟«»″‶❝❞〝〞〟'],
	["'", '‘’‚‛‹›′‵❛❜`´'],
	['-', '‐‑‒–—―−⁃•‣◦﹘﹣'],
	['...', '…⋯'],
	['..', '‥'],
	['.', '․'],
	['!!', '‼'],
	['??', '⁇'],
	['?!', '⁈'],
	['!?', '⁉'],
	['/', '⁄∕'],
	[':', '∶'],
	['x', '×'],
	[
		' ',
		'\t\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000',
	],
	['\n', '\u2028\u2029'],
];

/**
 * What shows as nothing in a text of Latin letters: soft hyphens, blanks of no width, and marks of
 * direction and presentation. Elsewhere they join letters and order lines.
 */
const INVISIBLE =
	'\u00AD\u200B\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2066\u2067\u2068\u2069\uFE0E\uFE0F\uFEFF';

/** By sign. */
export const REPLACEMENTS: ReadonlyMap<string, string> = new Map(
	NEIGHBOURS.flatMap(([neighbour, signs]) => [...signs].map((sign) => [sign, neighbour])),
);

export const REMOVED: ReadonlySet<string> = new Set(INVISIBLE);

/** What *Smart Encoding* did to the texts of an item. */
export interface SmartText {
	/** As in `’ → '`, each once. */
	readonly replaced: readonly string[];
	/** SMS of the recipient with the longest text, had nothing been replaced. */
	readonly segmentsBefore: number;
}

/** Certainly without any sign that could be replaced, which is quicker to see than to look for. */
const PLAIN = /^[\n\r !-_a-~]*$/;

/** A text in which signs were replaced, and which ones, each once. */
export interface Replaced {
	readonly text: string;
	readonly signs: readonly string[];
}

/**
 * A text with its typographic signs replaced by their neighbours in plain SMS. What is invisible is left out
 * only where the whole text is plain then. Placeholders stay, because a custom field has their very name, and
 * so do web addresses: they would lead elsewhere.
 */
export function withNeighbours(text: string): Replaced {
	if (PLAIN.test(text)) return { text, signs: [] };
	const all = replaced(text, true);
	return isPlainSms(all.text) ? all : replaced(text, false);
}

/**
 * Placeholders, and web addresses with those within, up to their last letter, digit or slash. Written out, so
 * that its work can be judged by reading.
 */
const KEPT =
	/\{[^{}:]+(?::[^{}]*)?\}|(?:https?:\/\/|www\.)(?:\{[^{}]{1,100}\}|[^\s{}]){0,500}[\p{L}\p{N}_/]/giu;

function replaced(text: string, removesInvisible: boolean): Replaced {
	const signs = new Set<string>();
	const neighbourOf = (sign: string): string => {
		const neighbour =
			REPLACEMENTS.get(sign) ?? (removesInvisible && REMOVED.has(sign) ? '' : undefined);
		if (neighbour === undefined) return sign;
		signs.add(sign);
		return neighbour;
	};
	let start = 0;
	let result = '';
	for (const match of [...text.matchAll(KEPT), undefined]) {
		const end = match?.index ?? text.length;
		for (const sign of text.slice(start, end)) result += neighbourOf(sign);
		if (!match) break;
		result += match[0];
		start = end + match[0].length;
	}
	return { text: result, signs: [...signs] };
}

/** A text as a whole, and as the messages that it is sent as. */
export interface Fitted {
	readonly whole: string;
	readonly parts: readonly string[];
}

/**
 * Whether a text is better sent with neighbours: as fewer SMS, or because only then it is within its
 * limit. Never where that would put it over the limit, or make more messages of it.
 */
export function isWorthwhile(before: Fitted, after: Fitted, limit: TextLimit): boolean {
	if (before.whole === after.whole) return false;
	const fits = (text: string) => limit.length(text) <= limit.max;
	const [fitted, fitsNow] = [fits(before.whole), fits(after.whole)];
	if (fitted !== fitsNow) return fitsNow;
	if (!after.parts.every(fits) || after.parts.length > before.parts.length) return false;
	return segmentsOfAll(after.parts) < segmentsOfAll(before.parts);
}

export function segmentsOfAll(parts: readonly string[]): number {
	return parts.reduce((sum, part) => sum + segmentsOf(part).segments, 0);
}

/** As in `’ → '` and `U+00A0 → space`, for a person to see what was replaced. */
export function describeReplacement(sign: string): string {
	const neighbour = REPLACEMENTS.get(sign) ?? '';
	return `${visible(sign)} → ${neighbour === '' ? 'nothing' : visible(neighbour)}`;
}

function visible(sign: string): string {
	if (sign === ' ') return 'space';
	if (sign === '\n') return 'line break';
	if (!/^[\s\p{Z}\p{Cf}\p{Mn}]$/u.test(sign)) return sign;
	return codePointOf(sign);
}

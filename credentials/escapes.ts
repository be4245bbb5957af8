/** A text that was read out of another one, and where each of its UTF-16 units stood there. */
export interface TracedText {
	readonly text: string;
	/** For each unit of `text`: where it begins in the original. */
	readonly starts: readonly number[];
	/** For each unit of `text`: where it ends in the original. */
	readonly ends: readonly number[];
}

/** A text as its own original. */
export function traced(text: string): TracedText {
	const starts = Array.from({ length: text.length }, (_unit, index) => index);
	return { text, starts, ends: starts.map((start) => start + 1) };
}

/** Collects a traced text unit by unit. */
export class Tracing {
	private readonly pieces: string[] = [];

	private readonly starts: number[] = [];

	private readonly ends: number[] = [];

	/** Units so far. */
	get length(): number {
		return this.starts.length;
	}

	add(piece: string, start: number, end: number): void {
		this.pieces.push(piece);
		for (let unit = 0; unit < piece.length; unit += 1) {
			this.starts.push(start);
			this.ends.push(end);
		}
	}

	done(): TracedText {
		return { text: this.pieces.join(''), starts: this.starts, ends: this.ends };
	}
}

/** Runs of bytes as in addresses and forms: `%FC`. */
const PERCENT = /(?<percent>(?:%[0-9a-f]{2})+)/gi;

/** References of XML and HTML: `&amp;`, `&uuml;`, `&#252;`. */
const REFERENCE =
	/&#0{0,12}(?<decimal>\d{1,7});|&#x0{0,12}(?<hex>[0-9a-f]{1,6});|&(?<name>[a-z]{2,24}\d{0,2});/gi;

/** Escapes of JSON and of programs: `\"`, `\u00fc`, `\xfc`. */
const BACKSLASH =
	/(?<bytes>(?:\\x[0-9a-f]{2})+)|\\u(?<unit>[0-9a-f]{4})|\\u\{0{0,8}(?<point>[0-9a-f]{1,6})\}|\\(?<literal>[^xu])/gis;

/** All of them, written out so that their work can be judged by reading. */
const ALL =
	/(?<percent>(?:%[0-9a-f]{2})+)|&#0{0,12}(?<decimal>\d{1,7});|&#x0{0,12}(?<hex>[0-9a-f]{1,6});|&(?<name>[a-z]{2,24}\d{0,2});|(?<bytes>(?:\\x[0-9a-f]{2})+)|\\u(?<unit>[0-9a-f]{4})|\\u\{0{0,8}(?<point>[0-9a-f]{1,6})\}|\\(?<literal>[^xu])/gis;

/**
 * Kinds of escapes. Every part of each has a greatest length, so that matching takes a time linear in
 * the text.
 */
const ESCAPES = { all: ALL, percent: PERCENT, reference: REFERENCE, backslash: BACKSLASH };

export type EscapeKind = keyof typeof ESCAPES;

/** The beginning of an escape, or of a character of several escaped bytes, that the end of a text cuts. */
const CUT_ESCAPE =
	/(?:(?:%[c-f][0-9a-f](?:%[89ab][0-9a-f]){0,2})?(?:%[0-9a-f]?)?|&#?[0-9a-z]{0,26}|\\(?:x[0-9a-f]?|u\{?[0-9a-f]{0,13})?)$/i;

/** Longest beginning of an escape, in UTF-16 units. */
const LONGEST_CUT = 28;

/** Units before a position that belong to an escape which does not end before it. */
export function cutEscapeBefore(text: string, position: number): number {
	const before = text.slice(Math.max(0, position - LONGEST_CUT), position);
	if (!/[%&\\]/.test(before)) return 0;
	return CUT_ESCAPE.exec(before)![0].length;
}

/** The text with its escapes of a kind resolved once; undefined where it has none. */
export function unescapeOnce(escaped: TracedText, kind: EscapeKind): TracedText | undefined {
	const { text, starts, ends } = escaped;
	const result = new Tracing();
	let isChanged = false;
	let copied = 0;
	const copyUntil = (end: number) => {
		for (; copied < end; copied += 1) {
			result.add(text[copied]!, starts[copied]!, ends[copied]!);
		}
	};
	for (const match of text.matchAll(ESCAPES[kind])) {
		const end = match.index + match[0].length;
		const decoded = decode(match.groups as EscapeGroups);
		if (!decoded) continue;
		copyUntil(match.index);
		for (const { character, from, length } of decoded) {
			const first = match.index + from;
			const last = length === undefined ? end - 1 : first + length - 1;
			result.add(character, starts[first]!, ends[last]!);
		}
		copied = end;
		isChanged = true;
	}
	if (!isChanged) return undefined;
	copyUntil(text.length);
	return result.done();
}

type EscapeGroups = Partial<
	Record<'percent' | 'bytes' | 'decimal' | 'hex' | 'name' | 'unit' | 'point' | 'literal', string>
>;

/** A character, and where it is within its escape; without a length it is all of the escape. */
interface Decoded {
	character: string;
	from: number;
	length?: number;
}

function decode(groups: EscapeGroups): Decoded[] | undefined {
	const { percent, decimal, hex, name, unit, point, literal } = groups;
	const bytes = percent ?? groups.bytes;
	if (bytes) return decodeBytes(bytes);
	const character =
		(literal && (/[bfnrt]/.test(literal) ? ' ' : literal)) ??
		(unit && String.fromCharCode(Number.parseInt(unit, 16))) ??
		(name && NAMED.get(name.toLowerCase())) ??
		(decimal && fromCodePoint(Number(decimal))) ??
		fromCodePoint(Number.parseInt(hex ?? point ?? '', 16));
	return character ? [{ character, from: 0 }] : undefined;
}

function fromCodePoint(point: number): string | undefined {
	return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}

/** Bytes of UTF-8; one that is none is a character of Latin-1. */
function decodeBytes(escapes: string): Decoded[] {
	const width = escapes.startsWith('%') ? 3 : 4;
	const bytes = Buffer.from(escapes.replace(/%|\\x/gi, ''), 'hex');
	const decoded: Decoded[] = [];
	for (let index = 0; index < bytes.length; ) {
		const length = lengthOfCharacter(bytes, index);
		const sequence = bytes.subarray(index, index + length);
		const character = length === 1 ? sequence.toString('latin1') : sequence.toString('utf8');
		decoded.push({ character, from: index * width, length: length * width });
		index += length;
	}
	return decoded;
}

/** Bytes of the UTF-8 character that begins there; 1 where none does. */
function lengthOfCharacter(bytes: Uint8Array, index: number): number {
	const lead = bytes[index]!;
	const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
	const rest = bytes.subarray(index + 1, index + length);
	const isWhole = rest.length === length - 1 && rest.every((byte) => byte >= 0x80 && byte < 0xc0);
	return isWhole && lead <= 0xf4 ? length : 1;
}

/** Names of U+00A0 to U+00BF and U+00E0 to U+00FF in HTML; capitals differ in nothing but their case. */
const LATIN_1 =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
		' ',
	);

/** HTML's names of ASCII, and its further ones of Latin-1, after the character that they stand for. */
const PUNCTUATION =
	'& amp,\' apos,* ast midast,\\ bsol,: colon,@ commat,$ dollar,= equals,! excl,` grave diacriticalgrave,> gt,^ hat,{ lcub lbrace,_ lowbar underbar,( lpar,[ lsqb lbrack,< lt,# num,% percnt,. period,+ plus,? quest," quot,} rcub rbrace,) rpar,] rsqb rbrack,; semi,/ sol,| verbar vert verticalline,å angst,¸ cedilla,· centerdot,® circledr,´ diacriticalacute,¨ die dot doubledot,÷ div,½ half,± plusminus pm,¯ strns';

/** HTML's names of blanks and of what shows as nothing, which may part a secret. */
const BLANKS =
	'af applyfunction emsp13 emsp14 emsp ensp hairsp ic invisiblecomma invisibletimes it lrm mediumspace negativemediumspace negativethickspace negativethinspace negativeverythinspace newline nobreak nonbreakingspace numsp puncsp rlm tab thinsp thinspace verythinspace zerowidthspace zwj zwnj';

/** By name in lower case: what HTML and PHP's `htmlentities` write of ASCII and Latin-1. */
const NAMED = new Map([
	...LATIN_1.map((name, index): [string, string] => [
		name,
		String.fromCharCode(index < 32 ? 0xa0 + index : 0xe0 + index - 32),
	]),
	['szlig', 'ß'],
	['times', '×'],
	['euro', '€'],
	['comma', ','],
	...PUNCTUATION.split(',').flatMap((entry) => {
		const [character, ...names] = entry.split(' ');
		return names.map((name): [string, string] => [name, character!]);
	}),
	...BLANKS.split(' ').map((name): [string, string] => [name, ' ']),
]);

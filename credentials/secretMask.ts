import {
	cutEscapeBefore,
	traced,
	Tracing,
	unescapeOnce,
	type EscapeKind,
	type TracedText,
} from './escapes';
import type { SubscriptionMessagingCredential } from './secrets';

const MASK = '•••';

/** What stands at the end of a text that was cut. */
const CUT = /…+|\.{3,}/g;

/** Characters: to mask a shorter secret would make every text unreadable. */
const SHORTEST_MASKED = 4;

/** How often an escaped text may have been escaped again. */
const MOST_ESCAPED = 4;

const SINGLE_KINDS = ['percent', 'reference', 'backslash'] as const;

/** A way to read a text in which writings of a secret that differ become the same. */
type Reading = 'folded' | 'exact' | 'base64';

interface Pattern {
	reading: Reading;
	text: string;
	/** Characters beside it that hold a part of the secret where they match. */
	beside?: RegExp;
}

/** Where something stands in a text: `[start, end)`. */
type Span = readonly [start: number, end: number];

/**
 * Makes what takes password and API key out of a text that is to be shown or logged, such as a message
 * of the service that repeats the request. It finds them in capital or small letters, with other or no
 * blanks, escaped as in addresses, forms, XML, HTML, JSON or base64, also several times, and the
 * beginning of one where the text was cut. SECURITY.md lists what it does not recognise.
 *
 * The time it takes is linear in the text. It is not for identifiers or payload, which stay as they are.
 */
export function secretMask({
	password,
	api_key,
}: Pick<SubscriptionMessagingCredential, 'password' | 'api_key'>): (text: string) => string {
	const patterns = [password, api_key].flatMap(patternsOf);
	return (text) => withoutSpans(text, spansOf(text, patterns));
}

function patternsOf(secret: string): Pattern[] {
	if ([...secret].length < SHORTEST_MASKED) return [];
	// A secret may look like an escape, and would then be resolved with the text around it.
	const folded = levelsOf(secret).map((level) => readSecrets(level, 'folded').text);
	const written = [...new Set(folded)]
		.filter((text) => text.length >= SHORTEST_MASKED)
		.map((text): Pattern => ({ reading: 'folded', text }));
	// What consists of blanks and signs is found as it is.
	if (folded[0]!.length < SHORTEST_MASKED) {
		written.push({ reading: 'exact', text: secret });
	}
	return [...written, ...base64Patterns(secret)];
}

/** The part of a secret in base64 that does not depend on what is before and after it. */
function base64Patterns(secret: string): Pattern[] {
	const encodings: BufferEncoding[] = /^[\0-\x7f]*$/.test(secret) ? ['utf8'] : ['utf8', 'latin1'];
	return encodings.flatMap((encoding) => {
		const bytes = Buffer.from(secret, encoding);
		return [0, 1, 2].map((before): Pattern => {
			const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
			const own = encoded.slice(
				Math.ceil((before * 8) / 6),
				Math.floor(((before + bytes.length) * 8) / 6),
			);
			return { reading: 'base64', text: own, beside: /[a-z0-9+/]/i };
		});
	});
}

/**
 * The text as it is, and with its escapes resolved once and again: all kinds of them at a time, and each
 * by itself, because what was escaped in one way may hold the signs of another.
 */
function levelsOf(text: string): TracedText[] {
	const levels = new Map([[text, traced(text)]]);
	const add = (level: TracedText, kind: EscapeKind) => {
		const next = unescapeOnce(level, kind);
		// Two ways to the same text are one.
		if (next && !levels.has(next.text)) levels.set(next.text, next);
		return next;
	};
	let level: TracedText | undefined = traced(text);
	for (let times = 0; level && times < MOST_ESCAPED; times += 1) level = add(level, 'all');
	for (const first of SINGLE_KINDS) {
		const once = add(traced(text), first);
		for (const second of once ? SINGLE_KINDS : []) add(once!, second);
	}
	return [...levels.values()];
}

/** Of a character in the reading `folded`: blanks, signs of a blank, accents and case are left out. */
function fold(character: string): string {
	if (/^[!-*,-~]$/.test(character)) return character.toLowerCase();
	return (
		character
			.normalize('NFKD')
			// In this order, because some letters are two as capitals.
			.toUpperCase()
			.toLowerCase()
			.replace(/[\s\p{Cc}\p{Cf}\p{M}+]/gu, '')
	);
}

const READERS: Readonly<Record<Reading, (character: string) => string>> = {
	folded: fold,
	exact: (character) => character,
	base64: (character) => {
		if (character === '-') return '+';
		if (character === '_') return '/';
		return /^\s$/.test(character) ? '' : character;
	},
};

/** A text in a reading, and where in the reading a secret may be cut off. */
interface ReadText extends TracedText {
	/** Position in the reading, and up to where the original belongs to what is cut. */
	cuts: ReadonlyArray<{ at: number; end: number }>;
}

function readSecrets(
	{ text, starts, ends }: TracedText,
	reading: Reading,
	cutsInText: readonly Cut[] = [],
): ReadText {
	const reader = READERS[reading];
	const known = new Map<string, string>();
	const result = new Tracing();
	const positions: number[] = [];
	let index = 0;
	for (const character of text) {
		for (let unit = 0; unit < character.length; unit += 1) positions.push(result.length);
		const last = index + character.length - 1;
		let piece = known.get(character);
		if (piece === undefined) known.set(character, (piece = reader(character)));
		result.add(piece, starts[index]!, ends[last]!);
		index += character.length;
	}
	positions.push(result.length);
	const cuts = cutsInText.map(({ at, until }) => ({
		at: positions[at]!,
		// Where nothing stands before it, nothing is cut off.
		end: ends[until - 1]!,
	}));
	return { ...result.done(), cuts };
}

/** A place where a secret may be cut off, and up to where the text belongs to what is cut. */
interface Cut {
	at: number;
	until: number;
}

/** Where a text may have been cut: at its end, and before each sign that says so, or several in a row. */
function cutsIn(text: string): Cut[] {
	const cuts: Cut[] = [];
	const add = (until: number) => {
		const escape = cutEscapeBefore(text, until);
		cuts.push({ at: until, until }, { at: until - escape, until });
	};
	for (const { index } of text.matchAll(CUT)) add(index);
	add(text.length);
	return cuts;
}

function spansOf(text: string, patterns: readonly Pattern[]): Span[] {
	const readings = [...new Set(patterns.map(({ reading }) => reading))];
	return levelsOf(text).flatMap((level) => {
		const cuts = cutsIn(level.text);
		return readings.flatMap((reading) => {
			const readText = readSecrets(level, reading, cuts);
			const own = patterns.filter((pattern) => pattern.reading === reading);
			return own.flatMap((pattern) => [
				...wholeSpans(readText, pattern),
				...cutSpans(readText, pattern),
			]);
		});
	});
}

function wholeSpans({ text, starts, ends }: ReadText, { text: pattern, beside }: Pattern): Span[] {
	const spans: Span[] = [];
	for (let at = text.indexOf(pattern); at !== -1; at = text.indexOf(pattern, at + 1)) {
		const end = at + pattern.length;
		const first = beside?.test(text[at - 1] ?? '') ? at - 1 : at;
		const last = beside?.test(text[end] ?? '') ? end : end - 1;
		spans.push([starts[first]!, ends[last]!]);
	}
	return spans;
}

function cutSpans({ text, starts, cuts }: ReadText, { text: pattern }: Pattern): Span[] {
	const begun = beginningsIn(text, pattern);
	const spans: Span[] = [];
	for (const { at, end } of cuts) {
		const length = begun[at]!;
		if (length >= SHORTEST_MASKED) spans.push([starts[at - length]!, end]);
	}
	return spans;
}

/** For each position of a text, how many units of a pattern's beginning stand before it. */
function beginningsIn(text: string, pattern: string): Uint32Array {
	// After Knuth, Morris and Pratt: no unit of the text is looked at more than twice on average.
	const borders = new Uint32Array(pattern.length + 1);
	const longer = (begun: number, unit: number) => {
		let length = begun;
		while (length > 0 && pattern.charCodeAt(length) !== unit) length = borders[length]!;
		return pattern.charCodeAt(length) === unit ? length + 1 : 0;
	};
	for (let at = 1; at < pattern.length; at += 1) {
		borders[at + 1] = longer(borders[at]!, pattern.charCodeAt(at));
	}
	const begun = new Uint32Array(text.length + 1);
	for (let at = 0; at < text.length; at += 1) {
		begun[at + 1] = longer(begun[at]!, text.charCodeAt(at));
	}
	return begun;
}

function withoutSpans(text: string, spans: readonly Span[]): string {
	const pieces: string[] = [];
	let shown = 0;
	for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
		if (start >= shown) pieces.push(text.slice(shown, start), MASK);
		shown = Math.max(shown, end);
	}
	pieces.push(text.slice(shown));
	return pieces.join('');
}

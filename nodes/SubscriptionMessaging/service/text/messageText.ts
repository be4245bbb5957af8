import { LIMITS } from '../contract/contract';

/** Characters; a stored text that is longer is none that could be sent (Limits), and is not looked at. */
export const LONGEST_STORED_TEXT = 10_000;

/** How long a text may be, in the unit that the interface counts for its language (Limits). */
export interface TextLimit {
	max: number;
	/** Length of a text in characters, or in UTF-16 units for languages other than English. */
	length(text: string): number;
}

const ENGLISH: TextLimit = { max: LIMITS.message, length: charactersIn };
const NOT_ENGLISH: TextLimit = { max: LIMITS.messageNotEnglish, length: (text) => text.length };

/**
 * A recipient without a locale gets US English (Recipient: locale), except where the letters of the
 * text show that it is another language.
 */
export function textLimit(locale?: unknown, text = ''): TextLimit {
	if (locale === undefined || locale === null || locale === '') {
		return isInAnotherScript(text) ? NOT_ENGLISH : ENGLISH;
	}
	return typeof locale === 'string' && /^en(?:$|[-_])/i.test(locale) ? ENGLISH : NOT_ENGLISH;
}

/** Whether a text has letters that English is not written with: Chinese, Cyrillic, Arabic. */
export function isInAnotherScript(text: string): boolean {
	return /(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])\p{L}/u.test(text);
}

/** Certainly in the alphabet of plain SMS, which is quicker to see than to count. */
const PLAIN = /^[\n\r -_a-z]*$/;

/** Distinct characters that a warning names. */
const MOST_NAMED = 5;

/**
 * Why a text that has the limit of English may not arrive as one message of 160 characters: it is in
 * another language, or it holds an emoji or typographic quotes, with which carriers count 70.
 */
export function lengthWarning(text: string): string | undefined {
	if (text.length <= LIMITS.messageNotEnglish || PLAIN.test(text)) return undefined;
	if (isInAnotherScript(text)) {
		return `The text has ${text.length} characters; one that isn't in English can have ${LIMITS.messageNotEnglish}`;
	}
	const { encoding, segments } = segmentsOf(text);
	if (encoding === 'GSM-7') return undefined;
	const special = [...new Set(text)].filter((each) => segmentsOf(each).encoding !== 'GSM-7');
	const named = special.slice(0, MOST_NAMED).join(' ');
	return `With ${named} the text counts as ${segments} SMS, because plain SMS lacks these`;
}

/** Number of characters as the interface counts them: code points, so that an emoji is one. */
export function charactersIn(text: string): number {
	return [...text].length;
}

/** `{name}`, or `{amount:0.00}` with a format (Template: text). */
export const PLACEHOLDER = /\{([^{}:]+)(?::([^{}]*))?\}/g;

/** Three full stops, because the character … is not in the alphabet of GSM and would cost segments. */
const ELLIPSIS = '...';

/** UTF-16 units that certainly hold more than one message. */
const WINDOW = 1000;

/** The beginning of a text with an ellipsis, within the limit, cut at a word where there is one. */
export function shorten(text: string, limit: TextLimit): string {
	if (limit.length(text) <= limit.max) return text;
	const trimmed = text.trim();
	if (limit.length(trimmed) <= limit.max) return trimmed;
	const [head] = cut(trimmed, { ...limit, max: limit.max - ELLIPSIS.length });
	return head.trimEnd() + ELLIPSIS;
}

/**
 * A text as messages within the limit, cut between words where possible and never inside a
 * character or a placeholder. Spaces at a cut are dropped.
 */
export function splitIntoMessages(text: string, limit: TextLimit): string[] {
	const parts: string[] = [];
	let rest = limit.length(text) > limit.max ? text.trimStart() : text;
	while (limit.length(rest.slice(0, WINDOW)) > limit.max) {
		const [head, tail] = cut(rest, limit);
		parts.push(head.trimEnd());
		rest = tail.trimStart();
	}
	if (rest !== '' || parts.length === 0) parts.push(rest);
	return parts;
}

/** As much of a text as the limit allows, and the rest. */
function cut(text: string, limit: TextLimit): [head: string, tail: string] {
	let end = 0;
	let lastGap = 0;
	for (const { segment, index } of unbreakable(text.slice(0, WINDOW))) {
		if (limit.length(text.slice(0, index + segment.length)) > limit.max) break;
		if (/^\s+$/.test(segment)) lastGap = index;
		end = index + segment.length;
	}
	if (end < text.length && /^\s/.test(text.slice(end))) lastGap = end;
	// A first piece that is too long by itself, such as a placeholder, is cut anyway.
	const at = lastGap || end || prefixWithin(text, limit);
	return [text.slice(0, at), text.slice(at)];
}

/** Placeholders as a whole, everything else by what a reader takes for one character. */
function* unbreakable(text: string): Generator<{ segment: string; index: number }> {
	const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
	let start = 0;
	for (const match of [...text.matchAll(PLACEHOLDER), undefined]) {
		const end = match?.index ?? text.length;
		for (const { segment, index } of graphemes.segment(text.slice(start, end))) {
			yield { segment, index: start + index };
		}
		if (!match) return;
		yield { segment: match[0], index: end };
		start = end + match[0].length;
	}
}

function prefixWithin(text: string, limit: TextLimit): number {
	let end = 0;
	for (const character of text) {
		if (limit.length(text.slice(0, end + character.length)) > limit.max) break;
		end += character.length;
	}
	return end;
}

interface Segments {
	/** `GSM-7` when every character is in the alphabet of GSM, else `UCS-2`. */
	encoding: 'GSM-7' | 'UCS-2';
	/** Number of SMS that a carrier takes for the text. */
	segments: number;
}

/** The alphabet of plain SMS (GSM 03.38) with the signs of its extension, each of which takes two septets. */
const GSM = /^[\n\f\r -_a-~¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ€]*$/;
const EXTENSION = /[\f[-^{-~€]/;

/**
 * How a carrier transmits a text as SMS (GSM 03.38): 160 septets or 70 units alone, and 153 or 67 in each
 * part of several. No sign is cut in two.
 */
export function segmentsOf(text: string): Segments {
	const isGsm = GSM.test(text);
	const [alone, inPart] = isGsm ? [160, 153] : [70, 67];
	let all = 0;
	let inLast = 0;
	let segments = 1;
	for (const sign of text) {
		const units = isGsm && EXTENSION.test(sign) ? 2 : sign.length;
		all += units;
		inLast += units;
		if (inLast <= inPart) continue;
		inLast = units;
		segments += 1;
	}
	return { encoding: isGsm ? 'GSM-7' : 'UCS-2', segments: all > alone ? segments : 1 };
}

/** Whether a carrier needs no other alphabet than that of GSM for a text. */
export function isPlainSms(text: string): boolean {
	return segmentsOf(text).encoding === 'GSM-7';
}

/** Names of the placeholders in a text (Sending rules, 5), each once, in the order of the text. */
export function placeholdersIn(text: string): string[] {
	return [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name))];
}

/** What a placeholder is named in practice; other braces are JSON, code or a pattern. */
const LIKELY_NAME = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;
const NUMBER_FORMAT = /^[0#.,]+$/;

/**
 * Placeholders of a template that no custom field of a recipient fills, each once. They would go out
 * as they are written.
 */
export function unfilledInTemplate(text: string, fields: CustomFields): string[] {
	return fillPlaceholders(text, fields).missing;
}

/**
 * The same for the text of a message, in which braces may stand for something else: only what is
 * named as a placeholder is, or as a custom field of any recipient.
 *
 * @param known names of the custom fields of all recipients
 */
export function unfilledInMessage(
	text: string,
	fields: CustomFields,
	known: ReadonlySet<string>,
): string[] {
	// Most texts have none, and are looked at for each of very many items.
	if (!text.includes('{')) return [];
	const filled = new Set(fields.map(({ name }) => name));
	const likely = Array.from(text.matchAll(PLACEHOLDER), ([, name = '', format]) => ({
		name,
		isPlaceholder:
			known.has(name.trim()) ||
			(LIKELY_NAME.test(name) && (format === undefined || NUMBER_FORMAT.test(format))),
	}));
	const missing = likely.filter(({ name, isPlaceholder }) => isPlaceholder && !filled.has(name));
	return [...new Set(missing.map(({ name }) => name))];
}

type CustomFields = ReadonlyArray<{ name?: string | null; value?: string | null }>;

interface FilledText {
	text: string;
	/** Placeholders that no custom field fills; they stay in the text. */
	missing: string[];
	/** Placeholders with a format, whose exact effect the interface does not show. */
	formatted: string[];
}

/**
 * A text with its placeholders filled, as far as the interface tells (Sending rules, 5): `{name}`
 * by the custom field of that name; `{amount:0.00}` by a number with as many decimals as the
 * format has, which is a guess and therefore listed in `formatted`.
 */
export function fillPlaceholders(text: string, fields: CustomFields): FilledText {
	const values = new Map(fields.map(({ name, value }) => [name, value ?? undefined]));
	const missing = new Set<string>();
	const formatted = new Set<string>();
	const filled = text.replace(PLACEHOLDER, (placeholder, name: string, format?: string) => {
		const value = values.get(name);
		if (value === undefined) {
			missing.add(name);
			return placeholder;
		}
		if (format === undefined) return value;
		formatted.add(placeholder);
		const decimals = /^[0#,]{0,40}\.?(0{0,20})$/.exec(format)?.[1];
		return decimals !== undefined && value.trim() !== '' && Number.isFinite(Number(value))
			? Number(value).toFixed(decimals.length)
			: value;
	});
	return { text: filled, missing: [...missing], formatted: [...formatted] };
}

import { XmlDecoder } from '../xml/charset';
import { CALLBACK_LIMITS, SLICE, type Budget } from './budget';
import type { Steps } from '../collections/steps';
import { indexOrEnd, readFields, readForm } from './form';
import { readJson } from './json';
import { Members, type CallbackRecord, type CallbackValue } from './value';
import { readXml, readXmlField } from './xmlDocument';

/** What was posted, as the formats look at it. */
interface Post {
	body: Uint8Array;
	contentType: string;
	text: string;
}

interface Format {
	/** Whether the beginning, or the label, makes it likely. */
	detects(post: Post): boolean;
	/** Undefined where it turns out to be another one. */
	read(post: Post, budget: Budget): Steps<CallbackValue | undefined>;
}

/** In this order: the first one that can read a body does. */
const FORMATS: readonly Format[] = [
	{
		detects: ({ text }) => beginsWith(text, '<'),
		read: ({ text }, budget) => readXml(text, budget),
	},
	{
		detects: ({ text }) => beginsWith(text, '{['),
		read: ({ text }, budget) => readJson(text, budget),
	},
	{
		detects: isLabelledForm,
		read: readFormBody,
	},
	{
		detects: (post) =>
			!isFormLabel(post) && FIRST_FIELD.test(post.text.trimStart().slice(0, BEGINNING)),
		*read(post, budget) {
			return (yield* isForm(post.text.trim(), budget))
				? yield* readFormBody(post, budget)
				: undefined;
		},
	},
	{
		detects: () => true,
		read: readLines,
	},
];

/**
 * A body to the value that it stands for. Its own beginning decides what it is read as, since the
 * interface shows neither format nor content type of what is posted to `status_url` (Events, 1).
 *
 * XML that is not well-formed is read as far as it goes, with its text beside it as `body`. Text that is
 * neither XML, JSON nor names with values is given as it is; an empty body is undefined.
 *
 * @throws CallbackRefusedError
 */
export function* readBody(
	body: Uint8Array,
	contentType: string,
	budget: Budget,
): Steps<CallbackValue | undefined> {
	const post = { body, contentType, text: yield* decode(body, contentType) };
	if (post.text.trim() === '') return undefined;
	for (const { detects, read } of FORMATS) {
		yield;
		if (!detects(post)) continue;
		const forget = budget.mark();
		const value = yield* read(post, budget);
		if (value !== undefined) return value;
		forget();
	}
	budget.add(0, post.text.length);
	return post.text;
}

/** The names and values of a query, without those that are left out. */
export function* readQuery(
	query: string,
	without: readonly string[],
	budget: Budget,
): Steps<CallbackRecord> {
	const fields = yield* readForm(query, 'utf-8', budget, readDocument);
	for (const name of without) delete fields[name];
	return fields;
}

/** The names and values of a multipart form, which n8n has read. */
export function readMultipart(fields: object, budget: Budget): Steps<CallbackRecord> {
	return readFields(fields, budget, readDocument);
}

/** Text of the charset that the bytes or their label tell, else of UTF-8, else of Windows-1252. */
function* decode(bytes: Uint8Array, contentType: string): Steps<string> {
	for (const label of new Set([contentType, ''])) {
		try {
			const decoder = new XmlDecoder(label);
			return yield* decodeWith(
				(chunk) => decoder.write(chunk),
				bytes,
				() => decoder.end(),
			);
		} catch {
			// Not of this charset, or of none that is known.
		}
	}
	const decoder = new TextDecoder('windows-1252');
	return yield* decodeWith((chunk) => decoder.decode(chunk, { stream: true }), bytes);
}

function* decodeWith(
	write: (chunk: Uint8Array) => string,
	bytes: Uint8Array,
	end: () => string = () => '',
): Steps<string> {
	const parts: string[] = [];
	for (let at = 0; at < bytes.length; at += SLICE) {
		if (at > 0) yield;
		parts.push(write(bytes.subarray(at, at + SLICE)));
	}
	return parts.join('') + end();
}

/** @param text that is not blank */
function beginsWith(text: string, symbols: string): boolean {
	return symbols.includes(text.trimStart().charAt(0));
}

/** Characters in which a first name and its equals sign are looked for. */
const BEGINNING = 10_000;

const FIRST_FIELD = /^[^\s=&:]+=/;

function isFormLabel({ contentType }: Post): boolean {
	return /form-urlencoded/i.test(contentType);
}

function isLabelledForm(post: Post): boolean {
	return isFormLabel(post) && post.text.includes('=');
}

/** Whether it is one line of names with values; blanks in them are how some services write without encoding. */
function* isForm(text: string, budget: Budget): Steps<boolean> {
	if (!(yield* holds(/\s/, text, budget))) return true;
	if (yield* holds(/[\r\n]/, text, budget)) return false;
	let fields = 0;
	for (let at = 0; at < text.length; fields++) {
		NAME_OF_FIELD.lastIndex = at;
		if (!NAME_OF_FIELD.test(text)) return false;
		at = indexOrEnd(text, '&', at) + 1;
		if (budget.isStepOver(1)) yield;
	}
	return fields > 1;
}

const NAME_OF_FIELD = /[^\s=&]{1,10000}=/y;

function* holds(pattern: RegExp, text: string, budget: Budget): Steps<boolean> {
	for (let at = 0; at < text.length; at += SLICE) {
		if (pattern.test(text.slice(at, at + SLICE))) return true;
		if (budget.isStepOver(0, SLICE)) yield;
	}
	return false;
}

function readFormBody({ body, contentType }: Post, budget: Budget): Steps<CallbackRecord> {
	// The last byte of a letter is a blank in Latin-1, which `trim` would take away.
	let end = body.length;
	while (body[end - 1]! <= 0x20) end--;
	const { buffer, byteOffset } = body;
	const written = Buffer.from(buffer, byteOffset, end).toString('latin1').trimStart();
	return readForm(written, charsetOf(contentType), budget, readDocument);
}

function charsetOf(contentType: string): string {
	return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8';
}

/** XML or JSON within something else. */
function* readDocument(
	text: string,
	budget: Budget,
	depth: number,
): Steps<CallbackValue | undefined> {
	const forget = budget.mark();
	const value = beginsWith(text, '<')
		? yield* readXmlField(text, budget, depth)
		: yield* readJson(text, budget, depth);
	if (value === undefined) forget();
	return value;
}

const LINE_END = /\r\n|\r|\n/g;

const NAME_OF_LINE = /^[\w .-]{1,80}$/;

/** Lines such as `status_code: 100`, where every line is one; below a blank one, lines of which a name comes again are another status. */
function* readLines({ text }: Post, budget: Budget): Steps<CallbackValue | undefined> {
	let fields = new Members(budget);
	const records = [fields.record];
	let block: Array<[name: string, value: string]> = [];
	let isOther = false;
	function* addBlock(): Steps<void> {
		if (isOther) {
			budget.add(1);
			fields = new Members(budget);
			records.push(fields.record);
		}
		for (const [name, value] of block) {
			if (budget.isStepOver(1)) yield;
			budget.add(0, value.length);
			fields.add([name], value);
		}
		block = [];
		isOther = false;
	}
	for (let at = 0; at < text.length; ) {
		const lineEnd = nextLineEnd(text, at);
		const line = text.slice(at, lineEnd.start).trim();
		at = lineEnd.end;
		if (budget.isStepOver(1, line.length)) yield;
		if (line === '') {
			yield* addBlock();
			continue;
		}
		const separator = line.search(/[:=]/);
		const name = line.slice(0, Math.max(separator, 0)).trim();
		if (!NAME_OF_LINE.test(name)) return undefined;
		isOther ||= Object.hasOwn(fields.record, name);
		// Of more of them, the first ones are refused.
		if (block.length > CALLBACK_LIMITS.values) yield* addBlock();
		block.push([name, line.slice(separator + 1).trim()]);
	}
	yield* addBlock();
	return records.length === 1 ? records[0] : records;
}

function nextLineEnd(text: string, from: number): { start: number; end: number } {
	LINE_END.lastIndex = from;
	const found = LINE_END.exec(text);
	return found === null
		? { start: text.length, end: text.length }
		: { start: found.index, end: LINE_END.lastIndex };
}

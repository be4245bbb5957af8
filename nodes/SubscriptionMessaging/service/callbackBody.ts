import { XmlDecoder } from './charset';
import { UnreadableXmlError } from './errors';
import { ANY, soapMessageOf } from './readingPlan';
import { XmlReader } from './xml';
import { openParser } from './xmlParser';

/** A value as JSON has it, whatever the callback was written in. */
export type CallbackValue =
	| string
	| number
	| boolean
	| null
	| CallbackValue[]
	| { [name: string]: CallbackValue };
export type CallbackRecord = { [name: string]: CallbackValue };

/** What a callback may hold at most; a list of 20,000 recipients stays well below. */
export const CALLBACK_LIMITS = {
	/** Of the body, without content encoding. */
	bytes: 8 * 1024 * 1024,
	/** Members and entries, all levels together. */
	values: 200_000,
	/** Objects and lists within each other. */
	depth: 40,
} as const;

/** A callback of which nothing is taken: too large, nested too deep, or with a DOCTYPE. */
export class CallbackRefusedError extends Error {
	override readonly name = 'CallbackRefusedError';

	constructor(
		reason: string,
		/** To answer with. */
		readonly httpStatus: 400 | 413,
	) {
		super(`The callback is refused: ${reason}`);
	}
}

/**
 * A body to the value that it stands for. Its own beginning decides what it is read as, since the
 * interface shows neither format nor content type of what is posted to `status_url` (Events, 1).
 *
 * XML that is not well-formed is read as far as it goes, with its text beside it as `body`. Text that is
 * neither XML, JSON nor names with values is given as it is; an empty body is undefined.
 *
 * @throws CallbackRefusedError
 */
export function readBody(body: Uint8Array, contentType = ''): CallbackValue | undefined {
	if (body.length > CALLBACK_LIMITS.bytes) {
		throw new CallbackRefusedError(`it is larger than ${CALLBACK_LIMITS.bytes} bytes`, 413);
	}
	const text = decode(body, contentType);
	if (text.trim() === '') return undefined;
	const value =
		readDocument(text) ??
		(isForm(text, contentType)
			? readForm(Buffer.from(body).toString('latin1').trim(), charsetOf(contentType))
			: (readLines(text) ?? text));
	return checked(value);
}

/** The names and values of a query, without those that are left out. */
export function readQuery(query: string, without: readonly string[]): CallbackRecord {
	const fields = readForm(query, 'utf-8');
	for (const name of without) delete fields[name];
	return checked(fields) as CallbackRecord;
}

/** Fields that were parsed elsewhere, such as those of a multipart form. */
export function readFields(fields: unknown): CallbackValue {
	return checked(JSON.parse(JSON.stringify(fields ?? null)) as CallbackValue);
}

/** Text of the charset that the bytes or their label tell, else of UTF-8, else of Windows-1252. */
function decode(bytes: Uint8Array, contentType: string): string {
	for (const label of new Set([contentType, ''])) {
		try {
			const decoder = new XmlDecoder(label);
			return decoder.write(bytes) + decoder.end();
		} catch {
			// Not of this charset, or of none that is known.
		}
	}
	return new TextDecoder('windows-1252').decode(bytes);
}

function charsetOf(contentType: string): string {
	return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8';
}

function isForm(text: string, contentType: string): boolean {
	const body = text.trim();
	return /form-urlencoded/i.test(contentType)
		? body.includes('=')
		: /^[^\s=&:]+=/.test(body) && !/\s/.test(body);
}

function readDocument(text: string): CallbackValue | undefined {
	const beginning = text.trimStart().charAt(0);
	if (beginning === '<') return readXml(text.trim());
	return beginning === '{' || beginning === '[' ? readJson(text) : undefined;
}

function readJson(text: string): CallbackValue | undefined {
	try {
		return JSON.parse(text) as CallbackValue;
	} catch {
		return undefined;
	}
}

/** Fields of a form that are read as documents; to begin one takes longer than to read a text. */
const MOST_DOCUMENTS = 50;

const PERCENT = /%([0-9a-f]{2})/gi;

/** Names and values whose bytes are given as Latin-1; brackets in a name make lists and objects. */
function readForm(text: string, charset: string): CallbackRecord {
	const decoded = valueDecoder(charset);
	const value = (written: string) =>
		decoded(
			written
				.replaceAll('+', ' ')
				.replace(PERCENT, (_percent, hex: string) => String.fromCharCode(parseInt(hex, 16))),
		);
	const fields = new Members();
	let documents = 0;
	const pairs = text.split('&', CALLBACK_LIMITS.values + 1);
	if (pairs.length > CALLBACK_LIMITS.values) throw tooMany();
	for (const pair of pairs) {
		if (pair === '') continue;
		const equals = pair.indexOf('=');
		const name = value(equals === -1 ? pair : pair.slice(0, equals));
		const content = equals === -1 ? '' : value(pair.slice(equals + 1));
		// Some services put a whole document into one field.
		const holdsOne = documents < MOST_DOCUMENTS && /^\s*[<{[]/.test(content);
		if (holdsOne) documents += 1;
		const document = holdsOne ? readDocument(content) : undefined;
		fields.add(pathOf(name), document ?? content);
	}
	return fields.record;
}

/**
 * Text of bytes that are given as Latin-1: of the charset, else of UTF-8, else of Windows-1252. The
 * decoders are made when they are needed, as ASCII needs none, and shared, because for each of many
 * values that would take seconds.
 */
function valueDecoder(charset: string): (bytes: string) => string {
	let decoders: ReturnType<typeof decodersOf> | undefined;
	return (bytes) => {
		if (/^\p{ASCII}*$/u.test(bytes)) return bytes;
		decoders ??= decodersOf(charset);
		const buffer = Buffer.from(bytes, 'latin1');
		for (const decoder of decoders.preferred) {
			const text = decoder.decode(buffer);
			if (!text.includes('\uFFFD')) return text;
		}
		return decoders.fallback.decode(buffer);
	};
}

/** They put U+FFFD for what is not of their charset; to throw takes longer. */
function decodersOf(charset: string) {
	const preferred = [...new Set([charset, 'utf-8'])].flatMap((label) => {
		try {
			return [new TextDecoder(label)];
		} catch {
			// It is not known.
			return [];
		}
	});
	return { preferred, fallback: new TextDecoder('windows-1252') };
}

/** The steps of a name such as `status[0][code]`; empty brackets only say that it comes again. */
function pathOf(name: string): string[] {
	const match = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name);
	if (!match) return [name];
	const steps = match[2]!.slice(1, -1).split('][', CALLBACK_LIMITS.depth);
	return [match[1]!, ...steps.filter((step) => step !== '')];
}

/** Lines such as `status_code: 100`, where every line is one. */
function readLines(text: string): CallbackRecord | undefined {
	const fields = new Members();
	for (const line of text.trim().split(/\r\n|\r|\n/)) {
		if (line.trim() === '') continue;
		const separator = line.search(/[:=]/);
		const name = line.slice(0, Math.max(separator, 0)).trim();
		if (!/^[\w .-]{1,80}$/.test(name)) return undefined;
		fields.add([name], line.slice(separator + 1).trim());
	}
	return fields.record;
}

/** Builds an object; a name that comes again makes a list of its values. */
class Members {
	readonly record: CallbackRecord = {};

	private readonly repeated = new Set<CallbackValue>();

	add([name = '', ...rest]: string[], value: CallbackValue): void {
		let record = this.record;
		let last = name;
		for (const step of rest) {
			const held = own(record, last);
			const next: CallbackRecord = isRecord(held) ? held : {};
			if (next !== held) this.put(record, last, next);
			record = next;
			last = step;
		}
		this.put(record, last, value);
	}

	private put(record: CallbackRecord, name: string, value: CallbackValue): void {
		// The one name that changes what an object is instead of being a member of it.
		if (name === '__proto__') return;
		const held = own(record, name);
		if (held === undefined) {
			record[name] = value;
		} else if (this.repeated.has(held)) {
			(held as CallbackValue[]).push(value);
		} else {
			const list = [held, value];
			this.repeated.add(list);
			record[name] = list;
		}
	}
}

/** How far into a document its first elements are looked for. */
const BEGINNING = 10_000;

function readXml(text: string): CallbackValue {
	const beginning = text.slice(0, BEGINNING);
	const isSoap = /<(?:[\w.-]+:)?Envelope[\s>]/.test(beginning);
	return (isSoap ? readSoap(text, beginning) : undefined) ?? readAnyXml(text);
}

/** The content of a SOAP Body, references resolved; undefined where it cannot be read strictly. */
function readSoap(text: string, beginning: string): CallbackValue | undefined {
	const call = /<(?:[\w.-]+:)?Body(?:\s[^<>]*)?>\s*<(?:[\w.-]+:)?([\w.-]+)/.exec(beginning)?.[1];
	if (call === undefined) return undefined;
	const reader = new XmlReader(
		soapMessageOf(call, ANY),
		{
			bytes: CALLBACK_LIMITS.bytes,
			elements: CALLBACK_LIMITS.values,
			depth: CALLBACK_LIMITS.depth,
		},
		(name) => new UnreadableXmlError(`its Body has a second element ${name}`),
	);
	try {
		reader.write(text);
		const { Envelope } = reader.end() as { Envelope?: { Body?: CallbackRecord } };
		return Envelope?.Body;
	} catch {
		return undefined;
	}
}

/** An element whose value is being built. */
interface OpenElement {
	name: string;
	text: string;
	nil: boolean;
	members: Members | undefined;
}

/** With more than these, a document is text with angle brackets in it. */
const MOST_XML_ERRORS = 50;

const STRAY_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi;

/** Any XML, attributes as members beside the child elements; one with mistakes as far as it goes. */
function readAnyXml(text: string): CallbackValue {
	const { root, errors } = parseXml(text);
	if (errors === 0) return root;
	const repaired = parseXml(text.replace(STRAY_AMPERSAND, '&amp;'));
	return repaired.errors > MOST_XML_ERRORS ? text : { ...repaired.root, body: text };
}

function parseXml(text: string): { root: CallbackRecord; errors: number } {
	const root = new Members();
	const open: OpenElement[] = [];
	let values = 0;
	let errors = 0;
	let refusal: CallbackRefusedError | undefined;
	const refuse = (reason: CallbackRefusedError) => {
		refusal = reason;
		throw reason;
	};
	const count = () => {
		if (++values > CALLBACK_LIMITS.values) refuse(tooMany());
	};
	const close = () => {
		const { name, text: content, nil, members } = open.pop()!;
		const parent = open.at(-1);
		const into = parent ? (parent.members ??= new Members()) : root;
		if (members && content.trim() !== '') members.add(['value'], content.trim());
		into.add([name], nil ? null : (members?.record ?? content));
	};
	const parser = openParser({
		error: () => {
			if (++errors > MOST_XML_ERRORS) throw new UnreadableXmlError('it is not XML');
		},
		doctype: () => refuse(new CallbackRefusedError('it has a DOCTYPE', 400)),
		open: ({ name, attributes }) => {
			count();
			if (open.length >= CALLBACK_LIMITS.depth) refuse(tooDeep());
			const element: OpenElement = {
				name: localName(name),
				text: '',
				nil: false,
				members: undefined,
			};
			for (const [attribute, value] of Object.entries(attributes)) {
				count();
				if (attribute.endsWith(':nil')) element.nil = /^(?:true|1)$/.test(value);
				// Those with a prefix belong to an encoding, not to the content.
				if (attribute.includes(':') || attribute === 'xmlns') continue;
				(element.members ??= new Members()).add([attribute], value);
			}
			open.push(element);
		},
		text: (content) => {
			const element = open.at(-1);
			if (element) element.text += content;
		},
		close,
	});
	try {
		parser.write(text).close();
	} catch {
		// After too many mistakes, or for the reason below.
	}
	if (refusal) throw refusal;
	while (open.length > 0) close();
	return { root: root.record, errors };
}

/** The value without members that would change objects they are copied into. */
function checked(value: CallbackValue): CallbackValue {
	let values = 0;
	const visit = (part: CallbackValue, depth: number): void => {
		if (typeof part !== 'object' || part === null) return;
		if (depth >= CALLBACK_LIMITS.depth) throw tooDeep();
		if (!Array.isArray(part) && Object.hasOwn(part, '__proto__')) delete part['__proto__'];
		const entries = Object.values(part);
		values += entries.length;
		if (values > CALLBACK_LIMITS.values) throw tooMany();
		for (const entry of entries) visit(entry, depth + 1);
	};
	visit(value, 0);
	return value;
}

function tooMany(): CallbackRefusedError {
	return new CallbackRefusedError(`it has more than ${CALLBACK_LIMITS.values} values`, 413);
}

function tooDeep(): CallbackRefusedError {
	return new CallbackRefusedError(`it is nested more than ${CALLBACK_LIMITS.depth} deep`, 400);
}

export function isRecord(value: CallbackValue | undefined): value is CallbackRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(record: CallbackRecord, name: string): CallbackValue | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}

function localName(name: string): string {
	return name.slice(name.indexOf(':') + 1);
}

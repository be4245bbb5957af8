import { CALLBACK_LIMITS, CallbackRefusedError, SLICE, tooDeep, type Budget } from './budget';
import type { Steps } from '../collections/steps';
import { fromText, Members, type CallbackRecord, type CallbackValue } from './value';

/** Reads a text that may be a whole document; undefined where it is none. */
export type DocumentReader = (
	text: string,
	budget: Budget,
	depth: number,
) => Steps<CallbackValue | undefined>;

/** Values that a document in a field counts as, besides what it holds; to begin one takes longer than to read a text. */
const DOCUMENT = 100;

/** Values that a text counts as which was tried and is no document. */
const NO_DOCUMENT = 25;

/**
 * The names and values of a form or query; brackets in a name make lists and objects.
 *
 * @param written its bytes as Latin-1
 * @param readDocument for values, because some services put a whole document into one field
 * @throws CallbackRefusedError
 */
export function* readForm(
	written: string,
	charset: string,
	budget: Budget,
	readDocument: DocumentReader,
): Steps<CallbackRecord> {
	const decoder = new FormDecoder(charset, budget);
	const fields = new Fields(budget, readDocument);
	let pairs = 0;
	for (let at = 0; at < written.length; ) {
		if (++pairs > CALLBACK_LIMITS.values) {
			throw new CallbackRefusedError(`it has more than ${CALLBACK_LIMITS.values} fields`, 413);
		}
		const end = indexOrEnd(written, '&', at);
		const pair = written.slice(at, end);
		at = end + 1;
		if (budget.isStepOver(1)) yield;
		if (pair === '') continue;
		const equals = indexOrEnd(pair, '=', 0);
		const name = yield* decoder.textOf(pair.slice(0, equals));
		yield* fields.add(name, yield* decoder.textOf(pair.slice(equals + 1)));
	}
	return fields.record;
}

/**
 * The same of a form that was taken apart before.
 *
 * @param parsed by name its text, or its texts; whatever is no text is left out
 * @throws CallbackRefusedError
 */
export function* readFields(
	parsed: object,
	budget: Budget,
	readDocument: DocumentReader,
): Steps<CallbackRecord> {
	const fields = new Fields(budget, readDocument);
	for (const [name, texts] of Object.entries(parsed)) {
		for (const text of [texts].flat() as unknown[]) {
			if (budget.isStepOver(1)) yield;
			if (typeof text === 'string') yield* fields.add(name, text);
		}
	}
	return fields.record;
}

class Fields {
	private readonly members: Members;

	constructor(
		private readonly budget: Budget,
		private readonly readDocument: DocumentReader,
	) {
		this.members = new Members(budget);
	}

	get record(): CallbackRecord {
		return this.members.record;
	}

	*add(name: string, content: string): Steps<void> {
		const path = pathInName(name);
		let document: CallbackValue | undefined;
		const mayBeDocument =
			/^\s*</.test(content) || (/^\s*[{[]/.test(content) && /[}\]]\s*$/.test(content.slice(-100)));
		if (mayBeDocument) {
			try {
				document = yield* this.readDocument(content, this.budget, path.length);
			} catch (error) {
				assertText(error);
			}
		}
		if (document === undefined || typeof document === 'string') {
			this.budget.add(mayBeDocument ? NO_DOCUMENT : 0, content.length);
			this.members.add(path, content);
			return;
		}
		this.budget.add(DOCUMENT);
		this.members.add(path, fromText(document));
	}
}

/** What no document can be like may be the text of the message. */
function assertText(error: unknown): void {
	if ((error as CallbackRefusedError).httpStatus !== 400) throw error;
}

/**
 * The steps of a name such as `status[0][code]`; empty brackets only say that it comes again. A name
 * whose brackets do not match is one step. Read step by step, because one pattern for all of them would
 * need memory for each bracket of a name of megabytes.
 *
 * @throws CallbackRefusedError
 */
function pathInName(name: string): string[] {
	const first = name.search(/[[\]]/);
	if (first < 1) return [name];
	const path = [name.slice(0, first)];
	let brackets = 0;
	for (let at = first; at < name.length; ) {
		BRACKETS.lastIndex = at;
		const step = BRACKETS.exec(name)?.[1];
		if (step === undefined) return [name];
		if (++brackets >= CALLBACK_LIMITS.depth) throw tooDeep();
		if (step !== '') path.push(step);
		at = BRACKETS.lastIndex;
	}
	return path;
}

const BRACKETS = /\[([^[\]]*)\]/y;

/** Where something is found, else the end. */
export function indexOrEnd(text: string, sought: string, from: number): number {
	const index = text.indexOf(sought, from);
	return index === -1 ? text.length : index;
}

const NOT_ASCII = /[^\p{ASCII}]/u;

const PERCENT = /%([0-9a-f]{2})/gi;

/**
 * Text of names and values as a form writes them: of the charset, else of UTF-8, else of Windows-1252.
 * The decoders are made when they are needed, as ASCII needs none, and shared, because for each of many
 * values that would take seconds.
 */
class FormDecoder {
	private decoders: Decoder[] | undefined;

	constructor(
		private readonly charset: string,
		private readonly budget: Budget,
	) {}

	*textOf(written: string): Steps<string> {
		const parts: string[] = [];
		for (let at = 0; at < written.length; ) {
			const end = endOfSlice(written, at);
			parts.push(percentDecoded(written.slice(at, end)));
			if (end < written.length || this.budget.isStepOver(0, end - at)) yield;
			at = end;
		}
		if (parts.every((part) => !NOT_ASCII.test(part))) return parts.join('');
		const buffers = parts.map((part) => Buffer.from(part, 'latin1'));
		this.decoders ??= decodersOf(this.charset);
		for (const decoder of this.decoders.slice(0, -1)) {
			const text = yield* decoded(decoder, buffers);
			if (!text.includes(REPLACEMENT) || isUtf8Of(text, buffers)) return text;
		}
		return yield* decoded(this.decoders.at(-1)!, buffers);
	}
}

type Decoder = InstanceType<typeof TextDecoder>;

/** What a decoder puts for bytes that are not of its charset; to throw would take longer. */
const REPLACEMENT = '\uFFFD';

/** Whether the replacements in a text were written by whoever posted it. */
function isUtf8Of(text: string, buffers: readonly Buffer[]): boolean {
	return Buffer.from(text).equals(Buffer.concat(buffers));
}

/** The last one knows every byte. */
function decodersOf(charset: string): Decoder[] {
	const preferred = [...new Set([charset, 'utf-8'])].flatMap((label) => {
		try {
			return [new TextDecoder(label)];
		} catch {
			// It is not known.
			return [];
		}
	});
	return [...preferred, new TextDecoder('windows-1252')];
}

function* decoded(decoder: Decoder, buffers: readonly Buffer[]): Steps<string> {
	if (buffers.length === 1) return decoder.decode(buffers[0]);
	const parts: string[] = [];
	for (const buffer of buffers) {
		parts.push(decoder.decode(buffer, { stream: true }));
		yield;
	}
	parts.push(decoder.decode());
	return parts.join('');
}

function percentDecoded(written: string): string {
	return written
		.replaceAll('+', ' ')
		.replace(PERCENT, (_percent, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Where a long text may be cut: not between a percent sign and its digits. */
function endOfSlice(written: string, start: number): number {
	const end = start + SLICE;
	if (end >= written.length) return written.length;
	const percent = written.indexOf('%', end - 2);
	return percent !== -1 && percent < end ? percent : end;
}

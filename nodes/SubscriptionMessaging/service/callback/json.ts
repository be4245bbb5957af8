import { CALLBACK_LIMITS, Names, SLICE, tooDeep, type Budget } from './budget';
import type { Steps } from '../collections/steps';
import { NO_MEMBER, type CallbackRecord, type CallbackValue } from './value';

/** What `JSON.parse` would say with a SyntaxError. */
class NotJsonError extends Error {}

/**
 * The value of a JSON text, undefined for any other text. `JSON.parse` gives the same, but cannot be
 * interrupted: eight megabytes of small objects would take it a quarter of a second.
 *
 * @throws CallbackRefusedError
 */
export function* readJson(
	text: string,
	budget: Budget,
	depth = 0,
): Steps<CallbackValue | undefined> {
	// n8n's lint forbids to throw again within a catch.
	let failure: unknown;
	try {
		return yield* new JsonText(text, budget, depth).read();
	} catch (error) {
		failure = error;
	}
	if (failure instanceof NotJsonError) return undefined;
	throw failure;
}

/** An object or list whose end was not reached yet. */
interface Open {
	value: CallbackRecord | CallbackValue[];
	/** Of the member that is read next. */
	name: string;
	readonly names: Names;
}

class JsonText {
	private at = 0;

	private readonly open: Open[] = [];

	constructor(
		private readonly text: string,
		private readonly budget: Budget,
		private readonly depth: number,
	) {}

	*read(): Steps<CallbackValue> {
		for (;;) {
			let value = yield* this.begin();
			// Undefined where an object or list was begun that has something in it.
			while (value !== undefined) {
				const parent = this.open.at(-1);
				if (parent === undefined) return this.end(value);
				put(parent, value);
				value = yield* this.next(parent);
			}
			if (this.budget.isStepOver()) yield;
		}
	}

	/** A scalar or an empty container as a whole, of any other one the beginning. */
	private *begin(): Steps<CallbackValue | undefined> {
		const first = this.symbol();
		if (first === '"') return yield* this.string();
		if (first !== '{' && first !== '[') return this.literal();
		if (this.depth + this.open.length >= CALLBACK_LIMITS.depth) throw tooDeep();
		this.at++;
		const value = first === '{' ? {} : [];
		if (this.symbol() === (first === '{' ? '}' : ']')) {
			this.at++;
			return value;
		}
		const opened: Open = { value, name: '', names: new Names(this.budget) };
		this.open.push(opened);
		if (first === '{') yield* this.name(opened);
		else this.budget.add(1);
		return undefined;
	}

	/** What follows a value: the next one is to be read, or the container is at its end. */
	private *next(parent: Open): Steps<CallbackValue | undefined> {
		const isList = Array.isArray(parent.value);
		const symbol = this.symbol();
		this.at++;
		if (symbol === ',') {
			if (isList) this.budget.add(1);
			else yield* this.name(parent);
			return undefined;
		}
		if (symbol !== (isList ? ']' : '}')) throw new NotJsonError();
		this.open.pop();
		return parent.value;
	}

	private *name(parent: Open): Steps<void> {
		if (this.symbol() !== '"') throw new NotJsonError();
		parent.name = yield* this.string();
		this.budget.addName(parent.name, 0);
		if (this.symbol() !== ':') throw new NotJsonError();
		this.at++;
	}

	private end(value: CallbackValue): CallbackValue {
		if (this.symbol() !== '') throw new NotJsonError();
		return value;
	}

	/** The next character that is no blank, empty at the end. */
	private symbol(): string {
		BLANKS.lastIndex = this.at;
		BLANKS.test(this.text);
		this.at = BLANKS.lastIndex;
		return this.text.charAt(this.at);
	}

	private *string(): Steps<string> {
		const start = ++this.at;
		for (;;) {
			const quote = this.text.indexOf('"', this.at);
			if (quote === -1) throw new NotJsonError();
			this.at = quote + 1;
			if (!isEscaped(this.text, quote, start)) break;
			if (this.budget.isStepOver(1)) yield;
		}
		const written = this.text.slice(start, this.at - 1);
		this.budget.add(0, written.length);
		if (!SPECIAL.test(written)) return written;
		return written.length <= SLICE
			? withoutEscapes(written)
			: yield* this.unescapedInParts(written);
	}

	private *unescapedInParts(written: string): Steps<string> {
		const parts: string[] = [];
		for (let at = 0; at < written.length; ) {
			const end = Math.min(at + SLICE, written.length);
			// No escape is cut: the longest has six characters.
			const backslash = written.indexOf('\\', Math.max(at, end - 6));
			let cut = end;
			if (end < written.length && backslash !== -1 && backslash < end) {
				cut = isEscaped(written, backslash, at) ? backslash - 1 : backslash;
			}
			parts.push(withoutEscapes(written.slice(at, cut)));
			at = cut;
			if (this.budget.isStepOver(0, SLICE)) yield;
		}
		return parts.join('');
	}

	private literal(): CallbackValue {
		LITERAL.lastIndex = this.at;
		const written = LITERAL.exec(this.text)?.[0];
		if (written === undefined) throw new NotJsonError();
		this.at += written.length;
		if (WORDS.has(written)) return WORDS.get(written)!;
		// A long number is a name, of which no digit may be lost.
		const value = Number(written);
		return LONG_NUMBER.test(written) && String(value) !== written ? written : value;
	}
}

const BLANKS = /[ \t\n\r]*/y;

/** Of a number at most 1,000 digits in a row: a pattern without an end needs memory for each of millions. */
const LITERAL = /true|false|null|-?(?:0|[1-9]\d{0,999})(?:\.\d{1,1000})?(?:[eE][+-]?\d{1,1000})?/y;

const LONG_NUMBER = /^-?\d{16,}$/;

const WORDS = new Map<string, boolean | null>([
	['true', true],
	['false', false],
	['null', null],
]);

/** Backslashes, and control characters, which a string may not hold. */
// eslint-disable-next-line no-control-regex
const SPECIAL = /[\\\u0000-\u001f]/;

function withoutEscapes(written: string): string {
	try {
		return JSON.parse(`"${written}"`) as string;
	} catch {
		return fail();
	}
}

/** Apart, because n8n's lint forbids to throw within a catch. */
function fail(): never {
	throw new NotJsonError();
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, place: number, start: number): boolean {
	let at = place;
	while (at > start && text[at - 1] === '\\') at--;
	return (place - at) % 2 === 1;
}

function put({ value, name, names }: Open, member: CallbackValue): void {
	if (Array.isArray(value)) {
		value.push(member);
	} else if (name !== NO_MEMBER) {
		if (!Object.hasOwn(value, name)) names.add(name);
		value[name] = member;
	}
}

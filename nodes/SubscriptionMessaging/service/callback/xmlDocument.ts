import { UnreadableXmlError } from '../errors/errors';
import { isTrue } from '../xml/attributes';
import { LONGEST_NAME, LONGEST_TEXT, TOO_LONG_NAME } from '../xml/limits';
import { ANY, soapMessageOf } from '../xml/readingPlan';
import { localName } from '../xml/scalars';
import { XmlReader } from '../xml/xmlReader';
import { openParser } from '../xml/xmlParser';
import { CALLBACK_LIMITS, CallbackRefusedError, tooDeep, type Budget } from './budget';
import { GrowingText } from '../collections/growingText';
import type { Steps } from '../collections/steps';
import { indexOrEnd } from './form';
import { copied, extended, Members, type CallbackRecord, type CallbackValue } from './value';

/** How far into a document its first elements are looked for. */
const BEGINNING = 10_000;

/** Characters that the parser is given in one step: 4,000 elements take it a few milliseconds. */
const PORTION = 16_384;

/**
 * Any XML, SOAP with its references resolved. One with mistakes is read as far as it goes, with its
 * text beside it as `body`; with too many of them it is that text.
 *
 * @throws CallbackRefusedError
 */
export function* readXml(written: string, budget: Budget): Steps<CallbackValue> {
	return yield* readWithin(written, budget, 0, MOST_XML_ERRORS);
}

/** XML in a field of a form, which may be a text that begins with an angle bracket: with mistakes, and no element that ends. */
export function* readXmlField(
	written: string,
	budget: Budget,
	depth: number,
): Steps<CallbackValue> {
	const mostErrors = /<\/[a-z_]/i.test(written) ? MOST_XML_ERRORS : 0;
	return yield* readWithin(written, budget, depth, mostErrors);
}

function* readWithin(
	written: string,
	budget: Budget,
	depth: number,
	mostErrors: number,
): Steps<CallbackValue> {
	const text = written.trim();
	const beginning = text.slice(0, BEGINNING);
	if (/<(?:[\w.-]+:)?Envelope[\s>]/.test(beginning)) {
		const content = yield* readSoap(text, beginning, budget, depth);
		if (content !== undefined) return content;
	}
	return yield* readAnyXml(text, budget, depth, mostErrors);
}

/** The content of a SOAP Body, references resolved; undefined where it cannot be read strictly. */
function* readSoap(
	text: string,
	beginning: string,
	budget: Budget,
	depth: number,
): Steps<CallbackValue | undefined> {
	const call = CALL.exec(beginning)?.[1];
	if (call === undefined) return undefined;
	const reader = new XmlReader(
		soapMessageOf(call, ANY),
		{
			bytes: CALLBACK_LIMITS.bytes,
			elements: CALLBACK_LIMITS.values,
			entries: CALLBACK_LIMITS.values,
			depth: CALLBACK_LIMITS.depth - depth,
		},
		// It is caught below.
		(name) => new UnreadableXmlError(name),
	);
	let content: CallbackRecord | undefined;
	try {
		for (let at = 0; at < text.length; at += PORTION) {
			reader.write(text.slice(at, at + PORTION));
			yield;
		}
		const { Envelope } = (yield* reader.finish()) as { Envelope?: { Body?: CallbackRecord } };
		content = Envelope?.Body;
	} catch {
		return undefined;
	}
	return content && (yield* copied(content, budget, depth));
}

/** The first element of a SOAP Body, behind comments and instructions. */
const CALL =
	/<(?:[\w.-]+:)?Body(?:\s[^<>]*)?>(?:\s|<!--(?:(?!-->)[^])*-->|<\?(?:(?!\?>)[^])*\?>)*<(?:[\w.-]+:)?([\w.-]+)/;

/** With more than these, a document is text with angle brackets in it. */
const MOST_XML_ERRORS = 50;
const MOST_STRAY_AMPERSANDS = 100_000;

function* readAnyXml(
	text: string,
	budget: Budget,
	depth: number,
	mostErrors: number,
): Steps<CallbackValue> {
	const forget = budget.mark();
	const first = yield* new XmlText(budget, depth).read(text);
	if (first.errors === 0) return first.root;
	forget();
	const repaired = yield* withoutStrayAmpersands(text, budget);
	const second =
		repaired === undefined ? undefined : yield* new XmlText(budget, depth).read(repaired);
	if (second === undefined || second.errors > mostErrors) {
		forget();
		budget.add(0, text.length);
		return text;
	}
	budget.add(1, text.length);
	return yield* extended(second.root, { body: text }, budget);
}

const REFERENCE = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/iy;

const CDATA = '<![CDATA[';

/** Undefined where there are too many. */
function* withoutStrayAmpersands(text: string, budget: Budget): Steps<string | undefined> {
	const parts: string[] = [];
	let start = 0;
	let section = text.indexOf(CDATA);
	let endOfSection = 0;
	for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
		if (budget.isStepOver(1)) yield;
		for (; section !== -1 && section < at; section = text.indexOf(CDATA, endOfSection)) {
			endOfSection = indexOrEnd(text, ']]>', section);
		}
		// It is no reference there.
		if (at < endOfSection) continue;
		REFERENCE.lastIndex = at;
		if (REFERENCE.test(text)) continue;
		if (parts.length >= MOST_STRAY_AMPERSANDS) return undefined;
		parts.push(text.slice(start, at));
		start = at + 1;
	}
	return [...parts, text.slice(start)].join('&amp;');
}

/** An element whose value is being built. */
interface OpenTag {
	name: string;
	text: GrowingText;
	nil: boolean;
	members: Members | undefined;
}

/** Under any prefix. */
const NIL = /^(?!xmlns:)[^:]+:(?:nil|null)$/;

/** More attributes than any document has on one element. */
const MOST_ATTRIBUTES = 1_000;

/** Any XML to an object, attributes as members beside the child elements. */
class XmlText {
	private readonly root: Members;

	private readonly open: OpenTag[] = [];

	private attributes = 0;

	private errors = 0;

	/** Characters since the last name, text or attribute that was read to its end. */
	private unfinished = 0;

	private refusal: CallbackRefusedError | undefined;

	constructor(
		private readonly budget: Budget,
		private readonly depth: number,
	) {
		this.root = new Members(budget);
	}

	*read(text: string): Steps<{ root: CallbackRecord; errors: number }> {
		const parser = openParser({
			error: () => {
				if (++this.errors > MOST_XML_ERRORS) throw new UnreadableXmlError('it is not XML');
			},
			doctype: () => this.refuse(new CallbackRefusedError('it has a DOCTYPE', 400)),
			attribute: ({ name }) => {
				this.unfinished = 0;
				if (++this.attributes > MOST_ATTRIBUTES) this.refuse(tooManyAttributes());
				if (name.length > LONGEST_NAME) {
					this.refuse(new CallbackRefusedError(TOO_LONG_NAME, 413));
				}
			},
			open: ({ name, attributes }) => this.counted(() => this.opened(name, attributes)),
			text: (content) => this.counted(() => this.addText(content)),
			close: () => this.counted(() => this.closed()),
		});
		try {
			for (let at = 0; at < text.length; at += PORTION) {
				parser.write(text.slice(at, at + PORTION));
				// The parser joins a text letter by letter, which takes far more memory than the text.
				if ((this.unfinished += PORTION) > LONGEST_TEXT) this.refuse(tooLong());
				yield;
			}
			parser.close();
		} catch {
			// After too many mistakes, or for the reason below.
		}
		if (this.refusal) throw this.refusal;
		// Where the document ends early, nobody knows how that text goes on.
		const cut = this.open.at(-1);
		if (cut && !/<\/[^<>]*$/.test(text.slice(-LONGEST_NAME))) cut.text = new GrowingText();
		while (this.open.length > 0) this.closed();
		return { root: this.root.record, errors: this.errors };
	}

	private opened(name: string, attributes: Record<string, string>): void {
		this.attributes = 0;
		if (this.depth + this.open.length >= CALLBACK_LIMITS.depth) throw tooDeep();
		const element: OpenTag = {
			name: localName(name),
			text: new GrowingText(),
			nil: false,
			members: undefined,
		};
		for (const [attribute, value] of Object.entries(attributes)) {
			if (NIL.test(attribute)) element.nil = isTrue(value);
			// Those with a prefix belong to an encoding, not to the content.
			if (attribute.includes(':') || attribute === 'xmlns') continue;
			this.budget.add(0, value.length);
			(element.members ??= new Members(this.budget)).add([attribute], value);
		}
		this.open.push(element);
	}

	private addText(content: string): void {
		const element = this.open.at(-1);
		if (!element) return;
		this.budget.add(0, content.length);
		element.text.add(content);
	}

	private closed(): void {
		const { name, text: parts, nil, members } = this.open.pop()!;
		const text = parts.whole;
		const parent = this.open.at(-1);
		const into = parent ? (parent.members ??= new Members(this.budget)) : this.root;
		if (members && text.trim() !== '') members.add(['value'], text.trim());
		into.add([name], nil ? null : (members?.record ?? text));
	}

	/** The parser would take what is thrown for a mistake of the document. */
	private counted(work: () => void): void {
		this.unfinished = 0;
		try {
			work();
		} catch (error) {
			this.refuse(error as CallbackRefusedError);
		}
	}

	private refuse(reason: CallbackRefusedError): never {
		this.refusal ??= reason;
		throw reason;
	}
}

function tooLong(): CallbackRefusedError {
	return new CallbackRefusedError(
		`a text or name in it has more than ${LONGEST_TEXT} characters`,
		413,
	);
}

function tooManyAttributes(): CallbackRefusedError {
	return new CallbackRefusedError(`an element has more than ${MOST_ATTRIBUTES} attributes`, 413);
}

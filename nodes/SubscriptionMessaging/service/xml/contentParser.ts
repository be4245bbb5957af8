import type { SaxesAttributePlain } from 'saxes';

import { openParser, type XmlHandlers } from './xmlParser';

/** What a `ContentParser` tells, in the order of the document. */
export interface ContentHandlers extends Omit<XmlHandlers, 'open'> {
	/** Before the element that the attribute is one of. */
	attribute: (attribute: SaxesAttributePlain) => void;
	open: (name: string) => void;
}

/** The tag of an element without elements in it, as it is written in this document. */
interface LeafTag {
	readonly written: string;
	readonly name: string;
	readonly attributes: readonly SaxesAttributePlain[];
	/** Undefined where the tag closes its element itself. */
	readonly closing: string | undefined;
	/** What came after it the last time: elements of a list are alike. */
	next: LeafTag | undefined;
}

/** Longer tags, and more different ones, are left to the parser. */
const LONGEST_TAG = 200;
const MOST_TAGS = 1_000;

const NAME = '[A-Za-z_][\\w.:-]*';
const ATTRIBUTE = new RegExp(`\\s(${NAME})="([ !#-%'-;=-~]*)"`, 'g');
const TAG = new RegExp(`^<(${NAME})((?:\\s${NAME}="[ !#-%'-;=-~]*")*) ?(/?)>$`);

const LESS = 0x3c;
const AMPERSAND = 0x26;
const BRACKET = 0x5d;
const TABULATOR = 0x09;
const LINE_END = 0x0a;
const LINE_SEPARATOR = 0x2028;

/**
 * A parser of a document that arrives in parts; with the first mistake it must be given up. Elements with
 * a plain text, which most of an answer is made of, it reads itself. Whatever is written in a less usual
 * way is read by saxes, and so are the elements around these, so that saxes knows which are open. An
 * answer with 5,000 subscribers takes two thirds of the work that saxes alone has with it.
 *
 * Linear: a character is looked at three times at most.
 */
export class ContentParser {
	private readonly parser: ReturnType<typeof openParser>;

	/** Right behind a tag within the root element. */
	private isInContent = false;

	private depth = 0;

	private chunk = '';

	/** Where the chunk begins, in the document. */
	private start = 0;

	/** Characters that the parser was not given. */
	private skipped = 0;

	private lines = 1;

	/** Where the line begins in which the chunk begins, in the document. */
	private lineStart = 0;

	/** Bounded by MOST_TAGS. */
	private readonly tags = new Map<string, LeafTag | undefined>();

	private last: LeafTag | undefined;

	constructor(private readonly handlers: ContentHandlers) {
		this.parser = openParser({
			...handlers,
			open: ({ name }) => {
				this.isInContent = true;
				this.depth++;
				handlers.open(name);
			},
			close: () => {
				this.isInContent = --this.depth > 0;
				handlers.close();
			},
		});
	}

	write(chunk: string): void {
		this.start += this.chunk.length;
		this.chunk = chunk;
		let at = 0;
		while (at < chunk.length) {
			if (this.isInContent) at = this.readLeaves(at);
			at = this.leave(at);
		}
		this.countLines();
	}

	/** Ends the document; what is missing of it is a mistake. */
	close(): void {
		this.parser.close();
	}

	/** Of what was read last, from 1. */
	get line(): number {
		return this.lines + this.linesBefore(this.offset).count;
	}

	/** Of what was read last, from 0. */
	get column(): number {
		const { count, last } = this.linesBefore(this.offset);
		return this.start + this.offset - (count === 0 ? this.lineStart : this.start + last + 1);
	}

	/** Within the chunk. */
	private get offset(): number {
		return this.skipped + this.parser.position - this.start;
	}

	private countLines(): void {
		const { count, last } = this.linesBefore(this.chunk.length);
		if (count === 0) return;
		this.lines += count;
		this.lineStart = this.start + last + 1;
	}

	private linesBefore(end: number): { count: number; last: number } {
		let count = 0;
		let last = -1;
		let at = this.chunk.indexOf('\n');
		while (at !== -1 && at < end) {
			count++;
			last = at;
			at = this.chunk.indexOf('\n', at + 1);
		}
		return { count, last };
	}

	/**
	 * Gives the parser what there is up to the next `>`, so that a tag can end nowhere but where this
	 * ends.
	 *
	 * @returns where it ends
	 */
	private leave(at: number): number {
		const end = this.chunk.indexOf('>', at) + 1 || this.chunk.length;
		this.isInContent = false;
		if (at < end) this.parser.write(this.chunk.slice(at, end));
		return end;
	}

	/** @returns the place of what is to be left to the parser */
	private readLeaves(from: number): number {
		let at = from;
		for (;;) {
			const end = this.readLeaf(at);
			if (end === at) return at;
			this.skipped += end - at;
			at = end;
		}
	}

	/** @returns where it ends, with the layout before it; where it begins, if it is not a plain one */
	private readLeaf(from: number): number {
		const { chunk, handlers } = this;
		const at = endOfPlainText(chunk, from);
		if (at === -1) return from;
		const tag = this.tagAt(at);
		if (tag === undefined) return from;
		const inside = at + tag.written.length;
		const { name, attributes, closing } = tag;
		const end = closing === undefined ? inside : endOfPlainText(chunk, inside);
		if (end === -1 || (closing !== undefined && !chunk.startsWith(closing, end))) return from;
		this.last = tag;
		if (at > from) handlers.text(chunk.slice(from, at));
		for (const attribute of attributes) handlers.attribute(attribute);
		handlers.open(name);
		if (end > inside) handlers.text(chunk.slice(inside, end));
		handlers.close();
		return closing === undefined ? end : end + closing.length;
	}

	private tagAt(at: number): LeafTag | undefined {
		const { chunk, last } = this;
		const expected = last?.next;
		if (expected !== undefined && chunk.startsWith(expected.written, at)) return expected;
		const end = chunk.indexOf('>', at) + 1;
		if (end === 0 || end - at > LONGEST_TAG) return undefined;
		const written = chunk.slice(at, end);
		let tag = this.tags.get(written);
		if (tag === undefined && this.tags.size < MOST_TAGS && !this.tags.has(written)) {
			tag = leafTag(written);
			this.tags.set(written, tag);
		}
		if (tag !== undefined && last !== undefined) last.next = tag;
		return tag;
	}
}

/** Undefined for a tag that is not written in the usual way. */
function leafTag(written: string): LeafTag | undefined {
	const [, name, list, slash] = TAG.exec(written) ?? [];
	if (name === undefined) return undefined;
	const attributes = Array.from(list!.matchAll(ATTRIBUTE), ([, of, value]) => ({
		name: of!,
		value: value!,
	}));
	if (new Set(attributes.map((attribute) => attribute.name)).size < attributes.length) {
		return undefined;
	}
	return {
		written,
		name,
		attributes,
		closing: slash === '' ? `</${name}>` : undefined,
		next: undefined,
	};
}

/**
 * Where a text ends that stands for itself, with no reference, no line end to be changed, no character
 * that some version of XML refuses and no `]`; -1 where it does not end with a tag.
 */
function endOfPlainText(chunk: string, from: number): number {
	for (let at = from; at < chunk.length; at++) {
		const code = chunk.charCodeAt(at);
		if (code === LESS) return at;
		const isPlain =
			code < 0x7f
				? (code >= 0x20 && code !== AMPERSAND && code !== BRACKET) ||
					code === TABULATOR ||
					code === LINE_END
				: code > 0x9f && code < 0xd800 && code !== LINE_SEPARATOR;
		if (!isPlain) return -1;
	}
	return -1;
}

import type { SaxesAttributePlain } from 'saxes';

import { openParser, type XmlHandlers } from './xmlParser';

/** What a `ContentParser` tells, in the order of the document. */
interface ContentHandlers extends Omit<XmlHandlers, 'open'> {
	/** Before the element that the attribute is one of. */
	attribute: (attribute: SaxesAttributePlain) => void;
	open: (name: string) => void;
}

interface Place {
	/** From 1. */
	line: number;
	/** From 0. */
	column: number;
}

/** The tag of an element without elements in it, as it is written in this document. */
interface LeafTag {
	readonly written: string;
	readonly name: string;
	readonly attribute: SaxesAttributePlain | undefined;
	readonly closing: string;
}

/** Characters that are left to the parser: to learn what tags there are does not pay for a short answer. */
const BEGINNING = 8_192;

/** Longer tags, and more different ones, are left to the parser. */
const LONGEST_TAG = 200;
const MOST_TAGS = 1_000;

const NAME = '[A-Za-z_][\\w.:-]*';
/** With one attribute at most, as most encoders write a text. */
const TAG = new RegExp(`^<(${NAME})(?: (${NAME})="([ !#-%'-;=-~]*)")?>$`);

const LESS = 0x3c;
const AMPERSAND = 0x26;
const BRACKET = 0x5d;
const TABULATOR = 0x09;
const LINE_END = 0x0a;

/**
 * A parser of a document that arrives in parts; with the first mistake it must be given up. Elements with
 * a plain text, which most of an answer is made of, it reads itself. Whatever is written in a less usual
 * way is read by saxes, and so are the elements around these, so that saxes knows which are open. An
 * answer with 5,000 subscribers takes two thirds of the work that it takes where saxes reads all of it, as
 * `npm run bench -- decode` shows once BEGINNING is Infinity.
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

	/** Of the first character of the chunk. */
	private startPlace: Place = { line: 1, column: 0 };

	/** Bounded by MOST_TAGS. */
	private readonly tags = new Map<string, LeafTag | undefined>();

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
		this.startPlace = this.placeAfter(this.chunk.length);
		this.start += this.chunk.length;
		this.chunk = chunk;
		let at = this.leaveBeginning();
		while (at < chunk.length) {
			if (this.isInContent) at = this.readLeaves(at);
			at = this.leave(at);
		}
	}

	/** Ends the document; what is missing of it is a mistake. */
	close(): void {
		this.parser.close();
	}

	/** Of what was read last. */
	get place(): Place {
		return this.placeAfter(this.skipped + this.parser.position - this.start);
	}

	/** @param end within the chunk */
	private placeAfter(end: number): Place {
		const lines = this.chunk.slice(0, end).split('\n');
		const { length } = lines.at(-1)!;
		const { line, column } = this.startPlace;
		return lines.length === 1
			? { line, column: column + length }
			: { line: line + lines.length - 1, column: length };
	}

	/** @returns where it ends, in the chunk */
	private leaveBeginning(): number {
		const end = Math.max(0, BEGINNING - this.start);
		if (end === 0) return 0;
		this.parser.write(this.chunk.slice(0, end));
		// A tag may have ended before.
		this.isInContent = false;
		return end;
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
		const { name, attribute, closing } = tag;
		const end = endOfPlainText(chunk, inside);
		if (end === -1 || !chunk.startsWith(closing, end)) return from;
		if (at > from) handlers.text(chunk.slice(from, at));
		if (attribute) handlers.attribute(attribute);
		handlers.open(name);
		if (end > inside) handlers.text(chunk.slice(inside, end));
		handlers.close();
		return end + closing.length;
	}

	private tagAt(at: number): LeafTag | undefined {
		const { chunk } = this;
		const end = chunk.indexOf('>', at) + 1;
		if (end === 0 || end - at > LONGEST_TAG) return undefined;
		const written = chunk.slice(at, end);
		let tag = this.tags.get(written);
		if (tag === undefined && this.tags.size < MOST_TAGS && !this.tags.has(written)) {
			tag = leafTag(written);
			this.tags.set(written, tag);
		}
		return tag;
	}
}

/** Undefined for a tag that is not written in the usual way. */
function leafTag(written: string): LeafTag | undefined {
	const [, name, attribute, value = ''] = TAG.exec(written) ?? [];
	return name === undefined
		? undefined
		: {
				written,
				name,
				attribute: attribute === undefined ? undefined : { name: attribute, value },
				closing: `</${name}>`,
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
			code < 0x20
				? code === TABULATOR || code === LINE_END
				: code !== AMPERSAND && code !== BRACKET && code < 0xd800;
		if (!isPlain) return -1;
	}
	return -1;
}

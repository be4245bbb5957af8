/** What a document may cost at most. */
export interface ReadLimits {
	/** Bytes of the answer, after any content encoding is undone. */
	bytes: number;
	/** Elements, and again as many that references repeat or that gaps of sparse arrays stand for. */
	elements: number;
	/**
	 * Entries of lists, all of them together. A longer list would stop n8n each time it grows, and each
	 * time memory is tidied up.
	 */
	entries: number;
	/** Elements within each other, and references that lead to further references. */
	depth: number;
}

export const READ_LIMITS: ReadLimits = {
	bytes: 150 * 1024 * 1024,
	elements: 5_000_000,
	entries: 1_000_000,
	depth: 200,
};

/** Characters of one text, name, comment or attribute. The longest text of the interface has 500. */
export const LONGEST_TEXT = 1024 * 1024;

/** Why a text in several elements is refused. */
export const SEVERAL_VALUES = 'it has several values where the interface has one text';

/**
 * Characters of one name, id or reference. All texts of one length have one hash above 16,383, so that to
 * find one of thousands takes seconds.
 */
export const LONGEST_NAME = 10_000;
export const TOO_LONG_NAME = `a name or reference has more than ${LONGEST_NAME} characters`;

/** More attributes than any encoder writes on one element. */
export const MOST_ATTRIBUTES = 64;

/** Different members of one object. Storing more of them would stop n8n each time the object grows. */
export const MOST_MEMBERS = 50_000;

/** Entries that sparse arrays leave out, all together: they are filled in at once. */
const MOST_GAPS = 500_000;

/** How many times its own size a document may produce, and what a small one may produce anyway. */
const REPETITION = 10;
const FREE_ELEMENTS = 10_000;
const FREE_CHARACTERS = 1024 * 1024;

/** Makes the error to throw for a document that is refused. */
export type RefuseXml = (reason: string) => Error;

/** Counts what a document costs while it is read, so that nothing is built that exceeds the limits. */
export class ReadBudget {
	private elements = 0;

	private characters = 0;

	private entries = 0;

	private producedElements = 0;

	private gaps = 0;

	private producedCharacters = 0;

	constructor(
		private readonly limits: ReadLimits,
		private readonly refuse: RefuseXml,
	) {}

	/** An element of the document itself. */
	readElement(): void {
		if (++this.elements > this.limits.elements) {
			throw this.refuse(`it has more than ${this.limits.elements} elements`);
		}
	}

	readCharacters(count: number): void {
		this.characters += count;
	}

	/** Entries that are put into lists. */
	addEntries(count: number): void {
		this.entries += count;
		if (this.entries > this.limits.entries) {
			throw this.refuse(`its lists have more than ${this.limits.entries} entries`);
		}
	}

	/** Elements that stand in the value without standing in the document. */
	produceElements(count: number): void {
		this.producedElements += count;
		const most = Math.min(this.limits.elements, FREE_ELEMENTS + REPETITION * this.elements);
		if (this.producedElements > most) throw this.tooMuch();
	}

	/** Entries that a sparse array leaves out. */
	produceGap(count: number): void {
		this.gaps += count;
		if (this.gaps > MOST_GAPS) throw this.tooMuch();
		this.produceElements(count);
		this.addEntries(count);
	}

	produceCharacters(count: number): void {
		this.producedCharacters += count;
		const most = Math.min(this.limits.bytes, FREE_CHARACTERS + REPETITION * this.characters);
		if (this.producedCharacters > most) throw this.tooMuch();
	}

	private tooMuch(): Error {
		return this.refuse('its references and gaps stand for more than can be held');
	}
}

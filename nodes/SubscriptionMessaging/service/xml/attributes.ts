import type { SaxesAttributePlain } from 'saxes';

import {
	LONGEST_NAME,
	LONGEST_TEXT,
	MOST_ATTRIBUTES,
	TOO_LONG_NAME,
	type RefuseXml,
} from './limits';

/** What the attributes of the SOAP encodings say of an element, other than its type. */
export interface Marks {
	nil: boolean;
	array: boolean;
	id: string;
	/** The id of the element that holds the value. */
	href: string;
	/** Index in a sparse array, -1 if not given. */
	position: number;
	/** Index of the first entry that an array holds. */
	offset: number;
	/** Entries that an array says it has; 0 where it says nothing. */
	size: number;
}

export const UNMARKED: Readonly<Marks> = {
	nil: false,
	array: false,
	id: '',
	href: '',
	position: -1,
	offset: 0,
	size: 0,
};

/**
 * The attributes of the element that opens next, for SOAP 1.1 and 1.2 alike. Only local names count;
 * other attributes say nothing.
 */
export class ElementAttributes {
	type = '';

	marks: Marks = { ...UNMARKED };

	/** Whether any mark differs from those of an unmarked element. */
	isMarked = false;

	private count = 0;

	/** @param followsReferences false where `id` and `href` are attributes like any others */
	constructor(
		private readonly followsReferences: boolean,
		private readonly refuse: RefuseXml,
	) {}

	/** @throws UnreadableXmlError where it is too long to be looked up */
	private idOf(value: string): string {
		if (value.length > LONGEST_NAME) throw this.refuse(TOO_LONG_NAME);
		return value;
	}

	/** The element has opened: what follows belongs to the next one. */
	begin(): void {
		this.count = 0;
	}

	/** Takes the marks of an element that was kept. */
	set(type: string, marks: Readonly<Marks>): void {
		this.type = type;
		this.marks = marks;
		this.isMarked = true;
	}

	clear(): void {
		this.type = '';
		if (!this.isMarked) return;
		this.marks = { ...UNMARKED };
		this.isMarked = false;
	}

	add({ name, value }: SaxesAttributePlain): void {
		if (++this.count > MOST_ATTRIBUTES) {
			throw this.refuse(`an element has more than ${MOST_ATTRIBUTES} attributes`);
		}
		if (name === 'xsi:type') {
			// The usual type of a text says no more than none.
			this.type = value === 'xsd:string' ? '' : value;
			return;
		}
		if (value.length > LONGEST_TEXT) {
			throw this.refuse(`an attribute has more than ${LONGEST_TEXT} characters`);
		}
		if (name.length > LONGEST_NAME) throw this.refuse(TOO_LONG_NAME);
		const colon = name.indexOf(':');
		if (colon === -1) this.addUnprefixed(name, value);
		else if (!name.startsWith('xmlns:')) this.addPrefixed(name.slice(colon + 1), value);
	}

	/** SOAP 1.1 has its references without a prefix. */
	private addUnprefixed(name: string, value: string): void {
		if (!this.followsReferences) return;
		if (name === 'id') this.marks.id = this.idOf(value);
		else if (name === 'href' && value.startsWith('#')) this.marks.href = this.idOf(value.slice(1));
		else return;
		this.isMarked = true;
	}

	private addPrefixed(local: string, value: string): void {
		const { marks } = this;
		switch (local) {
			case 'type':
				this.type = value;
				return;
			case 'nil':
			case 'null':
				marks.nil = isTrue(value);
				break;
			case 'arrayType':
			case 'itemType':
			case 'arraySize':
				marks.array = true;
				marks.size ||= sizeIn(value);
				break;
			case 'id':
				if (this.followsReferences) marks.id = this.idOf(value);
				break;
			case 'ref':
				if (this.followsReferences) marks.href = this.idOf(value.replace(/^#/, ''));
				break;
			case 'position':
				marks.position = indexIn(value) ?? -1;
				break;
			case 'offset':
				marks.offset = indexIn(value) ?? 0;
				break;
			default:
				return;
		}
		this.isMarked = true;
	}
}

/** Whether an attribute holds the true of XML Schema. */
export function isTrue(value: string): boolean {
	return ['true', '1'].includes(value.trim());
}

/** The number of `xsd:string[3]`, or of `3` alone; 0 for what is open or of several dimensions. */
function sizeIn(value: string): number {
	return Number(/^(?:.*\[)?(\d{1,15})\]?$/.exec(value.trim())?.[1] ?? 0);
}

/** The number of `[3]`; only a one-dimensional array has one. */
function indexIn(value: string): number | undefined {
	const digits = /^\[(\d{1,15})\]$/.exec(value.trim())?.[1];
	return digits === undefined ? undefined : Number(digits);
}

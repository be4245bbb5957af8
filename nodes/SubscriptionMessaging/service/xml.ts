import type { SaxesAttributePlain, SaxesParser } from 'saxes';

import { UnreadableXmlError } from './errors';
import { ANY, LIST_OF_ANY, listOf, mapOf, STRING, type Member, type Plan } from './readingPlan';
import { openParser } from './xmlParser';

/** What a document may cost at most. */
export interface ReadLimits {
	/** Bytes of the answer, after any content encoding is undone. */
	bytes: number;
	/** Elements, and again as many that multi-references repeat. */
	elements: number;
	/** Elements within each other. */
	depth: number;
}

export const READ_LIMITS: ReadLimits = {
	bytes: 150 * 1024 * 1024,
	elements: 5_000_000,
	depth: 200,
};

/** More attributes than any encoder writes on one element. */
const MOST_ATTRIBUTES = 64;

/** What the attributes of the SOAP encodings say of an element, other than its type. */
interface Marks {
	nil: boolean;
	array: boolean;
	id: string;
	href: string;
	/** Index in a sparse array, -1 if not given. */
	position: number;
	/** Index of the first entry that an array holds. */
	offset: number;
}

const UNMARKED: Readonly<Marks> = {
	nil: false,
	array: false,
	id: '',
	href: '',
	position: -1,
	offset: 0,
};

/** An open element whose value is being built. */
class Frame {
	plan = ANY;
	name = '';
	text = '';
	type = '';
	nil = false;
	array = false;
	/** The element stands for the only entry of its list. */
	unwrapped = false;
	position = -1;
	offset = 0;
	value: Container | undefined = undefined;
	/** Of an entry of a Map. */
	key: string | undefined = undefined;
	/** The child that opened last, if the plan names it. */
	last: Member | undefined = undefined;
}

type Container = Record<string, unknown> | unknown[];

/** An element kept as it came, because a reference in it, or to it, may point forward. */
interface Kept {
	readonly name: string;
	readonly type: string;
	readonly marks: Readonly<Marks>;
	readonly parent: Kept | undefined;
	text: string;
	children: Kept[] | undefined;
}

/** A place in the value that waits for the end of the document. */
interface Pending {
	readonly kept: Kept;
	readonly plan: Plan;
	readonly container: Container;
	/** Of the place; undefined for an entry that is yet to be put into the Map's container. */
	readonly key: string | number | undefined;
}

/**
 * Builds the value that a plan describes from an XML document, while the document arrives.
 *
 * Understood are SOAP 1.1 and 1.2 encodings: nil, arrays, sparse arrays, multi-references, binary
 * types for strings, Apache Maps. Only local names count. Members that a plan does not name are kept:
 * objects as objects, repeated names as lists, leaves as text unless their own type is boolean or
 * an integer.
 *
 * @throws UnreadableXmlError from `write` as soon as the document is malformed, exceeds a limit or
 * has a DOCTYPE; from `end` if it is not complete or its references cannot be resolved
 */
export class XmlReader {
	private readonly parser: SaxesParser;

	/** By depth; the first one holds the document. */
	private readonly frames: Frame[] = [new Frame()];

	private depth = 0;

	private elements = 0;

	private attributes = 0;

	private closed = false;

	/** Of the element that opens next, as the marks are. */
	private type = '';

	private marks: Marks = { ...UNMARKED };

	private marked = false;

	/** Innermost open element that is kept, and what was kept. */
	private keeping: Kept | undefined;

	private keptDepth = 0;

	private keptReference = false;

	private readonly anchors = new Map<string, Kept>();

	private readonly pending: Pending[] = [];

	/** While kept elements are read again: the references that this is for, outermost first. */
	private repeating: Set<Kept> | undefined;

	private repeatedElements = 0;

	private repeatedCharacters = 0;

	/** Lists that stand for a repeated member. */
	private readonly repetitions = new Set<unknown>();

	/** By a list whose entries went to the end of another: that one, and where they begin there. */
	private readonly joined = new Map<unknown, { list: unknown[]; start: number }>();

	/** @param unexpected what to throw for an element where a `frame` allows only known ones */
	constructor(
		plan: Plan,
		private readonly limits: ReadLimits,
		private readonly unexpected: (name: string) => Error,
	) {
		this.frames[0]!.plan = plan;
		this.parser = openParser({
			error: (mistake) => {
				throw this.unreadable(mistake.message);
			},
			doctype: () => {
				throw this.unreadable('it has a DOCTYPE, which is refused');
			},
			attribute: (attribute) => this.attribute(attribute),
			open: (element) => this.open(element.name),
			text: (text) => this.text(text),
			close: () => this.close(),
		});
	}

	write(text: string): void {
		this.parser.write(text);
	}

	/** The value of the document: an object with its root element as the only member. */
	end(): Record<string, unknown> {
		if (this.depth > 0 || this.keptDepth > 0 || !this.closed) {
			throw this.unreadable('it ends before the document is complete');
		}
		this.parser.close();
		for (const pending of this.pending) this.resolve(pending);
		return this.frames[0]!.value as Record<string, unknown>;
	}

	private unreadable(reason: string): UnreadableXmlError {
		return new UnreadableXmlError(reason, this.parser.line, this.parser.column);
	}

	private attribute({ name, value }: SaxesAttributePlain): void {
		if (++this.attributes > MOST_ATTRIBUTES) {
			throw this.unreadable(`an element has more than ${MOST_ATTRIBUTES} attributes`);
		}
		if (name === 'xsi:type') {
			// The usual type of a text says no more than none.
			this.type = value === 'xsd:string' ? '' : value;
			return;
		}
		const { marks } = this;
		if (name === 'id') {
			marks.id = value;
		} else if (name === 'href') {
			if (value.startsWith('#')) marks.href = value.slice(1);
		} else {
			const colon = name.indexOf(':');
			if (colon === -1 || name.startsWith('xmlns:')) return;
			switch (name.slice(colon + 1)) {
				case 'type':
					this.type = value;
					return;
				case 'nil':
				case 'null':
					marks.nil = /^\s*(?:true|1)\s*$/.test(value);
					break;
				case 'arrayType':
				case 'itemType':
				case 'arraySize':
					marks.array = true;
					break;
				case 'id':
					marks.id = value;
					break;
				case 'ref':
					marks.href = value.replace(/^#/, '');
					break;
				case 'position':
					marks.position = bracketed(value) ?? -1;
					break;
				case 'offset':
					marks.offset = bracketed(value) ?? 0;
					break;
				default:
					return;
			}
		}
		this.marked = true;
	}

	private open(name: string): void {
		this.attributes = 0;
		this.count(1);
		if (this.depth + this.keptDepth >= this.limits.depth) {
			throw this.unreadable(`its elements are nested more than ${this.limits.depth} deep`);
		}
		if (this.keeping !== undefined) {
			this.keep(name);
			return;
		}
		const parent = this.frames[this.depth]!;
		let member = parent.last?.next;
		let local = name;
		if (member?.name !== name) {
			local = localName(name);
			if (parent.value === undefined) this.openContainer(parent, local);
			member = parent.plan.members.get(local);
			if (parent.last !== undefined) parent.last.next = member;
		}
		parent.last = member;
		const plan = member?.plan ?? planOfChild(parent, local);
		if (this.marked && this.repeating === undefined) {
			const { id, href } = this.marks;
			if ((id !== '' || href !== '') && plan.kind !== 'frame' && plan.kind !== 'skip') {
				if (parent.plan.kind === 'entry' && parent.key === undefined) this.keepEntry(parent);
				this.keep(name);
				return;
			}
		}
		if (plan.kind === 'hoisted') throw this.unexpected(name);
		if (parent.plan.kind === 'entry' && parent.key === undefined && local !== 'key') {
			this.keepEntry(parent);
			this.keep(name);
			return;
		}
		this.push(plan, member?.name ?? local);
	}

	private push(plan: Plan, name: string): void {
		this.depth++;
		let frame = this.frames[this.depth];
		if (frame === undefined) frame = this.frames[this.depth] = new Frame();
		frame.plan = plan;
		frame.name = name;
		frame.text = '';
		frame.value = undefined;
		frame.unwrapped = false;
		frame.key = undefined;
		frame.last = undefined;
		frame.type = this.type;
		this.type = '';
		const { nil, array, position, offset } = this.marks;
		frame.nil = nil;
		frame.array = array;
		frame.position = position;
		frame.offset = offset;
		if (this.marked) this.unmark();
	}

	private unmark(): void {
		this.marks = { ...UNMARKED };
		this.marked = false;
	}

	/** The first child of an element shows what kind of value it has. */
	private openContainer(frame: Frame, child: string): void {
		const { kind, other } = frame.plan;
		const type = localName(frame.type);
		if (type === 'Map') {
			frame.value = kind === 'list' ? [] : {};
			frame.plan = mapOf(isScalar(frame.plan) ? ANY : frame.plan);
		} else if (kind === 'list') {
			const array = frame.array || type === 'Array';
			if (!array && child !== 'item' && child !== frame.name && other.members.has(child)) {
				frame.unwrapped = true;
				frame.plan = other;
				frame.value = {};
			} else {
				frame.value = this.gap(frame.offset);
			}
		} else if (frame.array || type === 'Array') {
			frame.plan = LIST_OF_ANY;
			frame.value = this.gap(frame.offset);
		} else {
			if (isScalar(frame.plan)) frame.plan = ANY;
			frame.value = {};
		}
	}

	private text(text: string): void {
		if (this.repeating !== undefined) {
			this.repeatedCharacters += text.length;
			if (this.repeatedCharacters > this.limits.bytes) throw this.tooMuchRepeated();
		}
		if (this.keeping !== undefined) {
			this.keeping.text += text;
			return;
		}
		const frame = this.frames[this.depth]!;
		// Beside elements, text is only layout.
		if (frame.value === undefined) frame.text = frame.text === '' ? text : frame.text + text;
	}

	private close(): void {
		if (this.keeping !== undefined) {
			const kept = this.keeping;
			this.keeping = kept.parent;
			this.keptDepth--;
			if (kept.parent === undefined) this.place(kept);
			return;
		}
		const frame = this.frames[this.depth]!;
		this.depth--;
		if (this.depth === 0) this.closed = true;
		this.attach(frame.name, frame.nil ? nilOf(frame) : valueOf(frame), frame.position);
	}

	/** Gives the innermost open element the value of a child. */
	private attach(name: string, value: unknown, position: number): void {
		const parent = this.frames[this.depth]!;
		switch (parent.plan.kind) {
			case 'list':
				this.append(parent.value as unknown[], value, position);
				return;
			case 'entry': {
				if (name === 'key') {
					parent.key = typeof value === 'string' ? value : '';
					return;
				}
				const map = this.frames[this.depth - 1]!.value!;
				if (Array.isArray(map)) map.push(value);
				else this.assign(map, parent.key!, value, parent.plan.other);
				return;
			}
			case 'map':
			case 'skip':
				return;
			default:
				this.assign(parent.value as Record<string, unknown>, name, value, parent.plan);
		}
	}

	private append(list: unknown[], value: unknown, position: number): void {
		if (position === -1) {
			list.push(value);
			return;
		}
		for (const nothing of this.gap(Math.max(0, position - list.length))) list.push(nothing);
		list[position] = value;
	}

	private assign(object: Record<string, unknown>, name: string, value: unknown, plan: Plan): void {
		const held = object[name];
		if (held === undefined) {
			object[name] = value;
		} else if (!Object.hasOwn(object, name)) {
			// An inherited name such as `constructor`. Only `__proto__` cannot be a plain member.
			if (name !== '__proto__') object[name] = value;
		} else if (Array.isArray(held) && this.repetitions.has(held)) {
			held.push(value);
		} else if (
			Array.isArray(held) &&
			Array.isArray(value) &&
			plan.members.get(name)?.plan.kind === 'list'
		) {
			if (this.pending.length > 0) this.joined.set(value, { list: held, start: held.length });
			for (const entry of value) held.push(entry);
		} else {
			const list = [held, value];
			this.repetitions.add(list);
			object[name] = list;
		}
	}

	/** Entries that a sparse array leaves out. */
	private gap(length: number): null[] {
		this.count(length);
		return new Array<null>(length).fill(null);
	}

	private count(elements: number): void {
		if (this.repeating === undefined) {
			this.elements += elements;
			if (this.elements > this.limits.elements) {
				throw this.unreadable(`it has more than ${this.limits.elements} elements`);
			}
		} else {
			this.repeatedElements += elements;
			// A small document has no reason to become a large value.
			const most = Math.min(this.limits.elements, 100_000 + 10 * this.elements);
			if (this.repeatedElements > most) throw this.tooMuchRepeated();
		}
	}

	private tooMuchRepeated(): UnreadableXmlError {
		return this.unreadable('its references repeat more than can be held');
	}

	private keep(name: string): void {
		const kept: Kept = {
			name,
			type: this.type,
			marks: this.marked ? this.marks : UNMARKED,
			parent: this.keeping,
			text: '',
			children: undefined,
		};
		this.type = '';
		if (this.marked) {
			// It takes the memory of two.
			this.count(1);
			this.unmark();
		}
		const { id, href } = kept.marks;
		if (id !== '' && !this.anchors.has(id)) this.anchors.set(id, kept);
		if (href !== '') this.keptReference = true;
		if (this.keeping !== undefined) (this.keeping.children ??= []).push(kept);
		this.keeping = kept;
		this.keptDepth++;
	}

	/** Keeps the open entry of a Map, because its key is not known yet. */
	private keepEntry(entry: Frame): void {
		this.depth--;
		this.keeping = {
			name: entry.name,
			type: '',
			marks: UNMARKED,
			parent: undefined,
			text: '',
			children: undefined,
		};
		this.keptDepth++;
	}

	/** Reads what was kept, or reserves its place until all references are known. */
	private place(kept: Kept): void {
		const parent = this.frames[this.depth]!;
		const name = localName(kept.name);
		const plan = planOfChild(parent, name);
		const refers = this.keptReference;
		this.keptReference = false;
		if (plan.kind === 'hoisted') return;
		if (!refers) {
			this.repeating = new Set();
			this.repeat(kept);
			this.repeating = undefined;
		} else if (plan.kind === 'entry') {
			this.pending.push({ kept, plan: parent.plan, container: parent.value!, key: undefined });
		} else {
			const { position } = kept.marks;
			this.attach(name, kept, position);
			const entry = parent.plan.kind === 'entry';
			const container = entry ? this.frames[this.depth - 1]!.value! : parent.value!;
			const key = Array.isArray(container)
				? position === -1 || entry
					? container.length - 1
					: position
				: entry
					? parent.key!
					: name;
			this.pending.push({ kept, plan, container, key });
		}
	}

	private resolve({ kept, plan: wanted, container, key }: Pending): void {
		const frame = this.frames[1] ?? (this.frames[1] = new Frame());
		frame.last = undefined;
		this.depth = 1;
		this.repeating = new Set();
		if (key === undefined) {
			frame.plan = wanted;
			frame.value = container;
			this.repeat(kept);
			return;
		}
		const values: unknown[] = [];
		frame.plan = listOf(wanted);
		frame.value = values;
		this.repeat({ ...kept, marks: { ...kept.marks, position: -1 } });
		const [value] = values;
		const { list, start } = this.joined.get(container) ?? {};
		if (list !== undefined) {
			list[start! + Number(key)] = value;
			return;
		}
		const slots = container as Record<string | number, unknown>;
		// The one name under which nothing was put.
		if (key === '__proto__') return;
		const held = slots[key];
		// A member that came again has become a list meanwhile.
		if (held === kept || !Array.isArray(held)) slots[key] = value;
		else if (wanted.kind !== 'list' || !Array.isArray(value)) held[held.indexOf(kept)] = value;
		else slots[key] = held.flatMap((entry: unknown) => (entry === kept ? value : [entry]));
	}

	/** Reads a kept element as if it stood here, with what it refers to in its place. */
	private repeat(kept: Kept): void {
		const repeating = this.repeating!;
		const followed: Kept[] = [];
		let source = kept;
		while (source.marks.href !== '') {
			const { href } = source.marks;
			const target = this.anchors.get(href);
			if (target === undefined) {
				throw this.unreadable(`it refers to "#${href}", which it does not hold`);
			}
			if (repeating.has(target)) throw this.unreadable(`its reference to "#${href}" is circular`);
			repeating.add(target);
			followed.push(target);
			source = target;
		}
		this.type = source.type;
		this.marks = { ...source.marks, position: kept.marks.position };
		this.marked = true;
		this.open(kept.name);
		if (source.text !== '') this.text(source.text);
		const children = source.children ?? [];
		const isEntry = this.frames[this.depth]!.plan.kind === 'entry';
		for (const child of isEntry ? keyFirst(children) : children) this.repeat(child);
		this.close();
		for (const target of followed) repeating.delete(target);
	}
}

/** None where there is no key: a value without one has no place in a Map. */
function keyFirst(children: readonly Kept[]): Kept[] {
	const isKey = ({ name }: Kept) => localName(name) === 'key';
	const keys = children.filter(isKey);
	return keys.length > 0 ? [...keys, ...children.filter((child) => !isKey(child))] : [];
}

function planOfChild({ plan, key }: Frame, name: string): Plan {
	if (plan.kind !== 'entry') return plan.members.get(name)?.plan ?? plan.other;
	if (name === 'key' || key === undefined) return STRING;
	return plan.other.members.get(key)?.plan ?? plan.other.other;
}

/** A list without entries is a list, however a service writes that. */
function nilOf({ plan }: Frame): unknown {
	return plan.kind === 'list' ? [] : null;
}

function valueOf(frame: Frame): unknown {
	const { plan, text, type, value } = frame;
	switch (plan.kind) {
		case 'string':
			return type === '' || type === 'xsd:string' ? text : textOfType(text, localName(type));
		case 'integer':
			return isBlank(text) ? null : (integerOf(text) ?? integerOfBoolean(text, type) ?? text);
		case 'boolean':
			return isBlank(text) ? null : (booleanOf(text) ?? text);
		case 'any':
			return value ?? (frame.array ? [] : anyOfType(text, localName(type)));
		case 'list':
			return value ?? (isBlank(text) ? [] : [text]);
		default:
			if (frame.unwrapped) return [value];
			if (value !== undefined) return value;
			if (!isBlank(text)) return anyOfType(text, localName(type));
			// An empty element is how a transport without nil says that there is none.
			return type === '' || type === 'xsd:string' || frame.array ? null : {};
	}
}

/** Some encoders write any text that is not ASCII in a binary type. */
function textOfType(text: string, type: string): string {
	const encoding = BINARY_TYPES.get(type);
	if (encoding === undefined) return text;
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text.trim(), encoding));
	} catch {
		return text;
	}
}

const BINARY_TYPES: ReadonlyMap<string, 'base64' | 'hex'> = new Map([
	['base64Binary', 'base64'],
	['base64', 'base64'],
	['hexBinary', 'hex'],
]);

const INTEGER_TYPES: ReadonlySet<string> = new Set([
	'int',
	'integer',
	'long',
	'short',
	'byte',
	'unsignedInt',
	'unsignedLong',
	'unsignedShort',
	'unsignedByte',
	'nonNegativeInteger',
	'positiveInteger',
]);

function anyOfType(text: string, type: string): unknown {
	if (type === 'boolean') return booleanOf(text) ?? text;
	if (INTEGER_TYPES.has(type)) return integerOf(text) ?? text;
	return text;
}

/** Undefined where a number would not give the same digits again, as for `084057` or `84057-1234`. */
function integerOf(text: string): number | undefined {
	const plain = shortInteger(text);
	if (plain !== undefined) return plain;
	if (!/^\s*(?:0|-?[1-9]\d{0,15})\s*$/.test(text)) return undefined;
	const number = Number(text);
	return Number.isSafeInteger(number) ? number : undefined;
}

/** The usual case, for which a regular expression takes several times longer. */
function shortInteger(text: string): number | undefined {
	const { length } = text;
	if (length === 0 || length > 9 || (length > 1 && text.startsWith('0'))) return undefined;
	let number = 0;
	for (let at = 0; at < length; at++) {
		const digit = text.charCodeAt(at) - 0x30;
		if (digit < 0 || digit > 9) return undefined;
		number = number * 10 + digit;
	}
	return number;
}

/** A flag that the interface has as 0 or 1, from an encoder that takes it for a boolean. */
function integerOfBoolean(text: string, type: string): number | undefined {
	const flag = localName(type) === 'boolean' ? booleanOf(text) : undefined;
	return flag === undefined ? undefined : Number(flag);
}

function booleanOf(text: string): boolean | undefined {
	switch (text.trim().toLowerCase()) {
		case 'true':
		case '1':
			return true;
		case 'false':
		case '0':
			return false;
		default:
			return undefined;
	}
}

function isBlank(text: string): boolean {
	return text === '' || text.trim() === '';
}

function isScalar({ kind }: Plan): boolean {
	return kind === 'string' || kind === 'integer' || kind === 'boolean';
}

/** The number of `[3]`; only a one-dimensional array has one. */
function bracketed(value: string): number | undefined {
	const digits = /^\s*\[(\d+)\]\s*$/.exec(value)?.[1];
	return digits === undefined ? undefined : Number(digits);
}

function localName(name: string): string {
	return name.includes(':') ? name.slice(name.lastIndexOf(':') + 1) : name;
}

import { LargeMap } from '../collections/largeMap';
import { UNMARKED, type ElementAttributes, type Marks } from './attributes';
import { LONGEST_TEXT, type ReadBudget, type RefuseXml } from './limits';
import { localName } from './scalars';

/** An element kept as it is written, because a reference in it, or to it, may point forward. */
export interface KeptElement {
	readonly name: string;
	readonly type: string;
	readonly marks: Readonly<Marks>;
	readonly parent: KeptElement | undefined;
	text: string;
	children: KeptElement[] | undefined;
}

/** The elements that are kept while the document arrives, and those among them that have an id. */
export class KeptElements {
	private innermost: KeptElement | undefined;

	/** Kept elements that are open. */
	depth = 0;

	/** By id; an id that comes again stays with its first element. Most documents have none. */
	private anchors: LargeMap<KeptElement> | undefined;

	constructor(private readonly refuse: RefuseXml) {}

	get isKeeping(): boolean {
		return this.innermost !== undefined;
	}

	open(name: string, type: string, marks: Readonly<Marks> = UNMARKED): void {
		const parent = this.innermost;
		const kept: KeptElement = { name, type, marks, parent, text: '', children: undefined };
		if (marks.id !== '') this.anchor(marks.id, kept);
		if (parent !== undefined) (parent.children ??= []).push(kept);
		this.innermost = kept;
		this.depth++;
	}

	text(text: string): void {
		const kept = this.innermost!;
		if (kept.text.length + text.length > LONGEST_TEXT) {
			throw this.refuse(`a text has more than ${LONGEST_TEXT} characters`);
		}
		kept.text += text;
	}

	/** @returns the closed element if no other is around it */
	close(): KeptElement | undefined {
		const kept = this.innermost!;
		this.innermost = kept.parent;
		this.depth--;
		return kept.parent === undefined ? kept : undefined;
	}

	find(id: string): KeptElement | undefined {
		return this.anchors?.get(id);
	}

	private anchor(id: string, kept: KeptElement): void {
		this.anchors ??= new LargeMap();
		if (!this.anchors.has(id)) this.anchors.set(id, kept);
	}
}

/** What reads the parts of a kept element again, as if they stood in another place. */
interface ElementSink {
	open(name: string): void;
	text(text: string): void;
	close(): void;
	/** Whether the element that opened last is an entry of a Map. */
	isInMapEntry(): boolean;
}

interface Level {
	readonly children: readonly KeptElement[];
	next: number;
	/** Elements that references led to on the way to this one. */
	readonly followed: readonly KeptElement[];
}

/** Reads a kept element again, with what it refers to in its place, in small steps. */
export class Replay {
	private readonly levels: Level[] = [];

	/** What references have led to and is still open; a reference to one of these is circular. */
	private readonly entered = new Set<KeptElement>();

	constructor(
		private readonly kept: KeptElements,
		private readonly attributes: ElementAttributes,
		private readonly sink: ElementSink,
		private readonly budget: ReadBudget,
		private readonly depthLimit: number,
		private readonly refuse: RefuseXml,
	) {}

	/** @returns about how much work it was */
	begin(element: KeptElement): number {
		return this.open(element, -1);
	}

	/** @returns about how much work it was, 0 when nothing was left to do */
	step(): number {
		const level = this.levels.at(-1);
		if (level === undefined) return 0;
		const child = level.children[level.next++];
		if (child !== undefined) return this.open(child, child.marks.position);
		this.levels.pop();
		this.sink.close();
		for (const target of level.followed) this.entered.delete(target);
		return 1;
	}

	private open(element: KeptElement, position: number): number {
		const followed: KeptElement[] = [];
		const source = this.follow(element, followed);
		this.attributes.set(source.type, { ...source.marks, position });
		this.sink.open(element.name);
		const { text, children = [] } = source;
		if (text !== '') {
			this.budget.produceCharacters(text.length);
			this.sink.text(text);
		}
		const inOrder = this.sink.isInMapEntry() ? this.keyFirst(children) : children;
		this.levels.push({ children: inOrder, next: 0, followed });
		return 1 + followed.length + Math.ceil(text.length / 256);
	}

	/** The element that holds the value: itself, or what its reference leads to. */
	private follow(element: KeptElement, followed: KeptElement[]): KeptElement {
		let source = element;
		while (source.marks.href !== '') {
			const { href } = source.marks;
			const target = this.kept.find(href);
			if (target === undefined) {
				throw this.refuse(`it refers to "#${href}", which it does not hold`);
			}
			if (this.entered.has(target)) throw this.refuse(`its reference to "#${href}" is circular`);
			if (followed.length === this.depthLimit) {
				throw this.refuse(`its references lead through more than ${this.depthLimit} others`);
			}
			this.budget.produceElements(1);
			this.entered.add(target);
			followed.push(target);
			source = target;
		}
		return source;
	}

	/** None where there is no key: a value without one has no place in a Map. */
	private keyFirst(children: readonly KeptElement[]): KeptElement[] {
		if (children.length > MOST_IN_ENTRY) {
			throw this.refuse(`an entry of a Map has more than ${MOST_IN_ENTRY} elements`);
		}
		const isKey = ({ name }: KeptElement) => localName(name) === 'key';
		const keys = children.filter(isKey);
		return keys.length > 0 ? [...keys, ...children.filter((child) => !isKey(child))] : [];
	}
}

/** An entry of a Map has a key and a value. */
const MOST_IN_ENTRY = 1_000;

import { UnreadableXmlError } from '../errors/errors';
import { Assembly, Placeholder } from './assembly';
import { ElementAttributes } from './attributes';
import { ContentParser } from './contentParser';
import { KeptElements, Replay, type KeptElement } from './keptElements';
import { LONGEST_TEXT, ReadBudget, SEVERAL_VALUES, type ReadLimits } from './limits';
import { entryOf, isSeveral, nilOf, OpenElement, planOfChild, valueOf } from './openElement';
import { listOf, type ReadingPlan, type RowTaker } from './readingPlan';
import { isBlank, localName } from './scalars';

/** Work between two steps of `finish`, counted in elements: less than a millisecond once the code is warm. */
const STEP = 500;

/**
 * Builds the value that a plan describes from an XML document, while the document arrives.
 *
 * Understood are SOAP 1.1 and 1.2 encodings: nil, arrays, sparse arrays, multi-references, binary
 * types for strings, Apache Maps. Only local names count. Members that a plan does not name are kept:
 * objects as objects, repeated names as lists, leaves as text unless their own type is boolean or
 * an integer. Text beside the elements of such an object is its member `value`; where a text is
 * expected, elements in it are markup, of which the text is kept: it is never an object. The entries of
 * a list of objects are objects or null.
 *
 * The work is linear in the document, whatever it holds. Elements with an id or a reference wait for
 * `finish`, which does its work in steps.
 *
 * @throws UnreadableXmlError from `write` as soon as the document is malformed, exceeds a limit or
 * has a DOCTYPE; from `finish` if it is not complete or its references cannot be resolved
 */
export class XmlReader {
	private readonly parser: ContentParser;

	private readonly budget: ReadBudget;

	private readonly attributes: ElementAttributes;

	private readonly kept: KeptElements;

	private readonly assembly: Assembly;

	/** By depth; the first one holds the document. */
	private readonly elements: OpenElement[] = [new OpenElement()];

	private depth = 0;

	/** The root element has ended. */
	private closed = false;

	/** Characters since the last part of the document was complete. */
	private unfinished = 0;

	private readonly placeholders: Placeholder[] = [];

	private isReplaying = false;

	/** Placeholders before the open entry of the list whose rows are taken. */
	private placeholdersBeforeRow = 0;

	/**
	 * @param unexpected what to throw for an element where a `frame` allows only known ones
	 * @param followsReferences false for a document that isn't encoded by SOAP
	 * @param rows are handed over and not kept, but for those that wait for a reference or have a
	 * place of their own in the list: these stay in the value. The list is null where it is nil or a text
	 */
	constructor(
		plan: ReadingPlan,
		private readonly limits: ReadLimits,
		private readonly unexpected: (name: string) => Error,
		followsReferences = true,
		private readonly rows?: RowTaker,
	) {
		const refuse = (reason: string) => this.unreadable(reason);
		this.elements[0]!.plan = plan;
		this.budget = new ReadBudget(limits, refuse);
		this.attributes = new ElementAttributes(followsReferences, refuse);
		this.kept = new KeptElements(refuse);
		this.assembly = new Assembly(this.budget, refuse);
		this.parser = new ContentParser({
			error: (mistake) => {
				throw this.unreadable(mistake.message);
			},
			doctype: () => {
				throw this.unreadable('it has a DOCTYPE, which is refused');
			},
			attribute: (attribute) => this.attributes.add(attribute),
			open: (name) => this.open(name),
			text: (text) => this.text(text),
			close: () => this.close(),
		});
	}

	write(text: string): void {
		this.unfinished += text.length;
		if (this.unfinished > LONGEST_TEXT + text.length) throw this.tooLong();
		this.budget.readCharacters(text.length);
		this.parser.write(text);
	}

	/** The value of the document, an object with its root element as the only member, in steps of a few milliseconds. */
	*finish(): Generator<void, Record<string, unknown>> {
		if (!this.closed) {
			throw this.unreadable('it ends before the document is complete');
		}
		this.parser.close();
		yield* this.resolveReferences();
		yield* this.assembly.joinParts();
		return this.elements[0]!.value as Record<string, unknown>;
	}

	private unreadable(reason: string): UnreadableXmlError {
		const { line, column } = this.parser.place;
		return new UnreadableXmlError(reason, line, column);
	}

	private tooLong(): UnreadableXmlError {
		return this.unreadable(`a text or name has more than ${LONGEST_TEXT} characters`);
	}

	private open(name: string): void {
		this.unfinished = 0;
		this.attributes.begin();
		if (this.isReplaying) this.budget.produceElements(1);
		else this.budget.readElement();
		if (this.depth + this.kept.depth >= this.limits.depth) {
			throw this.unreadable(`its elements are nested more than ${this.limits.depth} deep`);
		}
		if (this.kept.isKeeping) {
			this.keep(name);
			return;
		}
		const parent = this.elements[this.depth]!;
		const local = localName(name);
		if (parent.value === undefined) this.assembly.open(parent, local);
		const member = parent.plan.members.get(local);
		const plan = member?.plan ?? planOfChild(parent, local);
		if (this.isToBeKept(parent, plan, local)) {
			this.keep(name);
			return;
		}
		if (plan.kind === 'hoisted') throw this.unexpected(name);
		this.push(plan, member?.name ?? local, parent.collects);
	}

	/** What refers, or is referred to, waits for the end; so does the entry of a Map until its key is known. */
	private isToBeKept(parent: OpenElement, plan: ReadingPlan, name: string): boolean {
		const isKeyless = parent.plan.kind === 'entry' && parent.key === undefined;
		if (this.attributes.isMarked && !this.isReplaying) {
			const { id, href } = this.attributes.marks;
			if ((id !== '' || href !== '') && plan.kind !== 'frame' && plan.kind !== 'skip') {
				if (isKeyless) this.keepEntry(parent);
				return true;
			}
		}
		if (!isKeyless || name === 'key') return false;
		this.keepEntry(parent);
		return true;
	}

	private push(plan: ReadingPlan, name: string, collects: boolean): void {
		if (this.elements[this.depth]!.plan === this.rows?.plan) {
			this.placeholdersBeforeRow = this.placeholders.length;
		}
		this.depth++;
		const element = (this.elements[this.depth] ??= new OpenElement());
		element.plan = plan;
		element.name = name;
		element.text = '';
		element.value = undefined;
		element.unwrapped = false;
		element.key = undefined;
		element.collects = collects;
		element.mixed = false;
		element.scalar = undefined;
		const { attributes } = this;
		element.type = attributes.type;
		const { nil, array, position, offset, size } = attributes.marks;
		element.nil = nil;
		element.array = array;
		element.position = position;
		element.offset = offset;
		element.size = size;
		element.taken = 0;
		attributes.clear();
	}

	private text(text: string): void {
		this.unfinished = 0;
		if (this.kept.isKeeping) {
			this.kept.text(text);
			return;
		}
		const element = this.elements[this.depth]!;
		if (element.value === undefined) {
			if (element.text === '' && text.length <= LONGEST_TEXT) element.text = text;
			else this.extend(element, text);
		} else if (element.plan.kind === 'any') {
			if (!isBlank(text)) element.mixed = true;
			this.extend(element, text);
		}
		// Beside the elements of any other, text is only layout.
	}

	private extend(element: OpenElement, text: string): void {
		if (element.text.length + text.length > LONGEST_TEXT) throw this.tooLong();
		element.text += text;
	}

	private close(): void {
		this.unfinished = 0;
		if (this.kept.isKeeping) {
			const outermost = this.kept.close();
			if (outermost !== undefined) this.reserve(outermost);
			return;
		}
		const element = this.elements[this.depth]!;
		this.depth--;
		if (this.depth === 0) this.closed = true;
		const parent = this.elements[this.depth]!;
		if (parent.collects) this.collect(parent, element);
		if (element.size > 0 && !element.nil) this.addLacking(element);
		const isNoList = element.plan === this.rows?.plan && (element.nil || !isBlank(element.text));
		const value = element.nil
			? nilOf(element)
			: element.mixed || element.scalar
				? this.mixed(element)
				: valueOf(element);
		if (this.isToBeTaken(element)) {
			parent.taken++;
			this.rows?.take(value);
		} else this.attach(element.name, isNoList ? null : value, element.position);
	}

	/** An array that holds fewer entries than it says was sent in part: one that nobody can read. */
	private addLacking(element: OpenElement): void {
		if (element.plan.kind !== 'list') return;
		const list = (element.value ??= []) as unknown[];
		if (element.size > list.length + element.taken) this.assembly.append(list, null, -1);
	}

	private isToBeTaken({ position }: OpenElement): boolean {
		return (
			this.elements[this.depth]!.plan === this.rows?.plan &&
			position === -1 &&
			this.placeholders.length === this.placeholdersBeforeRow
		);
	}

	/** Adds the text of markup to the text around it. */
	private collect(parent: OpenElement, element: OpenElement): void {
		this.extend(parent, element.text);
		parent.mixed ||= element.mixed;
	}

	/** The value of an element with text and elements side by side. */
	private mixed(element: OpenElement): unknown {
		const { collects, mixed, scalar } = element;
		if (scalar !== undefined) {
			// Elements alone are no number, no truth and no entry of a list, and several are not one text.
			const { kind } = this.elements[this.depth]!.plan;
			const isEntry = kind === 'list' && !(this.isReplaying && this.depth === 1);
			if (!mixed && (scalar.kind !== 'string' || isEntry)) return null;
			if (!mixed && isSeveral(element)) throw this.unreadable(SEVERAL_VALUES);
			element.plan = scalar;
			element.value = undefined;
		} else if (!collects) {
			this.assembly.put(element, 'value', element.text.trim(), element.plan);
		}
		return valueOf(element);
	}

	/** Gives the innermost open element the value of a child. */
	private attach(name: string, value: unknown, position: number): void {
		const parent = this.elements[this.depth]!;
		switch (parent.plan.kind) {
			case 'list': {
				const list = parent.value as unknown[];
				// The value of a placeholder, whose place was counted.
				if (this.isReplaying && this.depth === 1) list.push(value);
				else this.assembly.append(list, entryOf(parent.plan.other, value), position);
				return;
			}
			case 'entry': {
				if (name === 'key') {
					parent.key ??= typeof value === 'string' ? value : '';
					return;
				}
				const map = this.elements[this.depth - 1]!;
				const { other } = parent.plan;
				if (!Array.isArray(map.value)) this.assembly.put(map, parent.key!, value, other);
				else this.assembly.append(map.value, entryOf(other.other, value), -1);
				return;
			}
			case 'map':
			case 'skip':
				return;
			default:
				this.assembly.put(parent, name, value, parent.plan);
		}
	}

	private keep(name: string): void {
		const { attributes } = this;
		// It takes the memory of two.
		if (attributes.isMarked) this.budget.readElement();
		this.kept.open(name, attributes.type, attributes.isMarked ? attributes.marks : undefined);
		attributes.clear();
	}

	/** Keeps the open entry of a Map, because its key is not known yet. */
	private keepEntry(entry: OpenElement): void {
		this.depth--;
		this.kept.open(entry.name, '');
	}

	/** Reserves the place of an element that was kept. */
	private reserve(kept: KeptElement): void {
		const parent = this.elements[this.depth]!;
		const name = localName(kept.name);
		const plan = planOfChild(parent, name);
		if (plan.kind === 'hoisted') return;
		if (plan.kind === 'entry') {
			this.reserveEntry(kept, parent);
			return;
		}
		// The second key of an entry says nothing.
		if (parent.plan.kind === 'entry' && name === 'key') return;
		const placeholder = new Placeholder(kept, plan);
		this.placeholders.push(placeholder);
		const { position } = kept.marks;
		this.attach(name, placeholder, position);
		const isInMap = parent.plan.kind === 'entry';
		const owner = isInMap ? this.elements[this.depth - 1]! : parent;
		const container = owner.value!;
		if (Array.isArray(container)) {
			const last = container.length - 1;
			placeholder.moveTo(container, position === -1 || isInMap ? last : position);
			return;
		}
		const member = isInMap ? parent.key! : name;
		const repeated = owner.repeated?.get(member);
		if (repeated) placeholder.moveTo(repeated, repeated.length - 1);
		else placeholder.moveTo(container, member);
	}

	private reserveEntry(kept: KeptElement, map: OpenElement): void {
		const placeholder = new Placeholder(kept, map.plan);
		this.placeholders.push(placeholder);
		placeholder.container = map.value!;
		if (Array.isArray(map.value)) {
			placeholder.key = map.value.length;
			this.assembly.append(map.value, placeholder, -1);
		} else {
			placeholder.repeated = map.repeated ??= new Map();
		}
	}

	/** Puts the values into the places that were reserved for them. */
	private *resolveReferences(): Generator<void, void> {
		if (this.placeholders.length === 0) return;
		const sink = {
			open: (name: string) => this.open(name),
			text: (text: string) => this.text(text),
			close: () => this.close(),
			isInMapEntry: () => this.elements[this.depth]!.plan.kind === 'entry',
		};
		const refuse = (reason: string) => this.unreadable(reason);
		const { attributes, budget, kept, limits } = this;
		const replay = new Replay(kept, attributes, sink, budget, limits.depth, refuse);
		this.isReplaying = true;
		let work = 0;
		for (const placeholder of this.placeholders) {
			const values = this.openPlaceholder(placeholder);
			for (let done = replay.begin(placeholder.kept); done > 0; done = replay.step()) {
				work += done;
				if (work < STEP) continue;
				work = 0;
				yield;
			}
			// An entry of a Map may turn out to have no key, and so no value.
			placeholder.fill(values.length > 0 ? values[0] : null);
		}
	}

	/** Makes ready for the value of a placeholder. Returns the list that it's put into first. */
	private openPlaceholder({ plan, key, container, repeated }: Placeholder): unknown[] {
		// That of the root element, which is closed.
		const element = this.elements[1]!;
		const values: unknown[] = [];
		this.depth = 1;
		element.collects = false;
		element.memberCount = 0;
		element.repeated = repeated;
		element.plan = plan.kind === 'map' ? plan : listOf(plan);
		element.value = key === undefined ? container : values;
		return values;
	}
}

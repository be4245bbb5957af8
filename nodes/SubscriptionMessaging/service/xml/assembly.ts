import type { KeptElement } from './keptElements';
import {
	LONGEST_NAME,
	MOST_MEMBERS,
	TOO_LONG_NAME,
	type ReadBudget,
	type RefuseXml,
} from './limits';
import { entryOf, isScalar, type Container, type OpenElement } from './openElement';
import { ANY, LIST_OF_ANY, mapOf, type ReadingPlan } from './readingPlan';
import { isBlank, localName } from './scalars';

/** Stands in the value until all references are known. It knows its own place, however that moves. */
export class Placeholder {
	container: Container | undefined;

	/** Undefined for an entry of a Map that is put in only when its key is known. */
	key: string | number | undefined;

	/** With a Map as the container: its members that came more than once. */
	repeated: Map<string, unknown[]> | undefined;

	constructor(
		readonly kept: KeptElement,
		/** Of the value, or of the Map. */
		readonly plan: ReadingPlan,
	) {}

	moveTo(container: Container, key: string | number): void {
		this.container = container;
		this.key = key;
	}

	fill(value: unknown): void {
		// The one name under which nothing was put.
		if (this.key === undefined || this.key === '__proto__') return;
		const { container, key, plan } = this;
		// An object that is the answer itself may turn out to be a text; an entry of a list may not.
		(container as Record<string | number, unknown>)[key] = Array.isArray(container)
			? entryOf(plan, value)
			: value;
	}
}

/** Entries that are joined between two steps. */
const STEP = 10_000;

/** Puts values into the objects and lists that are being built. */
export class Assembly {
	/** Members whose value is a list of parts, each of them a list. */
	private readonly inParts: Array<{ object: Record<string, unknown>; name: string }> = [];

	constructor(
		private readonly budget: ReadBudget,
		private readonly refuse: RefuseXml,
	) {}

	/** The first child of an element shows what kind of value it has. */
	open(element: OpenElement, child: string): void {
		const { kind, other } = element.plan;
		const type = localName(element.type);
		element.memberCount = 0;
		element.repeated = undefined;
		element.scalar = undefined;
		if (isScalar(element.plan)) {
			element.scalar = element.plan;
			element.collects = true;
			element.mixed = !isBlank(element.text);
			element.plan = ANY;
			element.value = {};
		} else if (type === 'Map') {
			element.value = kind === 'list' ? [] : {};
			element.plan = mapOf(element.plan);
		} else if (kind === 'list') {
			const array = element.array || type === 'Array';
			if (!array && child !== 'item' && child !== element.name && other.members.has(child)) {
				element.unwrapped = true;
				element.plan = other;
				element.value = {};
			} else {
				element.value = this.list(element.offset);
			}
		} else if (element.array || type === 'Array') {
			element.plan = LIST_OF_ANY;
			element.value = this.list(element.offset);
		} else {
			if (element.plan.kind === 'any') element.mixed = !isBlank(element.text);
			element.value = {};
		}
	}

	/** A list that begins with as many entries as a sparse array leaves out. */
	private list(offset: number): unknown[] {
		if (offset > 0) this.budget.produceGap(offset);
		return new Array<null>(offset).fill(null);
	}

	/** @param position index in a sparse array, -1 for the next */
	append(list: unknown[], value: unknown, position: number): void {
		this.budget.addEntries(1);
		if (position > list.length) {
			this.budget.produceGap(position - list.length);
			while (list.length < position) list.push(null);
		}
		if (position === -1) list.push(value);
		else list[position] = value;
	}

	/**
	 * Gives the object of an element a member; one that comes again makes a list.
	 * @param plan of the object
	 */
	put(owner: OpenElement, name: string, value: unknown, plan: ReadingPlan): void {
		if (name.length > LONGEST_NAME) throw this.refuse(TOO_LONG_NAME);
		const object = owner.value as Record<string, unknown>;
		const held = object[name];
		if (held === undefined) {
			if (++owner.memberCount > MOST_MEMBERS) {
				throw this.refuse(`an element has more than ${MOST_MEMBERS} different members`);
			}
			object[name] = value;
		} else if (!Object.hasOwn(object, name)) {
			owner.memberCount++;
			// An inherited name such as `constructor`. Only `__proto__` cannot be a plain member.
			if (name !== '__proto__') object[name] = value;
		} else {
			this.budget.addEntries(1);
			const repeated = owner.repeated?.get(name);
			if (repeated !== undefined) {
				repeated.push(value);
				return;
			}
			const list = [held, value];
			if (held instanceof Placeholder) held.moveTo(list, 0);
			(owner.repeated ??= new Map()).set(name, list);
			object[name] = list;
			if (plan.members.get(name)?.plan.kind === 'list') this.inParts.push({ object, name });
		}
	}

	/** Makes one list of each that came in parts, once nothing more is put into any of them. */
	*joinParts(): Generator<void, void> {
		let work = 0;
		for (const { object, name } of this.inParts) {
			const parts = object[name] as Array<unknown[] | null>;
			const joined: unknown[] = [];
			// One that cannot be read makes the whole such a one.
			object[name] = parts.includes(null) ? null : joined;
			for (const part of parts) {
				if (part === null) break;
				for (const entry of part) {
					joined.push(entry);
					if (++work % STEP === 0) yield;
				}
				if (++work % STEP === 0) yield;
			}
		}
	}
}

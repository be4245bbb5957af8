import { CALLBACK_LIMITS, Names, tooDeep, type Amount, type Budget } from './budget';
import { isObject } from '../collections/object';
import type { Steps } from '../collections/steps';

export type Scalar = string | number | boolean;

/** A value as JSON has it, whatever the callback was written in. */
export type CallbackValue = Scalar | null | CallbackValue[] | { [name: string]: CallbackValue };
export type CallbackRecord = { [name: string]: CallbackValue };

/** A list of one is what it holds. */
export function single(value: CallbackValue): CallbackValue {
	return Array.isArray(value) && value.length === 1 ? value[0]! : value;
}

/**
 * Documents that stood in a field of a form.
 *
 * Bounded: by the values that n8n holds; each goes with its own.
 */
const quoted = new WeakSet<object>();

/** The value, which stood as a text in a field of a form. */
export function fromText(value: CallbackValue): CallbackValue {
	if (typeof value === 'object' && value !== null) quoted.add(value);
	return value;
}

/** Whether a value stood as a text in a field of a form: what a service writes, or what somebody texted. */
export function isQuoted(value: object): boolean {
	return quoted.has(value);
}

/** The one name that changes what an object is instead of being a member of it. */
export const NO_MEMBER = '__proto__';

/** Builds an object; a name that comes again makes a list of its values. */
export class Members {
	readonly record: CallbackRecord = {};

	private readonly repeated = new Set<CallbackValue>();

	/** Of each object that has more than a few: a map of all objects grows by long steps. */
	private readonly names = new Map<CallbackRecord, Names>();

	constructor(private readonly budget: Budget) {}

	/**
	 * @param value counted by whoever made it, apart from its place
	 * @throws CallbackRefusedError
	 */
	add(path: readonly string[], value: CallbackValue): void {
		let record = this.record;
		const last = path.length - 1;
		for (let step = 0; step < last; step++) {
			const member = ownMember(record, path[step]!);
			const isRepeated = Array.isArray(member) && this.repeated.has(member);
			const held = isRepeated ? member.at(-1) : member;
			const next: CallbackRecord = isObject(held) && !isQuoted(held) ? held : {};
			if (next !== held) this.put(record, path[step]!, next);
			record = next;
		}
		this.put(record, path[last]!, value);
	}

	private put(record: CallbackRecord, name: string, value: CallbackValue): void {
		if (name === NO_MEMBER) return;
		const held = ownMember(record, name);
		if (held === undefined) {
			this.budget.addName(name);
			this.namesOf(record)?.add(name);
			record[name] = value;
		} else if (this.repeated.has(held)) {
			this.budget.add(1);
			(held as CallbackValue[]).push(value);
		} else {
			this.budget.add(2);
			const list = [held, value];
			this.repeated.add(list);
			record[name] = list;
		}
	}

	private namesOf(record: CallbackRecord): Names | undefined {
		const known = this.names.get(record);
		if (known) return known;
		const few = Object.keys(record);
		if (few.length < FEW_NAMES) return undefined;
		const names = namesIn(record, this.budget);
		this.names.set(record, names);
		return names;
	}
}

const FEW_NAMES = 16;

/**
 * Gives an object the members of another one, and answers it.
 *
 * @param names those of the object
 */
export function* extended(
	record: CallbackRecord,
	members: CallbackRecord,
	budget: Budget,
	names = namesIn(record, budget),
): Steps<CallbackRecord> {
	for (const name of Object.keys(members)) {
		if (!Object.hasOwn(record, name)) names.add(name);
		record[name] = members[name]!;
		if (budget.isStepOver(1)) yield;
	}
	return record;
}

function namesIn(record: CallbackRecord, budget: Budget): Names {
	const names = new Names(budget);
	for (const name of Object.keys(record)) names.add(name);
	return names;
}

/** Another object with the same members, without what JSON has no form for. */
export function* copied(value: unknown, budget: Budget, depth = 0): Steps<CallbackValue> {
	if (typeof value === 'string') {
		budget.add(0, value.length);
		return value;
	}
	if (typeof value === 'number' || typeof value === 'boolean') return value;
	if (typeof value !== 'object' || value === null) return null;
	if (depth >= CALLBACK_LIMITS.depth) throw tooDeep();
	if (Array.isArray(value)) {
		const list: CallbackValue[] = [];
		for (const entry of value) {
			budget.add(1);
			list.push(yield* copied(entry, budget, depth + 1));
			if (budget.isStepOver()) yield;
		}
		return list;
	}
	const record: CallbackRecord = {};
	const names = new Names(budget);
	for (const name of Object.keys(value)) {
		names.add(name);
		const member = (value as Record<string, unknown>)[name];
		if (name === NO_MEMBER || member === undefined) continue;
		budget.addName(name);
		record[name] = yield* copied(member, budget, depth + 1);
		if (budget.isStepOver()) yield;
	}
	return record;
}

/** What a value holds, all levels together, as it counts against a budget. */
export function* sizeOf(value: CallbackValue, budget: Budget): Steps<Amount> {
	if (typeof value === 'string') return { values: 0, characters: value.length };
	if (typeof value !== 'object' || value === null) return { values: 0, characters: 0 };
	const size: Amount = { values: 0, characters: 0 };
	for (const [name, member] of Object.entries(value)) {
		if (budget.isStepOver(1)) yield;
		const { values, characters } = yield* sizeOf(member, budget);
		size.values += 1 + values;
		size.characters += characters + (Array.isArray(value) ? 0 : name.length);
	}
	return size;
}

/**
 * How many single values a value holds, all levels together and empty ones left out.
 *
 * @param most it stops counting at one more
 */
export function* countOf(value: CallbackValue, most: number, budget: Budget): Steps<number> {
	const left = [value];
	let found = 0;
	for (let next = left.pop(); next !== undefined && found <= most; next = left.pop()) {
		if (budget.isStepOver(1)) yield;
		if (typeof next === 'object' && next !== null) {
			for (const member of Object.values(next)) {
				left.push(member);
				if (budget.isStepOver(1)) yield;
			}
		} else if (next !== null && (typeof next !== 'string' || /\S/.test(next))) {
			found += 1;
		}
	}
	return found;
}

function ownMember(record: CallbackRecord, name: string): CallbackValue | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}

import type { Steps } from '../collections/steps';
import { Names, type Budget } from './budget';
import { among, type Fields } from './fields';
import { extended, type CallbackRecord, type CallbackValue } from './value';

/** One status: what it tells, and what was posted of it. */
export interface Recognised {
	fields: Fields;
	/** Undefined for the whole callback. */
	raw: CallbackValue | undefined;
}

/** One status. */
export interface Entry {
	fields: Fields;
	entry: CallbackRecord;
}

/** Several statuses, and what is told for all of them. */
interface Entries {
	fields: Fields;
	layer?: Layer;
	members: Found[];
}
export type Found = Entry | Entries;

/** Single values that stand around statuses. */
export interface Layer {
	values: CallbackRecord;
	/** How many they are. */
	count: number;
	/** Of names and values. */
	characters: number;
}

/** What stands around a status, outermost first. */
interface Surroundings {
	fields: Fields;
	layers: readonly Layer[];
}

/** Copies what surrounds statuses into each of them. */
export function* collect(
	found: Found,
	outer: Surroundings,
	statuses: Recognised[],
	budget: Budget,
): Steps<void> {
	const fields = among(outer.fields, found.fields);
	if ('entry' in found) {
		budget.add(
			1 + sumOf(outer.layers, ({ count }) => count),
			sumOf(outer.layers, ({ characters }) => characters),
		);
		for (const told of Object.values(fields)) budget.add(0, lengthOf(told.value));
		const raw: CallbackRecord = {};
		// Once for all of them: counted anew, a few kilobytes in forty layers took seconds.
		const names = new Names(budget);
		for (const { values } of outer.layers) yield* extended(raw, values, budget, names);
		statuses.push({ fields, raw: yield* extended(raw, found.entry, budget, names) });
		return;
	}
	const { layer, members } = found;
	const layers = layer ? [...outer.layers, layer] : outer.layers;
	for (const member of members) yield* collect(member, { fields, layers }, statuses, budget);
}

export function lengthOf(value: CallbackValue): number {
	return typeof value === 'string' ? value.length : 0;
}

export function sumOf<T>(values: readonly T[], amount: (value: T) => number): number {
	return values.reduce((total, value) => total + amount(value), 0);
}

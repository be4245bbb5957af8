import type { IDataObject } from 'n8n-workflow';

/** Members that the interface gives as 1 or 0 and that mean yes or no (Group, Keyword). */
const FLAGS: ReadonlySet<string> = new Set(['ispublic', 'auto_subscribe', 'active']);

/** Yes or no for 1 or 0; any other value stays as the service gave it. */
export function asBoolean(value: unknown): unknown {
	return value === 1 ? true : value === 0 ? false : value;
}

/** A value with all its flags as booleans. What an answer refers to several times stays one object. */
export function withBooleans<T>(value: T): T {
	const done = new Map<object, unknown>();
	const changed = (entry: unknown): unknown => {
		if (typeof entry !== 'object' || entry === null) return entry;
		const known = done.get(entry);
		if (known !== undefined) return known;
		const copy = Array.isArray(entry) ? entry.map(changed) : members(entry as IDataObject);
		done.set(entry, copy);
		return copy;
	};
	const members = (entry: IDataObject) =>
		Object.fromEntries(
			Object.entries(entry).map(([name, member]) => [
				name,
				FLAGS.has(name) ? asBoolean(member) : changed(member),
			]),
		);
	return changed(value) as T;
}

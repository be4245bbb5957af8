import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

/**
 * By the fields of an operation: those that were looked for, because every item asks for the same.
 *
 * Bounded: one entry for each field that the node has.
 */
const displayNames = new WeakMap<object, Map<string, string>>();

/** Display name of the field with this name among those of an operation. */
export function displayNameOf(properties: readonly INodeProperties[], name: string): string {
	const names = displayNames.get(properties) ?? new Map<string, string>();
	displayNames.set(properties, names);
	const known =
		names.get(name) ??
		findDisplayName(properties, name) ??
		name.charAt(0).toUpperCase() + name.slice(1);
	names.set(name, known);
	return known;
}

function findDisplayName(
	properties: ReadonlyArray<INodeProperties | INodePropertyCollection>,
	name: string,
): string | undefined {
	for (const property of properties) {
		if (property.name === name) return property.displayName;
		const nested = 'values' in property ? property.values : (property.options ?? []);
		const found = findDisplayName(
			nested.filter(
				(entry): entry is INodeProperties | INodePropertyCollection => 'displayName' in entry,
			),
			name,
		);
		if (found) return found;
	}
	return undefined;
}

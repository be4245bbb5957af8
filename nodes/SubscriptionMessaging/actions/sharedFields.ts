import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { inOrder } from './fields/options';

type Fields = readonly INodeProperties[];

/** The fields of each operation, in the order shown. */
type OwnFields = ReadonlyArray<readonly [operation: string, fields: Fields]>;

/** A field that several operations have in the same form. */
interface SharedField {
	field: INodeProperties;
	operations: string[];
}

/**
 * The fields of several operations, each once, in an order that is that of every operation's own:
 * n8n reads all fields of a node at its start, and hands all of them to each editor. A collection is
 * one for operations that mean the same by each member, and a member is shown for those that have it, as
 * they show it.
 */
export function sharedFields(own: OwnFields): SharedField[] {
	const shared: Array<{ field: INodeProperties; form: string; own: Array<[string, Fields]> }> = [];
	for (const [operation, fields] of own) {
		let next = 0;
		for (const field of fields) {
			const form = formOf(field);
			const known = shared.findIndex(
				(entry, index) =>
					index >= next &&
					entry.form === form &&
					entry.own.every(([, members]) => agree(members, membersOf(field))),
			);
			const index = known < 0 ? next : known;
			if (known < 0) shared.splice(index, 0, { field, form, own: [] });
			shared[index]?.own.push([operation, membersOf(field)]);
			next = index + 1;
		}
	}
	return shared.map(({ field, own: members }) => ({
		field: isCollectionField(field) ? { ...field, options: sharedMembers(members) } : field,
		operations: members.map(([operation]) => operation),
	}));
}

/** The field under further conditions. */
export function shownWith(
	conditions: IDisplayOptions['show'],
	{ displayOptions, ...field }: INodeProperties,
): INodeProperties {
	return {
		...field,
		displayOptions: { ...displayOptions, show: { ...conditions, ...displayOptions?.show } },
	};
}

function sharedMembers(own: OwnFields): INodeProperties[] {
	return inOrder(
		sharedFields(own).map(({ field, operations }) =>
			operations.length === own.length ? field : shownWith({ '/operation': operations }, field),
		),
	);
}

function isCollectionField({ type }: INodeProperties): boolean {
	return type === 'collection';
}

function membersOf(field: INodeProperties): Fields {
	return isCollectionField(field) ? (field.options as INodeProperties[]) : [];
}

/** Equal for fields that differ in nothing, or in the members of a collection only. */
function formOf(field: INodeProperties): string {
	return JSON.stringify(isCollectionField(field) ? { ...field, options: [] } : field);
}

/** Whether members of one name are the same ones, whenever they are shown. */
function agree(some: Fields, others: Fields): boolean {
	return some.every((member) =>
		others.every((other) => other.name !== member.name || meaningOf(other) === meaningOf(member)),
	);
}

function meaningOf(member: INodeProperties): string {
	return JSON.stringify({ ...member, displayOptions: undefined });
}

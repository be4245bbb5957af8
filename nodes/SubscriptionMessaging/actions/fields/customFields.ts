import type { INodeProperties } from 'n8n-workflow';

import type { FieldSet } from '../itemFields';

/** A list of WSCustomField. */
export const customFields: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customfields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Custom Field',
	description: 'Values that fill the placeholders of the text for this recipient',
	options: [
		{
			displayName: 'Custom Field',
			name: 'field',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. name',
					description: 'Name of the placeholder, without the braces',
				},
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			],
		},
	],
};

/** A WSCustomField. */
export interface CustomField {
	name: string | undefined;
	value: string;
}

/** WSCustomField[], or nothing where no row was added. */
export function readCustomFields(rows: FieldSet[]): CustomField[] | undefined {
	if (rows.length === 0) return undefined;
	return rows.map((row) => ({ name: row.text('name'), value: row.text('value') ?? '' }));
}

/** The values of all recipients, except where a recipient has a custom field of the same name. */
export function withOwnCustomFields(
	shared: readonly CustomField[],
	own: readonly CustomField[] = [],
): CustomField[] | undefined {
	const names = new Set(own.map(({ name }) => name));
	const all = [...shared.filter(({ name }) => !names.has(name)), ...own];
	return all.length > 0 ? all : undefined;
}

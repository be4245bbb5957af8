import type { INodeProperties } from 'n8n-workflow';

import type { Entered, GivenStruct } from '../../service/contract/call';
import type { FieldSet } from './itemFields';

const NAME: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. name',
	description: 'Name of the placeholder, without the braces',
};

/** The rows of a list of WSCustomField. */
export const customFieldRows = (displayName: string, name = NAME) => [
	{
		displayName,
		name: 'field',
		values: [name, { displayName: 'Value', name: 'value', type: 'string' as const, default: '' }],
	},
];

/** A list of WSCustomField. */
export const customFields: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customfields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Custom Field',
	description: 'Values for the placeholders in the text for this recipient',
	options: customFieldRows('Custom Field'),
};

export type CustomField = Entered<GivenStruct<'WSCustomField'>>;

/**
 * WSCustomField[], or nothing where no row was added. A row whose expression gave nothing has no value;
 * an empty text is one.
 */
export function readCustomFields(rows: FieldSet[]): CustomField[] | undefined {
	if (rows.length === 0) return undefined;
	return rows.map((row) => ({ name: row.text('name'), value: row.change('value') }));
}

/** The values of all recipients, except where a recipient has a custom field of the same name. Of one name the last counts. */
export function withOwnCustomFields(
	shared: readonly CustomField[],
	own: readonly CustomField[] = [],
): CustomField[] | undefined {
	const all = new Map([...shared, ...own].filter(hasValue).map((field) => [field.name, field]));
	return all.size > 0 ? [...all.values()] : undefined;
}

function hasValue({ value }: CustomField): boolean {
	return value !== undefined;
}

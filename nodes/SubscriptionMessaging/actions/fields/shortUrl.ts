import type { INodeProperties } from 'n8n-workflow';

import type { ItemFields } from './itemFields';
import { customFieldRows, customFields, readCustomFields, type CustomField } from './customFields';

export const urlField: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://example.com/offer',
	description: 'Web address for the short URL',
};

/** `params` of the short URL operations: a list of WSCustomField. */
export const urlParameters: INodeProperties = {
	...customFields,
	displayName: 'Parameters',
	name: 'params',
	placeholder: 'Add Parameter',
	description: 'Names and values to send along. Their effect is not documented.',
	options: customFieldRows('Parameter', {
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
	}),
};

/** `params`, or nothing where no row was added. */
export function readParameters(fields: ItemFields): CustomField[] | undefined {
	const rows = fields.members('options').rows('params', 'field');
	return readCustomFields(rows)?.map(({ name, value = '' }) => ({ name, value }));
}

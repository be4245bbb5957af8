import type { INodeProperties } from 'n8n-workflow';

import { customFields } from './customFields';

export const url: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://example.com/offer',
	description: 'Address that the short URL leads to',
};

/** `params` of the short URL operations: a list of WSCustomField. */
export const parameters: INodeProperties = {
	...customFields,
	displayName: 'Parameters',
	name: 'params',
	placeholder: 'Add Parameter',
	description: 'Names and values that the service stores with the short URL',
};

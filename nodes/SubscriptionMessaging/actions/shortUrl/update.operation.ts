import type { Operation } from '../operation';
import { readCustomFields } from '../fields/customFields';
import { code, options, timeLimit, transport } from '../fields/options';
import { parameters, url } from '../fields/shortUrl';
import { anyUnit } from '../fields/unit';

export const updateShortUrl: Operation = {
	value: 'update',
	name: 'Update',
	action: 'Update short URL',
	description: 'Change the address that a short URL leads to',
	calls: ['updateShortURL'],
	properties: [
		anyUnit,
		{
			displayName: 'Short URL',
			name: 'short_url',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://short.example/abc',
			description: 'The short URL to change',
		},
		url,
		options(code, parameters, timeLimit, transport),
	],
	request: (fields) => ({
		operation: 'updateShortURL',
		keyword: fields.locator('keyword'),
		parameters: {
			url: fields.text('url').trim(),
			short_url: fields.text('short_url').trim(),
			params: readCustomFields(fields.members('options').rows('params', 'field')),
		},
	}),
};

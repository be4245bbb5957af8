import type { OperationOf } from '../operation/operation';
import { codeField, optionsField, timeLimit, transportField } from '../fields/options';
import { simplifyField } from '../fields/output';
import { urlParameters, readParameters, urlField } from '../fields/shortUrl';
import { anyUnit } from '../fields/unit';
import { shortUrlRow } from './link';

export const updateShortUrl: OperationOf<'updateShortURL'> = {
	value: 'update',
	name: 'Update',
	action: 'Update short URL',
	description: 'Update a short URL',
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
		urlField,
		simplifyField,
		optionsField(codeField, urlParameters, timeLimit, transportField),
	],
	request: (fields) => ({
		operation: 'updateShortURL',
		keyword: fields.locator('keyword'),
		parameters: {
			url: fields.text('url').trim(),
			short_url: fields.text('short_url').trim(),
			params: readParameters(fields),
		},
	}),
	simplify: shortUrlRow,
};

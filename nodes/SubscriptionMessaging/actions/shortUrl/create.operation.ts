import type { OperationOf } from '../operation/operation';
import { codeField, optionsField, timeLimit, transportField } from '../fields/options';
import { simplifyField } from '../fields/output';
import { urlParameters, readParameters, urlField } from '../fields/shortUrl';
import { anyUnit } from '../fields/unit';
import { shortUrlRow } from './link';

export const createShortUrl: OperationOf<'createShortURL'> = {
	value: 'create',
	name: 'Create',
	action: 'Create short URL',
	description: 'Create a short URL for a web address',
	calls: ['createShortURL'],
	properties: [
		anyUnit,
		urlField,
		simplifyField,
		optionsField(codeField, urlParameters, timeLimit, transportField),
	],
	request: (fields) => ({
		operation: 'createShortURL',
		keyword: fields.locator('keyword'),
		parameters: {
			url: fields.text('url').trim(),
			params: readParameters(fields),
		},
	}),
	simplify: shortUrlRow,
};

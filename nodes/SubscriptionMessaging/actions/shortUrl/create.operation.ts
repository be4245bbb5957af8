import type { Operation } from '../operation';
import { readCustomFields } from '../fields/customFields';
import { code, options, timeLimit, transport } from '../fields/options';
import { parameters, url } from '../fields/shortUrl';
import { anyUnit } from '../fields/unit';

export const createShortUrl: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create short URL',
	description: 'Make a short URL that leads to an address',
	calls: ['createShortURL'],
	properties: [anyUnit, url, options(code, parameters, timeLimit, transport)],
	request: (fields) => ({
		operation: 'createShortURL',
		keyword: fields.locator('keyword'),
		parameters: {
			url: fields.text('url').trim(),
			params: readCustomFields(fields.members('options').rows('params', 'field')),
		},
	}),
};

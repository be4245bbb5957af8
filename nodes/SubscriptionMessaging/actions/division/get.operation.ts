import type { OperationOf } from '../operation';
import { code, options, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { division } from '../fields/unit';
import { payload } from '../payload';

export const getDivision: OperationOf<'readDivision'> = {
	value: 'get',
	name: 'Get',
	action: 'Get division',
	description: 'Get a division with its groups and keywords',
	calls: ['readDivision'],
	properties: [division, simplify, options(code, timeLimit, transport)],
	request: (fields) => ({
		operation: 'readDivision',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: payload,
};

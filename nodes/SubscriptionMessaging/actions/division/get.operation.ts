import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import { divisionField } from '../fields/unit';
import { payload } from '../operation/payload';

export const getDivision: OperationOf<'readDivision'> = {
	value: 'get',
	name: 'Get',
	action: 'Get division',
	description: 'Get a division with its groups and keywords',
	calls: ['readDivision'],
	properties: [divisionField, simplifyField, usualOptions],
	request: (fields) => ({
		operation: 'readDivision',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: payload,
};

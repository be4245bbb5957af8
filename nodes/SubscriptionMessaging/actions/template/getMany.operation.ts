import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { returnAllOrLimit, simplifyField } from '../fields/output';
import { anyUnit } from '../fields/unit';
import { listedRows } from '../operation/payload';

export const getTemplates: OperationOf<'getTemplates'> = {
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many templates',
	description: 'List the templates of a company, division or group',
	calls: ['getTemplates'],
	properties: [anyUnit, ...returnAllOrLimit, simplifyField, usualOptions],
	request: (fields) => ({
		operation: 'getTemplates',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: listedRows(({ templates }) => templates),
	many: true,
};

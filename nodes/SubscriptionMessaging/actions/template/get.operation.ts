import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import { templateId } from '../fields/template';
import { anyUnit } from '../fields/unit';
import { payload } from '../operation/payload';

export const getTemplate: OperationOf<'readTemplate'> = {
	value: 'get',
	name: 'Get',
	action: 'Get template',
	description: 'Get a stored template',
	calls: ['readTemplate'],
	properties: [anyUnit, templateId, simplifyField, usualOptions],
	request: (fields) => ({
		operation: 'readTemplate',
		keyword: fields.locator('keyword'),
		parameters: { template: { id: fields.locator('id') } },
	}),
	simplify: payload,
};

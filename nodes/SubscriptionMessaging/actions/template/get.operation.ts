import type { OperationOf } from '../operation';
import { codeField, optionsField, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { templateId } from '../fields/template';
import { anyUnit } from '../fields/unit';
import { payload } from '../payload';

export const getTemplate: OperationOf<'readTemplate'> = {
	value: 'get',
	name: 'Get',
	action: 'Get template',
	description: 'Get a stored template',
	calls: ['readTemplate'],
	properties: [anyUnit, templateId, simplify, optionsField(codeField, timeLimit, transport)],
	request: (fields) => ({
		operation: 'readTemplate',
		keyword: fields.locator('keyword'),
		parameters: { template: { id: fields.locator('id') } },
	}),
	simplify: payload,
};

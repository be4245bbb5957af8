import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import { deletedTemplateId } from '../fields/template';
import { anyUnit } from '../fields/unit';
import { payload } from '../operation/payload';

export const restoreTemplate: OperationOf<'restoreTemplate'> = {
	value: 'restore',
	name: 'Restore',
	action: 'Restore template',
	description: 'Restore a deleted template',
	calls: ['restoreTemplate'],
	properties: [anyUnit, deletedTemplateId, simplifyField, usualOptions],
	request: (fields) => ({
		operation: 'restoreTemplate',
		keyword: fields.locator('keyword'),
		parameters: { template: { id: fields.locator('id') } },
	}),
	simplify: payload,
};

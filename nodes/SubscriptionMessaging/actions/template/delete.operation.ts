import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import { templateId } from '../fields/template';
import { anyUnit } from '../fields/unit';
import { deleted } from '../operation/payload';

export const deleteTemplate: OperationOf<'deleteTemplate'> = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete template',
	description: 'Delete a template. It can be restored.',
	calls: ['deleteTemplate'],
	properties: [anyUnit, templateId, simplifyField, usualOptions],
	request: (fields) => ({
		operation: 'deleteTemplate',
		keyword: fields.locator('keyword'),
		parameters: { template: { id: fields.locator('id') } },
	}),
	simplify: deleted,
};

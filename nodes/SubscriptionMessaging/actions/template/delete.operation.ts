import type { OperationOf } from '../operation';
import { codeField, optionsField, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { templateId } from '../fields/template';
import { anyUnit } from '../fields/unit';
import { deleted } from '../payload';

export const deleteTemplate: OperationOf<'deleteTemplate'> = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete template',
	description: 'Delete a template. It can be restored.',
	calls: ['deleteTemplate'],
	properties: [anyUnit, templateId, simplify, optionsField(codeField, timeLimit, transport)],
	request: (fields) => ({
		operation: 'deleteTemplate',
		keyword: fields.locator('keyword'),
		parameters: { template: { id: fields.locator('id') } },
	}),
	simplify: deleted,
};

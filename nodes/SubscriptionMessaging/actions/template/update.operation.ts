import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import {
	templateDescription,
	templateId,
	templateSubject,
	templateText,
	templateTitle,
} from '../fields/template';
import { anyUnit } from '../fields/unit';
import { payload } from '../operation/payload';

export const updateTemplate: OperationOf<'updateTemplate'> = {
	value: 'update',
	name: 'Update',
	action: 'Update template',
	description: 'Update a stored template. Only the fields that you add are sent.',
	calls: ['updateTemplate'],
	properties: [
		anyUnit,
		templateId,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [templateDescription, templateSubject, templateText, templateTitle],
		},
		simplifyField,
		usualOptions,
	],
	request: (fields) => {
		const changes = fields.members('updateFields');
		return {
			operation: 'updateTemplate',
			keyword: fields.locator('keyword'),
			parameters: {
				template: {
					id: fields.locator('id'),
					title: changes.change('title'),
					subject: changes.change('subject'),
					text: changes.change('text'),
					description: changes.change('description'),
				},
			},
		};
	},
	simplify: payload,
};

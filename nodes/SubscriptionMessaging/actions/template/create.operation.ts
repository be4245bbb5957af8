import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import {
	templateDescription,
	templateSubject,
	templateText,
	templateTitle,
} from '../fields/template';
import { anyUnit } from '../fields/unit';
import { payload } from '../operation/payload';

export const createTemplate: OperationOf<'createTemplate'> = {
	value: 'create',
	name: 'Create',
	action: 'Create template',
	description: 'Store a text with placeholders to send later',
	calls: ['createTemplate'],
	properties: [
		anyUnit,
		{
			displayName: 'ID',
			name: 'id',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. order-ready',
			description: "Your own ID for the template. It can't be changed later.",
		},
		templateText,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [templateDescription, templateSubject, templateTitle],
		},
		simplifyField,
		usualOptions,
	],
	request: (fields) => {
		const more = fields.members('additionalFields');
		return {
			operation: 'createTemplate',
			keyword: fields.locator('keyword'),
			parameters: {
				template: {
					id: fields.text('id').trim(),
					title: more.text('title'),
					subject: more.text('subject'),
					text: fields.text('text') || undefined,
					description: more.text('description'),
				},
			},
		};
	},
	simplify: payload,
};

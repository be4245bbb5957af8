import type { OperationOf } from '../operation';
import { codeField, optionsField, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { unitField } from '../fields/unit';
import { payload } from '../payload';

export const restoreDivision: OperationOf<'restoreDivision'> = {
	value: 'restore',
	name: 'Restore',
	action: 'Restore division',
	description: 'Restore a deleted division',
	calls: ['restoreDivision'],
	properties: [
		unitField({
			displayName: 'Division',
			search: 'searchDivisions',
			description: "The deleted division. Deleted divisions aren't listed, so enter the keyword.",
			deleted: true,
		}),
		simplify,
		optionsField(codeField, timeLimit, transport),
	],
	request: (fields) => ({
		operation: 'restoreDivision',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: payload,
};

import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import { unitField } from '../fields/unit';
import { payload } from '../operation/payload';

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
			description:
				'The deleted division. Deleted divisions may not be listed, so enter the keyword.',
			deleted: true,
		}),
		simplifyField,
		usualOptions,
	],
	request: (fields) => ({
		operation: 'restoreDivision',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: payload,
};

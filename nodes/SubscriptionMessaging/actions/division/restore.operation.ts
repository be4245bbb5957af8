import type { OperationOf } from '../operation';
import { code, options, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { unit } from '../fields/unit';
import { payload } from '../payload';

export const restoreDivision: OperationOf<'restoreDivision'> = {
	value: 'restore',
	name: 'Restore',
	action: 'Restore division',
	description: 'Restore a deleted division',
	calls: ['restoreDivision'],
	properties: [
		unit({
			displayName: 'Division',
			search: 'searchDivisions',
			description: "The deleted division. Deleted divisions aren't listed, so enter the keyword.",
			deleted: true,
		}),
		simplify,
		options(code, timeLimit, transport),
	],
	request: (fields) => ({
		operation: 'restoreDivision',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: payload,
};

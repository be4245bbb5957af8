import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import { divisionField } from '../fields/unit';
import { deleted } from '../operation/payload';

export const deleteDivision: OperationOf<'deleteDivision'> = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete division',
	description: 'Delete a division. It can be restored.',
	calls: ['deleteDivision'],
	properties: [divisionField, simplifyField, usualOptions],
	request: (fields) => ({
		operation: 'deleteDivision',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: deleted,
};

import type { OperationOf } from '../operation';
import { code, options, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { division } from '../fields/unit';
import { deleted } from '../payload';

export const deleteDivision: OperationOf<'deleteDivision'> = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete division',
	description: 'Delete a division. It can be restored.',
	calls: ['deleteDivision'],
	properties: [division, simplify, options(code, timeLimit, transport)],
	request: (fields) => ({
		operation: 'deleteDivision',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: deleted,
};

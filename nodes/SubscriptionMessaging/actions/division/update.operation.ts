import type { OperationOf } from '../operation/operation';
import { divisionDetails, divisionName, readDivisionDetails } from '../fields/division';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import { divisionField } from '../fields/unit';
import { payload } from '../operation/payload';

export const updateDivision: OperationOf<'updateDivision'> = {
	value: 'update',
	name: 'Update',
	action: 'Update division',
	description: 'Update a division. Only the fields that you add are sent.',
	calls: ['updateDivision'],
	properties: [
		divisionField,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [...divisionDetails, divisionName].toSorted((a, b) =>
				a.displayName.localeCompare(b.displayName),
			),
		},
		simplifyField,
		usualOptions,
	],
	request: (fields) => {
		const changes = fields.members('updateFields');
		return {
			operation: 'updateDivision',
			keyword: fields.locator('keyword'),
			parameters: {
				division: { name: changes.change('divisionName'), ...readDivisionDetails(changes) },
			},
		};
	},
	simplify: payload,
};

import type { OperationOf } from '../operation';
import { divisionDetails, divisionName, readDivisionDetails } from '../fields/division';
import { code, options, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { division } from '../fields/unit';
import { payload } from '../payload';

export const updateDivision: OperationOf<'updateDivision'> = {
	value: 'update',
	name: 'Update',
	action: 'Update division',
	description: "Update a division. Fields that you don't add stay unchanged.",
	calls: ['updateDivision'],
	properties: [
		division,
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
		simplify,
		options(code, timeLimit, transport),
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

import type { OperationOf } from '../operation/operation';
import { divisionDetails, divisionName, readDivisionDetails } from '../fields/division';
import { codeField, optionsField, timeLimit, transportField } from '../fields/options';
import { simplifyField } from '../fields/output';
import { unitField } from '../fields/unit';
import { payload } from '../operation/payload';

export const createDivision: OperationOf<'createDivision'> = {
	value: 'create',
	name: 'Create',
	action: 'Create division',
	description: 'Add a division to the company or to another division',
	calls: ['createDivision'],
	codesNewUnit: true,
	properties: [
		unitField({
			displayName: 'Parent',
			search: 'searchDivisions',
			description: 'Company or division to add the new division to',
		}),
		{ ...divisionName, required: true },
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: divisionDetails,
		},
		simplifyField,
		optionsField(
			{
				...codeField,
				description: "Default code of the new division, instead of the credential's code",
			},
			timeLimit,
			transportField,
		),
	],
	request: (fields) => ({
		operation: 'createDivision',
		keyword: fields.locator('keyword'),
		parameters: {
			division: {
				name: fields.text('divisionName'),
				...readDivisionDetails(fields.members('additionalFields')),
			},
		},
	}),
	simplify: payload,
};

import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import { unitField } from '../fields/unit';
import { units } from './units';

export const getOrganizationTree: OperationOf<'getOrganizationTree'> = {
	value: 'getOrganizationTree',
	name: 'Get Organization Tree',
	action: 'Get organization tree',
	description: 'Get a company or division with all its divisions, groups and keywords',
	calls: ['getOrganizationTree'],
	properties: [
		unitField({
			displayName: 'Company or Division',
			search: 'searchDivisions',
			description:
				"Company or division where the tree starts. Leave empty for the credential's company.",
			optional: true,
		}),
		simplifyField,
		usualOptions,
	],
	request: (fields) => ({
		operation: 'getOrganizationTree',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: units,
};

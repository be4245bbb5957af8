import type { OperationOf } from '../operation';
import { code, options, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { unit } from '../fields/unit';
import { units } from './units';

export const getOrganizationTree: OperationOf<'getOrganizationTree'> = {
	value: 'getOrganizationTree',
	name: 'Get Organization Tree',
	action: 'Get organization tree',
	description: 'Get a company or division with all its divisions, groups and keywords',
	calls: ['getOrganizationTree'],
	properties: [
		unit({
			displayName: 'Company or Division',
			search: 'searchDivisions',
			description:
				"Company or division where the tree starts. Leave empty for the credential's company.",
			optional: true,
		}),
		simplify,
		options(code, timeLimit, transport),
	],
	request: (fields) => ({
		operation: 'getOrganizationTree',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: units,
};

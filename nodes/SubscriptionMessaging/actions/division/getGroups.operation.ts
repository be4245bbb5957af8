import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { returnAllOrLimit, simplifyField } from '../fields/output';
import { divisionField } from '../fields/unit';
import { listedRows } from '../operation/payload';

export const getGroups: OperationOf<'getDivisionGroups'> = {
	value: 'getGroups',
	name: 'Get Groups',
	action: 'Get groups of division',
	description: 'List the active groups of a division',
	calls: ['getDivisionGroups'],
	properties: [divisionField, ...returnAllOrLimit, simplifyField, usualOptions],
	request: (fields) => ({
		operation: 'getDivisionGroups',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: listedRows(({ subscriptionnodes }) => subscriptionnodes),
	many: true,
};

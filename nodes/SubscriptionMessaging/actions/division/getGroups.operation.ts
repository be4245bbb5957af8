import type { OperationOf } from '../operation';
import { code, options, timeLimit, transport } from '../fields/options';
import { returnAllOrLimit, simplify } from '../fields/output';
import { division } from '../fields/unit';
import { rowsOf } from '../payload';

export const getGroups: OperationOf<'getDivisionGroups'> = {
	value: 'getGroups',
	name: 'Get Groups',
	action: 'Get groups of division',
	description: 'List the active groups of a division',
	calls: ['getDivisionGroups'],
	properties: [division, ...returnAllOrLimit, simplify, options(code, timeLimit, transport)],
	request: (fields) => ({
		operation: 'getDivisionGroups',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: rowsOf(({ subscriptionnodes }) => subscriptionnodes),
	many: true,
};

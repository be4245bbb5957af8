import type { OperationOf } from '../operation';
import { code, options, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { unit } from '../fields/unit';
import { payload } from '../payload';

export const restoreGroup: OperationOf<'restoreSubscriptionnode'> = {
	value: 'restore',
	name: 'Restore',
	action: 'Restore group',
	description: 'Restore a deleted group',
	calls: ['restoreSubscriptionnode'],
	properties: [
		unit({
			displayName: 'Group',
			search: 'searchGroups',
			description: "The deleted group. Deleted groups aren't listed, so enter the keyword.",
			deleted: true,
		}),
		simplify,
		options(code, timeLimit, transport),
	],
	request: (fields) => ({
		operation: 'restoreSubscriptionnode',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: payload,
};

import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import { unitField } from '../fields/unit';
import { payload } from '../operation/payload';

export const restoreGroup: OperationOf<'restoreSubscriptionnode'> = {
	value: 'restore',
	name: 'Restore',
	action: 'Restore group',
	description: 'Restore a deleted group',
	calls: ['restoreSubscriptionnode'],
	properties: [
		unitField({
			displayName: 'Group',
			search: 'searchGroups',
			description: 'The deleted group. Deleted groups may not be listed, so enter the keyword.',
			deleted: true,
		}),
		simplifyField,
		usualOptions,
	],
	request: (fields) => ({
		operation: 'restoreSubscriptionnode',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: payload,
};

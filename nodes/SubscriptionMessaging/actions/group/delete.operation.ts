import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import { groupField } from '../fields/unit';
import { deleted } from '../operation/payload';

export const deleteGroup: OperationOf<'deleteSubscriptionnode'> = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete group',
	description: 'Delete a group. It can be restored.',
	calls: ['deleteSubscriptionnode'],
	properties: [groupField, simplifyField, usualOptions],
	request: (fields) => ({
		operation: 'deleteSubscriptionnode',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: deleted,
};

import type { OperationOf } from '../operation';
import { code, options, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { group } from '../fields/unit';
import { deleted } from '../payload';

export const deleteGroup: OperationOf<'deleteSubscriptionnode'> = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete group',
	description: 'Delete a group. It can be restored.',
	calls: ['deleteSubscriptionnode'],
	properties: [group, simplify, options(code, timeLimit, transport)],
	request: (fields) => ({
		operation: 'deleteSubscriptionnode',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: deleted,
};

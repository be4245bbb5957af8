import type { OperationOf } from '../operation';
import { codeField, optionsField, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { groupField } from '../fields/unit';
import { deleted } from '../payload';

export const deleteGroup: OperationOf<'deleteSubscriptionnode'> = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete group',
	description: 'Delete a group. It can be restored.',
	calls: ['deleteSubscriptionnode'],
	properties: [groupField, simplify, optionsField(codeField, timeLimit, transport)],
	request: (fields) => ({
		operation: 'deleteSubscriptionnode',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: deleted,
};

import type { Operation } from '../operation';
import { groupFields, readGroup } from '../fields/group';
import { code, options, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { group } from '../fields/unit';
import { payload } from '../payload';

export const updateGroup: Operation = {
	value: 'update',
	name: 'Update',
	action: 'Update group',
	description: 'Update the details of a group',
	calls: ['updateSubscriptionnode'],
	properties: [group, ...groupFields, simplify, options(code, timeLimit, transport)],
	request: (fields) => ({
		operation: 'updateSubscriptionnode',
		keyword: fields.locator('keyword'),
		parameters: { group: readGroup(fields) },
	}),
	simplify: payload,
};

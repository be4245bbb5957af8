import type { OperationOf } from '../operation';
import { code, options, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { group } from '../fields/unit';
import { payload } from '../payload';

export const getGroup: OperationOf<'readSubscriptionnode'> = {
	value: 'get',
	name: 'Get',
	action: 'Get group',
	description: 'Get the details of a group',
	calls: ['readSubscriptionnode'],
	properties: [group, simplify, options(code, timeLimit, transport)],
	request: (fields) => ({
		operation: 'readSubscriptionnode',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: payload,
};

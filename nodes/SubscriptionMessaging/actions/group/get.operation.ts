import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import { groupField } from '../fields/unit';
import { payload } from '../operation/payload';

export const getGroup: OperationOf<'readSubscriptionnode'> = {
	value: 'get',
	name: 'Get',
	action: 'Get group',
	description: 'Get the details of a group',
	calls: ['readSubscriptionnode'],
	properties: [groupField, simplifyField, usualOptions],
	request: (fields) => ({
		operation: 'readSubscriptionnode',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: payload,
};

import type { OperationOf } from '../operation';
import { codeField, optionsField, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { groupField } from '../fields/unit';
import { payload } from '../payload';

export const getGroup: OperationOf<'readSubscriptionnode'> = {
	value: 'get',
	name: 'Get',
	action: 'Get group',
	description: 'Get the details of a group',
	calls: ['readSubscriptionnode'],
	properties: [groupField, simplify, optionsField(codeField, timeLimit, transport)],
	request: (fields) => ({
		operation: 'readSubscriptionnode',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	simplify: payload,
};

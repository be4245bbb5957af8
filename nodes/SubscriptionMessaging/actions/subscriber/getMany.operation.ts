import type { INodeProperties } from 'n8n-workflow';

import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';
import { returnAllOrLimit, simplifyField } from '../fields/output';
import { groupField } from '../fields/unit';
import { personOf } from '../../service/answer/person';
import { listedRows } from '../operation/payload';

const subscribers = listedRows((held) => held.subscribers);

const status = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Active', value: 'active', description: 'Active subscribers only' },
		{ name: 'All', value: 'all', description: 'Active and inactive subscribers' },
	],
	default: 'active',
	description: 'Which subscribers to list',
} as const satisfies INodeProperties;

export const getSubscribers: OperationOf<'getActiveSubscribers' | 'getAllSubscribers'> = {
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many subscribers',
	description: 'List the subscribers of a group',
	calls: ['getActiveSubscribers', 'getAllSubscribers'],
	properties: [groupField, status, ...returnAllOrLimit, simplifyField, usualOptions],
	request: (fields) => ({
		operation: fields.choice(status) === 'all' ? 'getAllSubscribers' : 'getActiveSubscribers',
		keyword: fields.locator('keyword'),
		parameters: {},
	}),
	*simplify(answer, { keyword }) {
		for (const subscriber of subscribers(answer)) {
			yield subscriber && personOf(subscriber, keyword);
		}
	},
	many: true,
};

import type { OperationOf } from '../operation/operation';
import { groupDetails, groupName, readGroupDetails } from '../fields/group';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import { unitField } from '../fields/unit';
import { payload } from '../operation/payload';

export const createGroup: OperationOf<'createSubscriptionnode'> = {
	value: 'create',
	name: 'Create',
	action: 'Create group',
	description: 'Add a group to a division',
	calls: ['createSubscriptionnode'],
	properties: [
		unitField({
			displayName: 'Parent Division',
			search: 'searchDivisions',
			description: "Division to add the new group to. A company can't hold groups.",
		}),
		{ ...groupName, required: true },
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: groupDetails,
		},
		simplifyField,
		usualOptions,
	],
	request: (fields) => ({
		operation: 'createSubscriptionnode',
		keyword: fields.locator('keyword'),
		parameters: {
			group: {
				name: fields.text('groupName'),
				...readGroupDetails(fields.members('additionalFields')),
			},
		},
	}),
	simplify: payload,
};

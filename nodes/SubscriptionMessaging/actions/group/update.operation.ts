import type { OperationOf } from '../operation/operation';
import { groupDetails, groupName, readGroupDetails } from '../fields/group';
import { usualOptions } from '../fields/options';
import { simplifyField } from '../fields/output';
import { groupField } from '../fields/unit';
import { payload } from '../operation/payload';

export const updateGroup: OperationOf<'updateSubscriptionnode'> = {
	value: 'update',
	name: 'Update',
	action: 'Update group',
	description: 'Update a group. Its name and the fields that you add are sent.',
	calls: ['updateSubscriptionnode'],
	properties: [
		groupField,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [groupName, ...groupDetails],
		},
		simplifyField,
		usualOptions,
	],
	request: (fields) => {
		const changes = fields.members('updateFields');
		const name = changes.change('groupName');
		const details = readGroupDetails(changes);
		const keepsName =
			name === undefined && Object.values(details).some((value) => value !== undefined);
		return {
			operation: 'updateSubscriptionnode',
			keyword: fields.locator('keyword'),
			// The interface wants a name; the present one takes the place of this one before it is sent.
			...(keepsName && { keepsName }),
			parameters: { group: { name: keepsName ? '…' : name, ...details } },
		};
	},
	simplify: payload,
};

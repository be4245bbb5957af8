import type { INodeProperties } from 'n8n-workflow';

import type { Entered, GivenStruct } from '../../service/contract/call';
import type { FieldSet } from './itemFields';

export const groupName: INodeProperties = {
	displayName: 'Name',
	// n8n lets a model fill no field that is called `name`.
	name: 'groupName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Staff',
	description: 'Name of the group',
};

/** Optional members of a WSSubscriptionnode that can be written. */
export const groupDetails: INodeProperties[] = [
	{
		displayName: 'Public',
		name: 'ispublic',
		type: 'boolean',
		default: true,
		description: 'Whether the group shows on the subscription widget',
	},
	{
		displayName: 'Stack Order',
		name: 'stackOrder',
		type: 'number',
		default: 0,
		description: 'Position in the organization tree',
	},
];

export function readGroupDetails(
	members: FieldSet,
): Omit<Entered<GivenStruct<'WSSubscriptionnode'>>, 'name'> {
	const isPublic = members.boolean('ispublic');
	return {
		ispublic: isPublic === undefined ? undefined : Number(isPublic),
		stackOrder: members.integer('stackOrder'),
	};
}

import type { INodeProperties } from 'n8n-workflow';

import type { Entered, GivenStruct } from '../../service/call';
import type { ItemFields } from '../itemFields';

/** Members of a WSSubscriptionnode that can be written; the name is required on create and update. */
export const groupFields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Staff',
		description: 'Name of the group',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
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
		],
	},
];

export function readGroup(fields: ItemFields): Entered<GivenStruct<'WSSubscriptionnode'>> {
	const more = fields.members('additionalFields');
	const isPublic = more.boolean('ispublic');
	return {
		name: fields.text('name'),
		ispublic: isPublic === undefined ? undefined : Number(isPublic),
		stackOrder: more.integer('stackOrder'),
	};
}

import type { INodeProperties } from 'n8n-workflow';

import type { Entered, GivenStruct } from '../../service/contract/call';
import type { FieldSet } from './itemFields';

/** WSAddress: all members optional. */
export const addressField: INodeProperties = {
	displayName: 'Address',
	name: 'address',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Add Address',
	description: "Empty fields aren't sent",
	options: [
		{
			displayName: 'Address',
			name: 'address',
			values: [
				{ displayName: 'City', name: 'city', type: 'string', default: '' },
				{ displayName: 'State', name: 'state', type: 'string', default: '' },
				{
					displayName: 'State Abbreviation',
					name: 'state_abbr',
					type: 'string',
					default: '',
					placeholder: 'e.g. UT',
				},
				{ displayName: 'Street', name: 'street', type: 'string', default: '' },
				{ displayName: 'Street Line 2', name: 'street2', type: 'string', default: '' },
				{
					displayName: 'ZIP Code',
					name: 'zip',
					type: 'string',
					default: '',
					placeholder: 'e.g. 84057',
					description: 'Digits only',
				},
			],
		},
	],
};

/** A WSAddress, or nothing where no member has a value. */
export function readAddress(members: FieldSet): Entered<GivenStruct<'WSAddress'>> | undefined {
	const entered = members.record('address', 'address');
	if (!entered) return undefined;
	const value = {
		city: entered.text('city'),
		state: entered.text('state'),
		state_abbr: entered.text('state_abbr'),
		street: entered.text('street'),
		street2: entered.text('street2'),
		zip: entered.integer('zip'),
	};
	return Object.values(value).some((member) => member !== undefined) ? value : undefined;
}

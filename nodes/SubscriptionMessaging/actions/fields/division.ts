import type { INodeProperties } from 'n8n-workflow';

import type { Entered, GivenStruct } from '../../service/contract/call';
import type { FieldSet } from './itemFields';
import { addressField, readAddress } from './address';

/** n8n lets a model fill no field that is called `name`. */
export const divisionName: INodeProperties = {
	displayName: 'Name',
	name: 'divisionName',
	type: 'string',
	default: '',
	placeholder: 'e.g. North',
	description: 'Name of the division',
};

/** Optional members of a WSDivision that can be written. */
export const divisionDetails: INodeProperties[] = [
	addressField,
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. north@example.com',
	},
	{
		displayName: 'Phone',
		name: 'phone',
		type: 'string',
		default: '',
		placeholder: 'e.g. 18015551234',
		description: 'Phone number with country code',
	},
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://north.example.com',
	},
];

export function readDivisionDetails(members: FieldSet): Entered<GivenStruct<'WSDivision'>> {
	return {
		email: members.change('email'),
		phone: members.phone('phone'),
		url: members.change('url'),
		address: readAddress(members),
	};
}

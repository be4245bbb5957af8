import type { INodeProperties } from 'n8n-workflow';

/** Phone numbers of one request; at most 100 (Limits). */
export const phoneNumbers: INodeProperties = {
	displayName: 'Phone Numbers',
	name: 'phone_list',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 18015551234, 447700900123',
	description: 'Up to 100 phone numbers with country code, separated by commas or line breaks',
};

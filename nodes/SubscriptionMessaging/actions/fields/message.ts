import type { INodeProperties } from 'n8n-workflow';

/** Text of a send; at most 160 characters (Limits). */
export const message: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 3 },
	required: true,
	default: '',
	placeholder: 'e.g. The office is closed today',
	description: 'Text of the message, at most 160 characters',
};

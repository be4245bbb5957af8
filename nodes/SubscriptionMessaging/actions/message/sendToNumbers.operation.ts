import type { Operation } from '../operation';
import { message } from '../fields/message';
import { code, options, timeLimit } from '../fields/options';
import { phoneNumbers } from '../fields/phoneNumbers';
import { group } from '../fields/unit';

export const sendToNumbers: Operation = {
	value: 'sendToNumbers',
	name: 'Send to Numbers',
	action: 'Send message to phone numbers',
	description: 'Send a message to up to 100 phone numbers with the plain HTTP form of the service',
	calls: ['plainSend'],
	properties: [
		{ ...group, description: 'The group to send by' },
		{ ...phoneNumbers, name: 'phone' },
		message,
		options(code, timeLimit),
	],
	request: (fields) => ({
		operation: 'plainSend',
		keyword: fields.locator('keyword'),
		parameters: { phone: fields.list('phone').join(','), message: fields.text('message') },
	}),
};

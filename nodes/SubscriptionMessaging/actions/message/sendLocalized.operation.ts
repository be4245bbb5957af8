import type { Operation } from '../operation';
import { message } from '../fields/message';
import { code, customTicket, options, statusUrl, timeLimit, transport } from '../fields/options';
import { readRecipients, recipients } from '../fields/recipients';
import { group } from '../fields/unit';

export const sendLocalizedMessage: Operation = {
	value: 'sendLocalized',
	name: 'Send Localized',
	action: 'Send localized message',
	description: 'Send a message in any language, with a text of its own per recipient if needed',
	calls: ['sendMessageSpecifyLocale'],
	properties: [
		{ ...group, description: 'The group to send by' },
		...recipients({ localized: true }),
		{
			...message,
			description: 'Text of the message: at most 160 characters in English, 70 in other languages',
		},
		options(code, customTicket, statusUrl, timeLimit, transport),
	],
	request: (fields) => {
		const chosen = fields.members('options');
		return {
			operation: 'sendMessageSpecifyLocale',
			keyword: fields.locator('keyword'),
			parameters: {
				message: fields.text('message'),
				recipientList: readRecipients(fields, { localized: true }).recipientList,
				custom_ticket: chosen.text('custom_ticket'),
				status_url: chosen.text('status_url'),
			},
		};
	},
};

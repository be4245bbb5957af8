import type { Operation } from '../operation';
import { message } from '../fields/message';
import { code, customTicket, options, statusUrl, timeLimit, transport } from '../fields/options';
import { readRecipients, recipients } from '../fields/recipients';
import { unit } from '../fields/unit';

export const sendMessage: Operation = {
	value: 'send',
	name: 'Send',
	action: 'Send message',
	description: 'Send a message to a list of recipients, or to everyone in a unit',
	calls: ['sendMessage'],
	properties: [
		unit({
			displayName: 'Unit',
			search: 'searchUnits',
			description:
				'The group to send by. A company or division can be chosen to reach everyone in it.',
		}),
		...recipients({ everyone: true }),
		message,
		options(code, customTicket, statusUrl, timeLimit, transport),
	],
	request: (fields) => {
		const { everyone, recipientList } = readRecipients(fields);
		const chosen = fields.members('options');
		return {
			operation: 'sendMessage',
			keyword: fields.locator('keyword'),
			everyone,
			parameters: {
				message: fields.text('message'),
				recipientList,
				custom_ticket: chosen.text('custom_ticket'),
				status_url: chosen.text('status_url'),
			},
		};
	},
};

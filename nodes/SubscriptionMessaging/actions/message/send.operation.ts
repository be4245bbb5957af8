import type { Operation } from '../operation';
import { fittedTexts, ifTooLong, message, preview } from '../fields/message';
import { transport } from '../fields/options';
import { sendOptions, severalBroadcasts } from '../fields/sendOptions';
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
				'Keyword of the group that sends. A company or division can be chosen to reach everyone in it.',
		}),
		...recipients({ everyone: true }),
		message,
		preview,
		sendOptions(ifTooLong, severalBroadcasts, transport),
	],
	gathers: 'recipients',
	request: (fields) => {
		const { everyone, recipientList, skipped, fromItems } = readRecipients(fields);
		const chosen = fields.members('options');
		return fittedTexts(fields, fields.text('message')).map(({ text, fitted }) => ({
			operation: 'sendMessage',
			keyword: fields.locator('keyword'),
			everyone,
			skipped,
			fromItems,
			fitted,
			parameters: {
				message: text,
				recipientList,
				custom_ticket: chosen.text('custom_ticket'),
				status_url: chosen.text('status_url'),
			},
		}));
	},
};

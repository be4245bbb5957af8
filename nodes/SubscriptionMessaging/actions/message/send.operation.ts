import type { Operation } from '../operation';
import { fittedTexts, ifTooLong, message, preview } from '../fields/message';
import { simplify } from '../fields/output';
import { transport } from '../fields/options';
import { withFilledMessages, unfilledPlaceholders } from '../fields/placeholders';
import { enteredTicket, sendOptions, severalBroadcasts } from '../fields/sendOptions';
import { readRecipients, recipients } from '../fields/recipients';
import { smartened } from '../fields/smartText';
import { unit } from '../fields/unit';

export const sendMessage: Operation = {
	value: 'send',
	name: 'Send',
	action: 'Send message',
	description: 'Send a message to a list of recipients, or to everyone in a unit',
	calls: ['sendMessage'],
	properties: [
		unit({
			displayName: 'Group, Division or Company',
			search: 'searchUnits',
			description:
				'Group the message is sent from. Choose a division or company to text everyone in it.',
		}),
		...recipients({ everyone: true }),
		message,
		preview,
		simplify,
		sendOptions(ifTooLong, severalBroadcasts, transport, unfilledPlaceholders),
	],
	request: (fields) => {
		const { everyone, recipientList: entered, skipped, fromItems } = readRecipients(fields);
		const filled = withFilledMessages(fields, 'message', entered);
		const {
			text: whole,
			list: recipientList,
			smart,
		} = smartened(fields, fields.text('message'), filled);
		const chosen = fields.members('options');
		return fittedTexts(fields, whole).map(({ text, fitted }) => ({
			operation: 'sendMessage',
			keyword: fields.locator('keyword'),
			everyone,
			skipped,
			fromItems,
			fitted,
			smart,
			parameters: {
				message: text,
				recipientList,
				custom_ticket: enteredTicket(chosen),
				status_url: chosen.text('status_url'),
			},
		}));
	},
};

import type { OperationOf } from '../operation';
import { fittedTexts, message, preview } from '../fields/message';
import { offeredForText } from '../fields/offered';
import { simplify } from '../fields/output';
import { withFilledMessages, unfilledPlaceholders } from '../fields/placeholders';
import { enteredTicket, listOptions, sendOptions, textOptions } from '../fields/sendOptions';
import { readRecipients, recipients } from '../fields/recipients';
import { smartened } from '../fields/smartText';
import { sendingGroup } from '../fields/unit';

export const sendMessage: OperationOf<'sendMessage'> = {
	value: 'send',
	name: 'Send',
	action: 'Send message',
	description: 'Send a message to one or more recipients',
	builderHint:
		'For recipients that are listed or come with the input items. For everyone in a group use sendToGroup.',
	calls: ['sendMessage'],
	properties: [
		sendingGroup,
		...recipients({}),
		message,
		preview,
		simplify,
		sendOptions(...listOptions, ...offeredForText(...textOptions, unfilledPlaceholders)),
	],
	request: (fields) => {
		const { recipientList: entered, skipped, fromItems } = readRecipients(fields);
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

import type { OperationOf } from '../operation/operation';
import { fitPerRecipient, messageField, preview } from '../fields/message';
import { simplifyField } from '../fields/output';
import { withFilledMessages, unfilledPlaceholders } from '../fields/placeholders';
import {
	enteredStatusUrl,
	enteredTicket,
	listOptions,
	sendOptions,
	textOptions,
} from '../fields/sendOptions';
import { readRecipients, recipientFields } from '../fields/recipients';
import { smartened } from '../fields/smartText';
import { sendingGroup } from '../fields/unit';

export const sendLocalizedMessage: OperationOf<'sendMessageSpecifyLocale'> = {
	value: 'sendLocalized',
	name: 'Send Localized',
	action: 'Send localized message',
	description: 'Send a message in any language, with a different text per recipient if needed',
	calls: ['sendMessageSpecifyLocale'],
	properties: [
		sendingGroup,
		...recipientFields(true),
		{
			...messageField,
			description: 'Text of the message: at most 160 characters in English, 70 in other languages',
			hint: 'At most 160 characters in English, 70 in other languages',
		},
		preview,
		simplifyField,
		sendOptions(...listOptions, ...textOptions, unfilledPlaceholders),
	],
	request: (fields) => {
		const { recipientList: entered, skipped, fromItems } = readRecipients(fields, true);
		const filled = withFilledMessages(fields, entered);
		const {
			text,
			list: recipientList,
			smart,
		} = smartened(fields, fields.text('message'), filled, true);
		const chosen = fields.members('options');
		return fitPerRecipient(fields, text, recipientList.recipients).map((part) => ({
			operation: 'sendMessageSpecifyLocale',
			keyword: fields.locator('keyword'),
			skipped,
			fromItems,
			fitted: part.fitted,
			smart,
			parameters: {
				message: part.message,
				recipientList: { recipients: part.recipients },
				custom_ticket: enteredTicket(chosen),
				status_url: enteredStatusUrl(chosen),
			},
		}));
	},
};

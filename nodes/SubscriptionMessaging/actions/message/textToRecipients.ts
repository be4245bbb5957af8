import { fittedTexts } from '../fields/message';
import { withFilledMessages } from '../fields/placeholders';
import { readRecipients } from '../fields/recipients';
import { enteredStatusUrl, enteredTicket } from '../fields/sendOptions';
import { smartened } from '../fields/smartText';
import type { ItemFields } from '../fields/itemFields';
import type { ItemRequest } from '../fields/itemRequest';

/** The typed text for each recipient (sendMessage): one request, or by *If Too Long* one for each part. */
export function textToRecipients(fields: ItemFields): Array<ItemRequest<'sendMessage'>> {
	const options = fields.members('options');
	const { recipientList: entered, skipped, fromItems } = readRecipients(fields);
	const filled = withFilledMessages(fields, entered);
	const { text: whole, list, smart } = smartened(fields, fields.text('message'), filled);
	return fittedTexts(fields, whole).map(({ text, fitted }) => ({
		operation: 'sendMessage',
		keyword: fields.locator('keyword'),
		skipped,
		fromItems,
		fitted,
		smart,
		parameters: {
			message: text,
			recipientList: list,
			custom_ticket: enteredTicket(options),
			status_url: enteredStatusUrl(options),
		},
	}));
}

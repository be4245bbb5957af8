import type { OperationOf } from '../operation/operation';
import { fittedTexts, messageField, preview } from '../fields/message';
import { offeredForText } from '../fields/offered';
import { simplifyField } from '../fields/output';
import { transportField } from '../fields/options';
import {
	enteredStatusUrl,
	enteredTicket,
	sendOptions,
	severalBroadcasts,
	textOptions,
} from '../fields/sendOptions';
import { smartened } from '../fields/smartText';
import { notice } from '../fields/notice';
import { unitField } from '../fields/unit';

/** Shows how many people the group has; has no value. */
const peopleNotice = notice(
	{
		displayName: 'People',
		name: 'people',
		description: 'Shows how many active subscribers there are when you open this panel',
	},
	'showPeople',
	['keyword.value', 'options.code'],
	{ singular: 'people', plural: 'people' },
);

/** `sendMessage` without a list of recipients (Sending rules 1 and 2): nothing else asks for one. */
export const sendToGroup: OperationOf<'sendMessage'> = {
	value: 'sendToGroup',
	name: 'Send to Group',
	action: 'Broadcast message to everyone in group',
	description: 'Send a message to everyone in a group, division or company',
	builderHint: 'Takes no recipients: the keyword says who gets it.',
	calls: ['sendMessage'],
	properties: [
		unitField({
			displayName: 'Group, Division or Company',
			search: 'searchUnits',
			description: 'The message goes to all subscribers of this group, division or company',
		}),
		...peopleNotice,
		messageField,
		{
			...preview,
			description: 'Whether to only show the text and who would receive it, without sending',
		},
		simplifyField,
		sendOptions(...offeredForText(...textOptions), severalBroadcasts, transportField),
	],
	broadcasts: true,
	request: (fields) => {
		const { text: whole, smart } = smartened(fields, fields.text('message'), undefined);
		const chosen = fields.members('options');
		return fittedTexts(fields, whole).map(({ text, fitted }) => ({
			operation: 'sendMessage',
			keyword: fields.locator('keyword'),
			everyone: true,
			fitted,
			smart,
			parameters: {
				message: text,
				custom_ticket: enteredTicket(chosen),
				status_url: enteredStatusUrl(chosen),
			},
		}));
	},
};

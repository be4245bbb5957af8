import type { OperationOf } from '../operation/operation';
import { messageField, preview } from '../fields/message';
import { offeredForText } from '../fields/offered';
import { simplifyField } from '../fields/output';
import { unfilledPlaceholders } from '../fields/placeholders';
import { listOptions, sendOptions, textOptions } from '../fields/sendOptions';
import { recipientFields } from '../fields/recipients';
import { sendingGroup } from '../fields/unit';
import { textToRecipients } from './textToRecipients';

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
		...recipientFields(),
		messageField,
		preview,
		simplifyField,
		sendOptions(...listOptions, ...offeredForText(...textOptions, unfilledPlaceholders)),
	],
	request: textToRecipients,
};

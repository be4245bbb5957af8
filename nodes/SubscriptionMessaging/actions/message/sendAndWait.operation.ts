import type { OperationOf } from '../operation/operation';
import { preview } from '../fields/message';
import { codeField, optionsField, timeLimit } from '../fields/options';
import { localeField } from '../fields/locale';
import { maxRecipients } from '../fields/maximums';
import { defaultCountryField, impossibleNumbers } from '../fields/phoneNumbers';
import { questionFields, questionOptions, readLine, readQuestion } from '../fields/question';
import { withFilledMessages } from '../fields/placeholders';
import { readRecipients, recipientFields } from '../fields/recipients';
import { onUnclearOutcome } from '../fields/sendOptions';
import { onlySubscribers, unsubscribedRecipients } from '../fields/subscribers';
import { sendingGroup } from '../fields/unit';

const TEXT_TO_VOICE = 3;

export const sendAndWait: OperationOf<'sendMessageSpecifyLocale'> = {
	// The value by which n8n offers a node as the human review of an agent's tools.
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	description: 'Text a question with a link, and wait until the first recipient answers',
	calls: ['sendMessageSpecifyLocale'],
	properties: [
		sendingGroup,
		...recipientFields(),
		...questionFields,
		preview,
		optionsField(
			codeField,
			defaultCountryField,
			impossibleNumbers,
			localeField,
			maxRecipients,
			onlySubscribers,
			onUnclearOutcome,
			...questionOptions,
			timeLimit,
			unsubscribedRecipients,
		),
	],
	waitsFor: 'answer',
	request: (fields) => {
		const asked = readQuestion(fields);
		const { recipientList, skipped, fromItems } = readRecipients(fields);
		const locale = fields.members('options').text('locale')?.trim() || undefined;
		const recipients = recipientList.recipients.map((recipient) => ({ ...recipient, locale }));
		const line = readLine(fields);
		const filled = withFilledMessages(fields, { recipients }, line, 'line');
		if (recipients.some(({ type }) => Number(type) === TEXT_TO_VOICE)) {
			throw fields.invalid(
				"A call can't show the link to the answer page",
				"Choose SMS, SMS Email Gateway or Email as 'Type'.",
			);
		}
		return {
			operation: 'sendMessageSpecifyLocale',
			keyword: fields.locator('keyword'),
			skipped,
			fromItems,
			question: asked,
			// Each recipient gets a message with a link of their own, once it is known who is asked.
			parameters: { message: line, recipientList: filled },
		};
	},
};

import { recipientKey } from '../../service/text/personKey';
import type { OperationOf } from '../operation/operation';
import { fittedTexts, messageField, preview } from '../fields/message';
import { offeredForText } from '../fields/offered';
import { simplifyField } from '../fields/output';
import {
	codeField,
	optionsField,
	pauseBetweenRequests,
	requestsInParallel,
	timeLimit,
} from '../fields/options';
import {
	NumberReader,
	defaultCountryField,
	impossibleNumbers,
	phoneNumbers,
	removeDuplicates,
} from '../fields/phoneNumbers';
import { maxRecipients } from '../fields/maximums';
import { textOptions } from '../fields/sendOptions';
import { smartened } from '../fields/smartText';
import { onlySubscribers, unsubscribedRecipients } from '../fields/subscribers';
import { sendingGroup } from '../fields/unit';

export const sendToNumbers: OperationOf<'plainSend'> = {
	value: 'sendToNumbers',
	name: 'Send to Numbers',
	action: 'Send message to phone numbers',
	description: 'Send to phone numbers only, without custom fields or delivery reports',
	builderHint: 'Prefer send, which can report deliveries.',
	calls: ['plainSend'],
	properties: [
		sendingGroup,
		{ ...phoneNumbers, name: 'phone' },
		messageField,
		preview,
		simplifyField,
		optionsField(
			codeField,
			defaultCountryField,
			impossibleNumbers,
			maxRecipients,
			onlySubscribers,
			pauseBetweenRequests,
			removeDuplicates,
			requestsInParallel,
			...offeredForText(...textOptions),
			timeLimit,
			unsubscribedRecipients,
		),
	],
	request: (fields) => {
		const numbers = new NumberReader(fields, 'phone');
		const phone = fields
			.list('phone')
			.flatMap((text) => {
				const number = numbers.read(text);
				return number !== undefined && numbers.isFirst(recipientKey(number, 1), text)
					? [number]
					: [];
			})
			.join(',');
		const [left] = numbers.skipped;
		if (phone === '' && left) {
			throw fields.invalid(
				`'${fields.displayName('phone')}' holds no valid number: ${left.reason}`,
				"Nothing was sent. Correct the numbers. Under 'Options' you can also set a default country.",
			);
		}
		const { text: whole, smart } = smartened(fields, fields.text('message'), undefined);
		return fittedTexts(fields, whole).map(({ text, fitted }) => ({
			operation: 'plainSend',
			keyword: fields.locator('keyword'),
			skipped: numbers.skipped,
			fitted,
			smart,
			parameters: { phone, message: text },
		}));
	},
};

import type { Operation } from '../operation';
import { fittedTexts, ifTooLong, message, preview } from '../fields/message';
import { simplify } from '../fields/output';
import {
	code,
	options,
	pauseBetweenRequests,
	requestsInParallel,
	timeLimit,
} from '../fields/options';
import {
	NumberReader,
	defaultCountry,
	impossibleNumbers,
	phoneNumbers,
	removeDuplicates,
} from '../fields/phoneNumbers';
import { sendingGroup } from '../fields/unit';

export const sendToNumbers: Operation = {
	value: 'sendToNumbers',
	name: 'Send to Numbers',
	action: 'Send message to phone numbers',
	description: 'Send to phone numbers only, without custom fields or delivery reports',
	calls: ['plainSend'],
	properties: [
		sendingGroup,
		{ ...phoneNumbers, name: 'phone' },
		message,
		preview,
		simplify,
		options(
			code,
			defaultCountry,
			ifTooLong,
			impossibleNumbers,
			pauseBetweenRequests,
			removeDuplicates,
			requestsInParallel,
			timeLimit,
		),
	],
	request: (fields) => {
		const numbers = new NumberReader(fields);
		const phone = fields
			.list('phone')
			.flatMap((text) => {
				const number = numbers.read(text);
				return number !== undefined && numbers.isFirst(number, text) ? [number] : [];
			})
			.join(',');
		return fittedTexts(fields, fields.text('message')).map(({ text, fitted }) => ({
			operation: 'plainSend',
			keyword: fields.locator('keyword'),
			skipped: numbers.skipped,
			fitted,
			parameters: { phone, message: text },
		}));
	},
};

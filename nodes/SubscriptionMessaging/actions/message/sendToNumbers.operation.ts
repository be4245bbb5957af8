import type { Operation } from '../operation';
import { fittedTexts, ifTooLong, message, preview } from '../fields/message';
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
	description: 'Send a message to phone numbers with the plain HTTP form of the service',
	calls: ['plainSend'],
	properties: [
		sendingGroup,
		{ ...phoneNumbers, name: 'phone' },
		message,
		preview,
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
	gathers: 'phone',
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

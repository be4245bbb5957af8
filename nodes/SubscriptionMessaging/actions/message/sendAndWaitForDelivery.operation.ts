import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import { fittedTexts, ifTooLong, message, preview } from '../fields/message';
import {
	code,
	options,
	pauseBetweenRequests,
	requestsInParallel,
	timeLimit,
} from '../fields/options';
import { defaultCountry, impossibleNumbers, removeDuplicates } from '../fields/phoneNumbers';
import { batchSize, customTicket, ifTicketKnown, onUnclearOutcome } from '../fields/sendOptions';
import { readRecipients, recipients } from '../fields/recipients';
import { sendingGroup } from '../fields/unit';

/** Minutes: two weeks, well within what a timer can hold. */
export const LONGEST_WAIT = 20_160;

const waitMinutes: INodeProperties = {
	displayName: 'Wait at Most (Minutes)',
	name: 'waitMinutes',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_WAIT },
	default: 60,
	description:
		'How long to wait. Messages of which the end is not known by then are given with timed_out.',
};

export const sendAndWaitForDelivery: Operation = {
	// Not `sendAndWait`, which n8n takes for a question to a person.
	value: 'sendAndWaitForDelivery',
	name: 'Send and Wait for Delivery',
	action: 'Send message and wait for delivery',
	description: 'Send a message and continue once it is known what became of it for each recipient',
	calls: ['sendMessage'],
	properties: [
		sendingGroup,
		...recipients({}),
		message,
		preview,
		waitMinutes,
		{
			displayName:
				'The messages of all input items are sent first; then the execution waits once for all of them. The service has to be able to reach this n8n: where it cannot, ask with Get Status in a loop instead.',
			name: 'waitNotice',
			type: 'notice',
			default: '',
		},
		options(
			batchSize,
			code,
			customTicket,
			defaultCountry,
			ifTicketKnown,
			ifTooLong,
			impossibleNumbers,
			onUnclearOutcome,
			pauseBetweenRequests,
			removeDuplicates,
			requestsInParallel,
			timeLimit,
		),
	],
	gathers: 'recipients',
	waits: true,
	request: (fields) => {
		// Refused before anything is sent.
		fields.count('waitMinutes', LONGEST_WAIT);
		const { recipientList, skipped, fromItems } = readRecipients(fields);
		return fittedTexts(fields, fields.text('message')).map(({ text, fitted }) => ({
			operation: 'sendMessage',
			keyword: fields.locator('keyword'),
			skipped,
			fromItems,
			fitted,
			parameters: {
				message: text,
				recipientList,
				custom_ticket: fields.members('options').text('custom_ticket'),
			},
		}));
	},
};

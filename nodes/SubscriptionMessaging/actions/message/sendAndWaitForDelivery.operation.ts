import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import { message } from '../fields/message';
import { code, options, timeLimit } from '../fields/options';
import { defaultCountry, impossibleNumbers, removeDuplicates } from '../fields/phoneNumbers';
import { customTicket, onUnclearOutcome } from '../fields/sendOptions';
import { readRecipients, recipients } from '../fields/recipients';
import { sendingGroup } from '../fields/unit';

const waitMinutes: INodeProperties = {
	displayName: 'Wait at Most (Minutes)',
	name: 'waitMinutes',
	type: 'number',
	typeOptions: { minValue: 1 },
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
		waitMinutes,
		{
			displayName:
				'The messages of all input items are sent first; then the execution waits once for all of them. The service has to be able to reach this n8n: where it cannot, ask with Get Status in a loop instead.',
			name: 'waitNotice',
			type: 'notice',
			default: '',
		},
		options(
			code,
			customTicket,
			defaultCountry,
			impossibleNumbers,
			onUnclearOutcome,
			removeDuplicates,
			timeLimit,
		),
	],
	gathers: 'recipients',
	waits: true,
	request: (fields) => {
		// Refused before anything is sent.
		fields.count('waitMinutes');
		const { recipientList, skipped, fromItems } = readRecipients(fields);
		return {
			operation: 'sendMessage',
			keyword: fields.locator('keyword'),
			skipped,
			fromItems,
			parameters: {
				message: fields.text('message'),
				recipientList,
				custom_ticket: fields.members('options').text('custom_ticket'),
			},
		};
	},
};

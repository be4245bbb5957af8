import type { INodeProperties } from 'n8n-workflow';

import type { OperationOf } from '../operation/operation';
import { messageField, preview } from '../fields/message';
import { offeredForText } from '../fields/offered';
import {
	codeField,
	optionsField,
	pauseBetweenRequests,
	requestsInParallel,
	timeLimit,
} from '../fields/options';
import { defaultCountryField, impossibleNumbers, removeDuplicates } from '../fields/phoneNumbers';
import {
	batchSize,
	customTicketField,
	ifTicketKnown,
	onUnclearOutcome,
	textOptions,
} from '../fields/sendOptions';
import { recipientFields } from '../fields/recipients';
import { onlySubscribers, unsubscribedRecipients } from '../fields/subscribers';
import { unfilledPlaceholders } from '../fields/placeholders';
import { maxRecipients } from '../fields/maximums';
import { sendingGroup } from '../fields/unit';
import { textToRecipients } from './textToRecipients';

/** Minutes: two weeks, well within what a timer can hold. */
export const LONGEST_WAIT = 20_160;

const waitMinutes: INodeProperties = {
	displayName: 'Wait Up To (Minutes)',
	name: 'waitMinutes',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_WAIT },
	default: 60,
	description:
		'How long to wait. Messages without a final status by then are returned as timed out.',
};

export const sendAndWaitForDelivery: OperationOf<'sendMessage'> = {
	// Not `sendAndWait`, which n8n takes for a question to a person.
	value: 'sendAndWaitForDelivery',
	name: 'Send and Wait for Delivery',
	action: 'Send message and wait for delivery',
	description: 'Send a message and wait until every recipient has a final delivery status',
	builderHint:
		'The workflow pauses here. To go on at once, use send with the Subscription Messaging Trigger.',
	calls: ['sendMessage'],
	properties: [
		sendingGroup,
		...recipientFields(),
		messageField,
		preview,
		waitMinutes,
		{
			displayName:
				"First all messages are sent, then the execution waits for all. If the service can't reach this n8n, use Get Status in a loop instead.",
			name: 'waitNotice',
			type: 'notice',
			default: '',
		},
		optionsField(
			batchSize,
			codeField,
			customTicketField,
			defaultCountryField,
			ifTicketKnown,
			impossibleNumbers,
			maxRecipients,
			onlySubscribers,
			onUnclearOutcome,
			pauseBetweenRequests,
			removeDuplicates,
			requestsInParallel,
			timeLimit,
			...offeredForText(...textOptions, unfilledPlaceholders),
			unsubscribedRecipients,
		),
	],
	waitsFor: 'delivery',
	request: (fields) => {
		// Refused before anything is sent.
		fields.count('waitMinutes', LONGEST_WAIT);
		return textToRecipients(fields);
	},
};

import type { INodeProperties } from 'n8n-workflow';

import { ticketIn, type StatusQuestion } from '../../service/contract/call';
import { asSent, unsentIn } from './sentItem';
import { detailsOf, statusRow } from './statusRow';
import type { ItemRequest } from '../fields/itemRequest';
import type { OperationOf } from '../operation/operation';
import { codeField, optionsField, timeLimit, transportField } from '../fields/options';
import { simplifyField } from '../fields/output';
import { groupOfMessage } from '../fields/unit';

const lookUpBy = {
	displayName: 'Look Up By',
	name: 'lookUpBy',
	type: 'options',
	options: [
		{
			name: 'Custom Ticket',
			value: 'customTicket',
			description: 'Your own reference, set when the message was sent',
		},
		{
			name: 'Transaction Ticket',
			value: 'transactionTicket',
			description: 'Ticket the service returned when the message was sent',
		},
	],
	default: 'transactionTicket',
	description: 'How to identify the message',
} as const satisfies INodeProperties;

export const getMessageStatus: OperationOf<StatusQuestion> = {
	value: 'getStatus',
	name: 'Get Status',
	action: 'Get delivery status of message',
	description: 'Get the delivery status of each recipient',
	builderHint: 'Takes a ticket that a send gives. For totals over many messages use getReport.',
	calls: ['getTransactionStatus', 'getCustomTransactionStatus'],
	properties: [
		groupOfMessage,
		lookUpBy,
		{
			displayName: 'Transaction Ticket',
			name: 'transaction_ticket_id',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 34335276-dcfc23',
			description: 'Ticket the service returned when the message was sent',
			displayOptions: { show: { lookUpBy: ['transactionTicket'] } },
		},
		{
			displayName: 'Custom Ticket',
			name: 'custom_ticket',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. order-1042',
			description: 'Your own reference, set when the message was sent',
			displayOptions: { show: { lookUpBy: ['customTicket'] } },
		},
		{
			displayName: 'Recipient',
			name: 'recipient',
			type: 'string',
			default: '={{ $json.sendTo }}',
			placeholder: 'e.g. 18015551234',
			description: 'Whose status to return. Leave empty for all recipients of the message.',
		},
		simplifyField,
		optionsField(
			codeField,
			{
				displayName: 'Sent To',
				name: 'sentTo',
				type: 'string',
				default: '',
				placeholder: 'e.g. 18015551234',
				description: "Ask the service about this number only, in place of 'Recipient'",
			},
			timeLimit,
			transportField,
		),
	],
	request: (fields) => {
		const isCustom = fields.choice(lookUpBy) === 'customTicket';
		const ticket = fields.text(isCustom ? 'custom_ticket' : 'transaction_ticket_id').trim();
		const keyword = fields.locator('keyword');
		const sentTo = asSent(fields.members('options').text('sentTo'));
		const skipped = ticket === '' && fields.input().sent !== true ? unsentIn(fields) : [];
		const shared: Pick<ItemRequest, 'keyword' | 'recipient' | 'skipped' | 'leftOut'> = {
			keyword,
			...(!sentTo && { recipient: asSent(fields.text('recipient')) }),
			...(skipped.length > 0 && { skipped, leftOut: true }),
		};
		return isCustom
			? {
					...shared,
					operation: 'getCustomTransactionStatus',
					parameters: { custom_ticket: ticketIn(ticket), sentTo },
				}
			: {
					...shared,
					operation: 'getTransactionStatus',
					parameters: { transaction_ticket_id: ticket, sentTo },
				};
	},
	*simplify(answer, call) {
		for (const detail of yield* detailsOf(answer)) yield statusRow(detail, call);
	},
};

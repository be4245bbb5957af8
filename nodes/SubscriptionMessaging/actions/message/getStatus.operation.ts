import { normalizePhoneNumber } from '../../service/phoneNumber';
import type { ItemFields } from '../itemFields';
import type { Operation } from '../operation';
import { code, options, timeLimit, transport } from '../fields/options';
import { simplify } from '../fields/output';
import { group } from '../fields/unit';
import { rowsOf } from '../payload';

const TICKETS = ['transactionTicket', 'customTicket'] as const;

export const getMessageStatus: Operation = {
	value: 'getStatus',
	name: 'Get Status',
	action: 'Get delivery status of message',
	description: 'Look up what became of a message, for each recipient',
	calls: ['getTransactionStatus', 'getCustomTransactionStatus'],
	properties: [
		{ ...group, description: 'Keyword of the group that the message was sent by' },
		{
			displayName: 'Look Up By',
			name: 'lookUpBy',
			type: 'options',
			options: [
				{
					name: 'Custom Ticket',
					value: 'customTicket',
					description: 'Your own reference, given when the message was sent',
				},
				{
					name: 'Transaction Ticket',
					value: 'transactionTicket',
					description: 'Ticket that the service gave when the message was sent',
				},
			],
			default: 'transactionTicket',
			description: 'How to identify the message',
		},
		{
			displayName: 'Transaction Ticket',
			name: 'transaction_ticket_id',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 34335276-dcfc23',
			description: 'Ticket that the service gave when the message was sent',
			displayOptions: { show: { lookUpBy: ['transactionTicket'] } },
		},
		{
			displayName: 'Custom Ticket',
			name: 'custom_ticket',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. order-1042',
			description: 'Your own reference, given when the message was sent',
			displayOptions: { show: { lookUpBy: ['customTicket'] } },
		},
		simplify,
		options(
			code,
			{
				displayName: 'Sent To',
				name: 'sentTo',
				type: 'string',
				default: '',
				placeholder: 'e.g. 18015551234',
				description: 'Phone number with country code, to look up this recipient only',
			},
			timeLimit,
			transport,
		),
	],
	request: (fields) => {
		const sentTo = readSentTo(fields);
		const keyword = fields.locator('keyword');
		return fields.choice('lookUpBy', TICKETS) === 'customTicket'
			? {
					operation: 'getCustomTransactionStatus',
					keyword,
					parameters: { custom_ticket: fields.text('custom_ticket'), sentTo },
				}
			: {
					operation: 'getTransactionStatus',
					keyword,
					parameters: {
						transaction_ticket_id: fields.text('transaction_ticket_id').trim(),
						sentTo,
					},
				};
	},
	simplify: rowsOf('transactionlist'),
};

/** A phone number in the form in which sends carry it; anything else as it is. */
function readSentTo(fields: ItemFields): string | undefined {
	const sentTo = fields.members('options').text('sentTo')?.trim();
	const normalized = sentTo ? normalizePhoneNumber(sentTo) : undefined;
	return normalized && 'number' in normalized ? normalized.number : sentTo;
}

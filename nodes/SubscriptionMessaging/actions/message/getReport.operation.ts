import type { INodeProperties } from 'n8n-workflow';

import { ticketIn, type StatusQuestion } from '../../service/contract/call';
import { BETWEEN_ENTRIES } from '../../service/text/address';
import type { ItemFields } from '../fields/itemFields';
import type { ItemRequest } from '../fields/itemRequest';
import type { OperationOf } from '../operation/operation';
import {
	codeField,
	optionsField,
	pauseBetweenRequests,
	requestsInParallel,
	timeLimit,
	transportField,
} from '../fields/options';
import { groupOfMessage } from '../fields/unit';
import { asSent, unsentIn } from './sentItem';

export const reportBy = {
	displayName: 'Report On',
	name: 'reportBy',
	type: 'options',
	options: [
		{
			name: 'Campaign Key',
			value: 'campaignKey',
			description: "Everything that was sent with this 'Campaign Key'",
		},
		{
			name: 'Custom Tickets',
			value: 'customTickets',
			description: 'Your own references, set when the messages were sent',
		},
		{
			name: 'Transaction Tickets',
			value: 'transactionTickets',
			description: 'Tickets the service returned when the messages were sent',
		},
	],
	default: 'customTickets',
	description: 'How to identify the messages',
} as const satisfies INodeProperties;

export const reportOutput = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'One Item per Recipient',
			value: 'recipients',
			description: 'The status of each recipient, for instance to email those not reached',
		},
		{ name: 'Summary', value: 'summary', description: 'One item with the totals' },
	],
	default: 'summary',
	description: 'What to return',
} as const satisfies INodeProperties;

/** Of a send, each item names its own ticket; several items together make one report. */
const TICKETS = {
	customTickets: {
		displayName: 'Custom Tickets',
		name: 'custom_ticket',
		type: 'string',
		required: true,
		default: '={{ $json.custom_tickets ?? $json.custom_ticket }}',
		placeholder: 'e.g. order-1042, order-1043',
		description:
			'One ticket or several, separated by commas. The tickets of all input items make one report.',
		displayOptions: { show: { reportBy: ['customTickets'] } },
	},
	transactionTickets: {
		displayName: 'Transaction Tickets',
		name: 'transaction_ticket_id',
		type: 'string',
		required: true,
		default: '={{ $json.transaction_tickets ?? $json.transaction_ticket }}',
		placeholder: 'e.g. 34335276-dcfc23, 34335277-a01b22',
		description:
			'One ticket or several, separated by commas. The tickets of all input items make one report.',
		displayOptions: { show: { reportBy: ['transactionTickets'] } },
	},
} satisfies Record<string, INodeProperties>;

export const getMessageReport: OperationOf<StatusQuestion> = {
	value: 'getReport',
	name: 'Get Report',
	action: 'Get status report of messages',
	description: 'Count recipients by delivery status, or list the status of each',
	calls: ['getTransactionStatus', 'getCustomTransactionStatus'],
	reports: true,
	properties: [
		groupOfMessage,
		reportBy,
		{
			displayName: 'Campaign Key',
			name: 'campaignKey',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. spring-sale',
			description: 'The key that the campaign was sent with',
			displayOptions: { show: { reportBy: ['campaignKey'] } },
		},
		TICKETS.customTickets,
		TICKETS.transactionTickets,
		{
			displayName: 'Recipients',
			name: 'expected',
			type: 'string',
			default: '={{ $json.sendTo ?? $json.recipients }}',
			placeholder: 'e.g. 18015551234',
			description:
				"Who the messages were for. Anyone the service doesn't list counts as unknown. Leave empty to count those it lists.",
		},
		reportOutput,
		optionsField(codeField, pauseBetweenRequests, requestsInParallel, timeLimit, transportField),
	],
	request: (fields) => {
		const by = fields.choice(reportBy);
		const {
			tickets,
			isOfItem,
			customTickets = [],
		} = by === 'campaignKey' ? NONE : ticketsIn(fields, by);
		const { sent } = fields.input();
		const listed = fields.list('expected');
		// A campaign asks for whoever is named, whatever a column `error` of a list's own says.
		const isAsked = by === 'campaignKey' ? listed.length > 0 : tickets.length > 0;
		const left = isAsked && sent === undefined ? [] : unsentIn(fields);
		// A campaign asks for the ticket of a send whose outcome is unknown.
		const skipped = left.filter(({ isUnknown }) => by !== 'campaignKey' || !isUnknown);
		const isUnsent = sent !== true && skipped.length > 0;
		const shared = { keyword: fields.locator('keyword'), skipped };
		const expected = isUnsent ? [] : listed.map((entry) => asSent(entry) ?? '');
		if (by === 'campaignKey') return { ...shared, expected, ...byCustomTicket('campaign') };
		if (tickets.length === 0 && isUnsent) {
			return { ...shared, leftOut: true, ...byCustomTicket('') };
		}
		if (tickets.length === 0) {
			throw fields.invalid(
				`'${fields.displayName(TICKETS[by].name)}' holds no ticket`,
				'Enter a ticket, or check the expression that fills it. A send has its tickets in its output.',
			);
		}
		const questions = [
			...tickets.map((ticket) =>
				by === 'customTickets' ? byCustomTicket(ticket) : byTransactionTicket(ticket),
			),
			...customTickets.map(byCustomTicket),
		];
		return questions.map(
			(question): ItemRequest<StatusQuestion> => ({
				...shared,
				expected: isOfItem ? expected : [],
				...question,
			}),
		);
	},
};

function byCustomTicket(ticket: string) {
	const custom_ticket = ticketIn(ticket);
	return { operation: 'getCustomTransactionStatus' as const, parameters: { custom_ticket } };
}

function byTransactionTicket(transaction_ticket_id: string) {
	return { operation: 'getTransactionStatus' as const, parameters: { transaction_ticket_id } };
}

/** Tickets as they were entered, and whether all of them were sent to the recipients of the item. */
interface EnteredTickets {
	readonly tickets: readonly string[];
	readonly isOfItem: boolean;
	/** Custom tickets of the parts of a text for which the service gave none of its own. */
	readonly customTickets?: readonly string[];
}

const NONE: EnteredTickets = { tickets: [], isOfItem: true };

/** The ticket of an input item is one, whatever it holds; what is entered is a list. */
function ticketsIn(fields: ItemFields, by: 'customTickets' | 'transactionTickets'): EnteredTickets {
	const listed = fields.list(TICKETS[by].name);
	if (listed.length === 0) return NONE;
	const input = fields.input();
	const [one, several] =
		by === 'customTickets'
			? [input.custom_ticket, input.custom_tickets]
			: [input.transaction_ticket, input.transaction_tickets];
	const isListed = (own: string) => joined([own]) === joined(listed);
	if (typeof one === 'string' && isListed(one)) return { tickets: [one.trim()], isOfItem: true };
	// Of a text that was split, every recipient has every ticket.
	const given = Array.isArray(several)
		? several.filter((ticket) => ticket !== null).map(String)
		: [];
	if (joined(given) !== joined(listed)) return { tickets: listed, isOfItem: listed.length === 1 };
	const others: unknown[] = Array.isArray(input.custom_tickets) ? input.custom_tickets : [];
	const isMissing = (nth: number) => (several as unknown[])[nth] === null;
	return {
		tickets: given,
		isOfItem: true,
		customTickets: others.filter(
			(ticket, nth): ticket is string => typeof ticket === 'string' && isMissing(nth),
		),
	};
}

function joined(tickets: readonly string[]): string {
	return tickets.join('').split(BETWEEN_ENTRIES).join('').replace(/\s/g, '');
}

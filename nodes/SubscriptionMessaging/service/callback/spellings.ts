/** Where a callback tells them: the interface's own names (Message operations, Transaction detail). */
export const STATUS_FIELDS = [
	'transaction_ticket',
	'custom_ticket',
	'sendTo',
	'status_code',
	'status_message',
] as const;
export type StatusField = (typeof STATUS_FIELDS)[number];

/** Spellings besides the interface's own, best first; case and separators do not count. */
const SPELLINGS: Record<StatusField, readonly string[]> = {
	transaction_ticket: [
		'transactionticket',
		'transactionticketid',
		'transactionid',
		'ticketid',
		'ticket',
	],
	custom_ticket: ['customticket', 'customticketid'],
	sendTo: [
		'sendto',
		'sentto',
		'phone',
		'phonenumber',
		'recipient',
		'msisdn',
		'mobile',
		'destination',
		'number',
		'to',
	],
	status_code: ['statuscode', 'statusid', 'deliverystatuscode'],
	status_message: ['statusmessage', 'statustext', 'statusdescription', 'deliverystatusmessage'],
};

/** Names under which either the code or the message is found. */
export const EITHER = ['status', 'statusvalue', 'deliverystatus'];

/** By a spelling, what it stands for and how far down its list it is. */
export const KNOWN = new Map<string, { field: StatusField; rank: number }>(
	STATUS_FIELDS.flatMap((field) =>
		SPELLINGS[field].map((spelling, index) => [spelling, { field, rank: index + 1 }] as const),
	),
);

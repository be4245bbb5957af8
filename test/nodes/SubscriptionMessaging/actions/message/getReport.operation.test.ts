import type { IDataObject } from 'n8n-workflow';

import { getMessageReport } from '../../../../../nodes/SubscriptionMessaging/actions/message/getReport.operation';
import { requestsOf } from '../entered';

const report = (parameters: IDataObject, input?: IDataObject) =>
	requestsOf(getMessageReport, { keyword: 'NSTAFF', expected: '', ...parameters }, input).map(
		({ parameters: asked, expected, skipped, leftOut }) => ({
			...(asked as IDataObject),
			...(expected && { expected }),
			...(skipped?.length && { skipped }),
			...(leftOut && { leftOut }),
		}),
	);

test('one ticket is that of those who are expected, as sends write them', () => {
	expect(
		report({ custom_ticket: ' an\u0303o ', expected: '+1 (801) 555-1001, ann@example.com' }),
	).toEqual([{ custom_ticket: 'a\u00f1o', expected: ['18015551001', 'ann@example.com'] }]);
});

test('of several tickets nobody knows which is whose', () => {
	expect(report({ custom_ticket: 'a, b', expected: '18015551001' })).toEqual([
		{ custom_ticket: 'a', expected: [] },
		{ custom_ticket: 'b', expected: [] },
	]);
});

test('tickets of the service are asked for as such', () => {
	const parameters = { reportBy: 'transactionTickets', transaction_ticket_id: 'x' };
	expect(report({ ...parameters, custom_ticket: 'a' })).toEqual([
		{ transaction_ticket_id: 'x', expected: [] },
	]);
	expect(requestsOf(getMessageReport, { ...parameters, expected: '' })[0]?.operation).toBe(
		'getTransactionStatus',
	);
});

test.each<[string, IDataObject, IDataObject]>([
	['customTickets', { custom_ticket: 'a, b' }, { custom_ticket: 'a, b' }],
	['transactionTickets', { transaction_ticket_id: 'a;b' }, { transaction_ticket: 'a;b' }],
])('a ticket of the input item is one, whatever it holds (%s)', (reportBy, entered, input) => {
	const [asked, ...others] = report({ reportBy, ...entered, expected: '18015551001' }, input);
	expect(others).toEqual([]);
	expect(Object.values(asked!)).toEqual([Object.values(input)[0], ['18015551001']]);
});

test('all tickets of a text in parts are those of its recipients', () => {
	expect(
		report(
			{ custom_ticket: ['a', 'b'], expected: '18015551001' },
			{ custom_ticket: 'a', custom_tickets: ['a', 'b'] },
		),
	).toEqual([
		{ custom_ticket: 'a', expected: ['18015551001'] },
		{ custom_ticket: 'b', expected: ['18015551001'] },
	]);
	expect(
		report(
			{ reportBy: 'transactionTickets', transaction_ticket_id: 'x,y', expected: '18015551001' },
			{ transaction_tickets: ['x', 'y'] },
		).map(({ expected }) => expected),
	).toEqual([['18015551001'], ['18015551001']]);
});

test('tickets that are not those of the input item are a list', () => {
	expect(
		report(
			{ custom_ticket: 'a, b', expected: '18015551001' },
			{ custom_ticket: 'a', custom_tickets: ['a', 'c'], transaction_tickets: ['a', 'b'] },
		).map(({ expected }) => expected),
	).toEqual([[], []]);
});

test('of a campaign the key is looked up by itself, and all are expected', () => {
	expect(
		report({ reportBy: 'campaignKey', campaignKey: 'spring', expected: '18015551001' }),
	).toEqual([{ custom_ticket: 'campaign', expected: ['18015551001'] }]);
});

test.each([
	['customTickets', 'Custom Tickets'],
	['transactionTickets', 'Transaction Tickets'],
])('without a ticket it is refused by the name of the field (%s)', (reportBy, label) => {
	const none = { custom_ticket: ' ,', transaction_ticket_id: '' };
	expect(() => report({ reportBy, ...none })).toThrow(
		expect.objectContaining({
			message: `'${label}' holds no ticket [item 0]`,
			description: expect.stringContaining('A send has its tickets') as string,
		}),
	);
});

describe('a row of somebody who was left out of the send', () => {
	test('of an item that was sent to others leaves those expected', () => {
		const left = { sent: false, sendTo: '18015551002', skipped: 'no consent' };
		const sent = { sent: true, custom_ticket: 'a', skipped_recipients: [left] };
		expect(report({ custom_ticket: 'a', expected: '18015551001' }, sent)).toEqual([
			{
				custom_ticket: 'a',
				expected: ['18015551001'],
				skipped: [{ sendTo: '18015551002', reason: 'no consent' }],
			},
		]);
	});

	const input = {
		sent: false,
		sendTo: '18015551009',
		skipped: 'it is not subscribed to the group',
	};
	const skipped = [{ sendTo: '18015551009', reason: 'it is not subscribed to the group' }];

	test('is a row of the report, without a ticket to ask for', () => {
		expect(report({ custom_ticket: '' }, input)).toEqual([
			{ custom_ticket: '', skipped, leftOut: true },
		]);
	});

	test('is expected under no ticket', () => {
		expect(report({ custom_ticket: 'a', expected: '18015551009' }, input)).toEqual([
			{ custom_ticket: 'a', expected: [], skipped },
		]);
		expect(
			report({ reportBy: 'campaignKey', campaignKey: 'k', expected: '18015551009' }, input),
		).toEqual([{ custom_ticket: 'campaign', expected: [], skipped }]);
	});
});

test('a campaign asks for whom an item names, whatever its columns sent and error say', () => {
	const fields = { reportBy: 'campaignKey', campaignKey: 'k', expected: '18015551009' };
	const asked = [{ custom_ticket: 'campaign', expected: ['18015551009'] }];
	expect(report(fields, { error: 'bounced' })).toEqual(asked);
	expect(report(fields, { sent: false })).toEqual(asked);
	expect(report({ ...fields, expected: '' }, { error: 'The service refused: no' })).toEqual([
		{
			custom_ticket: 'campaign',
			expected: [],
			skipped: [{ sendTo: '', reason: 'The service refused: no' }],
		},
	]);
});

test.each(['north|2026', '注文、1042', 'a；b', 'a，b', 'a | b', 'a|b,c', 'a,'])(
	'the ticket %s of the input item is one, whatever signs it holds',
	(ticket) => {
		expect(
			report(
				{ custom_ticket: ticket, expected: '18015551001' },
				{ custom_ticket: ticket, sendTo: '18015551001', sent: true },
			),
		).toEqual([{ custom_ticket: ticket, expected: ['18015551001'] }]);
	},
);

test('a part for which the service gave no ticket is asked for by its custom ticket', () => {
	const input = {
		sent: true,
		sendTo: '18015551001',
		transaction_ticket: 't1',
		transaction_tickets: ['t1', null, 't3'],
		custom_tickets: ['c-1', 'c-2', 'c-3'],
	};
	const asked = report(
		{
			reportBy: 'transactionTickets',
			transaction_ticket_id: input.transaction_tickets,
			expected: '18015551001',
		},
		input,
	);
	expect(asked).toEqual(
		[
			{ transaction_ticket_id: 't1' },
			{ transaction_ticket_id: 't3' },
			{ custom_ticket: 'c-2' },
		].map((ticket) => ({ ...ticket, expected: ['18015551001'] })),
	);
});

test('a part of which no ticket at all is known is asked for by none', () => {
	const input = { sent: true, transaction_tickets: ['t1', null], custom_tickets: ['c-1', null] };
	expect(
		report({ reportBy: 'transactionTickets', transaction_ticket_id: ['t1', null] }, input),
	).toEqual([{ transaction_ticket_id: 't1', expected: [] }]);
});

import {
	recipientRow,
	summaryRow,
	type ReportFound,
} from '../../../../../nodes/SubscriptionMessaging/run/report/reportRows';
import { ReportedPeople } from '../../../../../nodes/SubscriptionMessaging/run/report/reportedPeople';
import type { ReportedTicket } from '../../../../../nodes/SubscriptionMessaging/run/report/tickets';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';

const ticket = (position: number, custom_ticket: string, keyword = 'NSTAFF') =>
	({
		position,
		call: {
			operation: 'getCustomTransactionStatus',
			code: '12345',
			keyword,
			parameters: { custom_ticket },
		},
	}) as unknown as ReportedTicket;

function found(tickets: ReportedTicket[], people: ReportedPeople, more: Partial<ReportFound> = {}) {
	return {
		people: finished(people.inOrder()),
		messages: people.messages,
		tickets: new Map(tickets.map((one) => [one.position, one])),
		unknown: new Map<number, string>(),
		campaigns: [],
		skipped: [],
		...more,
	};
}

const LEFT = { sendTo: '8', reason: 'it has left the group' };
const LOST = { sendTo: '', reason: 'it broke off', isUnknown: true as const };

test('counts each recipient once, and names the other statuses by how many have them', () => {
	const people = new ReportedPeople();
	const said = (sendTo: string, status_code: number, status_message: string) => ({
		sendTo,
		status_code,
		status_message,
	});
	finished(
		people.add(
			0,
			[
				said('1', 100, 'Delivered'),
				said('2', 101, 'Sent'),
				said('3', 7, 'Blocked'),
				said('4', 9, 'Off'),
				said('5', 9, 'Off'),
			],
			[],
		),
	);
	finished(people.addUnknown(1, 'why', []));
	const tickets = [ticket(0, 'a'), ticket(1, 'b')];
	expect(
		finished(
			summaryRow(
				found(tickets, people, { unknown: new Map([[1, 'why']]), skipped: [LEFT, LEFT, LOST] }),
			),
		),
	).toEqual({
		group: 'NSTAFF',
		ticket_count: 2,
		message_count: 5,
		recipient_count: 6,
		delivered_count: 1,
		in_transit_count: 1,
		other_count: 3,
		unknown_count: 2,
		not_sent_count: 2,
		other_statuses: [
			{ status_code: 9, status_message: 'Off', count: 2 },
			{ status_code: 7, status_message: 'Blocked', count: 1 },
		],
		unknown_tickets: [
			{ custom_ticket: 'b', unknown_reason: 'why' },
			{ unknown_reason: 'it broke off' },
		],
	});
});

test('names no group where there are several', () => {
	const tickets = [ticket(0, 'a'), ticket(1, 'b', 'NCLIENT')];
	expect(finished(summaryRow(found(tickets, new ReportedPeople())))).not.toHaveProperty('group');
});

test('a row has the status, its ticket, and all tickets where there are several', () => {
	const people = new ReportedPeople();
	finished(people.add(1, [{ sendTo: '1', status_code: 101, status_message: 'Sent' }], []));
	finished(people.add(0, [{ sendTo: '1', status_code: 100, status_message: 'Delivered' }], []));
	const tickets = new Map([ticket(0, 'a'), ticket(1, 'b')].map((one) => [one.position, one]));
	const [row] = finished(people.inOrder()).map((person) =>
		recipientRow(person, (at) => tickets.get(at)!),
	);
	expect(row).toEqual({
		sendTo: '1',
		group: 'NSTAFF',
		status: 'in_transit',
		status_code: 101,
		status_message: 'Sent',
		custom_ticket: 'b',
		custom_tickets: ['a', 'b'],
	});
});

test('tells 1,000 other statuses apart, and counts the rest together', () => {
	const people = new ReportedPeople();
	const rows = Array.from({ length: 1_003 }, (_, index) => ({
		sendTo: String(index),
		status_code: 9,
		status_message: `Off ${index}`,
	}));
	finished(people.add(0, rows, []));
	const row = finished(summaryRow(found([ticket(0, 'a')], people)));
	const others = row.other_statuses as unknown[];
	expect([row.other_count, others.length]).toEqual([1_003, 1_001]);
	expect(others[0]).toEqual({ status_code: null, status_message: null, count: 3 });
});

test('other statuses are the same where their texts begin alike, and may have none', () => {
	const people = new ReportedPeople();
	const long = 'x'.repeat(1_000);
	const texts = [`${long}a`, `${long}b`, null];
	const rows = texts.map((status_message, index) => ({
		sendTo: String(index),
		status_code: 9,
		status_message,
	}));
	finished(people.add(0, rows, []));
	expect(finished(summaryRow(found([ticket(0, 'a')], people))).other_statuses).toEqual([
		{ status_code: 9, status_message: `${long}a`, count: 2 },
		{ status_code: 9, status_message: null, count: 1 },
	]);
});

test('names the key of a campaign where all tickets have the same one', () => {
	const totals = (...keys: string[]) => {
		const campaigns = keys.map((key) => ({ key, call: ticket(0, 'a').call }));
		const more = { campaigns } as unknown as Partial<ReportFound>;
		return finished(summaryRow(found([ticket(0, 'a')], new ReportedPeople(), more)));
	};
	expect(totals('spring', 'spring')).toMatchObject({ campaign_key: 'spring', group: 'NSTAFF' });
	expect(totals('spring', 'autumn')).not.toHaveProperty('campaign_key');
	expect(totals()).not.toHaveProperty('campaign_key');
	expect(totals()).not.toHaveProperty('not_sent_count');
});

describe('the row of a recipient', () => {
	const service = (position: number, transaction_ticket_id: string) =>
		({
			position,
			call: {
				operation: 'getTransactionStatus',
				code: '12345',
				keyword: 'NSTAFF',
				parameters: { transaction_ticket_id },
			},
		}) as unknown as ReportedTicket;
	const sent = [{ sendTo: '1', status_code: 101, status_message: 'Sent' }];
	const rowsOf = (people: ReportedPeople, ...tickets: ReportedTicket[]) =>
		finished(people.inOrder()).map((person) => recipientRow(person, (at) => tickets[at]!));

	test('names further tickets only where there are some, each by its kind', () => {
		const one = new ReportedPeople();
		finished(one.add(0, sent, []));
		const [row] = rowsOf(one, ticket(0, 'a'));
		expect(row).not.toHaveProperty('custom_tickets');
		expect(row).not.toHaveProperty('transaction_tickets');
		expect(row).not.toHaveProperty('unknown_reason');

		const two = new ReportedPeople();
		for (const position of [0, 1]) finished(two.add(position, sent, []));
		const [ofService] = rowsOf(two, service(0, 's'), service(1, 't'));
		expect(ofService).toMatchObject({ transaction_tickets: ['s', 't'] });
		expect(ofService).not.toHaveProperty('custom_tickets');
		expect(rowsOf(two, ticket(0, 'a'), ticket(1, 'b'))[0]).not.toHaveProperty(
			'transaction_tickets',
		);
	});

	test('says why nothing is known', () => {
		const people = new ReportedPeople();
		finished(people.addUnknown(0, 'why', ['1']));
		expect(rowsOf(people, ticket(0, 'a'))).toMatchObject([{ sendTo: '1', unknown_reason: 'why' }]);
	});

	test('and the totals name a ticket of the service as such', () => {
		const unknown = new Map([[0, 'why']]);
		const row = finished(summaryRow(found([service(0, 's')], new ReportedPeople(), { unknown })));
		expect(row.unknown_tickets).toEqual([{ transaction_ticket: 's', unknown_reason: 'why' }]);
	});
});

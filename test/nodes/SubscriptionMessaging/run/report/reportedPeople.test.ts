import fc from 'fast-check';

import {
	ReportedPeople,
	statusOf,
} from '../../../../../nodes/SubscriptionMessaging/run/report/reportedPeople';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { stepsOf } from '../../stepsOf';

type Row = [sendTo: string | null, code: number | null];

const details = (rows: readonly Row[]) =>
	rows.map(([sendTo, status_code]) => ({
		sendTo,
		status_code,
		status_message: status_code === null ? null : `said of ${status_code}`,
	}));

function people(expected: readonly string[] = []) {
	const all = finished(ReportedPeople.of(expected));
	return {
		all,
		add: (ticket: number, rows: readonly Row[], under: readonly string[] = []) =>
			finished(all.add(ticket, details(rows), under)),
		statuses: () =>
			finished(all.inOrder()).map(
				(person) => [person.sendTo, statusOf(person), person.tickets.toSorted()] as const,
			),
	};
}

test('each recipient once, however it is written, with the status furthest from delivered', () => {
	const { add, all, statuses } = people();
	add(0, [
		['18015551001', 100],
		['18015551002', 100],
		['18015551003', 101],
		['18015551004', null],
	]);
	add(1, [
		['+1 801 555 1001', 100],
		['18015551002', 101],
		['18015551003', 7],
		['18015551004', 101],
	]);
	expect(statuses()).toEqual([
		['18015551001', 'delivered', [0, 1]],
		['18015551002', 'in_transit', [0, 1]],
		['18015551003', 'other', [0, 1]],
		['18015551004', null, [0, 1]],
	]);
	expect(all.messages).toBe(8);
});

test('rows that hide the same digits are a person each, as nobody knows whose they are', () => {
	const { add, statuses } = people();
	add(0, [
		['1801555****', 100],
		['1801555****', 101],
	]);
	expect(statuses()).toHaveLength(2);
});

test('a number without its country code is that of the recipient who was named', () => {
	const { add, statuses } = people(['18015551001', '18015551002']);
	add(0, [['8015551001', 100]], ['18015551001']);
	expect(statuses()).toEqual([['18015551001', 'delivered', [0]]]);
});

test('a number that could be that of two recipients is nobody of them', () => {
	const { add, statuses } = people(['18015551001', '498015551001']);
	add(0, [['8015551001', 100]], ['18015551001']);
	expect(statuses()).toEqual([
		['8015551001', 'delivered', [0]],
		['18015551001', null, [0]],
	]);
});

test('who is not listed under the ticket is unknown, with the reason', () => {
	const { add, all } = people(['18015551001', '18015551002']);
	add(0, [['18015551001', 100]], ['18015551001', '18015551002']);
	expect(finished(all.inOrder())[1]).toMatchObject({
		sendTo: '18015551002',
		reason: "the service doesn't list this recipient under the ticket",
	});
});

test('of an unknown ticket those who were named are unknown, and else one recipient without a name', () => {
	const { all, statuses } = people(['18015551001']);
	finished(all.addUnknown(0, 'why', ['18015551001']));
	finished(all.addUnknown(1, 'why', []));
	expect(statuses()).toEqual([
		['18015551001', null, [0]],
		[null, null, [1]],
	]);
});

test('who is listed under no ticket of a campaign is unknown; who is under any is not', () => {
	const { add, all, statuses } = people(['18015551001', '18015551002']);
	add(0, [['18015551001', 100]]);
	const named = ['18015551001', '18015551002'];
	finished(all.addUnlisted(9, named, 'why', (ticket) => ticket < 10));
	expect(statuses()).toEqual([
		['18015551001', 'delivered', [0]],
		['18015551002', null, [9]],
	]);
});

test('whoever is listed by another campaign alone is unknown', () => {
	const { add, all, statuses } = people(['18015551001']);
	add(10, [['18015551001', 100]]);
	finished(all.addUnlisted(9, ['18015551001'], 'why', (ticket) => ticket < 10));
	expect(statuses()).toEqual([['18015551001', null, [10, 9]]]);
});

test('of several statuses that are as far from delivered, the first counts', () => {
	const { add, all } = people();
	add(0, [
		['18015551001', 7],
		['18015551001', 8],
	]);
	add(1, [['18015551001', 9]]);
	expect(finished(all.inOrder())).toMatchObject([
		{ detail: { status_code: 7 }, ticket: 0, tickets: [0, 1] },
	]);
});

test('each has the place of its first ticket, also where a later one lists it further up', () => {
	const { add, statuses } = people();
	add(0, [
		['18015551001', 100],
		['18015551002', 100],
	]);
	add(1, [
		['18015551003', 100],
		['18015551001', 100],
	]);
	expect(statuses().map(([sendTo]) => sendTo)).toEqual([
		'18015551001',
		'18015551002',
		'18015551003',
	]);
});

test('a number that was named as it is listed is that one, though another ends with it', () => {
	const { add, statuses } = people(['18015551001', '+8015551001']);
	add(0, [['8015551001', 100]]);
	expect(statuses()).toEqual([['+8015551001', 'delivered', [0]]]);
});

test('rows without an address are messages of their own', () => {
	const { add, statuses } = people();
	add(0, [
		[null, 100],
		[null, 100],
	]);
	expect(statuses()).toHaveLength(2);
});

test('rows without an address, and unknown tickets, are not mixed up across tickets', () => {
	const { all, add, statuses } = people();
	const nobody = (rows: number) => Array.from({ length: rows }, (): Row => [null, 100]);
	add(1, nobody(12));
	add(11, nobody(2));
	finished(all.addUnknown(2, 'why', []));
	finished(all.addUnknown(3, 'why', []));
	expect(statuses()).toHaveLength(16);
});

test('the order in which answers arrive changes nothing', () => {
	const row = fc.tuple(
		fc.constantFrom('18015551001', '18015551002', '8015551003', null),
		fc.constantFrom(100, 101, 7, null),
	);
	fc.assert(
		fc.property(
			fc.array(fc.array(row, { maxLength: 4 }), { maxLength: 5 }),
			fc.infiniteStream(fc.nat()),
			(tickets, random) => {
				const numbered = tickets.map((rows, ticket) => ({ rows, ticket, by: random.next().value }));
				const read = (order: typeof numbered) => {
					const { add, all } = people(['18015551001']);
					for (const { rows, ticket } of order) add(ticket, rows, ['18015551001']);
					return finished(all.inOrder()).map((person) => ({
						...person,
						tickets: person.tickets.toSorted(),
					}));
				};
				expect(read(numbered.toSorted((a, b) => a.by - b.by))).toEqual(read(numbered));
			},
		),
	);
});

test('long lists are read and put in order in steps', () => {
	const many = Array.from({ length: 2_000 }, (_one, index) => String(18015550000 + index));
	expect(stepsOf(ReportedPeople.of(many))).toBeGreaterThan(3);
	const { all } = people();
	expect(stepsOf(all.addUnknown(0, 'why', many))).toBeGreaterThan(3);
	expect(stepsOf(all.addUnlisted(1, many, 'why', () => false))).toBeGreaterThan(3);
	expect(stepsOf(all.inOrder())).toBeGreaterThan(3);
	expect(finished(all.inOrder()).map(({ sendTo }) => sendTo)).toEqual(many);
});

test('a number of somebody else that ends alike is another recipient where the own one is there', () => {
	const { add, statuses } = people(['16592345678']);
	add(0, [
		['6592345678', 102],
		['+16592345678', 100],
	]);
	expect(statuses()).toEqual([
		['6592345678', 'other', [0]],
		['16592345678', 'delivered', [0]],
	]);
});

test('a row that tells nothing at all is nobody, and others that name nobody are one recipient each', () => {
	const { all, add, statuses } = people();
	finished(all.add(0, [{}, {}], []));
	expect(all.messages).toBe(0);
	expect(statuses()).toEqual([]);
	add(1, [
		['n/a', 100],
		['n/a', 100],
	]);
	expect(statuses()).toHaveLength(2);
});

test('whom the items name is one recipient, however little the address tells', () => {
	const { add, statuses } = people(['desk']);
	add(0, [['desk', 100]]);
	add(1, [['desk', 100]]);
	expect(statuses()).toEqual([['desk', 'delivered', [0, 1]]]);
});

test('whoever another campaign lists as well is known', () => {
	const { add, all, statuses } = people(['18015551001']);
	add(0, [['18015551001', 100]]);
	add(10, [['18015551001', 100]]);
	finished(all.addUnlisted(9, ['18015551001'], 'why', (ticket) => ticket < 10));
	expect(statuses()).toEqual([['18015551001', 'delivered', [0, 10]]]);
});

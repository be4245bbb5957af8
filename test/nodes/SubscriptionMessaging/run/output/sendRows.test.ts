import type { IDataObject } from 'n8n-workflow';

import type {
	AcceptedCall,
	PreparedItem,
	PreparedRequest,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	sendRow,
	skippedRow,
	smartColumns,
} from '../../../../../nodes/SubscriptionMessaging/run/output/sendRows';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import {
	broadcastCall,
	byIndex,
	fromItem,
	item,
	plainCall,
	planOf,
	request,
	sendCall,
	to,
} from '../preparedItems';

type Answered = Pick<AcceptedCall, 'answer'> & Partial<Pick<AcceptedCall, 'evidence'>>;

const T: Answered = { answer: { result: true, message: 'OK', transaction_ticket: 't' } };

/** The row of the first item, or of another one, whose calls were answered so. */
function rowOf(
	items: PreparedItem | readonly PreparedItem[],
	answers: readonly Answered[] = [T],
	itemIndex = 0,
): IDataObject {
	const all = [items].flat();
	const calls = planOf(byIndex(...all)).callsOf.get(itemIndex)!;
	const sends = calls.map((planned, index): AcceptedCall => {
		const { answer, evidence = 'answered' } = answers[index] ?? T;
		return { planned, answer, evidence };
	});
	return finished(sendRow(itemIndex, sends, all[itemIndex]!));
}

const ticketed = (number: string, custom_ticket: string, message = 'Hi') =>
	request(sendCall(to(number), message, { custom_ticket }));
const one = item(ticketed('1', 'a'));

describe('the row of a send', () => {
	test('says that it was sent, to whom, by which group and under which tickets', () => {
		expect(rowOf(one)).toEqual({
			sent: true,
			recipients: ['1'],
			group: 'NSTAFF',
			transaction_ticket: 't',
			custom_ticket: 'a',
		});
	});

	test.each([
		['of a recipient of its own', item(fromItem('1')), { sendTo: '1', batch: 0 }],
		['of a list', item(request(sendCall(to('1', '2')))), { recipients: ['1', '2'] }],
		['of a message to everyone', item(request(broadcastCall())), { everyone: true }],
	])('%s says whom it is for', (_which, prepared, expected) => {
		const { sendTo, recipients, everyone, batch } = rowOf(prepared);
		expect({ sendTo, recipients, everyone, batch }).toEqual(expected);
	});

	test('of one of several items names its own recipient', () => {
		const items = ['1', '2'].map((number) => item(fromItem(number)));
		expect([0, 1].map((index) => rowOf(items, [T], index).sendTo)).toEqual(['1', '2']);
	});

	test('names all tickets of a text in parts', () => {
		const parts = [1, 2].map((part) => ({
			...ticketed('1', `a-${part}`),
			fitted: { part, parts: 2 },
		}));
		const answers = ['t1', 't2'].map((transaction_ticket) => ({ answer: { transaction_ticket } }));
		expect(rowOf(item(parts), answers)).toMatchObject({
			transaction_ticket: 't1',
			transaction_tickets: ['t1', 't2'],
			custom_ticket: 'a-1',
			custom_tickets: ['a-1', 'a-2'],
			parts: 2,
			segments: 2,
		});
		const shared = [ticketed('1', 'a'), ticketed('1', 'a')];
		expect(rowOf(item(shared))).not.toHaveProperty('custom_tickets');
	});

	test.each([
		['recovered', [T, { ...T, evidence: 'recovered' as const }], { recovered: true }],
		['sent before', [{ ...T, evidence: 'sentBefore' as const }, T], { sent_before: true }],
		['answered', [T, T], {}],
	])('says that one of its sends was %s', (_how, answers, expected) => {
		const { recovered, sent_before } = rowOf(
			item([ticketed('1', 'a'), ticketed('1', 'b')]),
			answers,
		);
		expect({ recovered, sent_before }).toEqual({
			recovered: undefined,
			sent_before: undefined,
			...expected,
		});
	});

	test('holds what else was answered only without Simplify, and the tickets once', () => {
		const answer = { ...T.answer, custom_ticket: 'of the service' };
		expect(rowOf({ ...one, simplify: false }, [{ answer }])).toEqual({
			...rowOf(one),
			result: true,
			message: 'OK',
		});
	});

	test('says itself what it sent, also without Simplify', () => {
		const answer = { ...T.answer, sent: false, group: '77', recipients: 'none', credits: 5 };
		expect(rowOf({ ...one, simplify: false }, [{ answer }])).toMatchObject({
			...rowOf(one),
			credits: 5,
		});
	});

	test('tells whom everyone was, and that some may be counted twice', () => {
		const everyone = (...groups: string[]) =>
			rowOf(
				item(request(broadcastCall()), {
					reached: { groups, people: 5, withoutText: 1 },
				} as unknown as Partial<PreparedItem>),
			);
		expect(everyone('A')).toMatchObject({ subscriber_count: 5, without_text_count: 1 });
		expect(everyone('A')).not.toHaveProperty('at_most');
		expect(everyone('A', 'B')).toMatchObject({ subscriber_count: 5, at_most: true });
		expect(rowOf(one)).not.toHaveProperty('subscriber_count');
	});

	test.each([
		['onlyThese' as const, 'only_these'],
		['redirect' as const, 'redirect'],
	])('names a credential with the rule %s', (recipientsAllowed, expected) => {
		expect(rowOf({ ...one, recipientsAllowed }).recipients_allowed).toBe(expected);
	});

	test('says who was left out, and what to look at', () => {
		const skipped = [{ sendTo: '2', reason: 'no consent' }];
		expect(rowOf({ ...one, skipped, warnings: ['Long'] })).toMatchObject({
			skipped_recipients: [{ sent: false, sendTo: '2', skipped: 'no consent' }],
			warnings: ['Long'],
		});
		expect(rowOf(one)).not.toHaveProperty('skipped_recipients');
		expect(rowOf(one)).not.toHaveProperty('warnings');
	});
});

describe('a send that the credential redirects', () => {
	test('names for whom it was, of an item one', () => {
		const items = ['1', '2'].map((number) =>
			item(fromItem('9', 'Hi', { redirectedFrom: [number] })),
		);
		expect([0, 1].map((index) => rowOf(items, [T], index).redirected_from)).toEqual(['1', '2']);
	});

	test('names all of a list, each once', () => {
		const part = (custom_ticket: string) => ({
			...ticketed('9', custom_ticket),
			redirectedFrom: ['1', '2'],
		});
		expect(rowOf(item([part('a'), part('b')])).redirected_from).toEqual(['1', '2']);
		expect(rowOf(one)).not.toHaveProperty('redirected_from');
	});
});

describe('a plain send', () => {
	const plain = (...texts: string[]) =>
		item(texts.map((text) => request(plainCall('18015550001,18015550002', text))));
	const listed = (...accepted: string[]): Answered => ({ answer: { accepted } });
	const both = ['18015550001', '18015550002'];

	test.each<[string, Answered[], object]>([
		['all where it lists all', [listed(...both)], { recipients: both }],
		['all where it lists none', [{ answer: { accepted: null } }], { recipients: both }],
		[
			'those whom it lists, and the others, however they are written',
			[listed('+1 801 555-0002')],
			{ recipients: [both[1]], not_accepted: [both[0]] },
		],
	])('names %s', (_which, answers, expected) => {
		const { recipients, not_accepted } = rowOf(plain('a'), answers);
		expect({ recipients, ...(not_accepted !== undefined && { not_accepted }) }).toEqual(expected);
	});

	test('has no custom ticket', () => {
		expect(rowOf(plain('a'), [listed(...both)])).not.toHaveProperty('custom_ticket');
	});

	test('names as taken who was taken for every part', () => {
		const row = rowOf(plain('a', 'b'), [listed(...both), listed(both[0]!)]);
		expect(row).toMatchObject({ recipients: [both[0]], not_accepted: [both[1]] });
		const unlisted = rowOf(plain('a', 'b'), [listed(both[0]!), { answer: { accepted: null } }]);
		expect(unlisted).toMatchObject({ recipients: [both[0]], not_accepted: [both[1]] });
		const none = rowOf(plain('a', 'b'), Array(2).fill({ answer: { accepted: null } }));
		expect(none.recipients).toEqual(both);
	});
});

describe('the number of SMS', () => {
	const LONG = 'x'.repeat(161);
	const fitted = { part: 1, parts: 1 };
	const smart = { segmentsBefore: 3, replaced: ['’'] } as unknown as PreparedRequest['smart'];

	test('is said where the text was fitted, or its letters replaced', () => {
		expect(rowOf(one)).not.toHaveProperty('segments');
		expect(rowOf(item({ ...ticketed('1', 'a', LONG), fitted })).segments).toBe(2);
		expect(rowOf(item({ ...ticketed('1', 'a', LONG), smart }))).toMatchObject({
			segments: 2,
			segments_before: 3,
			replaced: ['’'],
		});
		expect(smartColumns(undefined)).toEqual({});
	});

	test('is that of all parts, for whoever gets the longest', () => {
		const parts = [LONG, 'short'].map((text, index) => ({
			...ticketed('1', `a-${index}`, text),
			fitted: { part: index + 1, parts: 2 },
		}));
		expect(rowOf(item(parts)).segments).toBe(3);
		const recipients = [
			{ sendTo: '1', type: 1 },
			{ sendTo: '2', type: 1, message: LONG },
			{ sendTo: '3', type: 1 },
		];
		expect(rowOf(item(request(sendCall(recipients, 'Hi'), { fitted }))).segments).toBe(2);
	});

	test('is of one person, whose parts are as long as theirs, and counts no email', () => {
		const of = (ann: string, bob: string) => [
			{ sendTo: '1', type: 1, message: ann },
			{ sendTo: '2', type: 1, message: bob },
			{ sendTo: 'a@example.com', type: 4, message: LONG.repeat(3) },
		];
		const parts = [of(LONG, 'Hi'), of('Hi', LONG)].map((recipients, index) =>
			request(sendCall(recipients), { fitted: { part: index + 1, parts: 2 } }),
		);
		expect(rowOf(item(parts)).segments).toBe(3);
	});

	test('is not said of an email', () => {
		const recipients = [{ sendTo: 'a@example.com', type: 4 }];
		const row = rowOf(item(request(sendCall(recipients, LONG), { fitted })));
		expect([row.parts, 'segments' in row]).toEqual([1, false]);
	});

	test('counts the values of a recipient, and only those of the item', () => {
		const named = (sendTo: string, value: string) => ({
			...fromItem(sendTo),
			fitted,
			call: sendCall([{ sendTo, type: 1, customfields: [{ name: 'n', value }] }], 'Hi {n}'),
		});
		const items = [item(named('1', 'Ann')), item(named('2', LONG))];
		expect([0, 1].map((index) => rowOf(items, [T], index).segments)).toEqual([1, 2]);
	});

	test('is that of the text where everyone gets it', () => {
		const prepared = request(broadcastCall(LONG), { fitted });
		expect(rowOf(item(prepared)).segments).toBe(2);
	});
});

test('a recipient of whom it is not known whether anything was sent has neither', () => {
	expect(skippedRow({ sendTo: '', reason: 'it broke off', isUnknown: true })).toEqual({
		sendTo: '',
		status: null,
		unknown_reason: 'it broke off',
	});
});

test('a recipient that was left out says why, or by which ticket a campaign reached it', () => {
	expect(skippedRow({ sendTo: '1', reason: 'no consent' })).toEqual({
		sent: false,
		sendTo: '1',
		skipped: 'no consent',
	});
	const inParts = { custom_ticket: 'spring-1-1', custom_tickets: ['spring-1-1', 'spring-1-2'] };
	expect(skippedRow({ sendTo: '1', sent_before: true, ...inParts })).toEqual({
		sent: true,
		sendTo: '1',
		sent_before: true,
		...inParts,
	});
	expect(skippedRow({ sendTo: '1', sent_before: true, custom_ticket: 'spring-1' })).toEqual({
		sent: true,
		sendTo: '1',
		sent_before: true,
		custom_ticket: 'spring-1',
	});
});

test('tells the messages of a list with a text for each of 130,000 people', () => {
	const recipients = Array.from({ length: 130_000 }, (_none, index) => ({
		sendTo: String(18_000_000_000 + index),
		type: 1,
		message: `Hello ${index}`,
	}));
	const smart = { replaced: [], segmentsBefore: 1 };
	expect(rowOf(item(request(sendCall(recipients), { smart })))).toMatchObject({ segments: 1 });
});

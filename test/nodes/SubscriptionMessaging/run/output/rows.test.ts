import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../../nodes/SubscriptionMessaging/actions/operation/operation';
import { findOperation } from '../../../../../nodes/SubscriptionMessaging/actions/router';
import type {
	Outcome,
	PreparedItem,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	acceptedCalls,
	rowsOfItem,
} from '../../../../../nodes/SubscriptionMessaging/run/output/rows';
import type { StatusShare } from '../../../../../nodes/SubscriptionMessaging/run/output/statusShares';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import type { Session } from '../../../../../nodes/SubscriptionMessaging/transport/session';
import {
	accepted,
	byIndex,
	fromItem,
	item,
	lookUpCall,
	outcomesOf,
	planOf,
	request,
	sendCall,
	SETTINGS,
	to,
	unit,
} from '../preparedItems';

const SEND = findOperation('message', 'send')!;
const READ = findOperation('division', 'get')!;

interface Given {
	operation?: Operation;
	outcomes?: Outcome[];
	status?: StatusShare;
	itemIndex?: number;
}

/** The rows of one item of a run. */
function rowsOf(
	items: PreparedItem | readonly PreparedItem[],
	{ operation = SEND, outcomes = [accepted()], status, itemIndex = 0 }: Given = {},
): IDataObject[] {
	const all = [items].flat();
	const plan = planOf(byIndex(...all));
	const sessions = [{ companyKeyword: 'ACME' }] as unknown as Session[];
	const ended = { plan, outcomes: outcomesOf(plan, ...outcomes), sessions };
	return [
		...finished(rowsOfItem(operation, ended, all[itemIndex]!, itemIndex, status)),
	] as IDataObject[];
}

const reading = (more: Partial<PreparedItem> = {}) =>
	item(request({ ...unit, operation: 'readDivision', parameters: {} }), more);
const simplifying = (simplify: Operation['simplify']): Operation => ({ ...READ, simplify });

test('the calls of an item that were accepted are those, in order', () => {
	const plan = planOf(
		byIndex(item(['a', 'b', 'c'].map((text) => request(sendCall(to('1'), text))))),
	);
	const outcomes = outcomesOf(
		plan,
		accepted({ n: 1 }),
		{ kind: 'notAttempted' },
		accepted({ n: 3 }, 'recovered'),
	);
	const [first, , third] = plan.chains[0]!;
	expect(acceptedCalls(plan, outcomes, 0)).toEqual([
		{ planned: first, answer: { n: 1 }, evidence: 'answered' },
		{ planned: third, answer: { n: 3 }, evidence: 'recovered' },
	]);
	expect(acceptedCalls(plan, outcomes, 7)).toEqual([]);
});

test('a send has one row', () => {
	expect(rowsOf(item(fromItem('1')))).toMatchObject([{ sent: true, sendTo: '1' }]);
});

describe('what only reads', () => {
	const three = simplifying(function* () {
		yield { n: 1 };
		yield { n: 2 };
		yield { n: 3 };
	});

	test('has the rows of its answer, as many as are asked for', () => {
		const numbers = (limit: number) =>
			rowsOf(reading({ limit }), { operation: three }).map(({ n }) => n);
		expect(numbers(Infinity)).toEqual([1, 2, 3]);
		expect(numbers(2)).toEqual([1, 2]);
		expect(numbers(3)).toEqual([1, 2, 3]);
	});

	test('has as many rows as are asked for, however often others get a turn between them', () => {
		const resting = simplifying(function* () {
			yield { n: 1 };
			yield undefined;
			yield { n: 2 };
			yield { n: 3 };
		});
		const rows = rowsOf(reading({ limit: 2 }), { operation: resting });
		expect(rows.filter(Boolean)).toEqual([{ n: 1 }, { n: 2 }]);
	});

	test('has the whole answer without Simplify, or where nothing is simplified', () => {
		const outcomes = [accepted({ whole: true })];
		const whole = rowsOf(reading({ simplify: false }), { operation: three, outcomes });
		expect(whole).toEqual([{ whole: true }]);
		expect(rowsOf(reading(), { operation: simplifying(undefined), outcomes })).toEqual(whole);
	});

	test('is simplified with the company that asked, if it is known', () => {
		const company = simplifying(function* (_answer, _call, keyword) {
			yield { keyword };
		});
		expect(rowsOf(reading(), { operation: company })).toEqual([{ keyword: 'ACME' }]);
		const settings = { ...SETTINGS, account: 1 };
		const elsewhere = reading();
		const requests = elsewhere.requests.map((one) => ({ ...one, settings }));
		expect(rowsOf({ ...elsewhere, requests }, { operation: company })).toEqual([{ keyword: '' }]);
	});
});

describe('a look-up', () => {
	const operation = READ;
	const answer = { result: true, response: { list: [{ phone: '1', carrier: 'A' }] } };

	test('has a row for each number', () => {
		const rows = rowsOf(item(request(lookUpCall('2,1'))), {
			operation,
			outcomes: [accepted(answer)],
		});
		expect(rows.map(({ phone }) => phone)).toEqual(expect.arrayContaining(['2', '1']));
	});

	test('has them in the answer without Simplify', () => {
		const prepared = item(request(lookUpCall('2')), { simplify: false });
		const response = { ...answer.response, credits_left: 7 };
		const outcomes = [accepted({ ...answer, response })];
		const [row] = rowsOf(prepared, { operation, outcomes });
		const list = expect.any(Array) as unknown;
		expect(row).toMatchObject({ result: true, response: { list, credits_left: 7 } });
	});

	test('that was not asked for, as in a run that is cancelled, has the numbers alone', () => {
		const prepared = item(request(lookUpCall('2')), { simplify: false });
		const rows = rowsOf(prepared, { operation, outcomes: [{ kind: 'notAttempted' }] });
		expect(rows).toEqual([{ response: { list: [{ phone: '2' }] } }]);
	});
});

describe('the status of a send', () => {
	const call = {
		...unit,
		operation: 'getTransactionStatus',
		parameters: { transaction_ticket_id: 't' },
	} as const;
	const status = [
		{ sendTo: '1', status_code: 100, status_message: 'Sent' },
	] as unknown as StatusShare;
	const outcomes = [accepted({ result: true, response: { id: 't', transactionlist: ['all'] } })];
	const given = { operation: READ, outcomes, status };

	test('has a row for each recipient', () => {
		expect(rowsOf(item(request(call)), given)).toMatchObject([{ sendTo: '1', status_code: 100 }]);
	});

	test('is the whole answer without Simplify, with the share of an item that asks for one', () => {
		const whole = { simplify: false };
		expect(rowsOf(item(request(call), whole), given)).toEqual([
			{ result: true, response: { id: 't', transactionlist: ['all'] } },
		]);
		const recipient = { sendTo: '1' } as never;
		expect(rowsOf(item(request(call, { recipient }), whole), given)).toEqual([
			{ result: true, response: { id: 't', transactionlist: status } },
		]);
	});

	test('is given by one item alone', () => {
		expect(rowsOf(item(request(call)), { ...given, status: 'given' })).toEqual([]);
	});
});

describe('an item for which nothing was sent', () => {
	const settings = { ...SETTINGS, removesDuplicates: true };
	const again = ['1', '1'].map((number) => item(fromItem(number, 'Hi', { settings })));
	const left = (...numbers: string[]) =>
		item([], { skipped: numbers.map((sendTo) => ({ sendTo, reason: 'no consent' })) });

	test('names whom it was for, and the item before with the same recipient', () => {
		expect(rowsOf(again, { itemIndex: 1 })).toEqual([
			{ sent: false, sendTo: '1', skipped: 'the same recipient is in item 0' },
		]);
		expect(rowsOf(again, { itemIndex: 1, outcomes: [{ kind: 'notAttempted' }] })).toEqual([
			{
				sent: false,
				sendTo: '1',
				skipped: 'the same recipient is in item 0, but that message may not have been sent',
			},
		]);
	});

	test('says so where only one part of the text before it is unknown', () => {
		const inParts = ['1', '1'].map((number) =>
			item(['a', 'b'].map((text) => fromItem(number, text, { settings }))),
		);
		const outcomes: Outcome[] = [accepted(), { kind: 'notAttempted' }];
		expect(rowsOf(inParts, { itemIndex: 1, outcomes })).toMatchObject([
			{ skipped: expect.stringContaining('may not have been sent') as string },
		]);
	});

	test('names whom it was for before the credential redirected it', () => {
		const redirected = again.map((one) => ({
			...one,
			requests: one.requests.map((prepared) => ({ ...prepared, redirectedFrom: ['7'] })),
		}));
		expect(rowsOf(redirected, { itemIndex: 1 })).toMatchObject([{ sendTo: '7' }]);
	});

	test('names who was left out, one or all', () => {
		expect(rowsOf(left('1'))).toEqual([{ sent: false, sendTo: '1', skipped: 'no consent' }]);
		expect(rowsOf({ ...left('1', '2'), recipientsAllowed: 'onlyThese' })).toEqual([
			{
				sent: false,
				recipients: [],
				skipped: 'all of its recipients were left out',
				skipped_recipients: [
					{ sent: false, sendTo: '1', skipped: 'no consent' },
					{ sent: false, sendTo: '2', skipped: 'no consent' },
				],
				recipients_allowed: 'only_these',
			},
		]);
		expect(rowsOf({ ...left('1'), recipientsAllowed: 'redirect' })).toMatchObject([
			{ recipients_allowed: 'redirect' },
		]);
	});

	test('tells what became of the item that has its recipient', () => {
		const repeats = (item_index: number) =>
			item([], { skipped: [{ sendTo: '1', reason: 'it is elsewhere', repeats: item_index }] });
		const skipped = (items: PreparedItem[]) => rowsOf(items, { itemIndex: 1 })[0]?.skipped;
		expect(skipped([item(fromItem('1')), repeats(0)])).toBe('it is elsewhere');
		// One that was refused is no part of the plan.
		expect(skipped([item(fromItem('2')), repeats(7)])).toMatch(/may not have been sent$/);
		expect(skipped([left('1'), repeats(0)])).toBe('it is elsewhere');
	});

	test('is not sent where one of its recipients has nothing, or where it has none', () => {
		const had = { sendTo: '1', reason: '', sent_before: true as const, custom_ticket: 'a-1' };
		const mixed = item([], { skipped: [had, { sendTo: '2', reason: 'no consent' }] });
		expect(rowsOf(mixed)).toMatchObject([
			{ sent: false, recipients: [], skipped_recipients: [{ sent: true }, { sent: false }] },
		]);
		expect(rowsOf(mixed)[0]).not.toHaveProperty('sent_before');
		expect(rowsOf(item([]))).toMatchObject([{ sent: false, recipients: [] }]);
	});

	test('because its campaign has reached its recipients counts as sent', () => {
		const reached = (...numbers: string[]) =>
			item([], {
				skipped: numbers.map((sendTo) => ({
					sendTo,
					reason: '',
					sent_before: true as const,
					custom_ticket: 'spring-1',
				})),
			});
		const row = { sent: true, sent_before: true, custom_ticket: 'spring-1' };
		const rule = { recipientsAllowed: 'onlyThese' } as const;
		const limited = { recipients_allowed: 'only_these' };
		expect(rowsOf(reached('1'))).toEqual([{ ...row, sendTo: '1' }]);
		expect(rowsOf({ ...reached('1'), ...rule })).toEqual([{ ...row, sendTo: '1', ...limited }]);
		expect(rowsOf({ ...reached('1', '2'), ...rule })).toEqual([
			{
				sent: true,
				recipients: [],
				sent_before: true,
				skipped_recipients: [
					{ ...row, sendTo: '1' },
					{ ...row, sendTo: '2' },
				],
				...limited,
			},
		]);
	});
});

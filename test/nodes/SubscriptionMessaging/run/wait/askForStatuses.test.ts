import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { askForStatuses } from '../../../../../nodes/SubscriptionMessaging/run/wait/askForStatuses';
import {
	deliveryRows,
	messagesOf,
	type DeliveryRow,
} from '../../../../../nodes/SubscriptionMessaging/run/wait/deliveryRows';
import type { Session } from '../../../../../nodes/SubscriptionMessaging/transport/session';
import { statusService, type Known } from '../../statusService';
import { ANN, BOB, sent } from './sends';

const SESSION = {
	baseUrl: 'https://messaging.example.com',
	code: '12345',
	companyKeyword: '',
	nvpMethod: 'POST',
	ignoreSslIssues: false,
	credentialsDecrypted: { id: '1', name: 'ACME', type: 'subscriptionMessagingApi', data: {} },
	mask: (text: string) => text,
} as unknown as Session;

async function ask(
	known: Known,
	rows: readonly DeliveryRow[],
	{
		isDown,
		each = 0,
		...more
	}: {
		news?: string;
		isOver?: boolean;
		isDown?: boolean;
		/** Milliseconds that each answer takes. */
		each?: number;
	} = {},
) {
	const tickets = rows.flatMap((row) =>
		messagesOf(row).flatMap((message) => [message.transaction_ticket, message.custom_ticket]),
	);
	const service = statusService(known, tickets, isDown);
	const timeouts: Array<number | undefined> = [];
	let now = Date.now();
	if (each > 0) jest.spyOn(Date, 'now').mockImplementation(() => now);
	const httpRequestWithAuthentication = async (type: string, request: IHttpRequestOptions) => {
		timeouts.push(request.timeout);
		now += each;
		return await service.httpRequestWithAuthentication(type, request);
	};
	const context = {
		getNode: () => ({ name: 'Messaging' }),
		getMode: () => 'trigger',
		getExecutionCancelSignal: () => undefined,
		helpers: { httpRequestWithAuthentication },
		logger: { warn: () => undefined },
	} as unknown as IExecuteFunctions;
	return {
		...(await askForStatuses(context, SESSION, rows, more)),
		asked: service.asked,
		timeouts,
	};
}

const statusesIn = (rows: readonly DeliveryRow[]) =>
	rows.map(({ sendTo, status_code, status_message, status }) => [
		sendTo,
		status_code,
		status_message,
		status,
	]);

describe('the service is asked', () => {
	it('by the ticket that it gave, once for all recipients of a send', async () => {
		const rows = deliveryRows(0, [sent('one', [ANN, BOB])]);
		const answer = await ask(
			{
				'service-one': [
					[`+${BOB}`, 101, 'Sent to Carrier'],
					[ANN, 100, 'Delivered'],
				],
			},
			rows,
		);
		expect(statusesIn(answer.rows)).toEqual([
			[ANN, 100, 'Delivered', 'delivered'],
			[BOB, 101, 'Sent to Carrier', 'in_transit'],
		]);
		expect(answer.isToCome).toBe(false);
		expect(answer.asked).toEqual(['getTransactionStatus service-one of NSTAFF and 12345']);
		expect(statusesIn(rows).flat()).toEqual([ANN, null, null, null, BOB, null, null, null]);
	});

	it('by the ticket of the sender where it gave none', async () => {
		const send = sent('one', [ANN]);
		const rows = deliveryRows(0, [{ ...send, answer: { result: true } }]);
		const answer = await ask({ 'custom-one': [[ANN, 7, 'Odd']] }, rows);
		expect(statusesIn(answer.rows)).toEqual([[ANN, 7, 'Odd', 'other']]);
		expect(answer.asked).toEqual(['getCustomTransactionStatus custom-one of NSTAFF and 12345']);
	});

	it('not about what is final already', async () => {
		const [done, open] = [
			...deliveryRows(0, [sent('one', [ANN])]),
			...deliveryRows(1, [sent('two', [BOB])]),
		];
		const rows = [
			{ ...done!, status_code: 100, status: 'delivered' as const, delivered: true as const },
			open!,
		];
		const answer = await ask({ 'service-two': [[BOB, 100, 'Delivered']] }, rows);
		expect(answer.asked).toEqual(['getTransactionStatus service-two of NSTAFF and 12345']);
		expect(answer.rows.map(({ delivered }) => delivered)).toEqual([true, true]);
	});

	it('again about a send of which one recipient is not final', async () => {
		const [done, open] = deliveryRows(0, [sent('one', [ANN, BOB])]);
		const answer = await ask({ 'service-one': [[BOB, 100, 'Delivered']] }, [
			{
				...done!,
				status_code: 100,
				status_message: 'Delivered',
				status: 'delivered',
				delivered: true,
			},
			open!,
		]);
		expect(statusesIn(answer.rows)).toEqual([
			[ANN, 100, 'Delivered', 'delivered'],
			[BOB, 100, 'Delivered', 'delivered'],
		]);
	});

	it.each([101, 105])(
		'and an end that was seen stays, whatever it says later: %i',
		async (code) => {
			const rows = deliveryRows(0, [sent('one', [ANN, BOB])]);
			const first = await ask({ 'service-one': [[ANN, 100, 'Delivered']] }, rows);
			const later: Known = {
				'service-one': [
					[ANN, code, 'Other'],
					[BOB, 105, 'Undelivered'],
				],
			};
			expect(statusesIn((await ask(later, first.rows)).rows)).toEqual([
				[ANN, 100, 'Delivered', 'delivered'],
				[BOB, 105, 'Undelivered', 'other'],
			]);
		},
	);

	it('about each send by itself, in the group of each', async () => {
		const rows = [
			...deliveryRows(0, [sent('one', [ANN])]),
			...deliveryRows(1, [sent('two', [ANN], {}, 'NCREW')]),
		];
		const answer = await ask(
			{ 'service-one': [[ANN, 100, 'Delivered']], 'service-two': [[ANN, 101, 'Sent']] },
			rows,
		);
		expect(answer.rows.map(({ status_code }) => status_code)).toEqual([100, 101]);
		expect(answer.asked.toSorted()).toEqual([
			'getTransactionStatus service-one of NSTAFF and 12345',
			'getTransactionStatus service-two of NCREW and 12345',
		]);
	});

	it('first about the send that has news, and about no other where that is not over', async () => {
		const rows = [
			...deliveryRows(0, [sent('one', [ANN])]),
			...deliveryRows(1, [sent('two', [BOB])]),
		];
		const known: Known = {
			'service-one': [[ANN, 101, 'Sent to Carrier']],
			'service-two': [[BOB, 100, 'Delivered']],
		};
		const open = await ask(known, rows, { news: 'custom-one' });
		expect(open.asked).toEqual(['getTransactionStatus service-one of NSTAFF and 12345']);
		expect(open.rows.map(({ status_code }) => status_code)).toEqual([101, null]);
		expect(open.isToCome).toBe(false);

		const over = await ask(known, rows, { news: 'custom-two' });
		expect(over.asked).toEqual([
			'getTransactionStatus service-two of NSTAFF and 12345',
			'getTransactionStatus service-one of NSTAFF and 12345',
		]);
	});

	it('about all of them where there are no news, those that were sent last first', async () => {
		const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
		const rows = names.flatMap((name, index) => deliveryRows(index, [sent(name, [ANN])]));
		const answer = await ask(
			Object.fromEntries(names.map((name) => [`service-${name}`, [[ANN, 101, 'Sent']]])) as Known,
			rows,
		);
		expect(answer.asked.map((question) => question.split(' ')[1])).toEqual([
			'service-seven',
			'service-six',
			'service-five',
			'service-four',
			'service-three',
			'service-two',
			'service-one',
		]);
		expect(answer.rows.map(({ status_code }) => status_code)).toEqual(names.map(() => 101));
	});

	it('in vain, and what was known before stays', async () => {
		const [row] = deliveryRows(0, [sent('one', [ANN])]);
		const before = {
			...row!,
			status: 'in_transit' as const,
			status_code: 101,
			status_message: 'Sent',
		};
		const answer = await ask({}, [before], { isDown: true });
		expect(answer.rows).toEqual([before]);
		expect(answer.isToCome).toBe(true);
	});

	it('no further once it does not answer', async () => {
		const rows = Array.from({ length: 12 }, (_send, index) =>
			deliveryRows(index, [sent(String(index), [ANN])]),
		).flat();
		const { asked } = await ask({}, rows, { isDown: true });
		expect(asked).toHaveLength(5);
	});

	it('about no other one where it does not say what is new', async () => {
		const rows = ['one', 'two', 'three'].flatMap((name, index) =>
			deliveryRows(index, [sent(name, [ANN])]),
		);
		const { asked } = await ask({}, rows, { isDown: true, news: 'custom-two' });
		expect(asked).toHaveLength(1);
	});

	it('about all others where it has a ticket and lists nobody under it yet', async () => {
		const names = Array.from({ length: 12 }, (_send, index) => `${index}`);
		const rows = names.flatMap((name, index) => deliveryRows(index, [sent(name, [ANN])]));
		const known: Known = Object.fromEntries(
			names.map((name) => [`service-${name}`, name === '11' ? [] : [[ANN, 100, 'Delivered']]]),
		);
		const answer = await ask(known, rows);
		expect(answer.rows.filter(({ delivered }) => delivered)).toHaveLength(11);
		expect(answer.isToCome).toBe(false);
	});

	it.each<[string, Known]>([
		['lists nobody under its ticket', { 'service-one': [] }],
		['does not know its ticket', {}],
	])('in vain about the send that has news, where it %s yet', async (_what, known) => {
		const rows = deliveryRows(0, [sent('one', [ANN])]);
		expect((await ask(known, rows, { news: 'custom-one' })).isToCome).toBe(true);
	});

	it('about all others where it cannot be asked about one', async () => {
		const names = Array.from({ length: 12 }, (_send, index) => `${index}`);
		const rows = names.flatMap((name, index) => deliveryRows(index, [sent(name, [ANN])]));
		const known: Known = Object.fromEntries(
			names.map((name) => [`service-${name}`, name === '7' ? 'down' : [[ANN, 100, 'Delivered']]]),
		);
		const answer = await ask(known, rows, { isOver: true });
		expect(answer.rows.filter(({ delivered }) => delivered)).toHaveLength(11);
	});

	it('about all others where it cannot be asked about every fifth one', async () => {
		const names = Array.from({ length: 40 }, (_send, index) => `${index}`);
		const rows = names.flatMap((name, index) => deliveryRows(index, [sent(name, [ANN])]));
		const known: Known = Object.fromEntries(
			names.map((name) => [
				`service-${name}`,
				Number(name) % 5 === 4 ? 'down' : [[ANN, 100, 'Delivered']],
			]),
		);
		const answer = await ask(known, rows, { isOver: true });
		expect(answer.rows.filter(({ delivered }) => delivered)).toHaveLength(32);
	});

	describe('about many sends, slowly', () => {
		const names = Array.from({ length: 100 }, (_send, index) => `${index}`);
		const rows = names.flatMap((name, index) => deliveryRows(index, [sent(name, [ANN])]));
		const known: Known = Object.fromEntries(
			names.map((name) => [`service-${name}`, [[ANN, 100, 'Delivered']]]),
		);
		const answers = async (isOver: boolean, each = 1000, of = rows) => {
			const answer = await ask(known, of, { isOver, each });
			return [answer.asked.length, answer.rows.filter(({ delivered }) => delivered).length];
		};
		afterEach(() => jest.restoreAllMocks());

		it('for a minute once the time is over, and keeps what it has learned by then', async () => {
			const [asked, delivered] = await answers(true);
			expect(asked).toBeGreaterThan(55);
			expect(asked).toBeLessThan(70);
			expect(delivered).toBe(asked);
			// Five are asked about at once.
			expect(await answers(true, 12_000, rows.slice(0, 6))).toEqual([6, 6]);
		});

		it('to the end before', async () => {
			expect(await answers(false)).toEqual([100, 100]);
		});
	});

	it('in the group of each of two sends with one ticket', async () => {
		const send = sent('one', [ANN]);
		const other = { ...send.planned, call: { ...send.planned.call, keyword: 'NCREW' } };
		const rows = [send, { ...send, planned: other }].flatMap((one, index) =>
			deliveryRows(index, [one]),
		);
		expect((await ask({}, rows)).asked).toEqual([
			expect.stringContaining('of NCREW'),
			expect.stringContaining('of NSTAFF'),
		]);
	});

	it.each([
		'8015551001',
		'0018015551001',
		'01118015551001',
		'+1 (801) 555-1001',
		'18015551001@a.example',
	])('and recognizes the recipient whom it lists as %s', async (listed) => {
		const rows = deliveryRows(0, [sent('one', [ANN])]);
		const answer = await ask({ 'service-one': [[listed, 100, 'Delivered']] }, rows);
		expect(answer.rows[0]?.delivered).toBe(true);
	});

	it('and what fits two recipients tells of neither', async () => {
		const rows = deliveryRows(0, [sent('one', ['18015551001', '448015551001'])]);
		const answer = await ask({ 'service-one': [['8015551001', 100, 'Delivered']] }, rows);
		expect(statusesIn(answer.rows).flat()).not.toContain(100);
	});

	it('for at most 20 seconds each, because whoever posted a status waits', async () => {
		const rows = deliveryRows(0, [sent('one', [ANN])]);
		const { timeouts } = await ask({ 'service-one': [[ANN, 100, 'Delivered']] }, rows);
		expect(new Set(timeouts)).toEqual(new Set([20_000]));
	});

	it('about a ticket that it does not know, and what was known before stays', async () => {
		const rows = deliveryRows(0, [sent('one', [ANN])]);
		expect(await ask({}, rows)).toMatchObject({ rows, isToCome: false });
	});

	it('and what it lists of others is nobody of the send', async () => {
		const known: Known = {
			'service-one': [
				['18015559999', 7, 'Odd'],
				[ANN, 100, 'Delivered'],
			],
		};
		const { rows } = await ask(known, deliveryRows(0, [sent('one', [ANN])]));
		expect(statusesIn(rows)).toEqual([[ANN, 100, 'Delivered', 'delivered']]);
	});

	it('and what people look for first stands first in the row', async () => {
		const known: Known = { 'service-one': [[ANN, 100, 'Delivered']] };
		const { rows } = await ask(known, deliveryRows(0, [sent('one', [ANN])]));
		expect(Object.keys(rows[0]!).slice(0, 5)).toEqual([
			'sent',
			'sendTo',
			'group',
			'status',
			'delivered',
		]);
	});

	it.each([false, true])('without an answer for a recipient, whose state stays', async (isOver) => {
		const answer = await ask(
			{ 'service-one': [[ANN, 100, 'Delivered']] },
			deliveryRows(0, [sent('one', [ANN, BOB])]),
			{ isOver },
		);
		expect(statusesIn(answer.rows)).toEqual([
			[ANN, 100, 'Delivered', 'delivered'],
			[BOB, null, null, null],
		]);
	});
});

describe('a recipient who occurs several times in a send', () => {
	it.each([
		['nothing for what is left', false, null],
		['at the end the last one for what is left', true, 'Second'],
	])('has the statuses of the service one after the other, and %s', async (_what, isOver, last) => {
		const answer = await ask(
			{
				'service-one': [
					[ANN, 100, 'First'],
					[ANN, 7, 'Second'],
				],
			},
			deliveryRows(0, [sent('one', [ANN, ANN, `+${ANN}`])]),
			{ isOver },
		);
		expect(answer.rows.map(({ status_message }) => status_message)).toEqual([
			'First',
			'Second',
			last,
		]);
	});

	it('has nothing for what is left where nobody says that it is over', async () => {
		const known: Known = { 'service-one': [[ANN, 100, 'First']] };
		const twice = deliveryRows(0, [sent('one', [ANN, ANN])]);
		expect((await ask(known, twice)).rows.map(({ status_code }) => status_code)).toEqual([
			100,
			null,
		]);
		const over = await ask(known, twice, { isOver: true });
		expect(over.rows.map(({ status_code }) => status_code)).toEqual([100, 100]);
	});

	it.each<[first: number, then: number[], last: number[]]>([
		[100, [105, 100], [100, 105]],
		[100, [101, 100], [100, 101]],
		[100, [100, 105], [100, 105]],
		[100, [100, 100], [100, 100]],
		// What came before an end is no reason to tell it of another message.
		[100, [101, 100, 101], [100, 101]],
	])('keeps the end %i, and what is listed as %j gives %j', async (first, then, last) => {
		const listed = (codes: number[]): Known => ({
			'service-one': codes.map((code) => [ANN, code, 'Text']),
		});
		const before = await ask(listed([first]), deliveryRows(0, [sent('one', [ANN, ANN])]));
		const { rows } = await ask(listed(then), before.rows);
		expect(rows.map(({ status_code }) => status_code)).toEqual(last);
	});

	it('has at the end the one row that is listed, also once a message has it', async () => {
		const known: Known = { 'service-one': [[ANN, 100, 'Delivered']] };
		const before = await ask(known, deliveryRows(0, [sent('one', [ANN, ANN])]));
		const { rows } = await ask(known, before.rows, { isOver: true });
		expect(rows.map(({ status_code }) => status_code)).toEqual([100, 100]);
	});

	it('has each end once, and then what is not at its end', async () => {
		const known: Known = {
			'service-one': [
				[ANN, 100, 'Delivered'],
				[ANN, 101, 'Sent'],
				[ANN, 101, 'Sent'],
			],
		};
		const twice = await ask(known, deliveryRows(0, [sent('one', [ANN, ANN])]));
		expect(twice.rows.map(({ status_code }) => status_code)).toEqual([100, 101]);
	});

	it('has the end of a message where the service lists what came before it, too', async () => {
		const history: Known = {
			'service-one': [
				[ANN, 101, 'Sent'],
				[ANN, 100, 'Delivered'],
			],
		};
		const once = await ask(history, deliveryRows(0, [sent('one', [ANN])]));
		expect(once.rows[0]?.delivered).toBe(true);
		const twice = await ask(history, deliveryRows(0, [sent('one', [ANN, ANN])]));
		expect(twice.rows.map(({ status_code }) => status_code)).toEqual([101, 100]);
	});

	it.each([[[105, 100]], [[100, 105]], [[101, 105, 100]], [[105, 101, 100]]])(
		'is delivered where one of several rows for one message says so: %j',
		async (codes) => {
			const known: Known = { 'service-one': codes.map((code) => [ANN, code, 'Text']) };
			const { rows } = await ask(known, deliveryRows(0, [sent('one', [ANN])]));
			expect(rows[0]?.delivered).toBe(true);
			const twice = await ask(known, deliveryRows(0, [sent('one', [ANN, `+${ANN}`])]));
			if (codes.length === 3) expect(twice.rows.map((row) => row.status_code)).toEqual([100, 105]);
		},
	);

	it('has nothing where the service says nothing', async () => {
		const answer = await ask(
			{ 'service-one': [[ANN, null, null]] },
			deliveryRows(0, [sent('one', [ANN])]),
		);
		expect(statusesIn(answer.rows)).toEqual([[ANN, null, null, null]]);
	});
});

describe('a text in parts', () => {
	const parts = () => deliveryRows(0, [sent('one', [ANN]), sent('two', [ANN])]);
	const told = async (one: number | null, two: number | null) => {
		const { rows } = await ask(
			{ 'service-one': [[ANN, one, 'One']], 'service-two': [[ANN, two, 'Two']] },
			parts(),
		);
		const [{ status_code, status_message, status, messages }] = rows as [DeliveryRow];
		expect(messages?.map((message) => message.status_code)).toEqual([one, two]);
		return [status_code, status_message, status];
	};

	it('is delivered when all of them are', async () => {
		expect(await told(100, 100)).toEqual([100, 'One', 'delivered']);
	});

	it('has the state of the part that is behind', async () => {
		expect(await told(100, 101)).toEqual([101, 'Two', 'in_transit']);
		expect(await told(101, 7)).toEqual([101, 'One', 'in_transit']);
		expect(await told(7, 101)).toEqual([101, 'Two', 'in_transit']);
	});

	it('has the state of the part that was not delivered where all are over', async () => {
		expect(await told(100, 7)).toEqual([7, 'Two', 'other']);
	});
});

import { sleep, type IHttpRequestOptions, type IWebhookFunctions } from 'n8n-workflow';

import type { DeliveryStatus } from '../../../../nodes/SubscriptionMessaging/service/callback/statuses';
import { MessagingServiceError } from '../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { confirmed } from '../../../../nodes/SubscriptionMessaging/trigger/confirmation';
import { works } from '../countedWorks';
import { statusService, type Known, type Row } from '../statusService';

/** Nobody waits here for what the service does not show yet. */
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(async () => await Promise.resolve()),
}));

jest.mock('../../../../nodes/SubscriptionMessaging/eventLoop/restingSteps', () => ({
	rested: jest
		.requireActual<typeof import('../countedWorks')>('../countedWorks')
		.countedBy(
			jest.requireActual<
				typeof import('../../../../nodes/SubscriptionMessaging/eventLoop/restingSteps')
			>('../../../../nodes/SubscriptionMessaging/eventLoop/restingSteps').rested,
		),
}));

beforeEach(() => jest.mocked(sleep).mockClear());

/** Has statuses confirmed by a service, and tells how often it was asked for their tickets. */
async function confirmedBy(
	known: Known,
	statuses: DeliveryStatus[],
	{ isDown = false, isSigned = false } = {},
) {
	const { httpRequestWithAuthentication, asked } = statusService(
		known,
		statuses.flatMap((status) => [status.transaction_ticket, status.custom_ticket]),
		isDown,
	);
	const timeouts: unknown[] = [];
	const log: unknown[] = [];
	const request = (type: string, options: IHttpRequestOptions) => {
		timeouts.push(options.timeout);
		return httpRequestWithAuthentication(type, options);
	};
	const context = {
		getNode: () => ({ name: 'Status', credentials: {} }),
		getCredentials: () =>
			Promise.resolve({
				baseUrl: 'https://messaging.example.com',
				username: 'acme',
				password: 'secret-word',
				api_key: 'key-of-acme',
				code: '12345',
			}),
		helpers: { httpRequestWithAuthentication: request },
		logger: { warn: (text: string) => log.push(text) },
	} as unknown as IWebhookFunctions;
	const outcome = confirmed(context, statuses, { keyword: 'NSTAFF', isSigned });
	return {
		rows: await outcome.then(
			(all) =>
				all.map(({ sendTo, status_code, status_message }) => [sendTo, status_code, status_message]),
			(error: Error) => error,
		),
		outcome,
		asked,
		timeouts,
		log,
		waits: jest.mocked(sleep).mock.calls.flatMap(([time]) => (time > 0 ? [time] : [])),
	};
}

const posted = (members: Partial<DeliveryStatus>) =>
	({
		transaction_ticket: null,
		custom_ticket: null,
		sendTo: null,
		status_code: 100,
		status_message: 'Delivered',
		received_at: '2026-01-01T00:00:00.000Z',
		raw: { status: '100' },
		...members,
	}) as DeliveryStatus;

/** Written as the service writes them, so that none is met by chance. */
const TICKET = '34335276-dcfc23-0001';
const OTHER = '34335276-dcfc23-0002';

const ANN = '18015551001';
const BOB = '18015551002';

it('gives what the service says in place of what was posted', async () => {
	const { rows, asked } = await confirmedBy({ [TICKET]: [[ANN, 105, 'Not delivered']] }, [
		posted({ transaction_ticket: TICKET, sendTo: ANN }),
	]);
	expect(rows).toEqual([[ANN, 105, 'Not delivered']]);
	expect(asked).toEqual([`getTransactionStatus ${TICKET} of NSTAFF and 12345`]);
});

it('asks by the custom ticket where one is known, and tells no other ticket than it asked for', async () => {
	const { asked, outcome } = await confirmedBy({ C1: [[ANN, 100, 'Delivered']] }, [
		posted({ transaction_ticket: 'T-of-another', custom_ticket: 'C1', sendTo: ANN }),
	]);
	expect(asked).toEqual(['getCustomTransactionStatus C1 of NSTAFF and 12345']);
	expect(await outcome).toMatchObject([{ transaction_ticket: null, custom_ticket: 'C1' }]);
});

it('leaves out what the service does not know: a ticket, a recipient, and a post that names no ticket', async () => {
	const { rows, asked } = await confirmedBy({ [TICKET]: [[ANN, 100, 'Delivered']] }, [
		posted({ transaction_ticket: OTHER, sendTo: ANN }),
		posted({ transaction_ticket: TICKET, sendTo: BOB }),
		posted({ sendTo: ANN }),
		posted({ transaction_ticket: TICKET, sendTo: ANN }),
	]);
	expect(rows).toEqual([[ANN, 100, 'Delivered']]);
	expect(new Set(asked).size).toBe(2);
});

it('gives each recipient of a ticket where the post names none, and each status of a recipient', async () => {
	const known: Known = {
		[TICKET]: [
			[ANN, 101, 'Sent to Carrier'],
			[BOB, 100, 'Delivered'],
			[`+${ANN}`, 100, 'Delivered'],
		],
	};
	const all = await confirmedBy(known, [posted({ transaction_ticket: TICKET })]);
	expect(all.rows).toEqual(known[TICKET]);

	const one = await confirmedBy(known, [posted({ transaction_ticket: TICKET, sendTo: ANN })]);
	expect(one.rows).toEqual([
		[ANN, 101, 'Sent to Carrier'],
		[`+${ANN}`, 100, 'Delivered'],
	]);
});

it('gives a status once where one post names its recipient and another one names nobody', async () => {
	const known: Known = {
		[TICKET]: [
			[ANN, 100, 'Delivered'],
			[BOB, 100, 'Delivered'],
		],
	};
	const { rows } = await confirmedBy(known, [
		posted({ transaction_ticket: TICKET, sendTo: ANN }),
		posted({ transaction_ticket: TICKET }),
	]);
	expect(rows).toEqual(known[TICKET]);
});

it('looks again where the service has the ticket and lists nobody under it yet', async () => {
	const known: Known = { [TICKET]: [] };
	jest.mocked(sleep).mockImplementationOnce(async () => {
		known[TICKET] = [[ANN, 100, 'Delivered']];
		await Promise.resolve();
	});
	const status = posted({ transaction_ticket: TICKET, sendTo: ANN });
	expect((await confirmedBy(known, [status])).rows).toEqual([[ANN, 100, 'Delivered']]);
});

it('cannot say where that stays so, so that the post is made again', async () => {
	const status = posted({ transaction_ticket: TICKET, sendTo: ANN });
	const { rows, waits } = await confirmedBy({ [TICKET]: [] }, [status]);
	expect(rows).toBeInstanceOf(MessagingServiceError);
	expect(rows).toMatchObject({ effect: 'read' });
	expect(waits).toEqual([2000]);
});

describe('a message that is at its end by the post, and on its way by the list', () => {
	const inTransit = (): Known => ({ [TICKET]: [[ANN, 101, 'Sent to Carrier']] });
	const status = posted({ transaction_ticket: TICKET, sendTo: ANN, status: 'delivered' });

	it('is looked up again', async () => {
		const known = inTransit();
		jest.mocked(sleep).mockImplementationOnce(async () => {
			known[TICKET] = [[ANN, 100, 'Delivered']];
			await Promise.resolve();
		});
		expect((await confirmedBy(known, [status])).rows).toEqual([[ANN, 100, 'Delivered']]);
	});

	it('is to be posted again also where only its text was posted', async () => {
		const told = { status_code: null, status_message: 'Delivered' };
		const { rows } = await confirmedBy(inTransit(), [{ ...status, ...told }]);
		expect(rows).toBeInstanceOf(MessagingServiceError);
	});

	it.each([[ANN], [null]])('is to be posted again where that stays so (%j)', async (sendTo) => {
		const { rows } = await confirmedBy(inTransit(), [{ ...status, sendTo }]);
		expect(rows).toBeInstanceOf(MessagingServiceError);
	});

	it.each([[ANN], [null]])(
		'is to be posted again where the list has no status of it yet (%j)',
		async (sendTo) => {
			const known: Known = { [TICKET]: [[ANN, null, null]] };
			const { rows, waits } = await confirmedBy(known, [{ ...status, sendTo }]);
			expect(rows).toBeInstanceOf(MessagingServiceError);
			expect(waits).toEqual([2000]);
		},
	);

	it('is to be posted again also where others under the ticket are at their end', async () => {
		const rows: Row[] = [
			[ANN, 101, 'Sent to Carrier'],
			[BOB, 100, 'Delivered'],
		];
		const known: Known = { [TICKET]: rows };
		expect((await confirmedBy(known, [status])).rows).toBeInstanceOf(MessagingServiceError);
	});

	it.each<[waits: number[], other: Partial<DeliveryStatus>]>([
		[[], { status_code: 101, status: 'in_transit' }],
		[[], { status_code: null, status_message: null, status: null }],
		// A text may stand for an end, and is looked up again.
		[[2000], { status_code: 'queued', status: 'other' }],
		[[2000], { status_code: null, status_message: 'Away', status: 'other' }],
	])(
		'is told as listed after the waits %j where the post is of another status: %j',
		async (expected, other) => {
			const { rows, waits } = await confirmedBy(inTransit(), [{ ...status, ...other }]);
			expect(rows).toEqual(inTransit()[TICKET]);
			expect(waits).toEqual(expected);
		},
	);
});

it('has a post made again where the service does not know a ticket that it was given', async () => {
	const status = posted({ transaction_ticket: TICKET, sendTo: ANN });
	expect((await confirmedBy({}, [status], { isSigned: true })).rows).toBeInstanceOf(
		MessagingServiceError,
	);
	expect((await confirmedBy({}, [status])).rows).toEqual([]);
	// Without a ticket there is none that it was given.
	const nobody = posted({ sendTo: ANN });
	expect((await confirmedBy({}, [nobody], { isSigned: true })).rows).toEqual([]);
});

it.each([
	['8015551001', ANN],
	[ANN, '8015551001'],
	[ANN, '0018015551001'],
	[`+${ANN}`, '+1 (801) 555-1001'],
])('recognizes the recipient who is posted as %s and listed as %s', async (sendTo, listed) => {
	const known: Known = { [TICKET]: [[listed, 100, 'Delivered']] };
	const { rows } = await confirmedBy(known, [posted({ transaction_ticket: TICKET, sendTo })]);
	expect(rows).toEqual([[listed, 100, 'Delivered']]);
});

it('tells of nobody by a number that fits two recipients, and of the one that is the same', async () => {
	const known: Known = {
		[TICKET]: [
			[ANN, 100, 'Delivered'],
			['448015551001', 105, 'Undelivered'],
		],
	};
	const ofPosted = async (sendTo: string) =>
		(await confirmedBy(known, [posted({ transaction_ticket: TICKET, sendTo })])).rows;
	expect(await ofPosted('8015551001')).toEqual([]);
	expect(await ofPosted(ANN)).toEqual([[ANN, 100, 'Delivered']]);
	known[TICKET] = [
		['8015551001', 105, 'Undelivered'],
		[ANN, 100, 'Delivered'],
	];
	expect(await ofPosted(ANN)).toEqual([[ANN, 100, 'Delivered']]);
});

describe('where it cannot be said whom a status is about', () => {
	const status = posted({ transaction_ticket: TICKET, sendTo: ANN });

	it.each<[rows: Row[]]>([
		[[['1801555****', 100, 'Delivered']]],
		[[['', 100, 'Delivered']]],
		[
			[
				['1801555****', 100, 'Delivered'],
				['…1002', 100, 'Delivered'],
			],
		],
	])('by no row, the post is to be made again: %j', async (rows) => {
		const known: Known = { [TICKET]: rows };
		expect((await confirmedBy(known, [status])).rows).toBeInstanceOf(MessagingServiceError);
		const whole = await confirmedBy(known, [{ ...status, sendTo: null }]);
		expect(whole.rows).toHaveLength(rows.length);
		const same = await confirmedBy(known, [{ ...status, sendTo: rows[0]![0] || null }]);
		expect(same.log).toEqual([]);
	});

	it('the log says how many are left out', async () => {
		const known: Known = { [TICKET]: [[ANN, 100, 'Delivered']] };
		const others = ['1801555****', BOB].map((sendTo) => ({ ...status, sendTo }));
		const { rows, log } = await confirmedBy(known, [status, ...others, ...others, posted({})]);
		expect(rows).toEqual([[ANN, 100, 'Delivered']]);
		expect(log).toEqual(["Statuses left out, because the service doesn't list them: 3"]);
		expect((await confirmedBy(known, [status, status])).log).toEqual([]);
	});
});

describe('a status that names several recipients in one field', () => {
	const known: Known = {
		[TICKET]: [
			[ANN, 100, 'Delivered'],
			[BOB, 105, 'Undelivered'],
		],
	};

	it.each([`${ANN},${BOB}`, `+${ANN}; +${BOB},`, `${ANN} | ${BOB}`])(
		'is confirmed for each of them: %s',
		async (sendTo) => {
			const list = posted({ transaction_ticket: TICKET, sendTo });
			const { rows, log } = await confirmedBy(known, [list]);
			expect(rows).toEqual(known[TICKET]);
			expect(log).toEqual([]);
		},
	);

	it.each([`${ANN},`, `; ${ANN} `])(
		'that names one beside a separator is confirmed for that one: %j',
		async (sendTo) => {
			const { rows, log } = await confirmedBy({ [TICKET]: [[ANN, 100, 'Delivered']] }, [
				posted({ transaction_ticket: TICKET, sendTo }),
			]);
			expect(rows).toEqual([[ANN, 100, 'Delivered']]);
			expect(log).toEqual([]);
		},
	);

	it.each([',', `${ANN},${BOB},${' '.repeat(50_000)}`])(
		'is left out where that is no list, or too long a one',
		async (sendTo) => {
			const { rows, log } = await confirmedBy(known, [
				posted({ transaction_ticket: TICKET, sendTo }),
			]);
			expect(rows).toEqual([]);
			expect(log).toHaveLength(1);
		},
	);

	it('is refused where it names too many', async () => {
		const sendTo = '1,'.repeat(25_000);
		const list = posted({ transaction_ticket: TICKET, sendTo });
		const { outcome } = await confirmedBy(known, Array<DeliveryStatus>(9).fill(list));
		await expect(outcome).rejects.toMatchObject({ httpStatus: 413 });
	});
});

it('gives nothing for what the service leaves open, and the post as well', async () => {
	const nothing = { status_code: null, status_message: null, status: null };
	const { rows } = await confirmedBy({ [TICKET]: [[ANN, null, null]] }, [
		posted({ transaction_ticket: TICKET, sendTo: ANN, ...nothing }),
	]);
	expect(rows).toEqual([[ANN, null, null]]);
});

it('asks once for each of 50 tickets, and refuses a post with more', async () => {
	const tickets = Array.from({ length: 50 }, (_, index) => `34335276-dcfc23-1${index}`);
	const known: Known = Object.fromEntries(
		tickets.map((ticket): [string, Row[]] => [ticket, [[ANN, 100, 'Delivered']]]),
	);
	const statuses = tickets.map((transaction_ticket) => posted({ transaction_ticket, sendTo: ANN }));

	const allowed = await confirmedBy(known, [...statuses, ...statuses]);
	// What the service has once is told once, however often it is posted.
	expect(allowed.rows).toHaveLength(50);
	expect(allowed.asked).toHaveLength(50);

	const { outcome } = await confirmedBy(known, [
		...statuses,
		posted({ transaction_ticket: OTHER, sendTo: ANN }),
	]);
	await expect(outcome).rejects.toMatchObject({
		httpStatus: 413,
		message: expect.stringContaining('more than 50 tickets') as string,
	});
});

it('counts what is posted again for each status that the service has, and refuses too much', async () => {
	const raw = Object.fromEntries(Array.from({ length: 999 }, (_, name) => [name, 0]));
	const rowsOf = (count: number): Known => ({
		[TICKET]: Array.from({ length: count }, () => [ANN, 100, 'Delivered']),
	});
	const status = posted({ transaction_ticket: TICKET, raw });

	expect((await confirmedBy(rowsOf(500), [status])).rows).toHaveLength(500);
	await expect((await confirmedBy(rowsOf(501), [status])).outcome).rejects.toMatchObject({
		httpStatus: 413,
		message: expect.stringContaining('its statuses would have more than') as string,
	});
});

it('gives many statuses some hundred at a time, neither all of them nor one', async () => {
	const known: Known = { [TICKET]: Array.from({ length: 10_000 }, () => [ANN, 100, 'Delivered']) };
	const { rows } = await confirmedBy(known, [posted({ transaction_ticket: TICKET })]);

	expect(rows).toHaveLength(10_000);
	expect(works.steps.at(-1)).toBeGreaterThan(4);
	expect(works.steps.at(-1)).toBeLessThan(200);
});

it('confirms nothing where the service cannot be asked', async () => {
	const { rows } = await confirmedBy({}, [posted({ transaction_ticket: TICKET, sendTo: ANN })], {
		isDown: true,
	});
	expect(rows).toBeInstanceOf(MessagingServiceError);
});

it('asks nothing, and waits for nothing, where no ticket is named', async () => {
	const { rows, timeouts, waits } = await confirmedBy({}, [posted({ sendTo: ANN })]);
	expect({ rows, timeouts, waits }).toEqual({ rows: [], timeouts: [], waits: [] });
});

it('asks again after two seconds for what the service does not show, and for nothing else', async () => {
	const known: Known = { [TICKET]: [[ANN, 100, 'Delivered']] };
	const shown = await confirmedBy(known, [posted({ transaction_ticket: TICKET, sendTo: ANN })]);
	expect({ asked: shown.asked.length, waits: shown.waits }).toEqual({ asked: 1, waits: [] });

	const missing = await confirmedBy(known, [
		posted({ transaction_ticket: TICKET, sendTo: ANN }),
		posted({ transaction_ticket: OTHER }),
	]);
	expect(missing.rows).toEqual([[ANN, 100, 'Delivered']]);
	expect(missing.waits).toEqual([2000]);
	expect(missing.asked.filter((ask) => ask.includes(TICKET))).toHaveLength(1);
	expect(missing.asked.filter((ask) => ask.includes(OTHER))).toHaveLength(2);
});

it('gives the service twenty seconds for each ticket, because whoever posts waits', async () => {
	const { timeouts } = await confirmedBy({ [TICKET]: [[ANN, 100, 'Delivered']] }, [
		posted({ transaction_ticket: TICKET, sendTo: ANN }),
	]);
	expect(timeouts).toEqual([20_000]);
});

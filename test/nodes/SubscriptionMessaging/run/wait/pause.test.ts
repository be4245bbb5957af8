import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { statusAddressKey } from '../../../../../credentials/statusAddressKey';
import { findOperation } from '../../../../../nodes/SubscriptionMessaging/actions/router';
import type { PreparedItem } from '../../../../../nodes/SubscriptionMessaging/run/call';
import {
	resume,
	resumeWebhooks,
	waitForDelivery,
} from '../../../../../nodes/SubscriptionMessaging/run/wait/pause';
import {
	checkAddress,
	signAddress,
} from '../../../../../nodes/SubscriptionMessaging/statusAddress/sign';
import { statusService, type Known } from '../../statusService';
import { refusal, reply } from '../../transport/fakeService';
import { DONE, fakeRun } from '../fakeRun';
import {
	accepted,
	byIndex,
	item,
	outcomesOf,
	planOf,
	request,
	sendCall,
	to,
} from '../preparedItems';

const mockTimers: Array<{ delay: number; action: () => void; isOff: boolean }> = [];

jest.mock('../../../../../nodes/SubscriptionMessaging/transport/timers', () => ({
	later: (delay: number, action: () => void) => {
		const timer = { delay, action, isOff: false };
		mockTimers.push(timer);
		return () => (timer.isOff = true);
	},
}));

beforeEach(() => void mockTimers.splice(0));
afterEach(() => jest.restoreAllMocks());

/** Timers for what is asked of n8n itself, and not of the service. */
const timersOf = (...delays: number[]) => mockTimers.filter(({ delay }) => delays.includes(delay));
const settled = async () => {
	for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

const RESUME_URL = 'https://n8n.example/webhook-waiting/7';
const ADDRESS = `${RESUME_URL}/delivery-status`;
const SECRETS = { username: 'acme', password: 'secret-word', api_key: 'key-of-acme' };

const ANN = '18015551001';
const BOB = '18015551002';
const HOUR = 3_600_000;

const row = (sendTo: string, ticket: string, more: IDataObject = {}): IDataObject => ({
	sent: true,
	sendTo,
	group: 'NSTAFF',
	status: 'in_transit',
	status_code: 101,
	status_message: 'Sent to Carrier',
	transaction_ticket: `service-${ticket}`,
	custom_ticket: `custom-${ticket}`,
	item_index: 0,
	code: '12345',
	timed_out: true,
	waited_until: new Date(Date.now() + HOUR).toISOString(),
	...more,
});

interface Callback {
	known?: Known;
	/** What the paused node has as its input. */
	waiting?: IDataObject[];
	/** Custom ticket that the address was signed for; none where it is not signed. */
	ticket?: string;
	isDown?: boolean;
	credential?: object;
	/** What n8n throws when it is asked for the waiting items. */
	broken?: string;
	execution?: string;
}

/** What becomes of a callback to an execution that waits. */
async function callback({
	known = {},
	waiting = [row(ANN, 'one')],
	ticket = 'custom-one',
	isDown,
	credential = {},
	broken,
	execution = `execution-${Math.random()}`,
}: Callback) {
	const key = await statusAddressKey(SECRETS);
	const answered = { status: 0, ended: false };
	const posts: string[] = [];
	const log: unknown[] = [];
	const tickets = waiting.map((json) => json.transaction_ticket as string);
	const { httpRequestWithAuthentication, asked } = statusService(known, tickets, isDown);
	const response = {
		status: (status: number) => {
			answered.status = status;
			return response;
		},
		end: () => (answered.ended = true),
	};
	const url =
		ticket === ''
			? new URL(ADDRESS).pathname
			: signAddress(key, ADDRESS, { customTicket: ticket, code: '12345' });
	const context = {
		getRequestObject: () => ({ originalUrl: url, url: '/elsewhere' }),
		getResponseObject: () => response,
		getCredentials: () =>
			Promise.resolve({
				baseUrl: 'https://messaging.example.com',
				...SECRETS,
				code: '12345',
				...credential,
			}),
		getNode: () => ({ name: 'Send', credentials: {} }),
		getMode: () => 'webhook',
		getExecutionId: () => execution,
		evaluateExpression: (expression: string) => {
			if (broken) throw new Error(broken);
			return expression.includes('resumeUrl')
				? RESUME_URL
				: waiting.map((json) => ({ json, pairedItem: { item: 0 } }));
		},
		helpers: {
			httpRequestWithAuthentication,
			httpRequest: ({ url: address }: { url: string }) => {
				posts.push(address);
				return Promise.resolve({ statusCode: 200 });
			},
		},
		logger: { warn: () => undefined, error: (...entry: unknown[]) => log.push(entry) },
	} as unknown as IWebhookFunctions;
	const result = await resume(context);
	return {
		status: answered.ended ? answered.status : undefined,
		items: result.workflowData?.[0],
		rows: result.workflowData?.[0]?.map(({ json }) => json),
		goesOn: result.workflowData !== undefined,
		noWebhookResponse: result.noWebhookResponse,
		asked,
		posts,
		log,
	};
}

it('waits for posts at an address of its own, and answers them itself', () => {
	expect(resumeWebhooks).toEqual([
		{
			name: 'default',
			httpMethod: 'POST,GET',
			responseMode: 'onReceived',
			responseData: '',
			path: 'delivery-status',
			isFullPath: true,
			restartWebhook: true,
		},
	]);
});

describe('a callback to an execution that waits', () => {
	it('goes on when the last message is final, which is then not late any more', async () => {
		const { status, rows, items, noWebhookResponse } = await callback({
			known: { 'service-one': [[ANN, 100, 'Delivered']] },
		});
		expect(status).toBe(200);
		expect(noWebhookResponse).toBe(true);
		expect(rows).toEqual([
			{
				...row(ANN, 'one'),
				status: 'delivered',
				status_code: 100,
				status_message: 'Delivered',
				delivered: true,
				timed_out: false,
				waited_until: undefined,
			},
		]);
		expect(items?.[0]?.pairedItem).toEqual({ item: 0 });
	});

	it('keeps waiting while one message is not final', async () => {
		const { status, goesOn, posts } = await callback({
			known: { 'service-one': [[ANN, 100, 'Delivered']], 'service-two': [[BOB, 101, 'Sent']] },
			waiting: [row(ANN, 'one'), row(BOB, 'two')],
		});
		expect([status, goesOn]).toEqual([200, false]);
		expect(posts).toEqual([]);
	});

	it('is to be posted again where the service cannot be asked', async () => {
		const { status, goesOn } = await callback({ isDown: true });
		expect([status, goesOn]).toEqual([503, false]);
	});

	it.each([
		['that is not signed', ''],
		['that was signed for another message', 'custom-two'],
	])('is refused at an address %s', async (_what, ticket) => {
		const { status, goesOn, asked } = await callback({
			known: { 'service-one': [[ANN, 100, 'Delivered']] },
			ticket,
		});
		expect([status, goesOn, asked]).toEqual([401, false, []]);
	});

	it('is refused where nobody waits for a delivery', async () => {
		const { status, goesOn } = await callback({
			waiting: [{ sent: false, custom_ticket: 'custom-one' }],
		});
		expect([status, goesOn]).toEqual([401, false]);
	});

	it('asks first about its own message, and no further while that is on its way', async () => {
		const { asked } = await callback({
			known: { 'service-one': [[ANN, 100, 'Delivered']], 'service-two': [[BOB, 101, 'Sent']] },
			waiting: [row(ANN, 'one'), row(BOB, 'two')],
			ticket: 'custom-two',
		});
		expect(asked).toEqual(['getTransactionStatus service-two of NSTAFF and 12345']);
	});

	it('is taken for any part of a text in parts', async () => {
		const [one, two] = [row(ANN, 'one'), row(ANN, 'two')];
		const { status } = await callback({
			known: { 'service-one': [[ANN, 101, 'Sent']], 'service-two': [[ANN, 101, 'Sent']] },
			waiting: [{ ...one, messages: [one, two] }],
			ticket: 'custom-two',
		});
		expect(status).toBe(200);
	});

	it('leaves items that are no deliveries as they are', async () => {
		const other = { sent: false, sendTo: BOB, skipped: 'invalid' };
		const { rows } = await callback({
			known: { 'service-one': [[ANN, 100, 'Delivered']] },
			waiting: [other, row(ANN, 'one')],
		});
		expect(rows).toMatchObject([other, { sendTo: ANN, delivered: true }]);
	});

	it('never throws: what went wrong is logged, and answered 500', async () => {
		const { status, goesOn, log } = await callback({ credential: { api_key: '' } });
		expect([status, goesOn]).toEqual([500, false]);
		expect(log).toEqual([
			[
				'A callback to a waiting execution could not be taken',
				{ node: 'Send', reason: expect.stringContaining('API Key') as string },
			],
		]);
	});
});

it('an error that repeats the password is logged without it', async () => {
	const { status, log } = await callback({ broken: `no item for ${SECRETS.password}` });
	expect(status).toBe(500);
	expect(JSON.stringify(log)).toContain('no item for');
	expect(JSON.stringify(log)).not.toContain(SECRETS.password);
});

describe('a callback once the time is over', () => {
	const late = (ticket: string, sendTo: string) =>
		row(sendTo, ticket, { waited_until: new Date(Date.now() - 1).toISOString() });

	it('goes on with what is known, and says of which message the end is not', async () => {
		const waiting = [late('one', ANN), late('two', BOB)];
		const { status, rows, asked } = await callback({
			known: { 'service-one': [[ANN, 101, 'Sent']], 'service-two': [[BOB, 100, 'Delivered']] },
			waiting,
		});
		expect(status).toBe(200);
		expect(rows).toMatchObject([
			{ sendTo: ANN, timed_out: true, waited_until: waiting[0]!.waited_until },
			{ sendTo: BOB, delivered: true, timed_out: false, waited_until: undefined },
		]);
		expect(asked).toHaveLength(2);
	});

	it('goes on also where the service cannot be asked', async () => {
		const { status, rows } = await callback({ waiting: [late('one', ANN)], isDown: true });
		expect(status).toBe(200);
		expect(rows).toMatchObject([{ status_code: 101, timed_out: true }]);
	});
});

describe('the question at the limit', () => {
	const NOW = 1_800_000_000_000;
	const LIMIT = new Date(NOW + HOUR).toISOString();
	const waiting = [row(ANN, 'one', { waited_until: LIMIT })];
	const known: Known = { 'service-one': [[ANN, 101, 'Sent']] };
	const questions = () => timersOf(HOUR + 1000);

	beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));

	it('is set up by the first callback alone, and once by several at the same time', async () => {
		const given = { known, waiting, execution: 'one' };
		await Promise.all([callback(given), callback(given)]);
		await callback(given);
		expect(questions()).toHaveLength(1);
		await callback({ ...given, execution: 'another' });
		expect(questions()).toHaveLength(2);
	});

	it('is posted to n8n for a message that is still open, and can be set up again then', async () => {
		const [one, two] = [row(ANN, 'one', { status_code: 100 }), row(ANN, 'two')];
		const inParts = [{ ...one, waited_until: LIMIT, messages: [one, two] }];
		const given = { known: {}, waiting: inParts, ticket: 'custom-two', execution: 'posted' };
		const { posts } = await callback(given);
		questions()[0]!.action();
		await settled();
		expect(posts).toHaveLength(1);
		expect(posts[0]!.startsWith(ADDRESS)).toBe(true);
		const signed = checkAddress(await statusAddressKey(SECRETS), posts[0]!);
		expect(signed).toMatchObject({ customTicket: 'custom-two' });
		await callback(given);
		expect(questions()).toHaveLength(2);
	});

	it('is called off once every message is final', async () => {
		const given = { waiting, execution: 'ended' };
		await callback({ ...given, known });
		expect(questions()).toMatchObject([{ isOff: false }]);
		await callback({ ...given, known: { 'service-one': [[ANN, 100, 'Delivered']] } });
		expect(questions()).toMatchObject([{ isOff: true }]);
		await callback({ ...given, known });
		expect(questions()).toHaveLength(2);
	});

	it('is not needed where no limit is known, and the execution keeps waiting', async () => {
		const { goesOn, status } = await callback({
			known,
			waiting: [row(ANN, 'one', { waited_until: undefined, timed_out: false })],
		});
		expect([goesOn, status]).toEqual([false, 200]);
		expect(mockTimers.filter(({ delay }) => !(delay < HOUR))).toEqual([]);
	});

	it('finds the time over at the very moment of the limit', async () => {
		jest.mocked(Date.now).mockReturnValue(Date.parse(LIMIT));
		expect(await callback({ known, waiting })).toMatchObject({ status: 200, goesOn: true });
	});
});

it('a callback without a signature is none for a message without a ticket', async () => {
	const { status } = await callback({
		ticket: '',
		waiting: [row(ANN, 'one', { custom_ticket: undefined })],
	});
	expect(status).toBe(401);
});

describe('a run that waits for delivery', () => {
	const NOW = 1_800_000_000_000;
	const CID = '18015551003';
	const OPERATION = 'message/sendAndWaitForDelivery';

	interface Run {
		/** Status of each recipient's message, by number. */
		statuses?: Record<string, number>;
		/** What each item sends; nothing where it failed or everybody was left out. */
		sends?: Array<ReturnType<typeof item>>;
		/** What it would give without waiting. */
		outputs?: IDataObject[];
		isTool?: boolean;
		/** HTTP statuses that n8n answers when it is asked to continue. */
		answers?: number[];
	}

	const list = (ticket: string, ...numbers: string[]) =>
		item(request(sendCall(to(...numbers), 'Hi', { custom_ticket: `custom-${ticket}` })));
	const TWO = [list('one', ANN, BOB), list('two', CID)];

	async function waiting({ statuses = {}, sends = TWO, outputs, isTool, answers = [200] }: Run) {
		jest.spyOn(Date, 'now').mockReturnValue(NOW);
		const fake = fakeRun({
			operation: OPERATION,
			items: sends.map(() => ({})),
			parameters: { waitMinutes: (itemIndex: number) => [5, 30][itemIndex] },
			...(isTool && { tool: { arguments: {} } }),
			answer: ({ operation, ticket }) => {
				if (!/Transaction/.test(operation)) return reply(operation, DONE);
				const numbers = { 'service-0': [ANN, BOB], 'service-1': [CID] }[ticket];
				if (!numbers) return refusal(operation, `Ticket ${ticket} is unknown`);
				const rows = numbers.map(
					(number) =>
						`<item><sendTo>${number}</sendTo><status_code>${statuses[number] ?? 101}</status_code></item>`,
				);
				return reply(
					operation,
					`${DONE}<response><transactionlist>${rows.join('')}</transactionlist></response>`,
				);
			},
		});
		const posts: string[] = [];
		const left = [...answers];
		const executeData: { data?: { main: Array<Array<{ json: IDataObject }>> } } = {};
		const until: Date[] = [];
		const context = Object.assign(fake.context, {
			getExecuteData: () => executeData,
			putExecutionToWait: async (date: Date) => {
				until.push(date);
				await Promise.resolve();
			},
			evaluateExpression: () => RESUME_URL,
		}) as IExecuteFunctions;
		Object.assign(context.helpers, {
			httpRequest: async ({ url }: { url: string }) => {
				posts.push(url);
				return await Promise.resolve({ statusCode: left.shift() });
			},
		});
		const key = await statusAddressKey(SECRETS);
		const session = { ...fake.session, statusAddressKey: async () => await Promise.resolve(key) };
		const prepared: ReadonlyMap<number, PreparedItem> = byIndex(...sends);
		const plan = planOf(prepared);
		const outcomes = outcomesOf(
			plan,
			...plan.chains.map((_chain, nth) =>
				accepted({ result: true, transaction_ticket: `service-${nth}` }),
			),
		);
		const operation = findOperation('message', 'sendAndWaitForDelivery')!;
		const ended = { context, operation, sessions: [session], plan, outcomes };
		const before = (outputs ?? sends.map(() => ({ sent: true }))).map((json, index) => ({
			json,
			pairedItem: { item: index },
		}));
		const items = await waitForDelivery(ended, prepared, before);
		return { items, before, until, posts, stored: executeData.data?.main[0], key, ...fake };
	}

	const shown = (items: ReadonlyArray<{ json: IDataObject; pairedItem?: unknown }> | undefined) =>
		items?.map(({ json, pairedItem }) => [
			json.sendTo,
			json.status_code,
			json.timed_out,
			pairedItem,
		]);
	const from = (index: number) => ({ item: index });

	it('has a row for each recipient, the first one of every item before all others', async () => {
		const { items } = await waiting({ statuses: { [ANN]: 100 } });
		expect(shown(items)).toEqual([
			[ANN, 100, false, from(0)],
			[CID, 101, false, from(1)],
			[BOB, 101, false, from(0)],
		]);
	});

	it('pauses for the longest time that an item asks for, and a moment beyond', async () => {
		const { until } = await waiting({});
		expect(until).toEqual([new Date(NOW + 30 * 60_000 + 90_000)]);
		expect((await waiting({ statuses: { [CID]: 100 } })).until).toHaveLength(1);
	});

	it('stores what is to be seen if nobody asks at the limit', async () => {
		const { items, stored } = await waiting({ statuses: { [ANN]: 100 } });
		expect(shown(stored)).toEqual([
			[ANN, 100, false, from(0)],
			[CID, 101, true, from(1)],
			[BOB, 101, true, from(0)],
		]);
		const limit = new Date(NOW + 30 * 60_000).toISOString();
		expect(stored?.map(({ json }) => json.waited_until)).toEqual([undefined, limit, limit]);
		// n8n writes into the items of the output.
		stored?.forEach((one, index) => expect(one).not.toBe(items[index]));
	});

	it.each([
		['once', [200], 1],
		['once more where that was too early', [404, 404, 200], 2],
		['no third time', [404, 404, 404, 404, 404], 2],
	])('asks n8n itself %s, about a message that is open', async (_how, answers, times) => {
		const { posts, key } = await waiting({ statuses: { [ANN]: 100 }, answers });
		expect(timersOf(5000, 30_000).map(({ delay }) => delay)).toEqual([5000]);
		timersOf(5000)[0]!.action();
		await settled();
		for (const { action } of timersOf(30_000)) action();
		await settled();
		expect(posts).toHaveLength(times);
		expect(timersOf(5000, 30_000)).toHaveLength(times);
		expect(mockTimers.filter(({ delay }) => !(delay > 0))).toEqual([]);
		expect(checkAddress(key, posts[0]!)).toMatchObject({ customTicket: 'custom-two' });
	});

	it.each([
		['every message is final', { statuses: { [ANN]: 100, [BOB]: 402, [CID]: 100 } }, 100],
		['an agent waits for its tool', { isTool: true }, 101],
	])('does not pause where %s', async (_when, run, status) => {
		const { items, until, stored } = await waiting(run);
		expect(items.map(({ json }) => json.status_code)[0]).toBe(status);
		expect([until, stored, timersOf(5000)]).toEqual([[], undefined, []]);
	});

	it('gives what it has where nothing was sent, and asks nothing', async () => {
		const nobody = item([], { skipped: [{ sendTo: ANN, reason: 'no consent' }] });
		const { items, before, until, operations } = await waiting({ sends: [nobody] });
		expect(items).toEqual(before);
		expect([until, operations()]).toEqual([[], []]);
	});

	it('keeps what is said of an item that was not sent, with its position', async () => {
		const nobody = item([], { skipped: [{ sendTo: BOB, reason: 'no consent' }] });
		const said = { sent: false, sendTo: BOB, skipped: 'no consent' };
		const { items, stored } = await waiting({
			sends: [list('one', ANN), nobody],
			outputs: [{ sent: true }, said],
		});
		expect(items[1]).toEqual({ json: { ...said, item_index: 1 }, pairedItem: from(1) });
		expect(stored?.[1]).toEqual(items[1]);
	});

	it('says of each recipient what holds for all of the item, and who was left out', async () => {
		const kept = {
			batch: 0,
			parts: 1,
			segments: 2,
			segments_before: 3,
			replaced: ['’'],
			recovered: true,
			recipients_allowed: 'only_these',
			sent_before: true,
			warnings: ['Long'],
		};
		const { items } = await waiting({
			sends: [{ ...list('one', ANN, BOB), skipped: [{ sendTo: CID, reason: 'no consent' }] }],
			outputs: [{ sent: true, recipients: [ANN, BOB], ...kept }],
		});
		expect(items.map(({ json }) => json)).toMatchObject([
			{ sendTo: ANN, ...kept },
			{ sendTo: BOB, ...kept },
			{ sent: false, sendTo: CID, skipped: 'no consent', item_index: 0 },
		]);
		expect(items[0]?.json).not.toHaveProperty('recipients');
		expect(items[2]?.json).not.toHaveProperty('batch');
	});
});

import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { statusAddressKey } from '../../../../../credentials/statusAddressKey';
import { resume, resumeWebhook } from '../../../../../nodes/SubscriptionMessaging/run/wait/resume';
import { signAddress } from '../../../../../nodes/SubscriptionMessaging/statusAddress/sign';
import { statusService, type Known } from '../../statusService';
import { recordedTimers } from '../../eventLoop/recordedTimers';
import ROW_OF_VERSION_1 from './waiting.version1.json';

jest.mock('../../../../../nodes/SubscriptionMessaging/eventLoop/timers', () =>
	jest.requireActual<object>('../../eventLoop/recordedTimers'),
);

afterEach(() => jest.restoreAllMocks());

const RESUME_URL = 'https://n8n.example/webhook-waiting/7';
const ADDRESS = `${RESUME_URL}/delivery-status`;
const SECRETS = { username: 'acme', password: 'secret-word', api_key: 'key-of-acme' };

const ANN = '18015551001';
const BOB = '18015551002';
const HOUR = 3_600_000;

const row = (sendTo: string, ticket: string, more: IDataObject = {}): IDataObject => ({
	...ROW_OF_VERSION_1,
	sendTo,
	transaction_ticket: `service-${ticket}`,
	custom_ticket: `custom-${ticket}`,
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
	headers?: IDataObject;
	/** To the address, by the service. */
	added?: string;
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
	headers = { 'content-length': '0' },
	added = '',
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
			: signAddress(key, ADDRESS, { customTicket: ticket, code: '12345' }) + added;
	const context = {
		getRequestObject: () => ({ originalUrl: url, url: '/elsewhere' }),
		getResponseObject: () => response,
		getHeaderData: () => headers,
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
	expect(resumeWebhook).toMatchObject({ httpMethod: 'POST,GET', path: 'delivery-status' });
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

	describe('about a message whose end the service does not show yet', () => {
		const soon = () => recordedTimers.filter(({ delay }) => delay === 10_000);
		const inTransit: Known = { 'service-one': [[ANN, 101, 'Sent']] };

		it.each<[IDataObject]>([[{ 'content-length': '17' }], [{ 'transfer-encoding': 'chunked' }]])(
			'has it asked once more: %j',
			async (headers) => {
				const execution = `once-${JSON.stringify(headers)}`;
				const { posts } = await callback({ known: inTransit, headers, execution });
				await callback({ known: inTransit, headers, execution });
				expect(soon()).toHaveLength(1);
				soon()[0]!.action();
				expect(posts).toEqual([expect.stringContaining(ADDRESS)]);
			},
		);

		it('has it asked once more where it comes in the address', async () => {
			const { posts } = await callback({ known: inTransit, added: '&status_code=100' });
			expect(soon()).toHaveLength(1);
			// Until it is done, no other one is made.
			soon()[0]!.action();
			expect(posts).toHaveLength(1);
		});

		it('has it asked no further by n8n’s own posts, which are empty', async () => {
			await callback({ known: inTransit });
			await callback({ known: inTransit, headers: {} });
			// n8n signs the addresses of waiting executions itself.
			await callback({ known: inTransit, added: '&signature=abc' });
			expect(soon()).toEqual([]);
		});

		it('is to be posted again where the service does not know the send yet', async () => {
			expect((await callback({})).status).toBe(503);
		});
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

	it('takes the one row of a person for all messages to them, which it does not before', async () => {
		const known: Known = { 'service-one': [[ANN, 100, 'Delivered']] };
		const over = await callback({ known, waiting: [late('one', ANN), late('one', ANN)] });
		expect(over.rows).toMatchObject([{ delivered: true }, { delivered: true }]);
		const before = await callback({ known, waiting: [row(ANN, 'one'), row(ANN, 'one')] });
		expect(before.goesOn).toBe(false);
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
	const questions = () => recordedTimers.filter(({ delay }) => delay === HOUR + 1000);

	beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));

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
		expect(recordedTimers.filter(({ delay }) => !(delay < HOUR))).toEqual([]);
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

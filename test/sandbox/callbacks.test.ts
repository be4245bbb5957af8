import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';

import { finished } from '../../nodes/SubscriptionMessaging/service/collections/steps';
import {
	readCallback,
	statusesOf,
} from '../../nodes/SubscriptionMessaging/service/callback/statuses';
import { isThisMachine } from '../../sandbox/callbacks';
import type { SandboxSettings } from '../../sandbox/sandbox';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { CREDENTIALS } from './client';

interface Received {
	method: string | undefined;
	query: string;
	contentType: string | undefined;
	body: Buffer;
}

let receiver: Server;
let receiverUrl: string;
let received: Received[];
/** Statuses that are answered first, one after the other; 200 from then on. */
let answers: number[];
let running: RunningSandbox | undefined;

beforeAll(async () => {
	receiver = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		received.push({
			method: request.method,
			query: request.url?.split('?')[1] ?? '',
			contentType: request.headers['content-type'],
			body: Buffer.concat(chunks),
		});
		response.writeHead(answers.shift() ?? 200, { Location: 'http://example.com/' }).end();
	}).listen(0, '127.0.0.1');
	await once(receiver, 'listening');
	receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/status?own=1`;
});
beforeEach(() => {
	received = [];
	answers = [];
});
afterEach(async () => {
	jest.restoreAllMocks();
	await running?.close();
	running = undefined;
});
afterAll(async () => {
	receiver.close();
	await once(receiver, 'close');
});

async function untilIdle(): Promise<void> {
	while (!running?.sandbox.callbacks.isIdle) await sleep(5);
}

/** Sends to two phones and gives what was posted, read as the trigger reads it. */
async function send(
	settings: Partial<SandboxSettings>,
	{ status_url = receiverUrl, posts }: { status_url?: string; posts: number },
) {
	running = await startSandbox({ callbackRetryDelay: 20, ...settings });
	const { data } = await axios.post<string>(
		`${running.baseUrl}/httppost/nvp`,
		new URLSearchParams({
			...CREDENTIALS,
			code: '12345',
			version: '2.0.0',
			method_name: 'message.sendMessage',
			keyword: 'CAFE',
			message: 'Hello',
			custom_ticket: 'order-1',
			status_url,
		}),
	);
	const ticket = /<transaction_ticket[^>]*>([^<]+)/.exec(data)?.[1];
	while (received.length < posts) await sleep(10);
	return { ticket, statuses: () => received.flatMap(read) };
}

const read = ({ body, contentType, query }: Received) =>
	finished(
		statusesOf(finished(readCallback({ body, contentType, query, ownParameters: ['own'] })), {
			received_at: '',
		}),
	);

const TO = ['34600123456', '8613800138000'];

describe.each(['form', 'query', 'json', 'xml', 'soap', 'text'] as const)(
	'a status that is posted as %s',
	(callbackFormat) => {
		it.each([false, true])('is told completely, in a list: %s', async (callbackList) => {
			const posts = callbackList && callbackFormat !== 'query' ? 1 : 2;
			const { ticket, statuses } = await send(
				{ statusDelay: 0, callbackFormat, callbackList },
				{ posts },
			);

			expect(statuses().sort((a, b) => (a.sendTo! < b.sendTo! ? -1 : 1))).toMatchObject(
				TO.map((sendTo) => ({
					sendTo,
					transaction_ticket: ticket,
					custom_ticket: 'order-1',
					status_code: 100,
					status_message: 'Delivered',
				})),
			);
			expect(received).toHaveLength(posts);
			expect(new Set(received.map(({ method }) => method))).toEqual(
				new Set([callbackFormat === 'query' ? 'GET' : 'POST']),
			);
			expect(received.every(({ query }) => query.startsWith('own=1'))).toBe(true);
		});
	},
);

const codes = () => received.flatMap(read).map(({ status_code }) => status_code);

describe('what becomes of a message', () => {
	it('is posted when it is sent to the carrier, and when it is delivered', async () => {
		await send({ statusDelay: 50 }, { posts: 4 });
		expect(codes()).toEqual([101, 101, 100, 100]);
	});

	it('is posted in the wrong order where that is wanted', async () => {
		await send({ statusDelay: 50, callbackReorder: true }, { posts: 4 });
		expect(codes()).toEqual([100, 100, 101, 101]);
	});

	it('is posted when it is said to be delivered, once', async () => {
		const { ticket } = await send({ statusDelay: 60_000 }, { posts: 2 });
		await axios.post(`${running?.baseUrl}/_sandbox/deliver`, { transaction_ticket: ticket });
		await axios.post(`${running?.baseUrl}/_sandbox/deliver`, {});
		while (received.length < 4) await sleep(10);
		// Behind whatever the second of these would have posted.
		const status = { transaction_ticket: ticket, status_code: 7, status_message: 'No' };
		await axios.post(`${running?.baseUrl}/_sandbox/status`, status);
		while (received.length < 6) await sleep(10);
		expect(codes()).toEqual([101, 101, 100, 100, 7, 7]);
	});

	it('is not posted where nothing is to be posted', async () => {
		await send({ statusDelay: 60_000, callbackFormat: 'none' }, { posts: 0 });
		await axios.post(`${running?.baseUrl}/_sandbox/deliver`, {});
		await untilIdle();
		expect((await axios.get(`${running?.baseUrl}/_sandbox/callbacks`)).data).toEqual([]);
		expect(received).toEqual([]);
	});

	it('is posted as often as is wanted', async () => {
		await send({ statusDelay: 0, callbackCopies: 3 }, { posts: 6 });
		expect(codes()).toEqual(Array(6).fill(100));
	});

	it('is posted again until it is taken, and a redirect is not followed', async () => {
		answers = [500, 302, 401];
		await send({ statusDelay: 0, callbackList: true, callbackFormat: 'json' }, { posts: 4 });
		await untilIdle();
		expect(codes()).toEqual(Array(8).fill(100));
		const { data } = await axios.get(`${running?.baseUrl}/_sandbox/callbacks`);
		expect(data).toMatchObject(
			[500, 302, 401, 200].map((answered) => ({ answered, sendTo: TO.toReversed() })),
		);
		expect(JSON.stringify(data)).not.toContain('own=1');
	});

	it('is given up after the last try', async () => {
		answers = Array(10).fill(500);
		await send({ statusDelay: 0, callbackList: true, callbackRetries: 1 }, { posts: 2 });
		await untilIdle();
		expect(received).toHaveLength(2);
	});

	it('is labelled with a legacy charset where that is wanted', async () => {
		await send({ statusDelay: 0, callbackCharset: 'iso-8859-1' }, { posts: 2 });
		expect(received[0]?.contentType).toBe('application/x-www-form-urlencoded; charset=iso-8859-1');
	});
});

describe('an address elsewhere', () => {
	it('that is none is told without its query, which holds a signature', async () => {
		const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
		await send({ statusDelay: 0 }, { status_url: 'n8n/webhook/a?signed_ticket=secret', posts: 0 });
		const posts = async () =>
			(await axios.get<object[]>(`${running?.baseUrl}/_sandbox/callbacks`)).data;
		while ((await posts()).length < 2);

		expect(JSON.stringify([await posts(), warn.mock.calls])).not.toContain('secret');
		expect(await posts()).toMatchObject([{ address: 'n8n/webhook/a' }, { refused: true }]);
	});

	it('is never posted to, and the log says so once', async () => {
		const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
		const fetched = jest.spyOn(globalThis, 'fetch');
		await send(
			{ statusDelay: 0 },
			{ status_url: 'https://n8n.example/webhook/a?signed_ticket=secret', posts: 0 },
		);
		let posts: object[] = [];
		while (posts.length < 2) {
			posts = (await axios.get<object[]>(`${running?.baseUrl}/_sandbox/callbacks`)).data;
		}

		expect(fetched).not.toHaveBeenCalled();
		expect(posts).toMatchObject([{ refused: true }, { refused: true }]);
		expect(warn.mock.calls).toEqual([
			['The sandbox posts statuses on this machine only, and not to https://n8n.example'],
		]);
	});

	it.each([
		['http://127.0.0.1:5678/a', true],
		['http://localhost/a', true],
		['https://[::1]/a', true],
		['http://0177.0.0.1/', true],
		['http://localhost.example.com/', false],
		['http://127.0.0.1.example.com/', false],
		['http://127.0.0.1@example.com/', false],
		['http://10.0.0.1/', false],
		['http://0.0.0.0/', false],
		['ftp://127.0.0.1/', false],
		['http://[::ffff:10.0.0.1]/', false],
	])('is told apart: %s', (address, expected) => {
		expect(isThisMachine(new URL(address))).toBe(expected);
	});
});

it('can be set while the sandbox runs', async () => {
	running = await startSandbox({});
	const settings = `${running.baseUrl}/_sandbox/settings`;
	const changes = { callbackFormat: 'soap', callbackList: true, callbackCopies: 2, statusDelay: 7 };
	expect((await axios.patch(settings, changes)).data).toMatchObject(changes);
	expect((await axios.get(settings)).data).toMatchObject({ ...changes, callbackRetries: 3 });
	const { status, data } = await axios.patch(
		settings,
		{ callbackFormat: 'fax' },
		{ validateStatus: () => true },
	);
	expect([status, data]).toEqual([
		400,
		{ error: expect.stringMatching(/^callbackFormat must be/) },
	]);
});

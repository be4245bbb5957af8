import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import axios from 'axios';

import { call, CREDENTIALS, useSandbox, type Answer } from './client';

const sandbox = useSandbox();

const control = async (method: string, path: string, data?: object) =>
	(
		await axios.request({
			method,
			url: `${sandbox().baseUrl}/_sandbox/${path}`,
			data,
			validateStatus: () => true,
		})
	).data;

const send = (keyword: string, message: string, more = {}) =>
	call(sandbox(), 'sendMessage', keyword, { message, ...more });

const servers: Server[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) server.close();
});

/** An address on this machine that answers every post alike and keeps the bodies. */
async function receive(status: number, body: string) {
	const bodies: string[] = [];
	const server = createServer((request, response) => {
		void text(request).then((received) => {
			bodies.push(received);
			response.writeHead(status).end(body);
		});
	});
	servers.push(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
	return { url, bodies };
}

/** The posts, once so many of them were answered. */
async function answered(count: number): Promise<Answer[]> {
	for (;;) {
		const posts = await control('GET', 'callbacks');
		if (posts.filter((post: Answer) => post.answered !== null).length >= count) return posts;
	}
}

describe('messages', () => {
	test('are listed latest first, with their statuses', async () => {
		await send('PILOTS', 'first');
		await control('POST', 'deliver');
		await send('PILOTS', 'second');

		expect(await control('GET', 'messages')).toMatchObject({
			total: 2,
			waiting: 1,
			messages: [
				{ id: 2, text: 'second', status_code: 101, status_message: 'Sent to Carrier' },
				{ id: 1, text: 'first', status_code: 100, status_message: 'Delivered' },
			],
		});
	});

	test.each([
		['search=HARBOUR', 1],
		['search=18015551002', 1],
		['search=tick-1', 4],
		['search=nothing', 0],
		['keyword=NSTAFF', 4],
		['keyword=NSTAFF&sendTo=18015551001', 1],
		['custom_ticket=tick-1', 4],
		['custom_ticket=tick', 0],
	])('are found by %s', async (query, total) => {
		await send('NSTAFF', 'to the staff', { custom_ticket: 'tick-1' });
		await send('PILOTS', 'to the pilots');

		expect(await control('GET', `messages?${query}`)).toMatchObject({ total });
	});

	test('are limited to the latest, while all are counted', async () => {
		await send('NSTAFF', 'to four');
		const { total, messages } = await control('GET', 'messages?limit=1');

		expect(total).toBe(4);
		expect(messages).toMatchObject([{ sendTo: '18015551004' }]);
	});

	test('can be cleared without touching the organization', async () => {
		await send('NSTAFF', 'Hi');
		await call(sandbox(), 'deleteSubscriptionnode', 'CAFE');
		await control('DELETE', 'messages');

		expect(await control('GET', 'messages')).toEqual({ total: 0, waiting: 0, messages: [] });
		expect(await call(sandbox(), 'readSubscriptionnode', 'CAFE')).toMatchObject({
			result: false,
		});
	});

	test('of one ticket can be delivered at once', async () => {
		const { transaction_ticket } = await send('NSTAFF', 'Hi');
		await send('PILOTS', 'Hi');

		expect(await control('POST', 'deliver', { transaction_ticket })).toEqual({ delivered: 4 });
		expect(await control('GET', 'messages')).toMatchObject({ waiting: 1 });
	});
});

describe('the status of a message', () => {
	test('is set for one recipient, and stays when time passes', async () => {
		await control('PATCH', 'settings', { statusDelay: 0 });
		const { transaction_ticket } = await send('NSTAFF', 'Hi');
		const answer = await control('POST', 'status', {
			transaction_ticket,
			sendTo: '18015551001',
			status_code: 404,
			status_message: 'No such number',
		});

		expect(answer).toEqual({ changed: 1 });
		const { messages } = await control('GET', 'messages?sendTo=18015551001');
		expect(messages).toMatchObject([
			{ status_code: 404, status_message: 'No such number', setByHand: true },
		]);
		const { response } = await call(sandbox(), 'getTransactionStatus', 'NSTAFF', {
			transaction_ticket_id: transaction_ticket,
		});
		expect(response.transactionlist.map((row: Answer) => Number(row.status_code)).sort()).toEqual([
			100, 100, 100, 404,
		]);
	});

	test('is posted to the status URL, with what was answered', async () => {
		const receiver = await receive(503, 'not now');
		await control('PATCH', 'settings', { callbackRetries: 0, statusDelay: 60_000 });
		const { transaction_ticket } = await send('PILOTS', 'Hi', { status_url: receiver.url });
		await control('POST', 'status', { transaction_ticket, status_code: 7 });

		expect(await answered(2)).toMatchObject([
			{ status_code: 101, answered: 503, answer: 'not now' },
			{ status_code: 7, answered: 503, answer: 'not now' },
		]);
		expect(receiver.bodies).toContainEqual(expect.stringContaining('status_code=7'));
	});

	test('is refused without a code', async () => {
		const { transaction_ticket } = await send('PILOTS', 'Hi');

		expect(await control('POST', 'status', { transaction_ticket })).toEqual({
			error: 'status_code is required',
		});
	});
});

describe('a person', () => {
	const people = async (operation: 'getActiveSubscribers' | 'getAllSubscribers') =>
		(await call(sandbox(), operation, 'PILOTS')).response.subscribers.map(
			({ user }: Answer) => user.phone,
		);
	const reply = (event: string, phone = '+1 801 555 9999') =>
		control('POST', 'subscribers', { keyword: 'PILOTS', event, phone });

	test('joins, leaves and comes back', async () => {
		expect(await reply('join')).toEqual({ active: 2, all: 3 });
		expect(await people('getActiveSubscribers')).toContain('18015559999');
		expect(await reply('join')).toEqual({ active: 2, all: 3 });
		expect(await reply('leave')).toEqual({ active: 1, all: 3 });
		expect(await people('getActiveSubscribers')).not.toContain('18015559999');
		expect(await people('getAllSubscribers')).toContain('18015559999');
		expect(await reply('join')).toEqual({ active: 2, all: 3 });
	});

	test('gets another number, and switches a channel off and on', async () => {
		const change = (event: string, more: object) =>
			control('POST', 'subscribers', { keyword: 'PILOTS', event, phone: '18015559999', ...more });
		await reply('join');
		await change('switch', { channel: 'mobiletxt', on: false });
		await change('switch', { channel: 'email' });
		await change('renumber', { new_phone: '+1 801 555 8888' });
		const { subscribers } = (await call(sandbox(), 'getAllSubscribers', 'PILOTS')).response;
		expect(subscribers.at(-1)).toMatchObject({
			email: 1,
			mobiletxt: 0,
			user: { phone: '18015558888' },
		});
		expect(await change('switch', { channel: 'email' })).toEqual({
			error: expect.stringMatching(/not listed/),
		});
		const [taken] = subscribers;
		expect(
			await control('POST', 'subscribers', {
				keyword: 'PILOTS',
				event: 'renumber',
				phone: '18015558888',
				new_phone: taken.user.phone,
			}),
		).toEqual({ error: expect.stringMatching(/already/) });
	});

	test.each([
		['leave', '18015550000', /not subscribed/],
		['sing', '18015550000', /join, leave, renumber or switch/],
		['join', 'nobody', /phone number/],
		['renumber', '18015559999', /new_phone is required/],
		['switch', '18015559999', /channel is required/],
	])('cannot %s as %s', async (event, phone, error) => {
		expect(await reply(event, phone)).toEqual({ error: expect.stringMatching(error) });
	});
});

describe('a sample event', () => {
	test('is posted once, and the answer shown', async () => {
		const receiver = await receive(401, 'wrong signature');

		expect(
			await control('POST', 'sample', {
				address: `${receiver.url}?token=x`,
				custom_ticket: 'mine',
			}),
		).toEqual({ answered: 401, answer: 'wrong signature' });
		expect(receiver.bodies).toEqual([expect.stringMatching(/custom_ticket=mine.*status_code=100/)]);
		expect(await control('GET', 'callbacks')).toMatchObject([{ answered: 401 }]);
	});

	test('goes to an address of any name, where statuses are not posted', async () => {
		const receiver = await receive(200, 'taken');
		// It leads to this machine, which its name does not show.
		const address = receiver.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
		await send('PILOTS', 'Hi', { status_url: address });

		expect(await control('POST', 'sample', { address })).toEqual({
			answered: 200,
			answer: 'taken',
		});
		expect(receiver.bodies).toEqual([expect.stringMatching(/custom_ticket=sample/)]);
	});

	test.each(['file:///etc/passwd', 'nonsense', 'javascript:alert(1)'])(
		'is not posted to %s',
		async (address) => {
			expect(await control('POST', 'sample', { address })).toEqual({
				error: expect.stringMatching(/must begin with http/),
			});
		},
	);
});

test.each([{ Host: 'rebound.example' }, { Origin: 'https://other.example' }, { Origin: 'null' }])(
	'a page of another site reads and changes nothing: %p',
	async (headers) => {
		const receiver = await receive(200, 'taken');
		const call = async (method: string, path: string, body?: object) =>
			await axios.request<object>({
				method,
				url: `${sandbox().baseUrl}/_sandbox/${path}`,
				data: body,
				headers,
				validateStatus: () => true,
			});
		await send('PILOTS', 'Hi');
		for (const answer of [
			await call('GET', 'credential'),
			await call('POST', 'reset'),
			await call('POST', 'sample', { address: receiver.url }),
		]) {
			expect([answer.status, answer.data]).toEqual([
				400,
				{ error: expect.stringMatching(/on this machine/) },
			]);
		}
		expect(receiver.bodies).toEqual([]);
		expect(sandbox().sandbox.messages.all.length).toBeGreaterThan(0);
	},
);

test('a page of the sandbox by another name of this machine may use all', async () => {
	const { port } = new URL(sandbox().baseUrl);
	for (const name of ['localhost', '127.0.0.1', '[::1]']) {
		const headers = { Host: `${name}:${port}`, Origin: `http://${name}:${port}` };
		const { status } = await axios.get(`${sandbox().baseUrl}/_sandbox/settings`, { headers });
		expect(status).toBe(200);
	}
});

test('what is too large is refused with the limit', async () => {
	expect(await control('PATCH', 'settings', { callbackCopies: 101 })).toEqual({
		error: expect.stringContaining('from 0 to 100'),
	});
	const group = { parent: 'NORTH', name: 'Crowd', subscribers: 1_000_001 };
	expect(await control('POST', 'seed', { groups: [group] })).toEqual({
		error: expect.stringContaining('1000000 at most'),
	});
});

test('the credential is that of the sandbox', async () => {
	const credential = await control('GET', 'credential');

	expect(credential).toEqual({
		baseUrl: sandbox().baseUrl,
		...CREDENTIALS,
		code: '12345',
		keyword: 'ACME',
	});
});

test('calls are listed in order, refused ones too, without anything secret', async () => {
	await call(sandbox(), 'authenticationTest', 'ACME', {}, { password: 'guess-4711' });
	await send('PILOTS', 'Hi');
	await axios.get(`${sandbox().baseUrl}/httppost/nvp`, {
		params: { ...CREDENTIALS, version: '2.0.0', method_name: 'task.test', code: '12345' },
	});
	await axios.post(`${sandbox().baseUrl}/httppost`, new URLSearchParams(CREDENTIALS));
	const calls = await control('GET', 'calls');

	expect(calls).toMatchObject([
		{ transport: 'soap', operation: 'authenticationTest', keyword: 'ACME', result: false },
		{ transport: 'soap', operation: 'sendMessage', keyword: 'PILOTS', result: true },
		{ transport: 'nvp', operation: 'test', keyword: '', result: true },
		{ transport: 'plain', operation: 'sendMessageSpecifyNumbers', error_code: 105 },
	]);
	for (const secret of ['guess-4711', CREDENTIALS.password, CREDENTIALS.api_key]) {
		expect(JSON.stringify(calls)).not.toContain(secret);
	}
});

test('the organization is shown with what is deleted', async () => {
	const company = await control('GET', 'organization');

	expect(company).toMatchObject({ kind: 'company', keyword: 'ACME' });
	expect(company.divisions[0].groups).toContainEqual(
		expect.objectContaining({ keyword: 'NOLD', deleted: true }),
	);
	expect(company.divisions[0].groups[0]).toMatchObject({ keyword: 'NSTAFF', subscribers: 8 });
});

test('a reset brings the seed back', async () => {
	await call(sandbox(), 'deleteDivision', 'NORTH');
	await send('CAFE', 'Hi', { custom_ticket: 'before' });
	await control('POST', 'reset');

	expect(await call(sandbox(), 'readSubscriptionnode', 'NSTAFF')).toMatchObject({ result: true });
	expect(await control('GET', 'messages')).toMatchObject({ total: 0 });
	expect(
		await call(sandbox(), 'getCustomTransactionStatus', 'CAFE', { custom_ticket: 'before' }),
	).toMatchObject({ result: false });
});

describe('a seed', () => {
	test('adds divisions, groups with subscribers, and templates', async () => {
		const { keywords } = await control('POST', 'seed', {
			divisions: [{ parent: 'ACME', name: 'East', keyword: 'EAST' }],
			groups: [
				{ parent: 'EAST', name: 'Big', keyword: 'BIG', subscribers: 250 },
				{ parent: 'NORTH', name: 'Small' },
			],
			templates: [{ keyword: 'BIG', id: 't', text: 'Hi {name}' }],
		});

		expect(keywords).toEqual(['EAST', 'BIG', expect.stringMatching(/^SMALL\d+$/)]);
		const all = await call(sandbox(), 'getAllSubscribers', 'BIG');
		const active = await call(sandbox(), 'getActiveSubscribers', 'BIG');
		const templates = await call(sandbox(), 'getTemplates', 'BIG');
		expect(all.response.subscribers).toHaveLength(250);
		expect(active.response.subscribers).toHaveLength(225);
		expect(templates.response.templates).toMatchObject([{ id: 't', text: 'Hi {name}' }]);
	});

	test.each([
		{ groups: [{ parent: 'NOWHERE', name: 'X' }] },
		{ groups: [{ parent: 'ACME', name: 'X' }] },
		{ groups: [{ parent: 'NORTH', name: 'X', keyword: 'nstaff' }] },
		{ groups: [{ parent: 'NORTH' }] },
		{ groups: [{ parent: 'NORTH', name: 'X', subscribers: 'many' }] },
		{ templates: [{ keyword: 'NORTH', text: 'X' }] },
	])('that breaks a rule is answered with the reason: %j', async (seed) => {
		expect(await control('POST', 'seed', seed)).toEqual({ error: expect.any(String) });
	});
});

test('the status delay holds for the sends that follow', async () => {
	expect(await control('PATCH', 'settings', { statusDelay: 0 })).toMatchObject({ statusDelay: 0 });
	await send('PILOTS', 'Hi');

	expect(await control('GET', 'messages')).toMatchObject({ messages: [{ status_code: 100 }] });
	expect(await control('PATCH', 'settings', { statusDelay: -1 })).toEqual({
		error: expect.any(String),
	});
	expect(await control('GET', 'settings')).toMatchObject({ statusDelay: 0 });
});

describe('with a crowd', () => {
	const crowded = useSandbox({ crowd: 2_000 });

	test('a large group is answered whole, piece by piece', async () => {
		const { response } = await call(crowded(), 'getAllSubscribers', 'CROWD');

		expect(response.subscribers).toHaveLength(2_000);
		expect(response.subscribers.at(-1).user.first_name).toBe('First1999');
	});
});

describe('the inbox page', () => {
	test.each(['', 'inbox.css', 'inbox.js', 'icon.svg'])('serves /%s', async (path) => {
		const { status, headers } = await axios.get(`${sandbox().baseUrl}/${path}`);

		expect(status).toBe(200);
		expect(headers['content-security-policy']).toBe("default-src 'self'");
	});
});

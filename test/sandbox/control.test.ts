import axios from 'axios';

import { call, CREDENTIALS, useSandbox } from './client';

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

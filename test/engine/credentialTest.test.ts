import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { CredentialTestContext } from 'n8n-core';

import { subscriptionMessagingApiTest } from '../../nodes/SubscriptionMessaging/methods/credentialTest';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();

const test = async (deliveryReportAddress: string, more = {}) =>
	await subscriptionMessagingApiTest.call(new CredentialTestContext(), {
		id: '1',
		name: 'Sandbox',
		type: 'subscriptionMessagingApi',
		data: { ...credentialFor(sandbox.running), deliveryReportAddress, ...more },
	});

describe('The test of the Delivery Report Address', () => {
	let server: Server;
	let address: string;
	let status = 204;
	let headers: Record<string, string> = {};

	beforeAll(async () => {
		server = createServer((_request, response) => response.writeHead(status, headers).end());
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		address = `http://127.0.0.1:${port}/webhook/a/delivery-status`;
	});
	beforeEach(() => {
		status = 204;
		headers = {};
	});
	afterAll(() => server.close());

	it('says that n8n is reached there, beside what the service says', async () => {
		headers = { 'Access-Control-Allow-Methods': 'OPTIONS, POST, GET' };
		const { status: result, message } = await test(address);
		expect(result).toBe('OK');
		expect(message).toMatch(/\. n8n is reached at the 'Delivery Report Address'$/);
	});

	it('says that nothing is published there', async () => {
		headers = { 'Access-Control-Allow-Methods': 'OPTIONS' };
		expect(await test(address)).toMatchObject({
			status: 'Error',
			message: expect.stringContaining("'Delivery Report Address' answers 404: n8n is reached"),
		});
	});

	it('says that something else answers there', async () => {
		status = 502;
		expect(await test(address)).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('is not answered by n8n (HTTP 502)'),
		});
	});

	it('says that nobody answers there', async () => {
		expect(await test('http://127.0.0.1:9/webhook/a/delivery-status')).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/could not be reached from here: .*refused the connection/i),
		});
	});

	it('says what is no address, and asks nobody where none is entered', async () => {
		expect(await test('n8n.example/webhook')).toMatchObject({
			status: 'Error',
			message: expect.stringContaining("'Delivery Report Address' in the credential must be"),
		});
		expect((await test(' ')).message).not.toContain('Delivery Report Address');
	});

	it('asks for nothing before the service has accepted the credential', async () => {
		const { message } = await test(address, { password: 'wrong' });
		expect(message).toContain('Check');
		expect(message).not.toContain('Delivery Report Address');
	});
});

describe('An answer without an end', () => {
	let server: Server;
	let base: string;
	/** The end of each connection. */
	const closed: Array<Promise<unknown>> = [];
	let write = (_response: ServerResponse) => {};

	beforeAll(async () => {
		server = createServer((request, response) => {
			request.resume();
			closed.push(once(response, 'close'));
			response.writeHead(200, { 'Content-Type': 'text/xml' });
			const timer = setInterval(() => write(response), 20);
			response.on('close', () => clearInterval(timer));
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	beforeEach(() => void closed.splice(0));
	afterAll(() => server.close());

	it('is read no further than a megabyte', async () => {
		write = (response) => void response.write(Buffer.alloc(1024 * 1024, 32));
		expect(await test('', { baseUrl: base })).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('larger than'),
		});
		expect(await Promise.all(closed)).toHaveLength(1);
	});

	it('of the Delivery Report Address is not read', async () => {
		write = (response) => void response.write('x');
		expect(await test(`${base}/webhook/a`)).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('is not answered by n8n (HTTP 200)'),
		});
		expect(await Promise.all(closed)).toHaveLength(1);
	});
});

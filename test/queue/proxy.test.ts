import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import axios from 'axios';

import { freePort } from '../../host/freePort';
import { startDeployProxy, type RunningNginx } from './nginx';

/** The routes of `deploy/nginx.conf` in a real nginx, before servers that say who they are. */

let nginx: RunningNginx;
let origin: string;
const servers: Server[] = [];

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

/** What the last request had in its headers. */
let seen: IncomingHttpHeaders = {};

async function answering(name: string): Promise<number> {
	const server = createServer((request, response) => {
		seen = request.headers;
		request.resume().on('end', () => response.end(name));
	});
	servers.push(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return portOf(server);
}

beforeAll(async () => {
	const port = await freePort();
	origin = `http://127.0.0.1:${port}`;
	nginx = await startDeployProxy(port, {
		main: await answering('main'),
		'webhook-1': await answering('webhook'),
		'webhook-2': await answering('webhook'),
	});
}, 30_000);
afterAll(async () => {
	await nginx?.stop();
	for (const server of servers) server.close();
});

const post = async (path: string, body: string | Buffer = 'x', headers = {}) =>
	await axios.post(origin + path, body, { proxy: false, validateStatus: () => true, headers });

test.each([
	'/webhook/abc/status',
	'/webhook-waiting/12/delivery-status?x=1',
	'/form/abc',
	'/form-waiting/12',
	'/mcp/abc/sse',
])('%s goes to a webhook processor', async (path) => {
	expect((await post(path)).data).toBe('webhook');
});

test.each([
	'/',
	'/webhook-test/abc/status',
	'/form-test/abc',
	'/rest/login',
	'/webhooks',
	'/api/v1/workflows',
	'/mcp-test/abc/sse',
])('%s goes to the main process', async (path) => {
	expect((await post(path)).data).toBe('main');
});

describe.each(['/webhook/abc', '/mcp/abc', '/rest/push'])('n8n learns at %s', (path) => {
	it('the address that was asked for, and who asked', async () => {
		await post(path, 'x', {
			Host: 'n8n.example.com',
			'X-Forwarded-Proto': 'https',
			'X-Forwarded-For': '203.0.113.9',
		});

		expect(seen).toMatchObject({
			host: 'n8n.example.com',
			'x-forwarded-host': 'n8n.example.com',
			'x-forwarded-proto': 'https',
			'x-forwarded-for': '203.0.113.9, 127.0.0.1',
		});
		await post(path);
		expect(seen).toMatchObject({ 'x-forwarded-proto': 'http' });
	});

	it('that a connection is to stay open both ways', async () => {
		await post(path, 'x', { Connection: 'Upgrade', Upgrade: 'websocket' });

		expect(seen).toMatchObject({ connection: 'upgrade', upgrade: 'websocket' });
		await post(path);
		expect(seen).toMatchObject({ connection: 'close' });
	});
});

test('a body as large as n8n takes is let through, and a larger one is not', async () => {
	const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'x');

	expect((await post('/webhook/abc', megabytes(16))).data).toBe('webhook');
	expect((await post('/webhook/abc', megabytes(17))).status).toBe(413);
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import axios from 'axios';

import { freePort } from '../../host/freePort';
import { startDeployProxy, type RunningNginx } from './nginx';

/** The routes of `deploy/nginx.conf` in a real nginx, before servers that say who they are. */

let nginx: RunningNginx;
let origin: string;
const servers: Server[] = [];

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

async function answering(name: string): Promise<number> {
	const server = createServer((request, response) => {
		response.setHeader('X-Seen-Host', request.headers.host ?? '');
		response.setHeader('X-Seen-Proto', String(request.headers['x-forwarded-proto'] ?? ''));
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
])('%s goes to the main process', async (path) => {
	expect((await post(path)).data).toBe('main');
});

test('n8n learns the address that was asked for', async () => {
	const asked = await post('/webhook/abc', 'x', {
		Host: 'n8n.example.com',
		'X-Forwarded-Proto': 'https',
	});

	expect(asked.headers).toMatchObject({
		'x-seen-host': 'n8n.example.com',
		'x-seen-proto': 'https',
	});
	expect((await post('/webhook/abc')).headers).toMatchObject({ 'x-seen-proto': 'http' });
});

test('a body as large as n8n takes is let through, and a larger one is not', async () => {
	const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'x');

	expect((await post('/webhook/abc', megabytes(16))).data).toBe('webhook');
	expect((await post('/webhook/abc', megabytes(17))).status).toBe(413);
});

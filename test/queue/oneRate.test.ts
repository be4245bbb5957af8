import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import axios from 'axios';

import { freePort } from '../../host/freePort';
import { nginxFolder, startNginx, type RunningNginx } from './nginx';

/** The proxy of docs/queue-mode.md that gives one rate to all of n8n, in a real nginx. */

/** What the page says: 20 requests a second. */
const RATE = 20;
const REQUESTS = 60;

let nginx: RunningNginx;
let service: Server;
/** Its second address. */
let again: Server;
let shown: string;
/** Requests that reached the service. */
let arrived = 0;

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
	const begin = async () => {
		const server = createServer((request, response) => {
			// What asks whether nginx is up is no request of n8n.
			if (request.url !== '/') arrived += 1;
			if (request.url === '/cut') request.socket.destroy();
			else request.resume().on('end', () => response.end(`answer to ${request.url}`));
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		return server;
	};
	[service, again] = [await begin(), await begin()];
	const page = await readFile(join(__dirname, '../../docs/queue-mode.md'), 'utf8');
	shown = /```nginx\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
	expect(shown).toContain(`rate=${RATE}r/s`);
});
beforeEach(() => (arrived = 0));
afterEach(async () => await nginx?.stop());
afterAll(() => {
	service?.close();
	again?.close();
});

/**
 * Starts the proxy as the page shows it.
 *
 * @param burst requests that wait, where fewer than there are to be turned away
 * @returns its address
 */
async function started(burst = 1_000): Promise<string> {
	const port = await freePort();
	const baseUrl = `http://127.0.0.1:${port}`;
	const changed = shown
		.replace('listen 127.0.0.1:8090;', `listen 127.0.0.1:${port};`)
		.replace('burst=1000', `burst=${burst}`)
		.replace('https://messaging.example.com', 'http://service');
	expect(changed).toContain('http://service');
	const addresses = [service, again].map((server) => `server 127.0.0.1:${portOf(server)};`);
	nginx = await startNginx(
		await nginxFolder(),
		`upstream service { ${addresses.join(' ')} }\n${changed}`,
		async () => Boolean(await axios.get(baseUrl, { proxy: false }).catch(() => undefined)),
	);
	return baseUrl;
}

const post = async (baseUrl: string) =>
	await axios.post(`${baseUrl}/webservices/message`, 'x', {
		proxy: false,
		validateStatus: () => true,
	});

it('lets requests that come at once through one after the other, and turns none away', async () => {
	const baseUrl = await started();
	const begun = performance.now();
	const answers = await Promise.all(Array.from({ length: REQUESTS }, async () => post(baseUrl)));

	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
	expect(answers[0]?.data).toBe('answer to /webservices/message');
	expect(arrived).toBe(REQUESTS);
	// A busy machine makes it longer, and nothing shorter. nginx counts in whole milliseconds.
	expect((performance.now() - begun) / 1000).toBeGreaterThan(((REQUESTS - 1) / RATE) * 0.95);
}, 60_000);

it('asks those to come back for whom there is no room, and hands none of them on', async () => {
	const baseUrl = await started(1);
	const answers = await Promise.all(Array.from({ length: REQUESTS }, async () => post(baseUrl)));

	const away = answers.filter(({ status }) => status === 429);
	expect(away.length).toBeGreaterThan(0);
	expect(new Set(away.map(({ headers }) => String(headers['retry-after'])))).toEqual(
		new Set(['10']),
	);
	expect(arrived).toBe(REQUESTS - away.length);
}, 60_000);

it('sends a GET no second time where its answer is lost', async () => {
	const baseUrl = await started();
	const lost = await axios.get(`${baseUrl}/cut`, { proxy: false, validateStatus: () => true });

	expect([lost.status, arrived]).toEqual([502, 1]);
}, 60_000);

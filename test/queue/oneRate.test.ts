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
let baseUrl: string;
/** Requests that reached the service. */
let arrived = 0;

beforeAll(async () => {
	service = createServer((request, response) => {
		if (request.method === 'POST') arrived += 1;
		request.resume().on('end', () => response.end(`answer to ${request.url}`));
	}).listen(0, '127.0.0.1');
	await once(service, 'listening');
	const place = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
	const port = await freePort();
	baseUrl = `http://127.0.0.1:${port}`;

	const page = await readFile(join(__dirname, '../../docs/queue-mode.md'), 'utf8');
	const [, shown = ''] = /```nginx\n([\s\S]*?)```/.exec(page) ?? [];
	expect(shown).toContain(`rate=${RATE}r/s`);
	const changed = shown
		.replace('listen 8090;', `listen 127.0.0.1:${port};`)
		.replace('https://messaging.example.com', place);
	expect(changed).not.toBe(shown);
	nginx = await startNginx(await nginxFolder(), changed, async () =>
		Boolean(await axios.get(baseUrl, { proxy: false }).catch(() => undefined)),
	);
}, 30_000);
afterAll(async () => {
	await nginx?.stop();
	service?.close();
});

it('lets requests that come at once through one after the other, and turns none away', async () => {
	const begun = performance.now();
	const answers = await Promise.all(
		Array.from({ length: REQUESTS }, async () =>
			axios.post(`${baseUrl}/webservices/message`, 'x', {
				proxy: false,
				validateStatus: () => true,
			}),
		),
	);

	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
	expect(answers[0]?.data).toBe('answer to /webservices/message');
	expect(arrived).toBe(REQUESTS);
	// A busy machine makes it longer, and nothing shorter. nginx counts in whole milliseconds.
	expect((performance.now() - begun) / 1000).toBeGreaterThan(((REQUESTS - 1) / RATE) * 0.95);
}, 60_000);

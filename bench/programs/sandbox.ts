import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';

import { startSandbox } from '../../sandbox/server';
import { program } from './turns';

/**
 * A sandbox behind addresses of the given latencies, in milliseconds: a turn answers the base URLs in
 * their order, and forgets all messages.
 */
export const { setup, turn, teardown } = program(async ({ latencies }: { latencies: number[] }) => {
	const { server, baseUrl, sandbox } = await startSandbox({ statusDelay: 0 });
	const addresses = await Promise.all(
		latencies.map(async (latency) =>
			latency === 0 ? baseUrl : await slowAddress(server, latency),
		),
	);
	return () => {
		sandbox.reset();
		return addresses;
	};
});

/** An address of the sandbox that waits before it reads; n8n connects for every request. */
async function slowAddress(sandbox: HttpServer, latency: number): Promise<string> {
	const server = createServer({ pauseOnConnect: true }, (client) => {
		setTimeout(() => {
			sandbox.emit('connection', client);
			client.resume();
		}, latency);
	});
	server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

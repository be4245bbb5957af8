import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { startSandbox } from '../../sandbox/server';
import { serveTurns } from './turns';

/**
 * A sandbox behind addresses of the given latencies, in milliseconds: a turn answers the base URLs in
 * their order, and forgets all messages.
 */
serveTurns(async ({ latencies }: { latencies: number[] }) => {
	const { port, baseUrl, sandbox } = await startSandbox({ statusDelay: 0 });
	const addresses = await Promise.all(
		latencies.map(async (latency) => (latency === 0 ? baseUrl : await slowAddress(port, latency))),
	);
	return () => {
		sandbox.reset();
		return addresses;
	};
});

/** An address that leads to the port, and waits before it does; n8n connects for every request. */
async function slowAddress(port: number, latency: number): Promise<string> {
	const server = createServer((client) => {
		void sleep(latency).then(() => {
			const upstream = connect(port, '127.0.0.1');
			join(client, upstream);
			join(upstream, client);
		});
	});
	server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function join(source: Socket, destination: Socket): void {
	source.on('error', () => destination.destroy());
	source.pipe(destination);
}

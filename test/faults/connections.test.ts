import './quiet';

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

import { runNode } from '../engine/engine';
import { credentialFor } from '../engine/sandboxed';

jest.setTimeout(30_000);

const HEAD = 'Content-Type: text/xml\r\nContent-Length: 5000\r\n';

/** The beginning of an answer whose rest never comes, while the service keeps the connection. */
const BEGINNINGS: Array<[what: string, answer: string, message: RegExp]> = [
	[
		'stalls',
		`HTTP/1.1 200 OK\r\n${HEAD}\r\n<?xml version="1.0"?><sendMessageSpecifyNumbers>`,
		/did not answer within 1 second\b/,
	],
	[
		'is damaged',
		`HTTP/1.1 200 OK\r\n${HEAD}\r\n<?xml version="1.0"?><sendMessageSpecifyNumbers><<`,
		/cannot be read/,
	],
	[
		'asks to come back later',
		`HTTP/1.1 503 Busy\r\n${HEAD}Retry-After: 1\r\n\r\n<html>`,
		/HTTP 503/,
	],
];

it.each(BEGINNINGS)(
	'closes the connection of an answer that %s',
	async (_what, answer, message) => {
		const connections: Socket[] = [];
		const closed: Array<Promise<unknown>> = [];
		const server = createServer((connection) => {
			connections.push(connection);
			closed.push(once(connection, 'close'));
			connection.once('data', () => connection.write(answer));
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		try {
			const { error } = await runNode({
				credential: credentialFor({ baseUrl: `http://127.0.0.1:${port}` }),
				parameters: {
					resource: 'message',
					operation: 'sendToNumbers',
					keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
					phone: '18015559001',
					message: 'Hello',
					options: { timeLimit: 1 },
				},
			});

			expect(`${error?.message} ${error?.description}`).toMatch(message);
			expect(closed).toHaveLength(1);
			// Never settles where the node leaves the connection open.
			await Promise.all(closed);
		} finally {
			for (const connection of connections) connection.destroy();
			server.close();
		}
	},
);

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { node } from './queueWorld';

/** Where workflows tell what they have carried out: by what they say, how often they said it. */
export interface Counter {
	readonly counted: Map<string, number>;
	/** Tells something for each item, as an expression. */
	tellingNode(expression: string): ReturnType<typeof node>;
	close(): void;
}

export async function startCounter(): Promise<Counter> {
	const counted = new Map<string, number>();
	const server = createServer((request, response) => {
		const said = decodeURIComponent(request.url?.slice(1) ?? '');
		counted.set(said, (counted.get(said) ?? 0) + 1);
		request.resume();
		response.end('{}');
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		counted,
		tellingNode: (expression) => ({
			...node('Tell', 'n8n-nodes-base.httpRequest', {
				method: 'POST',
				url: `=http://127.0.0.1:${port}/{{ encodeURIComponent(${expression}) }}`,
				options: {},
			}),
			typeVersion: 4.2,
		}),
		close: () => server.close(),
	};
}

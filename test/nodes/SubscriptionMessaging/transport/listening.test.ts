import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import axios from 'axios';
import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	isListening,
	listensBy,
} from '../../../../nodes/SubscriptionMessaging/transport/listening';

/** n8n's helper as far as the question needs it. */
const httpRequest = async ({ url, method, headers, timeout }: IHttpRequestOptions) => {
	const answer = await axios.request({
		url,
		method,
		headers: headers as Record<string, string>,
		timeout,
		proxy: false,
		validateStatus: () => true,
	});
	return { statusCode: answer.status, headers: answer.headers };
};

/** A server that answers in one way, and what it was asked. */
async function answering(status: number, headers: Record<string, string>) {
	const asked: IncomingMessage[] = [];
	const server = createServer((request, response) => {
		asked.push(request);
		response.writeHead(status, headers).end();
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const address = `http://127.0.0.1:${port}/webhook/a1b2/delivery-status`;
	const listens = await isListening({ httpRequest }, address);
	server.close();
	return { listens, asked, origin: `http://127.0.0.1:${port}` };
}

const allowing = (methods: string) => ({ 'Access-Control-Allow-Methods': methods });

it('asks in a way that starts nothing', async () => {
	const { listens, asked, origin } = await answering(204, allowing('OPTIONS, POST, GET'));
	expect(listens).toBe(true);
	expect(asked).toHaveLength(1);
	expect(asked[0]).toMatchObject({
		method: 'OPTIONS',
		url: '/webhook/a1b2/delivery-status',
		headers: { origin },
	});
});

it('waits three seconds at most, reads the answer as it is, and follows no redirect', async () => {
	const helper = jest.fn().mockResolvedValue({ statusCode: 204, headers: {} });
	const address = 'https://n8n.example/webhook/a1b2/delivery-status';
	await isListening({ httpRequest: helper }, address);
	expect(helper.mock.calls).toEqual([
		[
			{
				method: 'OPTIONS',
				url: address,
				headers: { Origin: 'https://n8n.example' },
				encoding: 'text',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: 3_000,
			},
		],
	]);
});

it.each([
	['OPTIONS, GET', false],
	['post', false],
	['POSTED', false],
	['REPOST', false],
	['POST', true],
	[['POST'], undefined],
])('a list of methods %j says %s', (methods, listens) => {
	expect(listensBy(204, { 'access-control-allow-methods': methods })).toBe(listens);
});

it.each([
	['nothing is published', 204, allowing('OPTIONS'), false],
	['something else answers', 200, allowing('GET, POST'), undefined],
	['a proxy answers for it', 204, {}, undefined],
	['a page answers', 404, {}, undefined],
])('tells where %s', async (_where, status, headers, listens) => {
	expect((await answering(status, headers as Record<string, string>)).listens).toBe(listens);
});

it('does not know where nobody answers', async () => {
	const refused = () => Promise.reject(new Error('connect ECONNREFUSED'));
	expect(await isListening({ httpRequest: refused }, 'http://127.0.0.1:9/webhook/a')).toBe(
		undefined,
	);
	expect(await isListening({ httpRequest }, 'not an address')).toBe(undefined);
});

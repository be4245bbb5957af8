import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

import axios, { type GenericAbortSignal, type ResponseType } from 'axios';
import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	isListening,
	listensBy,
} from '../../../../nodes/SubscriptionMessaging/transport/listening';
import { recordedTimers } from '../eventLoop/recordedTimers';

jest.mock('../../../../nodes/SubscriptionMessaging/eventLoop/timers', () =>
	jest.requireActual<object>('../eventLoop/recordedTimers'),
);

/** n8n's helper as far as the question needs it. */
const httpRequest = async (options: IHttpRequestOptions) => {
	const { url, method, headers, timeout, abortSignal } = options;
	const answer = await axios.request<Readable>({
		url,
		method,
		headers: headers as Record<string, string>,
		timeout,
		signal: abortSignal as GenericAbortSignal,
		responseType: options.encoding as ResponseType,
		proxy: false,
		validateStatus: () => true,
	});
	return { statusCode: answer.status, headers: answer.headers, body: answer.data };
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
	const body = new Readable();
	const helper = jest.fn().mockResolvedValue({ statusCode: 204, headers: {}, body });
	const address = 'https://n8n.example/webhook/a1b2/delivery-status';
	await isListening({ httpRequest: helper }, address);
	expect(helper.mock.calls).toEqual([
		[
			{
				method: 'OPTIONS',
				url: address,
				headers: { Origin: 'https://n8n.example' },
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: 3_000,
				abortSignal: expect.any(AbortSignal) as AbortSignal,
			},
		],
	]);
	expect(recordedTimers).toMatchObject([{ delay: 3_000, isOff: true }]);
	// Closing the connection fails the body.
	expect(body.listenerCount('error')).toBe(1);
});

it('does not know where an answer does not begin within that time, and ends the connection', async () => {
	const signals: unknown[] = [];
	const helper = async ({ abortSignal }: IHttpRequestOptions) => {
		signals.push(abortSignal);
		return await new Promise<never>((_resolve, reject) => {
			abortSignal?.addEventListener?.('abort', () => reject(new Error('canceled')));
		});
	};
	const listens = isListening({ httpRequest: helper }, 'https://n8n.example/webhook/a');
	recordedTimers[0]?.action();
	expect(await listens).toBe(undefined);
	expect(signals).toMatchObject([{ aborted: true }]);
});

it('reads nothing of an answer that does not end', async () => {
	let close = () => {};
	const closed = new Promise<void>((resolve) => (close = resolve));
	const server = createServer((_request, response) => {
		const timer = setInterval(() => response.write('x'), 100);
		response.on('close', () => (clearInterval(timer), close()));
		response.writeHead(200);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	expect(await isListening({ httpRequest }, `http://127.0.0.1:${port}/webhook/a`)).toBe(undefined);
	await closed;
	server.close();
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

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';

/** As the chat-completions protocol has them. */
export interface ChatRequest {
	messages: Array<{ role: string; content: string | null }>;
	tools?: Array<{ function: { name: string; parameters: { properties: object } } }>;
}

/** A language model that says what a test lets it say; nothing real says the same twice. */
export async function startModel(say: (request: ChatRequest) => object) {
	const requests: ChatRequest[] = [];
	const app = express().use(express.json({ limit: '1mb' }));
	app.post('/v1/chat/completions', ({ body }, response) => {
		requests.push(body as ChatRequest);
		const message = { role: 'assistant', content: null, ...say(body as ChatRequest) };
		response.json({
			id: `chat-${requests.length}`,
			object: 'chat.completion',
			created: 0,
			model: 'stand-in',
			choices: [
				{ index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' },
			],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		});
	});
	const server = createServer(app).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return { requests, url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

/** Calls the only tool of the request, and repeats what the tool answered. */
export const callsTool = (input: object) => (request: ChatRequest) => {
	const answer = request.messages.at(-1);
	if (answer?.role === 'tool') return { content: `The tool says: ${answer.content}` };
	const [tool] = request.tools ?? [];
	const call = { name: tool?.function.name, arguments: JSON.stringify(input) };
	return { tool_calls: [{ id: 'call-1', type: 'function', function: call }] };
};

/**
 * An item of each trigger, for docs/operations: what the nodes give at a sandbox, like the outputs of
 * `outputSchemas.ts`.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { receive } from '../nodes/SubscriptionMessaging/trigger/receive';
import type { Group } from '../sandbox/organization';
import { person } from '../sandbox/seed';
import { startSandbox, type RunningSandbox } from '../sandbox/server';
import { PolledWorkflow } from '../test/engine/polledWorkflow';
import { credentialFor } from '../test/engine/sandboxed';

/** By trigger, and by what it is set to. */
export async function triggerOutputs(): Promise<Map<string, IDataObject[]>> {
	const running = await startSandbox({ statusDelay: 0 });
	try {
		const post = await postedBy(running);
		return new Map([
			['trigger/deliveryStatus', await received(post, 'deliveryStatus')],
			['trigger/anyCallback', await received(post, 'anyCallback')],
			['subscriberTrigger', await joined(running)],
		]);
	} finally {
		await running.close();
	}
}

interface Post {
	contentType: string | undefined;
	body: Buffer;
}

/** A delivery status as the sandbox posts it; the interface does not show the form of one. */
async function postedBy({ sandbox }: RunningSandbox): Promise<Post> {
	const posts: Post[] = [];
	const server = createServer((request, response) => {
		void bodyOf(request).then((body) => {
			posts.push({ contentType: request.headers['content-type'], body });
			response.end();
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	try {
		const { port } = server.address() as AddressInfo;
		await sandbox.callbacks.sample({
			address: `http://127.0.0.1:${port}`,
			custom_ticket: 'order-1042',
			transaction_ticket: '31415926-5a1e9c',
			sendTo: '18015551001',
			status: { status_code: 100, status_message: 'Delivered' },
		});
	} finally {
		server.close();
	}
	const [post] = posts;
	if (!post) throw new Error('The sandbox posted nothing');
	return post;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
	return Buffer.concat((await request.toArray()) as Buffer[]);
}

/** What the trigger makes of a post to an address that lets anybody in. */
async function received({ contentType, body }: Post, triggerOn: string): Promise<IDataObject[]> {
	const parameters: Record<string, unknown> = { authentication: 'none', triggerOn };
	const context = {
		getRequestObject: () => ({
			originalUrl: '/webhook/a',
			method: 'POST',
			headers: { 'content-type': contentType },
			rawBody: body,
			readRawBody: async () => {},
		}),
		getNodeParameter: (name: string, otherwise?: unknown) => parameters[name] ?? otherwise,
	};
	const { workflowData } = await receive(context as unknown as IWebhookFunctions);
	return (workflowData?.[0] ?? []).map(({ json }) => json);
}

async function joined(running: RunningSandbox): Promise<IDataObject[]> {
	const workflow = await PolledWorkflow.publish({
		parameters: { groups: ['NSTAFF'], events: ['joined'] },
		credential: credentialFor(running),
	});
	await workflow.poll();
	const group = running.sandbox.organization.existing('NSTAFF', ['group']) as Group;
	group.subscribers.push(person('Zoe', 'Zimmer', '18015557001'));
	const items = (await workflow.poll()) ?? [];
	// It differs from workflow to workflow.
	return items.map((item) => ({ ...item, person_key: 'Vt4c0Zq1RkE' }));
}

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import axios from 'axios';
import type { INode } from 'n8n-workflow';

import { deactivateWorkflow } from '../../e2e/editorCalls';
import { CREDENTIAL_TYPE } from '../../e2e/world';
import { codeNode, node, webhookNode, workflowOf, type QueueWorld } from '../queueWorld';
import { eventually } from '../../eventually';

/** Posts that wait for an answer at the same time. */
const AT_ONCE = 20;

/** A request as the node made it. */
interface Recorded {
	path: string;
	type: string;
	body: string;
}

const PHONE = '18015550000';

/** What the node sends for one message, by a service that hands it on to the real one. */
async function recordedSend(world: QueueWorld): Promise<Recorded> {
	let recorded: Recorded | undefined;
	const hand = async (request: IncomingMessage) => {
		const body = await text(request);
		const type = String(request.headers['content-type']);
		if (body.includes(PHONE)) recorded = { path: String(request.url), type, body };
		const headers = { ...request.headers, host: undefined };
		const url = world.service.baseUrl + String(request.url);
		return await axios.post<string>(url, body, { proxy: false, headers, responseType: 'text' });
	};
	const server = createServer((request, response) => {
		void hand(request).then(({ data, headers }) => {
			response.setHeader('Content-Type', String(headers['content-type']));
			response.end(data);
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { username, password, apiKey, code } = world.service.sandbox.settings;
	const { id, name } = await world.client.saveCredential('Recorded', CREDENTIAL_TYPE, {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		username,
		password,
		api_key: apiKey,
		code,
	});
	const send = world.sending({ recipients: 'commaSeparated', sendTo: PHONE });
	send.credentials = { [CREDENTIAL_TYPE]: { id, name } };
	const start = node('Start', 'n8n-nodes-base.manualTrigger');
	const workflow = await world.client.createWorkflow(workflowOf([start, send]));
	await world.client.runWorkflow(workflow.id);
	server.close();
	if (!recorded) throw new Error('The node sent nothing');
	return recorded;
}

/**
 * The two nodes that send one message to `phone` of an item: ours, and what one would use without it.
 * Both have a credential, which n8n reads from its database and decrypts for each execution.
 */
export async function bothNodes(world: QueueWorld): Promise<{ ours: INode; httpRequest: INode }> {
	const { path, type, body } = await recordedSend(world);
	const { id, name } = await world.client.saveCredential('Header', 'httpHeaderAuth', {
		name: 'X-API-Key',
		value: world.service.sandbox.settings.apiKey,
	});
	return {
		ours: world.sending({ recipients: 'commaSeparated', sendTo: '={{ $json.phone }}' }),
		httpRequest: {
			...node('Send', 'n8n-nodes-base.httpRequest', {
				method: 'POST',
				url: world.service.baseUrl + path,
				authentication: 'genericCredentialType',
				genericAuthType: 'httpHeaderAuth',
				sendBody: true,
				contentType: 'raw',
				rawContentType: type,
				body: `=${body.replace(PHONE, '{{ $json.phone }}')}`,
				options: {},
			}),
			typeVersion: 4.2,
			credentials: { httpHeaderAuth: { id, name } },
		},
	};
}

/**
 * Milliseconds that executions take which send one message each, from the first that begins to the last
 * that ends, by n8n's own clock.
 */
export async function timeOf(world: QueueWorld, send: INode, executions: number): Promise<number> {
	const take = codeNode(
		'return [{ json: { phone: String(18015560000 + Number($input.first().json.query.nth)) } }];',
	);
	const { id, post } = await world.publish(workflowOf([webhookNode(), take, send]));
	const ended = async (count: number) =>
		await eventually(`${count} executions have ended`, async () => {
			const [successful] = await world.postgres.query(
				`SELECT count(*) FROM execution_entity WHERE "workflowId" = '${id}' AND status = 'success'`,
			);
			return Number(successful) === count || undefined;
		});
	// The first waits until n8n listens, and is none of those that count.
	await post();
	await ended(1);
	const [first] = await world.executionsIn(id, 'success');
	const sent = world.messages.length;
	let next = 1;
	await Promise.all(
		Array.from({ length: AT_ONCE }, async () => {
			while (next <= executions) await post(next++);
		}),
	);
	await ended(executions + 1);
	expect(world.messages.length - sent).toBe(executions);
	const [seconds] = await world.postgres.query(
		`SELECT extract(epoch FROM max("stoppedAt") - min("startedAt")) FROM execution_entity WHERE "workflowId" = '${id}' AND id > ${first}`,
	);
	await deactivateWorkflow(world.client, id);
	return Number(seconds) * 1000;
}

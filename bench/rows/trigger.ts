import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { INode } from 'n8n-workflow';

import { statusAddressKey } from '../../credentials/statusAddressKey';
import { startN8n, type RunningN8n } from '../../host/n8n';
import { signAddress } from '../../nodes/SubscriptionMessaging/statusAddress/sign';
import { eventually } from '../../test/eventually';
import { OWNER } from '../../test/owner';
import { PACKAGE } from '../../test/engine/engine';
import { inTurn, type Bench, type Contender } from '../turns';
import { node, to } from '../workflow';
import { CREDENTIAL } from '../inputs';
import type { Picture } from '../bars';
import { atLeast, figure, linesOf, times, type Section } from '../document';

/** Posts under way at once. */
const CONNECTIONS = 10;

const EMPTY = 'n8n-nodes-bench-trigger.empty';
const OURS = 'this package, signature checked';
const WEBHOOK = "n8n's Webhook node";
const EMPTY_WITH_CREDENTIAL = 'an empty community trigger that has a credential';

/** The path of each webhook, which begins with its id, and its node. */
const TRIGGERS: Record<string, [path: string, trigger: INode, hasCredential?: true]> = {
	[OURS]: [
		'ours/delivery-status',
		node('Trigger', `${PACKAGE}.subscriptionMessagingTrigger`, 2),
		true,
	],
	[WEBHOOK]: [
		'webhook-node',
		node('Trigger', 'n8n-nodes-base.webhook', 2.1, { httpMethod: 'POST', path: 'webhook-node' }),
	],
	'an empty community trigger': ['empty/empty', node('Trigger', EMPTY, 2)],
	[EMPTY_WITH_CREDENTIAL]: ['credential/empty', node('Trigger', EMPTY, 2), true],
};

/**
 * When n8n makes an isolate, by the settings that it is started with, and the seconds of a turn, in which
 * a post more or less has to count for less than what is compared.
 */
const ISOLATES = {
	default: { env: {}, duration: 20 },
	lazy: { env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' }, duration: 5 },
};

/** Until executions that were started have ended. */
const END_LIMIT_MS = 60_000;

const STATUS = {
	transaction_ticket: 'T-1',
	custom_ticket: 'order-1',
	sendTo: '18015551001',
	status_code: '100',
	status_message: 'Delivered',
};

export async function measure({ node, tarball, folder, rounds }: Bench): Promise<Section> {
	const goals: string[][] = [];
	const lines: string[][] = [];
	const pictures: Picture[] = [];
	for (const [isolate, { env, duration }] of Object.entries(ISOLATES)) {
		const userFolder = await mkdtemp(join(folder, 'n8n-'));
		const installed = join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-bench-trigger');
		await cp(join(__dirname, '..', 'emptyTrigger'), installed, { recursive: true });
		const n8n = await startN8n({ node, tarball, userFolder, env });
		const measuring = contenders(n8n, duration).then((started) => inTurn(started, rounds));
		const results = await measuring.finally(n8n.stop);
		const ratio = (one: string, other: string) => results.ratio(one, other, 'posts');
		const picture = results.picture(`Posts a second, isolate: ${isolate}`, 'posts', figure);
		pictures.push(picture);
		for (const line of linesOf(picture)) {
			const [name] = line;
			lines.push([isolate, ...line, name === WEBHOOK ? '' : times(ratio(name!, WEBHOOK))]);
		}
		const ofEmpty = `Compared with an empty trigger that has a credential, ${isolate}`;
		goals.push(atLeast(0.97, ofEmpty, ratio(OURS, EMPTY_WITH_CREDENTIAL)));
		if (isolate === 'lazy') {
			const ofWebhook = "Compared with n8n's Webhook node, lazy";
			goals.push(atLeast(1, ofWebhook, ratio(OURS, WEBHOOK)));
		}
	}
	return {
		title: 'Trigger',
		text: `Posts of a delivery status to a real n8n, ${CONNECTIONS} at once for ${ISOLATES.default.duration} seconds a turn (${ISOLATES.lazy.duration} with lazy acquisition), each of which starts a workflow of the trigger and a No Operation node, and is saved as an execution. n8n gives each execution of a node that is not its own an isolate for expressions: by default at its beginning, with lazy acquisition when an expression is met.`,
		goals,
		pictures,
		header: ['Isolate', 'Trigger', 'Posts a second', 'Compared with the Webhook node'],
		lines,
	};
}

/** Publishes a workflow that each trigger begins, and posts to it. */
async function contenders(
	{ client, url }: RunningN8n,
	duration: number,
): Promise<Record<string, Contender>> {
	const credentialType = 'subscriptionMessagingApi';
	await client.signIn(OWNER);
	const { id, name } = await client.saveCredential('Bench', credentialType, CREDENTIAL);
	const key = await statusAddressKey(CREDENTIAL);
	const found: Record<string, Contender> = {};
	for (const [contender, [path, trigger, hasCredential]] of Object.entries(TRIGGERS)) {
		const [webhookId] = path.split('/', 1);
		const credentials = hasCredential && { [credentialType]: { id, name } };
		const workflow = await client.createWorkflow({
			name: path,
			nodes: [{ ...trigger, webhookId, credentials }, node('End', 'n8n-nodes-base.noOp', 1)],
			connections: { Trigger: to('End') },
			settings: { executionOrder: 'v1' },
		});
		await client.activateWorkflow(workflow);
		const send = { customTicket: STATUS.custom_ticket, code: CREDENTIAL.code };
		const posting = {
			url: signAddress(key, `${url}/webhook/${path}`, send),
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: new URLSearchParams(STATUS).toString(),
			connections: CONNECTIONS,
			duration,
		};
		// n8n takes posts only a moment after it says that the workflow is published.
		await eventually(`${path} takes posts`, async () => {
			const { method, headers, body } = posting;
			const { ok } = await fetch(posting.url, { method, headers, body });
			return ok || undefined;
		});
		const turn = async () => {
			const { '2xx': taken, non2xx, errors, duration: took } = await require('autocannon')(posting);
			if (non2xx + errors > 0 || taken === 0)
				throw new Error(`${path} refused ${non2xx} posts, and did not answer ${errors}`);
			// What was started is not left to the next one.
			const statuses = async () =>
				(await client.executionsOf(workflow.id)).map(({ status }) => status);
			const deadline = Date.now() + END_LIMIT_MS;
			let unsuccessful: string | undefined;
			while ((unsuccessful = (await statuses()).find((status) => status !== 'success'))) {
				if (!['new', 'running', 'waiting'].includes(unsuccessful) || Date.now() > deadline)
					throw new Error(`An execution of ${path} is ${unsuccessful}`);
				await sleep(250);
			}
			return { posts: taken / took };
		};
		found[contender] = { turn };
	}
	return found;
}

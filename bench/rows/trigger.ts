import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { INode } from 'n8n-workflow';

import { statusAddressKey } from '../../credentials/statusAddressKey';
import { startN8n, type RunningN8n } from '../../host/n8n';
import { signAddress } from '../../nodes/SubscriptionMessaging/statusAddress/sign';
import { OWNER } from '../../test/e2e/owner';
import { PACKAGE } from '../../test/engine/engine';
import { inTurn, type Bench, type Contender, type Results } from '../compare';
import { CREDENTIAL } from '../inputs';
import { node, to } from '../nodes';
import { atLeast, figure, times, type Section } from '../report';

/** Seconds of a turn, and posts under way at once. */
const DURATION = 5;
const CONNECTIONS = 10;

const OURS = 'this package, signature checked';
const WEBHOOK = "n8n's Webhook node";
const EMPTY = 'an empty community trigger';
const EMPTY_WITH_CREDENTIAL = 'an empty community trigger that has a credential';

/** When n8n makes an isolate, by the settings that it is started with. */
const ISOLATES = { default: {}, lazy: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' } };

const STATUS = {
	transaction_ticket: 'T-1',
	custom_ticket: 'order-1',
	sendTo: '18015551001',
	status_code: '100',
	status_message: 'Delivered',
};

export async function measure(bench: Bench): Promise<Section> {
	const section: Section = {
		title: 'Trigger',
		text: `Posts of a delivery status to a real n8n, ${CONNECTIONS} at once for ${DURATION} seconds a turn, each of which starts a workflow of the trigger and a No Operation node, and is saved as an execution. n8n gives each execution of a node that is not its own an isolate for expressions: by default at its beginning, with lazy acquisition when an expression is met.`,
		goals: [],
		pictures: [],
		header: ['Isolate', 'Trigger', 'Posts a second', 'Compared with the Webhook node'],
		lines: [],
	};
	for (const [isolate, env] of Object.entries(ISOLATES)) {
		const results = await compare(bench, env);
		const ratio = (one: string, other: string) => results.ratio(one, other, 'posts');
		const values = results.medians('posts');
		const title = `Posts a second, isolate: ${isolate}`;
		section.pictures.push({ name: `trigger-${isolate}`, title, values, as: figure });
		for (const [name, posts] of values) {
			const compared = name === WEBHOOK ? '' : times(ratio(name, WEBHOOK));
			section.lines.push([isolate, name, figure(posts), compared]);
		}
		const ofEmpty = `Posts a second of an empty trigger that has a credential, ${isolate}`;
		section.goals.push(atLeast(0.97, ofEmpty, ratio(OURS, EMPTY_WITH_CREDENTIAL)));
		if (isolate === 'lazy') {
			const ofWebhook = "Posts a second of n8n's Webhook node, lazy";
			section.goals.push(atLeast(1, ofWebhook, ratio(OURS, WEBHOOK)));
		}
	}
	return section;
}

async function compare({ node, tarball, folder, rounds }: Bench, env: object): Promise<Results> {
	const userFolder = await mkdtemp(join(folder, 'n8n-'));
	const installed = join(userFolder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-bench-trigger');
	await cp(join(__dirname, '..', 'emptyTrigger'), installed, { recursive: true });
	const n8n = await startN8n({ node, tarball, userFolder, env: { ...env } });
	try {
		return await inTurn(await contenders(n8n), rounds);
	} finally {
		await n8n.stop();
	}
}

async function contenders(n8n: RunningN8n): Promise<Record<string, Contender>> {
	const credentialType = 'subscriptionMessagingApi';
	await n8n.client.signIn(OWNER);
	const { id, name } = await n8n.client.saveCredential('Bench', credentialType, CREDENTIAL);
	const credentials = { [credentialType]: { id, name } };
	const key = await statusAddressKey(CREDENTIAL);
	const signed = (address: string) =>
		signAddress(key, address, { customTicket: STATUS.custom_ticket, code: CREDENTIAL.code });
	const atPath = { httpMethod: 'POST', path: 'webhook-node', options: {} };
	const webhook = node('Trigger', 'n8n-nodes-base.webhook', 2.1, atPath);
	const empty = node('Trigger', 'n8n-nodes-bench-trigger.empty', 2);
	const ours = node('Trigger', `${PACKAGE}.subscriptionMessagingTrigger`, 2);
	return {
		[OURS]: await published(n8n, 'ours/delivery-status', { ...ours, credentials }, signed),
		[WEBHOOK]: await published(n8n, 'webhook-node', webhook),
		[EMPTY]: await published(n8n, 'empty/empty', empty),
		[EMPTY_WITH_CREDENTIAL]: await published(n8n, 'credential/empty', { ...empty, credentials }),
	};
}

/**
 * Publishes a workflow that the trigger begins, and posts to it.
 *
 * @param path of its webhook; begins with the id of that
 */
async function published(
	{ client, url }: RunningN8n,
	path: string,
	trigger: INode,
	signed = (address: string) => address,
): Promise<Contender> {
	const [webhookId] = path.split('/', 1);
	const workflow = await client.createWorkflow({
		name: path,
		nodes: [{ ...trigger, webhookId }, node('End', 'n8n-nodes-base.noOp', 1)],
		connections: { Trigger: to('End') },
		settings: { executionOrder: 'v1' },
	});
	await client.activateWorkflow(workflow);
	const posting = {
		url: signed(`${url}/webhook/${path}`),
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: new URLSearchParams(STATUS).toString(),
		connections: CONNECTIONS,
		duration: DURATION,
	};
	const isDone = async () =>
		(await client.executionsOf(workflow.id)).every(({ status }) => status === 'success');
	const turn = async () => {
		const { '2xx': taken, non2xx, errors, duration } = await require('autocannon')(posting);
		if (non2xx + errors > 0 || taken === 0)
			throw new Error(`${path} refused ${non2xx} posts, and did not answer ${errors}`);
		// What was started is not left to the next one.
		while (!(await isDone())) await sleep(250);
		return { posts: taken / duration };
	};
	return { turn, close: async () => undefined };
}

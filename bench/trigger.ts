import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { INode } from 'n8n-workflow';

import { statusAddressKey } from '../credentials/statusAddressKey';
import { startN8n, type RunningN8n } from '../host/n8n';
import { signAddress } from '../nodes/SubscriptionMessaging/statusAddress/sign';
import { OWNER } from '../test/e2e/owner';
import { credentialFor } from './inputs';
import { atLeast, figure, times, type Section } from './report';
import { inTurn, type Bench, type Contender, type Results } from './rounds';

/** Seconds of a turn, and posts under way at once. */
const DURATION = 5;
const CONNECTIONS = 10;

const OURS = 'this package, signature checked';
const WEBHOOK = "n8n's Webhook node";
const EMPTY = 'an empty community trigger';
const EMPTY_WITH_CREDENTIAL = 'an empty community trigger that has a credential';

/** Settings of n8n, as lines of the file of its folder that it reads them from. */
const ACQUISITION = { default: '', lazy: 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\n' };

interface Speed {
	/** Posts a second. */
	posts: number;
}

export async function measure(bench: Bench): Promise<Section> {
	const section: Section = {
		title: 'Trigger',
		text: `Posts of a delivery status to a real n8n, ${CONNECTIONS} at once for ${DURATION} seconds a turn, each of which starts a workflow of the trigger and a No Operation node, and is saved as an execution. n8n gives each execution of a node that is not its own an isolate for expressions: by default at its beginning, with lazy acquisition when an expression is met.`,
		header: ['Isolate', 'Trigger', 'Posts a second', 'Compared with the Webhook node'],
		pictures: [],
		lines: [],
		goals: [],
	};
	for (const [isolate, settings] of Object.entries(ACQUISITION)) {
		const results = await compare(bench, settings);
		const values = results.medians('posts');
		for (const [name, posts] of values) {
			const compared = name === WEBHOOK ? '' : times(results.ratio(name, WEBHOOK, 'posts'));
			section.lines.push([isolate, name, figure(posts), compared]);
		}
		const title = `Posts a second, isolate: ${isolate}`;
		section.pictures.push({ name: `trigger-${isolate}`, title, values, as: figure });
		const ofEmpty = `Posts a second of an empty trigger that has a credential, ${isolate}`;
		const speed = results.ratio(OURS, EMPTY_WITH_CREDENTIAL, 'posts');
		section.goals.push(atLeast(0.97, ofEmpty, speed));
		if (isolate === 'lazy') {
			const ofWebhook = "Posts a second of n8n's Webhook node, lazy";
			section.goals.push(atLeast(1, ofWebhook, results.ratio(OURS, WEBHOOK, 'posts')));
		}
	}
	return section;
}

async function compare(bench: Bench, settings: string): Promise<Results<Speed>> {
	const { node, tarball, folder, rounds } = bench;
	const userFolder = await mkdtemp(join(folder, 'n8n-'));
	const installed = join(userFolder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-bench-trigger');
	await cp(join(__dirname, 'emptyTrigger'), installed, { recursive: true });
	await writeFile(join(userFolder, '.env'), settings);
	const n8n = await startN8n({ node, tarball, userFolder });
	try {
		return await inTurn(await contenders(bench, n8n), rounds);
	} finally {
		await n8n.stop();
	}
}

type TriggerNode = Pick<INode, 'type' | 'typeVersion' | 'parameters' | 'credentials' | 'webhookId'>;
/** What begins a workflow, and the path that it is posted to, which begins with the id of its webhook. */
type Trigger = TriggerNode & { path: string };

async function contenders({ seed }: Bench, { client, url }: RunningN8n) {
	await client.signIn(OWNER);
	const type = 'subscriptionMessagingApi';
	const data = credentialFor('http://127.0.0.1:9');
	const { id, name } = await client.saveCredential('Bench', type, data);
	const credentials = { [type]: { id, name } };
	const empty = { type: 'n8n-nodes-bench-trigger.empty', typeVersion: 2, parameters: {} };
	const triggers: Record<string, Trigger> = {
		[OURS]: {
			path: 'ours/delivery-status',
			type: 'n8n-nodes-subscription-messaging.subscriptionMessagingTrigger',
			typeVersion: 2,
			parameters: {},
			credentials,
		},
		[WEBHOOK]: {
			path: 'webhook-node',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2.1,
			parameters: { httpMethod: 'POST', path: 'webhook-node', options: {} },
		},
		[EMPTY]: { path: 'empty/empty', ...empty },
		[EMPTY_WITH_CREDENTIAL]: { path: 'credential/empty', ...empty, credentials },
	};
	const customTicket = `order-${seed}`;
	const status = new URLSearchParams({
		transaction_ticket: `T-${seed}`,
		custom_ticket: customTicket,
		sendTo: '18015551001',
		status_code: '100',
		status_message: 'Delivered',
	});
	const key = await statusAddressKey(data);
	const starts = Object.entries(triggers).map(([of, { path, ...node }]) => {
		const address = `${url}/webhook/${path}`;
		const signed = signAddress(key, address, { customTicket, code: data.code });
		const webhook = { ...node, webhookId: path.split('/', 1)[0]! };
		const postedTo = of === OURS ? signed : address;
		return [of, () => contender(client, webhook, postedTo, status.toString())] as const;
	});
	return Object.fromEntries(starts);
}

/** Publishes a workflow that the trigger begins, and posts to it. */
async function contender(
	client: RunningN8n['client'],
	trigger: TriggerNode,
	url: string,
	body: string,
): Promise<Contender<Speed>> {
	const autocannon = require('autocannon');
	const end = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	const placed = (name: string) => ({ id: name, name, position: [0, 0] as [number, number] });
	const workflow = await client.createWorkflow({
		name: trigger.type,
		nodes: [
			{ ...placed('Trigger'), ...trigger },
			{ ...placed('End'), ...end },
		],
		connections: { Trigger: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	await client.activateWorkflow(workflow);
	const turn = async () => {
		const {
			'2xx': taken,
			non2xx,
			errors,
			duration,
		} = await autocannon({
			url,
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body,
			connections: CONNECTIONS,
			duration: DURATION,
		});
		if (non2xx + errors > 0 || taken === 0) {
			throw new Error(`${trigger.type} refused ${non2xx} posts, and did not answer ${errors}`);
		}
		// What was started is not left to the next one.
		const isDone = async () =>
			(await client.executionsOf(workflow.id)).every(({ status }) => status === 'success');
		while (!(await isDone())) await sleep(250);
		return { posts: taken / duration };
	};
	return { turn };
}

import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { INode } from 'n8n-workflow';

import { statusAddressKey } from '../credentials/statusAddressKey';
import { startN8n, type RunningN8n } from '../host/n8n';
import { signAddress } from '../nodes/SubscriptionMessaging/statusAddress/sign';
import { pictureOf } from './bars';
import type { Bench } from './bench';
import { EMPTY_TRIGGER, installEmptyTrigger } from './emptyTrigger';
import { credentialFor } from './inputs';
import { atLeast, figure, times, type Section } from './report';
import { inTurn, type Contender, type Results } from './rounds';

export const programs = [];

/** Seconds of a turn, and posts under way at once. */
const DURATION = 5;
const CONNECTIONS = 10;

const OURS = 'this package, signature checked';
const WEBHOOK = "n8n's Webhook node";
const EMPTY = 'an empty community trigger';
const EMPTY_WITH_CREDENTIAL = 'an empty community trigger that has a credential';

/** Settings of n8n, as lines of the file of its folder that it reads them from. */
const ACQUISITION = { default: '', lazy: 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\n' };

const OWNER = {
	email: 'owner@example.com',
	password: 'Bench-2-0-0',
	firstName: 'Bench',
	lastName: 'Owner',
};

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
		const speeds = results.medians('posts');
		for (const [name, posts] of speeds) {
			const compared = name === WEBHOOK ? '' : times(results.ratio(name, WEBHOOK, 'posts'));
			section.lines.push([isolate, name, figure(posts), compared]);
		}
		const title = `Posts a second, isolate: ${isolate}`;
		section.pictures.push(pictureOf(`trigger-${isolate}`, title, speeds, figure));
		section.goals.push(
			atLeast(
				0.97,
				`Posts a second of an empty trigger that has a credential, ${isolate}`,
				results.ratio(OURS, EMPTY_WITH_CREDENTIAL, 'posts'),
			),
		);
		if (isolate === 'lazy') {
			const speed = results.ratio(OURS, WEBHOOK, 'posts');
			section.goals.push(atLeast(1, "Posts a second of n8n's Webhook node, lazy", speed));
		}
	}
	return section;
}

async function compare(bench: Bench, settings: string): Promise<Results<Speed>> {
	const { node, tarball, folder, rounds } = bench;
	const userFolder = await mkdtemp(join(folder, 'n8n-'));
	await mkdir(userFolder, { recursive: true });
	await installEmptyTrigger(userFolder);
	await writeFile(join(userFolder, '.env'), settings);
	const n8n = await startN8n({ node, tarball, userFolder });
	try {
		return await inTurn(await contenders(bench, n8n), rounds);
	} finally {
		await n8n.stop();
	}
}

/** What begins a workflow, and where it is posted to. */
interface Trigger {
	node: Pick<INode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;
	addressOf(webhookId: string): string;
}

async function contenders(bench: Bench, n8n: RunningN8n) {
	const { client, url } = n8n;
	await client.signIn(OWNER);
	const data = credentialFor('http://127.0.0.1:9');
	const key = await statusAddressKey(data);
	const { id, name } = await client.saveCredential('Bench', 'subscriptionMessagingApi', data);
	const credentials = { subscriptionMessagingApi: { id, name } };
	const customTicket = `order-${bench.seed}`;
	const empty: Trigger = {
		node: { type: EMPTY_TRIGGER, typeVersion: 2, parameters: {} },
		addressOf: (webhookId) => `${url}/webhook/${webhookId}/empty`,
	};
	const triggers: Record<string, Trigger> = {
		[OURS]: {
			node: {
				type: 'n8n-nodes-subscription-messaging.subscriptionMessagingTrigger',
				typeVersion: 2,
				parameters: {},
				credentials,
			},
			addressOf: (webhookId) =>
				signAddress(key, `${url}/webhook/${webhookId}/delivery-status`, {
					customTicket,
					code: data.code,
				}),
		},
		[WEBHOOK]: {
			node: {
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2.1,
				parameters: { httpMethod: 'POST', path: 'webhook-node', options: {} },
			},
			addressOf: () => `${url}/webhook/webhook-node`,
		},
		[EMPTY]: empty,
		[EMPTY_WITH_CREDENTIAL]: { ...empty, node: { ...empty.node, credentials } },
	};
	const status = new URLSearchParams({
		transaction_ticket: `T-${bench.seed}`,
		custom_ticket: customTicket,
		sendTo: '18015551001',
		status_code: '100',
		status_message: 'Delivered',
	}).toString();
	const starts = Object.entries(triggers).map(([of, trigger]) => {
		const start = async () => await contender(bench, n8n, trigger, status);
		return [of, start] as const;
	});
	return Object.fromEntries(starts);
}

/** What is used of autocannon. */
type Autocannon = (options: {
	url: string;
	method: 'POST';
	headers: Record<string, string>;
	body: string;
	connections: number;
	duration: number;
}) => Promise<{ '2xx': number; non2xx: number; errors: number; duration: number }>;

/** Publishes a workflow that the trigger begins, and posts to it. */
async function contender(
	{ peers }: Bench,
	{ client }: RunningN8n,
	{ node, addressOf }: Trigger,
	body: string,
): Promise<Contender<Speed>> {
	const autocannon = createRequire(join(peers, 'package.json'))('autocannon') as Autocannon;
	const webhookId = randomUUID();
	const end = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	const placed = (name: string) => ({ id: name, name, position: [0, 0] as [number, number] });
	const workflow = await client.createWorkflow({
		name: node.type,
		nodes: [
			{ ...placed('Trigger'), ...node, webhookId },
			{ ...placed('End'), ...end },
		],
		connections: { Trigger: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	await client.activateWorkflow(workflow);
	const turn = async () => {
		const result = await autocannon({
			url: addressOf(webhookId),
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body,
			connections: CONNECTIONS,
			duration: DURATION,
		});
		if (result.non2xx + result.errors > 0 || result['2xx'] === 0) {
			const { non2xx, errors } = result;
			throw new Error(`${node.type} refused ${non2xx} posts, and did not answer ${errors}`);
		}
		// What was started is not left to the next one.
		const isDone = async () =>
			(await client.executionsOf(workflow.id)).every(({ status }) => status === 'success');
		while (!(await isDone())) await sleep(250);
		return { posts: result['2xx'] / result.duration };
	};
	return { turn };
}

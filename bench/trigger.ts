import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
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
import { inTurn, type Contender } from './rounds';
import { median, ratio } from './statistics';

export const programs = [];

/** Seconds of a turn, and posts under way at once. */
const DURATION = 5;
const CONNECTIONS = 10;

const OURS = 'this package, signature checked';
const WEBHOOK = "n8n's Webhook node";
const EMPTY = 'an empty community trigger';
const EMPTY_WITH_CREDENTIAL = 'an empty community trigger that has a credential';

const ACQUISITION = {
	default: {},
	lazy: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
};

const OWNER = {
	email: 'owner@example.com',
	password: 'Bench-2-0-0',
	firstName: 'Bench',
	lastName: 'Owner',
};

/** What is used of autocannon. */
type Autocannon = (options: {
	url: string;
	method: 'POST';
	headers: Record<string, string>;
	body: string;
	connections: number;
	duration: number;
}) => Promise<{ '2xx': number; non2xx: number; errors: number; duration: number }>;

export async function measure(bench: Bench): Promise<Section> {
	const section: Section = {
		title: 'Trigger',
		text: `Posts of a delivery status to a real n8n, ${CONNECTIONS} at once for ${DURATION} seconds a turn, each of which starts a workflow of the trigger and a No Operation node, and is saved as an execution. n8n gives each execution of a node that is not its own an isolate for expressions: by default at its beginning, with lazy acquisition when an expression is met.`,
		header: ['Isolate', 'Trigger', 'Posts a second', 'Compared with the Webhook node'],
		pictures: [],
		lines: [],
		goals: [],
	};
	for (const [isolate, env] of Object.entries(ACQUISITION)) {
		const results = await withN8n(bench, env, (n8n) => compare(bench, n8n));
		const speed = (name: string) => ratio(results.get(OURS)!, results.get(name)!);
		for (const [name, all] of results) {
			section.lines.push([
				isolate,
				name,
				figure(median(all)),
				name === WEBHOOK ? '' : times(ratio(all, results.get(WEBHOOK)!)),
			]);
		}
		section.pictures?.push(
			pictureOf(
				`benchmark-trigger-${isolate}`,
				`Posts a second, isolate: ${isolate}`,
				[...results].map(([name, all]) => [name, median(all)]),
				figure,
			),
		);
		section.goals.push(
			atLeast(0.97, {
				goal: `Posts a second of an empty trigger that has a credential, ${isolate}`,
				value: speed(EMPTY_WITH_CREDENTIAL),
			}),
		);
		if (isolate === 'lazy') {
			const value = speed(WEBHOOK);
			section.goals.push(atLeast(1, { goal: "Posts a second of n8n's Webhook node, lazy", value }));
		}
	}
	return section;
}

async function withN8n<T>(
	{ node, tarball }: Bench,
	env: Record<string, string>,
	work: (n8n: RunningN8n) => Promise<T>,
): Promise<T> {
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-bench-'));
	try {
		await mkdir(userFolder, { recursive: true });
		await installEmptyTrigger(userFolder);
		// Settings of n8n come from such a file in the folder in which it runs.
		const settings = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
		await writeFile(join(userFolder, '.env'), settings.join(''));
		const n8n = await startN8n({ node, tarball, userFolder });
		try {
			return await work(n8n);
		} finally {
			await n8n.stop();
		}
	} finally {
		await rm(userFolder, { recursive: true, force: true });
	}
}

async function compare({ peers, rounds, seed }: Bench, { client, url }: RunningN8n) {
	await client.signIn(OWNER);
	const data = credentialFor('http://127.0.0.1:9');
	const key = await statusAddressKey(data);
	const { id, name } = await client.saveCredential('Bench', 'subscriptionMessagingApi', data);
	const credentials = { subscriptionMessagingApi: { id, name } };
	const autocannon = createRequire(join(peers, 'package.json'))('autocannon') as Autocannon;
	const ticket = `order-${seed}`;
	const status = {
		transaction_ticket: `T-${seed}`,
		custom_ticket: ticket,
		sendTo: '18015551001',
		status_code: '100',
		status_message: 'Delivered',
	};

	/** Publishes a workflow that the trigger begins, and posts to it. */
	const contender = async (
		trigger: Partial<INode> & Pick<INode, 'type' | 'typeVersion' | 'parameters'>,
		addressOf: (webhookId: string) => string,
	): Promise<Contender<number>> => {
		const webhookId = randomUUID();
		const node = (
			name: string,
			more: Pick<INode, 'type' | 'typeVersion' | 'parameters'>,
		): INode => ({
			id: name,
			name,
			position: [0, 0],
			...more,
		});
		const workflow = await client.createWorkflow({
			name: trigger.type,
			nodes: [
				{ ...node('Trigger', trigger), webhookId },
				node('End', { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} }),
			],
			connections: { Trigger: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		});
		await client.activateWorkflow(workflow);
		return {
			async turn() {
				const result = await autocannon({
					url: addressOf(webhookId),
					method: 'POST',
					headers: { 'content-type': 'application/x-www-form-urlencoded' },
					body: new URLSearchParams(status).toString(),
					connections: CONNECTIONS,
					duration: DURATION,
				});
				if (result.non2xx + result.errors > 0 || result['2xx'] === 0) {
					throw new Error(`${trigger.type} did not take every post`);
				}
				// What was started is not left to the next one.
				for (;;) {
					const executions = await client.executionsOf(workflow.id);
					if (executions.every((execution) => execution.status === 'success')) break;
					await sleep(250);
				}
				return result['2xx'] / result.duration;
			},
			close: () => undefined,
		};
	};

	return await inTurn(
		new Map([
			[
				OURS,
				() =>
					contender(
						{
							type: 'n8n-nodes-subscription-messaging.subscriptionMessagingTrigger',
							typeVersion: 2,
							parameters: {},
							credentials,
						},
						(webhookId) =>
							signAddress(key, `${url}/webhook/${webhookId}/delivery-status`, {
								customTicket: ticket,
								code: data.code,
							}),
					),
			],
			[
				WEBHOOK,
				() =>
					contender(
						{
							type: 'n8n-nodes-base.webhook',
							typeVersion: 2.1,
							parameters: { httpMethod: 'POST', path: 'webhook-node', options: {} },
						},
						() => `${url}/webhook/webhook-node`,
					),
			],
			[
				EMPTY,
				() =>
					contender(
						{ type: EMPTY_TRIGGER, typeVersion: 2, parameters: {} },
						(webhookId) => `${url}/webhook/${webhookId}/empty`,
					),
			],
			[
				EMPTY_WITH_CREDENTIAL,
				() =>
					contender(
						{ type: EMPTY_TRIGGER, typeVersion: 2, parameters: {}, credentials },
						(webhookId) => `${url}/webhook/${webhookId}/empty`,
					),
			],
		]),
		rounds,
	);
}

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INode, INodeParameters } from 'n8n-workflow';
import { preparedHost } from '../../host/preparedHost';
import { startN8n, type RunningN8n } from '../../host/n8n';
import type { SavedCredential, WorkflowFile } from '../../host/n8nClient';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { FaultProxy } from '../faults/faultProxy';
import { OWNER } from '../owner';
import { eventually } from '../eventually';
import { retryExecution } from './editorCalls';
import { beginInProduction } from './production';
import { byKeyword, chain, CREDENTIAL_TYPE, itemsNode, NODE_TYPE } from './world';

jest.setTimeout(300_000);

/** How long the service takes to answer a send that it has processed, in milliseconds. */
const SLOW = 700;

/** Messages of each workflow when n8n is killed: some are sent, some under way, some not begun. */
const ENOUGH = 8;

const people = (count: number, prefix: string) =>
	Array.from({ length: count }, (_, index) => {
		const phone = `${prefix}${String(index).padStart(4, '0')}`;
		return { phone, ticket: `campaign-7-${phone}` };
	});

const BATCHED = people(60, '1801777');
const TICKETED = people(40, '1801888');
const STOPPED = people(80, '1801999');

describe('n8n that is killed in the middle of bulk sends', () => {
	let folder: string;
	let prepared: { node: string; tarball: string };
	let running: RunningSandbox;
	let proxy: FaultProxy;
	let n8n: RunningN8n;
	let credential: SavedCredential;
	let workflows: { batched: string; ticketed: string };
	/** What the service has when nothing is under way any more. */
	let received: string[];

	const start = async () => {
		n8n = await startN8n({ ...prepared, userFolder: folder });
		await n8n.client.signIn(OWNER);
	};

	/** Longer than every wait of the node and of Retry On Fail. */
	const pastEveryWait = async () => await sleep(6_000);

	const messages = () => running.sandbox.messages.all.map(({ sendTo }) => sendTo).sort();

	const messagesOf = (items: ReadonlyArray<{ phone: string }>) =>
		messages().filter((sendTo) => items.some(({ phone }) => phone === sendTo));

	const node = (name: string, parameters: INodeParameters, more: Partial<INode> = {}): INode => ({
		id: name,
		name,
		type: NODE_TYPE,
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource: 'message', keyword: byKeyword('NSTAFF'), ...parameters },
		credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
		...more,
	});

	const send = (options: INodeParameters) =>
		node(
			'Send',
			{
				operation: 'send',
				message: 'The hall is closed today',
				recipients: 'inputItems',
				sendTo: '={{ $json.phone }}',
				options: { requestsInParallel: 2, ...options },
			},
			// The restarted n8n shall not take this as a reason to run the node again.
			{ retryOnFail: true, maxTries: 5 },
		);

	/** In production: of an execution that was begun in the editor, n8n would store nothing. */
	const inProduction = async (workflow: WorkflowFile) =>
		await beginInProduction(n8n.client, workflow);

	const ticketed = { custom_ticket: '={{ $json.ticket }}' };

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'n8n-killed-'));
		prepared = preparedHost();
		// Stands for Node, and writes down which process becomes n8n.
		const launcher = join(folder, 'launch');
		await writeFile(
			launcher,
			`#!/bin/sh
echo $$ > '${join(folder, 'pid')}'
PATH='${dirname(prepared.node)}':"$PATH" exec '${prepared.node}' "$@"
`,
			{ mode: 0o755 },
		);
		prepared.node = launcher;

		running = await startSandbox({ statusDelay: 0 });
		proxy = await FaultProxy.start(running.port, [
			{
				fault: { name: 'slow', kind: 'delay', milliseconds: SLOW },
				point: 'beforeAnswer',
				kind: 'send',
				nth: 'every',
			},
		]);
		await start();
		const { username, password, apiKey, code } = running.sandbox.settings;
		credential = await n8n.client.saveCredential('Slow service', CREDENTIAL_TYPE, {
			baseUrl: proxy.baseUrl,
			username,
			password,
			api_key: apiKey,
			code,
			keyword: 'ACME',
		});

		const create = async (workflow: WorkflowFile) => (await n8n.client.createWorkflow(workflow)).id;
		// Neither comes to its end: n8n is gone before.
		const ticketedId = await create(chain('Ticketed', itemsNode(TICKETED), send(ticketed)));
		workflows = {
			batched: await inProduction(chain('Batched', itemsNode(BATCHED), send({ batchSize: 2 }))),
			ticketed: ticketedId,
		};
		n8n.client.runWorkflow(ticketedId).catch(() => undefined);
		while ([BATCHED, TICKETED].some((items) => messagesOf(items).length < ENOUGH)) await sleep(20);
		process.kill(Number(await readFile(join(folder, 'pid'), 'utf8')), 'SIGKILL');
		await n8n.ended;
		await n8n.stop();
		await proxy.settled();
		received = messages();
		await start();
	});

	afterAll(async () => {
		await n8n?.stop();
		await proxy?.close();
		await running?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 10 });
	});

	it('has sent to some recipients and not to others, and to none of them twice', () => {
		for (const items of [BATCHED, TICKETED]) {
			const sent = messagesOf(items);
			expect(sent.length).toBeGreaterThanOrEqual(ENOUGH);
			expect(sent.length).toBeLessThan(items.length);
			expect(new Set(sent).size).toBe(sent.length);
		}
	});

	it('does not show the executions as successful once it is back', async () => {
		for (const id of Object.values(workflows)) {
			let statuses: string[];
			do {
				await sleep(200);
				statuses = (await n8n.client.executionsOf(id)).map(({ status }) => status);
			} while (
				statuses.length === 0 ||
				statuses.some((status) => ['new', 'running'].includes(status))
			);
			expect(statuses).toEqual(['crashed']);
		}
	});

	it('sends nothing by itself once it is back', async () => {
		await pastEveryWait();
		expect(messages()).toEqual(received);
	});

	it('reaches the others, each once, by Retry, also where a send has no ticket of the user', async () => {
		const [crashed] = await n8n.client.executionsOf(workflows.batched);
		await retryExecution(n8n.client, crashed!.id);

		expect(messagesOf(BATCHED)).toEqual(BATCHED.map(({ phone }) => phone));
		received = messages();
	});

	it('sends nothing more, and nothing twice, once the execution is stopped in the editor', async () => {
		const { id } = await n8n.client.createWorkflow(
			chain('Stopped', itemsNode(STOPPED), send({ batchSize: 2 })),
		);
		const ended = n8n.client.runWorkflow(id).catch((error: Error) => error);
		await eventually('some messages are sent', () =>
			messagesOf(STOPPED).length < ENOUGH ? undefined : true,
		);
		const [execution] = await n8n.client.executionsOf(id);
		await n8n.client.call(`POST /rest/executions/${execution!.id}/stop`, {});
		await ended;
		await proxy.settled();
		const sent = messagesOf(STOPPED);

		expect(await n8n.client.executionsOf(id)).toMatchObject([{ status: 'canceled' }]);
		await pastEveryWait();
		expect(messagesOf(STOPPED)).toEqual(sent);
		expect(sent.length).toBeLessThan(STOPPED.length);
		expect(new Set(sent).size).toBe(sent.length);
		received = messages();
	});

	it('reaches the others, each once, where every send had a ticket and known ones are skipped', async () => {
		const { id } = await n8n.client.createWorkflow(
			chain('Again', itemsNode(TICKETED), send({ ...ticketed, ifTicketKnown: 'skip' })),
		);
		const execution = await n8n.client.runWorkflow(id);

		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(messagesOf(TICKETED)).toEqual(TICKETED.map(({ phone }) => phone));
		const output = execution.data.resultData.runData.Send?.[0]?.data?.main?.[0] ?? [];
		const sentBefore = output.filter(({ json }) => json.sent_before).map(({ json }) => json.sendTo);
		expect(sentBefore).toEqual(received.filter((phone) => phone.startsWith('1801888')));
	});
});

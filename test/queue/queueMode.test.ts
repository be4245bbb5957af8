import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import {
	startN8n,
	startWorker,
	type N8nOptions,
	type RunningN8n,
	type RunningProcess,
} from '../../host/n8n';
import type { Execution, SavedCredential, WorkflowFile } from '../../host/n8nClient';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { byKeyword, CREDENTIAL_TYPE, NODE_TYPE } from '../e2e/world';
import { startRedis, type Redis } from './redis';

jest.setTimeout(300_000);

const OWNER = {
	email: 'owner@example.com',
	password: 'Queue-Mode-2-0',
	firstName: 'Queue',
	lastName: 'Owner',
};

/** Long enough for the messages to be delivered only when a test says so. */
const NEVER = 3_600_000;

let folder: string;
let redis: Redis;
let running: RunningSandbox;
let options: N8nOptions;
let n8n: RunningN8n;
let worker: RunningProcess;
let credential: SavedCredential;

beforeAll(async () => {
	const prepared = JSON.parse(
		execFileSync(process.execPath, [join(__dirname, '../../host/prepare.mjs')], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		}),
	) as { node: string; tarball: string };
	folder = await mkdtemp(join(tmpdir(), 'n8n-queue-'));
	redis = await startRedis();
	running = await startSandbox({ port: 0, statusDelay: NEVER });
	options = { ...prepared, userFolder: folder, redisPort: redis.port };
	n8n = await startN8n(options);
	worker = await startWorker(options, n8n.url);
	await n8n.client.signIn(OWNER);
	const { username, password, apiKey, code } = running.sandbox.settings;
	credential = await n8n.client.saveCredential('Queue', CREDENTIAL_TYPE, {
		baseUrl: running.baseUrl,
		username,
		password,
		api_key: apiKey,
		code,
	});
});
beforeEach(() => running.sandbox.reset());
afterAll(async () => {
	await worker?.stop();
	await n8n?.stop();
	await redis?.stop();
	await running?.close();
	await rm(folder, { recursive: true, force: true });
});

const messages = () => running.sandbox.messages.all;

const deliver = () => axios.post(`${running.baseUrl}/_sandbox/deliver`, {}, { proxy: false });

const node = (name: string, type: string, more: Partial<INode>): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...more,
});

const start = node('Start', 'n8n-nodes-base.manualTrigger', {});

const messaging = (type: string, more: Partial<INode>): INode =>
	node('Messaging', type, {
		credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
		...more,
	});

const sending = (parameters: INodeParameters): INode =>
	messaging(NODE_TYPE, {
		parameters: {
			resource: 'message',
			keyword: byKeyword('NSTAFF'),
			recipients: 'commaSeparated',
			sendTo: '18015551001, 18015551002',
			message: 'Hello from a worker',
			...parameters,
		},
	});

const workflow = (nodes: INode[], from: string, to: string): WorkflowFile => ({
	name: 'Queue',
	nodes,
	connections: { [from]: { main: [[{ node: to, type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
});

/** Asks until there is an answer. */
async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
	const deadline = Date.now() + 120_000;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`Not within two minutes: ${what}`);
		await sleep(200);
	}
}

const rowsOf = ({ data }: Execution): IDataObject[] =>
	(data.resultData.runData.Messaging ?? []).flatMap(({ data: output }) =>
		(output?.main?.[0] ?? []).map(({ json }) => json),
	);

/** Whether the worker itself says that it took the execution. */
async function wasCarriedOutBy({ logFile }: RunningProcess, { id }: Execution): Promise<boolean> {
	return (await readFile(logFile, 'utf8')).includes(`Worker started execution ${id} `);
}

it('sends in one worker, and goes on in another once the messages are delivered', async () => {
	running.sandbox.settings.callbackFormat = 'json';
	const waiting = sending({ operation: 'sendAndWaitForDelivery', waitMinutes: 60 });
	const { id } = await n8n.client.createWorkflow(workflow([start, waiting], 'Start', 'Messaging'));
	const ended = n8n.client.runWorkflow(id);
	await eventually('the execution waits', async () => {
		const [execution] = await n8n.client.executionsOf(id);
		return execution?.status === 'waiting' || undefined;
	});
	expect(messages().map(({ sendTo }) => sendTo)).toEqual(['18015551001', '18015551002']);

	const first = worker;
	await first.stop();
	worker = await startWorker(options, n8n.url);
	await deliver();

	const execution = await ended;
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(rowsOf(execution)).toMatchObject([
		{ sendTo: '18015551001', delivered: true, timed_out: false },
		{ sendTo: '18015551002', delivered: true, timed_out: false },
	]);
	expect(await wasCarriedOutBy(first, execution)).toBe(true);
	expect(await wasCarriedOutBy(worker, execution)).toBe(true);
	expect(messages()).toHaveLength(2);
});

describe('a trigger that is published', () => {
	let address: string;

	/** Runs a send beside the trigger, in the same workflow. */
	async function send(options: INodeParameters) {
		const webhookId = randomUUID();
		address = `${n8n.url}/webhook/${webhookId}/delivery-status`;
		const trigger = {
			...messaging(`${NODE_TYPE}Trigger`, { typeVersion: 2, webhookId }),
			id: 'Status',
			name: 'Status',
		};
		const reporting = sending({
			operation: 'send',
			options: { ...options, ...(options.status_url === '' && { status_url: address }) },
		});
		const saved = await n8n.client.createWorkflow(
			workflow([start, reporting, trigger], 'Start', 'Messaging'),
		);
		await n8n.client.activateWorkflow(saved);
		await eventually('the trigger listens', async () => {
			const { status } = await axios.get(address, { proxy: false, validateStatus: () => true });
			return status === 401 || undefined;
		});
		return { id: saved.id, sent: await n8n.client.runWorkflow(saved.id) };
	}

	it('begins its workflow in a worker, once for each status of what another worker sent', async () => {
		const { id, sent } = await send({ deliveryReport: 'signedAddress', status_url: '' });
		expect(sent.data.resultData.error?.message).toBeUndefined();
		expect(await wasCarriedOutBy(worker, sent)).toBe(true);
		const [{ status_url } = { status_url: '' }] = messages();
		expect(status_url).toMatch(new RegExp(`^${address}\\?signed_ticket=`));
		await deliver();

		// Each message is first on its way to the carrier, and then delivered.
		const told = await eventually('all statuses have arrived', async () => {
			const [, ...all] = await n8n.client.executionsOf(id);
			return all.filter(({ status }) => status === 'success').length === 4 ? all : undefined;
		});
		const executions = await Promise.all(told.map((it) => n8n.client.execution(it.id)));
		const statuses = executions.flatMap(({ data }) =>
			(data.resultData.runData.Status ?? []).flatMap(
				({ data: output }) => output?.main?.[0]?.map(({ json }) => json) ?? [],
			),
		);
		const delivered = statuses.filter((status) => status.delivered === true);
		expect(delivered.map(({ sendTo }) => sendTo).sort()).toEqual(['18015551001', '18015551002']);
		for (const execution of executions) {
			expect(await wasCarriedOutBy(worker, execution)).toBe(true);
		}
	});

	it('is unknown to a worker, which sends nothing then and says what to choose', async () => {
		const { sent } = await send({ deliveryReport: 'trigger' });
		expect(sent.data.resultData.error).toMatchObject({
			message: expect.stringContaining('none is active'),
			description: expect.stringContaining('choose Signed Address'),
		});
		expect(messages()).toEqual([]);
	});
});

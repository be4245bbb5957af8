import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import axios from 'axios';
import type { INode, INodeParameters } from 'n8n-workflow';

import { preparedHost } from '../../host/preparedHost';
import { freePort } from '../../host/freePort';
import { startN8n, type N8nOptions, type RunningN8n } from '../../host/n8n';
import type { Execution, SavedCredential, WorkflowFile } from '../../host/n8nClient';
import type { RunningProcess } from '../../host/n8nProcess';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { byKeyword, CREDENTIAL_TYPE, NODE_TYPE } from '../e2e/world';
import { OWNER } from '../owner';
import { eventually } from '../eventually';
import { startPostgres, type Postgres } from './postgres';
import { environmentOf, startWebhookProcessor, startWorker } from './processes';
import { startRedis, type Redis } from './redis';

/** Long enough for messages to be delivered only when a test says so. */
const NEVER = 3_600_000;

/** The first makes the tables that the others wait for. */
export const ROLES = ['main', 'webhook', 'worker-1', 'worker-2'] as const;
type Role = (typeof ROLES)[number];

export const WORKERS = ['worker-1', 'worker-2'] as const;
type Worker = (typeof WORKERS)[number];

/**
 * n8n as people run it who outgrew one machine: PostgreSQL, Redis, a main process, a webhook processor
 * and two workers, each with a user folder and, where the system allows it, a host name of its own.
 */
export class QueueWorld {
	private readonly processes = new Map<Role, RunningProcess>();

	private constructor(
		private readonly folder: string,
		private readonly options: Omit<N8nOptions, 'userFolder'>,
		private readonly ports: { main: number; webhook: number },
		readonly postgres: Postgres,
		readonly redis: Redis,
		readonly service: RunningSandbox,
	) {}

	private main: RunningN8n | undefined;

	private saved: SavedCredential | undefined;

	static async start(): Promise<QueueWorld> {
		const prepared = preparedHost();
		const folder = await mkdtemp(join(tmpdir(), 'n8n-queue-'));
		// PostgreSQL is somebody else where the tests run as root.
		await chmod(folder, 0o755);
		await mkdir(join(folder, 'redis'));
		const [postgres, redis, service] = await Promise.all([
			startPostgres(join(folder, 'postgres')),
			startRedis(join(folder, 'redis')),
			startSandbox({ port: 0, statusDelay: NEVER }),
		]);
		const ports = { main: await freePort(), webhook: await freePort() };
		const env = environmentOf({
			redisPort: redis.port,
			postgresPort: postgres.port,
			webhookUrl: `http://127.0.0.1:${ports.webhook}`,
			encryptionKey: 'key-of-the-queue-layer-0123456789',
		});
		const options = { ...prepared, env };
		const world = new QueueWorld(folder, options, ports, postgres, redis, service);
		world.slowDown();
		await world.startProcesses();
		world.saved = await world.saveCredential('Queue', service.baseUrl);
		return world;
	}

	/** One for the service, or for what stands in front of it. */
	async saveCredential(name: string, baseUrl: string): Promise<SavedCredential> {
		const { username, password, apiKey: api_key, code } = this.service.sandbox.settings;
		const data = { baseUrl, username, password, api_key, code };
		return await this.client.saveCredential(name, CREDENTIAL_TYPE, data);
	}

	async stop(): Promise<void> {
		await this.stopProcesses();
		await this.redis.stop();
		await this.postgres.stop();
		await this.service.close();
		await rm(this.folder, { recursive: true, force: true });
	}

	get client() {
		if (!this.main) throw new Error('The main process is not running');
		return this.main.client;
	}

	get credential(): SavedCredential {
		if (!this.saved) throw new Error('The credential is saved when everything runs');
		return this.saved;
	}

	/** Where posts reach the webhook processor. */
	get webhookUrl(): string {
		return `http://127.0.0.1:${this.ports.webhook}`;
	}

	process(role: Role): RunningProcess {
		const running = this.processes.get(role);
		if (!running) throw new Error(`${role} is not running`);
		return running;
	}

	runs(role: Role): boolean {
		return this.processes.has(role);
	}

	/** Starts those that do not run. */
	private async startProcesses(): Promise<void> {
		const [first, ...others] = ROLES.filter((role) => !this.processes.has(role));
		if (first === undefined) return;
		await this.startProcess(first);
		await Promise.all(others.map(async (role) => await this.startProcess(role)));
	}

	private async stopProcesses(): Promise<void> {
		const running = [...this.processes.values()];
		this.processes.clear();
		await Promise.all(running.map(async (it) => await it.stop()));
	}

	async startProcess(role: Role): Promise<void> {
		const userFolder = join(this.folder, role);
		await mkdir(userFolder, { recursive: true });
		const node = await this.launcher(role);
		const options = { ...this.options, node, userFolder };
		if (role === 'main') {
			this.main = await startN8n({ ...options, port: this.ports.main });
			await this.main.client.signIn(OWNER);
			this.processes.set(role, this.main);
		} else if (role === 'webhook') {
			const processor = await startWebhookProcessor({ ...options, port: this.ports.webhook });
			this.processes.set(role, processor);
		} else this.processes.set(role, await startWorker(options));
	}

	/** Ends a process without a warning. */
	async kill(role: Role): Promise<void> {
		const running = this.process(role);
		this.processes.delete(role);
		await running.kill();
	}

	/** Whether processes run that have lost Redis or PostgreSQL, and with it what they had under way. */
	private hasCrashed = false;

	/** Ends Redis or PostgreSQL at once, starts it again, and waits until n8n uses it. */
	async crash(which: 'redis' | 'postgres'): Promise<void> {
		this.hasCrashed = true;
		await this[which].crash();
		for (const [role, { url }] of this.processes) {
			await eventually(`${role} is ready again`, async () => {
				const answer = await axios
					.get(`${url}/healthz/readiness`, { proxy: false })
					.catch(() => undefined);
				return answer?.status === 200 || undefined;
			});
		}
	}

	/** Stands for Node, on a host of another name where the system lets us give one. */
	private async launcher(role: Role): Promise<string> {
		const { node } = this.options;
		const launcher = join(this.folder, `launch-${role}`);
		const named =
			spawnSync('unshare', ['--uts', 'true']).status === 0
				? `exec unshare --uts sh -c 'hostname "$0"; exec "$@"' ${role} '${node}' "$@"`
				: `exec '${node}' "$@"`;
		const path = `PATH='${dirname(node)}':"$PATH"`;
		await writeFile(launcher, `#!/bin/sh\nexport ${path}\n${named}\n`, { mode: 0o755 });
		return launcher;
	}

	/** Milliseconds that the service takes before it carries a request out. */
	slowness = 0;

	/** Messages with which the service goes silent: it answers nothing any more, and carries nothing out. */
	mostMessages = Infinity;

	/** Requests that the service takes in a second; it answers 429 to the others. */
	requestsPerSecond = Infinity;

	private taken = { second: 0, requests: 0 };

	private isTooMany(): boolean {
		const second = Math.floor(Date.now() / 1000);
		if (this.taken.second !== second) this.taken = { second, requests: 0 };
		this.taken.requests += 1;
		return this.taken.requests > this.requestsPerSecond;
	}

	private get isSilent(): boolean {
		return this.messages.length >= this.mostMessages;
	}

	private slowDown(): void {
		const { server } = this.service;
		const handlers = server.listeners('request') as Array<(...args: unknown[]) => void>;
		server.removeAllListeners('request');
		server.on('request', (...args: [unknown, ServerResponse]) => {
			if (this.isTooMany()) {
				args[1].writeHead(429, { 'Retry-After': '1' }).end();
				return;
			}
			const end = args[1].end.bind(args[1]) as (...said: unknown[]) => ServerResponse;
			args[1].end = (...said: unknown[]) => (this.isSilent ? args[1] : end(...said));
			setTimeout(() => {
				if (!this.isSilent) handlers.forEach((handle) => handle(...args));
			}, this.slowness);
		});
	}

	/** Back to a service that knows nobody's messages, and answers at once, and to processes that lack nothing. */
	async reset(): Promise<void> {
		if (this.hasCrashed) await this.stopProcesses();
		this.hasCrashed = false;
		await this.startProcesses();
		const { sandbox } = this.service;
		sandbox.reset();
		this.slowness = 0;
		this.mostMessages = Infinity;
		this.requestsPerSecond = Infinity;
		Object.assign(sandbox.settings, {
			statusDelay: NEVER,
			callbackFormat: 'none',
			callbackCopies: 1,
			callbackRetries: 0,
			callbackRetryDelay: 500,
		});
	}

	/** Waits until n8n listens for a trigger that was published. */
	async listensAt({ webhookId }: INode): Promise<void> {
		const address = `${this.webhookUrl}/webhook/${String(webhookId)}/delivery-status`;
		await eventually('the trigger listens', async () => {
			const { status } = await axios.get(address, { proxy: false, validateStatus: () => true });
			return status === 401 || undefined;
		});
	}

	/** Publishes a workflow that begins with a webhook, and answers how to start it. */
	async publish(
		workflow: WorkflowFile,
	): Promise<{ id: string; post: (nth?: number) => Promise<void> }> {
		const saved = await this.client.createWorkflow(workflow);
		await this.client.activateWorkflow(saved);
		const start = workflow.nodes.find(({ type }) => type === WEBHOOK_TYPE);
		const address = `${this.webhookUrl}/webhook/${String(start?.parameters.path)}`;
		return {
			id: saved.id,
			post: async (nth = 0) => {
				await eventually('the webhook is registered', async () => {
					const answer = await axios
						.post(address, {}, { proxy: false, params: { nth }, validateStatus: () => true })
						.catch(() => undefined);
					return answer?.status === 200 || undefined;
				});
			},
		};
	}

	/** Which of the workers that run says that it took an execution. */
	async workerOf(executionId: string): Promise<Worker> {
		return await eventually(`a worker takes execution ${executionId}`, async () => {
			for (const role of WORKERS) {
				if (!this.runs(role)) continue;
				const log = await readFile(this.process(role).logFile, 'utf8');
				if (log.includes(`Worker started execution ${executionId} `)) return role;
			}
			return undefined;
		});
	}

	get messages() {
		return this.service.sandbox.messages.all;
	}

	/** How often each of the people got a message. */
	counts(people: ReadonlyArray<{ phone: string }>): number[] {
		const got = new Map<string, number>();
		for (const { sendTo } of this.messages) got.set(sendTo, (got.get(sendTo) ?? 0) + 1);
		return people.map(({ phone }) => got.get(phone) ?? 0);
	}

	/** A node of the package with the credential of the world. */
	messaging(name: string, parameters: INodeParameters, more: Partial<INode> = {}): INode {
		const { id, name: credentialName } = this.credential;
		return {
			...node(name, NODE_TYPE, parameters),
			credentials: { [CREDENTIAL_TYPE]: { id, name: credentialName } },
			...more,
		};
	}

	/** Sends a text by a group. */
	sending(parameters: INodeParameters): INode {
		return this.messaging('Send', {
			resource: 'message',
			operation: 'send',
			keyword: byKeyword('NSTAFF'),
			message: 'Hello from a worker',
			...parameters,
		});
	}

	trigger(name: string, parameters: INodeParameters = {}, more: Partial<INode> = {}): INode {
		return this.messaging(name, parameters, {
			type: `${NODE_TYPE}Trigger`,
			typeVersion: 2,
			webhookId: randomUUID(),
			...more,
		});
	}

	/** Ids of the executions of a workflow that have a status. */
	async executionsIn(workflowId: string, ...statuses: string[]): Promise<string[]> {
		const all = statuses.map((status) => `'${status}'`).join(', ');
		return await this.postgres.query(
			`SELECT id FROM execution_entity WHERE "workflowId" = '${workflowId}' AND status IN (${all}) ORDER BY id`,
		);
	}
}

const WEBHOOK_TYPE = 'n8n-nodes-base.webhook';

/** Starts a workflow in production. */
export const webhookNode = (): INode => {
	const path = randomUUID();
	return {
		...node('Start', WEBHOOK_TYPE, { path, httpMethod: 'POST', responseMode: 'onReceived' }),
		typeVersion: 2,
		webhookId: path,
	};
};

/** Gives items to the node after it. */
export const codeNode = (jsCode: string, name = 'Items'): INode => ({
	...node(name, 'n8n-nodes-base.code', { jsCode }),
	typeVersion: 2,
});

export const itemsNode = (items: readonly object[]): INode =>
	codeNode(`return ${JSON.stringify(items.map((json) => ({ json })))};`);

export const node = (name: string, type: string, parameters: INodeParameters = {}): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

/** A workflow of these nodes, each connected to the next, and of others beside them. */
export function workflowOf(nodes: readonly INode[], beside: readonly INode[] = []): WorkflowFile {
	const connections: WorkflowFile['connections'] = {};
	nodes.forEach(({ name }, index) => {
		const next = nodes[index + 1];
		if (next) connections[name] = { main: [[{ node: next.name, type: 'main', index: 0 }]] };
	});
	return {
		name: 'Queue',
		nodes: [...nodes, ...beside],
		connections,
		settings: { executionOrder: 'v1' },
	};
}

/** What a node gave in an execution. */
export const rowsOf = ({ data }: Execution, name: string) =>
	(data.resultData.runData[name] ?? []).flatMap(({ data: output }) =>
		(output?.main?.[0] ?? []).map(({ json }) => json),
	);

export const peopleFrom = (prefix: string, count: number) =>
	Array.from({ length: count }, (_none, index) => ({
		phone: `${prefix}${String(index).padStart(11 - prefix.length, '0')}`,
	}));

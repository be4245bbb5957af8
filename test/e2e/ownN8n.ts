import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INode, INodeParameters } from 'n8n-workflow';
import { preparedHost } from '../../host/preparedHost';
import { startN8n, type RunningN8n } from '../../host/n8n';
import type { Execution, N8nClient, SavedCredential, WorkflowFile } from '../../host/n8nClient';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { OWNER } from '../owner';
import { CREDENTIAL_TYPE, NODE_TYPE } from './world';

/** A sandbox, and an n8n of a test file's own with a credential for it, which can be ended and started again. */
export class OwnN8n {
	private constructor(
		private readonly prepared: { node: string; tarball: string },
		private readonly userFolder: string,
		private readonly env: NodeJS.ProcessEnv,
		readonly running: RunningSandbox,
		private n8n: RunningN8n,
		private readonly credential: SavedCredential,
	) {}

	/** @param env more of the environment of n8n */
	static async start(env: NodeJS.ProcessEnv = {}): Promise<OwnN8n> {
		const prepared = preparedHost();
		const userFolder = await mkdtemp(join(tmpdir(), 'n8n-own-'));
		const running = await startSandbox({ port: 0 });
		const n8n = await startN8n({ ...prepared, userFolder, env });
		await n8n.client.signIn(OWNER);
		const { username, password, apiKey, code } = running.sandbox.settings;
		const credential = await n8n.client.saveCredential('Own', CREDENTIAL_TYPE, {
			baseUrl: running.baseUrl,
			username,
			password,
			api_key: apiKey,
			code,
		});
		return new OwnN8n(prepared, userFolder, env, running, n8n, credential);
	}

	get client(): N8nClient {
		return this.n8n.client;
	}

	/** At the same address as before. */
	async startAgain(): Promise<void> {
		const { prepared, userFolder, env } = this;
		const port = Number(new URL(this.n8n.url).port);
		this.n8n = await startN8n({ ...prepared, userFolder, port, env });
		await this.client.signIn(OWNER);
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
	}

	async close(): Promise<void> {
		await this.stop();
		await this.running.close();
		await rm(this.userFolder, { recursive: true, force: true });
	}

	/** The package's action node, which texts by the group of the staff. */
	node(name: string, parameters: INodeParameters, more: Partial<INode> = {}): INode {
		const { id, name: credentialName } = this.credential;
		return {
			id: name,
			name,
			type: NODE_TYPE,
			typeVersion: 1,
			position: [0, 0],
			credentials: { [CREDENTIAL_TYPE]: { id, name: credentialName } },
			parameters: {
				resource: 'message',
				keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
				recipients: 'commaSeparated',
				...parameters,
			},
			...more,
		};
	}

	/** Begins to run a workflow; `ended` settles with the whole run, in which the test has its part to play. */
	async begin(workflow: WorkflowFile) {
		const { id } = await this.client.createWorkflow(workflow);
		const ended = this.client.runWorkflow(id).then(
			(execution) => execution,
			(error: Error) => error,
		);
		return { id, ended };
	}

	/** How the executions of a workflow stand, the last first. */
	async statuses(workflowId: string): Promise<string[]> {
		return (await this.client.executionsOf(workflowId)).map(({ status }) => status);
	}

	/** Until the execution of a workflow waits, as n8n says a moment before it has stored so. */
	async waits(workflowId: string): Promise<void> {
		for (;;) {
			const [status = 'new'] = await this.statuses(workflowId);
			if (status === 'waiting') return;
			if (!['new', 'running'].includes(status)) throw new Error(`The execution is ${status}`);
			await sleep(50);
		}
	}

	/** The execution of a workflow once it has succeeded, however long that lasts. */
	async succeeded(workflowId: string): Promise<Execution> {
		for (;;) {
			const [execution] = await this.client.executionsOf(workflowId);
			if (execution?.status === 'success') return await this.client.execution(execution.id);
			// n8n asks for those that run and for the others apart, and may find one that goes on in neither.
			if (execution) expect(['waiting', 'running']).toContain(execution.status);
			await sleep(100);
		}
	}
}

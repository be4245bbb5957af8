import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { type AxiosInstance } from 'axios';
import { parse } from 'flatted';
import type { ICredentialDataDecryptedObject, IRun, IWorkflowBase } from 'n8n-workflow';

/** n8n looks once a minute for pauses that are over, and passes by what runs just then. */
const EXECUTION_LIMIT_MS = 240_000;

/** A workflow as n8n exports it, and as the files under `examples/` hold it. */
export type WorkflowFile = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections' | 'settings'>;

export type Owner = Record<'email' | 'password' | 'firstName' | 'lastName', string>;

export type SavedCredential = Record<'id' | 'name' | 'type', string>;

export type SavedWorkflow = Record<'id' | 'name' | 'versionId', string>;

export interface Execution extends Pick<IRun, 'status' | 'data'> {
	id: string;
	/** The execution's data exactly as n8n stores and serves it. */
	stored: string;
}

type Route = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;

/** n8n's REST interface as its own editor uses it, for one signed-in user. */
export class N8nClient {
	private readonly http: AxiosInstance;

	constructor(readonly url: string) {
		this.http = axios.create({
			baseURL: url,
			// n8n ties a session to the browser that began it.
			headers: { 'browser-id': 'n8n-host' },
			timeout: 60_000,
			// n8n closes a connection that rests for five seconds, and one that is used again just then fails.
			httpAgent: new Agent({ keepAlive: false }),
			proxy: false,
			validateStatus: () => true,
		});
	}

	/** @throws with the route, the status and n8n's own message */
	async call<T>(route: Route, data?: unknown, params?: object): Promise<T> {
		const [method, url] = route.split(' ');
		const request = { method, url, data, params };
		const answer = await this.http.request<{ data: T; message?: string }>(request);
		if (answer.status >= 400) {
			const said = answer.data?.message ?? '';
			throw new Error(`n8n answered ${route} with ${answer.status}: ${said}`);
		}
		const cookies = answer.headers['set-cookie']?.map((cookie) => cookie.split(';', 1)[0]);
		if (cookies) this.http.defaults.headers.common.Cookie = cookies.join('; ');
		return answer.data.data;
	}

	/** Signs in, making the owner first where n8n has none yet. */
	async signIn(owner: Owner): Promise<void> {
		const { email, password } = owner;
		type Settings = { userManagement: { showSetupOnFirstLoad?: boolean } };
		const { userManagement } = await this.call<Settings>('GET /rest/settings');
		if (userManagement.showSetupOnFirstLoad) await this.call('POST /rest/owner/setup', owner);
		await this.call('POST /rest/login', { emailOrLdapLoginId: email, password });
	}

	/** Saves a credential; one of the same name and type is given the new data. */
	async saveCredential(
		name: string,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<SavedCredential> {
		const all = await this.call<SavedCredential[]>('GET /rest/credentials');
		const existing = all.find((it) => it.name === name && it.type === type);
		return existing
			? await this.call(`PATCH /rest/credentials/${existing.id}`, { name, type, data })
			: await this.call('POST /rest/credentials', { name, type, data });
	}

	/** Workflows that are not archived. */
	async workflows(): Promise<SavedWorkflow[]> {
		type Listed = SavedWorkflow & { isArchived?: boolean };
		const all = await this.call<Listed[]>('GET /rest/workflows');
		return all.filter(({ isArchived }) => !isArchived);
	}

	async createWorkflow(workflow: WorkflowFile): Promise<SavedWorkflow> {
		return await this.call('POST /rest/workflows', { settings: {}, ...workflow, pinData: {} });
	}

	/** Changes the draft; a published workflow goes on as it is until it is published again. */
	async updateWorkflow(id: string, workflow: WorkflowFile): Promise<SavedWorkflow> {
		return await this.call(`PATCH /rest/workflows/${id}`, workflow, { forceSave: true });
	}

	/** Publishes the version, so that its triggers listen. */
	async activateWorkflow({ id, versionId }: SavedWorkflow): Promise<void> {
		await this.call(`POST /rest/workflows/${id}/activate`, { versionId });
	}

	/**
	 * Runs the workflow to its end, as *Execute workflow* does: from its manual trigger, or from
	 * another trigger that needs no event, such as a schedule.
	 */
	async runWorkflow(id: string, from?: string): Promise<Execution> {
		const { nodes } = await this.call<WorkflowFile>(`GET /rest/workflows/${id}`);
		const trigger = nodes.find(({ name, type }) =>
			from === undefined ? type === 'n8n-nodes-base.manualTrigger' : name === from,
		);
		if (!trigger) throw new Error(`Workflow ${id} has no ${from ?? 'manual trigger'}`);
		const { executionId } = await this.call<{ executionId: string }>(
			`POST /rest/workflows/${id}/run`,
			{ triggerToStartFrom: { name: trigger.name } },
		);
		const deadline = Date.now() + EXECUTION_LIMIT_MS;
		for (;;) {
			const execution = await this.execution(executionId);
			if (!['new', 'running', 'waiting'].includes(execution.status)) return execution;
			if (Date.now() > deadline) {
				throw new Error(`Execution ${executionId} did not end within four minutes`);
			}
			await sleep(200);
		}
	}

	/** The latest executions of a workflow, oldest first. */
	async executionsOf(workflowId: string): Promise<Array<Pick<Execution, 'id' | 'status'>>> {
		const params = { filter: JSON.stringify({ workflowId }), limit: 100 };
		type Page = { results: Execution[] };
		const { results } = await this.call<Page>('GET /rest/executions', undefined, params);
		return results.reverse();
	}

	async execution(id: string): Promise<Execution> {
		type Stored = Pick<Execution, 'status'> & { data: string };
		const { status, data } = await this.call<Stored>(`GET /rest/executions/${id}`);
		return { id, status, stored: data, data: parse(data) as IRun['data'] };
	}

	/** A file that n8n serves to the editor, such as a node's icon or the descriptions of all nodes. */
	async file<T>(path: string): Promise<T> {
		const { status, data } = await this.http.get<T>(path);
		if (status !== 200) throw new Error(`n8n answered GET ${path} with ${status}`);
		return data;
	}
}

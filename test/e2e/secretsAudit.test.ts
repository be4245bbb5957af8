import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import axios from 'axios';
import type { INode, INodeParameters, NodeConnectionType } from 'n8n-workflow';
import { RESOURCES } from '../../nodes/SubscriptionMessaging/actions/router';
import type { WorkflowFile } from '../../host/n8nClient';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { eventually } from '../eventually';
import { failedCheck, polledWorkflow, published } from './auditedPolls';
import { callsTool, startModel } from './chatModel';
import { deactivateWorkflow, testCredential } from './editorCalls';
import { shownInEditor } from './editorLists';
import { LEAKS, startLeakyService, writings, type LeakyService } from './leakyService';
import { secretSearch } from './secretSearch';
import {
	byKeyword,
	chain,
	CREDENTIAL_TYPE,
	itemsNode,
	messagingNode,
	n8nFolder,
	NODE_TYPE,
	run,
	signedIn,
	type World,
} from './world';

jest.setTimeout(600_000);

/** Forty characters each, of every kind that some encoding writes in another way. */
const PASSWORD = `ß9"<&'>%é+\\/ü ?#=;:{}[]()|^~¥$!*@-_xQz7R`;
const API_KEY = `Kéy&amp;%41 "q" <k> \\n+/=ü\u00a0 zW8#v2 m1pL0`;

let sandbox: RunningSandbox;
let service: LeakyService;
let world: World;

/** Everything that people or programs can read afterwards, by where it was found. */
const found = new Map<string, string>();

beforeAll(async () => {
	sandbox = await startSandbox({ password: PASSWORD, apiKey: API_KEY, callbackFormat: 'none' });
	service = await startLeakyService(sandbox.baseUrl, [PASSWORD, API_KEY]);
	const client = await signedIn();
	const credentialData = {
		baseUrl: service.baseUrl,
		username: sandbox.sandbox.settings.username,
		password: PASSWORD,
		api_key: API_KEY,
		code: sandbox.sandbox.settings.code,
		keyword: 'ACME',
	};
	world = {
		client,
		sandbox: sandbox.sandbox,
		credential: await client.saveCredential('Audited', CREDENTIAL_TYPE, credentialData),
		credentialData,
		secrets: { password: PASSWORD, apiKey: API_KEY },
		close: async () => {
			await service.close();
			await sandbox.close();
		},
	};
});
beforeEach(() => (service.leak = undefined));
afterAll(() => world.close());

/** Fields of all operations at once; each reads its own. */
const FIELDS: INodeParameters = {
	keyword: byKeyword('NSTAFF'),
	recipients: 'commaSeparated',
	sendTo: '18015551001',
	type: 1,
	message: 'Hi',
	phone: '18015551001',
	phone_list: '18015551001',
	url: 'https://example.com/',
	short_url: 'https://short.example/a',
	name: 'North',
	divisionName: 'North',
	groupName: 'Crew',
	templateSource: 'text',
	text: 'Hi',
	lookUpBy: 'customTicket',
	custom_ticket: 'ticket-1',
	returnAll: true,
	updateFields: { name: 'North', divisionName: 'North', groupName: 'Crew', title: 'New' },
};

const byId = { __rl: true, mode: 'id', value: 'order-ready' };

const operationNodes = (): INode[] =>
	RESOURCES.flatMap(({ value: resource, operations }) =>
		operations.map(({ value: operation }) =>
			messagingNode(
				world,
				`${resource} ${operation}`,
				{
					...FIELDS,
					...(resource === 'template' && { id: operation === 'create' ? 'new' : byId }),
					resource,
					operation,
				},
				{ onError: 'continueRegularOutput' },
			),
		),
	);

const sendNode = (more: Partial<INode> = {}) =>
	messagingNode(world, 'Send', { ...FIELDS, resource: 'message', operation: 'send' }, more);

/** What the subscriber trigger says of a check that failed. */
const UNREAD = /The subscribers of NSTAFF could not be read/;

describe('a service that repeats the secrets', () => {
	it.each(LEAKS)('to every operation: %s', async (leak) => {
		service.leak = leak;
		const before = service.repeated;
		const nodes = operationNodes();
		const execution = await run(world, chain(`All, ${leak}`, ...nodes));
		found.set(`all operations, ${leak}`, execution.stored);
		expect(execution.status).toBe('success');
		for (const { name } of nodes) {
			expect([name, execution.output(name)[0]]).toEqual([
				name,
				expect.objectContaining({ error: expect.stringMatching(/service|server|address/i) }),
			]);
		}
		expect(service.repeated - before).toBeGreaterThanOrEqual(nodes.length);
	});

	it.each(LEAKS)('to a run that stops, and to one with a hint: %s', async (leak) => {
		service.leak = leak;
		const stopped = await run(world, chain(`Stops, ${leak}`, sendNode()));
		expect(stopped.status).toBe('error');
		found.set(`error panel, ${leak}`, stopped.stored);

		const items = itemsNode([{ n: 1 }, { n: 2 }]);
		const goesOn = sendNode({ onError: 'continueRegularOutput' });
		const hinted = await run(world, chain(`Hint, ${leak}`, items, goesOn));
		expect(hinted.data.resultData.runData.Send?.[0]?.hints).toHaveLength(1);
		found.set(`hint, ${leak}`, hinted.stored);
	});

	it.each(LEAKS)('to the test of the credential: %s', async (leak) => {
		service.leak = leak;
		const test = await testCredential(world.client, world.credential, world.credentialData);
		expect(test.status).toBe('Error');
		found.set(`credential test, ${leak}`, test.message);
	});

	it.each(LEAKS)('to what the editor loads for a panel: %s', async (leak) => {
		service.leak = leak;
		// Lists and mappers share what was read lately, and what failed is not kept.
		const shown = await shownInEditor(world, () => service.repeated);
		for (const [method, { text, isAsked }] of shown) {
			found.set(`editor, ${method}, ${leak}`, text);
			// A mapper of fields has none, and leaves it to the notice beside it to say why.
			const said = method === 'getPlaceholders' ? /^\{"fields":\[\]\}$/ : /service|server|address/i;
			expect([method, isAsked, text]).toEqual([method, true, expect.stringMatching(said)]);
		}
	});

	it.each(LEAKS)('to a subscriber trigger that is tried out and published: %s', async (leak) => {
		service.leak = leak;
		const before = service.repeated;
		const polled = await polledWorkflow(world, `First check, ${leak}`);
		// Trying it out is an execution of its own, which fails too.
		const tried = await world.client.runWorkflow(polled.id, 'Polled');
		expect([tried.status, tried.stored]).toEqual(['error', expect.stringMatching(UNREAD)]);
		found.set(`test event, ${leak}`, tried.stored);
		expect(service.repeated).toBeGreaterThan(before);

		const { isStarted, said } = await published(world, polled);
		found.set(`publishing, ${leak}`, said);
		try {
			if (isStarted) {
				const check = await failedCheck(world, polled, tried.id);
				expect(check.stored).toMatch(UNREAD);
				found.set(`first check, ${leak}`, check.stored);
			} else expect(said).toMatch(UNREAD);
		} finally {
			await deactivateWorkflow(world.client, polled.id);
		}
	});

	it.each(LEAKS)('to a later check of a subscriber trigger: %s', async (leak) => {
		const polled = await polledWorkflow(world, `Later check, ${leak}`);
		expect(await published(world, polled)).toMatchObject({ isStarted: true });
		service.leak = leak;
		try {
			const { stored } = await failedCheck(world, polled);
			expect(stored).toMatch(UNREAD);
			found.set(`later check, ${leak}`, stored);
		} finally {
			await deactivateWorkflow(world.client, polled.id);
		}
	});

	it.each(LEAKS)('to requests that have them in their address: %s', async (leak) => {
		service.leak = leak;
		const before = service.repeated;
		const nodes = getNodes(service.baseUrl);
		const execution = await run(world, chain(`GET, ${leak}`, ...(await nodes)));
		found.set(`GET, ${leak}`, execution.stored);
		for (const { name } of await nodes) {
			expect([name, execution.output(name)[0]]).toEqual([
				name,
				expect.objectContaining({ error: expect.stringMatching(/service|server|address/i) }),
			]);
		}
		expect(service.repeated - before).toBeGreaterThanOrEqual((await nodes).length);
	});

	it.each(LEAKS)('to a tool of an AI agent: %s', async (leak) => {
		service.leak = leak;
		const before = service.repeated;
		const model = await startModel(callsTool({ text: 'Hi' }));
		try {
			const execution = await run(world, await agentWith(model.url));
			found.set(`agent, ${leak}`, execution.stored);
			expect(execution.status).toBe('success');
		} finally {
			model.close();
		}
		expect(service.repeated).toBeGreaterThan(before);
		// All that the model is told leaves n8n.
		const told = model.requests.at(-1)?.messages.at(-1)?.content ?? '';
		expect(told).toMatch(/service|server|address/i);
		found.set(`model of the agent, ${leak}`, JSON.stringify(model.requests));
	});

	/** An agent with the node as its only tool. */
	async function agentWith(url: string): Promise<WorkflowFile> {
		const model = await world.client.saveCredential('Model', 'openAiApi', { apiKey: 'none', url });
		const { type, credentials, ...send } = sendNode();
		const workflow = chain('Agent', {
			...send,
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 3.1,
			parameters: { promptType: 'define', text: 'Send it', options: {} },
		});
		workflow.nodes.push(
			{
				...send,
				id: 'model',
				name: 'Model',
				type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
				typeVersion: 1.3,
				parameters: {
					model: { __rl: true, mode: 'list', value: 'stand-in' },
					responsesApiEnabled: false,
					options: { maxRetries: 0 },
				},
				credentials: { openAiApi: { id: model.id, name: model.name } },
			},
			{
				...send,
				id: 'tool',
				name: 'Tool',
				type: `${type}Tool`,
				credentials,
				parameters: {
					...send.parameters,
					descriptionType: 'manual',
					toolDescription: 'Sends a text message.',
					message: "={{ $fromAI('text', 'The text', 'string') }}",
				},
			},
		);
		const to = (kind: NodeConnectionType) => ({
			[kind]: [[{ node: 'Agent', type: kind, index: 0 }]],
		});
		workflow.connections.Model = to('ai_languageModel');
		workflow.connections.Tool = to('ai_tool');
		return workflow;
	}

	it('to nobody, where their address leads nowhere', async () => {
		const nodes = await getNodes('http://127.0.0.1:1');
		const execution = await run(world, chain('GET, nowhere', ...nodes));
		found.set('GET, nowhere', execution.stored);
		for (const { name } of nodes) {
			expect(execution.output(name)[0]).toMatchObject({ error: expect.any(String) });
		}
	});

	/** Nodes whose requests have username, password and API key in the address. */
	async function getNodes(baseUrl: string): Promise<INode[]> {
		const data = { ...world.credentialData, baseUrl, nvpMethod: 'GET' };
		const credential = await world.client.saveCredential('Audited GET', CREDENTIAL_TYPE, data);
		const withGet = { ...world, credential };
		const node = (resource: string, operation: string, options: INodeParameters) =>
			messagingNode(
				withGet,
				`${resource} ${operation}`,
				{ ...FIELDS, resource, operation, options },
				{ onError: 'continueRegularOutput' },
			);
		const overNvp = { transport: 'nvp' };
		return [
			node('message', 'sendToNumbers', {}),
			node('message', 'getStatus', overNvp),
			node('group', 'get', overNvp),
			node('subscriber', 'getMany', overNvp),
		];
	}

	it('to the trigger and to a pause', async () => {
		const { message, executionId } = await waiting('sendAndWaitForDelivery');
		const { status_url } = message;
		const { trigger, workflowId } = await confirmingTrigger();
		for (const leak of LEAKS) {
			service.leak = leak;
			for (const [what, address] of [
				['pause', status_url],
				['trigger', trigger],
			] as const) {
				const before = service.repeated;
				const { status, data } = await axios.post<string>(
					address,
					'transaction_ticket=T-1&status_code=100',
					{ proxy: false, responseType: 'text', validateStatus: () => true },
				);
				expect([what, leak, status, service.repeated > before]).toEqual([what, leak, 503, true]);
				found.set(`${what}, ${leak}`, data);
			}
		}
		for (const { id } of await world.client.executionsOf(workflowId)) {
			found.set(`trigger, execution ${id}`, (await world.client.execution(id)).stored);
		}
		found.set('pause, execution', (await world.client.execution(executionId)).stored);
	});

	it('to the page of a question, and to whoever answers it', async () => {
		const { message, executionId } = await waiting('sendAndWait');
		const link = /https?:\/\/\S+$/.exec(message.text)![0];
		const call = async (what: string, url: string, method = 'GET', data?: URLSearchParams) => {
			const { status, ...answer } = await eventually(`n8n answers: ${what}`, async () => {
				const got = await axios.request<string>({
					...{ url, method, data, proxy: false, responseType: 'text' },
					validateStatus: () => true,
				});
				// Until it has stored the pause.
				return got.status === 409 ? undefined : got;
			});
			found.set(`question, ${what}`, answer.data + JSON.stringify(answer.headers));
			return { status, ...answer };
		};
		for (const leak of LEAKS) {
			service.leak = leak;
			const page = await call(`page, ${leak}`, link);
			const token = /name="token" value="([^"]+)"/.exec(page.data)![1]!;
			const foreign = link.replace(/to=.*/, `to=${'A'.repeat(16)}`);
			const wrong = new URLSearchParams({ token, decision: 'maybe' });
			const answers = [
				await call(`foreign, ${leak}`, foreign),
				await call(`without a token, ${leak}`, link, 'POST', new URLSearchParams()),
				await call(`wrong, ${leak}`, link, 'POST', wrong),
			];
			expect([page, ...answers].map(({ status }) => status)).toEqual([200, 401, 403, 422]);
			if (leak !== LEAKS.at(-1)) continue;
			const approval = new URLSearchParams({ token, decision: 'approve' });
			expect((await call('approved', link, 'POST', approval)).status).toBe(200);
		}
		const { stored } = await eventually('the execution has ended', async () => {
			const execution = await world.client.execution(executionId);
			return execution.status === 'success' ? execution : undefined;
		});
		found.set('question, execution', stored);
	});

	/** A run that waits for what an operation waits for, and the message that was sent. */
	async function waiting(operation: string) {
		service.leak = undefined;
		const wait = messagingNode(world, 'Wait', { ...FIELDS, resource: 'message', operation });
		const saved = await world.client.createWorkflow({
			...chain('Waits', wait),
			nodes: chain('Waits', wait).nodes.map((node) =>
				node.name === 'Start'
					? {
							...node,
							type: 'n8n-nodes-base.webhook',
							parameters: { path: operation },
							webhookId: operation,
						}
					: node,
			),
		});
		await world.client.activateWorkflow(saved);
		await eventually('the workflow listens', async () => {
			const { status } = await axios.get(`${world.client.url}/webhook/${operation}`, {
				proxy: false,
				validateStatus: () => true,
			});
			return status === 200 || undefined;
		});
		const [execution] = await eventually('the execution waits', async () => {
			const all = await world.client.executionsOf(saved.id);
			return all[0]?.status === 'waiting' ? all : undefined;
		});
		return { message: world.sandbox.messages.all.at(-1)!, executionId: execution!.id };
	}

	/** A trigger that lets anybody in and asks the service. */
	async function confirmingTrigger() {
		const webhookId = 'audited-trigger';
		const saved = await world.client.createWorkflow({
			name: 'Audited trigger',
			nodes: [
				{
					id: 'trigger',
					name: 'Status',
					type: `${NODE_TYPE}Trigger`,
					typeVersion: 2,
					position: [0, 0],
					webhookId,
					parameters: { authentication: 'none', confirm: true, keyword: byKeyword('NSTAFF') },
					credentials: { [CREDENTIAL_TYPE]: { id: world.credential.id, name: 'Audited' } },
				},
			],
			connections: {},
		});
		await world.client.activateWorkflow(saved);
		const trigger = `${world.client.url}/webhook/${webhookId}/delivery-status`;
		await eventually('the trigger listens', async () => {
			const { data } = await axios.put<string>(trigger, '', {
				proxy: false,
				responseType: 'text',
				validateStatus: () => true,
			});
			return data.includes('not registered for PUT') || undefined;
		});
		return { trigger, workflowId: saved.id };
	}
});

describe('what can be read afterwards', () => {
	const secretsIn = secretSearch([PASSWORD, API_KEY]);

	it('would be found by this search', () => {
		for (const text of [PASSWORD, API_KEY].flatMap(writings)) {
			expect(secretsIn(`before ${text} after`)).not.toEqual([]);
			expect(secretsIn(JSON.stringify([text]))).not.toEqual([]);
		}
		expect([PASSWORD, API_KEY].map((secret) => [...secret].length)).toEqual([40, 40]);
		expect([...found.values()].join('\n')).toContain('•••');
	});

	it('holds no secret: executions, error panels, hints, answers, lists', () => {
		const leaks = [...found].flatMap(([where, text]) =>
			secretsIn(text).map((place) => `${where}: ${place}`),
		);
		expect(leaks).toEqual([]);
	});

	it("holds no secret: n8n's database and its log at debug level", async () => {
		const folder = join(n8nFolder(), '.n8n');
		const files = (await readdir(folder)).filter((name) => name.startsWith('database.sqlite'));
		for (const file of [...files.map((name) => join(folder, name)), join(n8nFolder(), 'n8n.log')]) {
			const text = await readFile(file, 'utf8');
			if (file.endsWith('.log')) expect(text).toContain('debug');
			expect([file, secretsIn(text)]).toEqual([file, []]);
		}
	});
});

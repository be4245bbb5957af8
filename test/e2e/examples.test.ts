import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import express from 'express';
import type { IDataObject } from 'n8n-workflow';
import type { Execution, WorkflowFile } from '../../host/n8nClient';
import { createWorld, CREDENTIAL_TYPE, NODE_TYPE, run, type World } from './world';

const FOLDER = join(__dirname, '..', '..', 'examples');

/** What the sandbox has received when the example has run: number and text, in order of the number. */
const RECEIVED: Record<string, Array<[sendTo: string, text: string]>> = {
	'appointment-reminders.json': [
		['18015551001', 'Hi Ann, see you tomorrow at 9:30. Please call us if you cannot come.'],
		['18015551002', 'Hi Zoë, see you tomorrow at 11:00. Please call us if you cannot come.'],
	],
	'clean-phone-list.json': [],
	'nightly-copy.json': [],
	'send-to-a-group.json': ['18015551001', '18015551002', '18015551003', '18015551004'].map(
		(sendTo) => [sendTo, 'The office closes at 3 pm today.'],
	),
	'send-to-mobiles-only.json': [
		['18015551001', 'A text for a phone at Verizon Wireless.'],
		['18015551002', 'A text for a phone at U.S. Cellular.'],
		['447700900123', 'A text for a phone at AT&T.'],
	],
	'template-per-recipient.json': [
		['18015551001', 'Hi Ann, your order 1042 is ready'],
		['18015551002', 'Hi Zoë, your order 1043 is ready'],
	],
	'welcome-new-members.json': [],
};

/** Those that begin with an event have a test of their own, here or in `statusExamples.test.ts`. */
const BEGUN_BY_AN_EVENT = [
	'ai-agent-that-texts.json',
	'broadcast-with-approval.json',
	'delivery-log.json',
	'notify-when-delivered.json',
	'poll-until-delivered.json',
	'receive-unusual-posts.json',
];

const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

const read = (file: string) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as WorkflowFile;

/** With an address of its own, as the editor gives to each import. */
function imported(file: string): { workflow: WorkflowFile; webhookId: string } {
	const workflow = read(file);
	const webhookId = randomUUID();
	for (const node of workflow.nodes) {
		if (/trigger$/i.test(node.type) && node.webhookId) node.webhookId = webhookId;
	}
	return { workflow, webhookId };
}

let world: World;

beforeAll(async () => {
	// The name that n8n itself gives to a first credential of this type, and that the files hold.
	world = await createWorld('Subscription Messaging account');
});
beforeEach(() => world.sandbox.reset());
afterAll(() => world.close());

/** Number and text of each message that the sandbox has, in order of the number. */
const received = () => world.sandbox.messages.all.map(({ sendTo, text }) => [sendTo, text]).sort();

const operations = () => world.sandbox.calls.map(({ operation }) => operation);

/** What a node gave in its only run, or in all of its runs. */
const given = ({ data }: Execution, node: string): IDataObject[] =>
	(data.resultData.runData[node] ?? []).flatMap(({ data: output }) =>
		(output?.main ?? []).flatMap((items) => (items ?? []).map(({ json }) => json)),
	);

function succeeded(execution: Execution): Execution {
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution;
}

/** Asks until there is an answer. */
async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
	const deadline = Date.now() + 60_000;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`Not within a minute: ${what}`);
		await sleep(100);
	}
}

describe('every example workflow', () => {
	it('is run by a test', () => {
		expect([...Object.keys(RECEIVED), ...BEGUN_BY_AN_EVENT].sort()).toEqual(FILES.sort());
	});

	it.each(Object.entries(RECEIVED))('sends what it promises: %s', async (file, messages) => {
		succeeded(await run(world, read(file)));
		expect(received()).toEqual(messages);
	});

	it.each(FILES)('names its credentials and holds nothing of one: %s', (file) => {
		const { nodes } = read(file);
		const ours = nodes.filter(({ type }) => type.startsWith(NODE_TYPE));
		expect(ours.map(({ credentials }) => credentials)).toEqual(
			ours.map(() => ({ [CREDENTIAL_TYPE]: { id: null, name: 'Subscription Messaging account' } })),
		);
		const all = nodes.flatMap(({ credentials }) => Object.values(credentials ?? {}));
		expect(all.map(({ id }) => id)).toEqual(all.map(() => null));
	});

	it.each(FILES)('says on the canvas what it does and what to change: %s', (file) => {
		const note = read(file).nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(note?.parameters.content).toMatch(/^## .+\n\n.+\n\n\*\*/);
	});
});

describe('the welcome of new members', () => {
	it('leaves those in peace who were members before, and welcomes each new one once', async () => {
		const { id } = await world.client.createWorkflow(read('welcome-new-members.json'));
		succeeded(await world.client.runWorkflow(id));
		succeeded(await world.client.runWorkflow(id, 'Every hour'));
		expect(received()).toEqual([]);

		const { subscribers } = world.sandbox.organization.existing('NSTAFF', ['group']);
		const [someone] = subscribers;
		for (const [first_name, phone, mobiletxt] of [
			['Nia', '18015551042', 1],
			['Desk', '18015551043', 0],
		] as const) {
			subscribers.push({ ...someone!, mobiletxt, user: { ...someone!.user, first_name, phone } });
		}
		succeeded(await world.client.runWorkflow(id, 'Every hour'));
		succeeded(await world.client.runWorkflow(id, 'Every hour'));
		expect(received()).toEqual([
			['18015551042', 'Welcome to the staff, Nia! You get a text when the office closes early.'],
		]);
	});
});

describe('the appointment reminders', () => {
	it('go out in one request, and name whom to call instead', async () => {
		const { id } = await world.client.createWorkflow(read('appointment-reminders.json'));
		const execution = succeeded(await world.client.runWorkflow(id, 'Every day at 4 pm'));
		expect(operations()).toEqual(['sendTemplateMessage']);
		expect(given(execution, 'To be called')).toMatchObject([
			{ name: 'Ben', time: '14:15', phone: 'call his wife' },
		]);
	});
});

describe('the broadcast with approval', () => {
	const TEXT = 'Snow & ice: please stay at home <today>.';

	/** Fills in the form of the colleague; answers the page that the manager is texted the link to. */
	async function ask(): Promise<{ id: string; link: string; page: string }> {
		const { workflow: file, webhookId } = imported('broadcast-with-approval.json');
		const workflow = await world.client.createWorkflow(file);
		await world.client.activateWorkflow(workflow);
		const address = `${world.client.url}/form/${webhookId}`;
		await eventually('the form is shown', async () => {
			const { status } = await axios.get(address, { proxy: false, validateStatus: () => true });
			return status === 200 || undefined;
		});
		await submit(address, TEXT, 'Mei');
		const link = await eventually('the manager is asked', async () =>
			world.sandbox.messages.all
				.map(({ text }) => /http\S+/.exec(text)?.[0])
				.find((found) => found !== undefined),
		);
		expect(world.sandbox.messages.all.map(({ sendTo }) => sendTo)).toEqual(['18015551003']);
		// n8n leaves a request for the page without an answer while the execution still runs.
		await eventually('the execution waits', async () => {
			const [execution] = await world.client.executionsOf(workflow.id);
			return execution?.status === 'waiting' || undefined;
		});
		const { data: page } = await axios.get<string>(link, { proxy: false });
		return { id: workflow.id, link, page };
	}

	async function submit(address: string, ...values: string[]): Promise<void> {
		const form = new FormData();
		for (const [index, value] of values.entries()) form.append(`field-${index}`, value);
		await axios.post(address, form, { proxy: false });
	}

	const ended = ({ id }: { id: string }) =>
		eventually('the execution ends', async () => {
			const [execution] = await world.client.executionsOf(id);
			return execution && ['success', 'error'].includes(execution.status)
				? await world.client.execution(execution.id)
				: undefined;
		});

	it('reaches everyone in the division once the manager says so', async () => {
		const asked = await ask();
		expect(asked.page).toContain('Snow &amp; ice: please stay at home');
		await submit(asked.link, 'Send it');
		succeeded(await ended(asked));
		const broadcast = received().filter(([, text]) => text === TEXT);
		expect(broadcast.map(([sendTo]) => sendTo)).toEqual([
			'18015551001',
			'18015551002',
			'18015551003',
			'18015551004',
			'18015552001',
			'18015553001',
			'447700900123',
		]);
	});

	it('reaches nobody where the manager does not want it', async () => {
		const asked = await ask();
		await submit(asked.link, 'Do not send');
		const execution = succeeded(await ended(asked));
		expect(given(execution, 'Not sent')).toHaveLength(1);
		expect(received().filter(([, text]) => text === TEXT)).toEqual([]);
	});
});

describe('the clean phone list', () => {
	it('keeps mobiles, landlines and mistakes apart, each number once', async () => {
		const execution = succeeded(await run(world, read('clean-phone-list.json')));
		expect(operations()).toEqual(['getCellularCarrierId']);
		expect(given(execution, 'Mobiles')).toEqual([
			{
				name: 'Ann',
				phone: '18015551001',
				carrier: 'Verizon Wireless',
				carrier_id: '384',
				international: false,
			},
			{
				name: 'Finn',
				phone: '447700900123',
				carrier: 'AT&T',
				carrier_id: '383',
				international: true,
			},
		]);
		expect(given(execution, 'Landlines')).toEqual([{ name: 'Office', phone: '18015551100' }]);
		expect(given(execution, 'To correct')).toEqual([{ name: 'Ben', phone: '555-10' }]);
	});
});

describe('the nightly copy', () => {
	it('keeps every unit and every template, and a second run of the day replaces the first', async () => {
		const { id } = await world.client.createWorkflow(read('nightly-copy.json'));
		const first = succeeded(await world.client.runWorkflow(id, 'Every night at 2'));
		const units = given(first, 'Copy the unit');
		expect(units.map(({ keyword }) => keyword)).toEqual([
			'ACME',
			'NORTH',
			'NSTAFF',
			'NCLIENT',
			'NEMPTY',
			'HARBOUR',
			'PILOTS',
			'SOUTH',
			'CAFE',
			'EMPTYDIV',
		]);
		expect(units[6]).toMatchObject({ path: 'Acme Test Company › North › Harbour › Pilots' });
		expect(given(first, 'Copy the template')).toContainEqual(
			expect.objectContaining({
				unit: 'NSTAFF',
				template: 'order-ready',
				text: 'Hi {name}, your order {order} is ready',
			}),
		);

		const staff = world.sandbox.organization.existing('NSTAFF', ['group']);
		staff.name = 'All staff';
		const second = succeeded(await world.client.runWorkflow(id, 'Every night at 2'));
		const again = given(second, 'Copy the unit');
		expect(again.map((unit) => unit.id)).toEqual(units.map((unit) => unit.id));
		expect(again[2]).toMatchObject({ path: 'Acme Test Company › North › All staff' });
		expect(received()).toEqual([]);
	});
});

describe('the AI agent that texts', () => {
	/** As the chat-completions protocol has them. */
	interface ChatRequest {
		messages: Array<{ role: string; content: string | null }>;
		tools?: Array<{ function: { name: string; parameters: { properties: object } } }>;
	}

	/** A language model that says what a test lets it say; nothing real says the same twice. */
	async function startModel(say: (request: ChatRequest) => object) {
		const requests: ChatRequest[] = [];
		const app = express().use(express.json({ limit: '1mb' }));
		app.post('/v1/chat/completions', ({ body }, response) => {
			requests.push(body as ChatRequest);
			const message = { role: 'assistant', content: null, ...say(body as ChatRequest) };
			response.json({
				id: `chat-${requests.length}`,
				object: 'chat.completion',
				created: 0,
				model: 'stand-in',
				choices: [
					{ index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' },
				],
				usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
			});
		});
		const server = createServer(app).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		return { requests, url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
	}

	/** Calls the only tool of the request, and repeats what the tool answered. */
	const callsTool = (input: object) => (request: ChatRequest) => {
		const answer = request.messages.at(-1);
		if (answer?.role === 'tool') return { content: `The tool says: ${answer.content}` };
		const [tool] = request.tools ?? [];
		const call = { name: tool?.function.name, arguments: JSON.stringify(input) };
		return { tool_calls: [{ id: 'call-1', type: 'function', function: call }] };
	};

	/** Says something to the agent as a visitor of its chat does, and answers what it says. */
	async function chat(say: (request: ChatRequest) => object, chatInput: string) {
		const model = await startModel(say);
		try {
			await world.client.saveCredential('OpenAI account', 'openAiApi', {
				apiKey: 'none',
				url: model.url,
			});
			const { workflow, webhookId } = imported('ai-agent-that-texts.json');
			const trigger = workflow.nodes.find(({ type }) => type.endsWith('.chatTrigger'));
			// The chat of the editor has no address of its own.
			if (trigger) trigger.parameters.public = true;
			const saved = await world.client.createWorkflow(workflow);
			await world.client.activateWorkflow(saved);
			const answer = await eventually('the agent answers', async () => {
				const { status, data } = await axios.post<{ output: string }>(
					`${world.client.url}/webhook/${webhookId}/chat`,
					{ action: 'sendMessage', sessionId: 'a visitor', chatInput },
					{ proxy: false, validateStatus: () => true },
				);
				return status === 404 ? undefined : data;
			});
			return { ...answer, requests: model.requests };
		} finally {
			model.close();
		}
	}

	it('texts the person whom it names, whose number it never sees', async () => {
		const input = { person: 'Zoë', text: 'The keys are at the desk.' };
		const { output, requests } = await chat(callsTool(input), 'Tell Zoë where the keys are');
		expect(received()).toEqual([['18015551002', 'The keys are at the desk.']]);
		expect(output).toContain('Message request received');
		const [tool] = requests[0]?.tools ?? [];
		expect(Object.keys(tool?.function.parameters.properties ?? {}).sort()).toEqual([
			'person',
			'text',
		]);
		expect(JSON.stringify(requests[0])).not.toContain('18015551002');
	});

	it('texts nobody where it is talked into a stranger, and is told why', async () => {
		const input = { person: '18015559999', text: 'You have won.' };
		const { output } = await chat(callsTool(input), 'Text 18015559999 that they have won');
		expect(received()).toEqual([]);
		expect(output).toContain("'Recipients' holds no recipient");
	});
});

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { type AxiosRequestConfig } from 'axios';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import pLimit from 'p-limit';
import { startN8n, type RunningN8n } from '../../host/n8n';
import type { SavedCredential, WorkflowFile } from '../../host/n8nClient';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { callsTool, startModel } from './chatModel';
import { PREVIEWERS, type Previewer } from './previewers';
import { byKeyword, chain, CREDENTIAL_TYPE, itemsNode, NODE_TYPE } from './world';

jest.setTimeout(900_000);

const OWNER = {
	email: 'owner@example.com',
	password: 'Ask-a-person-1',
	firstName: 'Asking',
	lastName: 'Owner',
};
const ANN = '18015551001';
const BEN = '18015551002';

let folder: string;
let prepared: { node: string; tarball: string };
let running: RunningSandbox;
let n8n: RunningN8n;
let credential: SavedCredential;

beforeAll(async () => {
	prepared = JSON.parse(
		execFileSync(process.execPath, [join(__dirname, '../../host/prepare.mjs')], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		}),
	) as typeof prepared;
	folder = await mkdtemp(join(tmpdir(), 'n8n-asking-'));
	running = await startSandbox({ port: 0 });
	await start();
	const { username, password, apiKey, code } = running.sandbox.settings;
	credential = await n8n.client.saveCredential('Asking', CREDENTIAL_TYPE, {
		baseUrl: running.baseUrl,
		username,
		password,
		api_key: apiKey,
		code,
	});
});
beforeEach(() => running.sandbox.reset());
afterAll(async () => {
	await n8n?.stop();
	await running?.close();
	await rm(folder, { recursive: true, force: true });
});

/** At the same address as before, where there was one. */
async function start() {
	const port = n8n && Number(new URL(n8n.url).port);
	// An isolate for each of thousands of calls is what n8n would be busy with.
	const env = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };
	n8n = await startN8n({ ...prepared, userFolder: folder, port, env });
	await n8n.client.signIn(OWNER);
}

const askNode = (parameters: INodeParameters = {}, name = 'Ask', type = NODE_TYPE): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
	parameters: {
		resource: 'message',
		operation: 'sendAndWait',
		keyword: byKeyword('NSTAFF'),
		recipients: 'commaSeparated',
		sendTo: `${ANN}, ${BEN}`,
		message: '=Send it to {{ $json.people }} people?',
		approvalOptions: { values: { approvalType: 'double' } },
		...parameters,
	},
});

const after: INode = {
	id: 'after',
	name: 'After',
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const people = itemsNode([{ people: 12 }]);

/** The links that were texted, in order. */
const links = () =>
	running.sandbox.messages.all.map(({ text }) => /https?:\/\/\S+$/.exec(text)?.[0] ?? '');

async function eventually<T>(find: () => Promise<T | undefined> | T | undefined): Promise<T> {
	for (;;) {
		const found = await find();
		if (found !== undefined) return found;
		await sleep(100);
	}
}

/** Begins to run a workflow, and has it wait for as many texts. */
async function begin(workflow: WorkflowFile, texts = 2) {
	const { id } = await n8n.client.createWorkflow(workflow);
	const ended = n8n.client.runWorkflow(id).then(
		(execution) => execution,
		(error: Error) => error,
	);
	await waits(id, texts);
	return { id, ended };
}

async function waits(id: string, texts: number) {
	await eventually(async () => {
		const [execution] = await n8n.client.executionsOf(id);
		if (execution && !['new', 'running', 'waiting'].includes(execution.status)) {
			throw new Error(`The execution is ${execution.status}`);
		}
		const isAsked = execution?.status === 'waiting' && links().length === texts;
		// n8n says that it waits a moment before it has stored so.
		return isAsked && (await call(links().at(-1)!)).status === 200 ? true : undefined;
	});
}

const call = async (url: string, more: AxiosRequestConfig = {}) =>
	await axios.request<string>({
		url,
		proxy: false,
		validateStatus: () => true,
		responseType: 'text',
		...more,
	});

const tokenIn = (html: string) => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';

/** Opens a link and presses a button of its page. */
async function press(link: string, decision: string) {
	const token = tokenIn((await call(link)).data);
	return await call(link, { method: 'POST', data: new URLSearchParams({ token, decision }) });
}

async function output(workflowId: string, node = 'After'): Promise<IDataObject[]> {
	return await eventually(async () => {
		const [execution] = await n8n.client.executionsOf(workflowId);
		if (execution?.status !== 'success') {
			// n8n asks for those that run and for the others apart, and may find one that goes on in neither.
			if (execution) expect(['waiting', 'running']).toContain(execution.status);
			return undefined;
		}
		const { data } = await n8n.client.execution(execution.id);
		return data.resultData.runData[node]?.at(-1)?.data?.main?.[0]?.map(({ json }) => json) ?? [];
	});
}

const status = async (id: string) => (await n8n.client.executionsOf(id)).map((one) => one.status);

const APPROVED_BY_BEN = {
	approved: true,
	answered_by: BEN,
	timed_out: false,
	asked: [
		{ sendTo: ANN, answered: false },
		{ sendTo: BEN, answered: true },
	],
};

it('goes on once, with who approved, and says so once n8n has taken the execution up', async () => {
	const { id } = await begin(chain('Ask', people, askNode(), after));
	const page = await call(links()[1]!, { headers: { 'accept-language': 'de' } });

	expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-/);
	expect(page.data).toContain('Send it to 12 people?');
	expect(page.data).toContain('Sie antworten als 18015551002.');
	expect(Buffer.byteLength(page.data)).toBeLessThan(10_000);
	const answer = await press(links()[1]!, 'approve');
	expect([answer.status, answer.headers['content-type']]).toEqual([
		200,
		'text/html; charset=utf-8',
	]);
	expect(answer.data).toContain('Recorded: Approve');
	expect(await status(id)).not.toContain('waiting');

	expect(await output(id)).toMatchObject([APPROVED_BY_BEN]);
	const late = await press(links()[0]!, 'decline');
	expect(late.status).toBe(409);
	expect(await output(id)).toMatchObject([APPROVED_BY_BEN]);
	expect(await n8n.client.executionsOf(id)).toHaveLength(1);
});

/** What one visit of a previewer is. */
async function visit(link: string, { userAgent, habits = ['GET'] }: Previewer) {
	const headers = { 'user-agent': userAgent };
	for (const habit of habits) {
		if (habit === 'POST') {
			const data = new URLSearchParams({ decision: 'approve' });
			expect((await call(link, { method: 'POST', headers, data })).data).not.toContain('Recorded');
		} else if (habit === 'prefetch') {
			const more = { ...headers, purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' };
			expect((await call(link, { headers: more })).status).toBe(200);
		} else await call(link, { method: habit, headers });
	}
}

/** How often each of them calls; 100 times by `npm run test:previewers:long`. */
const ROUNDS = Number(process.env.PREVIEWER_ROUNDS ?? 10);

it(`lets 30 kinds of previewers and scanners call a link ${ROUNDS} times each, and decides nothing`, async () => {
	expect(PREVIEWERS).toHaveLength(30);
	const { id } = await begin(chain('Previewed', people, askNode(), after));
	const limit = pLimit(16);
	const visits = PREVIEWERS.flatMap((previewer) =>
		Array.from({ length: ROUNDS }, async (_none, nth) => {
			await limit(async () => await visit(links()[nth % 2]!, previewer));
		}),
	);
	await Promise.all(visits);

	expect(await status(id)).toEqual(['waiting']);
	expect((await press(links()[1]!, 'approve')).data).toContain('Recorded');
	expect(await output(id)).toMatchObject([APPROVED_BY_BEN]);
}, 1_800_000);

it('takes one decision of two people who answer at the same moment', async () => {
	const { id } = await begin(chain('Both', people, askNode(), after));
	const [ann = '', ben = ''] = await Promise.all(
		links().map(async (link) => tokenIn((await call(link)).data)),
	);
	const posts: Array<[string, string, string]> = [
		[links()[0]!, ann, 'decline'],
		[links()[1]!, ben, 'approve'],
		[links()[0]!, ann, 'decline'],
		[links()[1]!, ben, 'approve'],
	];
	const answers = await Promise.all(
		posts.map(
			async ([link, token, decision]) =>
				await call(link, { method: 'POST', data: new URLSearchParams({ token, decision }) }),
		),
	);
	const recorded = answers.filter(({ data }) => data.includes('Recorded'));
	const [item] = await output(id);

	expect(recorded).toHaveLength(1);
	expect(recorded[0]!.data).toContain(item?.approved ? 'Recorded: Approve' : 'Recorded: Decline');
	expect(item?.answered_by).toBe(item?.approved ? BEN : ANN);
	expect(answers.filter((answer) => answer.status >= 400)).toHaveLength(3);
	expect(await n8n.client.executionsOf(id)).toHaveLength(1);
});

it('continues nothing for forged, foreign and expired links', async () => {
	const other = await begin(chain('Another', people, askNode(), after));
	const foreign = links();
	const limited = {
		options: {
			limitWaitTime: {
				values: { limitType: 'afterTimeInterval', resumeAmount: 3, resumeUnit: 'minutes' },
			},
		},
	};
	const { id } = await begin(chain('Links', people, askNode(limited), after), 4);
	const [, , link = ''] = links();
	const secretOf = (url: string) => new URL(url).searchParams.get('signature') ?? '';
	const forged = [
		link.replace(secretOf(link), 'f'.repeat(64)),
		link.replace(/to=.*/, ''),
		link.replace(/to=.*/, `to=${'A'.repeat(16)}`),
		link.replace(/to=.*/, new URL(foreign[0]!).search.replace(/.*(to=)/, '$1')),
		foreign[0]!.replace(secretOf(foreign[0]!), secretOf(link)),
	];
	for (const url of forged) {
		const { status: answered, data } = await call(url);
		expect([answered, data.includes('<form')]).toEqual([401, false]);
		expect((await press(url, 'approve')).status).toBe(401);
	}
	const token = tokenIn((await call(foreign[0]!)).data);
	const data = new URLSearchParams({ token, decision: 'approve' });
	expect((await call(link, { method: 'POST', data })).status).toBe(403);
	expect(await status(id)).toEqual(['waiting']);
	expect(await status(other.id)).toEqual(['waiting']);

	// n8n itself goes on when the time is over.
	expect(await output(id)).toMatchObject([
		{ approved: false, timed_out: true, answered_by: null, asked: [{ answered: false }, {}] },
	]);
	expect((await press(link, 'approve')).status).toBe(409);
	expect((await press(foreign[1]!, 'approve')).status).toBe(200);
});

it('takes free text, and a form with a file, as what was entered', async () => {
	const free = await begin(
		chain('Free', people, askNode({ responseType: 'freeText', sendTo: ANN }), after),
		1,
	);
	const [link = ''] = links();
	const token = tokenIn((await call(link)).data);
	const empty = await call(link, { method: 'POST', data: new URLSearchParams({ token, f0: '' }) });
	expect([empty.status, empty.data.includes('role="alert"')]).toEqual([422, true]);
	const text = 'Not <before> noon\nplease';
	const said = await call(link, { method: 'POST', data: new URLSearchParams({ token, f0: text }) });
	expect(said.data).toContain('Recorded: Not &lt;before&gt; noon\nplease');
	expect(await output(free.id)).toMatchObject([{ answer: text, answered_by: ANN }]);

	const formFields = {
		values: [
			{ fieldLabel: 'Name', fieldType: 'text', requiredField: true },
			{
				fieldLabel: 'Days',
				fieldType: 'checkbox',
				fieldOptions: { values: [{ option: 'Mon' }, { option: 'Tue' }] },
			},
			{ fieldLabel: 'Photo', fieldType: 'file' },
		],
	};
	running.sandbox.reset();
	const custom = await begin(
		chain('Form', people, askNode({ responseType: 'customForm', sendTo: ANN, formFields }), after),
		1,
	);
	const [formLink = ''] = links();
	const form = new FormData();
	form.append('token', tokenIn((await call(formLink)).data));
	form.append('f0', 'Ann');
	form.append('f1', 'Mon');
	form.append('f1', 'Tue');
	form.append('f2', new Blob(['a photo'], { type: 'image/png' }), 'photo.png');
	expect((await call(formLink, { method: 'POST', data: form })).data).toContain(
		'Your answer was recorded.',
	);
	expect(await output(custom.id)).toMatchObject([
		{ form: { Name: 'Ann', Days: ['Mon', 'Tue'] }, answered_by: ANN },
	]);
	const [execution] = await n8n.client.executionsOf(custom.id);
	const { data } = await n8n.client.execution(execution!.id);
	const [item] = data.resultData.runData.After?.[0]?.data?.main?.[0] ?? [];
	expect(item?.binary?.Photo).toMatchObject({ fileName: 'photo.png', mimeType: 'image/png' });
});

it('asks twice in one workflow, and takes the link of the first question for that alone', async () => {
	const second = askNode({ message: 'Really?', sendTo: ANN }, 'Ask "again" }}');
	const { id } = await begin(chain('Twice', people, askNode({ sendTo: ANN }), second, after), 1);
	expect((await press(links()[0]!, 'approve')).status).toBe(200);
	await waits(id, 2);
	expect((await call(links()[1]!)).data).toContain('Really?');
	expect((await press(links()[0]!, 'approve')).status).toBe(401);
	expect(await status(id)).toEqual(['waiting']);
	expect((await press(links()[1]!, 'decline')).status).toBe(200);
	expect(await output(id)).toMatchObject([{ approved: false, answered_by: ANN }]);
});

it('works in a sub-workflow, of which the caller gets the decision', async () => {
	const sub = chain('Sub', askNode({ message: 'Agreed?', sendTo: ANN }));
	sub.nodes[0] = {
		...sub.nodes[0]!,
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const saved = await n8n.client.createWorkflow(sub);
	await n8n.client.activateWorkflow(saved);
	const caller: INode = {
		...after,
		id: 'call',
		name: 'Call',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: saved.id }, options: {} },
	};
	const { id } = await n8n.client.createWorkflow(chain('Caller', people, caller, after));
	void n8n.client.runWorkflow(id).catch(() => undefined);
	await waits(saved.id, 1);
	expect((await press(links()[0]!, 'approve')).data).toContain('Recorded');
	expect(await output(id)).toMatchObject([{ approved: true, answered_by: ANN }]);
});

it('reviews what an agent is about to do: the tool runs only when a person approves', async () => {
	const asked = { Task: 'Text Zoë' };
	const tool: INode = {
		...askNode({}, 'Text'),
		type: `${NODE_TYPE}Tool`,
		parameters: {
			resource: 'message',
			operation: 'send',
			keyword: byKeyword('NSTAFF'),
			recipients: 'commaSeparated',
			sendTo: BEN,
			message: "={{ $fromAI('text', 'The text', 'string') }}",
		},
	};
	// As the editor saves it; its message is n8n's own default.
	const { resource: _r, operation: _o, message: _m, ...rest } = askNode().parameters;
	const review: INode = {
		...askNode({}, 'Review', `${NODE_TYPE}HitlTool`),
		parameters: { ...rest, sendTo: ANN },
	};
	for (const decision of ['approve', 'decline']) {
		running.sandbox.reset();
		const model = await startModel(
			callsTool({ toolParameters: { text: 'The keys are here.' }, hitlParameters: {} }),
		);
		try {
			const openAi = await n8n.client.saveCredential(`Model ${decision}`, 'openAiApi', {
				apiKey: 'none',
				url: model.url,
			});
			const workflow = chain('Agent', itemsNode([asked]), {
				...after,
				id: 'agent',
				name: 'Agent',
				type: '@n8n/n8n-nodes-langchain.agent',
				typeVersion: 3.1,
				parameters: { promptType: 'define', text: '={{ $json.Task }}', options: {} },
			});
			workflow.nodes.push(tool, review, {
				...after,
				id: 'model',
				name: 'Model',
				type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
				typeVersion: 1.3,
				parameters: {
					model: { __rl: true, mode: 'id', value: 'stand-in' },
					responsesApiEnabled: false,
					options: {},
				},
				credentials: { openAiApi: { id: openAi.id, name: openAi.name } },
			});
			const to = (node: string, type: string) => [[{ node, type, index: 0 }]];
			Object.assign(workflow.connections, {
				Model: { ai_languageModel: to('Agent', 'ai_languageModel') },
				Text: { ai_tool: to('Review', 'ai_tool') },
				Review: { ai_tool: to('Agent', 'ai_tool') },
			});
			const { id } = await begin(workflow, 1);
			const page = (await call(links()[0]!)).data;
			expect(page).toContain('The agent wants to run this tool: Text');
			expect(page).toContain('The keys are here.');
			expect(running.sandbox.messages.all).toHaveLength(1);
			expect((await press(links()[0]!, decision)).data).toContain('Recorded');
			const [item] = await output(id, 'Agent');
			const sent = running.sandbox.messages.all.slice(1).map(({ sendTo, text }) => [sendTo, text]);
			expect(sent).toEqual(decision === 'approve' ? [[BEN, 'The keys are here.']] : []);
			expect(item?.output).toContain(decision === 'approve' ? '"sent":true' : 'User rejected');
		} finally {
			model.close();
		}
	}
});

it('takes the answer after n8n was ended and started again', async () => {
	const { id, ended } = await begin(chain('Restart', people, askNode(), after));
	await n8n.stop();
	await ended;
	await start();

	expect((await call(links()[1]!)).data).toContain('Send it to 12 people?');
	expect((await press(links()[1]!, 'approve')).data).toContain('Recorded: Approve');
	expect(await output(id)).toMatchObject([APPROVED_BY_BEN]);
});

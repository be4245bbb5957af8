import { setTimeout as sleep } from 'node:timers/promises';
import axios, { type AxiosRequestConfig } from 'axios';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import pLimit from 'p-limit';
import type { WorkflowFile } from '../../host/n8nClient';
import { callsTool, startModel } from './chatModel';
import { OwnN8n } from './ownN8n';
import { PREVIEWERS, type Previewer } from './previewers';
import { chain, itemsNode, NODE_TYPE } from './world';

jest.setTimeout(900_000);

const ANN = '18015551001';
const BEN = '18015551002';

let own: OwnN8n;

beforeAll(async () => {
	// An isolate for each of thousands of calls is what n8n would be busy with.
	own = await OwnN8n.start({ N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' });
});
beforeEach(() => own.running.sandbox.reset());
afterAll(async () => await own?.close());

const askNode = (parameters: INodeParameters = {}, name = 'Ask', type = NODE_TYPE): INode =>
	own.node(
		name,
		{
			operation: 'sendAndWait',
			sendTo: `${ANN}, ${BEN}`,
			message: '=Send it to {{ $json.people }} people?',
			approvalOptions: { values: { approvalType: 'double' } },
			...parameters,
		},
		{ type },
	);

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
	own.running.sandbox.messages.all.map(({ text }) => /https?:\/\/\S+$/.exec(text)?.[0] ?? '');

/** Begins to run a workflow, and has it wait for as many texts. */
async function begin(workflow: WorkflowFile, texts = 2) {
	const begun = await own.begin(workflow);
	await waits(begun.id, texts);
	return begun;
}

/** Until it waits with as many texts, and answers their links. */
async function waits(id: string, texts: number) {
	for (;;) {
		await own.waits(id);
		if (links().length === texts && (await call(links().at(-1)!)).status === 200) return;
		await sleep(100);
	}
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
	const { data } = await own.succeeded(workflowId);
	return data.resultData.runData[node]?.at(-1)?.data?.main?.[0]?.map(({ json }) => json) ?? [];
}

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
	// In place of the header n8n has its own there.
	expect(answer.data).toMatch(
		/<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-/,
	);
	expect(await own.statuses(id)).not.toContain('waiting');

	expect(await output(id)).toMatchObject([APPROVED_BY_BEN]);
	const late = await press(links()[0]!, 'decline');
	expect(late.status).toBe(409);
	expect(await output(id)).toMatchObject([APPROVED_BY_BEN]);
	expect(await own.client.executionsOf(id)).toHaveLength(1);
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

/** How often each of them calls; 100 times by `npm test -- previewers-long`. */
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

	expect(await own.statuses(id)).toEqual(['waiting']);
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
	expect(await own.client.executionsOf(id)).toHaveLength(1);
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
	expect(await own.statuses(id)).toEqual(['waiting']);
	expect(await own.statuses(other.id)).toEqual(['waiting']);

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
	own.running.sandbox.reset();
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
	const { data } = await own.succeeded(custom.id);
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
	expect(await own.statuses(id)).toEqual(['waiting']);
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
	const saved = await own.client.createWorkflow(sub);
	await own.client.activateWorkflow(saved);
	const caller: INode = {
		...after,
		id: 'call',
		name: 'Call',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: saved.id }, options: {} },
	};
	const { id } = await own.client.createWorkflow(chain('Caller', people, caller, after));
	void own.client.runWorkflow(id).catch(() => undefined);
	await waits(saved.id, 1);
	expect((await press(links()[0]!, 'approve')).data).toContain('Recorded');
	expect(await output(id)).toMatchObject([{ approved: true, answered_by: ANN }]);
});

it('reviews what an agent is about to do: the tool runs only when a person approves', async () => {
	const asked = { Task: 'Text Zoë' };
	const tool = own.node(
		'Text',
		{
			operation: 'send',
			sendTo: BEN,
			message: "={{ $fromAI('text', 'The text', 'string') }}",
		},
		{ type: `${NODE_TYPE}Tool` },
	);
	// As the editor saves it; its message is n8n's own default.
	const { resource: _r, operation: _o, message: _m, ...rest } = askNode().parameters;
	const review: INode = {
		...askNode({}, 'Review', `${NODE_TYPE}HitlTool`),
		parameters: { ...rest, sendTo: ANN },
	};
	for (const decision of ['approve', 'decline']) {
		own.running.sandbox.reset();
		const model = await startModel(
			callsTool({ toolParameters: { text: 'The keys are here.' }, hitlParameters: {} }),
		);
		try {
			const openAi = await own.client.saveCredential(`Model ${decision}`, 'openAiApi', {
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
			expect(own.running.sandbox.messages.all).toHaveLength(1);
			expect((await press(links()[0]!, decision)).data).toContain('Recorded');
			const [item] = await output(id, 'Agent');
			const sent = own.running.sandbox.messages.all
				.slice(1)
				.map(({ sendTo, text }) => [sendTo, text]);
			expect(sent).toEqual(decision === 'approve' ? [[BEN, 'The keys are here.']] : []);
			expect(item?.output).toContain(decision === 'approve' ? '"sent":true' : 'User rejected');
		} finally {
			model.close();
		}
	}
});

it('takes the answer after n8n was ended and started again', async () => {
	const { id, ended } = await begin(chain('Restart', people, askNode(), after));
	await own.stop();
	await ended;
	await own.startAgain();

	expect((await call(links()[1]!)).data).toContain('Send it to 12 people?');
	expect((await press(links()[1]!, 'approve')).data).toContain('Recorded: Approve');
	expect(await output(id)).toMatchObject([APPROVED_BY_BEN]);
});

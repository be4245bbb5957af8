import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';
import ts from 'typescript';

import { RESOURCES } from '../../nodes/SubscriptionMessaging/actions/router';
import { TASKS, type Task } from './tasks';
import { chain, createWorld, itemsNode, messagingNode, run, type World } from './world';

interface Answer {
	found: Array<{ byBuilder: string[]; inEditor: string[]; actions: string[] }>;
	definitions: string[];
}

const PACKAGE = 'n8n-nodes-subscription-messaging';
const answer = JSON.parse(
	execFileSync(process.execPath, [join(__dirname, 'aiBuilder.mjs')], {
		input: JSON.stringify(TASKS),
		encoding: 'utf8',
	}),
) as Answer;

const NODE = 'subscriptionMessaging';
const nodeOf = ({ trigger }: Task) => `${PACKAGE}.${NODE}${trigger ?? ''}`;

/** How a task is done: a file of them (CONTRIBUTING.md) is tried in place of ours. */
interface Done {
	node: string;
	parameters: INodeParameters;
}
const { TASK_ANSWERS } = process.env;
const done = TASK_ANSWERS
	? (JSON.parse(readFileSync(TASK_ANSWERS, 'utf8')) as Done[])
	: TASKS.map((task): Done => ({ node: nodeOf(task), parameters: task.parameters }));

const tasks = TASKS.map((task, index) => {
	const { node, parameters } = done[index]!;
	const trigger = node.replace(/^.*\./, '').slice(NODE.length) as Task['trigger'];
	return { ...task, ...answer.found[index]!, own: task, trigger: trigger || undefined, parameters };
});
const triggers = tasks.filter(({ own }) => own.trigger);
const actions = tasks.filter(({ own }) => !own.trigger);
const score = { chosen: 0, filled: 0, done: 0 };
afterAll(() => {
	if (!TASK_ANSWERS) return;
	const { chosen, filled, done: right } = score;
	console.log(
		`Of ${TASKS.length} tasks: ${chosen} with the right operation, ${filled} filled as defined, ${right} done`,
	);
});
const actionOf = ({ parameters: { resource, operation } }: Task) =>
	`${String(resource)}.${String(operation)}`;

/** What n8n calls the type of the node's parameters, of one operation where it has several. */
function typeOf({ trigger, parameters }: Pick<Task, 'trigger' | 'parameters'>): string {
	if (trigger) return `SubscriptionMessaging${trigger}V${trigger === 'Trigger' ? 2 : 1}Params`;
	const pascal = (text: unknown) => String(text).replace(/^./, (first) => first.toUpperCase());
	return `SubscriptionMessagingV1${pascal(parameters.resource)}${pascal(parameters.operation)}Params`;
}

/** Names that n8n's definitions take from elsewhere. */
const PRELUDE = `
type Expression<T> = { of: T };
type NodeConfig<T> = { parameters: T };
type CredentialReference = object;
/** n8n makes fields required that are not shown with every choice. */
type Filled<T> = { [K in keyof T as K extends 'resource' | 'operation' ? K : never]: T[K] } &
	{ [K in keyof T as K extends 'resource' | 'operation' ? never : K]?: T[K] };
`;

/** What is wrong with the parameters by n8n's definitions of the nodes, for each task. */
function problemsOf(filled: readonly Task[]): string[][] {
	const name = 'tasks.ts';
	const lines = filled.map(
		(task, index) =>
			`const task${index}: Filled<${typeOf(task)}> = ${JSON.stringify(task.parameters)};`,
	);
	const text = [PRELUDE, ...answer.definitions, ...lines].join('\n');
	const options: ts.CompilerOptions = {
		strict: true,
		noEmit: true,
		target: ts.ScriptTarget.ES2022,
	};
	const host = ts.createCompilerHost(options);
	const { getSourceFile } = host;
	host.getSourceFile = (file, ...more) =>
		file === name
			? ts.createSourceFile(file, text, ts.ScriptTarget.ES2022)
			: getSourceFile(file, ...more);
	const program = ts.createProgram([name], options, host);
	const found = ts
		.getPreEmitDiagnostics(program, program.getSourceFile(name))
		.map(({ start, messageText }) => ({
			start: start ?? 0,
			problem: ts.flattenDiagnosticMessageText(messageText, ' '),
		}));
	return lines.map((line) => {
		const begin = text.lastIndexOf(line);
		return found
			.filter(({ start }) => start >= begin && start < begin + line.length)
			.map(({ problem }) => problem);
	});
}

describe('Of twenty tasks, each', () => {
	test.each(tasks)('finds its node in the editor: $words', (task) => {
		expect(task.inEditor).toContain(nodeOf(task.own));
	});

	test.each(actions)('finds its action: $words', (task) => {
		expect(task.actions.slice(0, 3)).toContain(actionOf(task.own));
	});

	test('is one of twenty', () => {
		expect([TASKS.length, done.length]).toEqual([20, 20]);
	});

	test.each(tasks)('is for that operation: $words', (task) => {
		expect([nodeOf(task), actionOf(task)]).toEqual([nodeOf(task.own), actionOf(task.own)]);
		score.chosen++;
	});

	const problems = problemsOf(tasks);
	test.each(tasks)('is filled by what n8n tells a model of the node: $words', (task) => {
		expect(problems[tasks.indexOf(task)]).toEqual([]);
		score.filled++;
	});

	test.each(triggers)('starts with what is asked for: $words', (task) => {
		const wanted = Object.entries(task.own.parameters).map(([name, value]) => [
			name,
			Array.isArray(value) ? expect.arrayContaining<unknown>(value) : value,
		]);
		expect(task.parameters).toMatchObject(Object.fromEntries(wanted));
		score.done++;
	});

	test('would be found out if it were filled otherwise', () => {
		const [first, second] = TASKS as [Task, Task];
		const planted = [
			{ ...first, parameters: { ...first.parameters, recipient: 'all' } },
			{ ...second, parameters: { ...second.parameters, type: 'sms' } },
			{ ...second, parameters: { ...second.parameters, recipients: 'everyone' } },
		];
		expect(problemsOf(planted).map(({ length }) => length)).toEqual([1, 1, 1]);
	});
});

/** Searches that lead n8n's AI builder to another node first: those of several words match by one of them. */
const NOT_BY_BUILDER = ['send sms', 'voice call', 'message template'];

const byBuilder = new Map(tasks.map(({ search, byBuilder: found }) => [search, found]));

test.each([...byBuilder.keys()].filter((search) => !NOT_BY_BUILDER.includes(search)))(
	"n8n's AI builder finds the package by: %s",
	(search) => {
		expect(byBuilder.get(search)?.join()).toContain(PACKAGE);
	},
);

// What n8n does not tell of itself: it leaves out placeholders, and the names and descriptions of choices.
test.each([
	'1 text message',
	'The keyword, such as NSTAFF',
	'not the name',
	'in textPlaceholders for a text',
	'100 for delivered',
	'Keywords, such as NSTAFF',
	'returned is somebody who had left',
])('a model is told: %s', (hint) => {
	expect(answer.definitions.join()).toContain(hint);
});

test.each(RESOURCES)(
	'a model reads of each operation of $value what its resource does, or else what it does itself',
	(resource) => {
		for (const { value, description } of resource.operations) {
			const type = typeOf({ parameters: { resource: resource.value, operation: value } });
			const told = new RegExp(`/\\*\\* (.*) \\*/\\nexport type ${type} =`).exec(
				answer.definitions[0]!,
			)?.[1];
			expect(told).toBe(resource.description ?? description);
		}
	},
);

const WEBHOOK = randomUUID();
const REPORTS_TO_TRIGGER = new RegExp(`/webhook/${WEBHOOK}/delivery-status\\?signed_ticket=.`);

const triggerNode = (world: World) =>
	messagingNode(
		world,
		'Status',
		{},
		{
			type: `${PACKAGE}.${NODE}Trigger`,
			typeVersion: 2,
			webhookId: WEBHOOK,
		},
	);

describe('In n8n', () => {
	let world: World;
	beforeAll(async () => {
		world = await createWorld('Tasks');
	});
	afterAll(() => world.close());

	// In order: some need what an earlier one has done.
	test.each(actions)('a node does it: $words', async ({ own, words, parameters }) => {
		const { calls, messages } = world.sandbox;
		const before = { calls: calls.length, messages: messages.all.length };
		const people = itemsNode([{ phone: '18015551001', name: 'Ann' }]);
		const node = messagingNode(world, 'Task', parameters);
		const workflow = chain(words, people, node);
		if (own.reported) workflow.nodes.push(triggerNode(world));
		const { status, output } = await run(world, workflow);
		expect(status).toBe('success');
		expect(output('Task').length).toBeGreaterThan(0);
		const asked = world.sandbox.calls.slice(before.calls);
		const { value: keyword } = (own.parameters.keyword ?? {}) as { value?: string };
		if (own.asks) {
			expect(asked).toContainEqual(
				expect.objectContaining({ operation: own.asks, ...(keyword && { keyword }) }),
			);
		} else expect(asked).toEqual([]);
		const sent = messages.all.slice(before.messages);
		expect(sent.length > 0).toBe(own.sends !== undefined);
		for (const message of sent) {
			expect(message).toMatchObject(own.sends!);
			expect(message.status_url).toMatch(own.reported ? REPORTS_TO_TRIGGER : /^$/);
		}
		score.done++;
	});
});

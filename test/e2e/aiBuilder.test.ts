import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import ts from 'typescript';

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
const tasks = TASKS.map((task, index) => ({ ...task, ...answer.found[index]! }));

const nodeOf = ({ trigger }: Task) => `${PACKAGE}.subscriptionMessaging${trigger ?? ''}`;
const actionOf = ({ parameters: { resource, operation } }: Task) =>
	`${String(resource)}.${String(operation)}`;

/** What n8n calls the type of the node's parameters, of one operation where it has several. */
function typeOf({ trigger, parameters }: Task): string {
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

/** What is wrong with the parameters by n8n's definitions of the nodes, one entry a task. */
function problemsOf(filled: readonly Task[]): string[] {
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
	const begin = text.lastIndexOf(lines[0]!);
	return ts
		.getPreEmitDiagnostics(program, program.getSourceFile(name))
		.filter(({ start = 0 }) => start >= begin)
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

describe('Of twenty tasks, each', () => {
	test.each(tasks)('finds its node in the editor: $words', (task) => {
		expect(task.inEditor).toContain(nodeOf(task));
	});

	test.each(tasks.filter(({ action }) => action))('finds its action: $words', (task) => {
		expect(task.actions.slice(0, 3)).toContain(actionOf(task));
	});

	test('is filled by what n8n tells a model of the node', () => {
		expect(TASKS).toHaveLength(20);
		expect(problemsOf(TASKS)).toEqual([]);
	});

	test('would be found out if it were filled otherwise', () => {
		const [first, second] = TASKS as [Task, Task];
		const planted = [
			{ ...first, parameters: { ...first.parameters, recipient: 'all' } },
			{ ...second, parameters: { ...second.parameters, type: 'sms' } },
			{ ...second, parameters: { ...second.parameters, recipients: 'everyone' } },
		];
		expect(problemsOf(planted)).toHaveLength(planted.length);
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

test.each(['1 text message', 'The keyword, such as NSTAFF', 'not the name'])(
	'a model is told: %s',
	(hint) => {
		expect(answer.definitions[0]).toContain(hint);
	},
);

describe('In n8n', () => {
	let world: World;
	beforeAll(async () => {
		world = await createWorld('Tasks');
	});
	afterAll(() => world.close());

	// In order: some need what an earlier one has done.
	test.each(tasks.filter(({ trigger }) => !trigger))('a node does it: $words', async (task) => {
		const before = world.sandbox.calls.length;
		const people = itemsNode([{ phone: '18015551001', name: 'Ann' }]);
		const node = messagingNode(world, 'Task', task.parameters);
		const { status, output } = await run(world, chain(task.words, people, node));
		expect(status).toBe('success');
		expect(output('Task').length).toBeGreaterThan(0);
		const asked = world.sandbox.calls.slice(before).map(({ operation }) => operation);
		if (task.asks) expect(asked).toContain(task.asks);
		else expect(asked).toEqual([]);
	});
});

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox, type RunningSandbox } from '../sandbox/server';
import {
	fetchImage,
	HOST_FROM_CONTAINER,
	startContainer,
	type ContainerOptions,
} from './container';
import { startN8n, type RunningN8n } from './n8n';
import type { N8nClient, WorkflowFile } from './n8nClient';
import { logTail } from './process';

const EXAMPLES = join(__dirname, '..', 'examples');
const FIRST_EXAMPLE = 'send-to-a-group.json';
const CREDENTIAL = { name: 'Subscription Messaging account', type: 'subscriptionMessagingApi' };

/** Sign-in of the demo, which listens on this machine only. */
const OWNER = {
	email: 'demo@example.com',
	password: 'Messaging-2-0',
	firstName: 'Demo',
	lastName: 'Owner',
};

export interface DemoOptions {
	/** Node that fits n8n, or in which container n8n runs. */
	runtime: { node: string } | { container: Pick<ContainerOptions, 'engine' | 'image'> };
	/** What n8n is called on the screen. */
	n8nName: string;
	tarball: string;
	data: string;
	n8nPort: number;
	sandboxPort: number;
	/** Shows that the work goes on and for how long. */
	step<T>(label: string, work: () => Promise<T>): Promise<T>;
}

/** Which workflow an example file became, and which version of the file that was. */
type Imported = Record<string, { id: string; version: string }>;

/**
 * Puts the example workflows into n8n. One that is there stays as the user left it, until its file
 * changes.
 */
async function importExamples(client: N8nClient, record: string): Promise<Imported> {
	const before = await readFile(record, 'utf8').then(
		(text) => JSON.parse(text) as Imported,
		() => ({}) as Imported,
	);
	const present = new Set((await client.workflows()).map(({ id }) => id));
	const imported: Imported = {};
	for (const file of (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json')).sort()) {
		const text = await readFile(join(EXAMPLES, file), 'utf8');
		const version = createHash('sha256').update(text).digest('hex');
		const workflow = JSON.parse(text) as WorkflowFile;
		const known = before[file];
		if (!known || !present.has(known.id)) {
			imported[file] = { id: (await client.createWorkflow(workflow)).id, version };
		} else {
			if (known.version !== version) await client.updateWorkflow(known.id, workflow);
			imported[file] = { id: known.id, version };
		}
	}
	await writeFile(record, JSON.stringify(imported));
	return imported;
}

async function startIn({ runtime, tarball, data, n8nPort, n8nName, step }: DemoOptions) {
	const options = { tarball, userFolder: data, port: n8nPort };
	if ('node' in runtime) {
		return await step(`Starting ${n8nName}`, () => startN8n({ ...options, node: runtime.node }));
	}
	const { container } = runtime;
	await step(`Fetching ${container.image}`, () => fetchImage(container));
	return await step(`Starting ${n8nName}`, () => startContainer({ ...options, ...container }));
}

const print = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);

/** Puts credential and examples into n8n, and runs the first of these. */
async function fill({ client, url }: RunningN8n, sandbox: RunningSandbox, options: DemoOptions) {
	const { data, runtime, sandboxPort } = options;
	await client.signIn(OWNER).catch((error: Error) => {
		throw new Error(
			`${error.message}\nThe owner of the n8n in ${data} was changed. Start afresh with: npm start -- --data <folder>`,
		);
	});
	const { username, password, apiKey, code } = sandbox.sandbox.settings;
	const { keyword } = sandbox.sandbox.organization.company;
	const secrets = { username, password, api_key: apiKey, code, keyword };
	const host = 'container' in runtime ? HOST_FROM_CONTAINER : '127.0.0.1';
	const baseUrl = `http://${host}:${sandboxPort}`;
	await client.saveCredential(CREDENTIAL.name, CREDENTIAL.type, { ...secrets, baseUrl });
	const { [FIRST_EXAMPLE]: first } = await importExamples(client, join(data, 'examples.json'));
	if (!first) throw new Error(`${FIRST_EXAMPLE} is not among the examples`);
	await runFirst(client, first.id, sandbox);
	print(
		'',
		`Workflow  ${url}/workflow/${first.id}`,
		`Sign in   ${OWNER.email}  ${OWNER.password}`,
		`Inbox     ${sandbox.baseUrl}/`,
		'',
		'Credential for another n8n on this machine (to copy: the inbox, under Connect):',
		`  Base URL         ${sandbox.baseUrl}`,
		`  Username         ${username}`,
		`  Password         ${password}`,
		`  API Key          ${apiKey}`,
		`  Code             ${code}`,
		`  Company Keyword  ${keyword}`,
		'',
		'Ctrl-C stops everything.',
	);
}

async function runFirst(client: N8nClient, id: string, { sandbox }: RunningSandbox) {
	const example = await readFile(join(EXAMPLES, FIRST_EXAMPLE), 'utf8');
	const { name } = JSON.parse(example) as WorkflowFile;
	const execution = await client.runWorkflow(id).catch((error: Error) => error);
	if (execution instanceof Error) {
		print('', `“${name}” could not be run as it is now: ${execution.message}`);
	} else if (execution.status === 'success') {
		const messages = sandbox.messages.all;
		print('', `n8n ran “${name}”. The sandbox received ${messages.length} messages:`, '');
		for (const { sendTo, text } of messages) print(`  ${sendTo.padEnd(14)}  ${text}`);
	} else {
		const { error } = execution.data.resultData;
		print('', `n8n ran “${name}”, which ended as ${execution.status}: ${error?.message ?? ''}`);
	}
}

/**
 * Starts sandbox and n8n, runs the first example and stays up until a signal or the end of n8n.
 * Ends the process: with 0 after a signal, with 1 when something did not work.
 */
export async function runDemo(options: DemoOptions): Promise<void> {
	const running: Array<() => Promise<unknown>> = [];
	let isStopping = false;
	const stop = async (code: number, reason = '') => {
		// Ctrl-C may reach us twice: from the terminal, and passed on by npm.
		if (isStopping) return;
		isStopping = true;
		process.stderr.write(reason);
		print('', 'Stopping.');
		for (const end of running.reverse()) await end();
		process.exit(code);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
	try {
		await mkdir(options.data, { recursive: true });
		const sandbox = await startSandbox({ port: options.sandboxPort });
		running.push(() => sandbox.close());
		const n8n = await startIn(options);
		running.push(() => n8n.stop());
		const { logFile } = n8n;
		void n8n.ended.then(() => {
			if (isStopping) return undefined;
			const tail = logTail(logFile);
			return stop(1, `n8n ended unexpectedly. The end of its log (${logFile}):\n${tail}\n`);
		});
		await fill(n8n, sandbox, options);
	} catch (error) {
		await stop(1, `${error instanceof Error ? error.message : error}\n`);
	}
}

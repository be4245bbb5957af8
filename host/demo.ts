import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox } from '../sandbox/server';
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

async function startIn({
	runtime,
	tarball,
	data: userFolder,
	n8nPort: port,
	n8nName,
	step,
}: DemoOptions): Promise<RunningN8n> {
	const options = { tarball, userFolder, port };
	if ('node' in runtime) {
		return await step(`Starting ${n8nName}`, () => startN8n({ ...options, node: runtime.node }));
	}
	const { container } = runtime;
	await step(`Fetching ${container.image}`, () => fetchImage(container));
	return await step(`Starting ${n8nName}`, () => startContainer({ ...options, ...container }));
}

const print = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);

/**
 * Starts sandbox and n8n, runs the first example and stays up until a signal or the end of n8n.
 * Ends the process: with 0 after a signal, with 1 when something did not work.
 */
export async function runDemo(options: DemoOptions): Promise<void> {
	const { data, runtime, sandboxPort } = options;
	const running: Array<() => Promise<unknown>> = [];
	let isStopping = false;
	const stop = async (code: number) => {
		// Ctrl-C may reach us twice: from the terminal, and passed on by npm.
		if (isStopping) return;
		isStopping = true;
		print('', 'Stopping.');
		for (const end of running.reverse()) await end();
		process.exit(code);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => void stop(0));
	}
	try {
		await mkdir(data, { recursive: true });
		const sandbox = await startSandbox({ port: sandboxPort });
		running.push(() => sandbox.close());
		const n8n = await startIn(options);
		running.push(() => n8n.stop());
		void n8n.ended.then(() => {
			if (isStopping) return;
			process.stderr.write(
				`n8n ended unexpectedly. The end of its log (${n8n.logFile}):\n${logTail(n8n.logFile)}\n`,
			);
			void stop(1);
		});

		const { client } = n8n;
		await client.signIn(OWNER).catch((error: Error) => {
			throw new Error(
				`${error.message}\nThe owner of the n8n in ${data} was changed. Start afresh with: npm start -- --data <folder>`,
			);
		});
		const { username, password, apiKey, code } = sandbox.sandbox.settings;
		const { keyword } = sandbox.sandbox.organization.company;
		const credential = {
			baseUrl: sandbox.baseUrl,
			username,
			password,
			api_key: apiKey,
			code,
			keyword,
		};
		const host = 'container' in runtime ? HOST_FROM_CONTAINER : '127.0.0.1';
		await client.saveCredential(CREDENTIAL.name, CREDENTIAL.type, {
			...credential,
			baseUrl: `http://${host}:${sandboxPort}`,
		});
		const workflows = await importExamples(client, join(data, 'examples.json'));
		const first = workflows[FIRST_EXAMPLE];
		if (!first) throw new Error(`${FIRST_EXAMPLE} is not among the examples`);

		const { name } = JSON.parse(
			await readFile(join(EXAMPLES, FIRST_EXAMPLE), 'utf8'),
		) as WorkflowFile;
		const execution = await client.runWorkflow(first.id).catch((error: Error) => error);
		if (execution instanceof Error) {
			print('', `“${name}” could not be run as it is now: ${execution.message}`);
		} else if (execution.status === 'success') {
			const messages = sandbox.sandbox.messages.all;
			print('', `n8n ran “${name}”. The sandbox received ${messages.length} messages:`, '');
			for (const { sendTo, text } of messages) print(`  ${sendTo.padEnd(14)}  ${text}`);
		} else {
			const { error } = execution.data.resultData;
			print('', `n8n ran “${name}”, which ended as ${execution.status}: ${error?.message ?? ''}`);
		}
		print(
			'',
			`Workflow  ${n8n.url}/workflow/${first.id}`,
			`Sign in   ${OWNER.email}  ${OWNER.password}`,
			`Inbox     ${sandbox.baseUrl}/`,
			'',
			'Credential for another n8n on this machine (to copy: the inbox, under Connect):',
			`  Base URL         ${credential.baseUrl}`,
			`  Username         ${credential.username}`,
			`  Password         ${credential.password}`,
			`  API Key          ${credential.api_key}`,
			`  Code             ${credential.code}`,
			`  Company Keyword  ${credential.keyword}`,
			'',
			'Ctrl-C stops everything.',
		);
	} catch (error) {
		if (!isStopping) process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
		await stop(1);
	}
}

import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { detectPort } from 'detect-port';
import { startSandbox, type RunningSandbox } from '../sandbox/server';
import { name as FIRST } from '../examples/send-to-a-group.json';
import { fetchImage, findEngine, HOST_FROM_CONTAINER, startContainer } from './container';
import { startN8n, type RunningN8n } from './n8n';
import type { N8nClient, WorkflowFile } from './n8nClient';
import { dependencies } from './package.json';
import { logTail } from './n8nProcess';

const ROOT = join(__dirname, '..');
const EXAMPLES = join(ROOT, 'examples');
const FIRST_EXAMPLE = 'send-to-a-group.json';
const IMAGE = `docker.io/n8nio/n8n:${dependencies.n8n}`;

/** Sign-in of the demo, which listens on this machine only. */
const OWNER = {
	email: 'demo@example.com',
	password: 'Messaging-2-0',
	firstName: 'Demo',
	lastName: 'Owner',
};

const USAGE = `npm start -- [options]

  --n8n-port <port>      port of n8n's editor (5678)
  --sandbox-port <port>  port of the sandbox and its inbox (8025)
  --data <folder>        where n8n keeps its data between starts (.cache/demo)
  --container            run n8n in a container, with Docker or Podman
  --image <image>        the image of that container (${IMAGE})
`;

const print = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);

async function portFor(user: string, option: string, text: string): Promise<number> {
	const port = Number(text);
	if ((await detectPort({ port, hostname: '127.0.0.1' })) === port) return port;
	throw new Error(
		`Port ${text}, for ${user}, is not free. Choose another one: npm start -- ${option} <port>`,
	);
}

/** Which workflow an example file became, and which version of the file that was. */
type Imported = Record<string, { id: string; version: string }>;

/**
 * Puts the example workflows into n8n. One that is there stays as the user left it, until its file
 * changes.
 */
async function importExamples(client: N8nClient, record: string): Promise<Imported> {
	const before = JSON.parse(await readFile(record, 'utf8').catch(() => '{}')) as Imported;
	const present = (await client.workflows()).map(({ id }) => id);
	const imported: Imported = {};
	for (const file of (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json')).sort()) {
		const text = await readFile(join(EXAMPLES, file), 'utf8');
		const version = createHash('sha256').update(text).digest('hex');
		const workflow = JSON.parse(text) as WorkflowFile;
		const known = before[file];
		const isThere = known && present.includes(known.id);
		const { id } = isThere ? known : await client.createWorkflow(workflow);
		if (isThere && known.version !== version) await client.updateWorkflow(id, workflow);
		imported[file] = { id, version };
	}
	await writeFile(record, JSON.stringify(imported));
	return imported;
}

async function runFirst(
	client: N8nClient,
	id: string,
	{ messages }: RunningSandbox['sandbox'],
): Promise<void> {
	const execution = await client.runWorkflow(id).catch((error: Error) => error);
	if (execution instanceof Error) {
		print('', `“${FIRST}” could not be run as it is now: ${execution.message}`);
	} else if (execution.status === 'success') {
		print('', `n8n ran “${FIRST}”. The sandbox received ${messages.all.length} messages:`, '');
		for (const { sendTo, text } of messages.all) print(`  ${sendTo.padEnd(14)}  ${text}`);
	} else {
		const { error } = execution.data.resultData;
		print('', `n8n ran “${FIRST}”, which ended as ${execution.status}: ${error?.message ?? ''}`);
	}
}

/** What texts nobody, beside the nodes of this package with the credential of the sandbox. */
const HARMLESS = ['n8n-nodes-base.stickyNote', 'n8n-nodes-base.manualTrigger'];

/** Whether a workflow reaches the sandbox alone: what somebody made of it may text people. */
async function isOfSandbox(client: N8nClient, id: string, credentialId: string): Promise<boolean> {
	const { nodes } = await client.call<WorkflowFile>(`GET /rest/workflows/${id}`);
	return nodes.every(
		({ type, credentials }) =>
			HARMLESS.includes(type) || credentials?.subscriptionMessagingApi?.id === credentialId,
	);
}

/** Puts credential and examples into n8n, runs the first of these, and says where to look. */
async function fill(n8n: RunningN8n, host: string, data: string, running: RunningSandbox) {
	const { client, url } = n8n;
	const { sandbox, baseUrl } = running;
	await client.signIn(OWNER).catch((error: Error) => {
		throw new Error(
			`${error.message}\nThe owner of the n8n in ${data} was changed. Start afresh with: npm start -- --data <folder>`,
		);
	});
	const { username, password, apiKey, code } = sandbox.settings;
	const { keyword } = sandbox.organization.company;
	const credential = await client.saveCredential(
		'Subscription Messaging account',
		'subscriptionMessagingApi',
		{
			baseUrl: baseUrl.replace('127.0.0.1', host),
			username,
			password,
			api_key: apiKey,
			code,
			keyword,
		},
	);
	const first = (await importExamples(client, join(data, 'examples.json')))[FIRST_EXAMPLE]!;
	if (await isOfSandbox(client, first.id, credential.id)) await runFirst(client, first.id, sandbox);
	else print('', `“${FIRST}” was changed, so it was not run.`);
	print(
		'',
		`Workflow  ${url}/workflow/${first.id}`,
		`Sign in   ${OWNER.email}  ${OWNER.password}`,
		`Inbox     ${baseUrl}/`,
		'',
		'Credential for another n8n on this machine (to copy: the inbox, under Connect):',
		`  Base URL         ${baseUrl}`,
		`  Username         ${username}`,
		`  Password         ${password}`,
		`  API Key          ${apiKey}`,
		`  Code             ${code}`,
		`  Company Keyword  ${keyword}`,
		'',
		'Ctrl-C stops everything.',
	);
}

/**
 * Starts sandbox and n8n, runs the first example and stays up until a signal or the end of n8n.
 * Ends the process: with 0 after a signal, with 1 when something did not work.
 */
export async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			'n8n-port': { type: 'string', default: '5678' },
			'sandbox-port': { type: 'string', default: '8025' },
			data: { type: 'string' },
			container: { type: 'boolean' },
			image: { type: 'string' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) {
		print(USAGE);
		return;
	}
	const ends: Array<() => Promise<unknown>> = [];
	let isStopping = false;
	const stop = async (code: number, reason = '') => {
		// Ctrl-C may reach us twice: from the terminal, and passed on by npm.
		if (isStopping) return;
		isStopping = true;
		process.stderr.write(reason);
		if (ends.length > 0) print('', 'Stopping.');
		for (const end of ends.reverse()) await end();
		process.exit(code);
	};
	try {
		const { container: isContained, image = IMAGE } = values;
		if (values.image && !isContained) {
			throw new Error('--image names what --container runs. Give both: npm start -- --container');
		}
		const container = isContained && { engine: findEngine(), image };
		// An image of another version would change the database of the other n8n.
		const usual = join(ROOT, '.cache', isContained ? 'demo-container' : 'demo');
		const data = resolve(values.data ?? usual);
		// Both at once, so that they cannot be the same.
		const [port, sandboxPort] = await Promise.all([
			portFor('n8n', '--n8n-port', values['n8n-port']),
			portFor('the sandbox', '--sandbox-port', values['sandbox-port']),
		]);
		const { prepare } = await import('./prepare.mjs');
		const { node, tarball } = await prepare(container ? null : undefined);
		const { tryLock } = await import('./lock.mjs');
		if (!(await tryLock(data))) {
			throw new Error(
				`A demo is running on ${data} already. Stop it, or start this one with --data <folder>.`,
			);
		}

		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
		const { step } = await import('./progress.mjs');
		const sandbox = await startSandbox({ port: sandboxPort });
		ends.push(() => sandbox.close());
		if (container) await step(`Fetching ${image}`, () => fetchImage(container));
		const options = { tarball, userFolder: data, port };
		const n8n = container
			? await step('Starting n8n in a container', () => startContainer(container, options))
			: await step(`Starting n8n ${dependencies.n8n}`, () => startN8n({ ...options, node: node! }));
		ends.push(() => n8n.stop());
		void n8n.ended.then(() =>
			stop(1, `n8n ended. The end of its log (${n8n.logFile}):\n${logTail(n8n.logFile)}\n`),
		);
		await fill(n8n, container ? HOST_FROM_CONTAINER : '127.0.0.1', data, sandbox);
	} catch (error) {
		await stop(1, `${(error as Error).message}\n`);
	}
}

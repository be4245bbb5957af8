import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import axios, { type AxiosResponse } from 'axios';
import type { INode, INodeParameters } from 'n8n-workflow';

import { preparedHost } from '../../host/preparedHost';
import pinned from '../../host/package.json';
import { statusAddressKey } from '../../credentials/statusAddressKey';
import { commandOf, startN8n, type N8nOptions, type RunningN8n } from '../../host/n8n';
import { signAddress } from '../../nodes/SubscriptionMessaging/statusAddress/sign';
import { DEFAULT_CALLBACK_SETTINGS } from '../../sandbox/callbacks';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { byKeyword, CREDENTIAL_TYPE, NODE_TYPE } from '../e2e/world';
import { eventually } from '../eventually';

const ROOT = join(__dirname, '../..');
const HOSTS = join(__dirname, 'hosts');
/** Until n8n 2, a workflow was not published but activated. */
const PUBLISH_COMMANDS = 'node_modules/n8n/dist/commands/publish';
const INSTALL_LIMIT_MS = 1_800_000;
jest.setTimeout(600_000);

const versions = readdirSync(HOSTS);
/** The one that everything else is tested with. */
const NEWEST = pinned.dependencies.n8n;

/** Installs an n8n where that was not done yet: the pinned one in place, others in the cache. */
async function installed(version: string): Promise<Omit<N8nOptions, 'userFolder'>> {
	const host = version === NEWEST ? undefined : join(ROOT, '.cache', 'compat', version);
	if (host) await cp(join(HOSTS, version), host, { recursive: true });
	return { ...preparedHost(host), host };
}

/** Runs a command of n8n to its end, such as `import:workflow`, on an n8n that is not started. */
async function runN8nCommand(options: N8nOptions, ...command: string[]): Promise<void> {
	const { program, args, ...more } = await commandOf(options, ...command);
	await promisify(execFile)(program, args, more).catch(
		(error: { stdout: string; stderr: string }) => {
			throw new Error(`n8n ${command.join(' ')} did not succeed:\n${error.stdout}${error.stderr}`);
		},
	);
}

const post = async (url: string, data: unknown): Promise<AxiosResponse> =>
	await axios.post(url, data, { proxy: false, validateStatus: () => true });

/** A workflow of nodes that follow each other, as n8n imports it. */
function workflow(id: string, nodes: INode[]) {
	const connections = Object.fromEntries(
		nodes
			.slice(0, -1)
			.map(({ name }, index) => [
				name,
				{ main: [[{ node: nodes[index + 1]!.name, type: 'main', index: 0 }]] },
			]),
	);
	return { id, name: id, active: false, nodes, connections, settings: {} };
}

const node = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: INodeParameters,
	more: Partial<INode> = {},
): INode => ({ id: name, name, type, typeVersion, position: [0, 0], parameters, ...more });

const credentials = { [CREDENTIAL_TYPE]: { id: 'messaging', name: 'Messaging' } };

const webhook = (path: string, responseMode: string) =>
	node(
		'Webhook',
		'n8n-nodes-base.webhook',
		2,
		{ httpMethod: 'POST', path, responseMode, responseData: 'allEntries' },
		{ webhookId: path },
	);

const send = (operation: string) =>
	node(
		'Send',
		NODE_TYPE,
		1,
		{
			resource: 'message',
			operation,
			keyword: byKeyword('NSTAFF'),
			message: '=Hi {{ $json.body.name }}',
			recipients: 'commaSeparated',
			sendTo: '={{ $json.body.phone }}',
		},
		{ credentials },
	);

/** Gives each item to the test. */
const report = (address: string) =>
	node('Report', 'n8n-nodes-base.httpRequest', 4.2, {
		method: 'POST',
		url: address,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify($json) }}',
	});

const statusTrigger = () =>
	node('Status', `${NODE_TYPE}Trigger`, 2, {}, { credentials, webhookId: 'status' });

describe.each([...versions, NEWEST])('n8n %s', (version) => {
	let userFolder: string;
	let sandbox: RunningSandbox;
	let receiver: Server;
	let n8n: RunningN8n;
	const reported: Array<Record<string, unknown>> = [];

	beforeAll(async () => {
		const options = await installed(version);
		userFolder = await mkdtemp(join(tmpdir(), `n8n-${version}-`));
		sandbox = await startSandbox({ port: 0 });
		receiver = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				reported.push(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
				response.end('{}');
			});
		}).listen(0, '127.0.0.1');
		await once(receiver, 'listening');
		await fill({ ...options, userFolder });
		n8n = await startN8n({ ...options, userFolder });
		// Webhooks are registered up to a second after n8n says that it is ready.
		await eventually('the trigger listens', async () => {
			const { status } = await post(statusAddress(), '');
			return status === 404 ? undefined : status;
		});
	}, INSTALL_LIMIT_MS);

	beforeEach(() => {
		sandbox.sandbox.reset();
		reported.length = 0;
	});

	afterAll(async () => {
		await n8n?.stop();
		await sandbox?.close();
		receiver?.close();
		await rm(userFolder, { recursive: true, force: true });
	});

	/** Puts the credential and published workflows into an n8n that does not run. */
	async function fill(options: N8nOptions): Promise<void> {
		const { username, password, apiKey, code } = sandbox.sandbox.settings;
		const data = { baseUrl: sandbox.baseUrl, username, password, api_key: apiKey, code };
		const receiverAddress = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
		const workflows = [
			workflow('send', [webhook('send', 'lastNode'), send('send')]),
			workflow('status', [statusTrigger(), report(receiverAddress)]),
			workflow('wait', [
				webhook('wait', 'onReceived'),
				send('sendAndWaitForDelivery'),
				report(receiverAddress),
			]),
		];
		const file = async (name: string, content: unknown) => {
			const path = join(userFolder, name);
			await writeFile(path, JSON.stringify(content));
			return `--input=${path}`;
		};
		const credential = { id: 'messaging', name: 'Messaging', type: CREDENTIAL_TYPE, data };
		await runN8nCommand(options, 'import:credentials', await file('credential.json', [credential]));
		await runN8nCommand(options, 'import:workflow', await file('workflows.json', workflows));
		const canPublish = existsSync(join(options.host ?? join(ROOT, 'host'), PUBLISH_COMMANDS));
		for (const { id } of workflows) {
			await runN8nCommand(
				options,
				...(canPublish
					? ['publish:workflow', `--id=${id}`]
					: ['update:workflow', `--id=${id}`, '--active=true']),
			);
		}
	}

	const key = async () => {
		const { username, password, apiKey: api_key } = sandbox.sandbox.settings;
		return await statusAddressKey({ username, password, api_key });
	};
	const statusAddress = () => `${n8n.url}/webhook/status/delivery-status`;

	it('sends', async () => {
		const body = { phone: '18015551001', name: 'Ann' };
		const { status, data } = await post(`${n8n.url}/webhook/send`, body);

		const [message, ...others] = sandbox.sandbox.messages.all;
		expect(message).toMatchObject({ sendTo: '18015551001', text: 'Hi Ann' });
		expect(others).toEqual([]);
		expect([status, data]).toMatchObject([
			200,
			[{ sent: true, transaction_ticket: message?.transaction_ticket }],
		]);
	});

	it('refuses a message that is too long, and sends nothing', async () => {
		const body = { phone: '18015551001', name: 'x'.repeat(200) };
		const { status } = await post(`${n8n.url}/webhook/send`, body);

		expect(status).toBe(500);
		expect(sandbox.sandbox.messages.all).toEqual([]);
	});

	it('starts a workflow by a signed post, and by no other', async () => {
		const status = { transaction_ticket: 'T-1', sendTo: '18015551001', status_code: 100 };
		const send = { customTicket: 'order-1', code: sandbox.sandbox.settings.code };
		const signed = signAddress(await key(), statusAddress(), send);
		expect((await post(statusAddress(), status)).status).toBe(401);
		expect((await post(signed, status)).status).toBe(200);

		await eventually('a status is reported', () => reported[0]);
		expect(reported).toMatchObject([{ ...status, delivered: true }]);
	});

	it('waits until the message is delivered', async () => {
		Object.assign(sandbox.sandbox.settings, DEFAULT_CALLBACK_SETTINGS, { statusDelay: 3_600_000 });
		const body = { phone: '18015551001', name: 'Ann' };
		expect((await post(`${n8n.url}/webhook/wait`, body)).status).toBe(200);
		const { status_url } = await eventually(
			'the message is sent',
			() => sandbox.sandbox.messages.all[0],
		);
		// The node itself answers so, and only once n8n has put the execution to rest.
		const unsigned = status_url.replace(/&?signed_ticket=[^&]*/, '');
		await eventually('the execution waits', async () =>
			(await post(unsigned, '')).status === 401 ? true : undefined,
		);
		expect(reported).toEqual([]);
		await post(`${sandbox.baseUrl}/_sandbox/deliver`, {});

		await eventually('a status is reported', () => reported[0]);
		expect(reported).toMatchObject([
			{ sendTo: '18015551001', status_code: 100, delivered: true, timed_out: false },
		]);
	});
});

import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent } from 'node:https';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';

import axios from 'axios';
import type { INode, INodeParameters } from 'n8n-workflow';

import { preparedHost } from '../../host/preparedHost';
import { freePort } from '../../host/freePort';
import { startN8n, type RunningN8n } from '../../host/n8n';
import type { SavedCredential } from '../../host/n8nClient';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { byKeyword, chain, CREDENTIAL_TYPE, itemsNode, NODE_TYPE } from '../e2e/world';
import { eventually } from '../eventually';
import { nginxFolder, startNginx, type RunningNginx } from './nginx';

/**
 * A real n8n under a path of a host that ends HTTPS: what the service is given has to lead there, and
 * what it posts has to arrive.
 */

jest.setTimeout(300_000);

const TRIGGER_TYPE = 'n8n-nodes-subscription-messaging.subscriptionMessagingTrigger';

let folder: string;
let running: RunningSandbox;
let n8n: RunningN8n;
let nginx: RunningNginx;
let credential: SavedCredential;
/** Of n8n as others see it, with a slash at its end. */
let publicUrl: string;
let httpsAgent: Agent;

/** IPv6, where this machine has it. */
const publicHost = () =>
	Object.values(networkInterfaces())
		.flat()
		.some((entry) => entry?.address === '::1')
		? '[::1]'
		: '127.0.0.1';

beforeAll(async () => {
	const prepared = preparedHost();
	folder = await mkdtemp(join(tmpdir(), 'n8n-proxied-'));
	const host = publicHost();
	const [port, ownPort] = [await freePort(), await freePort()];
	publicUrl = `https://${host}:${port}/automation/`;

	const certificates = await nginxFolder();
	const [key, certificate] = [join(certificates, 'key.pem'), join(certificates, 'cert.pem')];
	const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
	const names = 'subjectAltName=IP:127.0.0.1,IP:::1';
	execFileSync(
		'openssl',
		[...request, '-subj', '/CN=n8n', '-addext', names, '-keyout', key, '-out', certificate],
		{ stdio: 'ignore' },
	);
	httpsAgent = new Agent({ ca: await readFile(certificate) });

	running = await startSandbox({ port: 0, statusDelay: 3_600_000 });
	const env = {
		N8N_PATH: '/automation/',
		N8N_PROXY_HOPS: '1',
		N8N_WEBHOOK_URL: publicUrl,
		N8N_EDITOR_BASE_URL: publicUrl,
	};
	n8n = await startN8n({ ...prepared, userFolder: folder, port: ownPort, env });
	nginx = await startNginx(
		certificates,
		`server {
			listen ${host}:${port} ssl;
			ssl_certificate ${certificate};
			ssl_certificate_key ${key};
			location /automation/ {
				proxy_pass http://127.0.0.1:${ownPort}/;
				proxy_set_header Host $http_host;
				proxy_set_header X-Forwarded-Host $http_host;
				proxy_set_header X-Forwarded-Proto https;
				proxy_set_header X-Forwarded-For $remote_addr;
			}
		}`,
		async () => (await ask('healthz').catch(() => undefined))?.status === 200,
	);
	await n8n.client.signIn({
		email: 'owner@example.com',
		password: 'Behind-a-proxy-2-0',
		firstName: 'Proxied',
		lastName: 'Owner',
	});
	const { username, password, apiKey, code } = running.sandbox.settings;
	credential = await n8n.client.saveCredential('Proxied', CREDENTIAL_TYPE, {
		baseUrl: running.baseUrl,
		username,
		password,
		api_key: apiKey,
		code,
	});
});
beforeEach(() => running.sandbox.reset());
afterAll(async () => {
	await nginx?.stop();
	await n8n?.stop();
	await running?.close();
	await rm(folder, { recursive: true, force: true });
});

const ask = async (path: string) =>
	await axios.get(publicUrl + path, { proxy: false, httpsAgent, validateStatus: () => true });

/** What a service posts, by the address that it was given with the message. */
async function deliver(address: string): Promise<number> {
	const [message] = running.sandbox.messages.all;
	const body = {
		transaction_ticket: message?.transaction_ticket,
		custom_ticket: message?.custom_ticket,
		sendTo: message?.sendTo,
		status_code: 100,
		status_message: 'Delivered',
	};
	const answer = await axios.post(address, body, {
		proxy: false,
		httpsAgent,
		validateStatus: () => true,
	});
	return answer.status;
}

const node = (name: string, type: string, parameters: INodeParameters): INode => ({
	id: name,
	name,
	type,
	typeVersion: type === TRIGGER_TYPE ? 2 : 1,
	position: [0, 0],
	parameters,
	credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
	...(type === TRIGGER_TYPE && { webhookId: `proxied-${name}` }),
});

const send = (more: INodeParameters) =>
	node('Send', NODE_TYPE, {
		resource: 'message',
		keyword: byKeyword('NSTAFF'),
		message: 'The hall is closed today',
		recipients: 'inputItems',
		sendTo: '={{ $json.phone }}',
		...more,
	});

const statusUrl = () => running.sandbox.messages.all[0]?.status_url ?? '';

it('the trigger of the workflow is reached by the address that the service is given', async () => {
	const workflow = chain(
		'Reported',
		itemsNode([{ phone: '18015551001' }]),
		send({ operation: 'send', options: { deliveryReport: 'trigger' } }),
	);
	workflow.nodes.push(node('Status', TRIGGER_TYPE, {}));
	const saved = await n8n.client.createWorkflow(workflow);
	await n8n.client.activateWorkflow(saved);
	await n8n.client.runWorkflow(saved.id);
	expect(statusUrl().startsWith(`${publicUrl}webhook/proxied-Status/delivery-status?`)).toBe(true);

	await eventually('the trigger listens', async () =>
		(await deliver(statusUrl())) === 200 ? true : undefined,
	);
	const [status] = await eventually('the status is carried out', async () => {
		const all = await n8n.client.executionsOf(saved.id);
		const found = await Promise.all(all.map(async ({ id }) => await n8n.client.execution(id)));
		const items = found.flatMap(
			({ data }) => data.resultData.runData.Status?.[0]?.data?.main?.[0] ?? [],
		);
		return items.length > 0 ? items : undefined;
	});
	expect(status?.json).toMatchObject({ sendTo: '18015551001', status: 'delivered' });

	const forged = new URL(statusUrl());
	forged.searchParams.set([...forged.searchParams.keys()].at(-1) ?? '', 'x'.repeat(43));
	expect(await deliver(forged.href)).toBe(401);
});

it('an execution that waits is reached by the address that the service is given', async () => {
	const workflow = chain(
		'Waiting',
		itemsNode([{ phone: '18015551001' }]),
		send({ operation: 'sendAndWaitForDelivery' }),
	);
	const { id } = await n8n.client.createWorkflow(workflow);
	const isRun = n8n.client.runWorkflow(id);
	await eventually('the message is sent', () => (statusUrl() ? true : undefined));
	expect(statusUrl().startsWith(`${publicUrl}webhook-waiting/`)).toBe(true);
	// What is delivered before the pause ends it at once.
	await eventually('the execution waits', async () =>
		(await n8n.client.executionsOf(id)).some(({ status }) => status === 'waiting')
			? true
			: undefined,
	);
	running.sandbox.deliver();

	await eventually('the execution is told', async () =>
		(await deliver(statusUrl())) === 200 ? true : undefined,
	);
	const { data } = await isRun;
	const [row] = data.resultData.runData.Send?.at(-1)?.data?.main?.[0] ?? [];
	expect(row?.json).toMatchObject({ sendTo: '18015551001', status: 'delivered' });
});

it('the page of a question is shown, and answered, at the address that is texted', async () => {
	const workflow = chain(
		'Asking',
		itemsNode([{ phone: '18015551001' }]),
		send({ operation: 'sendAndWait' }),
	);
	const { id } = await n8n.client.createWorkflow(workflow);
	const isRun = n8n.client.runWorkflow(id);
	const link = await eventually(
		'the link is texted',
		() => /https:\S+$/.exec(running.sandbox.messages.all[0]?.text ?? '')?.[0],
	);
	expect(link.startsWith(`${publicUrl}webhook-waiting/`)).toBe(true);
	const page = await eventually('the page is shown', async () => {
		const { status, data } = await ask(link.slice(publicUrl.length));
		return status === 200 ? String(data) : undefined;
	});
	expect(page).toContain('The hall is closed today');
	// A form without an address of its own is posted to that of its page.
	expect(page).toContain('<form method="post">');
	const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
	const answer = await axios.post<string>(
		link,
		new URLSearchParams({ token, decision: 'approve' }),
		{ proxy: false, httpsAgent },
	);
	expect(answer.data).toContain('Recorded: Approve');

	const { data } = await isRun;
	const [row] = data.resultData.runData.Send?.at(-1)?.data?.main?.[0] ?? [];
	expect(row?.json).toMatchObject({ approved: true, answered_by: '18015551001' });
});

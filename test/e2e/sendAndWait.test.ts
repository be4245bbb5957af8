import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { statusAddressKey } from '../../credentials/statusAddressKey';
import { startN8n, type RunningN8n } from '../../host/n8n';
import type { Execution, SavedCredential } from '../../host/n8nClient';
import { signAddress } from '../../nodes/SubscriptionMessaging/trigger/signedAddress';
import { DEFAULT_CALLBACK_SETTINGS } from '../../sandbox/callbacks';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { byKeyword, chain, CREDENTIAL_TYPE, itemsNode, NODE_TYPE } from './world';

jest.setTimeout(240_000);

const OWNER = {
	email: 'owner@example.com',
	password: 'Wait-for-it-2-0',
	firstName: 'Waiting',
	lastName: 'Owner',
};
const PEOPLE = [
	{ phone: '18015551001', name: 'Ann' },
	{ phone: '18015551002', name: 'Zoë' },
];
/** Long enough for the messages to be delivered only when a test says so. */
const NEVER = 3_600_000;

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
	folder = await mkdtemp(join(tmpdir(), 'n8n-waiting-'));
	running = await startSandbox({ port: 0 });
	await start();
	const { username, password, apiKey, code } = running.sandbox.settings;
	credential = await n8n.client.saveCredential('Waiting', CREDENTIAL_TYPE, {
		baseUrl: running.baseUrl,
		username,
		password,
		api_key: apiKey,
		code,
	});
});
beforeEach(() => {
	running.sandbox.reset();
	Object.assign(running.sandbox.settings, DEFAULT_CALLBACK_SETTINGS, { statusDelay: NEVER });
});
afterAll(async () => {
	await n8n?.stop();
	await running?.close();
	await rm(folder, { recursive: true, force: true });
});

/** At the same address as before, where there was one. */
async function start() {
	const port = n8n && Number(new URL(n8n.url).port);
	n8n = await startN8n({ ...prepared, userFolder: folder, port });
	await n8n.client.signIn(OWNER);
}

const messages = () => running.sandbox.messages.all;

/** Begins to run a workflow that sends to the people and waits. */
async function begin(parameters: INodeParameters = {}, more: Partial<INode> = {}, people = PEOPLE) {
	const before = messages().length;
	const { id } = await n8n.client.createWorkflow(
		chain(
			'Wait',
			itemsNode(people),
			{
				id: 'send',
				name: 'Send',
				type: NODE_TYPE,
				typeVersion: 1,
				position: [0, 0],
				credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
				parameters: {
					resource: 'message',
					operation: 'sendAndWaitForDelivery',
					keyword: byKeyword('NSTAFF'),
					recipients: 'commaSeparated',
					sendTo: '={{ $json.phone }}',
					message: '=Hi {{ $json.name }}',
					...parameters,
				},
				...more,
			},
			{
				id: 'after',
				name: 'After',
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				position: [0, 0],
				parameters: {
					includeOtherFields: true,
					assignments: {
						assignments: [
							{ id: 'a', name: 'to', type: 'string', value: '={{ $("Items").item.json.name }}' },
						],
					},
				},
			},
		),
	);
	// It ends with the whole run, in which the test has still to play its part.
	const ended = n8n.client.runWorkflow(id).then(
		(execution) => execution,
		(error: Error) => error,
	);
	return {
		id,
		ended,
		/** Once the execution waits, the addresses that its messages are reported to. */
		async waits(): Promise<string[]> {
			for (;;) {
				const [execution] = await n8n.client.executionsOf(id);
				if (execution?.status === 'waiting') break;
				if (execution && !['new', 'running'].includes(execution.status)) {
					throw new Error(`The execution is ${execution.status}`);
				}
				await sleep(50);
			}
			return messages()
				.slice(before)
				.map(({ status_url }) => status_url);
		},
		/** Of the whole run. */
		async output(): Promise<{ status: string; rows: IDataObject[] }> {
			const execution = await ended;
			if (execution instanceof Error) throw execution;
			return rowsOf(execution);
		},
	};
}

function rowsOf({ status, data }: Execution) {
	expect(data.resultData.error?.message).toBeUndefined();
	const rows = data.resultData.runData.After?.[0]?.data?.main?.[0]?.map(({ json }) => json) ?? [];
	return { status, rows };
}

const deliver = (transaction_ticket?: string) =>
	axios.post(`${running.baseUrl}/_sandbox/deliver`, { transaction_ticket });

/** The status of the answer to a forged report of a delivery. */
async function report(address: string): Promise<number> {
	const { status } = await axios.post(address, 'status_code=100&sendTo=18015551001', {
		proxy: false,
		validateStatus: () => true,
	});
	return status;
}

const DELIVERED = [
	{ sendTo: '18015551001', status_code: 100, delivered: true, timed_out: false, to: 'Ann' },
	{ sendTo: '18015551002', status_code: 100, delivered: true, timed_out: false, to: 'Zoë' },
];

it('goes on with one item per recipient once the last message is delivered, however often that is posted', async () => {
	Object.assign(running.sandbox.settings, { callbackCopies: 3, callbackFormat: 'json' });
	const waiting = await begin();
	await waiting.waits();
	await deliver(messages()[0]?.transaction_ticket);
	await sleep(500);
	expect(await n8n.client.executionsOf(waiting.id)).toMatchObject([{ status: 'waiting' }]);
	await deliver();

	expect(await waiting.output()).toMatchObject({ status: 'success', rows: DELIVERED });
	expect(await n8n.client.executionsOf(waiting.id)).toHaveLength(1);
	expect(messages()).toHaveLength(2);
});

it('does not wait for what is delivered already', async () => {
	running.sandbox.settings.statusDelay = 0;
	const { output } = await begin();
	expect(await output()).toMatchObject({ status: 'success', rows: DELIVERED });
});

it('believes the service alone, and is not disturbed by forged, foreign and late reports', async () => {
	running.sandbox.settings.callbackFormat = 'none';
	const waiting = await begin();
	const [address = ''] = await waiting.waits();
	const unsigned = address.replace(/&?signed_ticket=[^&]*/, '');
	const { username, password, apiKey: api_key } = running.sandbox.settings;
	const key = statusAddressKey({ username, password, api_key });

	expect(unsigned).not.toBe(address);
	expect(await report(unsigned)).toBe(401);
	expect(await report(signAddress(key, unsigned, 'another-message'))).toBe(401);
	expect(await report(address)).toBe(200);
	expect(await n8n.client.executionsOf(waiting.id)).toMatchObject([{ status: 'waiting' }]);
	await deliver();
	expect(await report(address)).toBe(200);

	expect(await waiting.output()).toMatchObject({ status: 'success', rows: DELIVERED });
	expect(await report(address)).toBe(409);
	expect(await n8n.client.executionsOf(waiting.id)).toMatchObject([{ status: 'success' }]);
});

it('sends and waits for the others where an item fails and the node continues', async () => {
	const people = [{ phone: '18015551001', name: 'x'.repeat(200) }, PEOPLE[1]!];
	const waiting = await begin({}, { onError: 'continueRegularOutput' }, people);
	await waiting.waits();
	await deliver();

	const { status, rows } = await waiting.output();
	expect(status).toBe('success');
	expect(rows).toHaveLength(2);
	expect(rows).toContainEqual(expect.objectContaining(DELIVERED[1]));
	expect(JSON.stringify(rows)).toContain('160');
});

it('goes on after n8n was ended and started again', async () => {
	const waiting = await begin();
	await waiting.waits();
	await n8n.stop();
	await waiting.ended;
	await start();
	await deliver();
	for (;;) {
		const [execution] = await n8n.client.executionsOf(waiting.id);
		if (execution?.status === 'success') {
			expect(rowsOf(await n8n.client.execution(execution.id)).rows).toMatchObject(DELIVERED);
			break;
		}
		expect(['waiting', 'running']).toContain(execution?.status);
		await sleep(200);
	}
});

it('goes on when the time is over, and says of which message the end is not known', async () => {
	running.sandbox.settings.callbackFormat = 'none';
	const waiting = await begin({ waitMinutes: 1 });
	await waiting.waits();

	expect(await waiting.output()).toMatchObject({
		status: 'success',
		rows: DELIVERED.map((row) => ({
			...row,
			status_code: 101,
			delivered: false,
			timed_out: true,
		})),
	});
});

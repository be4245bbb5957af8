import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { preparedHost } from '../../host/preparedHost';
import { startN8n, type RunningN8n } from '../../host/n8n';
import type { Execution, SavedCredential, SavedWorkflow } from '../../host/n8nClient';
import type { Group } from '../../sandbox/organization';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { joinGroup, leaveGroup } from '../../sandbox/subscribers';
import { OWNER } from '../owner';
import { eventually } from '../eventually';
import { deactivateWorkflow, retryExecution } from './editorCalls';
import { byKeyword, CREDENTIAL_TYPE, NODE_TYPE } from './world';

// docs/subscriber-trigger.md, "Nobody missed, nobody twice", in a real n8n that is killed.

jest.setTimeout(1_200_000);

/** As the docs tell it; the last two let n8n look more often than it does by itself. */
const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '2',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '5',
};

/** Every six seconds in all; n8n lets none of them be more often than once a minute. */
const OFTEN = Array.from({ length: 10 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 6} * * * * *`,
}));

/** Steps of `killPoint.mjs`, beside the one that the service knows of. */
const POINTS = [
	'while the group is read',
	'when the cursor is written',
	'when the execution is written',
	'when both are stored',
] as const;

let folder: string;
let prepared: { node: string; tarball: string };
let running: RunningSandbox;
let n8n: RunningN8n;
let credential: SavedCredential;
let killAtRead: (() => void) | undefined;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'n8n-polled-'));
	prepared = preparedHost();
	running = await startSandbox({ statusDelay: 0 });
	running.server.on('request', ({ headers }: IncomingMessage) => {
		if (!String(headers.soapaction).includes('getAllSubscribers')) return;
		killAtRead?.();
		killAtRead = undefined;
	});
});

afterAll(async () => {
	await n8n?.stop();
	await running?.close();
	await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const killPoint = () => join(folder, 'killPoint');

/** The n8n of the folder, with settings of its own. */
async function start(settings: Record<string, string>): Promise<void> {
	await n8n?.kill();
	await rm(killPoint(), { force: true });
	const launcher = join(folder, 'launch');
	const exported = Object.entries({ ...settings, KILL_POINT_FILE: killPoint() })
		.map(([name, value]) => `export ${name}='${value}'`)
		.join('\n');
	const { node, tarball } = prepared;
	await writeFile(
		launcher,
		`#!/bin/sh
${exported}
PATH='${dirname(node)}':"$PATH" exec '${node}' --import '${join(__dirname, 'killPoint.mjs')}' "$@"
`,
		{ mode: 0o755 },
	);
	n8n = await startN8n({ node: launcher, tarball, userFolder: folder });
	await n8n.client.signIn(OWNER);
	const { username, password, apiKey, code } = running.sandbox.settings;
	credential = await n8n.client.saveCredential('Polled', CREDENTIAL_TYPE, {
		baseUrl: running.baseUrl,
		username,
		password,
		api_key: apiKey,
		code,
	});
}

/** Tells each person of the group what the trigger says of them. */
async function publish(name: string): Promise<SavedWorkflow> {
	const credentials = { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } };
	const trigger: INode = {
		id: 'trigger',
		name: 'Trigger',
		type: `${NODE_TYPE}SubscriberTrigger`,
		typeVersion: 1,
		position: [0, 0],
		credentials,
		parameters: {
			pollTimes: { item: OFTEN },
			groups: ['NSTAFF'],
			events: ['joined', 'left', 'returned'],
		},
	};
	const send: INode = {
		id: 'send',
		name: 'Send',
		type: NODE_TYPE,
		typeVersion: 1,
		position: [0, 0],
		credentials,
		parameters: {
			resource: 'message',
			operation: 'send',
			keyword: byKeyword('NSTAFF'),
			recipients: 'inputItems',
			sendTo: '={{ $json.phone }}',
			message: '={{ $json.event }}',
		},
	};
	const workflow = await n8n.client.createWorkflow({
		name,
		nodes: [trigger, send],
		connections: { Trigger: { main: [[{ node: 'Send', type: 'main', index: 0 }]] } },
	});
	// Whoever joins after the check at publishing is told.
	const published = looks(1);
	await n8n.client.activateWorkflow(workflow);
	await published;
	return workflow;
}

const ENDED = ['success', 'crashed', 'error'];

const group = () => running.sandbox.organization.existing('NSTAFF', ['group']) as Group;

/** Waits until the trigger has looked at the group so many times more. */
async function looks(times: number): Promise<void> {
	const count = () =>
		running.sandbox.calls.filter(({ operation }) => operation.startsWith('getAllSubscribers'))
			.length;
	const before = count();
	await eventually('n8n looks at the group', () => count() >= before + times || undefined);
}

/** n8n dies at a point of the next poll that has something to tell; what it began before has ended. */
async function killedAt(point: string, { id }: SavedWorkflow, change: () => void): Promise<void> {
	await eventually('all executions have ended', async () => {
		const executions = await n8n.client.executionsOf(id);
		return executions.every(({ status }) => ENDED.includes(status)) || undefined;
	});
	if (point === POINTS[0]) {
		change();
		killAtRead = () => process.kill(-n8n.pid, 'SIGKILL');
	} else {
		await writeFile(killPoint(), point);
		change();
	}
	let isKilled = false;
	void n8n.ended.then(() => (isKilled = true));
	await eventually(`n8n is killed ${point}`, () => isKilled || undefined);
	await n8n.kill();
}

/** Items that an execution begins with, also one that was killed before its first node. */
function itemsOf({ data }: Execution): IDataObject[] {
	const run = data.resultData.runData.Trigger?.[0]?.data;
	const waiting = data.executionData?.nodeExecutionStack[0]?.data;
	const [items] = ((run ?? waiting)?.main ?? []) as Array<INodeExecutionData[] | null>;
	return (items ?? []).map(({ json }) => json);
}

/** `event phone` of everybody whom executions were started for, once for each execution. */
async function told({ id }: SavedWorkflow): Promise<string[]> {
	const executions = await n8n.client.executionsOf(id);
	const all = await Promise.all(executions.map(async (one) => await n8n.client.execution(one.id)));
	return all.flatMap(itemsOf).map(({ event, phone }) => `${String(event)} ${String(phone)}`);
}

const messages = () => running.sandbox.messages.all.map(({ sendTo, text }) => `${text} ${sendTo}`);

it('misses nobody and tells nobody twice with durable poll cursors, killed between any two steps', async () => {
	await start(DURABLE);
	const leaves = (index: number) => `1801222${3000 + index}`;
	const returns = (index: number) => `1801222${4000 + index}`;
	for (const index of POINTS.keys()) {
		for (const phone of [leaves(index), returns(index)]) {
			joinGroup(group(), phone, 'Old', 'Person');
		}
		leaveGroup(group(), returns(index));
	}
	const workflow = await publish('Durable');
	const expected: string[] = [];
	// Each person changes once: what is undone before a poll was stored, no poll tells.
	const change = (event: 'joined' | 'left' | 'returned', phone: string) => {
		if (event === 'left') leaveGroup(group(), phone);
		else joinGroup(group(), phone, 'New', 'Person');
		expected.push(`${event} ${phone}`);
	};
	change('joined', '18012220000');
	await eventually(
		'the first is told',
		async () => (await told(workflow)).length === 1 || undefined,
	);
	for (const [index, point] of POINTS.entries()) {
		await killedAt(point, workflow, () => {
			change('joined', `1801222${1000 + index}`);
			change('left', leaves(index));
			change('returned', returns(index));
		});
		// While n8n is away.
		change('joined', `1801222${2000 + index}`);
		await start(DURABLE);
	}
	await eventually('everybody is told', async () =>
		(await told(workflow)).length >= expected.length ? true : undefined,
	);
	await looks(2);
	expect((await told(workflow)).toSorted()).toEqual(expected.toSorted());

	// What was started and then crashed is retried by hand.
	for (const { id, status } of await n8n.client.executionsOf(workflow.id)) {
		if (status === 'crashed') await retryExecution(n8n.client, id);
	}
	await eventually('everybody has a message', () =>
		messages().length >= expected.length ? true : undefined,
	);
	expect(messages().toSorted()).toEqual(expected.toSorted());
	await deactivateWorkflow(n8n.client, workflow.id);
	await n8n.stop();
});

it('misses people, or tells them twice, without them: where n8n is killed between the two stores', async () => {
	await start({});
	const workflow = await publish('Beside');
	const joins = (phone: string) => joinGroup(group(), phone, 'New', 'Person');
	const isTold = async (phone: string, times: number) => {
		const event = `joined ${phone}`;
		await eventually(`${event} is told`, async () => {
			const all = (await told(workflow)).filter((one) => one === event);
			return all.length >= times ? true : undefined;
		});
	};
	joins('18013330000');
	await isTold('18013330000', 1);

	await killedAt('when the cursor alone is stored', workflow, () => joins('18013330002'));
	await start({});
	joins('18013330003');
	await isTold('18013330003', 1);

	await killedAt('when the execution alone is stored', workflow, () => joins('18013330004'));
	await start({});
	await isTold('18013330004', 2);

	expect((await told(workflow)).toSorted()).toEqual([
		'joined 18013330000',
		// 18013330002 is missed.
		'joined 18013330003',
		'joined 18013330004',
		'joined 18013330004',
	]);
});

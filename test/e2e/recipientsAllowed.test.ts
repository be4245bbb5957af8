import type { ICredentialDataDecryptedObject, INode, INodeParameters } from 'n8n-workflow';
import { FaultProxy, type Injection } from '../faults/faultProxy';
import { retryExecution } from './editorCalls';
import { beginInProduction, endInProduction } from './production';
import {
	byKeyword,
	chain,
	CREDENTIAL_TYPE,
	createWorld,
	itemsNode,
	messagingNode,
	run,
	type World,
} from './world';

// Staging: whatever a workflow asks for, nobody is reached whom the credential does not allow.

const ANN = '18015551001';
const BOB = '18015551002';
const EVE = '18015551003';

const onlyThese = (...allowed: string[]) => ({
	recipientsAllowed: 'onlyThese',
	allowedRecipients: allowed.join('\n'),
});

let world: World;
beforeAll(async () => {
	world = await createWorld('Staging');
});
beforeEach(() => world.sandbox.reset());
afterAll(() => world.close());

/** Changes the credential of the world. */
const allow = async (limit: ICredentialDataDecryptedObject) =>
	await world.client.saveCredential(world.credential.name, CREDENTIAL_TYPE, {
		...world.credentialData,
		...limit,
	});

const workflow = (parameters: INodeParameters = {}, more: Partial<INode> = {}) => {
	const send = messagingNode(
		world,
		'Send',
		{
			resource: 'message',
			operation: 'send',
			keyword: byKeyword('NSTAFF'),
			recipients: 'inputItems',
			sendTo: '={{ $json.phone }}',
			message: 'Hello',
			...parameters,
		},
		more,
	);
	return chain('Staging', itemsNode([ANN, BOB, EVE].map((phone) => ({ phone }))), send);
};

const reached = () => world.sandbox.messages.all.map(({ sendTo }) => sendTo);
const calls = () => world.sandbox.calls.map(({ operation }) => operation);

it('refuses the run before anything leaves, by the recipient and the item', async () => {
	await allow(onlyThese('+1 (801) 555-1001', EVE));
	const { status, data } = await run(world, workflow());

	expect(status).toBe('error');
	expect(data.resultData.error?.message).toBe(
		`"${BOB}" is not among the recipients that the credential allows [item 1]`,
	);
	expect(calls()).toEqual([]);
});

it('sends to those who are listed where the others may fail, and says that it is on', async () => {
	await allow(onlyThese('+1 (801) 555-1001', EVE));
	const ran = await run(world, workflow({}, { onError: 'continueErrorOutput' }));

	expect(ran.status).toBe('success');
	expect(reached()).toEqual([ANN, EVE]);
	expect(ran.output('Send', 0)).toMatchObject(
		[ANN, EVE].map((sendTo) => ({ sendTo, sent: true, recipients_allowed: 'only_these' })),
	);
	expect(ran.output('Send', 1)).toMatchObject([
		{ error: expect.stringContaining(`"${BOB}" is not among the recipients`) },
	]);
	expect(ran.data.resultData.runData.Send?.[0]?.hints).toContainEqual(
		expect.objectContaining({ message: expect.stringContaining('Only These') }),
	);
});

it.each([
	['everyone in a group', { operation: 'sendToGroup' }],
	['Send to Numbers', { operation: 'sendToNumbers', phone: `${ANN}, ${BOB}` }],
	['Send and Wait for Delivery', { operation: 'sendAndWaitForDelivery', waitMinutes: 1 }],
	['Send and Wait for Response', { operation: 'sendAndWait' }],
	['a template', { operation: 'sendTemplate', templateSource: 'text', text: 'Hello' }],
	['a preview', { preview: true }],
] as Array<[string, INodeParameters]>)('asks the service nothing for %s', async (_name, more) => {
	await allow(onlyThese(ANN));
	const { status, data } = await run(world, workflow(more));

	expect(status).toBe('error');
	expect(data.resultData.error?.message).toMatch(/credential (?:allows|does not allow)/);
	expect(calls()).toEqual([]);
});

it('asks each item for its own rule where the credential has an expression', async () => {
	await allow(onlyThese(`={{ $json.phone === "${BOB}" ? "${ANN}" : $json.phone }}`));
	const ran = await run(world, workflow({}, { onError: 'continueRegularOutput' }));

	expect(reached()).toEqual([ANN, EVE]);
	expect(ran.output('Send').map(({ error }) => error !== undefined)).toEqual([false, true, false]);
});

it('holds for Retry of an execution that began before the rule was on', async () => {
	const { baseUrl } = world.credentialData;
	// The second message never leaves.
	const fault = { name: 'refuse', kind: 'refuse' } as const;
	const second: Injection = { fault, point: 'connect', kind: 'send', nth: 'every', connection: 1 };
	let reopen = () => {};
	const isEnded = new Promise<void>((resolve) => (reopen = resolve));
	const { port } = new URL(String(baseUrl));
	const proxy = await FaultProxy.start(Number(port), [second], async () => await isEnded);
	try {
		await allow({ baseUrl: proxy.baseUrl });
		const id = await beginInProduction(
			world.client,
			workflow({ options: { batchSize: 1, requestsInParallel: 1 } }),
		);
		const { id: execution, status } = await endInProduction(world.client, id);
		expect([status, reached()]).toEqual(['error', [ANN]]);
		reopen();
		await proxy.settled();

		await allow({ baseUrl: proxy.baseUrl, ...onlyThese(ANN, BOB) });
		const refused = await retryExecution(world.client, execution);
		expect(refused.data.resultData.error?.message).toContain(`"${EVE}" is not among`);
		expect(reached()).toEqual([ANN]);

		await allow({ baseUrl: proxy.baseUrl, ...onlyThese(ANN, BOB, EVE) });
		expect((await retryExecution(world.client, execution)).status).toBe('success');
		expect(reached()).toEqual([ANN, BOB, EVE]);
	} finally {
		reopen();
		await proxy.close();
	}
});

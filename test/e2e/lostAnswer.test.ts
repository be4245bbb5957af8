import type { INodeParameters } from 'n8n-workflow';
import { FaultProxy, type Injection } from '../faults/faultProxy';
import type { Execution } from '../../host/n8nClient';
import { retryExecution } from './editorCalls';
import { beginInProduction, endInProduction } from './production';
import {
	byKeyword,
	chain,
	CREDENTIAL_TYPE,
	createWorld,
	itemsNode,
	messagingNode,
	type World,
} from './world';

// The service sends a message, the connection ends before its answer, and so does the execution.

const PEOPLE = Array.from({ length: 6 }, (_none, nth) => ({ phone: `1801555300${nth}` }));

const cut = { name: 'cut', kind: 'cut' } as const;
/** The answer to the second send, which the service carries out. */
const ANSWER: Injection = { fault: cut, point: 'beforeAnswer', kind: 'send', nth: 1 };
const QUESTIONS: Injection = { fault: cut, point: 'beforeAnswer', kind: 'question', nth: 'every' };

const LIST = { operation: 'send', recipients: 'inputItems', sendTo: '={{ $json.phone }}' };

let world: World;
/** What happens to exchanges, until a test says otherwise. */
let faults: Injection[];
let proxy: FaultProxy;

beforeAll(async () => {
	world = await createWorld('Behind a proxy');
});
beforeEach(async () => {
	world.sandbox.reset();
	faults = [ANSWER, QUESTIONS];
	proxy = await FaultProxy.start(Number(new URL(baseUrl()).port), faults);
	const data = { ...world.credentialData, baseUrl: proxy.baseUrl };
	await world.client.saveCredential(world.credential.name, CREDENTIAL_TYPE, data);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await proxy.close();
});
afterAll(() => world.close());

const baseUrl = () => String(world.credentialData.baseUrl);

const heal = () => faults.splice(0);

const counts = () =>
	PEOPLE.map(
		({ phone }) => world.sandbox.messages.all.filter(({ sendTo }) => sendTo === phone).length,
	);

const once = PEOPLE.map(() => 1);
/** Two to a request, and no third request. */
const BEGUN = [1, 1, 1, 1, 0, 0];

/** An execution that ended where it could not tell what became of the second send. */
async function failed(parameters: INodeParameters = {}): Promise<Execution> {
	const { options, ...fields } = { options: {}, ...parameters };
	const send = messagingNode(world, 'Send', {
		resource: 'message',
		keyword: byKeyword('NSTAFF'),
		message: 'Hello',
		...LIST,
		...fields,
		options: { batchSize: 2, requestsInParallel: 1, ...options },
	});
	const id = await beginInProduction(world.client, chain('Lost', itemsNode(PEOPLE), send));
	const execution = await endInProduction(world.client, id);
	expect(execution.status).toBe('error');
	return execution;
}

const retry = async ({ id }: { id: string }) => await retryExecution(world.client, id);

const rowsOf = ({ data }: Execution) =>
	data.resultData.runData.Send?.at(-1)?.data?.main?.[0]?.map(({ json }) => json) ?? [];

it('sends what is missing by Retry, and nothing twice, however often it is pressed', async () => {
	const execution = await failed();
	expect(counts()).toEqual(BEGUN);
	expect(execution.data.resultData.error).toMatchObject({
		description: expect.stringMatching(
			/Carried out: items 0 to 1 .*Outcome unknown: items 2 to 3 .*Not attempted: items 4 to 5/,
		),
	});
	heal();
	const again = await retry(execution);

	expect(again.status).toBe('success');
	expect(counts()).toEqual(once);
	expect(rowsOf(again).map(({ sendTo, sent }) => [sendTo, sent])).toEqual(
		PEOPLE.map(({ phone }) => [phone, true]),
	);
	expect((await retry(execution)).status).toBe('success');
	expect(counts()).toEqual(once);
});

it('sends nothing while the service cannot be asked, and what is missing once it can', async () => {
	const execution = await failed();
	const second = await retry(execution);
	expect(second.status).toBe('error');
	expect(counts()).toEqual(BEGUN);

	heal();
	expect((await retry(second)).status).toBe('success');
	expect(counts()).toEqual(once);
	expect((await retry(execution)).status).toBe('success');
	expect(counts()).toEqual(once);
});

it('sends nothing while the service does not show the ticket, and what is missing once it does', async () => {
	faults.splice(0, faults.length, ANSWER);
	const shown = jest
		.spyOn(world.sandbox.messages, 'withCustomTicket')
		.mockImplementation(() => undefined);
	const execution = await failed();
	expect(counts()).toEqual(BEGUN);
	const second = await retry(execution);
	expect(second.status).toBe('error');
	expect(counts()).toEqual(BEGUN);

	shown.mockRestore();
	expect((await retry(second)).status).toBe('success');
	expect(counts()).toEqual(once);
});

it.each([
	['alone', {}],
	['and Skip', { ifTicketKnown: 'skip' }],
])('sends nothing twice with a Custom Ticket for each %s', async (_how, more) => {
	// The tickets are asked for before anything is sent.
	faults.splice(0, faults.length, ANSWER);
	const ticket = { custom_ticket: '=lost-{{ $json.phone }}', ...more };
	const find = world.sandbox.messages.withCustomTicket.bind(world.sandbox.messages);
	const shown = jest
		.spyOn(world.sandbox.messages, 'withCustomTicket')
		.mockImplementation(() => undefined);
	const execution = await failed({ options: ticket });
	expect(counts()).toEqual([1, 1, 0, 0, 0, 0]);
	shown.mockImplementation(find);
	const again = await retry(execution);

	expect(again.data.resultData.error?.message).toBeUndefined();
	expect(again.status).toBe('success');
	expect(counts()).toEqual(once);
});

it('never sends to numbers again, which have no ticket', async () => {
	faults.splice(0, faults.length, { ...ANSWER, nth: 0 });
	const phone = PEOPLE.map((person) => person.phone).join();
	const execution = await failed({
		operation: 'sendToNumbers',
		phone,
		options: { batchSize: 100 },
	});
	expect(counts()).toEqual(once);
	heal();
	expect((await retry(execution)).status).toBe('error');
	expect(counts()).toEqual(once);
});

it('finds a message to everyone in a group, and sends it no second time', async () => {
	faults.splice(0, faults.length, { ...ANSWER, nth: 0 }, QUESTIONS);
	const execution = await failed({ operation: 'sendToGroup' });
	const sent = world.sandbox.messages.all.length;
	expect(sent).toBeGreaterThan(0);
	heal();
	const again = await retry(execution);
	expect(again.data.resultData.error?.message).toBeUndefined();
	expect(again.status).toBe('success');
	expect(world.sandbox.messages.all).toHaveLength(sent);
});

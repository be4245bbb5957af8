import type { INode, INodeParameters } from 'n8n-workflow';

import { byKeyword, chain, createWorld, itemsNode, messagingNode, run, type World } from './world';

jest.setTimeout(240_000);

let world: World;
beforeAll(async () => {
	world = await createWorld('Status after a send');
	// Milliseconds, less than the workflow waits.
	world.sandbox.settings.statusDelay = 500;
});
beforeEach(() => world.sandbox.reset());
afterAll(() => world.close());

const PEOPLE = Array.from({ length: 10 }, (_person, index) => ({
	phone: String(18015550000 + index),
	name: `Person ${index}`,
}));

const nodeOf = (name: string, type: string, typeVersion: number, parameters: INodeParameters) => ({
	...{ id: name, name, typeVersion, parameters },
	type: `n8n-nodes-base.${type}`,
	position: [0, 0] as [number, number],
});

/** Until the sandbox has delivered. */
const wait: INode = nodeOf('Wait', 'wait', 1.1, { amount: 3, unit: 'seconds' });

/** Whom n8n pairs each status with. */
const paired: INode = nodeOf('Paired', 'set', 3.4, {
	includeOtherFields: true,
	assignments: {
		assignments: [
			{ id: 'a', name: 'person', type: 'string', value: '={{ $("Items").item.json.name }}' },
		],
	},
});

/** The chain that the hint under each send recommends. */
async function statusesAfter(people: object[], send: INodeParameters) {
	const shared = { resource: 'message', keyword: byKeyword('NSTAFF') };
	const { status, output } = await run(
		world,
		chain(
			'Status',
			itemsNode(people),
			messagingNode(world, 'Send', { ...shared, operation: 'send', message: 'Hello', ...send }),
			wait,
			messagingNode(world, 'Get Status', {
				...shared,
				operation: 'getStatus',
				transaction_ticket_id: '={{ $json.transaction_ticket }}',
			}),
			paired,
		),
	);
	expect(status).toBe('success');
	const lookUps = world.sandbox.calls.filter(({ operation }) => /Status$/.test(operation));
	return { rows: output('Paired'), lookUps: lookUps.length };
}

const ofEach = PEOPLE.map(({ phone, name }) => ({
	...{ sendTo: phone, person: name, status: 'delivered' },
	transaction_ticket: expect.any(String) as string,
}));

const fromItems = { recipients: 'inputItems', sendTo: '={{ $json.phone }}' };

it.each([
	['one request for ten items', fromItems, 1],
	['a request for each of ten items', { ...fromItems, options: { batchSize: 1 } }, 10],
])('after %s, each item has the status of its own recipient', async (_how, send, requests) => {
	const { rows, lookUps } = await statusesAfter(PEOPLE, send);
	expect(rows).toMatchObject(ofEach);
	expect(rows).toHaveLength(PEOPLE.length);
	expect(lookUps).toBe(requests);
});

it.each([
	['a list', { recipients: 'commaSeparated', sendTo: '18015551001, 18015551002' }, 2],
	['a message to everyone', { operation: 'sendToGroup' }, 4],
])('after %s, all its recipients belong to its item', async (_how, send, recipients) => {
	const { rows, lookUps } = await statusesAfter([{ name: 'Monthly news' }], send);
	expect(new Set(rows.map(({ sendTo }) => sendTo)).size).toBe(recipients);
	expect(rows).toHaveLength(recipients);
	expect(new Set(rows.map(({ person }) => person))).toEqual(new Set(['Monthly news']));
	expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['delivered']));
	expect(lookUps).toBe(1);
});

import type { INode } from 'n8n-workflow';
import { FaultProxy } from '../faults/faultProxy';
import {
	byKeyword,
	chain,
	CREDENTIAL_TYPE,
	createWorld,
	messagingNode,
	run,
	type World,
} from './world';

// Messages were sent, and the execution can't wait for what becomes of them.

/** Milliseconds: what the wait is read from holds so long, and the first answer takes longer. */
const HOLDS = 10_000;

const PEOPLE = [
	{ phone: '18015554001', text: 'Hello' },
	{ phone: '18015554002', text: 'word '.repeat(40) },
	{ phone: 'nobody', text: 'Hello' },
	{ phone: '18015554003', text: 'Good evening' },
];

let world: World;
let proxy: FaultProxy;

beforeAll(async () => {
	world = await createWorld('Cannot wait');
	world.sandbox.settings.statusDelay = 3_600_000;
});
beforeEach(async () => {
	world.sandbox.reset();
	const { baseUrl } = world.credentialData;
	proxy = await FaultProxy.start(Number(new URL(String(baseUrl)).port), [
		{
			fault: { name: 'slow', kind: 'delay', milliseconds: HOLDS },
			point: 'beforeAnswer',
			kind: 'send',
			nth: 0,
		},
	]);
	const data = { ...world.credentialData, baseUrl: proxy.baseUrl };
	await world.client.saveCredential(world.credential.name, CREDENTIAL_TYPE, data);
});
afterEach(async () => await proxy.close());
afterAll(() => world.close());

const itemsUntil: INode = {
	id: 'items',
	name: 'Items',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	position: [0, 0],
	parameters: {
		jsCode: `const until = Date.now() + ${HOLDS};
return ${JSON.stringify(PEOPLE)}.map((json) => ({ json: { ...json, until } }));`,
	},
};

const sending = (onError: INode['onError']) =>
	messagingNode(
		world,
		'Send',
		{
			resource: 'message',
			operation: 'sendAndWaitForDelivery',
			keyword: byKeyword('NSTAFF'),
			recipients: 'commaSeparated',
			sendTo: '={{ $json.phone }}',
			message: '={{ $json.text }}',
			waitMinutes: '={{ Date.now() < $json.until ? 5 : "no more" }}',
			options: { ifTooLong: 'split' },
		},
		{ onError },
	);

/** The tickets under which somebody got messages, as an error names them. */
const ticketsOf = ({ phone }: { phone: string }) =>
	world.sandbox.messages.all
		.filter(({ sendTo }) => sendTo === phone)
		.map(({ custom_ticket }) => custom_ticket)
		.join(', ');

it.each([
	['continueRegularOutput', 0],
	['continueErrorOutput', 1],
] as const)('with %s, each item says which of its messages left', async (onError, output) => {
	const ran = await run(world, chain('Cannot wait', itemsUntil, sending(onError)));

	expect(ran.data.resultData.error?.message).toBeUndefined();
	expect(ran.status).toBe('success');
	expect(world.sandbox.messages.all.map(({ sendTo }) => sendTo).sort()).toEqual([
		...['18015554001', '18015554002', '18015554002', '18015554003'],
	]);
	expect(ran.output('Send', 1 - output)).toEqual([]);
	const rows = ran.output('Send', output);
	const can =
		/^The execution can't wait: 'Wait Up To \(Minutes\)' must be .*The message had left before \(custom ticket (n8n-[^)]+)\)/;
	const named = rows.map(({ error }) => can.exec(String(error))?.[1]);
	expect(named).toEqual(
		PEOPLE.map((person) => (person.phone === 'nobody' ? undefined : ticketsOf(person))),
	);
	expect(rows[2]?.error).toMatch(/nobody/);
	const paired = ran.data.resultData.runData.Send?.[0]?.data?.main?.[output];
	expect(paired?.map(({ pairedItem }) => pairedItem)).toMatchObject(
		PEOPLE.map((_person, item) => ({ item })),
	);
});

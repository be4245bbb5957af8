import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
	byKeyword,
	chain,
	createWorld,
	itemsNode,
	messagingNode,
	n8nFolder,
	run,
	type World,
} from './world';

const STAFF_PHONES = ['18015551001', '18015551002', '18015551003', '18015551004'];

describe('a workflow in n8n', () => {
	let world: World;

	beforeAll(async () => {
		world = await createWorld('Sending');
	});
	beforeEach(() => world.sandbox.reset());
	afterAll(() => world.close());

	const received = () => world.sandbox.messages.all;

	const sendToStaff = (message: string) =>
		messagingNode(world, 'Send', {
			resource: 'message',
			operation: 'sendToGroup',
			keyword: byKeyword('NSTAFF'),
			message,
		});

	const sendToPhone = (onError?: 'continueErrorOutput') =>
		messagingNode(
			world,
			'Send',
			{
				resource: 'message',
				operation: 'send',
				keyword: byKeyword('NSTAFF'),
				message: '=Hi {{ $json.name }}, 1 + 1 is {{ 1 + 1 }}',
				recipients: 'commaSeparated',
				sendTo: '={{ $json.phone }}',
			},
			onError && { onError },
		);

	it('sends to a group: one message for each subscriber who takes them, and a ticket', async () => {
		const execution = await run(world, chain('Group', sendToStaff('To the staff')));
		expect(execution.status).toBe('success');
		const [answer, ...others] = execution.output('Send');
		expect(others).toEqual([]);
		expect(answer).toMatchObject({ sent: true });
		expect(
			received()
				.map(({ sendTo }) => sendTo)
				.sort(),
		).toEqual(STAFF_PHONES);
		expect(new Set(received().map(({ text }) => text))).toEqual(new Set(['To the staff']));
		expect(answer?.transaction_ticket).toBe(received()[0]?.transaction_ticket);
	});

	it('fills the fields by expressions for each item, and keeps the order of the items', async () => {
		const people = [
			{ name: 'Ann', phone: '18015551001' },
			{ name: 'Zoë', phone: 18015551002 },
		];
		const execution = await run(world, chain('Expressions', itemsNode(people), sendToPhone()));
		expect(execution.status).toBe('success');
		expect(
			received()
				.map(({ sendTo, text }) => [sendTo, text])
				.sort(),
		).toEqual([
			['18015551001', 'Hi Ann, 1 + 1 is 2'],
			['18015551002', 'Hi Zoë, 1 + 1 is 2'],
		]);
		const ticketOf = new Map(received().map((it) => [it.sendTo, it.transaction_ticket]));
		expect(execution.output('Send').map((it) => it.transaction_ticket)).toEqual([
			ticketOf.get('18015551001'),
			ticketOf.get('18015551002'),
		]);
	});

	it('gives the failed item to the error output and goes on with the good ones', async () => {
		const people = [
			{ name: 'Ann', phone: '18015551001' },
			{ name: 'x'.repeat(200), phone: '18015551002' },
			{ name: 'Ben', phone: '18015551003' },
		];
		const send = sendToPhone('continueErrorOutput');
		const execution = await run(world, chain('Error output', itemsNode(people), send));
		expect(execution.status).toBe('success');
		expect(execution.output('Send', 0)).toHaveLength(2);
		const failed = execution.output('Send', 1);
		expect(failed).toHaveLength(1);
		expect(JSON.stringify(failed)).toMatch(/160/);
		expect(
			received()
				.map(({ sendTo }) => sendTo)
				.sort(),
		).toEqual(['18015551001', '18015551003']);
	});

	it('sends nothing when a recipient list turns out empty, and says so', async () => {
		const execution = await run(world, chain('Nobody', itemsNode([{ phone: '' }]), sendToPhone()));
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toMatch(/recipient/i);
		expect(received()).toEqual([]);
	});

	it('leaves no secret in the execution, the log or the database, also when it fails', async () => {
		const marker = 'Written to be found in the database';
		const good = await run(world, chain('Good', sendToStaff(marker)));
		const bad = await run(world, chain('Bad', sendToStaff('x'.repeat(161))));
		expect([good.status, bad.status]).toEqual(['success', 'error']);

		const database = join(n8nFolder(), '.n8n');
		const files = (await readdir(database)).filter((name) => name.startsWith('database.sqlite'));
		const contents = await Promise.all(
			[...files.map((name) => join(database, name)), join(n8nFolder(), 'n8n.log')].map((file) =>
				readFile(file, 'latin1'),
			),
		);
		const kept = [good.stored, bad.stored, ...contents].join('\n');
		expect(kept.includes(marker)).toBe(true);
		expect(kept.includes(world.secrets.password)).toBe(false);
		expect(kept.includes(world.secrets.apiKey)).toBe(false);
	});
});

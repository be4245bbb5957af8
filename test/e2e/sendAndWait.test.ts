import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { statusAddressKey } from '../../credentials/statusAddressKey';
import type { Execution } from '../../host/n8nClient';
import { signAddress } from '../../nodes/SubscriptionMessaging/statusAddress/sign';
import { DEFAULT_CALLBACK_SETTINGS } from '../../sandbox/callbacks';
import { OwnN8n } from './ownN8n';
import { chain, itemsNode } from './world';

jest.setTimeout(600_000);

const PEOPLE = [
	{ phone: '18015551001', name: 'Ann' },
	{ phone: '18015551002', name: 'Zoë' },
];
/** Long enough for the messages to be delivered only when a test says so. */
const NEVER = 3_600_000;

let own: OwnN8n;

beforeAll(async () => {
	own = await OwnN8n.start();
});
beforeEach(() => {
	own.running.sandbox.reset();
	Object.assign(own.running.sandbox.settings, DEFAULT_CALLBACK_SETTINGS, { statusDelay: NEVER });
});
afterAll(async () => await own?.close());

const messages = () => own.running.sandbox.messages.all;

const BY_PAIRING = '={{ $("Items").item.json.name }}';
const BY_INDEX = '={{ $("Items").all()[$json.item_index].json.name }}';

/**
 * Begins to run a workflow that sends to the people and waits.
 *
 * @param to what the node after finds out about the input item of a row
 * @param last further nodes
 */
async function begin(
	parameters: INodeParameters = {},
	more: Partial<INode> = {},
	people: object[] = PEOPLE,
	to = BY_PAIRING,
	last: INode[] = [],
) {
	const before = messages().length;
	const set = (name: string): INode => ({
		id: name,
		name,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position: [0, 0],
		parameters: {
			includeOtherFields: true,
			assignments: { assignments: [{ id: 'a', name: 'to', type: 'string', value: to }] },
		},
	});
	const workflow = chain(
		'Wait',
		itemsNode(people),
		own.node(
			'Send',
			{
				operation: 'sendAndWaitForDelivery',
				sendTo: '={{ $json.phone }}',
				message: '=Hi {{ $json.name }}',
				...parameters,
			},
			more,
		),
		set('After'),
		...last,
	);
	workflow.nodes.push(set('Failed'));
	workflow.connections.Send?.main?.push([{ node: 'Failed', type: 'main', index: 0 }]);
	const { id, ended } = await own.begin(workflow);
	return {
		id,
		ended,
		/** Once the execution waits, the addresses that its messages are reported to. */
		async waits(): Promise<string[]> {
			await own.waits(id);
			return messages()
				.slice(before)
				.map(({ status_url }) => status_url);
		},
		/** Of the whole run. */
		async output(): Promise<Output> {
			const execution = await ended;
			if (execution instanceof Error) throw execution;
			return rowsOf(execution);
		},
	};
}

interface Output {
	status: string;
	/** What came out of the node, and what out of its error output. */
	rows: IDataObject[];
	failed: IDataObject[];
}

function rowsOf({ status, data }: Execution): Output {
	expect(data.resultData.error?.message).toBeUndefined();
	const [rows = [], failed = []] = ['After', 'Failed'].map((name) =>
		data.resultData.runData[name]?.[0]?.data?.main?.[0]?.map(({ json }) => json),
	);
	return { status, rows, failed };
}

/** Of an execution that lasts too long for whoever started it. */
const outputOf = async (workflowId: string) => rowsOf(await own.succeeded(workflowId));

const deliver = (transaction_ticket?: string) =>
	axios.post(`${own.running.baseUrl}/_sandbox/deliver`, { transaction_ticket });

/** How many posts of a delivery n8n has answered. */
const answeredDeliveries = () =>
	own.running.sandbox.callbacks.posts.filter(
		({ status_code, answered }) => status_code === 100 && answered !== null,
	).length;

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
	Object.assign(own.running.sandbox.settings, { callbackCopies: 3, callbackFormat: 'json' });
	const waiting = await begin();
	await waiting.waits();
	await deliver(messages()[0]?.transaction_ticket);
	while (answeredDeliveries() < 3) await sleep(50);
	expect(await own.client.executionsOf(waiting.id)).toMatchObject([{ status: 'waiting' }]);
	await deliver();

	expect(await waiting.output()).toMatchObject({ status: 'success', rows: DELIVERED });
	expect(await own.client.executionsOf(waiting.id)).toHaveLength(1);
	expect(messages()).toHaveLength(2);
});

it('does not wait for what is delivered already', async () => {
	own.running.sandbox.settings.statusDelay = 0;
	const { output } = await begin();
	expect(await output()).toMatchObject({ status: 'success', rows: DELIVERED });
});

it('believes the service alone, and is not disturbed by forged, foreign and late reports', async () => {
	own.running.sandbox.settings.callbackFormat = 'none';
	const waiting = await begin();
	const [address = ''] = await waiting.waits();
	const unsigned = address.replace(/&?signed_ticket=[^&]*/, '');
	const { username, password, apiKey: api_key } = own.running.sandbox.settings;
	const key = await statusAddressKey({ username, password, api_key });
	const foreign = { customTicket: 'another-message', code: '12345' };

	expect(unsigned).not.toBe(address);
	while ((await report(unsigned)) === 409) await sleep(50);
	expect(await report(unsigned)).toBe(401);
	expect(await report(signAddress(key, unsigned, foreign))).toBe(401);
	expect(await report(address)).toBe(200);
	expect(await own.client.executionsOf(waiting.id)).toMatchObject([{ status: 'waiting' }]);
	await deliver();
	expect(await report(address)).toBe(200);

	expect(await waiting.output()).toMatchObject({ status: 'success', rows: DELIVERED });
	expect(await report(address)).toBe(409);
	expect(await own.client.executionsOf(waiting.id)).toMatchObject([{ status: 'success' }]);
});

it('takes two reports at once, and goes on once', async () => {
	own.running.sandbox.settings.callbackFormat = 'none';
	const waiting = await begin();
	const addresses = await waiting.waits();
	await deliver();

	expect(await Promise.all([...addresses, ...addresses].map(report))).toEqual([200, 200, 200, 200]);
	expect(await waiting.output()).toMatchObject({ status: 'success', rows: DELIVERED });
	expect(await own.client.executionsOf(waiting.id)).toHaveLength(1);
});

it('notices what was reported before n8n had stored that it waits', async () => {
	// Such a report is refused by n8n; here none is made.
	own.running.sandbox.settings.callbackFormat = 'none';
	const waiting = await begin();
	await waiting.waits();
	await deliver();

	expect(await waiting.output()).toMatchObject({ status: 'success', rows: DELIVERED });
});

describe('several recipients of an item', () => {
	const GROUPS = [
		{ phone: '18015551001, 18015551003', name: 'Ann' },
		{ phone: '18015551002', name: 'Zoë' },
	];
	const ROWS = [
		{ sendTo: '18015551001', item_index: 0, to: 'Ann' },
		{ sendTo: '18015551002', item_index: 1, to: 'Zoë' },
		{ sendTo: '18015551003', item_index: 0, to: 'Ann' },
	];

	it.each([
		['at once', 0],
		['after the pause', NEVER],
	])('have a row each that names the item: %s', async (_when, statusDelay) => {
		own.running.sandbox.settings.statusDelay = statusDelay;
		const waiting = await begin({}, {}, GROUPS, BY_INDEX);
		if (statusDelay > 0) {
			await waiting.waits();
			await deliver();
		}

		expect(await waiting.output()).toMatchObject({ status: 'success', rows: ROWS });
	});
});

describe('an item that cannot be sent', () => {
	const people = [PEOPLE[0]!, { phone: '18015551003', name: 'x'.repeat(200) }, PEOPLE[1]!];

	it('is among the others where the node continues', async () => {
		const waiting = await begin({}, { onError: 'continueRegularOutput' }, people);
		await waiting.waits();
		await deliver();

		const { status, rows } = await waiting.output();
		expect(status).toBe('success');
		expect(rows).toMatchObject([
			DELIVERED[0],
			{ error: expect.stringContaining('160'), to: 'x'.repeat(200) },
			DELIVERED[1],
		]);
	});

	it.each([
		['the last message is delivered', 60],
		['the time is over', 1],
	])('leaves by the error output when %s', async (_when, waitMinutes) => {
		const waiting = await begin({ waitMinutes }, { onError: 'continueErrorOutput' }, people);
		await waiting.waits();
		if (waitMinutes > 1) await deliver();

		expect(await waiting.output()).toMatchObject({
			status: 'success',
			rows: PEOPLE.map(({ name: to, phone: sendTo }) => ({ to, sendTo })),
			failed: [{ error: expect.stringContaining('160'), to: 'x'.repeat(200) }],
		});
	});
});

it('leaves a Wait node that follows to whoever that waits for, whatever is reported again', async () => {
	own.running.sandbox.settings.callbackFormat = 'none';
	const forAPerson: INode = {
		id: 'person',
		name: 'For a person',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		position: [0, 0],
		parameters: { resume: 'webhook', httpMethod: 'POST', options: {} },
	};
	const waiting = await begin({}, {}, PEOPLE, BY_PAIRING, [forAPerson]);
	const [address = ''] = await waiting.waits();
	await deliver();
	while ((await report(address)) !== 200) await sleep(50);
	const lastNode = async () => {
		const [{ id, status } = { id: '', status: 'new' }] = await own.client.executionsOf(waiting.id);
		const { data } = await own.client.execution(id);
		return `${status} at ${data.resultData.lastNodeExecuted}`;
	};
	while ((await lastNode()) !== 'waiting at For a person') await sleep(100);
	await report(address);
	// Also past the question that the node itself has n8n ask 5 seconds after its pause.
	await sleep(8_000);

	expect(await lastNode()).toBe('waiting at For a person');
});

describe('n8n was ended and started again', () => {
	async function restart(waiting: Awaited<ReturnType<typeof begin>>) {
		const [address = ''] = await waiting.waits();
		// n8n says that it waits a moment before it has stored so.
		while ((await report(address)) !== 200) await sleep(50);
		await own.stop();
		await waiting.ended;
		await own.startAgain();
	}

	it('goes on when the last message is delivered', async () => {
		const waiting = await begin();
		await restart(waiting);
		await deliver();

		expect(await outputOf(waiting.id)).toMatchObject({ rows: DELIVERED });
	});

	it('asks when the time is over, once a report has come', async () => {
		// Longer than n8n takes to end and to start.
		const waiting = await begin({ waitMinutes: 3 });
		const [address = ''] = await waiting.waits();
		await restart(waiting);
		expect(await report(address)).toBe(200);
		own.running.sandbox.settings.callbackFormat = 'none';
		await deliver();

		expect(await outputOf(waiting.id)).toMatchObject({ rows: DELIVERED });
	});

	it('goes on with what it knew before where nobody asks when the time is over', async () => {
		own.running.sandbox.settings.callbackFormat = 'none';
		const waiting = await begin({ waitMinutes: 1 });
		await restart(waiting);
		await deliver();

		expect(await outputOf(waiting.id)).toMatchObject({
			rows: DELIVERED.map(onItsWay),
		});
	});
});

/** The row of a message that was delivered, as it is while the carrier has it. */
const onItsWay = ({ delivered: _delivered, ...row }: (typeof DELIVERED)[number]) => ({
	...row,
	status_code: 101,
	status: 'in_transit',
	timed_out: true,
});

it('asks once more when the time is over, and says of which message the end is not known', async () => {
	own.running.sandbox.settings.callbackFormat = 'none';
	const waiting = await begin({ waitMinutes: 1 });
	await waiting.waits();
	// Until the question that follows the pause is over.
	await sleep(10_000);
	expect(await own.client.executionsOf(waiting.id)).toMatchObject([{ status: 'waiting' }]);
	await deliver(messages()[1]?.transaction_ticket);

	expect(await waiting.output()).toMatchObject({
		status: 'success',
		rows: [
			{
				...onItsWay(DELIVERED[0]!),
				waited_until: expect.stringMatching(/Z$/),
			},
			DELIVERED[1],
		],
	});
});

import type { INodeExecutionData } from 'n8n-workflow';

import { execute } from '../../../../nodes/SubscriptionMessaging/run/execute';
import { refusal, reply, type FakeRequest } from '../transport/fakeService';
import { DONE, fakeRun, type FakeRunOptions } from './fakeRun';

const SEND = { keyword: 'NSTAFF', sendTo: '18015550001', type: 1, message: 'Hello' };
const byItem =
	<T>(...values: T[]) =>
	(itemIndex: number) =>
		values[itemIndex];

interface Running extends FakeRunOptions {
	count?: number;
}

/** What a run gives and what it asked of the service. */
async function running({ count = 1, ...run }: Running) {
	const fake = fakeRun({
		...run,
		items: Array.from({ length: count }, () => ({})),
		parameters: { ...SEND, ...run.parameters },
	});
	const result = await execute(fake.context).then(
		(items) => ({ items, error: undefined }),
		(error: unknown) => ({ items: [] as INodeExecutionData[], error: error as Error }),
	);
	return {
		...result,
		errors: result.items.map(({ error }) => error?.message),
		paired: result.items.map(({ pairedItem }) => (pairedItem as { item: number }).item),
		sent: fake.requests
			.filter(({ operation }) => operation.startsWith('send'))
			.map(({ sendTo }) => sendTo),
		requests: fake.requests,
		hints: fake.hints,
		kept: fake.kept,
	};
}

const people = byItem('18015550000', '18015550001', '18015550002');
/** Refuses messages to the numbers, and knows no ticket. */
const fails =
	(...numbers: string[]) =>
	({ operation, sendTo }: FakeRequest) =>
		operation.includes('TransactionStatus')
			? refusal(operation, 'Unknown ticket', 7)
			: numbers.some((number) => sendTo.includes(number))
				? refusal(operation, 'No credit', 9)
				: reply(operation, `${DONE}<transaction_ticket>T</transaction_ticket>`);

test('each item gets its rows, paired with it', async () => {
	const { items, paired, sent, errors } = await running({
		count: 3,
		parameters: { sendTo: people },
	});
	expect(items).toHaveLength(3);
	expect([...paired].sort()).toEqual([0, 1, 2]);
	expect(errors).toEqual([undefined, undefined, undefined]);
	expect(sent.flat().sort()).toEqual(['18015550000', '18015550001', '18015550002']);
});

describe('an item that cannot be read', () => {
	const parameters = { sendTo: people, message: byItem('a', '', 'c') };

	test('ends the run before anything is sent', async () => {
		const { error, sent } = await running({ count: 3, parameters });
		expect(error?.message).toContain("'Message'");
		expect(sent).toEqual([]);
	});

	test('is an item with an error where the run goes on, and the others are sent', async () => {
		const { errors, sent, paired } = await running({ count: 3, parameters, goesOn: true });
		expect(errors[1]).toContain("'Message'");
		expect([errors[0], errors[2]]).toEqual([undefined, undefined]);
		expect(paired).toEqual([0, 1, 2]);
		expect(sent.flat().sort()).toEqual(['18015550000', '18015550002']);
	});
});

describe('a send that fails', () => {
	const parameters = { sendTo: people, options: { requestsInParallel: 1 } };

	test('ends the run, and says what became of the others', async () => {
		const { error, sent } = await running({
			count: 3,
			parameters,
			answer: fails('18015550001'),
		});
		expect(sent).toEqual([['18015550000'], ['18015550001']]);
		expect(error?.message).toContain('No credit');
	});

	test('is an item with an error where the run goes on', async () => {
		const { errors, sent } = await running({
			count: 3,
			parameters,
			answer: fails('18015550001'),
			goesOn: true,
		});
		expect(errors[1]).toContain('No credit');
		expect([errors[0], errors[2]]).toEqual([undefined, undefined]);
		expect(sent).toHaveLength(3);
	});
});

describe('a run that n8n repeats', () => {
	test('sends only what is missing', async () => {
		const kept = {};
		const run: Running = { count: 3, parameters: { sendTo: people }, kept };
		const first = await running({ ...run, answer: fails('18015550001'), goesOn: true });
		expect(first.sent).toHaveLength(3);
		const second = await running(run);
		expect(second.sent).toEqual([['18015550001']]);
		expect(second.errors).toEqual([undefined, undefined, undefined]);
	});

	test('knows nothing any more of a run that ended well', async () => {
		const { kept } = await running({ count: 2, parameters: { sendTo: people } });
		expect(kept).toMatchObject({ runs: { 0: { items: {}, calls: {} } } });
	});

	test('still knows what was sent where an item was refused, for which n8n may repeat it', async () => {
		const { kept } = await running({
			count: 2,
			parameters: { sendTo: people, message: byItem('', 'b') },
			goesOn: true,
		});
		expect(
			Object.keys((kept as { runs: Record<string, { items: object }> }).runs[0]!.items),
		).toEqual(['1']);
	});

	test('still knows what was changed where the answer holds an error, for which n8n may repeat it', async () => {
		const { kept } = await running({
			operation: 'group/delete',
			answer: ({ operation }) => reply(operation, `${DONE}<error>x</error>`),
		});
		expect(kept).toHaveProperty('runs.0');
	});
});

describe('a change whose answer was lost', () => {
	const lost = Object.assign(new Error('reset'), { code: 'ECONNRESET' });

	test('is not made again when n8n repeats the run, which says so', async () => {
		const run: Running = { operation: 'group/delete', kept: {}, goesOn: true };
		const first = await running({
			...run,
			answer: () => {
				throw lost;
			},
		});
		expect(first.requests).toHaveLength(1);
		const second = await running(run);
		expect(second.requests).toEqual([]);
		expect(second.items[0]?.error).toBeDefined();
	});

	test('does not keep the changes of other items from being made', async () => {
		const run: Running = {
			operation: 'group/delete',
			count: 2,
			parameters: { keyword: byItem('A', 'B') },
			kept: {},
		};
		await running({
			...run,
			answer: () => {
				throw lost;
			},
		});
		const second = await running({ ...run, goesOn: true });
		expect(second.requests.map(({ keyword }) => keyword)).toEqual(['B']);
	});
});

describe('a run that cannot begin', () => {
	const run: Running = { credential: { code: '' }, count: 2 };

	test('ends with the reason', async () => {
		const { error, sent } = await running(run);
		expect(error?.message).toContain("'Code' in the credential");
		expect(sent).toEqual([]);
	});

	test('gives it for each item where it goes on, and never the input as if all were well', async () => {
		const { errors, paired } = await running({ ...run, goesOn: true });
		expect(errors).toHaveLength(2);
		for (const message of errors) expect(message).toContain("'Code' in the credential");
		expect(paired).toEqual([0, 1]);
	});
});

test('changes are carried out one after the other, in the order of the items', async () => {
	let underWay = 0;
	let most = 0;
	const { requests } = await running({
		operation: 'group/delete',
		count: 3,
		parameters: { keyword: byItem('A', 'B', 'C') },
		answer: async ({ operation }) => {
			underWay += 1;
			most = Math.max(most, underWay);
			await new Promise((resolve) => setImmediate(resolve));
			underWay -= 1;
			return reply(operation, DONE);
		},
	});
	expect(most).toBe(1);
	expect(requests.map(({ keyword }) => keyword)).toEqual(['A', 'B', 'C']);
});

test('a preview sends nothing', async () => {
	const { items, sent } = await running({ parameters: { preview: true } });
	expect(items).toHaveLength(1);
	expect(sent).toEqual([]);
});

test('an address of a delivery report is signed for the ticket of its send', async () => {
	const { requests } = await running({
		parameters: {
			options: { deliveryReport: 'signedAddress', status_url: 'https://n8n.example/webhook/1' },
		},
	});
	const body = String(requests[0]?.options.body);
	const ticket = requests[0]!.ticket;
	const [, signed = ''] = /signed_ticket=([\w-]+)\./.exec(body) ?? [];
	expect(Buffer.from(signed, 'base64url').toString()).toBe(ticket);
	expect(ticket).toMatch(/^n8n-[0-9a-f]{16}-[0-9a-f]{6}-1$/);
});

test('the first item that can be used sets the pace of all', async () => {
	const { sent } = await running({
		count: 3,
		parameters: {
			sendTo: people,
			recipients: 'inputItems',
			options: byItem({ batchSize: 2 }, { batchSize: 1 }, { batchSize: 1 }),
		},
	});
	expect(sent).toEqual([['18015550000', '18015550001'], ['18015550002']]);
});

test('a tool tells its agent why it failed', async () => {
	const { items } = await running({
		goesOn: true,
		parameters: { message: '' },
		tool: { arguments: {} },
	});
	expect(items[0]?.json.error).toContain("'Message'");
});

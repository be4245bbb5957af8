import { sleep } from 'n8n-workflow';

import { runsOfProcess } from '../../../../nodes/SubscriptionMessaging/run/memory/runsOfProcess';
import { refusal, type FakeAnswer, type FakeRequest } from '../transport/fakeService';
import { byItem, fails, people, running, service, type Running } from './running';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

beforeEach(() => jest.mocked(sleep).mockReset().mockResolvedValue(undefined));

describe('an execution that was killed, and is retried', () => {
	const one: Running = {
		count: 3,
		parameters: { sendTo: people, recipients: 'inputItems', options: { batchSize: 1 } },
	};

	test('sends to those alone whom the service does not list', async () => {
		const { answer } = service();
		const secret = 'killed';
		const first = await running({ ...one, count: 2, secret, answer });
		expect(first.sent).toHaveLength(2);
		const second = await running({ ...one, secret, answer, mode: 'retry' });
		expect(second.error).toBeUndefined();
		expect(second.sent).toEqual([['18015550002']]);
		expect(second.errors).toEqual([undefined, undefined, undefined]);
		expect(second.items.map(({ json }) => json.sendTo)).toEqual([people(0), people(1), people(2)]);
		expect(second.items.map(({ json }) => json.custom_ticket)).toEqual([
			...first.items.map(({ json }) => json.custom_ticket),
			expect.stringMatching(/-3$/),
		]);
	});

	test.each([Infinity, 1])(
		'sends to nobody twice where the list has changed since, and the service tells it %d times',
		async (often) => {
			const asked = new Map<string, number>();
			const { answer: answering } = service();
			const answer = (request: FakeRequest): FakeAnswer => {
				const times = (asked.get(request.ticket) ?? 0) + 1;
				if (request.operation.includes('TransactionStatus')) asked.set(request.ticket, times);
				return request.operation.includes('TransactionStatus') && times > often
					? refusal(request.operation, `Ticket ${request.ticket} is unknown`)
					: answering(request);
			};
			const batches = { ...one.parameters, options: { batchSize: 2 } };
			const secret = `changed ${often}`;
			const first = await running({ ...one, count: 2, parameters: batches, secret, answer });
			expect(first.sent).toEqual([[people(0), people(1)]]);
			asked.clear();
			const sendTo = byItem(people(2), people(0), people(1));
			const second = await running({
				...one,
				parameters: { ...batches, sendTo },
				secret,
				answer,
				mode: 'retry',
			});
			expect(second.error).toBeUndefined();
			expect(second.sent).toEqual([[people(2)]]);
			expect(second.items.map(({ json }) => json.sent_before)).toEqual([undefined, true, true]);
		},
	);

	test('asks nothing of the service where it is no retry', async () => {
		const { answer } = service();
		const { requests } = await running({ ...one, secret: 'new', answer });
		expect(requests).toHaveLength(3);
	});

	test('sends all where the service lists nobody', async () => {
		const { answer } = service();
		const { sent, errors } = await running({ ...one, secret: 'none', answer, mode: 'retry' });
		expect(sent).toHaveLength(3);
		expect(errors).toEqual([undefined, undefined, undefined]);
	});

	test('sends nothing where the service does not show who has it, and says who has it for certain', async () => {
		const { answer } = service(([to = '']) => (to === people(1) ? ['1801555****'] : [to]));
		const secret = 'masked';
		await running({ ...one, secret, answer });
		const { error, sent } = await running({ ...one, secret, answer, mode: 'retry' });
		expect(sent).toEqual([]);
		expect(error).toMatchObject({
			message: "We can't tell what an earlier try sent, so nothing was sent now",
			description: expect.stringMatching(
				/Carried out by an earlier try: items? 0, 2\. Outcome unknown: item 1\.$/,
			),
		});
	});

	test('sends nothing where it was sent to everyone before', async () => {
		const { answer } = service();
		const secret = 'everyone';
		await running({ operation: 'message/sendToGroup', secret, answer });
		const { error, sent } = await running({ ...one, secret, answer, mode: 'retry' });
		expect(sent).toEqual([]);
		expect(error).toMatchObject({
			message: 'An earlier try sent this in another way, so nothing was sent now',
			description: expect.stringMatching(/Outcome unknown: items 0 to 2\.$/),
		});
	});

	test('tells accounts apart, wherever their items stand', async () => {
		const { answer } = service();
		const secret = 'accounts';
		const credential =
			(...names: string[]) =>
			(itemIndex: number) => ({ username: names[itemIndex] ?? '' });
		const two = { ...one, count: 2, secret, answer };
		await running({ ...two, credential: credential('acme', 'beta') });
		const { sent, error } = await running({
			...two,
			credential: credential('beta', 'acme'),
			parameters: { ...one.parameters, sendTo: byItem(people(1), people(0)) },
			mode: 'retry',
		});
		expect(error).toBeUndefined();
		expect(sent).toEqual([]);

		const swapped = await running({
			...two,
			credential: credential('beta', 'acme'),
			mode: 'retry',
		});
		expect(swapped.sent).toEqual([]);
		expect(swapped.error?.message).toMatch(/can't tell what an earlier try sent/);
	});
});

describe('an execution that failed, and is retried', () => {
	test('says of whom it is remembered that they have it, where nothing can be told of the others', async () => {
		const kept = {};
		const run: Running = {
			count: 3,
			parameters: { sendTo: people, recipients: 'inputItems', options: { batchSize: 1 } },
			kept,
			secret: 'failed',
		};
		const first = await running({ ...run, answer: fails(people(1)!), goesOn: true });
		expect(first.sent).toHaveLength(3);
		const { error, sent } = await running({
			...run,
			answer: ({ operation }) => refusal(operation, 'Maintenance', 99),
			mode: 'retry',
		});
		expect(sent).toEqual([]);
		expect(error).toMatchObject({
			description: expect.stringMatching(
				/Carried out by an earlier try: items 0, 2\. Outcome unknown: item 1\.$/,
			),
		});
	});

	test('sends nothing again where another process has retried it, neither what is remembered nor what is found', async () => {
		const { answer } = service();
		const run: Running = {
			count: 3,
			parameters: { sendTo: people, recipients: 'inputItems', options: { batchSize: 1 } },
			secret: 'retried elsewhere',
		};
		const refuses = fails(people(1)!);
		const { kept } = await running({
			...run,
			answer: (request) =>
				request.sendTo.includes(people(1)!) ? refuses(request) : answer(request),
			goesOn: true,
		});
		const other = await running({ ...run, answer, kept: structuredClone(kept), mode: 'retry' });
		expect(other.sent).toEqual([[people(1)]]);
		jest.spyOn(runsOfProcess, 'find').mockReturnValue(undefined);
		const { sent, errors } = await running({ ...run, answer, kept, mode: 'retry' });
		jest.restoreAllMocks();
		expect(sent).toEqual([]);
		expect(errors).toEqual([undefined, undefined, undefined]);
	});

	test('is not sure of an item that is for somebody else now', async () => {
		const kept = {};
		const run: Running = {
			count: 3,
			parameters: { sendTo: people, recipients: 'inputItems', options: { batchSize: 1 } },
			kept,
			secret: 'changed one',
		};
		await running({ ...run, answer: fails(people(1)!), goesOn: true });
		const sendTo = byItem('18015550007', people(1), people(2));
		const { error, sent } = await running({
			...run,
			parameters: { ...run.parameters, sendTo },
			answer: ({ operation }) => refusal(operation, 'Maintenance', 99),
			mode: 'retry',
		});
		expect(sent).toEqual([]);
		expect(error).toMatchObject({
			description: expect.stringMatching(
				/Carried out by an earlier try: item 2\. Outcome unknown: items 0 to 1\.$/,
			),
		});
	});

	test('does not ask what was sent in other forms where it remembers all', async () => {
		const kept = {};
		const run: Running = {
			count: 2,
			parameters: { sendTo: people, recipients: 'inputItems', options: { batchSize: 1 } },
			kept,
			secret: 'remembered',
		};
		const first = await running({ ...run, answer: fails(people(1)!), goesOn: true });
		const id = first.kept.runs[0]!.id;
		const { answer } = service();
		const { requests, sent } = await running({ ...run, answer, mode: 'retry' });
		expect(sent).toEqual([[people(1)]]);
		const own = requests.map(({ ticket }) => ticket).filter((ticket) => ticket.includes(id));
		expect(own.filter((ticket) => !/-\d+$/.test(ticket))).toEqual([]);
		expect(own).not.toEqual([]);
	});
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

test('an address that is not to be signed stays as it was entered, beside one that is', async () => {
	const status_url = 'https://n8n.example/webhook/1';
	const { requests } = await running({
		count: 2,
		parameters: {
			sendTo: people,
			options: byItem(
				{ deliveryReport: 'signedAddress', status_url },
				{ deliveryReport: 'address', status_url },
			),
		},
	});
	const addresses = requests.map(
		({ options }) => /<status_url[^>]*>([^<]*)</.exec(String(options.body))?.[1],
	);
	expect(addresses.toSorted()).toEqual([status_url, expect.stringContaining('signed_ticket=')]);
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

test('a question waits for its answer, which a link in the text leads to', async () => {
	const { waits, texts, items } = await running({
		operation: 'message/sendAndWait',
		secret: 's',
		mode: 'manual',
	});
	expect(waits).toHaveLength(1);
	expect(texts.at(-1)).toContain('https://n8n.example/webhook-waiting/7/');
	expect(items).toMatchObject([{ json: { sent: true, timed_out: false } }]);
});

test('there is nothing to plan where each item is refused', async () => {
	const { requests, errors } = await running({ parameters: { message: '' }, goesOn: true });
	expect(requests).toEqual([]);
	expect(errors).toEqual([expect.stringContaining("'Message'")]);
});

import { sleep, type INodeExecutionData } from 'n8n-workflow';

import { isEnd } from '../../../../nodes/SubscriptionMessaging/run/writeItems';
import { refusal, reply, rows } from '../transport/fakeService';
import { DONE } from './fakeRun';
import { byItem, fails, people, running, service, type Running } from './running';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

beforeEach(() => jest.mocked(sleep).mockReset().mockResolvedValue(undefined));

test('each item gets its rows, paired with it', async () => {
	const { items, paired, sent, errors, texts } = await running({
		count: 3,
		parameters: { sendTo: people },
	});
	expect(items).toHaveLength(3);
	expect([...paired].sort()).toEqual([0, 1, 2]);
	expect(errors).toEqual([undefined, undefined, undefined]);
	expect(new Set(texts)).toEqual(new Set(['Hello']));
	expect(sent.flat().sort()).toEqual(['18015550000', '18015550001', '18015550002']);
});

test('an item that fails is paired with itself, and not with another', async () => {
	const { paired, errors } = await running({
		count: 3,
		parameters: { sendTo: people },
		answer: fails('18015550001'),
		goesOn: true,
	});
	expect(paired).toEqual([0, 1, 2]);
	expect(errors).toEqual([undefined, expect.any(String), undefined]);
});

test('a preview gives what each item would send', async () => {
	const { items, paired, sent } = await running({
		count: 2,
		parameters: { sendTo: people, preview: true },
	});
	expect([paired, sent]).toEqual([[0, 1], []]);
	expect(items.map(({ json }) => json)).toMatchObject([
		{ preview: true, sendTo: '18015550000', text: 'Hello' },
		{ preview: true, sendTo: '18015550001', text: 'Hello' },
	]);
});

test('a preview of a question holds a link as long as the one that would be sent', async () => {
	const { items, sent } = await running({
		operation: 'message/sendAndWait',
		parameters: { message: 'Approve?', preview: true },
	});
	expect(sent).toEqual([]);
	expect(items[0]?.json.text).toMatch(/^Approve\? https:\/\/n8n\.example\/x{20,}$/);
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

	test('keeps nothing of what was sent once all of it was', async () => {
		const { kept } = await running({ count: 2, parameters: { sendTo: people } });
		expect(kept.runs[0]!.items).toEqual({});
	});

	test('still knows what was sent where an item was refused, for which n8n may repeat it', async () => {
		const { kept } = await running({
			count: 2,
			parameters: { sendTo: people, message: byItem('', 'b') },
			goesOn: true,
		});
		expect(Object.keys(kept.runs[0]!.items)).toEqual(['1']);
	});

	test('may follow an error of the first item, in whichever place, and an item that was refused', () => {
		const sent = { json: {} };
		const error = new Error('x') as never;
		const ends = (first: INodeExecutionData, ...refused: number[]) =>
			isEnd([first, sent], { refused: new Map(refused.map((one) => [one, error])) } as never);
		expect([ends(sent), ends(sent, 1)]).toEqual([true, false]);
		expect([ends({ json: {}, error }), ends({ json: { error: 'x' } })]).toEqual([false, false]);
	});

	test('still knows what was changed where the answer holds an error, for which n8n may repeat it', async () => {
		const { kept } = await running({
			operation: 'group/delete',
			parameters: { simplify: false },
			answer: ({ operation }) => reply(operation, `${DONE}<error>x</error>`),
		});
		expect(Object.keys(kept.runs[0]!.items)).toEqual(['0']);
	});
});

test('a tool tells its agent why it failed', async () => {
	const { items } = await running({
		goesOn: true,
		parameters: { message: '' },
		tool: { arguments: {} },
	});
	expect(items[0]?.json.error).toContain("'Message'");
});

test('who of a list has it, and who has not, are an item each where the service took a part of it', async () => {
	const { answer: answering } = service((to) => to.slice(0, 1));
	const { items, errors } = await running({
		parameters: { sendTo: '18015550001, 18015550002' },
		goesOn: true,
		answer: (request) => {
			const answer = answering(request);
			if (!request.operation.startsWith('send')) return answer;
			throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
		},
	});
	expect(items[0]?.json).toMatchObject({ not_accepted: ['18015550002'] });
	expect([errors[0], errors[1]]).toEqual([undefined, expect.any(String)]);
});

test('a row that is so long that others get a turn while it is read is one item', async () => {
	const codes = '<item>7</item>'.repeat(2_000);
	const { items } = await running({
		operation: 'group/get',
		answer: ({ operation }) =>
			reply(operation, `${DONE}<response><name>Staff</name><codes>${codes}</codes></response>`),
	});
	expect(items).toMatchObject([{ json: { name: 'Staff' } }]);
});

test('a list that holds nothing gives no item', async () => {
	const { items, error } = await running({
		operation: 'subscriber/getMany',
		answer: ({ operation }) => reply(operation, `${DONE}<response><subscribers/></response>`),
	});
	expect([items, error]).toEqual([[], undefined]);
});

describe('who is left out for an item that failed is told so', () => {
	const [ANN, BOB] = ['18015550000', '18015550001'];
	const lost = ', but that message may not have been sent';
	const left = (sendTo: string, item: number, isLost: boolean) => ({
		sent: false,
		sendTo,
		skipped: `the same recipient is in item ${item}${isLost ? lost : ''}`,
	});
	const run = async (sendTo: string[], options: object, answer: Running['answer'] = fails(BOB)) =>
		await running({
			count: sendTo.length,
			goesOn: true,
			parameters: {
				recipients: 'commaSeparated',
				sendTo: byItem(...sendTo),
				options: { requestsInParallel: 1, ...options },
			},
			answer,
		});
	const rowOf = ({ items }: Awaited<ReturnType<typeof running>>, item: number) =>
		items.find(({ pairedItem }) => (pairedItem as { item: number }).item === item)?.json;

	test('by name, of a list whose ticket is to be skipped', async () => {
		const skip = { custom_ticket: 'order-1', ifTicketKnown: 'skip' };
		expect(rowOf(await run([ANN, BOB, `${ANN}, ${BOB}`], skip), 2)).toEqual({
			sent: false,
			recipients: [],
			skipped: 'all of its recipients were left out',
			skipped_recipients: [left(ANN, 0, false), left(BOB, 1, true)],
		});
	});

	test('in a campaign, alone and beside others', async () => {
		const ended = await run([BOB, BOB, `${ANN}, ${BOB}`, ANN], { campaignKey: 'sale' });
		expect(rowOf(ended, 1)).toEqual(left(BOB, 0, true));
		expect(rowOf(ended, 2)).toMatchObject({
			sent: true,
			recipients: [ANN],
			skipped_recipients: [left(BOB, 0, true)],
		});
		expect(rowOf(ended, 3)).toEqual(left(ANN, 2, false));
	});

	test('in a campaign, of a list that the service took in part', async () => {
		let isSent = false;
		const ended = await run(
			[`${ANN}, ${BOB}`, `${BOB}, 18015550002, 18015550003`],
			{ campaignKey: 'sale' },
			(request) => {
				const { operation, sendTo, ticket } = request;
				if (operation.includes('TransactionStatus')) {
					return isSent && ticket === 'sale-1'
						? rows(operation, ['18015550002'])
						: refusal(operation, 'Unknown ticket', 7);
				}
				if (sendTo.includes(BOB)) return fails(BOB)(request);
				if (operation === 'sendMessage') {
					isSent = true;
					throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
				}
				return reply(operation, DONE);
			},
		);
		expect(rowOf(ended, 1)).toMatchObject({
			recipients: ['18015550002'],
			skipped_recipients: [left(BOB, 0, true)],
		});
	});

	test('in a campaign, beside one who has the message', async () => {
		const { answer } = service();
		let isDown = false;
		const answers: Running['answer'] = (request) =>
			isDown && request.sendTo.includes(BOB) ? fails(BOB)(request) : answer(request);
		await run([ANN], { campaignKey: 'sale' }, answers);
		isDown = true;
		const ended = await run([BOB, `${ANN}, ${BOB}`], { campaignKey: 'sale' }, answers);
		expect(rowOf(ended, 1)).toMatchObject({
			sent: false,
			recipients: [],
			skipped_recipients: [{ sent: true, sendTo: ANN, sent_before: true }, left(BOB, 0, true)],
		});
	});
});

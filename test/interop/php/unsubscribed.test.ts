import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../engine/engine';
import { startCountingService, type CountingService, type Oddness } from './countingService';

// Nobody who has left gets a message, at a service in PHP that was written from the document alone.

let service: CountingService;

beforeAll(async () => {
	service = await startCountingService();
});

afterAll(async () => await service?.stop());

const SPELLINGS = [
	(number: string) => number,
	(number: string) => `+${number}`,
	(number: string) => `00${number}`,
	(number: string) => `+1 (${number.slice(1, 4)}) ${number.slice(4, 7)}-${number.slice(7)}`,
];
const spelled = (numbers: readonly string[], shift: number) =>
	numbers.map((number, index) => SPELLINGS[(index + shift) % SPELLINGS.length]!(number));

const EVERYONE = Array.from({ length: 10_000 }, (_one, index) => String(18012000000 + index));
const GONE = EVERYONE.filter((_number, index) => index % 20 === 7);
const WITHOUT_TEXTS = EVERYONE.filter((_number, index) => index % 20 === 8);

/** One SMS with plain quotes, dashes and dots, and two as it is. */
const MESSAGE = '“Big sale” – today only… Come and see us, the door is open from nine to nine.';

async function send(
	people: Oddness['people'],
	phones: readonly string[],
	options: INodeParameters,
) {
	const account = await service.account({ people });
	const { items, error } = await runNode({
		credential: {
			baseUrl: account.baseUrl,
			username: 'u',
			password: 'a-password',
			api_key: 'a-key',
			code: '12345',
		},
		items: phones.map((phone) => ({ phone })),
		parameters: {
			resource: 'message',
			operation: 'send',
			keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
			recipients: 'inputItems',
			sendTo: '={{ $json.phone }}',
			type: 1,
			message: MESSAGE,
			options: { batchSize: 500, ...options },
		},
	});
	const { messages, lists, sends } = await account.report();
	await account.close();
	const reached = messages.map(({ sendTo }) => sendTo).toSorted();
	const texts = [...new Set(messages.map(({ text }) => text))];
	return { rows: items.map(({ json }) => json), error, reached, texts, lists, sends };
}

const left = (numbers: readonly string[], shift: number) =>
	spelled(numbers, shift).map((phone) => ({ phone, unsubdate: '2026-01-01 00:00:00' }));

describe('10,000 recipients, of whom 500 have left, in four spellings', () => {
	it('Skip reaches none of them, with one read of the group, and Smart Encoding shortens the text', async () => {
		const { rows, error, reached, texts, lists } = await send(left(GONE, 0), spelled(EVERYONE, 1), {
			unsubscribedRecipients: 'skip',
			smartEncoding: true,
		});
		expect(error).toBeUndefined();
		expect(GONE).toHaveLength(500);
		expect(reached).toEqual(EVERYONE.filter((number) => !GONE.includes(number)));
		expect(lists).toEqual(['NSTAFF']);
		expect(rows.filter(({ skipped }) => skipped === 'it has left the group')).toHaveLength(500);
		expect(texts).toEqual([
			'"Big sale" - today only... Come and see us, the door is open from nine to nine.',
		]);
	}, 120_000);

	it('Fail sends nothing at all', async () => {
		const { error, reached, sends, lists } = await send(left(GONE, 2), spelled(EVERYONE, 1), {
			unsubscribedRecipients: 'fail',
		});
		expect(error?.message).toContain('left the group, so nothing was sent');
		expect([reached, sends, lists]).toEqual([[], [], ['NSTAFF']]);
	}, 120_000);

	it('Only Subscribers reaches those alone who are there and take texts', async () => {
		const others = EVERYONE.filter((number) => !GONE.includes(number));
		const people: NonNullable<Oddness['people']> = [
			...left(GONE, 3),
			...spelled(others, 3).map((phone, index) => ({
				phone,
				mobiletxt: WITHOUT_TEXTS.includes(others[index]!) ? (0 as const) : (1 as const),
			})),
		];
		const strangers = ['18019990001', '18019990002'];
		// Of whom the list of all subscribers shows no date of leaving.
		const invited = ['18019990003'];
		people.push({ phone: invited[0]!, invited: true });
		const { rows, reached, lists } = await send(
			people,
			spelled([...EVERYONE, ...strangers, ...invited], 1),
			{
				onlySubscribers: true,
			},
		);
		expect(reached).toEqual(others.filter((number) => !WITHOUT_TEXTS.includes(number)));
		expect(lists).toEqual(['NSTAFF', 'NSTAFF']);
		const reasons = new Map<unknown, number>();
		for (const { skipped } of rows) reasons.set(skipped, (reasons.get(skipped) ?? 0) + 1);
		expect(Object.fromEntries(reasons)).toEqual({
			undefined: 9_000,
			'it has left the group': 500,
			'it is in the group, with texts switched off': 500,
			'it is not subscribed to the group': 3,
		});
	}, 120_000);
});

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { statusAddressKey } from '../../../../../credentials/statusAddressKey';
import { findOperation } from '../../../../../nodes/SubscriptionMessaging/actions/router';
import type { PreparedItem } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { waitForDelivery } from '../../../../../nodes/SubscriptionMessaging/run/wait/waitForDelivery';
import { checkAddress } from '../../../../../nodes/SubscriptionMessaging/statusAddress/sign';
import { refusal, reply } from '../../transport/fakeService';
import { DONE, fakeRun } from '../fakeRun';
import {
	accepted,
	byIndex,
	item,
	outcomesOf,
	planOf,
	request,
	sendCall,
	to,
} from '../preparedItems';
import { recordedTimers } from '../../eventLoop/recordedTimers';

jest.mock('../../../../../nodes/SubscriptionMessaging/eventLoop/timers', () =>
	jest.requireActual<object>('../../eventLoop/recordedTimers'),
);

const pauses: number[] = [];
jest.mock('../../../../../nodes/SubscriptionMessaging/eventLoop/sleep', () => ({
	sleepFor: async (milliseconds: number) => await Promise.resolve(pauses.push(milliseconds)),
}));

beforeEach(() => pauses.splice(0));
afterEach(() => jest.restoreAllMocks());

const RESUME_URL = 'https://n8n.example/webhook-waiting/7';
const SECRETS = { username: 'acme', password: 'secret-word', api_key: 'key-of-acme' };

const ANN = '18015551001';
const BOB = '18015551002';

describe('a run that waits for delivery', () => {
	const NOW = 1_800_000_000_000;
	const CID = '18015551003';
	const OPERATION = 'message/sendAndWaitForDelivery';

	interface Run {
		/** Status of each recipient's message, by number. */
		statuses?: Record<string, number>;
		/** What each item sends; nothing where it failed or everybody was left out. */
		sends?: Array<ReturnType<typeof item>>;
		/** What it would give without waiting. */
		outputs?: IDataObject[];
		/** *Pause Between Requests*. */
		pause?: number;
	}

	const list = (ticket: string, ...numbers: string[]) =>
		item(request(sendCall(to(...numbers), 'Hi', { custom_ticket: `custom-${ticket}` })));
	const TWO = [list('one', ANN, BOB), list('two', CID)];

	async function waiting({ statuses = {}, sends = TWO, outputs, pause = 0 }: Run) {
		jest.spyOn(Date, 'now').mockReturnValue(NOW);
		const fake = fakeRun({
			operation: OPERATION,
			items: sends.map(() => ({})),
			parameters: { waitMinutes: (itemIndex: number) => [5, 30][itemIndex] },
			answer: ({ operation, ticket }) => {
				if (!/Transaction/.test(operation)) return reply(operation, DONE);
				const numbers = { 'service-0': [ANN, BOB], 'service-1': [CID] }[ticket];
				if (!numbers) return refusal(operation, `Ticket ${ticket} is unknown`);
				const rows = numbers.map(
					(number) =>
						`<item><sendTo>${number}</sendTo><status_code>${statuses[number] ?? 101}</status_code></item>`,
				);
				return reply(
					operation,
					`${DONE}<response><transactionlist>${rows.join('')}</transactionlist></response>`,
				);
			},
		});
		const posts: string[] = [];
		const executeData: { data?: { main: Array<Array<{ json: IDataObject }>> } } = {};
		const until: Date[] = [];
		const context = Object.assign(fake.context, {
			getExecuteData: () => executeData,
			putExecutionToWait: async (date: Date) => {
				until.push(date);
				await Promise.resolve();
			},
			evaluateExpression: () => RESUME_URL,
		}) as IExecuteFunctions;
		Object.assign(context.helpers, {
			httpRequest: async ({ url }: { url: string }) => {
				posts.push(url);
				return await Promise.resolve({ statusCode: 200 });
			},
		});
		const key = await statusAddressKey(SECRETS);
		const session = { ...fake.session, statusAddressKey: async () => await Promise.resolve(key) };
		const prepared: ReadonlyMap<number, PreparedItem> = byIndex(...sends);
		const plan = planOf(prepared);
		const outcomes = outcomesOf(
			plan,
			...plan.chains.map((_chain, nth) =>
				accepted({ result: true, transaction_ticket: `service-${nth}` }),
			),
		);
		const operation = findOperation('message', 'sendAndWaitForDelivery')!;
		const ended = { context, operation, sessions: [session], plan, outcomes };
		const before = (outputs ?? sends.map(() => ({ sent: true }))).map((json, index) => ({
			json,
			pairedItem: { item: index },
		}));
		const read = { toSend: prepared, pace: { batchSize: 1, inParallel: 1, pause } };
		const items = await waitForDelivery(ended, read, before);
		return { items, before, until, posts, stored: executeData.data?.main[0], key, ...fake };
	}

	const shown = (items: ReadonlyArray<{ json: IDataObject; pairedItem?: unknown }> | undefined) =>
		items?.map(({ json, pairedItem }) => [
			json.sendTo,
			json.status_code,
			json.timed_out,
			pairedItem,
		]);
	const from = (index: number) => ({ item: index });

	it('has a row for each recipient, the first one of every item before all others', async () => {
		const { items } = await waiting({ statuses: { [ANN]: 100 } });
		expect(shown(items)).toEqual([
			[ANN, 100, false, from(0)],
			[CID, 101, false, from(1)],
			[BOB, 101, false, from(0)],
		]);
	});

	it('pauses for the longest time that an item asks for, and a moment beyond', async () => {
		const { until } = await waiting({});
		expect(until).toEqual([new Date(NOW + 30 * 60_000 + 90_000)]);
		expect((await waiting({ statuses: { [CID]: 100 } })).until).toEqual(until);
	});

	it('stores what is to be seen if nobody asks at the limit', async () => {
		const { items, stored } = await waiting({ statuses: { [ANN]: 100 } });
		expect(shown(stored)).toEqual([
			[ANN, 100, false, from(0)],
			[CID, 101, true, from(1)],
			[BOB, 101, true, from(0)],
		]);
		const limit = new Date(NOW + 30 * 60_000).toISOString();
		expect(stored?.map(({ json }) => json.waited_until)).toEqual([undefined, limit, limit]);
		// n8n writes into the items of the output.
		stored?.forEach((one, index) => expect(one).not.toBe(items[index]));
	});

	it('asks n8n itself a moment later, about a message that is open', async () => {
		const { posts, key } = await waiting({ statuses: { [ANN]: 100 } });
		recordedTimers.find(({ delay }) => delay === 5000)!.action();
		expect(posts).toHaveLength(1);
		expect(checkAddress(key, posts[0]!)).toMatchObject({ customTicket: 'custom-two' });
	});

	it.each([['every message is final', { statuses: { [ANN]: 100, [BOB]: 402, [CID]: 100 } }, 100]])(
		'does not pause where %s',
		async (_when, run, status) => {
			const { items, until, stored } = await waiting(run);
			expect(items.map(({ json }) => json.status_code)[0]).toBe(status);
			expect([until, stored, recordedTimers.filter(({ delay }) => delay === 5000)]).toEqual([
				[],
				undefined,
				[],
			]);
		},
	);

	it('asks as slowly as it sends', async () => {
		const longest = async (pause?: number) => {
			await waiting({ pause });
			return Math.max(...pauses.splice(0), 0);
		};
		expect(await longest()).toBe(0);
		expect(await longest(700)).toBe(700);
	});

	it('gives what it has where nothing was sent, and asks nothing', async () => {
		const nobody = item([], { skipped: [{ sendTo: ANN, reason: 'no consent' }] });
		const { items, before, until, operations } = await waiting({ sends: [nobody] });
		expect(items).toEqual(before.map((one) => ({ ...one, json: { ...one.json, item_index: 0 } })));
		expect([until, operations()]).toEqual([[], []]);
	});

	it('keeps what is said of an item that was not sent, with its position', async () => {
		const nobody = item([], { skipped: [{ sendTo: BOB, reason: 'no consent' }] });
		const said = { sent: false, sendTo: BOB, skipped: 'no consent' };
		const { items, stored } = await waiting({
			sends: [list('one', ANN), nobody],
			outputs: [{ sent: true }, said],
		});
		expect(items[1]).toEqual({ json: { ...said, item_index: 1 }, pairedItem: from(1) });
		expect(stored?.[1]).toEqual(items[1]);
	});

	it('says of each recipient what holds for all of the item, and who was left out', async () => {
		const kept = {
			batch: 0,
			parts: 1,
			segments: 2,
			segments_before: 3,
			replaced: ['’'],
			recovered: true,
			recipients_allowed: 'only_these',
			sent_before: true,
			warnings: ['Long'],
		};
		const { items } = await waiting({
			sends: [
				{
					...list('one', ANN, BOB),
					skipped: [{ sendTo: CID, reason: 'no consent' }],
					recipientsAllowed: 'onlyThese',
				},
			],
			outputs: [{ sent: true, recipients: [ANN, BOB], ...kept }],
		});
		expect(items.map(({ json }) => json)).toMatchObject([
			{ sendTo: ANN, ...kept },
			{ sendTo: BOB, ...kept },
			{
				...{ sent: false, sendTo: CID, skipped: 'no consent' },
				...{ recipients_allowed: 'only_these', item_index: 0 },
			},
		]);
		expect(items[0]?.json).not.toHaveProperty('recipients');
		expect(items[2]?.json).not.toHaveProperty('batch');
	});
});

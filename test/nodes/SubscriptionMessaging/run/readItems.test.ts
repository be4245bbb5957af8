import { NodeOperationError } from 'n8n-workflow';

import { memoryOf } from '../../../../nodes/SubscriptionMessaging/run/memory/store';
import { openRun, type Opened } from '../../../../nodes/SubscriptionMessaging/run/open/open';
import { readItems } from '../../../../nodes/SubscriptionMessaging/run/readItems';
import type { PreparedItem } from '../../../../nodes/SubscriptionMessaging/run/values/call';
import { recipientsOf } from '../../../../nodes/SubscriptionMessaging/service/contract/call';
import { reply } from '../transport/fakeService';
import { fakeRun, type FakeRunOptions } from './fakeRun';

const SEND = { keyword: 'NSTAFF', sendTo: '18015550001', type: 1, message: 'Hello' };
const byItem =
	<T>(...values: T[]) =>
	(itemIndex: number) =>
		values[itemIndex];

interface Reading extends FakeRunOptions {
	/** How many items come in; one where it is left out. */
	count?: number;
	refuse?: (refusal: NodeOperationError) => void;
	/** Whether this n8n does not tell how the credential was entered. */
	tellsNothing?: boolean;
}

/** What the items of a run ask for, and which were refused, in order. */
async function reading({ count = 1, refuse, tellsNothing, ...run }: Reading) {
	const { operation = 'message/send', parameters } = run;
	const { context, operations, kept } = fakeRun({
		...run,
		operation,
		items: Array.from({ length: count }, () => ({})),
		parameters: { ...SEND, ...parameters },
	});
	if (tellsNothing) Object.assign(context, { additionalData: {} });
	const refusals: string[] = [];
	const opened = (await openRun(context)) as Opened;
	const memory = memoryOf(context, opened.operation);
	const items = await readItems(context, opened, memory, (refusal) => {
		refusals.push(refusal.message);
		refuse?.(refusal);
	});
	return {
		toSend: [...items.toSend.keys()],
		previews: [...items.previews.keys()],
		refused: [...items.refused.keys()],
		items,
		refusals,
		operations: operations(),
		kept,
	};
}

test('every item is read, in order', async () => {
	const { toSend, items, refused } = await reading({
		count: 3,
		parameters: { sendTo: byItem('18015550000', '18015550001', '18015550002') },
	});
	expect([toSend, refused]).toEqual([[0, 1, 2], []]);
	const people = [...items.toSend.values()].map(
		({ requests }) => recipientsOf(requests[0]!.call)[0]?.sendTo,
	);
	expect(people).toEqual(['18015550000', '18015550001', '18015550002']);
});

test('an item that cannot be read is refused, and the others go on', async () => {
	const { toSend, refused, refusals } = await reading({
		count: 3,
		parameters: { message: byItem('a', '', 'c') },
	});
	expect([toSend, refused]).toEqual([[0, 2], [1]]);
	expect(refusals).toEqual([expect.stringContaining("'Message'")]);
	expect(refusals[0]).toContain('[item 1]');
});

test('the pace is that of the first item that can be read now, not of one that was done before', async () => {
	const of = (batchSize: number) => ({
		batchSize,
		requestsInParallel: 3,
		pauseBetweenRequests: 50,
	});
	const paced = async (...messages: string[]) => {
		const { items } = await reading({
			count: messages.length,
			parameters: { message: byItem(...messages), options: byItem(of(1), of(20), of(30)) },
		});
		return items.pace;
	};
	expect(await paced('', 'b', 'c')).toEqual({ batchSize: 20, inParallel: 3, pause: 50 });
	expect(await paced('', '')).toEqual({ batchSize: 1, inParallel: 1, pause: 0 });
});

test('what an expression throws is a refusal of its item', async () => {
	const { refused, refusals, items } = await reading({
		count: 2,
		parameters: {
			message: (itemIndex: number) => {
				if (itemIndex === 1) throw new TypeError('x is not defined');
				return 'Hello';
			},
		},
	});
	expect([refused, refusals]).toEqual([[1], ['x is not defined']]);
	expect(items.refused.get(1)?.context.itemIndex).toBe(1);
});

test('a refusal that ends the run ends the reading, and nothing is asked of the service', async () => {
	const ending = reading({
		operation: 'message/sendTemplate',
		count: 2,
		parameters: { keyword: byItem('NSTAFF', ''), id: '7' },
		refuse: (refusal) => {
			throw refusal;
		},
	});
	await expect(ending).rejects.toThrow('[item 1]');
});

test('previews are kept apart, and are not refused for what only a send may not', async () => {
	const { toSend, previews } = await reading({
		count: 2,
		parameters: { preview: byItem(true, false) },
	});
	expect([previews, toSend]).toEqual([[0], [1]]);
});

describe('items that send different messages to everyone in a unit', () => {
	const operation = 'message/sendToGroup';
	const parameters = { message: byItem('a', 'a', 'b') };

	test('are all refused, because it is not known which is meant', async () => {
		const { toSend, refused, refusals } = await reading({ operation, count: 3, parameters });
		expect([toSend, refused]).toEqual([[], [2, 0, 1]]);
		expect(refusals[0]).toContain('[item 2]');
	});

	test('are sent where that was chosen', async () => {
		const { toSend } = await reading({
			operation,
			count: 3,
			parameters: { ...parameters, options: { severalBroadcasts: true } },
		});
		expect(toSend).toEqual([0, 1, 2]);
	});
});

describe('a stored template', () => {
	const template = '<result>true</result><response><id>7</id><text>Hi {name}</text></response>';
	const stored: Reading = {
		operation: 'message/sendTemplate',
		parameters: { id: '7' },
		answer: ({ operation }) => reply(operation, template),
	};

	test('is read after all items were, for those that are left', async () => {
		const { refused, refusals, operations } = await reading({
			...stored,
			count: 2,
			parameters: { ...stored.parameters, keyword: byItem('', 'NSTAFF') },
		});
		expect(refused).toEqual([0, 1]);
		expect(refusals[1]).toContain('The template has no value for {name}');
		expect(operations).toEqual(['readTemplate']);
	});
});

test('an account of another item cannot be waited for where n8n tells no expressions', async () => {
	const { toSend, refused, refusals, items } = await reading({
		operation: 'message/sendAndWaitForDelivery',
		count: 2,
		credential: (itemIndex) => ({ username: ['acme', 'other'][itemIndex] ?? 'nobody' }),
		tellsNothing: true,
	});
	expect([toSend, refused]).toEqual([[0], [1]]);
	expect(refusals[0]).toContain('The credential reads an item');
	expect(items.refused.get(1)).toMatchObject({ context: { itemIndex: 1 } });
});

test('the account of each item is that of its requests', async () => {
	const { items } = await reading({
		count: 2,
		credential: (itemIndex) => ({ username: ['acme', 'other'][itemIndex] ?? 'nobody' }),
	});
	const accounts = [...items.toSend.values()].map(({ requests }) => requests[0]?.settings.account);
	expect(accounts).toEqual([0, 1]);
});

test('a refusal is an error of the node, which n8n shows with its item', async () => {
	const { items } = await reading({ parameters: { message: '' } });
	const refusal = items.refused.get(0);
	expect(refusal).toBeInstanceOf(NodeOperationError);
	expect(refusal?.context.itemIndex).toBe(0);
});

describe('whom the credential of an item allows', () => {
	const allowing = (itemIndex: number) => ({
		username: ['acme', 'other'][itemIndex] ?? 'nobody',
		recipientsAllowed: ['anyone', 'onlyThese'][itemIndex],
		allowedRecipients: '18015550009',
	});

	test('counts for that item, whatever the credential of the first one allows', async () => {
		const { toSend, refusals } = await reading({ count: 2, credential: allowing });
		expect(toSend).toEqual([0]);
		expect(refusals).toEqual([
			expect.stringContaining('"18015550001" is not among the recipients'),
		]);
	});

	test('is not asked for an item that cannot be read, which says why', async () => {
		const { refusals } = await reading({
			count: 2,
			credential: allowing,
			parameters: { message: byItem('a', '') },
		});
		expect(refusals).toEqual(["'Message' is empty [item 1]"]);
	});
});

describe('numbers of ten digits without a plus sign', () => {
	/** Of the United States without the 1; the last two are numbers of Belgium and Norway as well. */
	const BARE = ['8015551234', '9179990000', '3234591296', '4792756893'];
	const skip = { impossibleNumbers: 'skip' };
	const peopleOf = ({ items }: Awaited<ReturnType<typeof reading>>) =>
		[...items.toSend.values()].flatMap(({ requests }) =>
			requests.flatMap(({ call }) => recipientsOf(call).map(({ sendTo }) => sendTo)),
		);

	test('are left out of a list where many lack their country code: the others would be strangers', async () => {
		const all = await reading({
			parameters: { sendTo: [...BARE, '+3234591296', '18015550000'].join(), options: skip },
		});
		expect(peopleOf(all)).toEqual(['3234591296', '18015550000']);
		const [{ skipped }] = [...all.items.toSend.values()] as [PreparedItem];
		expect(skipped.map(({ sendTo }) => sendTo)).toEqual(BARE);
		expect(skipped[0]?.reason).toContain('is not a possible phone number');
		expect(skipped[2]?.reason).toBe('"3234591296" may lack its country code, as others do');
	});

	test('are refused where each has an item of its own', async () => {
		const { toSend, refused, refusals } = await reading({
			count: 5,
			parameters: { sendTo: byItem(...BARE, '18015550000') },
		});
		expect([toSend, refused]).toEqual([[4], [0, 1, 2, 3]]);
		expect(refusals[3]).toContain('"4792756893" may lack its country code');
	});

	test.each([
		['of which none is American', ['4526123456', '4528123456', '8015551234'], 2],
		['that are written as in Denmark', ['45 26 12 34 56', '45 28 12 34 56', '8015551234'], 2],
		['of Iceland', ['354 6912345', '354 6912346', '354 6912347'], 3],
	])('%s have their country code', async (_which, numbers, count) => {
		const all = await reading({ parameters: { sendTo: numbers.join(), options: skip } });
		expect(peopleOf(all)).toHaveLength(count);
	});

	test('are numbers with their country code where hardly any other lacks it, or a default country is chosen', async () => {
		const norway = ['4792756893', '4792756894', '4792756895', '8015551234'].join();
		const mostly = await reading({ parameters: { sendTo: norway, options: skip } });
		expect(peopleOf(mostly)).toHaveLength(3);
		const options = { ...skip, defaultCountry: 'NO' };
		const norwegian = await reading({ parameters: { sendTo: BARE.join(), options } });
		expect(peopleOf(norwegian)).toContain('4792756893');
	});
});

test('n8n has its turn while many items are read', async () => {
	let turns = 0;
	let isRead = false;
	const count = () => {
		turns += 1;
		if (!isRead) setImmediate(count);
	};
	setImmediate(count);
	const slowly = (itemIndex: number) => {
		const end = performance.now() + 2;
		while (performance.now() < end);
		return `1801555${1000 + itemIndex}`;
	};
	const { toSend } = await reading({ count: 100, parameters: { sendTo: slowly } });
	isRead = true;
	expect(toSend).toHaveLength(100);
	// 200 ms of work.
	expect(turns).toBeGreaterThan(10);
});

import type { PreparedItem } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { prepare } from '../../../../../nodes/SubscriptionMessaging/run/read/prepare';
import {
	POSITIONS,
	reported as reportedInSteps,
	type Reported,
} from '../../../../../nodes/SubscriptionMessaging/run/report/tickets';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { fakeRun, fieldsOf } from '../fakeRun';
import { stepsOf } from '../../stepsOf';

function items(
	parameters: Record<string, unknown>,
	inputs: Array<Record<string, unknown>>,
): Map<number, PreparedItem> {
	const { context, session } = fakeRun({
		operation: 'message/getReport',
		parameters: { keyword: 'NSTAFF', expected: '', ...parameters },
		items: inputs as never,
	});
	return new Map(
		inputs.map((_input, index) => {
			const { operation, fields } = fieldsOf(context, 'message/getReport', index);
			return [index, prepare(context, operation, session, 0, fields)];
		}),
	);
}

const reported = (items: Map<number, PreparedItem>): Reported => finished(reportedInSteps(items));

const byInput =
	(inputs: Array<Record<string, unknown>>, name: string) =>
	(itemIndex: number): unknown =>
		inputs[itemIndex]?.[name];

test('asks for a ticket once, with all who have it and the items that name it', () => {
	const inputs = [
		{ custom_ticket: 'a', sendTo: '+1 801 555 1001' },
		{ custom_ticket: 'b', sendTo: '18015551002' },
		{ custom_ticket: 'a', sendTo: '18015551003' },
	];
	const { tickets } = reported(
		items(
			{
				custom_ticket: byInput(inputs, 'custom_ticket'),
				expected: byInput(inputs, 'sendTo'),
			},
			inputs,
		),
	);
	expect(tickets).toMatchObject([
		{ position: 0, expected: ['18015551001', '18015551003'], itemIndexes: [0, 2] },
		{ position: 1, expected: ['18015551002'], itemIndexes: [1] },
	]);
});

test('a ticket of one group is another one than that of another group', () => {
	const { tickets } = reported(
		items(
			{ keyword: (index: number) => ['NSTAFF', 'nstaff', 'NCLIENT'][index], custom_ticket: 'a' },
			[{}, {}, {}],
		),
	);
	expect(tickets.map(({ call }) => call.keyword)).toEqual(['NSTAFF', 'NCLIENT']);
});

test('a list of tickets names nobody, unless it is that of the parts of the item', () => {
	const input = { custom_tickets: ['a-1', 'a-2'], sendTo: '18015551001' };
	const parts = reported(
		items({ custom_ticket: () => input.custom_tickets, expected: () => input.sendTo }, [input]),
	);
	expect(parts.tickets.map(({ expected }) => expected)).toEqual([['18015551001'], ['18015551001']]);
	const entered = reported(items({ custom_ticket: 'x, y', expected: () => input.sendTo }, [input]));
	expect(entered.tickets.map(({ expected }) => expected)).toEqual([[], []]);
});

test('the ticket of an input item is one, although it holds a comma', () => {
	const input = { custom_ticket: 'order 7, part' };
	const { tickets } = reported(items({ custom_ticket: () => input.custom_ticket }, [input]));
	expect(tickets.map(({ call }) => call.parameters)).toEqual([{ custom_ticket: 'order 7, part' }]);
});

test('an item that names a ticket twice is one item of it', () => {
	const { tickets } = reported(items({ custom_ticket: 'a, b, a' }, [{}]));
	expect(tickets.map(({ itemIndexes }) => itemIndexes)).toEqual([[0], [0]]);
});

test('tickets that the same items name have one list of these items', () => {
	const named = ['a, b', 'a, b', 'c'];
	const { tickets } = reported(
		items({ custom_ticket: (index: number) => named[index] }, [{}, {}, {}]),
	);
	const [first, second, third] = tickets.map(({ itemIndexes }) => itemIndexes);
	expect(first).toEqual([0, 1]);
	expect(second).toBe(first);
	expect(third).toEqual([2]);
});

test('a request that names nobody expects nobody', () => {
	const [item] = items({ custom_ticket: 'a' }, [{}]).values();
	const requests = item!.requests.map((one) => ({ ...one, expected: undefined }));
	expect(reported(new Map([[0, { ...item!, requests }]])).tickets[0]?.expected).toEqual([]);
});

test('each campaign has positions of its own, however the keyword of its group is written', () => {
	const { campaigns } = reported(
		items(
			{
				reportBy: 'campaignKey',
				keyword: (index: number) => ['NSTAFF', 'nstaff', 'NCLIENT', 'NSTAFF'][index],
				campaignKey: (index: number) => ['sale', 'sale', 'sale', 'news'][index],
			},
			[{}, {}, {}, {}],
		),
	);
	expect(campaigns).toMatchObject([
		{ key: 'sale', position: POSITIONS, itemIndexes: [0, 1] },
		{ key: 'sale', position: 2 * POSITIONS, itemIndexes: [2] },
		{ key: 'news', position: 3 * POSITIONS, itemIndexes: [3] },
	]);
});

test('one campaign for all items, with everyone whom they name', () => {
	const inputs = [{ sendTo: '18015551001' }, { sendTo: '18015551002' }];
	const { campaigns, tickets } = reported(
		items(
			{ reportBy: 'campaignKey', campaignKey: 'sale', expected: byInput(inputs, 'sendTo') },
			inputs,
		),
	);
	expect(tickets).toEqual([]);
	expect(campaigns).toMatchObject([
		{ key: 'sale', expected: ['18015551001', '18015551002'], itemIndexes: [0, 1] },
	]);
});

test('whom a send left out has no ticket, and is none of the tickets', () => {
	const inputs = [{ sent: false, sendTo: '18015551001', skipped: 'why' }, { custom_ticket: 'a' }];
	const read = items({ custom_ticket: byInput(inputs, 'custom_ticket') }, inputs);
	expect(reported(read).tickets).toHaveLength(1);
	expect(read.get(0)).toMatchObject({ requests: [], skipped: [{ sendTo: '18015551001' }] });
});

test.each([
	[{ custom_ticket: '' }, "'Custom Tickets' holds no ticket [item 0]"],
	[{ reportBy: 'campaignKey', campaignKey: ' ' }, "'Campaign Key' is empty [item 0]"],
	[{ reportBy: 'campaignKey', campaignKey: 'sale-7' }, /end in a hyphen and digits/],
	[{ custom_ticket: 't'.repeat(51) }, /'Custom Tickets' has 51 characters.*50/],
])('refuses %j', (parameters, message) => {
	expect(() => items(parameters, [{}])).toThrow(message);
});

test('many items are read in steps', () => {
	const item = items({ custom_ticket: 'a' }, [{}]).get(0)!;
	const many = new Map(Array.from({ length: 2_000 }, (_one, index) => [index, item]));
	expect(stepsOf(reportedInSteps(many))).toBeGreaterThan(3);
});

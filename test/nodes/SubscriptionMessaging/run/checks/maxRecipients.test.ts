import type { NodeOperationError } from 'n8n-workflow';

import type { PreparedItem } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { withinMaxRecipients } from '../../../../../nodes/SubscriptionMessaging/run/checks/maxRecipients';
import { Reach } from '../../../../../nodes/SubscriptionMessaging/run/checks/reach';
import { refusal, reply, type FakeAnswer, type FakeRequest } from '../../transport/fakeService';
import { fakeRun } from '../fakeRun';
import {
	asRead,
	broadcastCall,
	byIndex,
	fromItem,
	item,
	plainCall,
	request,
	sendCall,
	to,
} from '../preparedItems';

const DONE = '<result>true</result><error_code>0</error_code>';
const group = (keyword: string) => `<item><keyword>${keyword}</keyword></item>`;
const TREE = reply(
	'getOrganizationTree',
	`${DONE}<response><keyword>NORTH</keyword><subscriptionnodes>${group('NSTAFF')}${group('NCREW')}</subscriptionnodes></response>`,
);
/** Each group has 3 active subscribers. */
const usual = ({ operation }: FakeRequest): FakeAnswer =>
	operation === 'getOrganizationTree'
		? TREE
		: reply(
				'getAllSubscribers',
				`${DONE}<response><subscribers>${'<item><unsubdate/><user><phone>18015551001</phone></user></item>'.repeat(3)}</subscribers></response>`,
			);

async function within(items: PreparedItem[], answer = usual) {
	const { context, session, operations } = fakeRun({ answer });
	const refusals: NodeOperationError[] = [];
	const result = await withinMaxRecipients(
		context,
		new Reach(context, [session], 0),
		asRead(byIndex(...items)),
		(refused) => refusals.push(refused),
	);
	return {
		left: [...result.toSend.keys(), ...result.previews.keys()],
		refused: [...result.refused.keys()],
		said: refusals.map(({ message }) => message),
		details: refusals.map(({ description, context: { itemIndex } }) => [itemIndex, description]),
		asked: operations(),
	};
}

const most = (recipients: number, more: Partial<PreparedItem> = {}) => ({
	maximums: { recipients },
	...more,
});
const people = (count: number, more: Partial<PreparedItem>) =>
	Array.from({ length: count }, (_one, index) => item(fromItem(`1801555${1000 + index}`), more));

test('a run up to the limit goes on, and one beyond it is stopped as a whole', async () => {
	expect((await within(people(3, most(3)))).left).toEqual([0, 1, 2]);
	const { left, refused, said, details, asked } = await within(people(4, most(3)));
	expect(left).toEqual([]);
	expect(refused).toEqual([0, 1, 2, 3]);
	expect(said[0]).toBe("4 recipients, and 'Max Recipients' is 3: nothing was sent [item 0]");
	expect(details[0]).toEqual([0, expect.stringMatching(/^Check whom it goes to, or raise/)]);
	expect(asked).toEqual([]);
});

test('a person counts once, however often and in whichever way they are reached', async () => {
	const items = [
		item(fromItem('18015551000'), most(2)),
		item(request(sendCall(to('18015551000', '18015551001')))),
		item(request(plainCall('18015551001,18015551000'))),
	];
	expect((await within(items)).refused).toEqual([]);
	expect((await within([...items, item(fromItem('18015551002'))])).refused).toHaveLength(4);
});

test('of redirected messages the people count whom they are for', async () => {
	const redirected = request(sendCall(to('1', '1')), {
		redirectedFrom: ['18015551000', '18015551001'],
	});
	expect((await within([item(redirected, most(1))])).refused).toEqual([0]);
});

test('the lowest limit of all items counts, and it stops those without one, too', async () => {
	const items = [...people(2, most(9)), item(fromItem('18015559999'), most(2))];
	expect((await within(items)).refused).toEqual([0, 1, 2]);
	expect((await within(people(9, {}))).refused).toEqual([]);
});

test('who was left out does not count, nor does the limit of an item that sends nothing', async () => {
	expect((await within([...people(2, most(2)), item([], most(1))])).refused).toEqual([]);
});

test('previews are counted for themselves', async () => {
	const items = [...people(2, most(2)), ...people(3, most(2, { preview: true }))];
	expect(await within(items)).toMatchObject({ left: [0, 1], refused: [2, 3, 4] });
});

test('what an earlier try began goes on, and counts among the people', async () => {
	const begun = people(2, { chain: 'earlier' });
	expect((await within([...begun, item(fromItem('18015559999'), most(2))])).left).toEqual([0, 1]);
	expect((await within(people(3, most(1, { chain: 'earlier' })))).refused).toEqual([]);
	const limited = people(2, most(1, { chain: 'earlier' }));
	expect((await within([...limited, item(fromItem('18015559999'))])).left).toEqual([0, 1, 2]);
});

describe('a message to everyone', () => {
	const everyone = (keyword: string, recipients: number) =>
		item(request(broadcastCall('Hello', keyword)), most(recipients));

	test('counts the active subscribers of the group, with one read of its list', async () => {
		const { left, asked } = await within([everyone('NSTAFF', 3), everyone('nstaff', 3)]);
		expect(left).toEqual([0, 1]);
		expect(asked).toEqual(['getOrganizationTree', 'getAllSubscribers']);
		const { said } = await within([everyone('NSTAFF', 2)]);
		expect(said).toEqual(["3 recipients, and 'Max Recipients' is 2: nothing was sent [item 0]"]);
	});

	test('counts at most the sum of the groups of a division, or of a list and a group', async () => {
		const { said } = await within([everyone('NORTH', 5)]);
		expect(said[0]).toContain('Up to 6 recipients');
		expect((await within([everyone('NORTH', 6)])).refused).toEqual([]);
		const both = await within([everyone('NSTAFF', 4), ...people(2, {})]);
		expect(both.said[0]).toContain('Up to 5 recipients');
	});

	test('counts beside a list that reaches as many as are allowed by itself', async () => {
		const { refused } = await within([everyone('NSTAFF', 2), ...people(2, {})]);
		expect(refused).toEqual([0, 1, 2]);
	});

	test('reads nothing where the lists alone reach too many', async () => {
		const { refused, asked } = await within([everyone('NSTAFF', 1), ...people(2, {})]);
		expect(refused).toEqual([0, 1, 2]);
		expect(asked).toEqual([]);
	});

	test('is stopped where it cannot be counted', async () => {
		const { said, details, left } = await within([everyone('NSTAFF', 99)], () =>
			refusal('getOrganizationTree', 'No'),
		);
		expect(left).toEqual([]);
		expect(said).toEqual([
			"The group's subscribers couldn't be counted, so nothing was sent [item 0]",
		]);
		expect(details).toEqual([[0, expect.stringMatching(/Check the group and try again/)]]);
	});
});

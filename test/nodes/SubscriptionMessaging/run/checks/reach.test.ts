import type { PreparedItem } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { Reach } from '../../../../../nodes/SubscriptionMessaging/run/checks/reach';
import { refusal, reply, type FakeAnswer, type FakeRequest } from '../../transport/fakeService';
import { fakeRun } from '../fakeRun';
import {
	asRead,
	broadcastCall,
	byIndex,
	fromItem,
	item,
	request,
	SETTINGS,
} from '../preparedItems';

const DONE = '<result>true</result><error_code>0</error_code>';
const TREE = reply(
	'getOrganizationTree',
	`${DONE}<response><keyword>ACME</keyword><subscriptionnodes><item><name>Staff</name><keyword>NSTAFF</keyword></item><item><name>Empty</name><keyword>EMPTY</keyword></item></subscriptionnodes></response>`,
);
const usual = ({ operation, keyword }: FakeRequest): FakeAnswer =>
	operation === 'getOrganizationTree'
		? TREE
		: reply(
				'getAllSubscribers',
				`${DONE}<response><subscribers>${keyword === 'EMPTY' ? '' : '<item><unsubdate/><user><phone>18015551001</phone></user></item>'.repeat(3)}</subscribers></response>`,
			);

const to = (keyword: string, more: Partial<PreparedItem> = {}) =>
	item(request(broadcastCall('Hello', keyword)), more);

function reaching(items: PreparedItem[], answer = usual) {
	const { context, session, operations } = fakeRun({ answer });
	return {
		reach: new Reach(context, [session], 0),
		items: asRead(byIndex(...items)),
		operations,
	};
}

async function added(items: PreparedItem[], answer = usual) {
	const run = reaching(items, answer);
	const { previews, toSend } = await run.reach.addTo(run.items);
	return { all: [...previews.values(), ...toSend.values()], asked: run.operations() };
}

test('reads within the time that the user chose', async () => {
	const { context, session, requests } = fakeRun({ answer: usual });
	const reach = new Reach(context, [session], 0);
	await reach.of(request(broadcastCall(), { settings: { ...SETTINGS, timeLimit: 7 } }));
	expect(requests.map(({ options }) => options.timeout)).toEqual(requests.map(() => 7_000));
});

test('previews of one group share one reading of its subscribers', async () => {
	const { all, asked } = await added([
		to('NSTAFF', { preview: true }),
		to('nstaff', { preview: true }),
	]);
	expect(all.map(({ reached }) => reached?.people)).toEqual([3, 3]);
	expect(all[0]).not.toHaveProperty('warnings');
	expect(asked).toEqual(['getOrganizationTree', 'getAllSubscribers']);
});

test('nothing is read for a send, a list, or what an earlier try began', async () => {
	const { all, asked } = await added([
		to('NSTAFF'),
		item(fromItem('18015550001'), { preview: true }),
		to('NSTAFF', { preview: true, chain: 'earlier' }),
	]);
	expect(all.map(({ reached }) => reached)).toEqual([undefined, undefined, undefined]);
	expect(asked).toEqual([]);
});

test('a send tells what was counted for it before', async () => {
	const run = reaching([to('NSTAFF')]);
	await run.reach.of(run.items.toSend.get(0)!.requests[0]!);
	const { toSend } = await run.reach.addTo(run.items);
	expect(toSend.get(0)?.reached).toMatchObject({ people: 3 });
});

test('a group without active subscribers is warned of, beside the other warnings', async () => {
	const { all } = await added([to('EMPTY', { preview: true, warnings: ['before'] })]);
	expect(all[0]?.reached?.people).toBe(0);
	expect(all[0]?.warnings).toEqual([
		'before',
		'EMPTY has no active subscribers, so the message may reach nobody',
	]);
});

test('a preview that cannot be counted says so', async () => {
	const { all } = await added([to('NSTAFF', { preview: true })], ({ operation }) =>
		refusal(operation, 'No'),
	);
	expect(all[0]).not.toHaveProperty('reached');
	expect(all[0]?.warnings).toEqual([
		expect.stringContaining("The subscribers of NSTAFF couldn't be counted"),
	]);
});

test('units and accounts are told apart, whatever the case of their keywords', async () => {
	const ofOther = (code: string) =>
		item(request({ ...broadcastCall('Hello', 'NSTAFF'), code }), { preview: true });
	const { all, asked } = await added([
		to('NSTAFF', { preview: true }),
		to('EMPTY', { preview: true }),
		ofOther('54321'),
	]);
	expect(all.map(({ reached }) => reached?.people)).toEqual([3, 0, 3]);
	expect(asked.filter((operation) => operation === 'getAllSubscribers')).toHaveLength(3);
});

test('an item of which nothing is left to be sent reaches nobody', async () => {
	const { all, asked } = await added([item([], { preview: true })]);
	expect([all[0]?.reached, asked]).toEqual([undefined, []]);
});

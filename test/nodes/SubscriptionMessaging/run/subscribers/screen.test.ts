import type { NodeOperationError } from 'n8n-workflow';

import type { SubscriberRule } from '../../../../../nodes/SubscriptionMessaging/actions/fields/subscribers';
import type { PreparedItem } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { screenRecipients } from '../../../../../nodes/SubscriptionMessaging/run/subscribers/screen';
import { recipientsOf } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { refusal, reply, type FakeAnswer } from '../../transport/fakeService';
import { fakeRun } from '../fakeRun';
import { asRead, byIndex, fromItem, item, request, sendCall, SETTINGS, to } from '../preparedItems';

const ANN = '18015551001';
const BOB = '18015551002';
const SKIP: SubscriberRule = { unsubscribed: 'skip', onlySubscribers: false };
const FAIL: SubscriberRule = { unsubscribed: 'fail', onlySubscribers: false };

const row = (phone: string, unsubdate = '') =>
	`<item><mobiletxt>1</mobiletxt><unsubdate>${unsubdate}</unsubdate><user><phone>${phone}</phone></user></item>`;
const listOf = (operation: string, ...rows: string[]) =>
	reply(
		operation,
		`<result>true</result><error_code>0</error_code><response><subscribers>${rows.join('')}</subscribers></response>`,
	);
/** Ann is subscribed, Bob has left. */
const LISTS = (operation: string) =>
	operation === 'getActiveSubscribers'
		? listOf(operation, row(ANN))
		: listOf(operation, row(ANN), row(BOB, '2026-01-01 00:00:00'));

async function screened(
	items: PreparedItem[],
	{
		answer = LISTS,
		throws = false,
		cancel,
	}: { answer?: (operation: string) => FakeAnswer; throws?: boolean; cancel?: AbortSignal } = {},
) {
	const { context, session, requests } = fakeRun({
		answer: ({ operation }) => answer(operation),
		cancel,
	});
	const toSend = byIndex(...items);
	const refusals: NodeOperationError[] = [];
	const other = { ...session, baseUrl: 'https://other.example' };
	const result = await screenRecipients(context, [session, other], asRead(toSend), (refused) => {
		refusals.push(refused);
		if (throws) throw refused;
	});
	return { ...result, refusals, requests };
}

const reached = (items: ReadonlyMap<number, PreparedItem>) =>
	[...items.values()].flatMap(({ requests }) =>
		requests.flatMap(({ call }) => recipientsOf(call).map(({ sendTo }) => sendTo)),
	);

test('reads each group once a run, whoever asks for it and however its keyword is written', async () => {
	const lower = { ...sendCall(to(ANN)), keyword: 'nstaff' };
	const { requests, items } = await screened([
		item(fromItem(ANN), { subscribers: SKIP }),
		item(fromItem(BOB), { subscribers: SKIP }),
		item(request(lower), { subscribers: FAIL }),
		item(request(sendCall(to(BOB))), { subscribers: SKIP, preview: true }),
	]);
	expect(requests).toMatchObject([{ operation: 'getAllSubscribers', keyword: 'NSTAFF' }]);
	expect(reached(items.toSend)).toEqual([ANN, ANN]);
	expect(items.previews.get(3)?.skipped).toHaveLength(1);
});

test('reads groups, codes and accounts for themselves', async () => {
	const of = (more: object, settings = SETTINGS) =>
		item(request({ ...sendCall(to(ANN)), ...more }, { settings }), { subscribers: SKIP });
	const { requests } = await screened([
		of({}),
		of({ keyword: 'NCLIENT' }),
		of({ code: '99999' }),
		of({}, { ...SETTINGS, account: 1, serviceAccount: 'account-2' }),
	]);
	expect(requests.map(({ keyword }) => keyword)).toEqual(['NSTAFF', 'NCLIENT', 'NSTAFF', 'NSTAFF']);
	const hosts = requests.map(({ options }) => new URL(options.url).hostname);
	expect(hosts.map((host) => host === 'other.example')).toEqual([false, false, false, true]);
});

test('asks for nothing where no item has a rule, where it was begun before, or has no recipients', async () => {
	const all = [
		item(fromItem(BOB)),
		item(fromItem(BOB), { subscribers: SKIP, chain: 'earlier' }),
		item([], { subscribers: SKIP }),
	];
	const { requests, items, hints } = await screened(all);
	expect(requests).toEqual([]);
	expect(items.toSend).toEqual(byIndex(...all));
	expect(hints).toEqual([]);
});

test('with Fail, an item is refused by name, and the others go on', async () => {
	const { items, refusals } = await screened([
		item(request(sendCall(to(ANN, BOB))), { subscribers: FAIL }),
		item(request(sendCall(to(ANN))), { subscribers: FAIL }),
	]);
	expect(refusals.map(({ message }) => message)).toEqual([
		'A recipient has left the group, so nothing was sent [item 0]',
	]);
	expect(refusals[0]?.description).toContain(BOB);
	expect([...items.toSend.keys()]).toEqual([1]);
	expect([...items.refused.keys()]).toEqual([0]);
});

test('names 20 of many who have left', async () => {
	const many = Array.from({ length: 25 }, (_one, index) => `180155520${10 + index}`);
	const rows = many.map((phone) => row(phone, '2026-01-01 00:00:00')).join('');
	const { refusals } = await screened(
		[item(request(sendCall(to(...many))), { subscribers: FAIL })],
		{
			answer: (operation) => listOf(operation, rows),
		},
	);
	expect(refusals[0]?.message).toBe(
		'25 recipients have left the group, so nothing was sent [item 0]',
	);
	expect(refusals[0]?.description?.match(/\b1801555\d{4}\b/g)).toHaveLength(20);
	expect(refusals[0]?.description).toContain(`${many[19]} and 5 more. Remove them`);
});

test('a group that cannot be read refuses all of its items, previews too', async () => {
	const answer = (operation: string) => refusal(operation, 'No such &lt;group&gt;');
	const { items, refusals, requests } = await screened(
		[
			item(fromItem(ANN), { subscribers: SKIP }),
			item(fromItem(BOB), { subscribers: SKIP, preview: true }),
			item(fromItem(BOB)),
		],
		{ answer },
	);
	expect(refusals.map(({ message }) => message)).toEqual([
		"The group's subscribers couldn't be read, so nothing was sent [item 0]",
		"The group's subscribers couldn't be read, so nothing was sent [item 1]",
	]);
	expect(refusals[0]?.description).toContain('No such &lt;group&gt;');
	expect([...items.toSend.keys()]).toEqual([2]);
	expect(items.previews.size).toBe(0);
	expect(requests).toHaveLength(1);
});

test('a refusal that ends the run ends it', async () => {
	const failing = screened([item(fromItem(BOB), { subscribers: FAIL })], { throws: true });
	await expect(failing).rejects.toThrow('has left the group');
});

test('a cancelled execution asks for nothing', async () => {
	const cancel = AbortSignal.abort(new Error('cancelled'));
	await expect(screened([item(fromItem(BOB), { subscribers: SKIP })], { cancel })).rejects.toThrow(
		'cancelled',
	);
});

test('a default country tells national numbers, where all items name the same one', async () => {
	const national = (operation: string) => listOf(operation, row('(801) 555-1001'));
	const only = (country?: string): SubscriberRule => ({ ...SKIP, onlySubscribers: true, country });
	const reachedWith = async (...countries: Array<string | undefined>) => {
		const items = countries.map((country) => item(fromItem(ANN), { subscribers: only(country) }));
		return reached((await screened(items, { answer: national })).items.toSend);
	};
	expect(await reachedWith('US')).toEqual([ANN]);
	expect(await reachedWith('US', 'US')).toEqual([ANN, ANN]);
	expect(await reachedWith('US', 'DE')).toEqual([]);
	expect(await reachedWith(undefined)).toEqual([]);
});

test('the panel says how many were left out, and why', async () => {
	const only: SubscriberRule = { ...SKIP, onlySubscribers: true };
	const { hints } = await screened([
		item(fromItem(BOB), { subscribers: only }),
		item(fromItem('18015551009'), { subscribers: only }),
		item(fromItem(ANN), { subscribers: only }),
	]);
	expect(hints.map(({ message }) => message)).toEqual([
		'Left out: 1 (it has left the group), 1 (it is not subscribed to the group).',
	]);
});

test('the panel tells nothing of those beside somebody for whom the item is refused', async () => {
	const { hints, refusals } = await screened([
		item(request(sendCall(to(BOB, '18015551009'))), {
			subscribers: { ...FAIL, onlySubscribers: true },
		}),
	]);
	expect(refusals).toHaveLength(1);
	expect(hints).toEqual([]);
});

test('20 who have left are all named, which needs no dots', async () => {
	const many = Array.from({ length: 20 }, (_one, index) => `180155520${10 + index}`);
	const rows = many.map((phone) => row(phone, '2026-01-01 00:00:00')).join('');
	const { refusals } = await screened(
		[item(request(sendCall(to(...many))), { subscribers: FAIL })],
		{
			answer: (operation) => listOf(operation, rows),
		},
	);
	expect(refusals[0]?.description).toContain(`${many[19]}. Remove them`);
});

test.each([
	['only those who left', [BOB], 'Left out: 1 (it has left the group).'],
	['only others', ['18015551009'], 'Left out: 1 (it is not subscribed to the group).'],
])(
	'the panel speaks of %s where there are no more, and of nobody left out before',
	async (_who, numbers, message) => {
		const only: SubscriberRule = { ...SKIP, onlySubscribers: true };
		const before = [{ sendTo: '1', reason: 'no phone number' }];
		const { hints } = await screened([
			item(request(sendCall(to(ANN, ...numbers))), { subscribers: only, skipped: before }),
		]);
		expect(hints).toEqual([{ message, type: 'info', location: 'outputPane' }]);
	},
);

test('Only Subscribers goes by the list of the active, where nobody without a date of leaving has to be', async () => {
	const invited = '18015551003';
	const { items, requests, hints } = await screened(
		[
			item(request(sendCall(to(ANN, BOB, invited))), {
				subscribers: { ...SKIP, onlySubscribers: true },
			}),
			item(request(sendCall(to(BOB, invited))), { subscribers: SKIP }),
		],
		{
			answer: (operation) =>
				operation === 'getActiveSubscribers'
					? LISTS(operation)
					: listOf(operation, row(ANN), row(BOB, '2026-01-01 00:00:00'), row(invited)),
		},
	);
	expect(requests.map(({ operation }) => operation)).toEqual([
		'getAllSubscribers',
		'getActiveSubscribers',
	]);
	expect(reached(items.toSend)).toEqual([ANN, invited]);
	expect(hints.map(({ message }) => message)).toEqual([
		'Left out: 2 (it has left the group), 1 (it is not subscribed to the group).',
	]);
});

test.each([
	['getAllSubscribers', 1],
	['getActiveSubscribers', 2],
])('where %s is refused, nothing is sent', async (refused, asked) => {
	const { items, refusals, requests } = await screened(
		[item(fromItem(ANN), { subscribers: { ...SKIP, onlySubscribers: true } })],
		{
			answer: (operation) =>
				operation === refused ? refusal(operation, 'Gone') : LISTS(operation),
		},
	);
	expect(refusals).toHaveLength(1);
	expect(items.toSend.size).toBe(0);
	expect(requests).toHaveLength(asked);
});

test('nobody is a subscriber where nobody is active', async () => {
	const { items, refusals } = await screened(
		[item(fromItem(ANN), { subscribers: { ...SKIP, onlySubscribers: true } })],
		{
			answer: (operation) =>
				operation === 'getActiveSubscribers' ? listOf(operation) : LISTS(operation),
		},
	);
	expect(refusals).toEqual([]);
	expect(reached(items.toSend)).toEqual([]);
});

test('whoever left and is back is sent to, also without Only Subscribers', async () => {
	const { items } = await screened([item(fromItem(BOB), { subscribers: SKIP })], {
		answer: (operation) => listOf(operation, row(BOB, '2026-01-01 00:00:00'), row(BOB)),
	});
	expect(reached(items.toSend)).toEqual([BOB]);
});

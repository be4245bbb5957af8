import { BEYOND } from '../../../../../nodes/SubscriptionMessaging/run/search/walk';
import { sleep } from 'n8n-workflow';

import type {
	Plan,
	RememberedCall,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	CannotTell,
	earlierBatches,
} from '../../../../../nodes/SubscriptionMessaging/run/repeated/earlierBatches';
import {
	type FakeAnswer,
	fakeService,
	GOOD,
	LOOK_UP,
	notKnown,
	refusal,
	reply,
	rows,
} from '../../transport/fakeService';
import {
	broadcastCall,
	byIndex,
	fromItem,
	item,
	planOf,
	request,
	sendCall,
	SETTINGS,
	to,
} from '../preparedItems';

/** Otherwise another one each time. */
const UNUSED = 123_456_789;

jest.mock('../../../../../nodes/SubscriptionMessaging/run/search/walk', () => ({
	...jest.requireActual<object>('../../../../../nodes/SubscriptionMessaging/run/search/walk'),
	unusedNumber: () => 123_456_789,
}));

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

beforeEach(() => jest.mocked(sleep).mockReset().mockResolvedValue(undefined));

const PEOPLE = ['18015550001', '18015550002', '18015550003', '18015550004'];
const settings = { ticketFor: (key: string) => `ticket-${key}`, remembered: () => undefined };
const PACE = { batchSize: 100, inParallel: 2, pause: 0, goesOn: false };

const batches = (people = PEOPLE, batchSize = 2) =>
	planOf(byIndex(...people.map((one) => item(fromItem(one)))), { batchSize });

/** By name of a batch, its tickets' answers one after the other; the last one stays. */
type Told = Record<string, FakeAnswer[]>;

async function searching(
	plan: Plan,
	told: Told,
	remembered: (key: string) => RememberedCall | undefined = () => undefined,
	cancel?: AbortSignal,
) {
	const left = new Map(
		Object.entries(told).map(([name, answers]) => [settings.ticketFor(name), [...answers]]),
	);
	const { context, session, requests } = fakeService(({ operation, ticket }) => {
		if (operation !== LOOK_UP) return reply(operation, GOOD);
		const answers = left.get(ticket) ?? [];
		return (answers.length > 1 ? answers.shift() : answers[0]) ?? notKnown(ticket);
	}, cancel);
	const earlier = await earlierBatches(
		context,
		[session, session],
		plan,
		{ ...settings, remembered },
		PACE,
	);
	const asked = requests.filter(({ ticket }) => ticket.startsWith('ticket-'));
	return { earlier, requests, asked: asked.map(({ ticket }) => ticket.replace('ticket-', '')) };
}

const [FIRST = '', SECOND = ''] = batches().chains.map(([call]) => call!.chain);

test('people whom the service lists are found, and nobody else', async () => {
	const { earlier, asked } = await searching(batches(), {
		[FIRST]: [rows(LOOK_UP, PEOPLE.slice(0, 2))],
	});
	expect(earlier).toEqual({
		chainOf: new Map([
			[0, FIRST],
			[1, FIRST],
		]),
		taken: new Set([FIRST]),
	});
	// One that is known by its first reading is not read again; all others are.
	expect(asked.filter((name) => name === FIRST)).toHaveLength(1);
	expect(asked.filter((name) => name === SECOND)).toHaveLength(2);
});

test('a number that nobody has is not asked for where the batches are those of the list', async () => {
	const { asked } = await searching(batches(), {
		[FIRST]: [rows(LOOK_UP, PEOPLE.slice(0, 2))],
		[SECOND]: [rows(LOOK_UP, PEOPLE.slice(2, 4))],
	});
	expect(asked.filter((name) => name.endsWith(`-${UNUSED}`))).toEqual([]);
});

test('where one answer tells nothing, the others are not asked for any more', async () => {
	const { earlier, requests } = await searching(batches(), { [FIRST]: [reply(LOOK_UP, GOOD)] });
	const { length } = requests;
	for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);

	expect(earlier).toBeInstanceOf(CannotTell);
	// Those that were under way end.
	expect(requests.length).toBeLessThanOrEqual(length + PACE.inParallel);
});

test.each([
	['none of its people', rows(LOOK_UP, [])],
	['a part of its people', rows(LOOK_UP, PEOPLE.slice(0, 1))],
	['somebody else', rows(LOOK_UP, ['19995550000'])],
	['masked people', rows(LOOK_UP, ['1801555****', '1801555****'])],
	['nobody by name', rows(LOOK_UP, ['', ''])],
])(
	'nothing may be sent where it lists %s twice, and something where the second reading shows them',
	async (_what, first) => {
		const { earlier } = await searching(batches(), { [FIRST]: [first] });
		expect(earlier).toBeInstanceOf(CannotTell);
		expect((earlier as CannotTell).refusal.message).toBe(
			"We can't tell what an earlier try sent, so nothing was sent now",
		);
		expect((earlier as CannotTell).refusal.description).toMatch(
			/^What the service lists under the custom ticket ticket-\w+-1 doesn't show who has the message\. Try again later/,
		);

		const late = await searching(batches(), {
			[FIRST]: [first, rows(LOOK_UP, PEOPLE.slice(0, 2))],
		});
		expect(late.earlier).toMatchObject({ taken: new Set([FIRST]) });
	},
);

test('those whom the service lists are named, where others may have it too', async () => {
	const { earlier } = await searching(batches(), {
		[FIRST]: [rows(LOOK_UP, PEOPLE.slice(0, 2))],
		[SECOND]: [rows(LOOK_UP, PEOPLE.slice(3))],
	});
	expect((earlier as CannotTell).reached).toEqual(new Set([0, 1, 3]));
});

test('nothing may be sent where the service could not say', async () => {
	const { earlier } = await searching(batches(), {
		[SECOND]: [refusal(LOOK_UP, 'Maintenance', 99)],
	});
	expect((earlier as CannotTell).refusal.description).toMatch(/^The service refused: Maintenance/);
});

test('what the service says is shown as text in the panel of the error, and not as HTML', async () => {
	const said = refusal(LOOK_UP, 'No &lt;img src=x onerror=alert(1)&gt; &amp; no', 99);
	const { earlier } = await searching(batches(), { [SECOND]: [said] });
	const { description } = (earlier as CannotTell).refusal;
	expect(description).toContain('No &lt;img src=x onerror=alert(1)&gt; &amp; no');
});

/** The name of a batch by its number. */
const nth = (number: number | string) => FIRST.replace(/\d+$/, String(number));

test('batches are asked for beyond those of the list, as long as there are further ones', async () => {
	const { earlier } = await searching(batches(), {
		[nth(20)]: [rows(LOOK_UP, PEOPLE.slice(0, 2))],
		[nth(40)]: [rows(LOOK_UP, PEOPLE.slice(2))],
	});
	expect(earlier).toMatchObject({ taken: new Set([nth(20), nth(40)]) });
});

test('batches are found behind many that were all refused', async () => {
	const { earlier } = await searching(batches(), {
		[nth(53)]: [rows(LOOK_UP, PEOPLE.slice(0, 2))],
		[nth(56)]: [rows(LOOK_UP, PEOPLE.slice(2))],
	});
	expect(earlier).toMatchObject({ taken: new Set([nth(53), nth(56)]) });
});

test('nothing may be sent where the service has a ticket far beyond, as it has every other', async () => {
	const { earlier } = await searching(batches(), {
		[nth(24 + 64)]: [rows(LOOK_UP, PEOPLE)],
		[nth(UNUSED)]: [rows(LOOK_UP, PEOPLE)],
	});
	expect((earlier as CannotTell).refusal.description).toMatch(/tickets that nobody has used/);
});

test.each([
	['of the list', {}, 24],
	['after one beyond the list', { 20: PEOPLE }, 42],
	['after the first of those that were asked for later', { 20: PEOPLE, 25: PEOPLE }, 47],
])('asks %s for as many in a row as nobody can have used', async (_which, known, last) => {
	const told = Object.entries(known).map(([number, people]) => [
		nth(number),
		[rows(LOOK_UP, people)],
	]);
	const { asked } = await searching(batches(), Object.fromEntries(told) as Told);
	const numbers = Array.from({ length: last }, (_none, index) => nth(index + 1));
	// Beyond them a few, which all may have been refused before, and one that nobody has: a service that
	// cuts tickets would list somebody under it.
	const beyond = [...BEYOND.map((more) => last + more), UNUSED].map(nth);
	expect([...new Set(asked)].filter((name) => !beyond.includes(name)).sort()).toEqual(
		numbers.sort(),
	);
	expect(asked).toEqual(expect.arrayContaining(beyond.slice(0, -1)));
	// A text of one part has no second one.
	expect(asked).not.toContain(`${FIRST}-2`);
});

const waits = () => jest.mocked(sleep).mock.calls.filter(([time]) => time === 2000).length;

test('waits before it asks again, because a status can show late', async () => {
	await searching(batches(), {});
	expect(waits()).toBe(1);
});

test('asks and waits for nothing where all are remembered', async () => {
	const { asked } = await searching(batches(), {}, () => ({ state: 'unclear', ticket: 'own' }));
	expect([asked, waits()]).toEqual([[], 0]);
});

test('items whose batch has begun are completed by its name, and not looked for', async () => {
	const begun = PEOPLE.map((one) => item(fromItem(one), { chain: FIRST }));
	expect((await searching(planOf(byIndex(...begun)), {})).asked).toEqual([]);
});

test('a run that is cancelled ends with the reason, and not with a refusal', async () => {
	const cancel = new AbortController();
	jest.mocked(sleep).mockImplementation(async (time) => {
		if (time === 2000) cancel.abort(new Error('cancelled'));
		await Promise.resolve();
	});
	const searched = searching(batches(), {}, undefined, cancel.signal);
	await expect(searched).rejects.toThrow('cancelled');
});

test('a refusal quotes what the service lists without a secret', async () => {
	const alike = ['18015551001', '28015551001'].map((to) => item(fromItem(to)));
	const { earlier } = await searching(planOf(byIndex(...alike), { batchSize: 1 }), {
		[FIRST]: [rows(LOOK_UP, ['8015551001@s3cret-word.example'])],
	});
	const { description } = (earlier as CannotTell).refusal;
	expect(description).toContain('8015551001@•••.example, which fits');
});

test('a refusal names what the tickets begin with', async () => {
	const { earlier } = await searching(batches(), { [FIRST]: [rows(LOOK_UP, [])] });
	expect((earlier as CannotTell).refusal.description).toMatch(
		/what was sent under custom tickets that begin with ticket-\.$/,
	);
});

test('a batch that is remembered is not asked for, and those after it are', async () => {
	const remembered = (key: string): RememberedCall | undefined =>
		key === FIRST ? { state: 'unclear', ticket: 'own' } : undefined;
	const begun = [0, 1].map((index) => item(fromItem(PEOPLE[index]!), { chain: FIRST }));
	const others = [2, 3].map((index) => item(fromItem(PEOPLE[index]!)));
	const plan = planOf(byIndex(...begun, ...others), { batchSize: 1, remembered });
	const { earlier, asked } = await searching(
		plan,
		{ [SECOND]: [rows(LOOK_UP, PEOPLE.slice(2))] },
		remembered,
	);
	expect(earlier).toMatchObject({
		chainOf: new Map([
			[2, SECOND],
			[3, SECOND],
		]),
	});
	expect(asked).not.toContain(FIRST);
});

test('texts in parts are batches like others, by their first part', async () => {
	const inParts = PEOPLE.map((one) => item([fromItem(one, 'a'), fromItem(one, 'b')]));
	const plan = planOf(byIndex(...inParts), { batchSize: 2 });
	const { earlier, asked } = await searching(plan, {
		[FIRST]: [rows(LOOK_UP, PEOPLE.slice(0, 2))],
	});
	expect(earlier).toMatchObject({ taken: new Set([FIRST]) });
	expect(asked).not.toContain(`${FIRST}-2`);
});

test.each([2, 3])(
	'nothing may be sent where part %i of a text is listed, and the first is not',
	async (part) => {
		const inParts = PEOPLE.map((one) => item(['a', 'b', 'c'].map((text) => fromItem(one, text))));
		const plan = planOf(byIndex(...inParts), { batchSize: 2 });
		const { earlier } = await searching(plan, {
			[`${FIRST}-${part}`]: [rows(LOOK_UP, PEOPLE.slice(0, 2))],
		});
		expect((earlier as CannotTell).refusal.description).toMatch(
			/^The service lists a later part of a text, and not yet the first, under the custom ticket ticket-\w+-1\./,
		);
	},
);

test('the second part is looked for also where only some of the texts are in parts', async () => {
	const some = [
		item(fromItem(PEOPLE[0]!, 'a')),
		item([fromItem(PEOPLE[1]!, 'b'), fromItem(PEOPLE[1]!, 'c')]),
	];
	const { earlier } = await searching(planOf(byIndex(...some)), {
		[`${FIRST}-2`]: [rows(LOOK_UP, PEOPLE.slice(1, 2))],
	});
	expect(earlier).toBeInstanceOf(CannotTell);
});

test('each account is asked for its own batches, whatever its position', async () => {
	const from = (account: number, person: string) =>
		item(fromItem(person, 'Hi', { settings: { ...SETTINGS, account } }));
	const names = (first: string, second: string) => ({
		userOf: (account: number) => [first, second][account]!,
	});
	const plan = planOf(byIndex(from(0, PEOPLE[0]!), from(1, PEOPLE[1]!)), names('acme', 'beta'));
	const turned = planOf(byIndex(from(0, PEOPLE[1]!), from(1, PEOPLE[0]!)), names('beta', 'acme'));
	const [acme, beta] = plan.chains.map(([call]) => call!.chain) as [string, string];
	expect(turned.chains.map(([call]) => call!.chain)).toEqual([beta, acme]);
	const { earlier } = await searching(turned, {
		[acme]: [rows(LOOK_UP, PEOPLE.slice(0, 1))],
		[beta]: [rows(LOOK_UP, PEOPLE.slice(1, 2))],
	});
	expect(earlier).toMatchObject({
		chainOf: new Map([
			[0, beta],
			[1, acme],
		]),
	});
});

test('campaigns, tickets of the user and sends to others than the items are left to others', async () => {
	const campaign = item(
		fromItem(PEOPLE[0]!, 'a', { settings: { ...SETTINGS, campaign: 'spring' } }),
	);
	const one = fromItem(PEOPLE[1]!, 'b');
	const given = item({
		...one,
		call: {
			...one.call,
			parameters: { ...one.call.parameters, custom_ticket: 'mine' },
		} as typeof one.call,
	});
	const redirected = item(request(sendCall(to(PEOPLE[2]!), 'c'), { redirectedFrom: [PEOPLE[3]!] }));
	const { earlier, asked } = await searching(planOf(byIndex(campaign, given, redirected)), {});
	expect([asked, earlier]).toEqual([[], { chainOf: new Map(), taken: new Set() }]);
});

test.each([
	['a message to everyone', item(request(broadcastCall()))],
	[
		'a message that is redirected',
		item(fromItem('18015550009', 'Hi', { redirectedFrom: PEOPLE.slice(0, 1) })),
	],
])('%s is no batch, whose people could be in another one', async (_what, one) => {
	const { earlier, requests } = await searching(planOf(byIndex(one)), {});
	expect(requests).toEqual([]);
	expect(earlier).toMatchObject({ taken: new Set() });
});

test.each([
	['its name', `ticket-${FIRST}`.length - 1],
	['its name and a digit', `ticket-${FIRST}`.length],
])('ends at a service that keeps of a ticket no more than %s', async (_what, length) => {
	const { context, session, requests } = fakeService(({ operation, ticket }) => {
		if (operation !== LOOK_UP) return reply(operation, GOOD);
		return ticket.slice(0, length) === `ticket-${FIRST}`.slice(0, length)
			? rows(LOOK_UP, PEOPLE.slice(0, 2))
			: notKnown(ticket);
	});
	const remembered = () => undefined;
	const all = { ...settings, remembered };
	const earlier = await earlierBatches(context, [session, session], batches(), all, PACE);
	expect(earlier).toBeInstanceOf(CannotTell);
	expect((earlier as CannotTell).refusal.description).toContain(
		'lists recipients under tickets that nobody has used',
	);
	expect(requests.length).toBeLessThan(100);
});

import type { PreparedItem } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	batchGroup,
	broadcastName,
} from '../../../../../nodes/SubscriptionMessaging/run/plan/keys';
import { sentInOtherForm } from '../../../../../nodes/SubscriptionMessaging/run/repeated/otherForms';
import { mayBeSent } from '../../../../../nodes/SubscriptionMessaging/wording/mayBeSent';
import {
	fakeService,
	GOOD,
	LOOK_UP,
	refusal,
	reply,
	rows,
	type FakeAnswer,
} from '../../transport/fakeService';
import {
	broadcastCall,
	byIndex,
	fromItem,
	item,
	lookUpCall,
	planOf,
	plainCall,
	request,
	sendCall,
	SETTINGS,
	to,
} from '../preparedItems';

const code = '12345';

const many = Array.from({ length: 300 }, (_none, index) => `G${index}`);

const treeOf = (groups: readonly string[]) =>
	reply(
		'getOrganizationTree',
		`${GOOD}<response><keyword>ACME</keyword><divisions><item><keyword>NORTH</keyword><subscriptionnodes>${groups
			.map((keyword) => `<item><keyword>${keyword}</keyword></item>`)
			.join('')}</subscriptionnodes></item></divisions></response>`,
	);

interface Asking {
	/** "keyword ticket" of what the service lists, each under its own group alone. */
	known?: readonly string[];
	company?: string;
	groups?: readonly string[];
	remembered?: readonly string[];
	/** It lists somebody under any ticket. */
	listsAll?: boolean;
	/** Of the execution, which versions of n8n before 2.15 do not keep. */
	secret?: string;
	inParallel?: number;
	/** What it answers in place of the organization, or of whom it lists under a ticket. */
	tree?: FakeAnswer | Error;
	lost?: (question: string) => FakeAnswer | Error | undefined;
}

function answered(answer: FakeAnswer | Error): FakeAnswer {
	if (answer instanceof Error) throw answer;
	return answer;
}

async function asked(items: readonly PreparedItem[], asking: Asking = {}) {
	const { known = [], company = 'ACME', groups = ['NSTAFF', 'PILOTS'] } = asking;
	const { remembered = [], listsAll = false, inParallel = 2, secret = '?signature=s' } = asking;
	const { tree = treeOf(groups), lost = () => undefined } = asking;
	const fake = fakeService(({ operation, keyword, ticket }) => {
		if (operation === 'getOrganizationTree') return answered(tree);
		const other = lost(`${keyword} ${ticket}`);
		if (other) return answered(other);
		return listsAll || known.includes(`${keyword} ${ticket}`)
			? rows(LOOK_UP, ['18015550001'])
			: refusal(LOOK_UP, `Ticket ${ticket} is unknown`);
	});
	const $execution = { resumeUrl: `https://n8n.example/webhook-waiting/1${secret}` };
	Object.assign(fake.context, { getWorkflowDataProxy: () => ({ $execution }) });
	const settings = {
		batchSize: 100,
		remembered: (key: string) =>
			remembered.includes(key) ? ({ state: 'unclear', ticket: 'own' } as const) : undefined,
		userOf: () => 'somebody',
		ticketFor: (key: string) => `t-${key}`,
		signed: (address: string) => address,
	};
	const plan = planOf(byIndex(...items), settings);
	const session = { ...fake.session, companyKeyword: company };
	const pace = { batchSize: 100, inParallel, pause: 0, goesOn: false };
	const refused = await sentInOtherForm(fake.context, [session], plan, settings, pace);
	const lookUps = fake.requests.filter(({ operation }) => operation === LOOK_UP);
	const questions = lookUps.map(({ keyword, ticket }) => `${keyword} ${ticket}`);
	const codes = lookUps.map(({ options }) => /<code[^>]*>(\d+)/.exec(String(options.body))?.[1]);
	const timeouts = fake.requests.map(({ options }) => options.timeout);
	return { refused, questions, codes, timeouts, operations: fake.operations() };
}

const list = (keyword: string, nth = 1) => `t-${batchGroup({ code, keyword }, 'somebody')}-${nth}`;
const everyone = (keyword: string) => `t-${broadcastName({ code, keyword }, 'somebody')}`;

const LIST_OF_STAFF = [item(fromItem('18015550001'))];

test('a list asks for messages to everyone, and for one list to each other group', async () => {
	const { questions, refused } = await asked(LIST_OF_STAFF);
	expect(questions).toEqual([
		`NSTAFF ${everyone('NSTAFF')}`,
		`PILOTS ${list('PILOTS')}`,
		`PILOTS ${everyone('PILOTS')}`,
		`NSTAFF ${everyone('ACME')}`,
		`NSTAFF ${everyone('NORTH')}`,
	]);
	expect(refused).toBeUndefined();
});

test.each([
	['everyone in a group', item(request(broadcastCall()))],
	['numbers alone', item(request(plainCall('18015550001')))],
])('%s asks for as many lists to the group as may have been under way', async (_what, one) => {
	const { questions } = await asked([one], { groups: [], company: '' });
	const lists = questions.filter((question) => !question.endsWith(everyone('NSTAFF')));
	expect(lists).toEqual(
		Array.from({ length: 22 }, (_, nth) => `NSTAFF ${list('NSTAFF', nth + 1)}`),
	);
});

test('all of it within the time limit of the send', async () => {
	const settings = { ...SETTINGS, timeLimit: 20 };
	const { operations, timeouts } = await asked([
		item(request(sendCall(to('18015550001')), { settings })),
	]);
	expect(operations).toContain('getOrganizationTree');
	expect(new Set(timeouts)).toEqual(new Set([20_000]));
});

test('a division, which has no lists, is asked about under a group', async () => {
	const { questions } = await asked([item(request(broadcastCall('Hi', 'NORTH')))]);
	expect(questions.map((question) => question.split(' ')[0])).not.toContain('NORTH');
	expect(questions).toContain(`NSTAFF ${list('NSTAFF')}`);
	expect(questions).not.toContain(`NSTAFF ${everyone('NORTH')}`);
});

test('a keyword is the same in small letters', async () => {
	for (const keyword of ['NORTH', 'NSTAFF', 'ACME']) {
		const as = async (written: string) =>
			(await asked([item(request(broadcastCall('Hello', written)))])).questions;
		const small = await as(keyword.toLowerCase());
		expect(small.map((question) => question.replace(keyword.toLowerCase(), keyword))).toEqual(
			await as(keyword),
		);
	}
});

test('a group without a keyword is not asked for', async () => {
	const { questions } = await asked([item(request(broadcastCall('Hi', 'NORTH')))], {
		groups: ['', 'NSTAFF'],
	});
	expect(questions.filter((question) => question.startsWith(' '))).toEqual([]);
	expect(questions).toContain(`NSTAFF ${list('NSTAFF')}`);
});

test.each([
	['of its organization', { tree: new Error('reset') }],
	['of a ticket', { lost: () => new Error('reset') }],
])('where the service says nothing %s, the tickets to ask for are named', async (_what, asking) => {
	const { refused } = await asked(LIST_OF_STAFF, asking);
	expect(refused?.description).toMatch(/under custom tickets that begin with t-\.$/);
});

test('a division without groups is asked about under its own keyword', async () => {
	const { questions } = await asked([item(request(broadcastCall('Hi', 'NORTH')))], { groups: [] });
	expect(new Set(questions.map((question) => question.split(' ')[0]))).toEqual(new Set(['NORTH']));
});

test.each([
	['a list of another group', `PILOTS ${list('PILOTS')}`, 'PILOTS'],
	['everyone in the group', `NSTAFF ${everyone('NSTAFF')}`, 'NSTAFF'],
	['everyone in a division', `NSTAFF ${everyone('NORTH')}`, 'NSTAFF'],
])('where %s was sent to, nothing may leave', async (_what, known, keyword) => {
	const { refused } = await asked(LIST_OF_STAFF, { known: [known] });
	expect(refused?.message).toBe('An earlier try sent this in another way, so nothing was sent now');
	expect(mayBeSent(refused?.message ?? '')).toBe(true);
	expect(refused?.description).toContain(`${known.split(' ')[1]} of the group ${keyword}.`);
});

test('the group is named as text, whatever its keyword holds', async () => {
	const keyword = 'A&amp;B';
	const { refused } = await asked(LIST_OF_STAFF, {
		groups: [keyword],
		known: [`A&amp;B ${list('A&B')}`],
	});
	expect(refused?.description).toContain(' of the group A&amp;B.');
});

const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
const list2 = `PILOTS ${list('PILOTS')}`;

test.each<[string, Asking]>([
	['the organization', { tree: reset, known: [list2] }],
	['the organization, by a page', { tree: { status: 503, headers: {}, body: 'Busy' } }],
	['a ticket', { lost: (question) => (question === list2 ? reset : undefined) }],
])('where the service says nothing of %s, nothing may leave', async (_what, asking) => {
	const { refused } = await asked(LIST_OF_STAFF, asking);
	expect(refused?.message).toBe("We can't tell what an earlier try sent, so nothing was sent now");
	expect(refused?.description).toMatch(/under custom tickets that begin with t-/);
});

test('what was found is told, also where the service says nothing of another ticket', async () => {
	const { refused } = await asked(LIST_OF_STAFF, {
		known: [list2],
		lost: (question) => (question === `NSTAFF ${everyone('NSTAFF')}` ? reset : undefined),
	});
	expect(refused?.message).toContain('sent this in another way');
});

test('a service that shows its organization to nobody is asked about the group alone', async () => {
	const tree = refusal('getOrganizationTree', 'Not allowed', 7);
	const { refused, questions } = await asked(LIST_OF_STAFF, { tree });
	expect([refused, questions]).toEqual([undefined, [`NSTAFF ${everyone('NSTAFF')}`]]);
});

test('what is remembered is no other form', async () => {
	const known = [`PILOTS ${list('PILOTS')}`];
	const remembered = [list('PILOTS').slice(2)];
	expect((await asked(LIST_OF_STAFF, { known, remembered })).refused).toBeUndefined();
});

test('a service that lists somebody under any ticket tells nothing by that', async () => {
	expect((await asked(LIST_OF_STAFF, { listsAll: true })).refused).toBeUndefined();
});

test('the organization is read once, and of a large one 200 tickets are asked for', async () => {
	const groups = many;
	const items = [LIST_OF_STAFF[0]!, item(request(broadcastCall('Hi', 'G7')))];
	const { operations } = await asked(items, { groups });
	expect(operations.filter((name) => name === 'getOrganizationTree')).toHaveLength(1);
	expect(operations.filter((name) => name === LOOK_UP)).toHaveLength(200 + 1 + 22);
});

test('without the keyword of the company, the other units are not known', async () => {
	const { operations } = await asked(LIST_OF_STAFF, { company: '' });
	expect(operations).toEqual([LOOK_UP]);
});

test('where n8n keeps no secret to make tickets from, nothing is asked', async () => {
	expect((await asked(LIST_OF_STAFF, { secret: '' })).operations).toEqual([]);
});

const BEGUN = list('NSTAFF').slice(2);

test.each([
	['what only reads', [item(request(lookUpCall('18015550001')))], {}],
	[
		'what has begun and is remembered',
		[item(fromItem('18015550001'), { chain: BEGUN })],
		{ remembered: [BEGUN] },
	],
])('nothing is asked for %s', async (_what, items, asking) => {
	expect((await asked(items, asking)).operations).toEqual([]);
});

test('a group under another code is asked about under that', async () => {
	const crew = { code: '999', keyword: 'NCREW' };
	const tree = reply(
		'getOrganizationTree',
		`${GOOD}<response><keyword>ACME</keyword><subscriptionnodes><item><keyword>NCREW</keyword><default_code>999</default_code></item></subscriptionnodes></response>`,
	);
	const names = [`${batchGroup(crew, 'somebody')}-1`, broadcastName(crew, 'somebody')];
	const { questions, codes } = await asked(LIST_OF_STAFF, { tree });
	for (const name of names) {
		const at = questions.indexOf(`NCREW t-${name}`);
		expect(codes[at]).toBe('999');
	}
});

test('each code has an organization of its own', async () => {
	const other = item(request({ ...sendCall(to('18015550001')), code: '99999' }));
	const { operations } = await asked([LIST_OF_STAFF[0]!, other]);
	expect(operations.filter((name) => name === 'getOrganizationTree')).toHaveLength(2);
});

const listsIn = (questions: readonly string[], keyword: string) =>
	questions.filter((one) => one.startsWith(`${keyword} ${list(keyword).replace(/1$/, '')}`));

test.each([
	['a campaign', request(sendCall(to('1')), { settings: { ...SETTINGS, campaign: 'spring' } })],
	['a ticket of the user', request(sendCall(to('1'), 'Hi', { custom_ticket: 'mine' }))],
])('a list by %s may have been one without before', async (_which, one) => {
	const { questions } = await asked([item(one)], { company: '' });
	expect(listsIn(questions, 'NSTAFF')).toHaveLength(22);
});

test('several groups share the lists that are asked for', async () => {
	const items = ['NSTAFF', 'PILOTS'].map((group) => item(request(broadcastCall('Hi', group))));
	const { questions } = await asked(items, { company: '' });
	expect(listsIn(questions, 'NSTAFF')).toHaveLength(11);
	expect(listsIn(questions, 'PILOTS')).toHaveLength(11);
});

test('a division is asked about once, under a group that is sent to', async () => {
	const { questions } = await asked([
		item(request({ ...plainCall('18015550001'), keyword: 'NORTH' })),
		item(request(sendCall(to('18015550002')), {})),
		item(request({ ...plainCall('18015550003'), keyword: 'PILOTS' })),
	]);
	const about = questions.filter((question) => question.endsWith(everyone('NORTH')));
	expect(about).toEqual([`NSTAFF ${everyone('NORTH')}`]);
});

test('of several groups, the one that is sent to is asked under', async () => {
	const { questions } = await asked([item(request({ ...plainCall('1'), keyword: 'PILOTS' }))]);
	expect(questions).toContain(`PILOTS ${everyone('NORTH')}`);
	expect(questions).not.toContain(`NSTAFF ${everyone('NORTH')}`);
});

import { MessagingServiceError } from '../../../../nodes/SubscriptionMessaging/service/errors/errors';
import {
	countActive,
	groupsOfUnit,
	type Reached,
} from '../../../../nodes/SubscriptionMessaging/lookups/activeSubscribers';
import {
	fakeService,
	refusal,
	reply,
	type FakeAnswer,
	type FakeRequest,
} from '../transport/fakeService';

const DONE = '<result>true</result><error_code>0</error_code>';
const group = (keyword: string) =>
	`<item><name>${keyword}</name><keyword>${keyword}</keyword><keywords><item><word>JOIN${keyword}</word></item></keywords></item>`;
const TREE = reply(
	'getOrganizationTree',
	`${DONE}<response><name>Company</name><keyword>ACME</keyword><divisions><item><name>North</name><keyword>NORTH</keyword><subscriptionnodes>${group('NCREW')}${group('NSTAFF')}</subscriptionnodes></item><item><name>Empty</name><keyword>EMPTY</keyword></item></divisions><subscriptionnodes>${group('OFFICE')}</subscriptionnodes></response>`,
);

const row = (isActive: boolean) =>
	`<item><unsubdate>${isActive ? '' : '2026-01-01 00:00:00'}</unsubdate><user><phone>18015551001</phone></user></item>`;
/** By group: subscribers who are active; one more has left. */
const ACTIVE: Record<string, number> = { NCREW: 2, NSTAFF: 3, JOINNSTAFF: 3, OFFICE: 10 };
const list = (keyword: string) =>
	reply(
		'getAllSubscribers',
		`${DONE}<response><subscribers>${row(true).repeat(ACTIVE[keyword] ?? 0)}${row(false)}</subscribers></response>`,
	);

const usual = ({ operation, keyword }: FakeRequest): FakeAnswer =>
	operation === 'getOrganizationTree' ? TREE : list(keyword);

async function counted(keyword: string, answer = usual, companyKeyword = '') {
	const { context, session, requests } = fakeService(answer);
	const unit = { code: '12345', keyword };
	const own = { ...session, companyKeyword };
	const groups = await groupsOfUnit(context, own, unit, {});
	const counted =
		groups instanceof MessagingServiceError
			? groups
			: await countActive(context, own, unit.code, groups, {});
	return {
		counted,
		reached:
			counted instanceof MessagingServiceError
				? counted.message
				: { people: counted.people, groups: counted.groups.length },
		asked: requests.map((request) => `${request.operation} ${request.keyword}`),
	};
}

it('counts each group under its own code', async () => {
	const { context, session, requests } = fakeService(usual);
	const groups = [
		{ keyword: 'NSTAFF', name: 'Near', code: '67890' },
		{ keyword: 'NCREW', name: 'Far' },
	];
	await countActive(context, session, '12345', groups, {});
	const codes = requests.map(({ options }) => /<code(?: [^>]*)?>(\d+)</.exec(String(options.body)));
	expect(codes.map((found) => found?.[1])).toEqual(['67890', '12345']);
});

it('counts the active subscribers of a group, by one read of its list', async () => {
	const { reached, asked } = await counted('NSTAFF');
	expect(reached).toEqual({ people: 3, groups: 1 });
	expect(asked).toEqual(['getOrganizationTree ', 'getAllSubscribers NSTAFF']);
});

it('tells the people of each group, and who has texts switched off', async () => {
	const person = (name: string, mobiletxt: number, unsubdate = '') =>
		`<item><name>Crew</name><mobiletxt>${mobiletxt}</mobiletxt><unsubdate>${unsubdate}</unsubdate><user><first_name>${name}</first_name><phone>18015551001</phone></user></item>`;
	const { counted: reached } = await counted('NORTH', (request) =>
		request.operation === 'getOrganizationTree'
			? TREE
			: reply(
					'getAllSubscribers',
					`${DONE}<response><subscribers>${
						request.keyword === 'NCREW'
							? person('Ann', 1) + person('Ben', 0) + person('Cleo', 0, '2026-01-01 00:00:00')
							: person('Dan', 1).repeat(150)
					}</subscribers></response>`,
				),
	);
	expect(reached).toMatchObject({
		people: 152,
		withoutText: 1,
		groups: [
			{ keyword: 'NCREW', name: 'NCREW', people: 2 },
			{ keyword: 'NSTAFF', name: 'NSTAFF', people: 150 },
		],
		namedWithoutText: [{ name: 'Ben', group: 'NCREW' }],
	});
	expect((reached as Reached).named).toHaveLength(100);
	expect((reached as Reached).named.slice(0, 3).map(({ name }) => name)).toEqual([
		'Ann',
		'Ben',
		'Dan',
	]);
});

it('names the first hundred of those without texts', async () => {
	const person =
		'<item><mobiletxt>0</mobiletxt><unsubdate/><user><phone>18015551001</phone></user></item>';
	const { counted: reached } = await counted('NSTAFF', (request) =>
		request.operation === 'getOrganizationTree'
			? TREE
			: reply(
					'getAllSubscribers',
					`${DONE}<response><subscribers>${person.repeat(101)}</subscribers></response>`,
				),
	);
	expect(reached).toMatchObject({ people: 101, withoutText: 101 });
	expect((reached as Reached).namedWithoutText).toHaveLength(100);
});

it('knows a group by each of its keywords, in any letters', async () => {
	expect((await counted('JOINNSTAFF')).reached).toEqual({ people: 3, groups: 1 });
	expect((await counted('nstaff')).asked[1]).toBe('getAllSubscribers nstaff');
});

it.each([
	['a division', 'NORTH', { people: 5, groups: 2 }],
	['a company', 'acme', { people: 15, groups: 3 }],
	['a division without groups', 'EMPTY', { people: 0, groups: 0 }],
])('adds up the groups of %s', async (_what, keyword, reached) => {
	expect((await counted(keyword)).reached).toEqual(reached);
});

it('asks for the tree of the credential first, and for that of the unit where it is not in it', async () => {
	const other = reply(
		'getOrganizationTree',
		`${DONE}<response><keyword>SOUTH</keyword></response>`,
	);
	const answer = (request: FakeRequest) =>
		request.operation === 'getOrganizationTree' && request.keyword === 'SOUTH'
			? other
			: usual(request);
	expect((await counted('NORTH', answer, 'ACME')).asked[0]).toBe('getOrganizationTree ACME');
	const { reached, asked } = await counted('NORTH', answer, 'SOUTH');
	expect(reached).toEqual({ people: 5, groups: 2 });
	expect(asked.slice(0, 2)).toEqual(['getOrganizationTree SOUTH', 'getOrganizationTree NORTH']);
});

it('takes the root of a tree that leaves its own keyword out for the unit', async () => {
	const tree = reply(
		'getOrganizationTree',
		`${DONE}<response><name>North</name><subscriptionnodes>${group('NCREW')}${group('NSTAFF')}</subscriptionnodes></response>`,
	);
	const answer = (request: FakeRequest) =>
		request.operation === 'getOrganizationTree' ? tree : usual(request);
	expect((await counted('NORTH', answer)).reached).toEqual({ people: 5, groups: 2 });
	expect((await counted('NSTAFF', answer)).reached).toEqual({ people: 3, groups: 1 });
	const other = await counted('OTHER', answer, 'ACME');
	expect(other.reached).toEqual({ people: 5, groups: 2 });
	expect(other.asked.slice(0, 2)).toEqual([
		'getOrganizationTree ACME',
		'getOrganizationTree OTHER',
	]);
});

it.each([
	['the tree does not show the unit', 'ELSEWHERE', usual, 'does not show ELSEWHERE'],
	['the tree is refused', 'NORTH', () => refusal('getOrganizationTree', 'No'), 'refused: No'],
	[
		'one of the groups is refused',
		'NORTH',
		(request: FakeRequest) =>
			request.keyword === 'NSTAFF' ? refusal('getAllSubscribers', 'Gone') : usual(request),
		'Gone',
	],
] as Array<[string, string, typeof usual, string]>)(
	'counts nothing where %s',
	async (_what, keyword, answer, reason) => {
		expect((await counted(keyword, answer)).reached).toContain(reason);
	},
);

it.each([
	['without a keyword', '<item><name>Board</name><keywords/></item>'],
	[
		'that cannot be read',
		'<item xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/>',
	],
])('counts nothing where the tree has a group %s', async (_what, other) => {
	const tree = reply(
		'getOrganizationTree',
		`${DONE}<response><name>North</name><keyword>NORTH</keyword><subscriptionnodes>${group('NCREW')}${other}</subscriptionnodes></response>`,
	);
	const { reached } = await counted('NORTH', (request) =>
		request.operation === 'getOrganizationTree' ? tree : usual(request),
	);
	expect(reached).toContain('the organization tree does not name each group of NORTH');
});

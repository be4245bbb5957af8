import { UnitGroups } from '../../../../nodes/SubscriptionMessaging/lookups/unitGroups';
import { paceOf } from '../../../../nodes/SubscriptionMessaging/transport/pace';
import { fakeService, refusal, reply } from '../transport/fakeService';

const group = (keyword: string) =>
	`<item><name>${keyword}</name><keyword>${keyword}</keyword></item>`;

const TREE = reply(
	'getOrganizationTree',
	'<result>true</result><error_code>0</error_code><response><name>Company</name><keyword>ACME</keyword>' +
		`<divisions><item><name>North</name><keyword>NORTH</keyword><subscriptionnodes>${group('NCREW')}${group('NSTAFF')}</subscriptionnodes></item>` +
		'<item><name>Empty</name><keyword>EMPTY</keyword></item></divisions></response>',
);

const unit = (keyword: string, code = '12345') => ({ code, keyword });

/** Keywords by which the service is asked for sends to these units. */
async function keywordsFor(units: Array<ReturnType<typeof unit>>, answer = TREE) {
	const service = fakeService(() => answer);
	const groups = new UnitGroups(service.context, service.session);
	const keywords: string[] = [];
	for (const each of units) {
		const { code, keyword } = await groups.groupOf(each, {});
		keywords.push(code === each.code ? keyword : `${keyword}@${code}`);
	}
	return {
		keywords,
		asked: service.requests.map(({ operation, keyword }) => [operation, keyword]),
	};
}

it.each([
	['a division', 'NORTH', 'NCREW'],
	['a company', 'ACME', 'NCREW'],
	['a group', 'NSTAFF', 'NSTAFF'],
	['a unit in other letters', ' north ', 'NCREW'],
	['a group in other letters', 'nstaff', 'nstaff'],
	['a division without groups', 'EMPTY', 'EMPTY'],
	['a unit that the tree does not show', 'ELSEWHERE', 'ELSEWHERE'],
])('for %s, asks under a group of it', async (_what, keyword, under) => {
	const { keywords, asked } = await keywordsFor([unit(keyword)]);
	expect(keywords).toEqual([under]);
	expect(asked).toEqual([['getOrganizationTree', keyword]]);
});

it('takes the root of a tree that leaves its own keyword out for the unit', async () => {
	const tree = reply(
		'getOrganizationTree',
		`<result>true</result><error_code>0</error_code><response><name>North</name><subscriptionnodes>${group('NCREW')}</subscriptionnodes></response>`,
	);
	expect((await keywordsFor([unit('NORTH')], tree)).keywords).toEqual(['NCREW']);
});

it.each([
	['12345', 'NCREW@67890'],
	['67890', 'NSTAFF'],
])('takes the unit with the code %s, and the code of its group', async (code, under) => {
	const ofCode = (keyword: string, own: string, more = '') =>
		`<item><name>${keyword}</name><keyword>${keyword}</keyword><default_code>${own}</default_code>${more}</item>`;
	const division = (own: string, groups: string) =>
		ofCode('NORTH', own, `<subscriptionnodes>${groups}</subscriptionnodes>`);
	const tree = reply(
		'getOrganizationTree',
		`<result>true</result><error_code>0</error_code><response><keyword>ACME</keyword><divisions>${division('12345', ofCode('NCREW', '67890'))}${division('67890', ofCode('NSTAFF', '67890'))}</divisions></response>`,
	);
	expect((await keywordsFor([unit('NORTH', code)], tree)).keywords).toEqual([under]);
});

it('reads the tree once for each unit and code', async () => {
	const { asked } = await keywordsFor([
		unit('NORTH'),
		unit('north'),
		unit('ACME'),
		unit('NORTH', '67890'),
	]);
	expect(asked.map(([, keyword]) => keyword)).toEqual(['NORTH', 'ACME', 'NORTH']);
});

it.each([
	['is refused', refusal('getOrganizationTree', 'Not yours')],
	['is empty', reply('getOrganizationTree', '<result>true</result><error_code>0</error_code>')],
])('asks under the keyword of the unit where the tree %s', async (_what, answer) => {
	expect((await keywordsFor([unit('NORTH')], answer)).keywords).toEqual(['NORTH']);
});

it('knows a group where the tree leaves the keyword of its root out', async () => {
	const tree = reply(
		'getOrganizationTree',
		`<result>true</result><error_code>0</error_code><response><name>North</name><subscriptionnodes>${group('NCREW')}${group('NSTAFF')}</subscriptionnodes></response>`,
	);
	expect((await keywordsFor([unit('NSTAFF')], tree)).keywords).toEqual(['NSTAFF']);
});

it('passes over groups that are nil or have no keyword', async () => {
	const tree = reply(
		'getOrganizationTree',
		`<result>true</result><error_code>0</error_code><response><keyword>NORTH</keyword><subscriptionnodes><item xsi:nil="true"/><item><name>None</name></item>${group('NCREW')}</subscriptionnodes></response>`,
	);
	expect((await keywordsFor([unit('NORTH')], tree)).keywords).toEqual(['NCREW']);
});

it('reads a tree again that could not be read before', async () => {
	const answers = [refusal('getOrganizationTree', 'Down'), TREE];
	const service = fakeService(() => answers.shift() ?? TREE);
	const groups = new UnitGroups(service.context, service.session);
	expect(await groups.groupOf(unit('NORTH'), {})).toEqual(unit('NORTH'));
	expect(await groups.groupOf(unit('NORTH'), {})).toEqual(unit('NCREW'));
	expect(await groups.groupOf(unit('NORTH'), {})).toEqual(unit('NCREW'));
	expect(service.requests).toHaveLength(2);
});

it('reads the tree within the time limit of the look-up, at the pace of the run', async () => {
	const service = fakeService(() => TREE);
	const pace = paceOf(service.session, 0);
	const answered = jest.spyOn(pace, 'answered');
	const groups = new UnitGroups(service.context, service.session, pace);
	await groups.groupOf(unit('NORTH'), { timeLimit: 20 });
	expect(service.requests[0]?.options.timeout).toBe(20_000);
	expect(answered).toHaveBeenCalledTimes(1);
});

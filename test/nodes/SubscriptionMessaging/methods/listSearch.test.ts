import { listSearch } from '../../../../nodes/SubscriptionMessaging/methods/listSearch';
import { reply } from '../transport/fakeService';
import { fakePanel } from './fakePanel';

const GOOD = '<result>true</result><error_code>0</error_code>';
const unit = (tag: string, name: string, keyword: string, more = '') =>
	`<${tag}>${name && `<name>${name}</name>`}<keyword>${keyword}</keyword>${more}</${tag}>`;
const TREE = unit(
	'response',
	'ACME',
	'ACME',
	`<divisions>${unit(
		'item',
		'Zürich',
		'ZRH',
		`<subscriptionnodes>${unit('item', 'Staff', 'ZSTAFF')}${unit('item', '', 'NONAME')}</subscriptionnodes>`,
	)}<item xsi:nil="true"/></divisions><subscriptionnodes>${unit('item', 'All', 'ALL')}${unit('item', 'No keyword', '')}</subscriptionnodes>`,
);
const TEMPLATES =
	'<response><templates><item><id>7</id><title>Hello</title></item><item><id>8</id></item><item xsi:nil="true"/></templates></response>';

const panel = (parameters = {}) =>
	fakePanel({
		parameters,
		answer: ({ operation }) =>
			reply(operation, GOOD + (operation === 'getTemplates' ? TEMPLATES : TREE)),
	});

const search = async (name: keyof typeof listSearch, filter?: string, parameters = {}) => {
	const { context, asked } = panel(parameters);
	const { results } = await listSearch[name].call(context, filter);
	return { results, names: results.map(({ name: shown }) => shown), asked: asked() };
};

test('units show the path that leads to them, and their keyword', async () => {
	const { results, asked } = await search('searchUnits');
	expect(results).toEqual([
		{ name: 'ACME (ACME)', value: 'ACME' },
		{ name: 'All (ALL)', value: 'ALL' },
		{ name: 'Zürich (ZRH)', value: 'ZRH' },
		{ name: 'Zürich › Staff (ZSTAFF)', value: 'ZSTAFF' },
		{ name: 'Zürich › Unnamed (NONAME)', value: 'NONAME' },
	]);
	expect(asked).toEqual(['getOrganizationTree ACME']);
});

test('divisions and groups are told apart', async () => {
	expect((await search('searchDivisions')).names).toEqual(['ACME (ACME)', 'Zürich (ZRH)']);
	expect((await search('searchGroups')).names).toEqual([
		'All (ALL)',
		'Zürich › Staff (ZSTAFF)',
		'Zürich › Unnamed (NONAME)',
	]);
});

test.each([
	['zurich', 3],
	['ZÜRICH', 3],
	['zurich > staff', 1],
	['zurich/staff', 1],
	['staff', 1],
	['zstaff', 1],
	['nobody', 0],
	['', 5],
])('%j finds %d units', async (filter, count) => {
	expect((await search('searchUnits', filter)).results).toHaveLength(count);
});

describe('templates', () => {
	test('are those of the unit that is chosen, by title and id', async () => {
		const { results, asked } = await search('searchTemplates', '', { keyword: 'ZSTAFF' });
		expect(results).toEqual([
			{ name: 'Hello (7)', value: '7' },
			{ name: '8', value: '8' },
		]);
		expect(asked).toEqual(['getTemplates ZSTAFF']);
		expect((await search('searchTemplates', 'hel', { keyword: 'ZSTAFF' })).results).toHaveLength(1);
	});

	test.each(['', '={{ $json.unit }}'])('need a unit (%j)', async (keyword) => {
		await expect(search('searchTemplates', '', { keyword })).rejects.toThrow('first');
	});
});

test('an organization without units gives the empty list', async () => {
	const { context } = fakePanel({
		answer: ({ operation }) => reply(operation, `${GOOD}<response xsi:nil="true"/>`),
	});
	expect(await listSearch.searchUnits.call(context)).toEqual({ results: [] });
	const none = fakePanel({
		parameters: { keyword: 'A' },
		answer: ({ operation }) => reply(operation, `${GOOD}<response/>`),
	});
	expect(await listSearch.searchTemplates.call(none.context)).toEqual({ results: [] });
});

import { chosenUnit } from '../../../../nodes/SubscriptionMessaging/service/answer/organization';
import { listSearch } from '../../../../nodes/SubscriptionMessaging/methods/listSearch';
import { works } from '../countedWorks';
import { GOOD, reply } from '../transport/fakeService';
import { fakePanel } from './fakePanel';

jest.mock('../../../../nodes/SubscriptionMessaging/eventLoop/restingSteps', () => ({
	rested: jest
		.requireActual<typeof import('../countedWorks')>('../countedWorks')
		.countedBy(
			jest.requireActual<
				typeof import('../../../../nodes/SubscriptionMessaging/eventLoop/restingSteps')
			>('../../../../nodes/SubscriptionMessaging/eventLoop/restingSteps').rested,
		),
}));

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

test('the company is chosen by its keyword, also where the tree does not repeat it', async () => {
	for (const keyword of ['', '<keyword></keyword>']) {
		const north = `<divisions>${unit('item', 'North', 'NORTH')}</divisions>`;
		const { context } = fakePanel({
			answer: ({ operation }) =>
				reply(operation, `${GOOD}<response><name>Acme</name>${keyword}${north}</response>`),
		});
		expect(await listSearch.searchUnits.call(context)).toEqual({
			results: [
				{ name: 'Acme (ACME)', value: 'ACME' },
				{ name: 'North (NORTH)', value: 'NORTH' },
			],
		});
	}
});

test('divisions and groups are found by what is typed', async () => {
	expect((await search('searchDivisions', 'zrh')).names).toEqual(['Zürich (ZRH)']);
	expect((await search('searchGroups', 'zurich > staff')).names).toEqual([
		'Zürich › Staff (ZSTAFF)',
	]);
});

test('units under another code than the one of the credential show it, and are chosen with it', async () => {
	const code = (digits: string) => `<default_code>${digits}</default_code>`;
	const staff = (digits: string) => unit('item', 'Staff', 'STAFF', digits && code(digits));
	const below = (name: string, keyword: string, digits: string, groups: string) =>
		unit('item', name, keyword, `${code(digits)}<subscriptionnodes>${groups}</subscriptionnodes>`);
	const tree = unit(
		'response',
		'ACME',
		'ACME',
		`<divisions>${below('North', 'NORTH', '12345', staff('12345'))}${below(
			'South',
			'SOUTH',
			'67890',
			staff('67890') + unit('item', 'Crew', 'CREW', code('67890')),
		)}${below('Sales', 'staff', '555', staff(''))}${below('East', 'CREWS', '1', unit('item', 'A', 'SAME', code('7')) + unit('item', 'B', 'SAME', code('7')))}</divisions>`,
	);
	const { context } = fakePanel({ answer: ({ operation }) => reply(operation, GOOD + tree) });
	expect((await listSearch.searchUnits.call(context)).results).toEqual([
		{ name: 'ACME (ACME)', value: 'ACME' },
		{ name: 'North (NORTH)', value: 'NORTH' },
		{ name: 'North › Staff (STAFF)', value: 'STAFF' },
		{ name: 'South (SOUTH, code 67890)', value: 'SOUTH@67890' },
		{ name: 'South › Staff (STAFF, code 67890)', value: 'STAFF@67890' },
		{ name: 'South › Crew (CREW, code 67890)', value: 'CREW@67890' },
		{ name: 'Sales (staff, code 555)', value: 'staff@555' },
		{ name: 'Sales › Staff (STAFF)', value: 'STAFF' },
		{ name: 'East (CREWS, code 1)', value: 'CREWS@1' },
		{ name: 'East › A (SAME, code 7)', value: 'SAME@7' },
		{ name: 'East › B (SAME, code 7)', value: 'SAME@7' },
	]);
});

describe.each([
	['a Code under Options', { resource: 'message', operation: 'send', options: { code: '67890' } }],
	['a Code of the trigger', { code: '67890' }],
])('with %s, a unit is chosen', (_where, parameters) => {
	const chosen = async (more: string) => {
		const { context } = fakePanel({
			parameters,
			answer: ({ operation }) => reply(operation, GOOD + unit('response', 'ACME', 'ACME', more)),
		});
		return (await listSearch.searchUnits.call(context)).results;
	};

	test.each(['<default_code>67890</default_code>', ''])(
		'with that code, so that it stays the same when the field is emptied: %s',
		async (more) => {
			expect(await chosen(more)).toEqual([
				{ name: 'ACME (ACME, code 67890)', value: 'ACME@67890' },
			]);
		},
	);

	test('with its own where that is the one of the credential, under which it is not sent', async () => {
		expect(await chosen('<default_code>12345</default_code>')).toEqual([
			{ name: 'ACME (ACME, code 12345)', value: 'ACME@12345' },
		]);
	});
});

test('what is too long to be sent is not listed', async () => {
	const id = (length: number) => `<item><id>${'7'.repeat(length)}</id></item>`;
	const list = `<response><templates>${id(1_000)}${id(1_001)}</templates></response>`;
	const { context } = fakePanel({
		parameters: { keyword: 'NSTAFF' },
		answer: ({ operation }) => reply(operation, GOOD + list),
	});
	const { results } = await listSearch.searchTemplates.call(context);
	expect(results.map(({ value }) => String(value).length)).toEqual([1_000]);
});

test('a keyword that would be read as one with a code is chosen with its own code', async () => {
	const { context } = fakePanel({
		answer: ({ operation }) => reply(operation, GOOD + unit('response', 'ACME', 'VIP@2', '')),
	});
	const { results } = await listSearch.searchUnits.call(context);
	expect(results).toEqual([{ name: 'ACME (VIP@2, code 12345)', value: 'VIP@2@12345' }]);
	expect(chosenUnit(String(results[0]!.value))).toEqual({ keyword: 'VIP@2', code: '12345' });
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
	[' zürich\n', 3],
	['zurich > staff', 1],
	['zurich/staff', 1],
	['zurich  ›  staff', 1],
	['zurichstaff', 0],
	['zurich x/staff', 0],
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

describe('what is very long', () => {
	const { searchUnits, searchTemplates } = listSearch;
	const answered = (operation: string, members: string, parameters = {}) =>
		fakePanel({ parameters, answer: () => reply(operation, GOOD + members) }).context;
	const units = async (members: string, filter?: string) => {
		const context = answered('getOrganizationTree', members);
		return (await searchUnits.call(context, filter)).results;
	};

	test('of a name or keyword is shown in part, and the keyword is chosen whole', async () => {
		const [exact, longer] = ['n'.repeat(100), 'k'.repeat(101)];
		expect(await units(unit('response', exact, exact))).toEqual([
			{ name: `${exact} (${exact})`, value: exact },
		]);
		const cut = `${'k'.repeat(100)}…`;
		expect(await units(unit('response', longer, longer))).toEqual([
			{ name: `${cut} (${cut})`, value: longer },
		]);
		const context = answered(
			'getTemplates',
			`<response><templates><item><id>7</id><title>${longer}</title></item></templates></response>`,
			{ keyword: 'A' },
		);
		expect((await searchTemplates.call(context)).results).toEqual([
			{ name: `${cut} (7)`, value: '7' },
		]);
	});

	test('of a path is shown by its end', async () => {
		const name = (level: number) => `${level}`.repeat(90);
		const nested = (level: number): string =>
			level > 6
				? ''
				: `<divisions>${unit('item', name(level), `K${level}`, nested(level + 1))}</divisions>`;
		const results = await units(unit('response', 'ACME', 'ACME', nested(1)));
		const shown = results.map(({ name }) => name);
		expect(shown[5]).toBe(`${[1, 2, 3, 4, 5].map(name).join(' › ')} (K5)`);
		expect(shown[6]).toMatch(/^…1+ › 2+ › 3+ › 4+ › 5+ › 6{90} \(K6\)$/);
		expect(shown[6]).toHaveLength(1 + 500 + ' (K6)'.length);
	});

	test('of a list is shown up to 5,000 entries, and searched whole', async () => {
		const many = Array.from({ length: 5_001 }, (_one, index) => unit('item', 'G', `G${index}`));
		const tree = unit(
			'response',
			'ACME',
			'',
			`<subscriptionnodes>${many.join('')}</subscriptionnodes>`,
		);
		expect(await units(tree)).toHaveLength(5_000);
		expect(await units(tree, 'g5000')).toEqual([{ name: 'G (G5000)', value: 'G5000' }]);
	});

	test.each([
		['that are listed', unit('item', 'G', 'NSTAFF')],
		['that are nil', '<item xsi:nil="true"/>'],
	])(
		'of units %s is read some hundred at a time, neither all of them nor one',
		async (_what, one) => {
			await units(
				`<response><keyword>ACME</keyword><subscriptionnodes>${one.repeat(4_000)}</subscriptionnodes></response>`,
			);
			expect(works.steps.at(-1)).toBeGreaterThan(2);
			expect(works.steps.at(-1)).toBeLessThan(100);
		},
	);

	test('of a path of 500 characters is shown whole', async () => {
		const names = [98, 98, 98, 97, 97].map((length, level) => `${level}`.repeat(length));
		const nested = names.reduceRight(
			(inner, name, level) => `<divisions>${unit('item', name, `K${level}`, inner)}</divisions>`,
			'',
		);
		const results = await units(unit('response', 'ACME', 'ACME', nested));
		expect(results.at(-1)?.name).toBe(`${names.join(' › ')} (K4)`);
	});
});

test('a template without an ID cannot be chosen', async () => {
	const ids = ['', '<id/>', '<id xsi:nil="true"/>', '<id> </id>', '<id> 9 </id>'];
	const items = ids.map((id) => `<item>${id}<title>Ready</title></item>`).join('');
	const { context } = fakePanel({
		parameters: { keyword: 'ZSTAFF' },
		answer: ({ operation }) =>
			reply(operation, `${GOOD}<response><templates>${items}</templates></response>`),
	});
	expect((await listSearch.searchTemplates.call(context)).results).toEqual([
		{ name: 'Ready (9)', value: '9' },
	]);
});

test('units and templates that are nil are left out', async () => {
	const nil = '<item xsi:nil="true"/>';
	const { context } = fakePanel({
		answer: ({ operation }) =>
			reply(
				operation,
				`${GOOD}<response><keyword>ACME</keyword><subscriptionnodes>${nil}</subscriptionnodes><divisions>${nil}</divisions></response>`,
			),
	});
	expect((await listSearch.searchUnits.call(context)).results).toEqual([
		{ name: 'Unnamed (ACME)', value: 'ACME' },
	]);
});

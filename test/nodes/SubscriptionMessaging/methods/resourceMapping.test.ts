import { resourceMapping } from '../../../../nodes/SubscriptionMessaging/methods/resourceMapping';
import { page, reply, type FakeAnswer } from '../transport/fakeService';
import { fakePanel } from './fakePanel';

const template = (text: string) =>
	reply(
		'readTemplate',
		`<result>true</result><error_code>0</error_code><response><id>7</id>${text && `<text>${text}</text>`}</response>`,
	);
const NOTHING = '<result>true</result><error_code>0</error_code><response xsi:nil="true"/>';
const STORED = { templateSource: 'stored', keyword: 'NSTAFF', id: { mode: 'list', value: '7' } };

const panel = (parameters: Record<string, unknown>, answer: FakeAnswer = page(500)) =>
	fakePanel({ parameters, answer: () => answer });
const placeholders = async (parameters: Record<string, unknown>, answer?: FakeAnswer) => {
	const { context, asked, requests } = panel(parameters, answer);
	const { fields, emptyFieldsNotice } = await resourceMapping.getPlaceholders.call(context);
	const names = fields.map(({ id }) => id);
	const bodies = requests.map(({ options }) => options.body as string);
	return { names, fields, emptyFieldsNotice, asked: asked(), bodies };
};
const shown = async (parameters: Record<string, unknown>, answer?: FakeAnswer) => {
	const { context } = panel(parameters, answer);
	const { fields, emptyFieldsNotice } = await resourceMapping.showStoredText.call(context);
	expect(fields).toEqual([]);
	return emptyFieldsNotice;
};

describe('the placeholders', () => {
	test('of a stored template become fields that need no value', async () => {
		const { fields, asked, bodies } = await placeholders(STORED, template('Hi {name}, {city}'));
		expect(fields.map(({ id }) => id)).toEqual(['name', 'city']);
		expect(fields[0]).toEqual({
			id: 'name',
			displayName: 'name',
			type: 'string',
			required: false,
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
		});
		expect(asked).toEqual(['readTemplate NSTAFF']);
		expect(bodies[0]).toMatch(/<template[ >].*<id[^>]*>7<\/id>/);
	});

	test.each([
		['Hi {name}', ['name']],
		['=Hi {name}, {{ $json.greeting }}', ['name']],
		['={{ $json.a }} {city} {{ {b: 1} }} {name}', ['city', 'name']],
		['={{ $json.text }}', []],
		['=Hi {name} {{ $json', ['name']],
		['Hi {{name}}', ['name']],
		['={{ `{first}` }} {city}', ['city']],
		['=}}{{ `{first}` }} {city}', ['city']],
		['={{ {a}}} {city}', ['city']],
		['', []],
		[undefined, []],
	])('of the text %j are %j', async (text, expected) => {
		const { names, emptyFieldsNotice, asked } = await placeholders({
			templateSource: 'text',
			text,
		});
		expect(names).toStrictEqual(expected);
		expect(emptyFieldsNotice).toContain('{name}');
		expect(asked).toEqual([]);
	});

	test.each([
		['is not chosen', { ...STORED, id: '' }],
		['is of a unit that is not chosen', { ...STORED, keyword: '={{ $json.unit }}' }],
		['cannot be read', STORED],
	])('are none where the template %s', async (_what, parameters) => {
		expect((await placeholders(parameters)).names).toEqual([]);
	});

	test.each([
		['is not chosen', { ...STORED, id: '' }],
		['cannot be read', STORED],
	])(
		'stay as they are where the template %s, so that no value is lost',
		async (_what, parameters) => {
			const there = {
				value: { name: 'Ann' },
				schema: [{ id: 'name' }, { id: 'gone', removed: true }],
			};
			const { names } = await placeholders({ ...parameters, placeholders: there });
			expect(names).toEqual(['name']);
		},
	);

	test('are those of another template, whatever there was', async () => {
		const there = { value: { name: 'Ann' }, schema: [{ id: 'name' }] };
		const { names } = await placeholders(
			{ ...STORED, placeholders: there },
			template('Hi {first}'),
		);
		expect(names).toEqual(['first']);
	});

	test('of a unit that is not chosen are not asked for', async () => {
		const { names, asked } = await placeholders({ ...STORED, keyword: '' }, template('Hi {name}'));
		expect([names, asked]).toEqual([[], []]);
	});

	test('of a template without a text are none', async () => {
		expect((await placeholders(STORED, template(''))).names).toEqual([]);
	});
});

describe('the fields of a text that is entered', () => {
	const mapper = (...ids: string[]) => ({
		mappingMode: 'defineBelow',
		value: { [ids[0]!]: 'Ann' },
		schema: ids.map((id) => ({ id, displayName: id })),
	});
	const typed = (text: string, textPlaceholders?: unknown) => ({
		templateSource: 'text',
		text,
		textPlaceholders,
	});

	test('stay where the text has no such placeholder any more, so that no value is lost', async () => {
		const { fields } = await placeholders(typed('Hi {first} {order}', mapper('name', 'order')));
		expect(fields.map(({ id, displayName }) => [id, displayName])).toEqual([
			['first', 'first'],
			['order', 'order'],
			['name', 'name (not in the text)'],
		]);
	});

	test('are those that can be read, where others are stored beside them', async () => {
		const there = { ...mapper('name'), schema: [null, 'text', { id: 'name' }] };
		expect((await placeholders(typed('Hi', there))).names).toEqual(['name']);
	});

	test('are gone once they are removed', async () => {
		const there = mapper('name');
		const removed = { ...there, schema: there.schema.map((it) => ({ ...it, removed: true })) };
		expect((await placeholders(typed('Hi', removed))).names).toEqual([]);
	});

	const notice = async (parameters: Record<string, unknown>) => {
		const { context } = panel(parameters);
		const { fields, emptyFieldsNotice } = await resourceMapping.showNewPlaceholders.call(context);
		expect(fields).toEqual([]);
		return emptyFieldsNotice;
	};

	test('that are missing are named, and cannot bring HTML', async () => {
		expect(await notice(typed('{name} {order} {<b>}', mapper('name')))).toContain(
			'To fill <code>{order}</code>, <code>{&lt;b&gt;}</code>, choose',
		);
	});

	test.each([
		['{name}', mapper('name', 'order')],
		// Until the editor has fetched them: its questions may be answered in another order.
		['{name}', { ...mapper(), value: { name: 'Ann' } }],
		['', undefined],
		['', null],
	])('are all there for %j with %j', async (text, there) => {
		expect(await notice(typed(text, there))).toContain('Each placeholder');
	});
});

describe('the stored text', () => {
	test('that is far too long is said, and not shown or searched for placeholders', async () => {
		const long = template(`{first}${'x'.repeat(10_000)}{last}`);
		expect(await shown(STORED, long)).toContain('more than 10,000 characters');
		expect((await placeholders(STORED, long)).names).toEqual(['first']);
	});

	test('of 10,000 characters is shown', async () => {
		expect(await shown(STORED, template('x'.repeat(10_000)))).toContain('10000 of 160 characters');
	});

	test('is shown with its length, and cannot bring HTML', async () => {
		const notice = await shown(STORED, template('Hi &lt;b&gt;{name}&amp;\n"x"'));
		expect(notice).toContain('Hi &lt;b&gt;{name}&amp;<br />"x"');
		expect(notice).toContain('17 of 160 characters');
	});

	test('is asked for first', async () => {
		expect(await shown({ ...STORED, id: '' })).toContain('Choose a template');
	});

	test.each([
		['a template without a text', template('')],
		['a service that answers with nothing', reply('readTemplate', NOTHING)],
	])(
		'of %s is said not to be there, and the placeholders that have values stay',
		async (_what, answer) => {
			expect(await shown(STORED, answer)).toContain(
				'The template could not be read. The service gives no text.',
			);
			const schema = [{ id: 'name', removed: false }];
			const there = { ...STORED, placeholders: { schema, value: { name: 'Ann' } } };
			expect((await placeholders(there, answer)).names).toEqual(['name']);
		},
	);

	test('that cannot be read says why, without HTML of the service', async () => {
		const notice = await shown(STORED, page(500, '<b>'));
		expect(notice).toContain('could not be read');
		expect(notice).not.toContain('<b>');
	});
});

describe('the people of a group', () => {
	const DONE = '<result>true</result><error_code>0</error_code>';
	const group = (keyword: string) =>
		`<item><name>${keyword}</name><keyword>${keyword}</keyword></item>`;
	const tree = (groups: string[]) =>
		reply(
			'getOrganizationTree',
			`${DONE}<response><keyword>NORTH</keyword><subscriptionnodes>${groups.map(group).join('')}</subscriptionnodes></response>`,
		);
	const person = (mobiletxt: number) =>
		`<item><user><phone>18015551001</phone></user><mobiletxt>${mobiletxt}</mobiletxt><unsubdate/></item>`;
	const list = (people: number, withoutText: number) =>
		reply(
			'getAllSubscribers',
			`${DONE}<response><subscribers>${person(1).repeat(people - withoutText)}${person(0).repeat(withoutText)}</subscribers></response>`,
		);
	const people = async (
		keyword: unknown,
		groups = ['NSTAFF', 'NCREW'],
		answer: FakeAnswer = list(1200, 3),
	) => {
		const { context, asked } = fakePanel({
			parameters: { keyword: { mode: 'list', value: keyword } },
			answer: ({ operation }) => (operation === 'getOrganizationTree' ? tree(groups) : answer),
		});
		const show = async () => await resourceMapping.showPeople.call(context);
		const { fields, emptyFieldsNotice } = await show();
		expect(fields).toEqual([]);
		await show();
		return { notice: emptyFieldsNotice, asked: asked() };
	};

	test('are counted when the panel opens, once for all that shows them', async () => {
		const { notice, asked } = await people('NSTAFF');
		expect(notice).toBe('<b>1,200 people</b> in NSTAFF, 3 with texts off.');
		expect(asked).toEqual(['getOrganizationTree ACME', 'getAllSubscribers NSTAFF']);
		expect((await people('NSTAFF', ['NSTAFF'], list(1, 0))).notice).toBe(
			'<b>1 person</b> in NSTAFF.',
		);
	});

	test('of a division are at most those of its groups', async () => {
		const { notice } = await people('NORTH', ['A', 'B'], list(5, 0));
		expect(notice).toContain('At most <b>10 people</b>, in 2 groups of NORTH.');
	});

	test('are those of each group, whatever was counted before', async () => {
		const parameters = { keyword: 'NSTAFF' };
		const { context, requests } = fakePanel({
			parameters,
			answer: ({ operation, keyword }) =>
				operation === 'getOrganizationTree'
					? tree(['NSTAFF', 'NCREW'])
					: list(keyword === 'NSTAFF' ? 3 : 5, 0),
		});
		const show = async () => (await resourceMapping.showPeople.call(context)).emptyFieldsNotice;
		expect(await show()).toBe('<b>3 people</b> in NSTAFF.');
		parameters.keyword = 'NCREW';
		expect(await show()).toBe('<b>5 people</b> in NCREW.');
		expect(requests.map(({ options }) => options.timeout)).toEqual([
			30_000, 30_000, 30_000, 30_000,
		]);
	});

	test('of twenty groups are counted', async () => {
		const groups = Array.from({ length: 20 }, (_one, index) => `G${index}`);
		const { notice } = await people('NORTH', groups, list(1, 0));
		expect(notice).toContain('At most <b>20 people</b>, in 20 groups of NORTH.');
	});

	test('of very many groups are not read while a person waits', async () => {
		const groups = Array.from({ length: 21 }, (_one, index) => `G${index}`);
		const { notice, asked } = await people('NORTH', groups);
		expect(notice).toContain("21 groups. Turn on 'Preview'");
		expect(asked).toEqual(['getOrganizationTree ACME']);
	});

	test.each(['', '={{ $json.group }}'])(
		'are nobody\u2019s while the group is %j',
		async (keyword) => {
			const { notice, asked } = await people(keyword);
			expect(notice).toContain('Choose a group');
			expect(asked).toEqual([]);
		},
	);

	test('that cannot be counted say why, without HTML of the service', async () => {
		const { notice } = await people('NSTAFF', ['NSTAFF'], page(500, '<b>'));
		expect(notice).toContain('could not be counted');
		expect(notice).not.toContain('<b>');
	});
});

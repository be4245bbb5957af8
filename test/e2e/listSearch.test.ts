import { loadOptions, searchList } from './editorCalls';
import { byKeyword, createWorld, CREDENTIAL_TYPE, NODE_TYPE, type World } from './world';

describe('the lists of the panel in n8n', () => {
	let world: World;

	beforeAll(async () => {
		world = await createWorld('List search');
	});
	afterAll(() => world.close());

	const search = (methodName: string, filter?: string) =>
		searchList(world.client, {
			methodName,
			path: 'parameters.keyword',
			nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
			currentNodeParameters: {
				resource: 'message',
				operation: 'sendTemplate',
				keyword: byKeyword('NSTAFF'),
			},
			credentials: {
				[CREDENTIAL_TYPE]: { id: world.credential.id, name: world.credential.name },
			},
			filter,
		});

	it('shows a group with its path and its keyword', async () => {
		expect(await search('searchUnits')).toContainEqual(
			expect.objectContaining({ name: 'North › Staff (NSTAFF)', value: 'NSTAFF' }),
		);
	});

	it('narrows the list by what was typed', async () => {
		const values = (await search('searchUnits', 'staff')).map(({ value }) => value);
		expect(values).toContain('NSTAFF');
		expect(values).not.toContain('NCLIENT');
	});

	it('shows the templates of the unit that was chosen', async () => {
		const values = (await search('searchTemplates')).map(({ value }) => value);
		expect(values).toContain('order-ready');
		expect(values).not.toContain('summer-party');
	});

	it('fills the lists of countries and locales before there is a credential', async () => {
		const load = (methodName: string, path: string) =>
			loadOptions(world.client, {
				methodName,
				path,
				nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
				currentNodeParameters: { resource: 'message', operation: 'sendLocalized' },
			});
		expect(await load('getCountries', 'parameters.options.defaultCountry')).toContainEqual(
			expect.objectContaining({ name: 'Mexico (MX)', value: 'MX' }),
		);
		expect(await load('getLocales', 'parameters.locale')).toContainEqual(
			expect.objectContaining({ name: 'Spanish (Mexico), es_MX', value: 'es_MX' }),
		);
	});
});

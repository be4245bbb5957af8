import { byKeyword, createWorld, CREDENTIAL_TYPE, NODE_TYPE, type World } from './world';

describe("n8n's list search", () => {
	let world: World;

	beforeAll(async () => {
		world = await createWorld('List search');
	});
	afterAll(() => world.close());

	const search = (methodName: string, filter?: string) =>
		world.client.searchList({
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
});

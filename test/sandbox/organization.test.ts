import { call, useSandbox } from './client';

const sandbox = useSandbox();

interface UnitAnswer {
	keyword: string;
	name: string;
	divisions: UnitAnswer[];
	subscriptionnodes: UnitAnswer[];
}

describe('the organization tree', () => {
	test('shows every existing division and group with its keywords, nested', async () => {
		const { message, response } = await call(sandbox(), 'getOrganizationTree', 'ACME');
		const north = response.divisions.find(({ keyword }: UnitAnswer) => keyword === 'NORTH');
		const staff = north.subscriptionnodes[0];

		expect(message).toBe('Successfully loaded organization tree');
		expect(response).toMatchObject({
			keyword: 'ACME',
			name: 'Acme Test Company',
			default_code: '12345',
			subscriptionnodes: [],
			address: { street2: 'Suite "5" <rear>', zip: 84057 },
		});
		expect(north.subscriptionnodes.map(({ keyword }: UnitAnswer) => keyword)).toEqual([
			'NSTAFF',
			'NCLIENT',
			'NEMPTY',
		]);
		expect(north.divisions[0]).toMatchObject({
			name: 'Harbour',
			subscriptionnodes: [{ keyword: 'PILOTS' }],
		});
		expect(staff.keywords).toHaveLength(3);
		expect(staff.keywords[1]).toEqual({
			word: 'JOINSTAFF',
			note: 'On the poster in the hall',
			response: 'Welcome & thanks!\nReply STOP to leave.',
			subscribed_response: 'You are in already.',
			callback_url: 'https://acme.example/joined?from=poster&v=1',
			auto_subscribe: 1,
			keyword_type: 5,
			app_identifier: 'app-7',
		});
	});

	test('is that of the division whose keyword is given', async () => {
		const { response } = await call(sandbox(), 'getOrganizationTree', 'SOUTH');

		expect(response.name).toBe('Süd & Côte <Division>');
		expect(response.subscriptionnodes[0].name).toBe('Café 北京 😀');
	});

	test('is not to be had for a group', async () => {
		expect(await call(sandbox(), 'getOrganizationTree', 'NSTAFF')).toMatchObject({
			result: false,
			error_code: 108,
		});
	});
});

describe('divisions', () => {
	const create = (division: object | null, parent = 'ACME') =>
		call(sandbox(), 'createDivision', parent, { division });

	test('a new one has a keyword of its own and all that was given', async () => {
		const division = {
			name: 'West & Co. é 😀',
			email: 'w@x.example',
			phone: '18015559999',
			url: 'http://w.example/?a=1&b=2',
			address: { city: 'Provo', street: '5 <A> St', zip: '84604' },
			keyword: null,
			default_code: '',
			divisions: [],
			subscriptionnodes: null,
		};
		const first = await create(division);
		const second = await create(division, 'NORTH');

		expect(first).toMatchObject({ result: true, message: 'Successfully created division' });
		expect(first.response).toEqual({
			...division,
			address: { city: 'Provo', street: '5 <A> St', zip: 84604 },
			keyword: expect.stringMatching(/^[A-Z0-9]{1,40}$/),
			default_code: '12345',
			subscriptionnodes: [],
		});
		expect(second.response.keyword).not.toBe(first.response.keyword);
		expect((await call(sandbox(), 'readDivision', 'NORTH')).response.divisions).toHaveLength(2);
	});

	test('a new one has the code of the request, which need not be that of its parent', async () => {
		const division = { name: 'Far', default_code: '' };
		const auth = { code: '67890' };
		const { response } = await call(sandbox(), 'createDivision', 'NORTH', { division }, auth);
		expect(response.default_code).toBe('67890');
	});

	test('a name that has no letter for a keyword gets one nevertheless', async () => {
		const { response } = await create({ name: '北京' });

		expect((await call(sandbox(), 'readDivision', response.keyword)).response.name).toBe('北京');
	});

	test.each([
		['no division', null, 109],
		['no name', { email: 'a@b.example' }, 109],
		['an empty name', { name: '' }, 109],
		['a zip that is no number', { name: 'X', address: { zip: 'SW1A 1AA' } }, 111],
	])('%s is refused', async (_, division, error_code) => {
		const before = (await call(sandbox(), 'getOrganizationTree', 'ACME')).response;

		expect(await create(division)).toMatchObject({ result: false, error_code, response: null });
		expect((await call(sandbox(), 'getOrganizationTree', 'ACME')).response).toEqual(before);
	});

	test('none is created under a group', async () => {
		expect(await create({ name: 'X' }, 'NSTAFF')).toMatchObject({ error_code: 108 });
	});

	test('an update changes what is given and leaves the rest', async () => {
		const division = { name: null, email: 'new@acme.example', phone: '' };
		const updated = await call(sandbox(), 'updateDivision', 'NORTH', { division });
		const read = await call(sandbox(), 'readDivision', 'NORTH');

		expect(updated.message).toBe('Successfully updated division');
		expect(read.response).toEqual(updated.response);
		expect(read.response).toMatchObject({
			name: 'North',
			email: 'new@acme.example',
			phone: '',
			url: 'https://north.acme.example',
			keyword: 'NORTH',
		});
	});

	test('an update cannot take the name away', async () => {
		const division = { name: '' };

		expect(await call(sandbox(), 'updateDivision', 'NORTH', { division })).toMatchObject({
			error_code: 109,
		});
	});

	test('a deleted one is gone with all below it, and restored with it', async () => {
		const deleted = await call(sandbox(), 'deleteDivision', 'NORTH');

		expect(deleted).toEqual({
			result: true,
			error_code: 0,
			message: 'Successfully deleted division',
			response: null,
		});
		for (const operation of ['readDivision', 'updateDivision', 'deleteDivision'] as const) {
			expect(await call(sandbox(), operation, 'NORTH')).toMatchObject({ error_code: 107 });
		}
		expect(await call(sandbox(), 'readSubscriptionnode', 'NSTAFF')).toMatchObject({
			error_code: 107,
		});
		expect(await call(sandbox(), 'restoreSubscriptionnode', 'NOLD')).toMatchObject({
			error_code: 114,
		});

		const restored = await call(sandbox(), 'restoreDivision', 'NORTH');
		expect(restored.message).toBe('Successfully restored division');
		expect(restored.response.subscriptionnodes).toHaveLength(3);
		expect(await call(sandbox(), 'readSubscriptionnode', 'NSTAFF')).toMatchObject({ result: true });
	});

	test('one that exists is not restored', async () => {
		expect(await call(sandbox(), 'restoreDivision', 'NORTH')).toMatchObject({ error_code: 113 });
	});

	test.each(['readDivision', 'updateDivision', 'deleteDivision', 'restoreDivision'] as const)(
		'%s takes neither the company’s keyword nor a group’s',
		async (operation) => {
			for (const keyword of ['ACME', 'NSTAFF']) {
				expect(await call(sandbox(), operation, keyword)).toMatchObject({ error_code: 108 });
			}
		},
	);

	test('the groups of a division are listed without those of the divisions below', async () => {
		const { message, response } = await call(sandbox(), 'getDivisionGroups', 'NORTH');

		expect(message).toBe('Successfully retrieved division groups');
		expect(response).toMatchObject({ name: 'North', divisions: [] });
		expect(response.subscriptionnodes.map(({ name }: UnitAnswer) => name)).toEqual([
			'Staff',
			'Clients',
			'Nobody Yet',
		]);
	});
});

describe('groups', () => {
	const create = (group: object | null, parent = 'NORTH') =>
		call(sandbox(), 'createSubscriptionnode', parent, { group });

	test('a new one has a keyword of its own', async () => {
		const { message, response } = await create({ name: 'Night Shift', ispublic: 1, stackOrder: 7 });

		expect(message).toBe('Successfully created subscription group');
		expect(response).toEqual({
			name: 'Night Shift',
			ispublic: 1,
			stackOrder: 7,
			keyword: expect.stringMatching(/^[A-Z0-9]{1,40}$/),
		});
		expect((await call(sandbox(), 'readSubscriptionnode', response.keyword)).response).toEqual(
			response,
		);
	});

	test('a company holds none', async () => {
		expect(await create({ name: 'X' }, 'ACME')).toMatchObject({
			result: false,
			error_code: 108,
			message: expect.stringContaining('only be created under a division'),
		});
	});

	test.each([
		['no group', null, 109],
		['no name', { ispublic: 1 }, 109],
		['an ispublic of 2', { name: 'X', ispublic: 2 }, 111],
		['a stackOrder that is no number', { name: 'X', stackOrder: 'first' }, 111],
	])('%s is refused', async (_, group, error_code) => {
		expect(await create(group)).toMatchObject({ result: false, error_code });
		expect(await call(sandbox(), 'updateSubscriptionnode', 'NSTAFF', { group })).toMatchObject({
			result: false,
			error_code,
		});
	});

	test('an update changes the name, and the rest where it is given', async () => {
		const group = { name: 'Crew', stackOrder: 3 };
		const { message, response } = await call(sandbox(), 'updateSubscriptionnode', 'NSTAFF', {
			group,
		});

		expect(message).toBe('Successfully updated subscription group');
		expect(response).toEqual({ name: 'Crew', ispublic: 1, stackOrder: 3, keyword: 'NSTAFF' });
	});

	test('a deleted one is gone until it is restored', async () => {
		const deleted = await call(sandbox(), 'deleteSubscriptionnode', 'NSTAFF');

		expect(deleted).toMatchObject({ message: 'Successfully deleted subscription group' });
		expect(deleted.response).toBeNull();
		expect(await call(sandbox(), 'readSubscriptionnode', 'NSTAFF')).toMatchObject({
			error_code: 107,
		});
		expect(
			(await call(sandbox(), 'getDivisionGroups', 'NORTH')).response.subscriptionnodes,
		).toHaveLength(2);

		expect(await call(sandbox(), 'restoreSubscriptionnode', 'NSTAFF')).toMatchObject({
			message: 'Successfully restored subscription group',
			response: { keyword: 'NSTAFF' },
		});
		expect(await call(sandbox(), 'restoreSubscriptionnode', 'NSTAFF')).toMatchObject({
			error_code: 113,
		});
	});
});

describe('subscribers', () => {
	test('all of them, with user and address, and never a password', async () => {
		const { response } = await call(sandbox(), 'getAllSubscribers', 'NSTAFF');

		expect(response.subscribers).toHaveLength(8);
		expect(response.subscribers[1]).toEqual({
			name: 'Staff',
			email: 1,
			landline: 0,
			mobiletxt: 1,
			mobilevoice: 0,
			subscribed_type: 3,
			created_at: '2023-02-03 04:05:06',
			updated_at: '2025-12-31 23:59:59',
			unsubdate: '',
			custom_field: 'a<b>&"c"',
			default_keyword: 'NSTAFF',
			user: {
				first_name: 'Zoë',
				last_name: 'Ünlü',
				phone: '18015551002',
				email: '18015551002@people.example',
				landline: '',
				carrier: 'Verizon Wireless',
				password: '',
				role_id: 4,
				address: {
					city: 'Orem',
					state: 'Utah',
					state_abbr: 'UT',
					street: '',
					street2: '',
					zip: 84058,
				},
			},
		});
	});

	test('the active ones are those without a date of leaving', async () => {
		const { response } = await call(sandbox(), 'getActiveSubscribers', 'NSTAFF');

		expect(response.subscribers).toHaveLength(6);
		expect(
			new Set(response.subscribers.map(({ unsubdate }: { unsubdate: string }) => unsubdate)),
		).toEqual(new Set(['']));
	});

	test('an empty group has an empty list', async () => {
		const { response } = await call(sandbox(), 'getAllSubscribers', 'NEMPTY');

		expect(response).toEqual({ subscribers: [] });
	});

	test('a division has none of its own', async () => {
		expect(await call(sandbox(), 'getAllSubscribers', 'NORTH')).toMatchObject({ error_code: 108 });
	});
});

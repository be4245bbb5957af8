import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import {
	chosenUnit,
	codeOf,
	defaultKeyword,
	divisionsIn,
	groupsIn,
	groupsReached,
	isGiven,
	type Division,
	type Group,
	kindOfUnit,
	meansOwnCompany,
	nameOf,
	plainCode,
	unitName,
} from '../../../../../nodes/SubscriptionMessaging/service/answer/organization';

it('tells units by code and keyword, however the keyword is written', () => {
	expect(unitName({ code: '1', keyword: 'staff' })).toBe(unitName({ code: '1', keyword: 'STAFF' }));
	const names = ['1', '2'].flatMap((code) =>
		['STAFF', 'PILOTS'].map((keyword) => unitName({ code, keyword })),
	);
	expect(new Set(names).size).toBe(4);
});

describe('the keyword of a unit', () => {
	const words = (...keywords: unknown[]) => ({ name: 'Staff', keywords }) as Group;

	it.each<[what: string, unit: object, keyword: string]>([
		['its own', { keyword: 'NSTAFF', keywords: [{ word: 'OTHER', keyword_type: 1 }] }, 'NSTAFF'],
		['none', { name: 'Staff' }, ''],
		['none in an empty list', words(), ''],
		[
			'the default one of its list',
			words({ word: 'A', keyword_type: 2 }, { word: 'B', keyword_type: 1 }),
			'B',
		],
		[
			'the default one, however its type is written',
			words({ word: 'A', keyword_type: 5 }, { word: 'B', keyword_type: '01' }),
			'B',
		],
		[
			'the first one of a list without a default',
			words({ word: 'A' }, { word: 'B', keyword_type: 3 }),
			'A',
		],
		['the default one beside a nil entry', words(null, { word: 'B', keyword_type: 1 }), 'B'],
		['none where the first entry is nil', words(null, { word: 'B' }), ''],
		[
			'none where its own is empty and the list has no word',
			{ keyword: '', keywords: [{ word: null }] },
			'',
		],
	])('is %s', (_what, unit, keyword) => {
		expect(defaultKeyword(unit as Group)).toBe(keyword);
	});

	it('is that of a division, which has no list', () => {
		expect(defaultKeyword({ keyword: 'NORTH' } as Division)).toBe('NORTH');
		expect(defaultKeyword({ name: 'North' } as Division)).toBe('');
		expect(defaultKeyword({ name: 'North', keywords: 'abc' } as Division)).toBe('');
	});
});

describe('a tree', () => {
	const crew = { name: 'Crew' } as Group;
	const staff = { name: 'Staff' } as Group;
	const below = { name: 'Below', subscriptionnodes: [crew, null] } as Division;
	const north = { name: 'North', divisions: [below, null] } as Division;
	const south = { name: 'South', divisions: null, subscriptionnodes: null } as unknown as Division;
	const company = {
		name: 'Company',
		divisions: [north, south],
		subscriptionnodes: [staff],
	} as Division;

	it('has its divisions, the root first, each before those below it', () => {
		expect([...divisionsIn(company)].filter(isGiven)).toEqual([company, north, south, below]);
	});

	it('has all of its divisions and groups, however many there are', () => {
		const divisions = Array.from({ length: 60_000 }, (_one, index) => ({
			name: `${index}`,
			subscriptionnodes: [{ keyword: `G${index}` }],
		}));
		const large = { keyword: 'ACME', divisions: [{ divisions }] } as unknown as Division;
		expect([...divisionsIn(large)]).toHaveLength(60_002);
		expect([...groupsIn(large)].filter(isGiven)).toHaveLength(60_000);
		expect(kindOf(large, 'g59999')).toBe('group');
		expect(finished(groupsReached(large, { code: '1', keyword: 'ACME' }, true))).toHaveLength(
			60_000,
		);
	});

	it('gives its nil entries too, so that whoever reads millions of them can rest', () => {
		const nils = { name: 'Nils', divisions: [null, null], subscriptionnodes: [null] } as never;
		expect([...divisionsIn(nils)]).toEqual([nils, null, null]);
		expect([...groupsIn(nils)]).toEqual([null, null, null]);
	});

	it('gives something for each division without groups, so that whoever reads millions can rest', () => {
		const divisions = Array.from({ length: 10_000 }, () => ({ divisions: [{ name: 'below' }] }));
		const without = { name: 'Without', divisions } as Division;
		expect([...groupsIn(without)]).toHaveLength(20_001);
		const unit = { code: '1', keyword: 'NOBODY' };
		// Twice for divisions and twice for groups, with a rest after 500 of them at the latest.
		expect([...kindOfUnit(without, unit)].length).toBeGreaterThanOrEqual(4 * 40);
	});

	it('has the groups of all divisions', () => {
		expect([...groupsIn(company)].filter(isGiven)).toEqual([staff, crew]);
		expect([...groupsIn(south)].filter(isGiven)).toEqual([]);
	});
});

it.each([
	[{ name: 'Staff' }, 'Staff'],
	[{ name: null }, ''],
	[{}, ''],
	[null, ''],
	[undefined, ''],
])('the name of %j is %j', (unit, name) => {
	expect(nameOf(unit as Group)).toBe(name);
});

it('no nil and no missing entry is given', () => {
	expect([null, undefined, 0, '', false].map(isGiven)).toEqual([false, false, true, true, true]);
});

const kindOf = (tree: Division, keyword: string, code = '12345') =>
	finished(kindOfUnit(tree, { code, keyword }));

const ofKinds = {
	keyword: 'ACME',
	divisions: [
		{
			keyword: 'NORTH',
			divisions: [{ keyword: 'FAR', subscriptionnodes: [{ keyword: 'FSTAFF' }] }],
			subscriptionnodes: [
				{ keyword: 'NSTAFF', keywords: [{ word: 'JOINSTAFF' }, { word: null }] },
				{ keyword: null, keywords: null },
			],
		},
		{ keyword: 'SOUTH' },
	],
};

test.each([
	['ACME', 'division'],
	['north', 'division'],
	['FAR', 'division'],
	['SOUTH', 'division'],
	['NSTAFF', 'group'],
	['fstaff', 'group'],
	['joinstaff', 'group'],
	['NSTAF', undefined],
	['', undefined],
])('%p is of the kind %p', (keyword, kind) => {
	expect(kindOf(ofKinds, keyword)).toBe(kind);
});

test.each([
	['12345', 'group'],
	['67890', 'division'],
	['55555', 'division'],
])('a keyword under several codes is that of the unit with the code %s: a %s', (code, kind) => {
	const tree = {
		subscriptionnodes: [{ keyword: 'NORTH', default_code: '12345' }],
		divisions: [{ keyword: 'NORTH', default_code: '67890' }],
	};
	expect(kindOf(tree, 'NORTH', code)).toBe(kind);
});

test('a group is known under another code, too', () => {
	const tree = { subscriptionnodes: [{ keyword: 'NSTAFF', default_code: '67890' }] };
	expect(kindOf(tree, 'nstaff')).toBe('group');
});

test('a keyword of a group that is a division as well cannot send to a list', () => {
	const both = {
		keyword: 'ACME',
		subscriptionnodes: [{ keyword: 'NORTH' }],
		divisions: [{ keyword: 'NORTH' }],
	};
	expect(kindOf(both, 'NORTH')).toBe('division');
});

test('sparse entries are no units', () => {
	const sparse = { divisions: [null], subscriptionnodes: [null] } as unknown as typeof ofKinds;
	expect(kindOf(sparse, 'NSTAFF')).toBeUndefined();
	expect(kindOf({}, 'NSTAFF')).toBeUndefined();
});

describe('a message to everyone reaches', () => {
	const group = (name: string | null, keyword: string | null, ...words: Array<string | null>) => ({
		name,
		keyword,
		keywords: words.map((word) => ({ word })),
	});
	const north = {
		name: 'North',
		keyword: 'NORTH',
		subscriptionnodes: [group('Crew', 'NCREW'), null, group(null, null, 'NSTAFF', null)],
		divisions: [{ keyword: 'FAR', subscriptionnodes: [group('Far', 'FCREW'), group('None', '')] }],
	};
	const tree = {
		name: 'Company',
		keyword: 'ACME',
		divisions: [
			null,
			north,
			{ keyword: 'EMPTY' },
			{ keyword: 'WEST', subscriptionnodes: [group('Far', 'FCREW')], divisions: [null] },
		],
		subscriptionnodes: [group('Office', 'OFFICE', 'DESK'), group('Again', 'NCREW')],
	} as unknown as Division;
	const reached = (keyword: string, isOwn = false, of = tree) =>
		finished(groupsReached(of, { code: '12345', keyword }, isOwn));

	const CREW = { keyword: 'NCREW', name: 'Crew' };
	const STAFF = { keyword: 'NSTAFF', name: '' };
	const FAR = { keyword: 'FCREW', name: 'Far' };
	const OFFICE = { keyword: 'OFFICE', name: 'Office' };
	const AGAIN = { keyword: 'NCREW', name: 'Again' };

	it.each([
		['a division', 'NORTH', [CREW, undefined, STAFF, FAR]],
		['a division in other letters', ' north ', [CREW, undefined, STAFF, FAR]],
		['the company, in which a division is nil', 'ACME', [OFFICE, AGAIN, undefined, STAFF, FAR]],
		['a company of which one division alone is nil', 'WEST', [FAR, undefined]],
		['a division below another one', 'FAR', [FAR]],
		['a division without groups', 'EMPTY', []],
		['a group', 'FCREW', [FAR]],
		['a group by another of its keywords', 'DESK', [{ keyword: 'DESK', name: 'Office' }]],
		['a group without a name', 'NSTAFF', [STAFF]],
	])('for %s, these groups', (_what, keyword, groups) => {
		expect(reached(keyword)).toEqual(groups);
	});

	it.each([
		['with the code, the division', '12345', [CREW]],
		['with another code, the group', '67890', [{ keyword: 'NCREW', name: 'Sales' }]],
		['without a code, nothing', null, undefined],
	])('for a keyword that a group has too: of a division %s', (_what, default_code, groups) => {
		const north = { keyword: 'NCREW', default_code, subscriptionnodes: [group('Crew', 'NCREW')] };
		const both = {
			keyword: 'ACME',
			divisions: [north],
			subscriptionnodes: [group('Sales', 'NCREW')],
		} as unknown as Division;
		expect(reached('NCREW', false, both)).toEqual(groups);
	});

	it('for a group by a keyword beside a nil one, the group', () => {
		const keywords = [null, { word: 'JOIN' }];
		const of = {
			subscriptionnodes: [{ ...group('Crew', 'CREW'), keywords }],
		} as unknown as Division;
		expect(reached('JOIN', false, of)).toEqual([{ keyword: 'JOIN', name: 'Crew' }]);
	});

	it('for a company, each group once', () => {
		expect(reached('ACME')).toEqual([
			OFFICE,
			{ keyword: 'NCREW', name: 'Again' },
			undefined,
			STAFF,
			FAR,
		]);
	});

	const withCode = (keyword: string, default_code: unknown, name = keyword) => ({
		...{ name, keyword, default_code },
		keywords: null,
	});
	const twice = {
		keyword: 'ACME',
		divisions: [
			{ ...withCode('NORTH', '67890'), subscriptionnodes: [withCode('STAFF', '67890', 'Far')] },
			{
				...withCode('NORTH', '12345'),
				subscriptionnodes: [withCode('STAFF', '12345', 'Near'), withCode('CREW', 'long')],
			},
		],
	} as unknown as Division;

	it('for a keyword that several units have, the one with the code, and each group under its own', () => {
		expect(reached('STAFF', false, twice)).toEqual([{ keyword: 'STAFF', name: 'Near' }]);
		expect(reached('NORTH', false, twice)).toEqual([
			{ keyword: 'STAFF', name: 'Near', code: '12345' },
			{ keyword: 'CREW', name: 'CREW' },
		]);
		expect(reached('ACME', false, twice)).toMatchObject([
			{ name: 'Far', code: '67890' },
			{ name: 'Near', code: '12345' },
			{ name: 'CREW' },
		]);
	});

	it('the group without a name where it has another code in the tree, and nobody of such a division', () => {
		const other = (keyword: string) =>
			finished(groupsReached(twice, { code: '555', keyword }, false));
		expect(other('STAFF')).toEqual([{ keyword: 'STAFF', name: '' }]);
		expect(other('NORTH')).toBeUndefined();
	});

	it('groups whose keyword and code are the same only when they are put together', () => {
		const alike = {
			keyword: 'ACME',
			subscriptionnodes: [withCode('A1', '2'), withCode('A', '12')],
		} as unknown as Division;
		expect(reached('ACME', false, alike)).toHaveLength(2);
	});

	it('nobody of whom the tree tells where it does not show the unit', () => {
		expect(reached('ELSEWHERE')).toBeUndefined();
		expect(reached('ELSEWHERE', true)).toBeUndefined();
	});

	it('all groups of the tree of the unit itself, which leaves its own keyword out', () => {
		const own = { ...north, keyword: undefined } as unknown as Division;
		expect(reached('NORTH', true, own)).toEqual([CREW, undefined, STAFF, FAR]);
		expect(reached('NORTH', false, own)).toBeUndefined();
		expect(reached('NCREW', true, own)).toEqual([CREW]);
	});
});

test.each([
	['12345', '12345'],
	['0012345', '12345'],
	['1002345', '1002345'],
	['0', '0'],
	['', ''],
])('the code %j is the number %j', (code, number) => {
	expect(plainCode(code)).toBe(number);
});

test.each([
	['STAFF', { keyword: 'STAFF' }],
	['STAFF@67890', { keyword: 'STAFF', code: '67890' }],
	['A@B@1', { keyword: 'A@B', code: '1' }],
	['STAFF@', { keyword: 'STAFF@' }],
	['STAFF@6x', { keyword: 'STAFF@6x' }],
	['STAFF@x6', { keyword: 'STAFF@x6' }],
	['A@1', { keyword: 'A', code: '1' }],
	[' A @67890', { keyword: 'A', code: '67890' }],
	['A@067890', { keyword: 'A', code: '67890' }],
	['@67890', { keyword: '@67890' }],
	['', { keyword: '' }],
])('%j, as it is chosen, is %j', (chosen, unit) => {
	expect(chosenUnit(chosen)).toEqual(unit);
});

test.each([
	[{ default_code: '67890' }, '67890'],
	[{ default_code: '067890' }, '67890'],
	[{ default_code: '' }, undefined],
	// Of a service whose codes are numbers.
	[{ default_code: '0' }, undefined],
	[{ default_code: '00' }, undefined],
	[{ default_code: 'long' }, undefined],
	[{ default_code: '12 345' }, undefined],
	[{ default_code: null }, undefined],
	[null, undefined],
	[undefined, undefined],
])('the code of %j is %j', (unit, code) => {
	expect(codeOf(unit as Group)).toBe(code);
});

test('what is asked before any unit is known is asked of the company of the credential', () => {
	const all = ['authenticationTest', 'test', 'getOrganizationTree', 'sendMessage'] as const;
	expect(all.map(meansOwnCompany)).toEqual([true, true, true, false]);
});

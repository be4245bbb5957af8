import { units } from '../../../../../nodes/SubscriptionMessaging/actions/account/units';
import type { Call } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';

const call = (keyword: string): Call => ({
	operation: 'getOrganizationTree',
	code: '12345',
	keyword,
	parameters: {},
});

const staff = {
	name: 'Staff',
	ispublic: 1,
	keywords: [
		{ word: 'JOIN', keyword_type: 5 },
		{ word: 'NSTAFF', keyword_type: 1 },
	],
};
const harbour = { name: 'Harbour', keyword: 'HARBOUR' };
const north = {
	name: 'North',
	keyword: 'NORTH',
	default_code: '12345',
	divisions: [null, harbour],
	subscriptionnodes: [staff],
};

const rowsOf = (response: object | null, keyword: string, company = 'ACME') =>
	[...units({ result: true, response }, call(keyword), company)].flatMap((row) =>
		row ? [row] : [],
	);

const told = (tree: object, keyword: string) =>
	rowsOf(tree, keyword).map((row) => [row.kind, row.path, row.keyword, row.parent]);

test('are one row each: a division, its groups, the divisions below it', () => {
	expect(told({ name: 'Acme', keyword: 'ACME', divisions: [north] }, 'acme')).toEqual([
		['company', 'Acme', 'ACME', null],
		['division', 'Acme › North', 'NORTH', 'ACME'],
		['group', 'Acme › North › Staff', 'NSTAFF', 'NORTH'],
		['division', 'Acme › North › Harbour', 'HARBOUR', 'NORTH'],
	]);
	expect(told(north, 'NORTH')[0]).toEqual(['division', 'North', 'NORTH', null]);
});

test('are not told which of them is the company, where the credential names none', () => {
	const kinds = (keyword: string) => rowsOf(north, keyword, '').map((row) => row.kind);
	expect(kinds('NORTH')).toEqual([undefined, 'group', 'division']);
	expect(kinds('')).toEqual(['company', 'group', 'division']);
});

test('name a group with all its keywords, and whether it is public', () => {
	expect(rowsOf(north, 'NORTH')[1]).toEqual({
		name: 'Staff',
		kind: 'group',
		path: 'North › Staff',
		keyword: 'NSTAFF',
		parent: 'NORTH',
		default_code: null,
		ispublic: true,
		keywords: ['JOIN', 'NSTAFF'],
	});
});

test('have the keyword that was asked for where the tree leaves out that of its root', () => {
	expect(told({ name: '', subscriptionnodes: [{ name: null, keyword: 'X' }] }, 'NORTH')).toEqual([
		['division', 'Unnamed', 'NORTH', null],
		['group', 'Unnamed › Unnamed', 'X', 'NORTH'],
	]);
});

test('have the end of a path that is long, which every unit below repeats', () => {
	const deep = { name: 'x'.repeat(1_000_000), keyword: 'DEEP', divisions: [harbour] };
	const paths = told({ ...north, divisions: [deep] }, 'NORTH').map(([, path]) => String(path));
	expect(Math.max(...paths.map(({ length }) => length))).toBe(501);
	expect(paths.at(-1)).toMatch(/^…x+ › Harbour$/);
});

test('are the answer as it is where it holds no tree', () => {
	expect(rowsOf(null, 'NORTH')).toEqual([{ result: true, response: null }]);
});

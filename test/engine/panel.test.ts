import type { INodeParameters } from 'n8n-workflow';

import { loadList, mapFields, searchList } from './panel';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();

/** Each test has a code of its own, so that none sees what was read for another. */
let code = 20_000;
let credential: ReturnType<typeof credentialFor>;

beforeEach(() => {
	code += 1;
	credential = { ...credentialFor(sandbox.running), code: String(code) };
	sandbox.running.sandbox.settings.code = String(code);
	sandbox.running.sandbox.reset();
});

afterEach(() => jest.restoreAllMocks());

const byKeyword = (value: string) => ({ __rl: true, mode: 'keyword', value });
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const panel = (parameters: INodeParameters = {}) => ({
	credential,
	parameters: {
		resource: 'message',
		operation: 'sendTemplate',
		templateSource: 'stored',
		keyword: byKeyword('NSTAFF'),
		id: byId(''),
		...parameters,
	},
});

const operations = () => sandbox.running.sandbox.calls.map(({ operation }) => operation);
const names = async (method: string, filter?: string) =>
	(await searchList(method, panel(), filter)).map(({ name }) => name);

describe('The lists of the panel', () => {
	test('show units with the path that leads to them', async () => {
		expect(await names('searchUnits')).toEqual(
			expect.arrayContaining([
				'Acme Test Company (ACME)',
				'North (NORTH)',
				'North › Staff (NSTAFF)',
				'North › Harbour › Pilots (PILOTS)',
			]),
		);
	});

	test('offer groups where a group is needed, and divisions where a division is', async () => {
		expect(await names('searchGroups')).not.toContain('North (NORTH)');
		expect(await names('searchDivisions')).not.toContain('North › Staff (NSTAFF)');
	});

	test.each(['staff', 'north > staff', 'NORTH/Staff', 'nstaff'])(
		'find a group by "%s"',
		async (typed) => {
			expect(await names('searchUnits', typed)).toEqual(['North › Staff (NSTAFF)']);
		},
	);

	test('find a template by its name without accents, and by its ID', async () => {
		expect(await names('searchTemplates', 'gru')).toEqual(['Grüße (grüße)']);
		expect(await names('searchTemplates', 'order-r')).toEqual(['Order ready (order-ready)']);
	});

	test('are read once for all letters that are typed, and for all fields of the panel', async () => {
		for (const typed of [undefined, 's', 'st', 'sta']) await names('searchUnits', typed);
		await Promise.all([names('searchGroups'), names('searchDivisions')]);
		expect(operations()).toEqual(['getOrganizationTree']);
	});

	test('are read again after some seconds', async () => {
		await names('searchUnits');
		sandbox.running.sandbox.organization.existing('NSTAFF', ['group']).name = 'Crew';
		const now = Date.now();
		jest.spyOn(Date, 'now').mockReturnValue(now + 60_000);
		expect(await names('searchUnits')).toContain('North › Crew (NSTAFF)');
	});

	test('are those of the credential as it is now', async () => {
		await names('searchUnits');
		await expect(
			searchList('searchUnits', { ...panel(), credential: { ...credential, password: 'wrong' } }),
		).rejects.toThrow('Authentication failed');
	});

	test('are read again at once when they could not be read', async () => {
		const failing = { ...panel(), credential: { ...credential, api_key: 'wrong' } };
		await expect(searchList('searchUnits', failing)).rejects.toThrow();
		await expect(searchList('searchUnits', failing)).rejects.toThrow();
		expect(operations()).toEqual(['getOrganizationTree', 'getOrganizationTree']);
	});

	test.each([
		['a wrong password', { password: 'wrong' }, 'Check the credential of the node'],
		['a server that is not there', { baseUrl: 'http://127.0.0.1:1' }, "Check the 'Base URL'"],
	])('say in their place how to mend %s', async (_what, wrong, fix) => {
		const failing = { ...panel(), credential: { ...credential, ...wrong } };
		const error = await searchList('searchUnits', failing).catch((thrown: Error) => thrown);
		expect((error as Error).message).toContain(fix);
	});

	test('ask for the unit before they show templates', async () => {
		for (const value of ['', '={{ $json.unit }}']) {
			const parameters = { ...panel().parameters, keyword: byKeyword(value) };
			await expect(searchList('searchTemplates', { credential, parameters })).rejects.toThrow(
				'Choose a group, division or company above first',
			);
		}
	});
});

describe('The lists of countries and locales', () => {
	const SERVICE_IS_DOWN = { baseUrl: 'http://127.0.0.1:1' };

	test.each([
		['getCountries', { name: 'Mexico (MX)', value: 'MX' }],
		['getCountries', { name: 'Åland Islands (AX)', value: 'AX' }],
		['getLocales', { name: 'Spanish (Mexico), es_MX', value: 'es_MX' }],
	])('%s offers $name, without the service', async (method, choice) => {
		const down = { ...panel(), credential: { ...credential, ...SERVICE_IS_DOWN } };
		expect(await loadList(method, down)).toContainEqual(choice);
	});

	test.each(['getCountries', 'getLocales'])('%s begins with none, then by name', async (method) => {
		const [none, ...choices] = await loadList(method, panel());
		expect(none).toEqual({ name: 'None', value: '' });
		const names = choices.map(({ name }) => name);
		expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
		expect(new Set(names).size).toBe(names.length);
	});
});

test('The people of a group are counted when the panel shows them, those with texts off apart', async () => {
	const { subscribers } = sandbox.running.sandbox.organization.existing('NCLIENT', ['group']);
	subscribers[0]!.mobiletxt = 0;
	const shown = { operation: 'sendToGroup', keyword: byKeyword('NCLIENT') };
	const { fields, emptyFieldsNotice } = await mapFields('showPeople', panel(shown));
	expect(fields).toEqual([]);
	expect(emptyFieldsNotice).toBe('<b>3 people</b> in NCLIENT, 1 with texts off.');
	expect(operations()).toEqual(['getOrganizationTree', 'getAllSubscribers']);
});

test('The characters that remain beside the link are shown, without the service', async () => {
	const shown = { operation: 'sendAndWait', line: 'May we?' };
	const { emptyFieldsNotice } = await mapFields('showCharacters', panel(shown));
	const [, left = '', link = ''] =
		/^About <b>(\d+) characters<\/b> left\. The link has about (\d+)\.$/.exec(
			emptyFieldsNotice ?? '',
		) ?? [];
	expect('May we? '.length + Number(left) + Number(link)).toBe(160);
	expect(operations()).toEqual([]);
});

describe('The placeholders of a template', () => {
	const fieldsOf = async (parameters: INodeParameters) =>
		(await mapFields('getPlaceholders', panel(parameters))).fields.map(({ id }) => id);
	const noticeOf = async (parameters: INodeParameters) =>
		(await mapFields('showStoredText', panel(parameters))).emptyFieldsNotice;

	test('are fields, each once, without the format', async () => {
		expect(await fieldsOf({ id: byId('order-ready') })).toEqual(['name', 'order']);
		expect(await fieldsOf({ id: byId('invoice') })).toEqual(['name', 'amount']);
	});

	test('come with the text, its line breaks and its length', async () => {
		const notice = await noticeOf({ id: byId('invoice') });
		expect(notice).toContain('{name}, your bill is {amount:0.00} dollars.<br />Thank you!');
		expect(notice).toContain('54 of 160 characters');
	});

	test('are read once for the fields and for the text', async () => {
		const parameters = { id: byId('order-ready') };
		await Promise.all([fieldsOf(parameters), noticeOf(parameters)]);
		expect(operations()).toEqual(['readTemplate']);
	});

	test('a text that looks like HTML is shown as it is written', async () => {
		const { templates } = sandbox.running.sandbox.organization.existing('NSTAFF', ['group']);
		templates.get('order-ready')!.text = '<img src=x onerror=alert(1)> & {name}';
		expect(await noticeOf({ id: byId('order-ready') })).toMatch(/^&lt;img [^<>]*&gt; &amp;/);
	});

	test('before a template is chosen there is nothing to ask the service for', async () => {
		expect(await fieldsOf({})).toEqual([]);
		expect(await noticeOf({ id: byId('={{ $json.template }}') })).toMatch(/^Choose a template/);
		expect(operations()).toEqual([]);
	});

	test('a template that does not exist is said once, where the text would be', async () => {
		expect(await fieldsOf({ id: byId('no-such') })).toEqual([]);
		expect(await noticeOf({ id: byId('no-such') })).toContain('The template could not be read');
	});

	test('of a text that is entered are found without the service, and beside expressions', async () => {
		const text = '=Hi {name}, {{ $json.order ? {a: 1}.a : "" }} costs {amount:0.00}';
		expect(await fieldsOf({ templateSource: 'text', text })).toEqual(['name', 'amount']);
		expect(operations()).toEqual([]);
	});
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { OPERATIONS } from '../../../nodes/SubscriptionMessaging/service/contract/contract';
import { startSandbox } from '../../../sandbox/server';
import { runNode, type RunResult } from '../../engine/engine';
import { commandOf, startServer, type ServerProgram } from '../program';

jest.setTimeout(120_000);

/** What PHP's SoapServer handed to the method of the operation, and what HTTP said around it. */
interface Received {
	operation: string;
	arguments: Record<string, unknown> & { auth: Record<string, unknown> };
	soapAction: string;
	contentType: string;
	path: string;
}

const secrets = {
	username: 'Jürgen & Söhne',
	password: `p<ä>"'&amp;ss`,
	api_key: 'käy 😀',
};
/** Beyond 32 bits. */
const LONG_CODE = '18015550199';

let folder: string;
let php: ServerProgram;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'php-soap-'));
	const sandbox = await startSandbox();
	const { data: wsdl } = await axios.get<string>(
		`${sandbox.baseUrl}/webservices/?version=2.0.0&wsdl`,
	);
	// PHP would fetch the schema of SOAP's encoding, which it knows itself, from the sandbox.
	const own = wsdl.replace(/\s*<xsd:import [^>]*>/, '');
	await sandbox.close();
	await writeFile(join(folder, 'wsdl.wsdl'), own);
	await writeFile(
		join(folder, 'second-names.wsdl'),
		own
			.replaceAll('name="phone_list"', 'name="phone"')
			.replace(/(<wsdl:part name=")sentTo"/g, '$1phone"'),
	);
	php = await startServer(commandOf('php'), ['-S', '127.0.0.1:0', join(__dirname, 'server.php')], {
		SERVICE_FOLDER: folder,
	});
});

afterAll(async () => {
	await php?.stop();
	await rm(folder, { recursive: true, force: true });
});

type Dialect = 'wsdl' | 'second-names' | 'maps' | 'objects';

const run = async (
	dialect: Dialect,
	parameters: INodeParameters,
	items?: IDataObject[],
): Promise<RunResult> =>
	await runNode({
		parameters: withBraces(parameters),
		credential: {
			baseUrl: `${php.baseUrl}/${dialect}`,
			...secrets,
			code: LONG_CODE,
			keyword: 'ACME',
			nvpMethod: 'POST',
			ignoreSslIssues: false,
		},
		items,
	});

/** Texts are sent with the braces that are in them: how they are read is what counts here. */
function withBraces(parameters: INodeParameters): INodeParameters {
	if (parameters.resource !== 'message' || !/^send/.test(String(parameters.operation))) {
		return parameters;
	}
	const options = { ...(parameters.options as INodeParameters), unfilledPlaceholders: 'send' };
	return { ...parameters, options };
}

const received = async (): Promise<Received> =>
	JSON.parse(await readFile(join(folder, 'record.json'), 'utf8'));

const rows = ({ error, items }: RunResult) => {
	expect(error?.message).toBeUndefined();
	return items.map(({ json }) => json);
};

const unit = (keyword: string) => ({
	keyword: { __rl: true, mode: 'keyword', value: keyword },
});
const template = (id: string) => ({ id: { __rl: true, mode: 'id', value: id } });

const NIL_MEMBERS = { keyword: null, default_code: null, divisions: [], subscriptionnodes: [] };
const ADDRESS = {
	city: 'Orém',
	state: 'Utah',
	state_abbr: 'UT',
	street: '5 <A> & "St"',
	street2: null,
	zip: 84057,
};
const division = (keyword: string, more: IDataObject = {}) => ({
	address: ADDRESS,
	default_code: '12345',
	divisions: [],
	email: '',
	keyword,
	name: 'Nörd & Süd',
	phone: '18015550101',
	subscriptionnodes: [],
	url: null,
	...more,
});
/** A row of the organization tree. */
const place = (unitOf: IDataObject, ...above: string[]) => ({
	name: 'Nörd & Süd',
	path: [...above, 'Nörd & Süd'].join(' › '),
	default_code: '12345',
	...unitOf,
});
const STAFF = { ispublic: true, keyword: 'NSTAFF', name: 'Staff 😀', stackOrder: 2 };
const TEMPLATE = {
	description: '',
	id: '007',
	subject: null,
	text: 'Hi {name},\r\nyou owe {amount:0.00}',
	title: ']]> &lt;',
};
const subscriber = (first_name: string, phone: string) => ({
	name: first_name,
	first_name,
	last_name: '',
	phone,
	email: '',
	landline: '',
	carrier: '',
	...ADDRESS,
	street2: '',
	zip: '84057',
	receives_text: false,
	receives_voice: false,
	receives_email: true,
	receives_landline: false,
	subscribed: true,
	group: 'NSTAFF',
	group_name: 'Staff',
	created_at: '2011-02-03 04:05:06',
	updated_at: '',
	unsubdate: '',
	custom_field: '',
});
const CARRIERS = [
	{ phone: '18015551001', international: false },
	{ phone: '447700900123', international: true },
].map((row) => ({ ...row, carrier: 'AT&T', invalid: false, landline: false }));
const statuses = (ticket: IDataObject) => [
	{
		sendTo: '18015551001',
		status: 'delivered',
		delivered: true,
		status_code: 100,
		status_message: 'Delivered',
		group: 'NSTAFF',
		...ticket,
	},
	{
		sendTo: '18015551002',
		status: 'in_transit',
		status_code: 101,
		status_message: 'Sent to Carrier',
		group: 'NSTAFF',
		...ticket,
	},
];
const answered = (response: unknown) => ({
	error_code: 0,
	message: 'Done',
	response,
	result: true,
});
const shortened = (short_url: string, url: string) => ({ short_url, url, ...answered(short_url) });
const accepted = (custom_ticket: string, ...recipients: string[]) => ({
	sent: true,
	group: 'NSTAFF',
	custom_ticket,
	transaction_ticket: '34335276',
	recipients,
});

interface OperationCase {
	operation: string;
	binding: 'task' | 'division' | 'message' | 'template' | 'subscriptionnode';
	parameters: INodeParameters;
	/** Arguments after `auth`; null is what PHP makes of one that is left out. */
	args: Record<string, unknown>;
	/** What the node gives out. */
	items: unknown[];
	/** `auth.keyword`, where the operation has one. */
	keyword?: string;
}

const on = (
	binding: OperationCase['binding'],
	operation: string,
	parameters: INodeParameters,
	keywordSent: string | undefined,
	args: OperationCase['args'],
	items: OperationCase['items'],
): OperationCase => ({ binding, operation, parameters, keyword: keywordSent, args, items });

const CASES: OperationCase[] = [
	on(
		'task',
		'authenticationTest',
		{ resource: 'account', operation: 'testAuthentication' },
		'ACME',
		{},
		[answered(null)],
	),
	on('task', 'test', { resource: 'account', operation: 'testService' }, 'ACME', {}, [
		answered(null),
	]),
	on(
		'task',
		'getOrganizationTree',
		{ resource: 'account', operation: 'getOrganizationTree' },
		'ACME',
		{},
		[
			place({ kind: 'company', keyword: 'ACME', parent: null }),
			place({ kind: 'division', keyword: 'NORTH', parent: 'ACME' }, 'Nörd & Süd'),
			{
				name: 'Staff 😀',
				kind: 'group',
				path: 'Nörd & Süd › Nörd & Süd › Staff 😀',
				keyword: 'NSTAFF',
				parent: 'NORTH',
				default_code: null,
				ispublic: true,
				keywords: ['NSTAFF', 'JOIN'],
			},
			place({ kind: 'division', keyword: 'SOUTH', parent: 'ACME' }, 'Nörd & Süd'),
		],
	),
	on(
		'task',
		'getCellularCarrier',
		{
			resource: 'phoneNumber',
			operation: 'lookUpCarrier',
			phone_list: '18015551001, 447700900123',
			options: { show_carrier_id: true },
		},
		undefined,
		{ phone_list: '18015551001,447700900123', show_carrier_id: true },
		CARRIERS,
	),
	on(
		'task',
		'getCellularCarrierId',
		{
			resource: 'phoneNumber',
			operation: 'lookUpCarrierId',
			phone_list: '18015551001\n447700900123',
		},
		undefined,
		{ phone_list: '18015551001,447700900123' },
		CARRIERS.map((row) => ({ ...row, carrier_id: '383' })),
	),
	on(
		'task',
		'createShortURL',
		{
			resource: 'shortUrl',
			operation: 'create',
			...unit('ACME'),
			url: 'https://acme.example/?a=1&b=<2>',
			options: { params: { field: [{ name: 'campaign', value: 'Frühling' }] } },
		},
		'ACME',
		{
			url: 'https://acme.example/?a=1&b=<2>',
			params: [{ name: 'campaign', value: 'Frühling' }],
		},
		[shortened('https://short.example/1e5', 'https://acme.example/?a=1&b=<2>')],
	),
	on(
		'task',
		'updateShortURL',
		{
			resource: 'shortUrl',
			operation: 'update',
			...unit('ACME'),
			url: 'https://acme.example/new',
			short_url: 'https://short.example/007',
		},
		'ACME',
		{ url: 'https://acme.example/new', short_url: 'https://short.example/007', params: null },
		[shortened('https://short.example/007', 'https://acme.example/new')],
	),
	on(
		'division',
		'createDivision',
		{
			resource: 'division',
			operation: 'create',
			...unit('ACME'),
			divisionName: 'Café <North> & Söhne',
			additionalFields: {
				phone: '18015550100',
				address: { address: { city: '北京', zip: '84057' } },
			},
		},
		'ACME',
		{
			division: {
				name: 'Café <North> & Söhne',
				phone: '18015550100',
				address: { city: '北京', zip: 84057 },
				...NIL_MEMBERS,
			},
		},
		[division('D1')],
	),
	on(
		'division',
		'readDivision',
		{ resource: 'division', operation: 'get', ...unit('NORTH') },
		'NORTH',
		{},
		[division('NORTH')],
	),
	on(
		'division',
		'updateDivision',
		{
			resource: 'division',
			operation: 'update',
			...unit('NORTH'),
			updateFields: { email: '', url: 'https://north.example/?a=1&b=2' },
		},
		'NORTH',
		{ division: { email: '', url: 'https://north.example/?a=1&b=2', ...NIL_MEMBERS } },
		[division('NORTH')],
	),
	on(
		'division',
		'deleteDivision',
		{ resource: 'division', operation: 'delete', ...unit('NORTH') },
		'NORTH',
		{},
		[{ deleted: true, keyword: 'NORTH', default_code: LONG_CODE }],
	),
	on(
		'division',
		'restoreDivision',
		{ resource: 'division', operation: 'restore', ...unit('NORTH') },
		'NORTH',
		{},
		[division('NORTH')],
	),
	on(
		'subscriptionnode',
		'getDivisionGroups',
		{ resource: 'division', operation: 'getGroups', ...unit('NORTH') },
		'NORTH',
		{},
		[STAFF, STAFF],
	),
	on(
		'subscriptionnode',
		'createSubscriptionnode',
		{
			resource: 'group',
			operation: 'create',
			...unit('NORTH'),
			groupName: 'Staff 😀',
			additionalFields: { ispublic: true, stackOrder: -2 },
		},
		'NORTH',
		{ group: { name: 'Staff 😀', ispublic: 1, stackOrder: -2 } },
		[STAFF],
	),
	on(
		'subscriptionnode',
		'readSubscriptionnode',
		{ resource: 'group', operation: 'get', ...unit('NSTAFF') },
		'NSTAFF',
		{},
		[STAFF],
	),
	on(
		'subscriptionnode',
		'updateSubscriptionnode',
		{
			resource: 'group',
			operation: 'update',
			...unit('NSTAFF'),
			updateFields: { groupName: '007' },
		},
		'NSTAFF',
		{ group: { name: '007' } },
		[STAFF],
	),
	on(
		'subscriptionnode',
		'deleteSubscriptionnode',
		{ resource: 'group', operation: 'delete', ...unit('NSTAFF') },
		'NSTAFF',
		{},
		[{ deleted: true, keyword: 'NSTAFF', default_code: LONG_CODE }],
	),
	on(
		'subscriptionnode',
		'restoreSubscriptionnode',
		{ resource: 'group', operation: 'restore', ...unit('NSTAFF') },
		'NSTAFF',
		{},
		[STAFF],
	),
	on(
		'subscriptionnode',
		'getActiveSubscribers',
		{ resource: 'subscriber', operation: 'getMany', ...unit('NSTAFF') },
		'NSTAFF',
		{},
		[subscriber('Ann', '18015551001')],
	),
	on(
		'subscriptionnode',
		'getAllSubscribers',
		{ resource: 'subscriber', operation: 'getMany', ...unit('NSTAFF'), status: 'all' },
		'NSTAFF',
		{},
		[subscriber('Ann', '18015551001'), subscriber('Zoë', '447700900123')],
	),
	on(
		'message',
		'sendMessage',
		{
			resource: 'message',
			operation: 'send',
			...unit('NSTAFF'),
			recipients: 'defineBelow',
			recipientList: {
				recipients: [
					{ sendTo: '18015551001', type: 1, carrier: '383' },
					{
						sendTo: 'zoe@example.com',
						type: 4,
						customfields: { field: [{ name: 'name', value: 'Zoë & "Co"' }] },
					},
				],
			},
			message: 'Hi {name} <&> ]]>\r\n\tGrüße 北京 😀 ',
			options: { custom_ticket: '0042', status_url: 'https://n8n.example/hook?a=1&b=2' },
		},
		'NSTAFF',
		{
			message: 'Hi {name} <&> ]]>\r\n\tGrüße 北京 😀 ',
			recipientList: {
				recipients: [
					{ sendTo: '18015551001', type: 1, carrier: 383 },
					{
						sendTo: 'zoe@example.com',
						type: 4,
						customfields: [{ name: 'name', value: 'Zoë & "Co"' }],
					},
				],
			},
			custom_ticket: '0042',
			status_url: 'https://n8n.example/hook?a=1&b=2',
		},
		[accepted('0042', '18015551001', 'zoe@example.com')],
	),
	on(
		'message',
		'sendMessageSpecifyLocale',
		{
			resource: 'message',
			operation: 'sendLocalized',
			...unit('NSTAFF'),
			recipients: 'defineBelow',
			recipientList: {
				recipients: [
					{ sendTo: '525512345678', type: 1, country: 'MX', locale: 'es_MX', message: '¡Hola!' },
				],
			},
			message: 'Hello',
			options: { custom_ticket: 'one' },
		},
		'NSTAFF',
		{
			message: 'Hello',
			recipientList: {
				recipients: [
					{ sendTo: '525512345678', type: 1, country: 'MX', locale: 'es_MX', message: '¡Hola!' },
				],
			},
			custom_ticket: 'one',
			status_url: null,
		},
		[accepted('one', '525512345678')],
	),
	on(
		'message',
		'sendTemplateMessage',
		{
			resource: 'message',
			operation: 'sendTemplate',
			...unit('NSTAFF'),
			...template('007'),
			sendTo: '18015551001\n18015551002',
			options: { custom_ticket: 'two', thread: true },
		},
		'NSTAFF',
		{
			template: { id: '007' },
			recipientList: {
				recipients: [
					{ sendTo: '18015551001', type: 1 },
					{ sendTo: '18015551002', type: 1 },
				],
			},
			custom_ticket: 'two',
			status_url: null,
		},
		[accepted('two', '18015551001', '18015551002')],
	),
	on(
		'message',
		'getTransactionStatus',
		{
			resource: 'message',
			operation: 'getStatus',
			...unit('NSTAFF'),
			transaction_ticket_id: '34335276-1e5',
			options: { sentTo: '18015551001' },
		},
		'NSTAFF',
		{ transaction_ticket_id: '34335276-1e5', sentTo: '18015551001' },
		statuses({ transaction_ticket: '34335276-1e5' }),
	),
	on(
		'message',
		'getCustomTransactionStatus',
		{
			resource: 'message',
			operation: 'getStatus',
			...unit('NSTAFF'),
			lookUpBy: 'customTicket',
			custom_ticket: '0042',
		},
		'NSTAFF',
		{ custom_ticket: '0042', sentTo: null },
		statuses({ custom_ticket: '0042' }),
	),
	on(
		'template',
		'createTemplate',
		{
			resource: 'template',
			operation: 'create',
			...unit('NSTAFF'),
			id: '007',
			text: 'Hi {name},\r\nyou owe {amount:0.00}',
			additionalFields: { title: ']]> &lt;' },
		},
		'NSTAFF',
		{ template: { id: '007', text: 'Hi {name},\r\nyou owe {amount:0.00}', title: ']]> &lt;' } },
		[TEMPLATE],
	),
	on(
		'template',
		'readTemplate',
		{ resource: 'template', operation: 'get', ...unit('NSTAFF'), ...template('grüße') },
		'NSTAFF',
		{ template: { id: 'grüße' } },
		[TEMPLATE],
	),
	on(
		'template',
		'updateTemplate',
		{
			resource: 'template',
			operation: 'update',
			...unit('NSTAFF'),
			...template('007'),
			updateFields: { subject: '', description: 'For order\npick-up' },
		},
		'NSTAFF',
		{ template: { id: '007', subject: '', description: 'For order\npick-up' } },
		[TEMPLATE],
	),
	on(
		'template',
		'deleteTemplate',
		{ resource: 'template', operation: 'delete', ...unit('NSTAFF'), ...template('007') },
		'NSTAFF',
		{ template: { id: '007' } },
		[{ deleted: true, keyword: 'NSTAFF', default_code: LONG_CODE, id: '007' }],
	),
	on(
		'template',
		'restoreTemplate',
		{ resource: 'template', operation: 'restore', ...unit('NSTAFF'), ...template('007') },
		'NSTAFF',
		{ template: { id: '007' } },
		[TEMPLATE],
	),
	on(
		'template',
		'getTemplates',
		{ resource: 'template', operation: 'getMany', ...unit('NSTAFF') },
		'NSTAFF',
		{},
		[],
	),
];

describe("a PHP SoapServer with the sandbox's WSDL", () => {
	it.each(CASES)('decodes $operation and its answer is read', async (operationCase) => {
		const { operation, binding, parameters, args, items } = operationCase;
		expect(rows(await run('wsdl', parameters))).toEqual(items);

		const { arguments: decoded, ...http } = await received();
		expect(http).toEqual({
			operation,
			soapAction: `"urn:webservices2_0_0#${operation}"`,
			contentType: 'text/xml; charset=utf-8',
			path: `/wsdl/webservices/${binding}/2.0.0`,
		});
		const { auth, ...others } = decoded;
		expect(others).toEqual(args);
		expect(isComplete(auth)).toBe(true);
		expect([auth.code, auth.keyword]).toEqual(
			operationCase.keyword === undefined
				? [undefined, undefined]
				: [Number(LONG_CODE), operationCase.keyword],
		);
	});

	it('is asked for every operation of the interface', () => {
		const asked = CASES.map(({ operation }) => operation);
		expect(asked.toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
	});

	it('is told of the thread flag only when it is set', async () => {
		const send = {
			resource: 'message',
			operation: 'sendTemplate',
			...unit('NSTAFF'),
			...template('007'),
			sendTo: '18015551001',
		};
		await run('wsdl', { ...send, options: { thread: true } });
		expect((await received()).arguments.auth.thread).toBe(true);
		await run('wsdl', send);
		expect((await received()).arguments.auth).not.toHaveProperty('thread');
	});

	it('gets no recipient list when a message is for everyone', async () => {
		await run('wsdl', {
			resource: 'message',
			operation: 'sendToGroup',
			...unit('NORTH'),
			message: 'Closed today',
		});
		const { arguments: decoded } = await received();
		expect(decoded).toMatchObject({ message: 'Closed today', recipientList: null });
	});

	it('refuses a call, and the node tells its number and its words', async () => {
		const { error } = await run('wsdl', {
			resource: 'group',
			operation: 'get',
			...unit('REFUSED'),
		});
		expect(error?.message).toContain('Invalid keyword: Übung');
		expect(`${error?.message} ${error?.description}`).toContain('105');
	});

	it('answers with a fault, and the node tells its words', async () => {
		const { error } = await run('wsdl', { resource: 'group', operation: 'get', ...unit('FAULT') });
		expect(`${error?.message} ${error?.description}`).toContain('The database is gone: Übung');
	});
});

const isComplete = (auth: Record<string, unknown>) =>
	Object.entries(secrets).every(([name, secret]) => auth[name] === secret);

const named = (operation: string) => CASES.find((one) => one.operation === operation)!;

describe('a PHP SoapServer whose WSDL has the second names', () => {
	it.each(['getCellularCarrier', 'getCellularCarrierId'])(
		'gets the numbers of %s',
		async (name) => {
			const { parameters, args, items } = named(name);
			expect(rows(await run('second-names', parameters))).toEqual(items);
			expect((await received()).arguments.phone_list).toBe(args.phone_list);
		},
	);

	it('gets the recipient of getTransactionStatus', async () => {
		await run('second-names', named('getTransactionStatus').parameters);
		expect((await received()).arguments.sentTo).toBe('18015551001');
	});

	it('gets the recipient of getCustomTransactionStatus', async () => {
		await run('second-names', {
			...named('getCustomTransactionStatus').parameters,
			options: { sentTo: '18015551002' },
		});
		expect((await received()).arguments.sentTo).toBe('18015551002');
	});
});

describe.each([
	['writes Apache Maps', 'maps'],
	['writes untyped structs with multi-references', 'objects'],
] as const)('a PHP SoapServer without a WSDL that %s', (_how, dialect) => {
	it.each(CASES)('is understood in its answer to $operation', async ({ parameters, items }) => {
		expect(rows(await run(dialect, parameters))).toEqual(items);
	});

	it('refuses a call, and the node tells its number and its words', async () => {
		const { error } = await run(dialect, {
			resource: 'template',
			operation: 'getMany',
			...unit('REFUSED'),
		});
		expect(error?.message).toContain('Invalid keyword: Übung');
		expect(`${error?.message} ${error?.description}`).toContain('105');
	});
});

describe('a PHP SoapServer without a WSDL', () => {
	it('decodes a send by the types that the request carries', async () => {
		const { parameters, args } = named('sendMessage');
		await run('maps', parameters);
		const { auth, ...others } = (await received()).arguments;
		expect(others).toEqual(args);
		expect(isComplete(auth)).toBe(true);
		expect([auth.code, auth.keyword]).toEqual([Number(LONG_CODE), 'NSTAFF']);
	});

	it('decodes a division whose four members without a value are present', async () => {
		const { parameters, args } = named('createDivision');
		await run('maps', parameters);
		expect((await received()).arguments.division).toEqual(args.division);
	});
});

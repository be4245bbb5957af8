import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import { runNode, type RunResult } from '../../engine/engine';
import { commandOf, startServer, type ServerProgram } from '../program';

jest.setTimeout(120_000);

const secrets = { username: 'Jürgen & Söhne', password: `p<ä>"'&amp;ss`, api_key: 'key' };
/** Beyond 32 bits. */
const LONG_CODE = '18015550199';

let folder: string;
let perl: ServerProgram;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'soap-lite-'));
	perl = await startServer(commandOf('soap-lite'), [join(__dirname, 'server.pl')], {
		SERVICE_FOLDER: folder,
	});
});

afterAll(async () => {
	await perl?.stop();
	if (folder) await rm(folder, { recursive: true, force: true });
});

const run = async (parameters: INodeParameters): Promise<RunResult> =>
	await runNode({
		parameters,
		credential: { baseUrl: perl.baseUrl, ...secrets, code: LONG_CODE, keyword: 'ACME' },
	});

const rows = ({ error, items }: RunResult) => {
	expect(error?.message).toBeUndefined();
	return items.map(({ json }) => json);
};

/** How SOAP::Lite decoded the call; it makes text of every scalar. */
const received = async (): Promise<{
	operation: string;
	arguments: Record<string, unknown> & { auth: Record<string, unknown> };
}> => JSON.parse(await readFile(join(folder, 'record.json'), 'utf8'));

const unit = (keyword: string) => ({ keyword: { __rl: true, mode: 'keyword', value: keyword } });
const template = { id: { __rl: true, mode: 'id', value: '007' } };

const ADDRESS = {
	city: 'Orém',
	// Digits that a number would not keep.
	zip: '02134',
	street: '5 <A> & St\r\nRear',
	state_abbr: 'UT',
};
const DIVISION = {
	name: 'Nörd 😀',
	phone: '18015550101',
	default_code: '12345',
	email: null,
	url: '',
	address: ADDRESS,
	divisions: [],
	subscriptionnodes: [{ name: 'Staff', keyword: '007', ispublic: true, stackOrder: 2 }],
};

describe('a SOAP::Lite server', () => {
	it('takes the SOAPAction, the namespace and the whole authentication object', async () => {
		expect(rows(await run({ resource: 'account', operation: 'testAuthentication' }))).toEqual([
			{ result: true, error_code: 0, message: 'Done', response: null },
		]);
		const { operation, arguments: decoded } = await received();
		expect(operation).toBe('authenticationTest');
		const { auth } = decoded;
		expect(Object.entries(secrets).every(([name, secret]) => auth[name] === secret)).toBe(true);
		expect([auth.code, auth.keyword]).toEqual([LONG_CODE, 'ACME']);
	});

	it('answers with a bare value where the output is not documented', async () => {
		expect(rows(await run({ resource: 'account', operation: 'testService' }))).toEqual([
			{ response: 1 },
		]);
	});

	it('decodes a send, and the tickets of its answer stay text', async () => {
		const message = 'Hi {name} <&> ]]>\r\n\tGrüße 北京 😀 ';
		const items = rows(
			await run({
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
				message,
				options: { custom_ticket: '3.50', unfilledPlaceholders: 'send' },
			}),
		);
		expect(items).toEqual([
			{
				sent: true,
				group: 'NSTAFF',
				transaction_ticket: '1e5',
				custom_ticket: '3.50',
				recipients: ['18015551001', 'zoe@example.com'],
			},
		]);
		expect((await received()).arguments).toEqual({
			auth: expect.anything(),
			message,
			recipientList: {
				recipients: [
					{ sendTo: '18015551001', type: '1', carrier: '383' },
					{
						sendTo: 'zoe@example.com',
						type: '4',
						customfields: [{ name: 'name', value: 'Zoë & "Co"' }],
					},
				],
			},
			custom_ticket: '3.50',
		});
	});

	it('decodes a division, and base64 text and guessed types of its answer are read', async () => {
		const items = rows(
			await run({
				resource: 'division',
				operation: 'create',
				...unit('ACME'),
				divisionName: 'Café <North> & Söhne',
				additionalFields: { address: { address: { city: '北京', zip: '84057' } } },
			}),
		);
		expect(items).toEqual([DIVISION]);
		expect((await received()).arguments.division).toEqual({
			name: 'Café <North> & Söhne',
			address: { city: '北京', zip: '84057' },
			keyword: null,
			default_code: null,
			divisions: [],
			subscriptionnodes: [],
		});
	});

	it('writes an address that subscribers share once, and each subscriber has it', async () => {
		const subscriber = { group: 'NSTAFF', group_name: 'Staff', ...ADDRESS, receives_email: true };
		expect(
			rows(await run({ resource: 'subscriber', operation: 'getMany', ...unit('NSTAFF') })),
		).toMatchObject([
			{ ...subscriber, first_name: 'Ann', phone: '18015551001' },
			{ ...subscriber, first_name: 'Zoë', phone: '447700900123' },
		]);
	});

	it('gets the numbers of a look-up under both names, and flags of its answer are booleans', async () => {
		expect(
			rows(
				await run({
					resource: 'phoneNumber',
					operation: 'lookUpCarrierId',
					phone_list: '18015551001\n18015551002',
				}),
			),
		).toEqual([
			{
				phone: '18015551001',
				carrier: 'AT&T',
				carrier_id: '383',
				international: false,
				landline: false,
				invalid: false,
			},
			// A number that the service gives no row for is not lost.
			{ phone: '18015551002' },
		]);
		expect((await received()).arguments).toEqual({
			auth: expect.anything(),
			phone_list: '18015551001,18015551002',
			phone: '18015551001,18015551002',
		});
	});

	it('gets the recipient of a status under both names, and phones of its answer are text', async () => {
		expect(
			rows(
				await run({
					resource: 'message',
					operation: 'getStatus',
					...unit('NSTAFF'),
					transaction_ticket_id: '1e5',
					options: { sentTo: '18015551001' },
				}),
			),
		).toMatchObject([{ sendTo: '18015551001', status: 'in_transit', transaction_ticket: '1e5' }]);
		expect((await received()).arguments).toEqual({
			auth: expect.anything(),
			transaction_ticket_id: '1e5',
			sentTo: '18015551001',
			phone: '18015551001',
		});
	});

	it('answers with an empty list or nothing', async () => {
		expect(
			rows(await run({ resource: 'template', operation: 'getMany', ...unit('NSTAFF') })),
		).toEqual([]);
		expect(
			rows(
				await run({ resource: 'template', operation: 'delete', ...unit('NSTAFF'), ...template }),
			),
		).toEqual([{ deleted: true, keyword: 'NSTAFF', default_code: LONG_CODE, id: '007' }]);
	});

	it('refuses a call, and the node tells its number and its words', async () => {
		const { error } = await run({ resource: 'division', operation: 'getGroups', ...unit('NO') });
		expect(error?.message).toContain('Invalid keyword: Ünknown');
		expect(`${error?.message} ${error?.description}`).toContain('105');
	});

	it('answers with a fault, and the node tells its words', async () => {
		const { error } = await run({
			resource: 'template',
			operation: 'get',
			...unit('NSTAFF'),
			...template,
		});
		expect(`${error?.message} ${error?.description}`).toContain('The database is gone');
	});
});

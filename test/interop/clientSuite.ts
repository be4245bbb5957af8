import { join } from 'node:path';

import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { commandOf, runProgram, type Peer } from './program';

jest.setTimeout(120_000);

type Call = [operation: string, ...args: unknown[]];

/** Members of the response envelope as the client's library decoded them. */
interface Envelope {
	result: boolean;
	error_code: number;
	message: string;
	response?: unknown;
	transaction_ticket?: string;
	custom_ticket?: string;
}

interface Outcome {
	result?: Envelope;
	fault?: { code: string; text: string };
}

/** Beyond 32 bits. */
const LONG_CODE = 18015550199;

let sandbox: RunningSandbox;

beforeAll(async () => {
	// A busy machine may take seconds from one call of a client to the next, and nothing is delivered meanwhile.
	sandbox = await startSandbox({ code: String(LONG_CODE), statusDelay: 3_600_000 });
});

beforeEach(() => sandbox.sandbox.reset());

afterAll(async () => {
	await sandbox?.close();
});

const secrets = { username: 'apiuser', password: 'sandbox-password', api_key: 'sandbox-key' };
export const auth = (keyword: string) => ({ ...secrets, code: LONG_CODE, keyword });

export const sent = () =>
	sandbox.sandbox.messages.all.map(({ sendTo, type, text }) => ({ sendTo, type, text }));

/** No way out of this machine: whatever a client needs beside the WSDL, the sandbox serves it. */
const OFFLINE = {
	http_proxy: 'http://127.0.0.1:9',
	https_proxy: 'http://127.0.0.1:9',
	no_proxy: '127.0.0.1',
};

/** A client of another make, and the program that makes calls with it. */
interface Client {
	name: string;
	peer: Peer;
	/** Path from this folder. */
	script: string;
}

/** Lets a client make calls one after the other, all at one address if it is given. */
export const callsOf =
	({ peer, script }: Client) =>
	async (calls: Call[], address: string[] = []): Promise<Outcome[]> =>
		await runProgram<Outcome[]>(
			commandOf(peer),
			[join(__dirname, script), `${sandbox.baseUrl}/webservices/?version=2.0.0&wsdl`, ...address],
			calls,
			OFFLINE,
		);

export const PHONES_OF_STAFF = ['18015551001', '18015551002', '18015551003', '18015551004'];

/** Declares the tests that every client has to pass. */
export const testClient = (client: Client) =>
	describe(`${client.name} with the WSDL of the sandbox`, () => {
		const outcomes = callsOf(client);

		/** What successive calls answered; every one of them has to be answered without a fault. */
		async function answers(...calls: Call[]): Promise<Envelope[]> {
			return (await outcomes(calls)).map(({ result, fault }) => {
				if (result === undefined) throw new Error(`It was answered with a fault: ${fault?.text}`);
				return result;
			});
		}

		const succeeded = (response: unknown) => ({ result: true, error_code: 0, response });

		it('authenticates and tests the service', async () => {
			expect(
				await answers(['authenticationTest', auth('ACME')], ['test', auth('ACME')]),
			).toMatchObject([
				{ result: true, error_code: 0, message: 'Successfully authenticated user apiuser' },
				{ result: true, error_code: 0 },
			]);
		});

		it('looks carriers up', async () => {
			const verizon = {
				phone: '18015551001',
				carrier: 'Verizon Wireless',
				international: false,
				landline: false,
				invalid: false,
			};
			const [plain, withId, byId] = await answers(
				['getCellularCarrier', secrets, '18015551001,447700900100'],
				['getCellularCarrier', secrets, '18015551001', true],
				['getCellularCarrierId', secrets, '18015551001'],
			);
			expect(plain).toMatchObject(
				succeeded({
					list: [verizon, { phone: '447700900100', international: true, landline: true }],
				}),
			);
			expect(withId).toMatchObject(succeeded({ list: [{ ...verizon, carrier_id: '384' }] }));
			expect(byId).toMatchObject(succeeded({ list: [{ ...verizon, carrier_id: '384' }] }));
		});

		it('reads the whole organization tree', async () => {
			const [{ response }] = (await answers(['getOrganizationTree', auth('ACME')])) as [Envelope];
			expect(response).toMatchObject({
				name: 'Acme Test Company',
				default_code: String(LONG_CODE),
				address: { street2: 'Suite "5" <rear>', zip: 84057 },
				divisions: [
					{
						keyword: 'NORTH',
						divisions: [{ keyword: 'HARBOUR', subscriptionnodes: [{ keyword: 'PILOTS' }] }],
						subscriptionnodes: [
							{
								keyword: 'NSTAFF',
								ispublic: 1,
								keywords: [
									{ word: 'NSTAFF', keyword_type: 1 },
									{ word: 'JOINSTAFF', response: 'Welcome & thanks!\nReply STOP to leave.' },
									{ word: 'STAFFCARD', keyword_type: 6 },
								],
							},
							{ keyword: 'NCLIENT' },
							{ keyword: 'NEMPTY' },
						],
					},
					{
						name: 'Süd & Côte <Division>',
						subscriptionnodes: [{ name: 'Café 北京 😀' }],
					},
					{ keyword: 'EMPTYDIV', divisions: [], subscriptionnodes: [] },
				],
				subscriptionnodes: [],
			});
		});

		it('creates and updates a short URL', async () => {
			const [created] = await answers([
				'createShortURL',
				auth('ACME'),
				'https://acme.example/?a=1&b=2',
				[{ name: 'campaign', value: 'Frühling' }],
			]);
			expect(created).toMatchObject({ result: true, response: expect.stringMatching(/^https:/) });
			const shortUrl = String(created?.response);
			expect(
				await answers(['updateShortURL', auth('ACME'), 'https://acme.example/new', shortUrl]),
			).toMatchObject([succeeded(shortUrl)]);
			expect([...sandbox.sandbox.shortUrls]).toEqual([[shortUrl, 'https://acme.example/new']]);
		});

		it('creates a division', async () => {
			const [created] = await answers([
				'createDivision',
				auth('NORTH'),
				{
					name: 'Café <West> & Söhne 😀',
					url: 'https://west.example/?a=1&b=2',
					address: { city: '北京', zip: 84057 },
					keyword: null,
					default_code: null,
					divisions: null,
					subscriptionnodes: null,
				},
			]);
			expect(created).toMatchObject(
				succeeded({
					name: 'Café <West> & Söhne 😀',
					keyword: expect.stringMatching(/./),
					url: 'https://west.example/?a=1&b=2',
					address: { city: '北京', zip: 84057 },
				}),
			);
		});

		it('reads, changes, deletes and restores a division', async () => {
			const [read, updated, deleted, gone, restored, groups] = await answers(
				['readDivision', auth('NORTH')],
				[
					'updateDivision',
					auth('NORTH'),
					{ ...NIL_MEMBERS, name: null, phone: null, email: 'new@north.example' },
				],
				['deleteDivision', auth('NORTH')],
				['readDivision', auth('NORTH')],
				['restoreDivision', auth('NORTH')],
				['getDivisionGroups', auth('NORTH')],
			);
			expect(read).toMatchObject(succeeded({ name: 'North', email: 'north@acme.example' }));
			// A member that is nil stays as it was.
			expect(updated).toMatchObject(
				succeeded({ name: 'North', phone: '18015550101', email: 'new@north.example' }),
			);
			expect(deleted).toMatchObject({ result: true, message: 'Successfully deleted division' });
			expect(gone).toMatchObject({ result: false });
			expect(restored).toMatchObject(succeeded({ name: 'North', email: 'new@north.example' }));
			expect(groups).toMatchObject(
				succeeded({
					subscriptionnodes: [{ keyword: 'NSTAFF' }, { keyword: 'NCLIENT' }, { keyword: 'NEMPTY' }],
				}),
			);
		});

		it('creates, reads, changes, deletes and restores a group', async () => {
			const [created, read, updated, deleted, gone, restored] = await answers(
				['createSubscriptionnode', auth('NORTH'), { name: 'Crew', ispublic: 1, stackOrder: 3 }],
				['readSubscriptionnode', auth('NSTAFF')],
				['updateSubscriptionnode', auth('NSTAFF'), { name: 'Personal & Gäste', ispublic: 0 }],
				['deleteSubscriptionnode', auth('NSTAFF')],
				['readSubscriptionnode', auth('NSTAFF')],
				['restoreSubscriptionnode', auth('NSTAFF')],
			);
			expect(created).toMatchObject(succeeded({ name: 'Crew', ispublic: 1, stackOrder: 3 }));
			expect(read).toMatchObject(succeeded({ name: 'Staff', keyword: 'NSTAFF', ispublic: 1 }));
			expect(updated).toMatchObject(succeeded({ name: 'Personal & Gäste', ispublic: 0 }));
			expect(deleted).toMatchObject({
				result: true,
				message: 'Successfully deleted subscription group',
			});
			expect(gone).toMatchObject({ result: false });
			expect(restored).toMatchObject(succeeded({ name: 'Personal & Gäste', keyword: 'NSTAFF' }));
		});

		it('lists active and all subscribers', async () => {
			const [active, all, none] = await answers(
				['getActiveSubscribers', auth('NSTAFF')],
				['getAllSubscribers', auth('NSTAFF')],
				['getActiveSubscribers', auth('NEMPTY')],
			);
			const names = (envelope?: Envelope) =>
				(envelope?.response as SubscriberList).subscribers.map(({ user }) => user.first_name);
			expect(names(active)).toEqual(['Ann', 'Zoë', 'Ben', 'Mei', 'Carl', 'Dora']);
			expect(names(all)).toEqual(['Ann', 'Zoë', 'Ben', 'Mei', 'Carl', 'Dora', 'Olaf', 'Ida']);
			expect(names(none)).toEqual([]);
			expect((active?.response as SubscriberList).subscribers[1]).toMatchObject({
				name: 'Staff',
				email: 1,
				custom_field: 'a<b>&"c"',
				created_at: '2023-02-03 04:05:06',
				user: { last_name: 'Ünlü', phone: '18015551002', role_id: 4, address: { zip: 84058 } },
			});
		});

		it('creates, reads, changes, deletes and restores a template', async () => {
			const text = 'Hi {name},\r\nyou owe {amount:0.00} <&> 😀';
			const [created, read, updated, deleted, gone, restored, listed, none] = await answers(
				['createTemplate', auth('NEMPTY'), { id: '007', title: 'Grüße', text }],
				['readTemplate', auth('NEMPTY'), { id: '007' }],
				['updateTemplate', auth('NEMPTY'), { id: '007', title: 'Mahnung' }],
				['deleteTemplate', auth('NEMPTY'), { id: '007' }],
				['readTemplate', auth('NEMPTY'), { id: '007' }],
				['restoreTemplate', auth('NEMPTY'), { id: '007' }],
				['getTemplates', auth('NEMPTY')],
				['getTemplates', auth('NCLIENT')],
			);
			expect(created).toMatchObject(succeeded({ id: '007', title: 'Grüße', text }));
			expect(read).toMatchObject(succeeded({ id: '007', title: 'Grüße', text }));
			expect(updated).toMatchObject(succeeded({ id: '007', title: 'Mahnung', text }));
			expect(deleted).toMatchObject({ result: true, message: 'Successfully deleted template' });
			expect(gone).toMatchObject({ result: false });
			expect(restored).toMatchObject(succeeded({ id: '007', title: 'Mahnung', text }));
			expect(listed).toMatchObject(
				succeeded({ templates: [{ id: '007', title: 'Mahnung', text }] }),
			);
			expect(none).toMatchObject(succeeded({ templates: [] }));
		});

		it('sends a message to a list and looks its status up', async () => {
			const message = 'Hi {name} <&> ]]>\r\n\tGrüße 北京 😀';
			const [accepted, status, ofOne] = await answers(
				[
					'sendMessage',
					auth('NSTAFF'),
					message,
					{
						recipients: [
							{
								sendTo: '18015551001',
								type: 1,
								carrier: 383,
								customfields: [
									{ name: 'name', value: 'Zoë & "Co"' },
									{ name: 'order', value: '7' },
								],
							},
							{ sendTo: 'ann@example.com', type: 4 },
						],
					},
					'0042',
					'https://n8n.example/hook?a=1&b=2',
				],
				['getCustomTransactionStatus', auth('NSTAFF'), '0042'],
				['getCustomTransactionStatus', auth('NSTAFF'), '0042', 'ann@example.com'],
			);
			expect(accepted).toMatchObject({ result: true, error_code: 0, custom_ticket: '0042' });
			expect(sent()).toEqual([
				{ sendTo: '18015551001', type: 1, text: message.replace('{name}', 'Zoë & "Co"') },
				{ sendTo: 'ann@example.com', type: 4, text: message },
			]);
			expect(sandbox.sandbox.messages.all[0]).toMatchObject({
				carrier: 383,
				custom_ticket: '0042',
				status_url: 'https://n8n.example/hook?a=1&b=2',
				code: String(LONG_CODE),
			});
			const [first, second] = ['18015551001', 'ann@example.com'].map((sendTo) => ({
				sendTo,
				status_code: 101,
				status_message: 'Sent to Carrier',
			}));
			expect(status).toMatchObject(succeeded({ transactionlist: [first, second] }));
			expect(ofOne).toMatchObject(succeeded({ transactionlist: [second] }));
			expect(
				await answers(['getTransactionStatus', auth('NSTAFF'), accepted?.transaction_ticket]),
			).toMatchObject([succeeded({ transactionlist: [first, second] })]);
		});

		it('sends a message in several languages', async () => {
			const [accepted] = await answers([
				'sendMessageSpecifyLocale',
				auth('NSTAFF'),
				'Hello',
				{
					recipients: [
						{ sendTo: '18015551001', type: 1 },
						{
							sendTo: '8613800138000',
							type: 1,
							country: 'CN',
							locale: 'zh_CN',
							message: '你好 😀',
						},
					],
				},
			]);
			expect(accepted).toMatchObject({ result: true, error_code: 0 });
			expect(sent()).toEqual([
				{ sendTo: '18015551001', type: 1, text: 'Hello' },
				{ sendTo: '8613800138000', type: 1, text: '你好 😀' },
			]);
			expect(sandbox.sandbox.messages.all[1]).toMatchObject({ country: 'CN', locale: 'zh_CN' });
		});

		it('sends a template that is filled per recipient', async () => {
			const recipients = [
				{ sendTo: '18015551001', type: 1, customfields: [{ name: 'name', value: 'Ann' }] },
				{ sendTo: '18015551002', type: 1, customfields: [{ name: 'name', value: 'Zoë' }] },
			];
			const [stored, own] = await answers(
				[
					'sendTemplateMessage',
					{ ...auth('NSTAFF'), thread: true },
					{ id: 'grüße' },
					{ recipients },
				],
				['sendTemplateMessage', auth('NSTAFF'), { text: 'Bye {name}' }, { recipients }],
			);
			expect([stored?.result, own?.result]).toEqual([true, true]);
			expect(sent().map(({ text }) => text)).toEqual([
				'Grüße an Ann aus dem Café ☕',
				'Grüße an Zoë aus dem Café ☕',
				'Bye Ann',
				'Bye Zoë',
			]);
			expect(sandbox.sandbox.messages.all.map(({ thread }) => thread)).toEqual([
				true,
				true,
				null,
				null,
			]);
		});

		it('reaches everyone in the unit when it leaves the recipients out', async () => {
			await answers(['sendMessage', auth('NSTAFF'), 'Closed today']);
			expect(sent().map(({ sendTo }) => sendTo)).toEqual(PHONES_OF_STAFF);
		});

		it('reaches nobody with a localized or a template send without recipients', async () => {
			expect(
				await answers(
					['sendMessageSpecifyLocale', auth('NSTAFF'), 'Hello'],
					['sendTemplateMessage', auth('NSTAFF'), { id: 'order-ready' }],
				),
			).toMatchObject([{ result: false }, { result: false }]);
			expect(sent()).toEqual([]);
		});

		it('reads why a call was refused', async () => {
			const [password, length, keyword] = await answers(
				['authenticationTest', { ...auth('ACME'), password: 'wrong' }],
				['sendMessage', auth('NSTAFF'), '😀'.repeat(161)],
				['readSubscriptionnode', auth('NOWHERE')],
			);
			const refused = { result: false, error_code: expect.any(Number) };
			expect(password).toMatchObject({ ...refused, message: expect.stringMatching(/password/) });
			expect(length).toMatchObject({ ...refused, message: expect.stringMatching(/161.*160/) });
			expect(keyword).toMatchObject({ ...refused, message: expect.stringContaining('NOWHERE') });
			expect([password, length, keyword].map((answer) => answer?.error_code)).not.toContain(0);
			expect(sent()).toEqual([]);
		});

		it('is answered with a fault at an address that lacks the operation', async () => {
			const address = `${sandbox.baseUrl}/webservices/task/2.0.0`;
			const [outcome] = await outcomes([['readDivision', auth('NORTH')]], [address]);
			expect(outcome).toEqual({
				fault: {
					code: 'SOAP-ENV:Client',
					text: 'Operation readDivision is not of task but of division',
				},
			});
		});
	});

const NIL_MEMBERS = { keyword: null, default_code: null, divisions: null, subscriptionnodes: null };

interface SubscriberList {
	subscribers: Array<{ user: { first_name: string } }>;
}

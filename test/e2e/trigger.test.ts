import { randomUUID } from 'node:crypto';
import axios, { type AxiosRequestConfig } from 'axios';
import type { INode, INodeParameters } from 'n8n-workflow';
import { statusAddressKey } from '../../credentials/statusAddressKey';
import type { SavedWorkflow } from '../../host/n8nClient';
import { signAddress } from '../../nodes/SubscriptionMessaging/statusAddress/sign';
import { eventually } from '../eventually';
import { listenForTestEvent, nodeTypes } from './editorCalls';
import {
	byKeyword,
	chain,
	createWorld,
	CREDENTIAL_TYPE,
	messagingNode,
	run,
	type World,
} from './world';

const TRIGGER_TYPE = 'n8n-nodes-subscription-messaging.subscriptionMessagingTrigger';
const FORM = 'application/x-www-form-urlencoded';

let world: World;

beforeAll(async () => {
	world = await createWorld('Receiving');
});
beforeEach(() => world.sandbox.reset());
afterAll(() => world.close());

interface Listening {
	workflow: SavedWorkflow;
	/** Production address, not signed. */
	address: string;
	testAddress: string;
	/** Address that was signed for the ticket; for order-1 where none is given. */
	signed(ticket?: string): Promise<string>;
	/** Items of each execution so far, in order, once there are as many as expected. */
	received(executions: number): Promise<object[][]>;
}

const trigger = (webhookId: string, parameters: INodeParameters, typeVersion: number): INode => ({
	id: 'status-trigger',
	name: 'Status',
	type: TRIGGER_TYPE,
	typeVersion,
	position: [0, 0],
	webhookId,
	parameters,
	credentials: { [CREDENTIAL_TYPE]: { id: world.credential.id, name: world.credential.name } },
});

/** An address as a sending node signs it. */
const signedFor = async (
	address: string,
	customTicket = 'order-1',
	secrets: Partial<Parameters<typeof statusAddressKey>[0]> = {},
) => {
	const { username } = world.sandbox.settings;
	const { password, apiKey: api_key } = world.secrets;
	const key = await statusAddressKey({ username, password, api_key, ...secrets });
	return signAddress(key, address, { customTicket, code: '12345' });
};

/** A workflow of the trigger alone, or one that goes on, in n8n. */
async function listen(
	parameters: INodeParameters = {},
	{ typeVersion = 2, active = true, more = [] as INode[] } = {},
): Promise<Listening> {
	const webhookId = randomUUID();
	const nodes = [trigger(webhookId, parameters, typeVersion), ...more];
	const workflow = await world.client.createWorkflow({
		name: `Statuses ${webhookId}`,
		nodes,
		connections: {},
		settings: { executionOrder: 'v1' },
	});
	const path = `${webhookId}/delivery-status`;
	const address = `${world.client.url}/webhook/${path}`;
	if (active) {
		await world.client.activateWorkflow(workflow);
		// n8n registers the methods of an address one after the other, and tells which it takes.
		await eventually('the trigger listens', async () => {
			const { answer } = await post(address, '', undefined, { method: 'PUT' });
			return /not registered for PUT.* (GET or POST|POST or GET) request/.test(answer) || undefined;
		});
	}
	return {
		workflow,
		address,
		testAddress: `${world.client.url}/webhook-test/${path}`,
		signed: async (ticket) => await signedFor(address, ticket),
		async received(executions) {
			let all: Awaited<ReturnType<typeof world.client.executionsOf>> = [];
			await eventually(`${executions} executions have ended`, async () => {
				all = await world.client.executionsOf(workflow.id);
				const isEnded = all.every(({ status }) => status === 'success' || status === 'error');
				return (isEnded && all.length >= executions) || undefined;
			});
			expect(all.map(({ status }) => status)).toEqual(Array(executions).fill('success'));
			const found = await Promise.all(all.map(({ id }) => world.client.execution(id)));
			return found.map(({ data }) =>
				(data.resultData.runData.Status?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json),
			);
		},
	};
}

/** What the address answers. */
async function post(
	address: string,
	body: string | Buffer = '',
	contentType?: string,
	more: AxiosRequestConfig = {},
): Promise<{ status: number; answer: string }> {
	const { status, data } = await axios.request<string>({
		method: 'POST',
		url: address,
		data: Buffer.from(body),
		// axios would name a type of its own.
		headers: { 'Content-Type': contentType ?? false },
		proxy: false,
		responseType: 'text',
		validateStatus: () => true,
		...more,
	});
	return { status, answer: data };
}

const DELIVERED = {
	transaction_ticket: 'T-1',
	custom_ticket: 'order-1',
	sendTo: '18015551001',
	status_code: 100,
	status_message: 'Délivré',
	status: 'delivered',
	delivered: true,
};
const FORM_BODY =
	'transaction_ticket=T-1&custom_ticket=order-1&sendTo=18015551001&status_code=100&status_message=D%C3%A9livr%C3%A9';
const JSON_BODY = JSON.stringify({ ...DELIVERED, status: undefined, delivered: undefined });
const MEMBERS =
	'<transaction_ticket>T-1</transaction_ticket><custom_ticket>order-1</custom_ticket><sendTo>18015551001</sendTo><status_code>100</status_code><status_message>Délivré</status_message>';
const XML_BODY = `<?xml version="1.0"?><Status>${MEMBERS}</Status>`;
const SOAP_BODY = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body><n:notify xmlns:n="urn:webservices2_0_0"><status href="#id0"/></n:notify><multiRef id="id0">${MEMBERS}</multiRef></s:Body></s:Envelope>`;
const TEXT_BODY =
	'Transaction Ticket: T-1\nCustom Ticket: order-1\nSend To: 18015551001\nStatus Code: 100\nStatus Message: Délivré\n';
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const MULTIPART = Object.entries(DELIVERED)
	.filter(([name]) => name !== 'delivered')
	.map(
		([name, value]) =>
			`--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
	)
	.join('')
	.concat('--cut--\r\n');

/** What MIME leaves to the writer: the case of names, not that of the boundary. */
const MULTIPART_IN_OTHER_CASE = MULTIPART.replaceAll('--cut', '--CuT').replaceAll(
	'Content-Disposition',
	'content-disposition',
);

type Case = [how: string, body: string | Buffer, contentType: string | undefined];

const BOTH_VERSIONS: Case[] = [
	['a form', FORM_BODY, FORM],
	['JSON', JSON_BODY, 'application/json'],
	['XML', XML_BODY, 'text/xml; charset=utf-8'],
	['SOAP', SOAP_BODY, 'application/soap+xml'],
	['plain text', TEXT_BODY, 'text/plain'],
	['XML under a form content type', XML_BODY, FORM],
	['JSON under a form content type', JSON_BODY, FORM],
	['a form without a content type', FORM_BODY, undefined],
	['XML as an octet stream', XML_BODY, 'application/octet-stream'],
	['JSON under an odd content type', JSON_BODY, 'x-strange/thing; a="b'],
	['text in an unlabelled legacy charset', latin1(TEXT_BODY), 'text/plain'],
	['JSON in an unlabelled legacy charset', latin1(JSON_BODY), 'application/json'],
	['a form in an unlabelled legacy charset', FORM_BODY.replaceAll('%C3%A9', '%E9'), FORM],
];
const ONLY_VERSION_1: Case[] = [
	[
		'malformed XML',
		XML_BODY.replace('Délivré', 'Délivré</wrong>').replace(
			'<Status>',
			'<Status><note>a & b</note>',
		),
		'text/xml',
	],
	[
		'a form labelled iso-8859-1',
		FORM_BODY.replaceAll('%C3%A9', '%E9'),
		`${FORM}; charset=iso-8859-1`,
	],
	['XML labelled windows-1252', latin1(XML_BODY), 'text/xml; charset=windows-1252'],
	['JSON that is none', FORM_BODY, 'application/json'],
];

it('is offered by n8n as a trigger', async () => {
	const types = await nodeTypes(world.client);
	const offered = types.find(({ name }) => name === TRIGGER_TYPE);
	expect(offered?.displayName).toBe('Subscription Messaging Trigger');
});

/** What n8n's own parser makes of it depends on the document before it. */
const CUT_SHORT: Case = ['XML that is cut short', XML_BODY.replace('</Status>', ''), 'text/xml'];

describe('what the service posts', () => {
	it.each([
		[
			2,
			[
				...BOTH_VERSIONS,
				['a multipart form', MULTIPART, 'multipart/form-data; boundary=cut'] as Case,
				[
					'a multipart form in other letter case',
					MULTIPART_IN_OTHER_CASE,
					'Multipart/Form-Data; Boundary=CuT',
				] as Case,
			],
		],
		[1, [...BOTH_VERSIONS, ...ONLY_VERSION_1, CUT_SHORT]],
	])(
		'reaches version %d as one status each, whatever it is written in',
		async (typeVersion, cases) => {
			const { signed, received } = await listen({}, { typeVersion });
			const address = await signed();
			for (const [how, body, contentType] of cases) {
				expect([how, await post(address, body, contentType)]).toEqual([
					how,
					{ status: 200, answer: 'OK' },
				]);
			}
			const executions = await received(cases.length);

			executions.forEach((items, index) => {
				expect([cases[index]?.[0], items]).toMatchObject([cases[index]?.[0], [DELIVERED]]);
			});
			expect(new Set(executions.map(([item]) => (item as { id: string }).id)).size).toBe(1);
		},
	);

	it('is refused where its fields are labelled, so that n8n makes files of them', async () => {
		const { signed, received } = await listen();
		const labelled = MULTIPART.replaceAll(
			/(form-data; name="[^"]+")/g,
			'$1\r\nContent-Type: text/plain; charset=utf-8',
		);
		expect(labelled).not.toBe(MULTIPART);
		const answer = await post(await signed(), labelled, 'multipart/form-data; boundary=cut');
		expect(answer).toMatchObject({ status: 415 });
		await post(await signed(), FORM_BODY, FORM);
		expect(await received(1)).toHaveLength(1);
	});

	it('reaches it by GET too', async () => {
		const { signed, received } = await listen();
		const answer = await post(`${await signed()}&${FORM_BODY}`, '', undefined, {
			method: 'GET',
		});

		expect(answer).toEqual({ status: 200, answer: 'OK' });
		expect(await received(1)).toMatchObject([[DELIVERED]]);
	});

	it.each(ONLY_VERSION_1)(
		'is refused by n8n before version 2 runs: %s',
		async (_how, body, type) => {
			const { signed, received } = await listen();

			expect((await post(await signed(), body, type)).status).toBe(422);
			await post(await signed(), FORM_BODY, FORM);
			expect(await received(1)).toHaveLength(1);
		},
	);

	it('becomes one item for each status of a list, with what was posted of it', async () => {
		const { signed, received } = await listen({ filters: {} });
		const list = [
			{ sendTo: '18015551001', status_code: 100 },
			{ sendTo: '18015551002', status_code: 101, extra: 'kept' },
		];
		await post(
			await signed(),
			JSON.stringify({ transaction_ticket: 'T-1', list }),
			'application/json',
		);

		expect(await received(1)).toMatchObject([
			[
				{ sendTo: '18015551001', delivered: true },
				{
					sendTo: '18015551002',
					status: 'in_transit',
					transaction_ticket: 'T-1',
					raw: { extra: 'kept' },
				},
			],
		]);
	});

	it('is an item in which its own names can be found where none is recognised', async () => {
		const { signed, received } = await listen();
		await post(await signed(), '{"ref":"a","outcome":"ok"}', 'application/json');

		expect(await received(1)).toMatchObject([
			[{ status_code: null, status: null, raw: { ref: 'a', outcome: 'ok' } }],
		]);
	});

	it('is read by the field mapping', async () => {
		const { signed, received } = await listen({
			fieldMapping: { transaction_ticket: 'ref', status_code: 'report.outcome' },
		});
		await post(await signed(), '{"ref":"T-7","report":{"outcome":100}}', 'application/json');

		expect(await received(1)).toMatchObject([[{ transaction_ticket: 'T-7', delivered: true }]]);
	});

	it('is one item as it is where any callback is wanted', async () => {
		const { signed, received } = await listen({ triggerOn: 'anyCallback' });
		await post(await signed(), 'keyword=JOIN&phone=18015551001', FORM);

		expect(await received(1)).toEqual([
			[
				{
					id: expect.stringMatching(/^[\da-f]{32}$/),
					received_at: expect.stringMatching(/Z$/),
					method: 'POST',
					raw: { keyword: 'JOIN', phone: '18015551001' },
				},
			],
		]);
	});

	it('starts nothing where the filters leave nothing of it, and is answered all the same', async () => {
		const { address, received } = await listen({
			// An address that is signed gives each status its ticket.
			authentication: 'none',
			filters: { statusCodes: '100, 7', onlyFinal: true, onlyWithTicket: true },
		});
		for (const body of [
			'sendTo=1&status_code=101&ticket=T',
			'sendTo=1&status_code=100',
			'sendTo=1&status_code=8&ticket=T',
			'',
		]) {
			expect(await post(address, body, FORM)).toEqual({ status: 200, answer: 'OK' });
		}
		await post(address, 'sendTo=1&status_code=7&ticket=T', FORM);

		expect(await received(1)).toMatchObject([[{ status_code: 7 }]]);
	});
});

describe('a callback that is not genuine', () => {
	const DENIED = {
		status: 401,
		answer: expect.stringMatching(/^The post was refused: its address \w+/) as string,
	};

	it.each([1, 2])('starts nothing in version %d and is told why', async (typeVersion) => {
		const { address, signed, received } = await listen({}, { typeVersion });
		const valid = await signed();
		const other = Buffer.from('order-2').toString('base64url');
		const foreign = await signedFor(address, 'order-1', { password: 'p' });
		const elsewhere = await signedFor(`${world.client.url}/webhook/another/delivery-status`);
		const denied: Array<[how: string, address: string, body?: string]> = [
			['no signature', address],
			['a tampered ticket', valid.replace(/(?<==)[^.]+/, other)],
			['the signature of another credential', foreign],
			['the signature of another trigger', address + elsewhere.slice(elsewhere.indexOf('?'))],
			['a doubled parameter', `${valid}&${valid.slice(valid.indexOf('?') + 1)}`],
			['a second, empty parameter', `${valid}&signed_ticket=`],
			['a signature cut short', valid.slice(0, -1)],
			['the status of another message', valid, FORM_BODY.replace('order-1', 'order-2')],
		];
		for (const [how, url, body = FORM_BODY] of denied) {
			expect([how, await post(url, body, FORM)]).toEqual([how, DENIED]);
			expect([
				how,
				await post(`${url}${url.includes('?') ? '&' : '?'}${body}`, '', undefined, {
					method: 'GET',
				}),
			]).toEqual([how, DENIED]);
		}
		const reencoded = valid.replace('.', '%2E').replace('?', '?utm=1&').replace('d_t', '%64_t');
		expect((await post(`${reencoded}&more=2`, FORM_BODY, FORM)).status).toBe(200);

		expect(await received(1)).toMatchObject([[DELIVERED]]);
	});

	it('needs the shared token where that is chosen', async () => {
		const { address, received } = await listen({
			authentication: 'sharedToken',
			accessKey: 'let me + in',
			includeRaw: true,
		});
		for (const query of ['', '?token=', '?token=wrong', '?token=let+me+%2B+in&token=x']) {
			expect(await post(address + query, FORM_BODY, FORM)).toEqual(DENIED);
		}
		const answer = await post(`${address}?token=let+me+%2B+in`, FORM_BODY, FORM);

		expect(answer.status).toBe(200);
		const [[item]] = (await received(1)) as [[{ raw: object }]];
		expect(item.raw).not.toHaveProperty('token');
	});

	it.each([
		['none', async (listening: Listening) => `${listening.address}?`],
		['signedAddress', async (listening: Listening) => `${await listening.signed()}&`],
	])('may have a token of its own where the authentication is %s', async (authentication, to) => {
		const listening = await listen({ authentication });
		await post(`${await to(listening)}token=theirs`, FORM_BODY, FORM);

		const [items] = await listening.received(1);
		expect(items).toMatchObject([{ ...DELIVERED, raw: { token: 'theirs' } }]);
		expect(JSON.stringify(items)).not.toContain('signed_ticket');
	});

	it('is let in where no authentication is chosen', async () => {
		const { address, received } = await listen({ authentication: 'none' });
		await post(address, FORM_BODY, FORM);

		expect(await received(1)).toMatchObject([[DELIVERED]]);
	});
});

describe('a hostile callback', () => {
	it.each([1, 2])('fails no execution of version %d', async (typeVersion) => {
		const { signed, received } = await listen({}, { typeVersion });
		const bomb = `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(1_000)}">${'<!ENTITY b "&a;&a;">'}]><a>&b;</a>`;
		const refused: Case[] = [
			['9 MB', 'a'.repeat(9 * 1024 * 1024), 'text/plain'],
			['17 MB', 'a'.repeat(17 * 1024 * 1024), 'application/octet-stream'],
			['an entity bomb', bomb, 'application/octet-stream'],
			['deep JSON', '['.repeat(50_000) + ']'.repeat(50_000), 'text/plain'],
			['deep XML', '<a>'.repeat(50_000), 'text/plain'],
			['300,000 fields', 'a=1&'.repeat(300_000), 'text/plain'],
			['60,000 names', Array.from({ length: 60_000 }, (_, n) => `f${n}=1`).join('&'), FORM],
		];
		for (const [how, body, contentType] of refused) {
			const { status } = await post(await signed(), body, contentType);
			expect([how, [400, 413].includes(status) ? 'refused' : status]).toEqual([how, 'refused']);
		}
		const taken: Case[] = [
			['40,000 fields', Array.from({ length: 40_000 }, (_, n) => `f${n}=1`).join('&'), FORM],
			['NUL bytes', 'a\0b\0', 'text/plain'],
			[
				'a prototype',
				'{"__proto__":{"a":1},"constructor":{"prototype":{"b":1}},"status_code":100}',
				'application/json',
			],
			['a prototype in a form', '__proto__[a]=1&status_code=100', FORM],
		];
		for (const [how, body, contentType] of taken) {
			expect([how, (await post(await signed(), body, contentType)).status]).toEqual([how, 200]);
		}
		expect(await received(taken.length)).toHaveLength(taken.length);
	});
});

describe('the test address', () => {
	it('takes one callback while the panel listens, signed like any other', async () => {
		const { workflow, testAddress, received } = await listen({}, { active: false });
		expect((await post(await signedFor(testAddress), FORM_BODY, FORM)).status).toBe(404);
		await listenForTestEvent(world.client, workflow.id, 'Status');

		expect((await post(testAddress, FORM_BODY, FORM)).status).toBe(401);
		expect((await post(await signedFor(testAddress), FORM_BODY, FORM)).status).toBe(200);
		expect(await received(1)).toMatchObject([[DELIVERED]]);
	});
});

describe('a status that the service is asked to confirm', () => {
	it('is what the service says, and nothing that it does not know', async () => {
		const sent = await run(world, sendTwo());
		const { transaction_ticket } = sent.output('Send')[0] as { transaction_ticket: string };
		world.sandbox.messages.deliver(transaction_ticket);
		const { address, received } = await listen({
			authentication: 'none',
			confirm: true,
			keyword: byKeyword('NSTAFF'),
		});
		const status = (sendTo: string, ticket = transaction_ticket) =>
			`transaction_ticket=${ticket}&sendTo=${sendTo}&status_code=999&status_message=Forged`;

		expect((await post(address, status('18015551009'), FORM)).status).toBe(200);
		expect((await post(address, status('18015551001', 'no-such-ticket'), FORM)).status).toBe(200);
		expect((await post(address, 'status_code=100', FORM)).status).toBe(200);
		await post(address, status('%2B18015551001'), FORM);

		expect(await received(1)).toMatchObject([
			[
				{
					sendTo: '18015551001',
					status_code: 100,
					status_message: 'Delivered',
					delivered: true,
					confirmed: true,
				},
			],
		]);
	});

	it('is that of the message of its address, whatever other ticket is posted with it', async () => {
		const [other] = (await run(world, sendTwo())).output('Send') as [
			{ transaction_ticket: string },
		];
		world.sandbox.messages.deliver(other.transaction_ticket);
		const [sent] = (await run(world, sendTwo({ custom_ticket: 'order-1' }))).output('Send') as [
			{ transaction_ticket: string },
		];
		// It would be delivered by itself after a while.
		const inTransit = { status_code: 101, status_message: 'Sent to Carrier' };
		world.sandbox.messages.fix(sent.transaction_ticket, undefined, inTransit);
		const { signed, received } = await listen({
			confirm: true,
			keyword: byKeyword('NSTAFF'),
			filters: { onlyFinal: false },
		});
		const forged = (ticket: string) =>
			`custom_ticket=${ticket}&transaction_ticket=${other.transaction_ticket}&sendTo=18015551001&status_code=101`;

		expect((await post(await signed('never-sent'), forged('never-sent'), FORM)).status).toBe(503);
		await post(await signed(), forged('order-1'), FORM);

		expect(await received(1)).toMatchObject([
			[{ custom_ticket: 'order-1', transaction_ticket: null, status_code: 101, confirmed: true }],
		]);
	});

	it('is answered so that it is posted again where the service cannot be asked', async () => {
		const { signed, received } = await listen({ confirm: true, keyword: byKeyword('NSTAFF') });
		const connectTo = (baseUrl: string) =>
			world.client.saveCredential(world.credential.name, CREDENTIAL_TYPE, {
				...world.credentialData,
				baseUrl,
			});
		await connectTo('http://127.0.0.1:9');
		const { status } = await post(await signed(), FORM_BODY, FORM);
		await connectTo(String(world.credentialData.baseUrl));

		expect(status).toBe(503);
		expect(await received(0)).toEqual([]);
	});

	const sendTwo = (options: INodeParameters = {}) =>
		chain(
			'Send two',
			messagingNode(world, 'Send', {
				resource: 'message',
				operation: 'send',
				keyword: byKeyword('NSTAFF'),
				message: 'Hello',
				recipients: 'commaSeparated',
				sendTo: '18015551001,18015551002',
				options,
			}),
		);
});

import type { IWebhookFunctions } from 'n8n-workflow';

import { statusAddressKey } from '../../../../credentials/statusAddressKey';
import { CALLBACK_LIMITS } from '../../../../nodes/SubscriptionMessaging/service/callback/budget';
import { signAddress } from '../../../../nodes/SubscriptionMessaging/statusAddress/sign';
import { confirmed } from '../../../../nodes/SubscriptionMessaging/trigger/confirmation';
import { receive } from '../../../../nodes/SubscriptionMessaging/trigger/receive';
import { works } from '../countedWorks';

jest.mock('../../../../nodes/SubscriptionMessaging/trigger/confirmation');
jest.mock('../../../../nodes/SubscriptionMessaging/eventLoop/restingSteps', () => ({
	rested: jest
		.requireActual<typeof import('../countedWorks')>('../countedWorks')
		.countedBy(
			jest.requireActual<
				typeof import('../../../../nodes/SubscriptionMessaging/eventLoop/restingSteps')
			>('../../../../nodes/SubscriptionMessaging/eventLoop/restingSteps').rested,
		),
}));
const asked = jest.mocked(confirmed);

interface Post {
	body?: string | Uint8Array;
	contentType?: string;
	query?: string;
	method?: string;
	parameters?: Record<string, unknown>;
	/** What n8n has parsed of a multipart form. */
	parsed?: unknown;
	readRawBody?: () => Promise<void>;
	/** None can be opened where it is left out. */
	credential?: object;
}

/** What becomes of a post to a trigger that lets anybody in, unless the parameters say otherwise. */
async function post({
	body = '',
	contentType,
	query = '',
	method = 'POST',
	parameters = {},
	parsed,
	readRawBody = async () => {},
	credential,
}: Post) {
	const answered = { status: 0, type: '', body: '' };
	const log: unknown[] = [];
	const response = {
		status: (status: number) => Object.assign(response, (answered.status = status) && {}),
		type: (type: string) => Object.assign(response, (answered.type = type) && {}),
		end: (text: string) => (answered.body = text),
	};
	const all: Record<string, unknown> = { authentication: 'none', ...parameters };
	const context = {
		getRequestObject: () => ({
			originalUrl: `/webhook/a${query && `?${query}`}`,
			method,
			headers: { 'content-type': contentType },
			rawBody: Buffer.from(body),
			body: parsed,
			readRawBody,
		}),
		getResponseObject: () => response,
		getNodeParameter: (name: string, otherwise?: unknown) => all[name] ?? otherwise,
		getNode: () => ({ name: 'Status' }),
		getCredentials: () =>
			credential ? Promise.resolve(credential) : Promise.reject(new Error('hunter22')),
		logger: { warn: (...entry: unknown[]) => log.push(entry) },
	};
	const result = await receive(context as unknown as IWebhookFunctions);
	return { items: result.workflowData?.[0]?.map(({ json }) => json), result, answered, log };
}

const CREDENTIAL = {
	baseUrl: 'https://messaging.example.com',
	username: 'user',
	password: 'hunter22!',
	api_key: 'a key of nobody',
	code: '12345',
};

const STATUS = 'transaction_ticket=T-1&sendTo=18015551001&status_code=100&status_message=Delivered';

describe('a post that is taken', () => {
	it('gives an item for each status and is answered OK', async () => {
		const { items, result, log } = await post({ body: STATUS });
		expect(items).toMatchObject([
			{ transaction_ticket: 'T-1', status_code: 100, confirmed: false },
		]);
		expect(result.webhookResponse).toBe('OK');
		expect(log).toEqual([]);
	});

	it('makes some hundred items at a time, neither all of them nor one', async () => {
		const body = JSON.stringify(Array.from({ length: 2_000 }, (_, to) => ({ to, status: 100 })));
		expect((await post({ body })).items).toHaveLength(2_000);
		expect(works.steps.at(-1)).toBeGreaterThan(2);
		expect(works.steps.at(-1)).toBeLessThan(20);
	});

	it.each([
		['are read three at a time where they are longer than 64 KiB', 65_537, 3],
		['are all read at once where none is longer', 65_536, 8],
	])('and comes with others: they %s', async (_how, bytes, most) => {
		works.most = 0;
		const body = `a=${'x'.repeat(bytes - 2)}`;
		const parameters = { triggerOn: 'anyCallback' };
		const all = await Promise.all(Array.from({ length: 8 }, () => post({ body, parameters })));
		expect(all.flatMap(({ items }) => items)).toHaveLength(8);
		expect(works.most).toBe(most);
	});

	it.each([
		['a long text', { a: 'x'.repeat(65_536) }, 3],
		['long texts of one name', { a: ['x'.repeat(30_000), 'x'.repeat(35_536)] }, 3],
		['a long name', { ['x'.repeat(65_537)]: '' }, 3],
		['less', { a: 'x'.repeat(65_535) }, 8],
	])(
		'and comes with others, is read like them where it is a form of %s',
		async (_of, data, most) => {
			works.most = 0;
			const contentType = 'multipart/form-data; boundary=x';
			const posted = { contentType, parsed: { data }, parameters: { triggerOn: 'anyCallback' } };
			const all = await Promise.all(Array.from({ length: 8 }, () => post(posted)));
			expect(all.flatMap(({ items }) => items)).toHaveLength(8);
			expect(works.most).toBe(most);
		},
	);

	it('gives one item of all that was posted where any callback is asked for', async () => {
		const { items } = await post({
			query: 'a=1',
			body: '{"b":2}',
			method: 'PUT',
			parameters: { triggerOn: 'anyCallback' },
		});
		expect(items).toEqual([
			{
				id: expect.stringMatching(/^[\da-f]{32}$/),
				received_at: expect.any(String),
				method: 'PUT',
				raw: { a: '1', b: 2 },
			},
		]);
		const nothing = await post({ parameters: { triggerOn: 'anyCallback' } });
		expect(nothing.items).toMatchObject([{ raw: null }]);
	});

	it('may be a multipart form, which n8n has parsed', async () => {
		const { items } = await post({
			contentType: 'Multipart/form-data; boundary=x',
			parsed: { data: { sendTo: '1', ticket: 'T' }, files: {} },
		});
		expect(items).toMatchObject([{ sendTo: '1', transaction_ticket: 'T' }]);
	});

	it.each([
		['all of them', {}, { sendTo: { originalFilename: null }, ticket: { originalFilename: null } }],
		['one of them', { sendTo: '1' }, { status_code: { originalFilename: null } }],
		['several of one name', { sendTo: '1' }, { code: [{ originalFilename: null }, {}] }],
		['a file with a name, and nothing else', {}, { report: { originalFilename: 'report.json' } }],
	])('is refused where n8n has made files of its fields: %s', async (_what, data, files) => {
		const contentType = 'multipart/form-data; boundary=x';
		const posted = { contentType, parsed: { data, files } };
		for (const triggerOn of ['deliveryStatus', 'anyCallback']) {
			const { result, answered } = await post({ ...posted, parameters: { triggerOn } });
			expect(result).toEqual({ noWebhookResponse: true });
			expect(answered).toMatchObject({
				status: 415,
				body: 'The post was refused: n8n has made files of fields of its form, which have a Content-Type',
			});
		}
	});

	it.each([
		['a file with a name', { originalFilename: 'voice.mp3' }],
		['a recording without one', { originalFilename: null, mimetype: 'audio/mpeg', size: 9 }],
	])('is read where %s stands beside its fields', async (_what, file) => {
		const { items } = await post({
			contentType: 'multipart/form-data; boundary=x',
			parsed: { data: { sendTo: '1' }, files: { file } },
		});
		expect(items).toMatchObject([{ sendTo: '1' }]);
	});

	it('may be as long in a query as in a body, with much around many recipients', async () => {
		const around = Array.from({ length: 26 }, (_none, index) => `p${index}=${index}`);
		const people = Array.from({ length: 800 }, (_none, index) => `to=${18015550000 + index}`);
		const query = [...around, ...people, 'status=100'].join('&');
		const { items } = await post({ query, method: 'GET' });
		expect(items).toHaveLength(800);
	});

	it.each([
		['of another type', 'application/x-multipart/form-data'],
		['that names no type', undefined],
	])('is read as it came where n8n has parsed a body %s', async (_what, contentType) => {
		const parsed = { data: { sendTo: '2', ticket: 'other' } };
		const { items } = await post({ body: STATUS, contentType, parsed });
		expect(items).toMatchObject([{ transaction_ticket: 'T-1' }]);
	});

	it('may be a multipart form that n8n has not parsed', async () => {
		const contentType = 'multipart/form-data; boundary=x';
		for (const parsed of [undefined, {}]) {
			const { result, answered } = await post({ contentType, parsed });
			expect([result.webhookResponse, answered.status]).toEqual(['OK', 0]);
		}
	});

	it.each<[what: string, body: string, filters: object, emitted: number]>([
		['a code that was asked for', STATUS, { statusCodes: '7; 100,' }, 1],
		['a code that was not asked for', STATUS, { statusCodes: '7 101' }, 0],
		['a code given as a number', STATUS, { statusCodes: 100 }, 1],
		[
			'a code on its way that was asked for',
			STATUS.replace('code=100', 'code=101'),
			{ statusCodes: '100, 101', onlyFinal: true },
			1,
		],
		['a message on its way', STATUS.replace('code=100', 'code=101'), { onlyFinal: true }, 0],
		['a message on its way, wanted', STATUS.replace('code=100', 'code=101'), {}, 1],
		['a delivered message', STATUS, { onlyFinal: true }, 1],
		[
			'a code that its text stands for',
			'sendTo=1&transaction_ticket=T-1&status_message=Delivered',
			{ statusCodes: '100' },
			1,
		],
		['no ticket', 'sendTo=1', { onlyWithTicket: true }, 0],
		['no ticket, wanted', 'sendTo=1', {}, 1],
		['a transaction ticket', STATUS, { onlyWithTicket: true }, 1],
		['a custom ticket', 'sendTo=1&custom_ticket=C', { onlyWithTicket: true }, 1],
	])('is filtered: %s', async (_what, body, filters, emitted) => {
		const { result, answered } = await post({ body, parameters: { filters } });
		expect(result.workflowData?.[0]?.length ?? 0).toBe(emitted);
		expect(result.webhookResponse).toBe('OK');
		expect(answered.status).toBe(0);
	});

	it('is given with what was posted where that is asked for, or not all of it was recognised', async () => {
		const raw = async (body: string, parameters = {}) =>
			(await post({ body, parameters })).items?.map(({ raw: posted }) => posted);
		expect(await raw(STATUS)).toEqual([undefined]);
		expect(await raw(`${STATUS}&carrier=383`)).toEqual([
			expect.objectContaining({ carrier: '383' }),
		]);
		expect(await raw(STATUS, { includeRaw: true })).toEqual([expect.any(Object)]);
	});

	it.each([
		['none', 'a=1'],
		['sharedToken', 'a=1&token=abc'],
	])('shows no signature of its address with Authentication %s', async (authentication, query) => {
		for (const triggerOn of ['anyCallback', 'deliveryStatus']) {
			const { items } = await post({
				query: `${query}&signed_ticket=b3JkZXItMQ.12345.0g2k.x`,
				body: STATUS,
				parameters: { authentication, accessKey: 'abc', triggerOn, includeRaw: true },
			});
			expect(items).toHaveLength(1);
			expect(items?.[0]?.raw).toHaveProperty('a', '1');
			expect(JSON.stringify(items)).not.toContain('b3JkZXItMQ');
		}
	});

	it('is not searched for a text in place of a signature', async () => {
		const { items } = await post({
			query: 'signed_ticket=Delivered',
			body: `${STATUS}&note=Delivered`,
			parameters: { includeRaw: true },
		});
		expect(items?.[0]?.raw).toMatchObject({ note: 'Delivered' });
		expect(items?.[0]?.raw).not.toHaveProperty('signed_ticket');
	});

	it('is read with the field mapping', async () => {
		const parameters = { fieldMapping: { sendTo: 'dest' } };
		expect((await post({ body: 'dest=1&to=2', parameters })).items).toMatchObject([
			{ sendTo: '1' },
		]);
	});
});

test.each(['signedAddress', 'sharedToken'])(
	'what is added to an address with a second question mark is posted, with Authentication %s',
	async (authentication) => {
		const key = await statusAddressKey(CREDENTIAL);
		const signed = signAddress(key, '/webhook/a', { customTicket: 'order-1', code: '777' });
		const own = authentication === 'sharedToken' ? 'token=abc' : signed.split('?')[1];
		const { items, answered } = await post({
			query: `${own}?sendTo=18015551001&status=100`,
			method: 'GET',
			parameters: { authentication, accessKey: 'abc', includeRaw: true },
			credential: CREDENTIAL,
		});
		expect(answered.status).toBe(0);
		expect(items).toMatchObject([{ sendTo: '18015551001', status_code: 100 }]);
		expect(items?.[0]?.raw).toEqual({ sendTo: '18015551001', status: '100' });
	},
);

describe('a post that is confirmed with the service', () => {
	const codeOf = async (parameters: Record<string, unknown>) => {
		asked.mockReset().mockResolvedValue([]);
		const { items } = await post({ body: STATUS, parameters: { confirm: true, ...parameters } });
		expect(items).toBeUndefined();
		return asked.mock.calls[0]?.[2].code;
	};

	it('is asked about with the code that was entered, or that of the credential', async () => {
		expect(await codeOf({ code: ' 777 ' })).toBe('777');
		expect(await codeOf({ code: 777 })).toBe('777');
		expect(await codeOf({ code: '' })).toBeUndefined();
		expect(await codeOf({})).toBeUndefined();
	});

	it('is known to be of a message that was sent where its address is signed, and nowhere else', async () => {
		asked.mockReset().mockResolvedValue([]);
		const key = await statusAddressKey(CREDENTIAL);
		const send = { customTicket: 'order-1', code: '777' };
		await post({ body: STATUS, parameters: { confirm: true } });
		await post({
			body: 'custom_ticket=order-1&status_code=100',
			query: signAddress(key, '/webhook/a', send).split('?')[1],
			parameters: { authentication: 'signedAddress', confirm: true },
			credential: CREDENTIAL,
		});
		expect(asked.mock.calls.map(([, , how]) => [how.isSigned, how.code])).toEqual([
			[false, undefined],
			[true, '777'],
		]);
	});
});

describe('a post that is refused', () => {
	it.each<[what: string, refused: Post, httpStatus: number, reason: string]>([
		[
			'no token',
			{ body: STATUS, parameters: { authentication: 'sharedToken', accessKey: 'abc' } },
			401,
			"The post was refused: its address doesn't end in the trigger's token",
		],
		[
			'a form of one byte too many',
			{
				contentType: 'multipart/form-data; boundary=x',
				parsed: { data: { a: Array(8).fill('x'.repeat(CALLBACK_LIMITS.bytes / 8)) } },
			},
			413,
			'The post was refused: it is larger than 8388608 bytes',
		],
		[
			'one byte too many',
			{ body: 'a'.repeat(CALLBACK_LIMITS.bytes + 1) },
			413,
			'The post was refused: it is larger than 8388608 bytes',
		],
		['a DOCTYPE', { body: '<!DOCTYPE a><a/>' }, 400, 'The post was refused: it has a DOCTYPE'],
		[
			'a body that ends early',
			{ readRawBody: () => Promise.reject(new Error('aborted')) },
			400,
			'The post was refused: it cannot be read',
		],
		[
			'a body that n8n finds too large',
			{ readRawBody: () => Promise.reject(Object.assign(new Error('x'), { status: 413 })) },
			413,
			'The post was refused: it cannot be read',
		],
	])('says why in its answer and in the log: %s', async (_what, refused, httpStatus, reason) => {
		const { result, answered, log } = await post(refused);

		expect(result).toEqual({ noWebhookResponse: true });
		expect(answered).toEqual({ status: httpStatus, type: 'text/plain', body: reason });
		expect(log).toEqual([[reason, { node: 'Status', httpStatus, reason: undefined }]]);
	});

	it('says that its address is not signed, where that is what is missing', async () => {
		const { answered } = await post({
			body: STATUS,
			parameters: { authentication: 'signedAddress' },
			credential: CREDENTIAL,
		});
		expect(answered).toEqual({
			status: 401,
			type: 'text/plain',
			body: "The post was refused: its address isn't signed for this trigger",
		});
	});

	it('tells nobody what went wrong inside, and the log nothing that could be a secret', async () => {
		const { result, answered, log } = await post({
			body: STATUS,
			parameters: { authentication: 'signedAddress' },
		});
		expect(result).toEqual({ noWebhookResponse: true });
		expect(answered).toMatchObject({
			status: 500,
			body: "The post could not be taken. n8n's log says why.",
		});
		expect(JSON.stringify(log)).toContain('The credential cannot be used');
		expect(JSON.stringify(log)).not.toContain('hunter22');
	});
});

test("an error that repeats the password is logged without it, and whoever posts isn't told of it", async () => {
	asked.mockRejectedValueOnce(new Error('Cannot send password=hunter22%21'));
	const { answered, log } = await post({
		body: STATUS,
		parameters: { confirm: true },
		credential: CREDENTIAL,
	});
	expect(answered).toMatchObject({ status: 500 });
	expect(JSON.stringify([answered, log])).not.toContain('hunter22');
	expect(JSON.stringify(log)).toContain('Cannot send password=•••');
});

test('what is thrown without being an error is not logged', async () => {
	asked.mockRejectedValueOnce('hunter22');
	const { answered, log } = await post({
		body: STATUS,
		parameters: { confirm: true },
		credential: CREDENTIAL,
	});
	expect(answered).toMatchObject({ status: 500 });
	expect(log).toMatchObject([[answered.body, { httpStatus: 500, reason: '' }]]);
});

test.each<[which: string, body: string, httpStatus: number, leftOut?: string[]]>([
	['of another message', 'custom_ticket=order-2&status_code=100', 401],
	['of other messages', '[{"custom_ticket":"order-2"},{"custom_ticket":"order-3"}]', 401],
	[
		'of which one is of another message',
		'[{"custom_ticket":"order-1"},{"custom_ticket":"order-2"}]',
		0,
		['Statuses left out, because the address was signed for another message: 1'],
	],
	['of the message that the address was signed for', 'custom_ticket=order-1&status_code=100', 0],
	['of it in other letters', 'custom_ticket=ORDER-1&status_code=100', 0],
	['that names no message', 'status_code=100', 0],
	['that names none by null', 'status_code=100&custom_ticket=null', 0],
])('a post to a signed address: one %s', async (_which, body, httpStatus, leftOut = []) => {
	const key = await statusAddressKey(CREDENTIAL);
	const send = { customTicket: 'order-1', code: '12345' };
	const query = signAddress(key, '/webhook/a', send).split('?')[1];
	const { items, answered, log } = await post({
		body,
		query,
		parameters: { authentication: 'signedAddress' },
		credential: CREDENTIAL,
	});
	expect(answered.status).toBe(httpStatus);
	if (httpStatus === 401) expect(items).toBeUndefined();
	else {
		// As it was sent, so that it is found again among the rows of the send.
		expect(items).toMatchObject([{ custom_ticket: 'order-1' }]);
		expect(log).toEqual(leftOut.map((text) => [text, { node: 'Status' }]));
	}
});

describe('what a post repeats of its address', () => {
	it('is given out without the signature that the address is trusted by', async () => {
		const key = await statusAddressKey(CREDENTIAL);
		const address = signAddress(key, '/webhook/a', { customTicket: 'order-1', code: '12345' });
		const signature = new URLSearchParams(address.split('?')[1]).get('signed_ticket') ?? '';
		const data = { custom_ticket: 'order-1', text: 'Füße', status_url: address };
		const forms = [
			{ body: JSON.stringify(data) },
			{ contentType: 'multipart/form-data; boundary=x', parsed: { data } },
		];
		const settings = ['deliveryStatus', 'anyCallback'];
		for (const [triggerOn, form] of settings.flatMap((one) =>
			forms.map((two) => [one, two] as const),
		)) {
			const { items } = await post({
				...form,
				query: address.split('?')[1],
				parameters: { authentication: 'signedAddress', triggerOn },
				credential: CREDENTIAL,
			});
			expect(JSON.stringify(items)).not.toContain(signature);
			expect(items).toMatchObject([
				{ raw: { text: 'Füße', status_url: expect.stringMatching(/\*\*\*$/) as string } },
			]);
		}
	});

	it('is given out without the token, unless that is a word like others', async () => {
		const sent = async (token: string) =>
			await post({
				body: `a=b&address=https%3A%2F%2Fn8n.example%3Ftoken%3D${token}`,
				query: `token=${token}`,
				parameters: { authentication: 'sharedToken', accessKey: token, triggerOn: 'anyCallback' },
			});
		expect(JSON.stringify((await sent('s3cretT0')).items)).not.toContain('s3cretT0');
		expect((await sent('a')).items).toMatchObject([{ raw: { a: 'b' } }]);
	});

	const TOKEN = 'k3y/Zm9v+YmFy==';
	const inForm = (value: string) => new URLSearchParams({ x: value }).toString();

	it.each<[string, string, Post]>([
		['in the query', TOKEN, { query: inForm(`https://n8n.example?${inForm(TOKEN)}`) }],
		['in the query as it is', 'tokens/a/b', { query: 'x=tokens/a/b' }],
		['in JSON', TOKEN, { body: JSON.stringify({ x: TOKEN }) }],
		[
			'in JSON as PHP writes it',
			TOKEN,
			{ body: JSON.stringify({ x: TOKEN }).replaceAll('/', '\\/') },
		],
		['in JSON, encoded', TOKEN, { body: JSON.stringify({ x: encodeURIComponent(TOKEN) }) }],
		[
			'in JSON, encoded in small letters',
			TOKEN,
			{
				body: JSON.stringify({
					x: encodeURIComponent(TOKEN)
						.toLowerCase()
						.replace('zm9v', 'Zm9v')
						.replace('ymfy', 'YmFy'),
				}),
			},
		],
		[
			'that begins with a slash, in JSON as PHP writes it',
			'/Zm9vYmFy',
			{ body: '{"x":"\\/Zm9vYmFy"}' },
		],
		['in a form, with blanks', 'let me in 1', { body: inForm('let me in 1') }],
		['in JSON as PHP writes it, of ASCII', 'schlüssel/1', { body: '{"x":"schl\\u00fcssel\\/1"}' }],
		['in JSON as .NET writes it', 'schlüssel+1', { body: '{"x":"schl\\u00FCssel\\u002B1"}' }],
		[
			'in JSON, encoded twice in small letters',
			TOKEN,
			{ body: JSON.stringify({ x: 'k3y%252fZm9v%252bYmFy%253d%253d' }) },
		],
		['in JSON of ASCII', 'schlüssel1', { body: '{"x":"schl\\u00fcssel1"}' }],
		['in JSON of UTF-8', 'schlüssel1', { body: '{"x":"schlüssel1"}' }],
		['in a form', 'schlüssel1', { body: inForm(`https://n8n.example?${inForm('schlüssel1')}`) }],
		['in XML', 'a&b<c>d&e', { body: '<p><x>a&amp;b&lt;c&gt;d&amp;e</x></p>' }],
		['of eight characters', '12345678', { body: 'x=12345678' }],
	])('is given out without the token %s', async (_where, accessKey, form) => {
		const { items } = await post({
			...form,
			query: [`token=${encodeURIComponent(accessKey)}`, form.query].filter(Boolean).join('&'),
			parameters: { authentication: 'sharedToken', accessKey, triggerOn: 'anyCallback' },
		});
		expect(JSON.stringify(items)).toMatch(/"x":"[^"]*\*\*\*"/);
	});

	it('is given out with a token of seven characters, which may be a word like others', async () => {
		const { items } = await post({
			body: 'x=1234567',
			query: 'token=1234567',
			parameters: { authentication: 'sharedToken', accessKey: '1234567', triggerOn: 'anyCallback' },
		});
		expect(items).toMatchObject([{ raw: { x: '1234567' } }]);
	});
});

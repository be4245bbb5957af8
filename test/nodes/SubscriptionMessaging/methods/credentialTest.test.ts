import { Readable } from 'node:stream';

import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
} from 'n8n-workflow';

import { subscriptionMessagingApiTest } from '../../../../nodes/SubscriptionMessaging/methods/credentialTest';
import { recordedTimers } from '../eventLoop/recordedTimers';
import { refusal, reply } from '../transport/fakeService';

jest.mock('../../../../nodes/SubscriptionMessaging/eventLoop/timers', () =>
	jest.requireActual<object>('../eventLoop/recordedTimers'),
);

const CREDENTIAL = {
	baseUrl: 'https://messaging.example.com/',
	username: 'acme',
	password: 's3cret-word',
	api_key: 'key-of-acme',
	code: '12345',
};
const OPERATION = 'authenticationTest';

interface Response {
	statusCode?: number;
	contentType?: string;
	body: string | Buffer;
}

/** The answer of the editor's test, and the request that was made for it. */
async function tested(answer: Response | Error, change: object = {}, report?: object | Error) {
	const requests: Array<Record<string, unknown>> = [];
	const context = {
		helpers: {
			request: async (options: Record<string, unknown>) => {
				requests.push(options);
				if (report instanceof Error && requests.length > 1) throw report;
				if (report && requests.length > 1) return report;
				if (answer instanceof Error) throw answer;
				const { statusCode = 200, contentType = 'text/xml; charset=utf-8', body } = answer;
				return await Promise.resolve({
					statusCode,
					headers: { 'content-type': contentType },
					body: body && Readable.from([Buffer.from(body)]),
				});
			},
		},
	} as unknown as ICredentialTestFunctions;
	const data = { ...CREDENTIAL, ...change } as unknown as ICredentialDataDecryptedObject;
	const credential = { data } as ICredentialsDecrypted<ICredentialDataDecryptedObject>;
	const result = await subscriptionMessagingApiTest.call(context, credential);
	return { ...result, requests, request: requests[0] };
}

const good = (message = '') => ({
	body: reply(OPERATION, `<result>true</result><error_code>0</error_code>${message}`),
});

test('a credential that the service accepts is good, in its words or ours', async () => {
	expect(await tested(good('<message>Welcome</message>'))).toMatchObject({
		status: 'OK',
		message: 'Welcome',
	});
	expect((await tested(good())).message).toBe('The service accepts the credential');
});

test('an answer that contradicts itself is none that accepts the credential', async () => {
	const body = reply(
		OPERATION,
		'<result>true</result><error_code>12</error_code><message>Invalid API key</message>',
	);
	expect(await tested({ body })).toMatchObject({
		status: 'Error',
		message: expect.stringContaining("Invalid API key (error 12). Check 'API Key'."),
	});
});

test('a long text of the service is shown in part, without a secret', async () => {
	const { status, message } = await tested(
		good(`<message>Bad s3cret-word ${'and more '.repeat(50_000)}</message>`),
	);
	expect(status).toBe('OK');
	expect(message).toMatch(/^Bad ••• and more /);
	expect(message.length).toBeLessThanOrEqual(500);
});

test('an answer that is far too large for a test is not read', async () => {
	const { status, message } = await tested(good('<x>0123456789</x>'.repeat(100_000)));
	expect([status, message]).toEqual(['Error', expect.stringContaining('larger than')]);
});

test('the request holds the secrets, and follows no redirect', async () => {
	const { request } = await tested(good(), { keyword: ' ACME ' });
	expect(request).toMatchObject({
		followRedirect: false,
		followAllRedirects: false,
		simple: false,
		rejectUnauthorized: true,
		timeout: 30_000,
		useStream: true,
		resolveWithFullResponse: true,
	});
	expect(String(request?.uri)).toMatch(/^https:\/\/messaging\.example\.com\/webservices/);
	for (const text of ['s3cret-word', 'key-of-acme', '>ACME<', '>12345<']) {
		expect(String(request?.body)).toContain(text);
	}
});

test('no company keyword is sent where none is entered', async () => {
	const { request } = await tested(good());
	expect(String(request?.body)).toMatch(/<keyword[^>]*?(\/>|><\/keyword>)/);
});

test('an answer is read in the encoding that its header names', async () => {
	const { message } = await tested({
		contentType: 'text/xml; charset=iso-8859-1',
		body: Buffer.from(good('<message>Grüße</message>').body.replace(/^<\?.*?\?>/, ''), 'latin1'),
	});
	expect(message).toBe('Grüße');
});

test.each([
	[true, false],
	['true', false],
	['false', true],
])(
	'a certificate that cannot be checked is taken only where that was chosen (%j)',
	async (ignoreSslIssues, rejectUnauthorized) => {
		const { request } = await tested(good(), { ignoreSslIssues });
		expect(request).toMatchObject({ rejectUnauthorized });
	},
);

test('a refusal says what to look at, without a secret', async () => {
	const { status, message } = await tested({ body: refusal(OPERATION, 'Bad s3cret-word') });
	expect(status).toBe('Error');
	expect(message).toContain('Bad •••');
	expect(message).toContain("'Password'");
	expect(message).not.toContain('s3cret-word');
});

test.each([
	['Bad password', "Check 'Password'."],
	['Unknown user name or API-key', "Check 'Username' and 'API Key'."],
	['Code 5 is not the code of keyword ACME', "Check 'Code' and 'Company Keyword'."],
	['No (error code 7)', "Check 'Username', 'Password', 'API Key', 'Code' and"],
])('of the words "%s" it says: %s', async (said, advice) => {
	const { message } = await tested({ body: refusal(OPERATION, said) });
	expect(message).toContain(advice);
});

test.each([
	['No', {}, true],
	['No keyword', {}, true],
	['Bad password', {}, false],
	['No', { keyword: 'ACME' }, false],
	['No', { keyword: 4711 }, false],
	['No', { keyword: ' ' }, true],
])('of "%s" with %j it says that the company keyword is empty: %s', async (said, change, says) => {
	const { message } = await tested({ body: refusal(OPERATION, said) }, change);
	expect(message.endsWith("'Company Keyword' is empty, and the service may want it.")).toBe(says);
	if (!says) expect(message).toMatch(/Check ['A-Z a-z,]+\.$/);
});

describe('the Delivery Report Address', () => {
	const deliveryReportAddress = ' https://n8n.example.com/webhook/1/delivery-status ';
	const reached = (report: object | Error, change: object = {}) =>
		tested(good('<message>Welcome</message>'), { deliveryReportAddress, ...change }, report);
	const listing = (methods: string, statusCode = 204) => ({
		statusCode,
		headers: { 'access-control-allow-methods': methods },
	});

	test('is asked in a way that starts nothing, and follows no redirect', async () => {
		const { status, message, requests } = await reached(listing('OPTIONS, POST'));
		expect([status, message]).toEqual([
			'OK',
			"Welcome. n8n is reached at the 'Delivery Report Address'",
		]);
		expect(requests).toHaveLength(2);
		expect(requests[1]).toEqual({
			method: 'OPTIONS',
			headers: { Origin: 'https://n8n.example.com' },
			timeout: 3_000,
			uri: deliveryReportAddress.trim(),
			useStream: true,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			rejectUnauthorized: true,
		});
	});

	test.each([
		[true, false],
		['false', true],
	])(
		'may have a certificate that cannot be checked where that was chosen (%j)',
		async (ignoreSslIssues, rejectUnauthorized) => {
			const { requests } = await reached(listing('POST'), { ignoreSslIssues });
			expect(requests[1]).toMatchObject({ rejectUnauthorized });
		},
	);

	test.each([
		['has no published trigger', listing('OPTIONS'), 'no published trigger has this address'],
		['is not answered by n8n', listing('POST', 200), 'is not answered by n8n (HTTP 200)'],
		[
			'is not reached',
			Object.assign(new Error('x'), { code: 'ENOTFOUND' }),
			'could not be reached from here: no server with this name was found.',
		],
		[
			'does not answer in time',
			Object.assign(new Error('x'), { code: 'ECONNABORTED' }),
			'could not be reached from here: n8n did not answer',
		],
	])('that %s is said, beside that the credential is good', async (_what, report, words) => {
		const { status, message } = await reached(report);
		expect(status).toBe('Error');
		expect(message).toMatch(/^The service accepts the credential, but 'Delivery Report Address' /);
		expect(message).toContain(words);
	});

	test.each(['', '  ', undefined, null])('is not asked where it is %j', async (entered) => {
		const { status, message, requests } = await tested(good('<message>Welcome</message>'), {
			deliveryReportAddress: entered,
		});
		expect([status, message]).toEqual(['OK', 'Welcome']);
		expect(requests).toHaveLength(1);
	});

	test('is not asked where the service refuses the credential', async () => {
		const { message, requests } = await tested(
			{ body: refusal(OPERATION, 'Bad password') },
			{ deliveryReportAddress },
			listing('POST'),
		);
		expect(message).toContain('Bad password');
		expect(requests).toHaveLength(1);
	});
});

test('a rule for recipients that cannot be followed is said without a request', async () => {
	const { status, message, requests } = await tested(good(), { recipientsAllowed: 'redirect' });
	expect([status, message]).toEqual(['Error', expect.stringContaining('redirects everything')]);
	expect(requests).toEqual([]);
});

describe('an answer without an end', () => {
	const HEADERS = { 'content-type': 'text/xml', 'access-control-allow-methods': 'POST' };

	/** The result of a test by these answers, one after the other, and what it waits for at most. */
	async function outOfTime(answers: unknown[], change: object = {}) {
		const context = { helpers: { request: async () => await answers.shift() } };
		const data = { ...CREDENTIAL, ...change } as unknown as ICredentialDataDecryptedObject;
		const testing = subscriptionMessagingApiTest.call(
			context as unknown as ICredentialTestFunctions,
			{ data } as ICredentialsDecrypted<ICredentialDataDecryptedObject>,
		);
		const turn = async () => await new Promise(setImmediate);
		// Reading an answer rests as long as others need the process, which no number of turns tells.
		while (answers.length > 0) await turn();
		for (let turns = 0; turns < 100; turns++) await turn();
		for (const { action, isOff } of recordedTimers) if (!isOff) action();
		return { ...(await testing), seconds: recordedTimers.map(({ delay }) => delay / 1000) };
	}
	const late = expect.stringMatching(/^No answer came: .* within 30 seconds/) as string;

	test('is waited for half a minute where it does not begin', async () => {
		expect(await outOfTime([new Promise(() => {})])).toMatchObject({
			status: 'Error',
			message: late,
			seconds: [30],
		});
	});

	test('is cut off after half a minute where it trickles', async () => {
		const body = new Readable({ read: () => {} });
		body.push('<');
		expect(await outOfTime([{ statusCode: 200, headers: HEADERS, body }])).toMatchObject({
			status: 'Error',
			message: late,
		});
		expect(body.destroyed).toBe(true);
	});

	test('is cut off where it begins when nobody waits any more', async () => {
		const body = new Readable({ read: () => {} });
		let begin = (_answer: object) => {};
		await outOfTime([new Promise<object>((resolve) => (begin = resolve))]);
		begin({ statusCode: 200, headers: HEADERS, body });
		await new Promise(setImmediate);
		expect(body.destroyed).toBe(true);
	});

	test('is cut off where it is too large', async () => {
		let read = 0;
		const body = new Readable({
			read() {
				read += 1;
				this.push(Buffer.alloc(16 * 1024, 32));
			},
		});
		const context = {
			helpers: {
				request: async () => await Promise.resolve({ statusCode: 200, headers: HEADERS, body }),
			},
		};
		const { message } = await subscriptionMessagingApiTest.call(
			context as unknown as ICredentialTestFunctions,
			{ data: CREDENTIAL } as unknown as ICredentialsDecrypted<ICredentialDataDecryptedObject>,
		);
		expect(message).toContain('larger than');
		expect(body.destroyed).toBe(true);
		expect(read).toBeLessThan(80);
	});

	test('that breaks is told from one that cannot be read', async () => {
		const body = new Readable({ read: () => {} });
		const testing = outOfTime([{ statusCode: 200, headers: HEADERS, body }]);
		body.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
		expect((await testing).message).toMatch(/the connection broke before the answer was complete/);
	});

	test('of the Delivery Report Address is waited for three seconds', async () => {
		const accepted = {
			statusCode: 200,
			headers: HEADERS,
			body: Readable.from([Buffer.from(good().body)]),
		};
		expect(
			await outOfTime([accepted, new Promise(() => {})], {
				deliveryReportAddress: 'https://n8n.example.com/webhook/1',
			}),
		).toMatchObject({
			status: 'Error',
			message: expect.stringContaining(
				'could not be reached from here: n8n did not answer',
			) as string,
			seconds: [30, 3],
		});
		expect(recordedTimers[0]?.isOff).toBe(true);
	});

	test('of the Delivery Report Address is not read', async () => {
		const accepted = {
			statusCode: 200,
			headers: HEADERS,
			body: Readable.from([Buffer.from(good().body)]),
		};
		const body = new Readable({ read: () => {} });
		expect(
			await outOfTime([accepted, { statusCode: 204, headers: HEADERS, body }], {
				deliveryReportAddress: 'https://n8n.example.com/webhook/1',
			}),
		).toMatchObject({ status: 'OK' });
		expect(body.destroyed).toBe(true);
	});
});

test('all empty fields are named at once', async () => {
	const { message } = await tested(good(), { username: '', password: '' });
	expect(message).toMatch(/^'Username' and 'Password' in the credential are empty\. Enter /);
});

test('a page of another server tells to check the address', async () => {
	const { status, message } = await tested({
		statusCode: 404,
		contentType: 'text/html',
		body: '<!DOCTYPE html><html><title>Shop</title></html>',
	});
	expect([status, message]).toEqual(['Error', expect.stringContaining("'Base URL'")]);
	expect(message).toMatch(/^\S.*[^.]\. Check the 'Base URL' of the credential: /);
});

test('a server in front of the service that asks for a permission is told from the service', async () => {
	const { message } = await tested({
		statusCode: 401,
		contentType: 'text/html',
		body: '<!DOCTYPE html><html><title>Proxy</title></html>',
	});
	expect(message).toContain('a server in front of it');
});

test('a server that is not reached is told from a wrong password', async () => {
	const { status, message } = await tested(
		Object.assign(new Error('connect s3cret-word'), { code: 'ECONNREFUSED' }),
	);
	expect(status).toBe('Error');
	expect(message).toMatch(/^The service was not reached: the server refused the connection/);
	expect(message).not.toContain('s3cret-word');
	expect(message).not.toContain("'Password'");
});

test('a field that cannot be right is said without a request', async () => {
	const { status, message, requests } = await tested(good(), { code: 'x' });
	expect([status, message]).toEqual(['Error', expect.stringContaining("'Code'")]);
	expect(requests).toEqual([]);
});

test('whatever else is thrown tells nothing of the credential', async () => {
	const unread = await tested({ body: undefined as unknown as string });
	expect(unread.status).toBe('Error');
	expect(unread.message).not.toContain('s3cret-word');
	const none = await subscriptionMessagingApiTest.call(
		{ helpers: { request: async () => undefined } } as unknown as ICredentialTestFunctions,
		{ data: CREDENTIAL } as unknown as ICredentialsDecrypted<ICredentialDataDecryptedObject>,
	);
	expect(none).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('could not be tested') as string,
	});
});

test('a text of the service brings no HTML into the editor', async () => {
	const said = '&lt;img src=x&gt;';
	const accepted = await tested(good(`<message>${said}</message>`));
	const refused = await tested({ body: refusal(OPERATION, said) });
	for (const { message } of [accepted, refused]) {
		expect(message).toContain('‹img src=x›');
		expect(message).not.toContain('<');
	}
});

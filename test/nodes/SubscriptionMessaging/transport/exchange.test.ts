import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { IExecuteFunctions } from 'n8n-workflow';

import type { MessagingServiceError } from '../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { adviceOn } from '../../../../nodes/SubscriptionMessaging/wording/advice';
import {
	askService,
	encode,
	exchange,
} from '../../../../nodes/SubscriptionMessaging/transport/exchange';
import {
	AccountPace,
	accountPace,
} from '../../../../nodes/SubscriptionMessaging/transport/accountPace';
import { Pace } from '../../../../nodes/SubscriptionMessaging/transport/pace';
import {
	BeforeHandover,
	fakeService,
	page,
	refusal,
	reply,
	SESSION,
	soapFault,
	type FakeAnswer,
	type FakeRequest,
} from './fakeService';

const unit = { code: '12345', keyword: 'NSTAFF' };
const SEND = {
	...unit,
	operation: 'sendMessage',
	parameters: {
		message: 'Hello',
		recipientList: { recipients: [{ sendTo: '18015550001', type: 1 }] },
		custom_ticket: 'order-1',
	},
} as const;
const CHANGE = {
	...unit,
	operation: 'updateSubscriptionnode',
	parameters: { group: { name: 'Staff' } },
} as const;
const READ = { ...unit, operation: 'readSubscriptionnode', parameters: {} } as const;
const PLAIN = {
	...unit,
	operation: 'plainSend',
	parameters: { phone: '18015550001', message: 'Hi' },
} as const;

type AnyCall = Parameters<typeof encode>[0];

/** What comes of a call that the service answers so. */
async function outcomeOf(
	call: AnyCall,
	answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
	{ timeLimit, cancel }: { timeLimit?: number; cancel?: AbortSignal } = {},
) {
	const service = fakeService(answer, cancel);
	const encoded = { ...encode(call, SESSION, 'soap'), ...(timeLimit && { timeLimit }) };
	const outcome = await exchange(service.context, service.session, encoded);
	return { outcome: outcome as MessagingServiceError, requests: service.requests };
}

const good = (more = '') => `<result>true</result><error_code>0</error_code>${more}`;
const failure = (code: string, more = {}) => Object.assign(new Error('failed'), { code, ...more });
const throws = (error: unknown) => () => {
	throw error;
};

const LOST = "We can't tell whether this message was sent";
const FOREIGN = "This address doesn't answer like the messaging service";

test('an answer is read in the charset that its header names', async () => {
	const answer = reply(READ.operation, good('<response><name>Müller</name></response>'));
	const { outcome } = await outcomeOf(READ, () => ({
		headers: { 'content-type': 'text/xml; charset=iso-8859-1' },
		body: Readable.from([Buffer.from(answer as string, 'latin1')]),
	}));
	expect(outcome).toMatchObject({ response: { name: 'Müller' } });
});

describe('A request', () => {
	/** What n8n's HTTP helper was given, and what comes of an answer that it then gives. */
	async function asked(call: AnyCall, session = SESSION) {
		const helper = jest.fn().mockImplementation(async () => ({
			statusCode: 200,
			headers: { 'content-type': 'text/xml' },
			body: Readable.from([Buffer.from(reply(call.operation, good()))]),
		}));
		const context = {
			helpers: { httpRequestWithAuthentication: helper },
		} as unknown as IExecuteFunctions;
		const outcome = await exchange(context, session, encode(call, session, 'soap'));
		const [credentialType, options, more] = helper.mock.calls[0] as [string, object, object];
		return { outcome, credentialType, options, more };
	}

	it('goes to the service itself, follows no redirect, and checks the certificate', async () => {
		const { outcome, credentialType, options, more } = await asked(READ);
		expect(outcome).toMatchObject({ result: true });
		expect(credentialType).toBe('subscriptionMessagingApi');
		expect(options).toMatchObject({
			method: 'POST',
			url: expect.stringMatching(/^https:\/\/messaging\.example\.com\/webservices\//) as string,
			body: expect.stringContaining('NSTAFF') as string,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			skipSslCertificateValidation: false,
			timeout: 300_000,
		});
		// n8n would decrypt the credential again without it.
		expect(more).toEqual({ credentialsDecrypted: SESSION.credentialsDecrypted });
	});

	it('takes any certificate where the credential says so', async () => {
		const { options } = await asked(READ, { ...SESSION, ignoreSslIssues: true });
		expect(options).toMatchObject({ skipSslCertificateValidation: true });
	});

	it('is written in the form of its transport', () => {
		const get = { ...SESSION, nvpMethod: 'GET' as const };
		expect(encode(READ, SESSION, 'soap')).toMatchObject({
			request: { method: 'POST', body: expect.stringContaining('<keyword') as string },
			answer: { transport: 'soap', operation: 'readSubscriptionnode' },
			effect: 'read',
		});
		expect(encode(READ, SESSION, 'nvp')).toMatchObject({
			request: {
				method: 'POST',
				body: expect.stringContaining('readSubscriptionnode') as string,
			},
			answer: { transport: 'nvp', operation: 'readSubscriptionnode' },
			effect: 'read',
		});
		expect(encode(READ, get, 'nvp').request).toMatchObject({
			method: 'GET',
			path: expect.stringContaining('readSubscriptionnode') as string,
		});
		for (const transport of ['soap', 'nvp'] as const) {
			expect(encode(PLAIN, SESSION, transport)).toMatchObject({
				request: { method: 'POST', path: '/httppost' },
				answer: { transport: 'plain' },
				effect: 'send',
			});
			expect(encode(PLAIN, get, transport).request.path).toMatch(/^\/httppost\?/);
		}
	});

	it('of a send alone has a ticket that its answer may repeat', () => {
		expect(encode(SEND, SESSION, 'soap').customTicket).toBe('order-1');
		expect(encode(READ, SESSION, 'soap')).not.toHaveProperty('customTicket');
		expect(encode(CHANGE, SESSION, 'soap')).not.toHaveProperty('customTicket');
	});
});

describe('What a node asks by itself', () => {
	const asked = async (asking: Parameters<typeof askService>[3]) => {
		const service = fakeService(({ operation }) =>
			reply(operation, good('<response><name>Staff</name></response>')),
		);
		const answer = await askService(service.context, SESSION, READ, asking);
		return { answer, options: service.requests[0]?.options };
	};

	it('is answered within its own time limit', async () => {
		const { answer, options } = await asked({ timeLimit: 20 });
		expect(answer).toMatchObject({ response: { name: 'Staff' } });
		expect(options).toMatchObject({ timeout: 20_000 });
	});

	it('goes by SOAP, unless another transport is given', async () => {
		expect((await asked({})).options?.body).toContain('Envelope');
		expect((await asked({ transport: 'nvp' })).options?.body).toContain('method_name=');
	});

	it('is asked and repeated at the pace of the run, where it has one', async () => {
		const pace = new Pace(new AccountPace(), 0);
		const turn = jest.spyOn(pace, 'turn');
		let requests = 0;
		const service = fakeService(({ operation }) =>
			(requests += 1) === 1
				? { status: 503, headers: { 'retry-after': '0' }, body: '' }
				: reply(operation, good()),
		);
		const answer = await askService(service.context, SESSION, READ, { pace });
		expect(answer).toMatchObject({ result: true });
		expect(turn).toHaveBeenCalledTimes(2);
	});
});

describe('What an answer says of its call', () => {
	it('leaves the outcome of a send open where it contradicts itself', async () => {
		const { outcome } = await outcomeOf(SEND, ({ operation }) =>
			reply(operation, '<result>true</result><error_code>12</error_code>'),
		);
		expect(outcome).toMatchObject({ name: 'OutcomeUnclearError', message: LOST });
	});

	it('refuses a call that reads, with its code', async () => {
		const { outcome } = await outcomeOf(READ, ({ operation }) =>
			reply(operation, '<result>true</result><error_code>12</error_code><message>No</message>'),
		);
		expect(outcome).toMatchObject({ name: 'ServiceRefusedError', errorCode: 12 });
	});

	it('may be that of another send', async () => {
		const echoing = (ticket: string) => (request: FakeRequest) =>
			reply(request.operation, good(`<custom_ticket>${ticket}</custom_ticket>`));

		expect((await outcomeOf(SEND, echoing('order-1'))).outcome).toMatchObject({ result: true });
		expect((await outcomeOf(SEND, echoing('order-2'))).outcome.name).toBe('OutcomeUnclearError');
	});
});

describe('A page in place of the answer', () => {
	const WRONG_ADDRESS = [200, 302, 307, 308, 401, 403, 404, 405, 407, 410, 418, 499];
	const NOT_OF_ADDRESS = [408, 413, 414, 431, 429, 500, 502, 503];

	it.each(WRONG_ADDRESS)('with HTTP %i never says that a message was not sent', async (status) => {
		for (const call of [SEND, PLAIN]) {
			const { outcome } = await outcomeOf(call, () => page(status));

			expect(outcome).toMatchObject({
				name: 'OutcomeUnclearError',
				message: FOREIGN,
				known: { page: { name: 'NotThisInterfaceError', httpStatus: status } },
			});
			expect(outcome.description).toMatch(/The message may have been sent/);
		}
	});

	it.each(NOT_OF_ADDRESS)('with HTTP %i does not blame the address', async (status) => {
		const { outcome } = await outcomeOf(SEND, () => page(status));

		expect(outcome).toMatchObject({
			name: 'OutcomeUnclearError',
			message: LOST,
			known: { page: undefined },
		});
		expect(outcome.description).toContain(`HTTP ${status}`);
	});

	it('never says either that a change was not made', async () => {
		const { outcome } = await outcomeOf(CHANGE, () => page(403));

		expect(outcome).toMatchObject({ name: 'OutcomeUnclearError', message: FOREIGN });
		expect(adviceOn(outcome)).toMatch(/The change may have been made.*'Base URL'/);
	});

	it('is what it is for a call that reads', async () => {
		expect((await outcomeOf(READ, () => page(404))).outcome).toMatchObject({
			name: 'NotThisInterfaceError',
			message: expect.stringMatching(/^The messaging service was not found/) as string,
		});
	});
});

describe('An answer that cannot be read', () => {
	const cut = (request: FakeRequest) => reply(request.operation, good()).slice(0, -30);
	const fault = () => soapFault('Broken');

	it('leaves the outcome of a send and of a change open, without blaming the address', async () => {
		for (const call of [SEND, CHANGE]) {
			const { outcome } = await outcomeOf(call, cut);
			expect(outcome.name).toBe('OutcomeUnclearError');
			expect(outcome.message).toMatch(/^We can't tell/);
		}
		expect((await outcomeOf(READ, cut)).outcome.name).toBe('UnreadableXmlError');
	});

	it('because it is a fault leaves that of a send and of a change open', async () => {
		expect((await outcomeOf(SEND, fault)).outcome.message).toBe(LOST);
		expect((await outcomeOf(CHANGE, fault)).outcome).toMatchObject({
			name: 'OutcomeUnclearError',
			reason: expect.stringContaining('Broken'),
		});
		expect((await outcomeOf(READ, fault)).outcome.name).toBe('SoapFaultError');
	});
});

describe('An answer', () => {
	it('is read to its end, in however many pieces it comes', async () => {
		const { outcome } = await outcomeOf(READ, ({ operation }) => {
			const whole = Buffer.from(reply(operation, good('<response><name>Staff</name></response>')));
			const ends = [0, 100, 200, whole.length];
			const pieces = ends.slice(1).map((end, piece) => whole.subarray(ends[piece], end));
			return { body: Readable.from(pieces) };
		});
		expect(outcome).toMatchObject({ result: true, response: { name: 'Staff' } });
	});

	it('that is none is not read on, and its connection is closed', async () => {
		let pieces = 0;
		const body = Readable.from(
			(function* () {
				while (pieces < 1_000) {
					pieces += 1;
					yield Buffer.from(`<html><p>${'no answer '.repeat(100)}</p>`);
				}
			})(),
		);
		const service = fakeService(() => ({ body }));
		const signals: Array<AbortSignal | undefined> = [];
		const helper = service.context.helpers.httpRequestWithAuthentication;
		service.context.helpers.httpRequestWithAuthentication = async function (...args) {
			signals.push((this as IExecuteFunctions).getExecutionCancelSignal());
			return await helper.apply(this, args);
		};
		await exchange(service.context, SESSION, encode(SEND, SESSION, 'soap'));

		expect(pieces).toBeLessThan(100);
		expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
	});

	it('that nobody reads may break, which is no error of the process', async () => {
		const body = Readable.from([]);
		await outcomeOf(SEND, () => ({ status: 429, headers: { 'retry-after': '0' }, body }));
		expect(() => body.emit('error', failure('ERR_CANCELED'))).not.toThrow();
	});
});

describe('The service asks to come back later', () => {
	const busy = (status: number, seconds: string) => (): FakeAnswer => ({
		status,
		headers: { 'retry-after': seconds },
		body: '<html>Busy</html>',
	});

	it.each([429, 503])('with HTTP %i: a send says so, and is not repeated here', async (status) => {
		const { outcome, requests } = await outcomeOf(SEND, busy(status, '0'));

		expect(outcome).toMatchObject({ name: 'BusyError', httpStatus: status, retryAfter: 0 });
		expect(requests).toHaveLength(1);
	});

	it('with HTTP 429: a change was not made, with HTTP 503 it may have been', async () => {
		expect((await outcomeOf(CHANGE, busy(429, '0'))).outcome.name).toBe('BusyError');
		const { outcome } = await outcomeOf(CHANGE, busy(503, '0'));
		expect(outcome.message).toBe("We can't tell whether this change was made");
		expect(outcome.description).toMatch(/^The service is too busy: HTTP 503/);
	});

	it('and a call that reads is repeated four times', async () => {
		const { outcome, requests } = await outcomeOf(READ, busy(503, '0'));

		expect(outcome.name).toBe('BusyError');
		expect(requests).toHaveLength(5);
	});

	it('and a call that reads waits no longer once the execution is cancelled', async () => {
		const cancel = new AbortController();
		const answer = () => {
			cancel.abort(new Error('cancelled'));
			return busy(503, '1')();
		};
		await expect(outcomeOf(READ, answer, { cancel: cancel.signal })).rejects.toThrow('cancelled');
	});

	it('and the connection is closed, because nobody reads its page', async () => {
		const service = fakeService(busy(503, '61'));
		const signals: Array<AbortSignal | undefined> = [];
		const helper = service.context.helpers.httpRequestWithAuthentication;
		service.context.helpers.httpRequestWithAuthentication = async function (...args) {
			signals.push((this as IExecuteFunctions).getExecutionCancelSignal());
			return await helper.apply(this, args);
		};
		await exchange(service.context, service.session, encode(READ, service.session, 'soap'));
		expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
	});

	it('which makes the whole account rest, also where the call has no pace of a run', async () => {
		const service = fakeService(busy(429, '7'));
		await exchange(service.context, service.session, encode(SEND, service.session, 'soap'));
		expect(accountPace(service.session.serviceAccount).isHeld).toBe(true);
	});

	it('and a call that reads does not wait for longer than a minute', async () => {
		const { outcome, requests } = await outcomeOf(READ, busy(503, '61'));

		expect(outcome).toMatchObject({ name: 'BusyError', retryAfter: 61 });
		expect(requests).toHaveLength(1);
	});

	it('at a time of day', async () => {
		const date = new Date(Date.now() + 30_000).toUTCString();
		const { outcome } = await outcomeOf(SEND, busy(503, date));
		const { retryAfter } = outcome as unknown as { retryAfter: number };
		expect(retryAfter).toBeGreaterThan(25);
		expect(retryAfter).toBeLessThanOrEqual(30);
		const past = await outcomeOf(SEND, busy(503, new Date(0).toUTCString()));
		expect(past.outcome).toMatchObject({ retryAfter: 0 });
		// An older form, which HTTP still has, and one that it never had.
		for (const when of ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37Z']) {
			expect((await outcomeOf(SEND, busy(503, when))).outcome).toMatchObject({ retryAfter: 0 });
		}
	});

	it('without saying when, it is a page like any other', async () => {
		for (const when of ['soon', '7 seconds', '']) {
			expect((await outcomeOf(SEND, busy(503, when))).outcome.message).toBe(LOST);
		}
		expect((await outcomeOf(SEND, busy(500, '1'))).outcome.message).toBe(LOST);
	});

	it.each([
		['1.5', 2],
		['10,', 10],
		['-1', 0],
	])('after %s, which is no whole number of seconds', async (given, retryAfter) => {
		expect((await outcomeOf(SEND, busy(503, given))).outcome).toMatchObject({ retryAfter });
	});

	it('holds the pace of the run, and any other answer lets it recover', async () => {
		const pace = new Pace(new AccountPace(), 0);
		const hold = jest.spyOn(pace, 'hold').mockImplementation();
		const answered = jest.spyOn(pace, 'answered');
		const run = async (answer: () => FakeAnswer) => {
			const { context } = fakeService(answer);
			await exchange(context, SESSION, encode(SEND, SESSION, 'soap'), pace);
		};
		await run(busy(503, '7'));
		expect(hold).toHaveBeenCalledWith(7);
		await run(busy(429, '61'));
		expect(hold).toHaveBeenCalledTimes(1);
		expect(answered).not.toHaveBeenCalled();
		await run(() => {
			throw new Error('connection reset');
		});
		expect(answered).not.toHaveBeenCalled();
		await run(() => refusal('sendMessage', 'No'));
		expect(answered).toHaveBeenCalledTimes(1);
		await run(() => ({ body: reply('sendMessage', good('<response/>')) }));
		expect(answered).toHaveBeenCalledTimes(2);
	});
});

describe('What fails before n8n hands the request to its HTTP client', () => {
	const before = (error: unknown) => throws(new BeforeHandover(error));

	it('was not sent, and says what it is', async () => {
		const { outcome } = await outcomeOf(SEND, before(new TypeError('x is not a function')));

		expect(outcome).toMatchObject({
			name: 'NotSentError',
			message: 'Not sent: x is not a function',
		});
		expect(outcome.description).toMatch(/failed before the request left/);
	});

	it('is found below the error that n8n wraps it in, and tells no secret', async () => {
		const cause = new TypeError('cannot write s3cret-word');
		const { outcome } = await outcomeOf(SEND, before(new Error('n8n', { cause })));

		expect(outcome.message).toBe('Not sent: cannot write •••');
	});

	it('may have no words', async () => {
		expect((await outcomeOf(SEND, before(undefined))).outcome.message).toBe(
			'Not sent: n8n could not make the request',
		);
	});

	it('is open where the connection says so', async () => {
		const { outcome } = await outcomeOf(SEND, before(failure('ECONNRESET')));
		expect(outcome.message).toBe(LOST);
	});
});

describe("n8n's protection of internal addresses", () => {
	const named = (name: string) =>
		Object.assign(new Error('The request was blocked because it resolves to s3cret-word'), {
			name,
		});

	it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError', 'UnknownConnectionHostError'])(
		'sends nothing by %s, before and while it connects',
		async (name) => {
			const wrapped = new Error('n8n', { cause: named(name) });
			const byClient = failure('ERR_NETWORK', { cause: named(name) });
			for (const error of [new BeforeHandover(wrapped), wrapped, byClient]) {
				const { outcome } = await outcomeOf(SEND, throws(error));
				expect(outcome).toMatchObject({
					name: 'NotSentError',
					message: 'Not sent: n8n blocks requests to this address',
					description: expect.stringMatching(
						/^The request was blocked because it resolves to •••\. Ask whoever runs n8n/,
					) as string,
				});
			}
		},
	);

	it('is not meant by other names', async () => {
		const { outcome } = await outcomeOf(SEND, throws(named('MySsrfBlockedIpErrors')));
		expect(outcome.message).toBe(LOST);
	});
});

describe('What fails once n8n has handed the request over', () => {
	it('leaves the outcome open, whatever it is', async () => {
		const { outcome } = await outcomeOf(SEND, throws(new TypeError('x is not a function')));

		expect(outcome).toMatchObject({ name: 'OutcomeUnclearError', message: LOST });
		expect(outcome.description).toMatch(/\(TypeError\)/);
	});

	it('was not sent where no connection was made', async () => {
		expect((await outcomeOf(SEND, throws(failure('ECONNREFUSED')))).outcome.message).toBe(
			'Not sent: the server refused the connection',
		);
	});

	it('leaves it open once the answer has begun, though a code says otherwise', async () => {
		const broken = new Readable({
			read() {
				this.destroy(failure('ECONNREFUSED'));
			},
		});
		const { outcome } = await outcomeOf(SEND, () => ({ body: broken }));

		expect(outcome).toMatchObject({ name: 'OutcomeUnclearError', message: LOST });
		expect(outcome.description).toMatch(/^The connection broke .* \(ECONNREFUSED\)/);
	});

	it('leaves it open where the answer is none', async () => {
		const { outcome } = await outcomeOf(SEND, () => ({ body: undefined as unknown as Readable }));
		expect(outcome.message).toBe(LOST);
	});
});

describe('An execution that is cancelled', () => {
	it('before the request begins sends nothing', async () => {
		const cancel = AbortSignal.abort();
		const { outcome, requests } = await outcomeOf(SEND, () => page(200), { cancel });

		expect(outcome.message).toBe('Not sent: the execution was cancelled');
		expect(requests).toEqual([]);
	});

	it('closes the connection of the request that is under way', async () => {
		const cancel = new AbortController();
		let isClosed = false;
		const service = fakeService(async ({ options }) => {
			void options;
			cancel.abort();
			throw failure('ERR_CANCELED');
		}, cancel.signal);
		const helper = service.context.helpers.httpRequestWithAuthentication;
		service.context.helpers.httpRequestWithAuthentication = async function (...args) {
			(this as IExecuteFunctions)
				.getExecutionCancelSignal()
				?.addEventListener('abort', () => (isClosed = true));
			return await helper.apply(this, args);
		};
		const outcome = await exchange(service.context, SESSION, encode(SEND, SESSION, 'soap'));

		expect(outcome).toMatchObject({
			message: LOST,
			reason: 'the execution was cancelled',
		});
		expect(isClosed).toBe(true);
	});
});

describe('The time limit of a call', () => {
	it('ends a call that is not answered', async () => {
		const { outcome } = await outcomeOf(SEND, async () => await new Promise(() => {}), {
			timeLimit: 0.05,
		});
		expect(outcome).toMatchObject({
			message: LOST,
			reason: 'the service did not answer within 0.05 seconds',
		});
	});

	it('ends an answer that never ends, and closes its connection', async () => {
		const endless = new Readable({ read() {} });
		let signal: AbortSignal | undefined;
		const service = fakeService(() => ({ body: endless }));
		const helper = service.context.helpers.httpRequestWithAuthentication;
		service.context.helpers.httpRequestWithAuthentication = async function (...args) {
			signal = (this as IExecuteFunctions).getExecutionCancelSignal();
			return await helper.apply(this, args);
		};
		const outcome = await exchange(service.context, SESSION, {
			...encode(READ, SESSION, 'soap'),
			timeLimit: 0.05,
		});

		expect(outcome).toMatchObject({
			message: 'No answer came: the service did not answer within 0.05 seconds',
		});
		expect(signal?.aborted).toBe(true);
	});

	it('is five minutes where none is given', async () => {
		const { requests } = await outcomeOf(READ, ({ operation }) => reply(operation, good()));
		expect(requests[0]?.options).toMatchObject({
			timeout: 300_000,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
		});
	});
});

describe('Nothing of a call that has ended stays', () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;

	it('no request, no answer, no listener, and one timer for all of them', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		const cancel = new AbortController();
		const kept: Array<WeakRef<object>> = [];
		const callOnce = async () => {
			const service = fakeService(
				({ operation }) => reply(operation, good('<response><name>Staff</name></response>')),
				cancel.signal,
			);
			const encoded = encode(READ, SESSION, 'soap');
			const answer = await exchange(service.context, SESSION, encoded);
			kept.push(new WeakRef(encoded.request), new WeakRef(answer), new WeakRef(service.context));
		};
		const calls = 50;
		for (let call = 0; call < calls; call += 1) await callOnce();
		// A reference lasts for as long as the task that made it.
		await new Promise((resolve) => setImmediate(resolve));
		collectGarbage();

		expect(kept).toHaveLength(3 * calls);
		expect(kept.filter((reference) => reference.deref()).length).toBeLessThanOrEqual(6);
		// What calls before these left may set it anew meanwhile.
		expect(timeout.mock.calls.length).toBeLessThan(calls / 5);
		expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
		timeout.mockRestore();
	}, 20_000);
});

it('takes secrets out of what is said of an answer, and leaves the answer as it is', async () => {
	const answer = ({ operation }: FakeRequest) =>
		reply(operation, good('<message>Hello s3cret-word</message>'));
	expect((await outcomeOf(SEND, answer)).outcome).toMatchObject({ message: 'Hello s3cret-word' });

	for (const told of [
		refusal('sendMessage', 'No s3cret-word'),
		page(404, 'No s3cret-word'),
		reply('sendMessage', good('<custom_ticket>s3cret-word</custom_ticket>')),
	]) {
		const { outcome } = await outcomeOf(SEND, () => told);
		expect(`${outcome.message} ${outcome.description}`).toContain('•••');
		expect(JSON.stringify({ ...outcome })).not.toContain('s3cret-word');
	}
});

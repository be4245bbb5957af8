import { inspect } from 'node:util';
import { AxiosError } from 'axios';

import {
	NotSentError,
	OutcomeUnclearError,
} from '../../../../nodes/SubscriptionMessaging/service/errors/errors';
import {
	cancelledBefore,
	connectionError,
	timeLimitError,
} from '../../../../nodes/SubscriptionMessaging/transport/connectionError';

const failure = (code: string, more = {}) => Object.assign(new Error('failed'), { code, ...more });

/** Codes of Node.js that stand for a request that never left, and a part of what is said of each. */
const NEVER_LEFT: ReadonlyArray<[code: string, reason: string]> = [
	['ECONNREFUSED', 'refused the connection'],
	['ENOTFOUND', 'no server with this name'],
	['EAI_AGAIN', 'could not be looked up'],
	['ERR_INVALID_URL', 'the address is not valid'],
	['ERR_INVALID_PROTOCOL', 'the address is not valid'],
	['ERR_INVALID_CHAR', 'character that cannot be sent'],
	['ERR_UNESCAPED_CHARACTERS', 'character that cannot be sent'],
	['CERT_HAS_EXPIRED', 'has expired'],
	['CERT_NOT_YET_VALID', 'not valid yet'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'belongs to another name'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed'],
	['SELF_SIGNED_CERT_IN_CHAIN', 'unknown authority'],
	['UNABLE_TO_GET_ISSUER_CERT', 'unknown authority'],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknown authority'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknown authority'],
	['CERT_REVOKED', 'cannot be validated'],
	['CRL_HAS_EXPIRED', 'cannot be validated'],
	['UNABLE_TO_DECRYPT_CERT_SIGNATURE', 'cannot be validated'],
	['INVALID_CA', 'cannot be validated'],
	['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'did not agree to an encrypted'],
	['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'did not agree to an encrypted'],
	['ERR_SSL_NO_CIPHERS_AVAILABLE', 'did not agree to an encrypted'],
	['ERR_SSL_NO_CIPHER_MATCH', 'did not agree to an encrypted'],
	['ERR_SSL_TLSV1_ALERT_INSUFFICIENT_SECURITY', 'did not agree to an encrypted'],
	['ERR_SSL_UNSUPPORTED_VERSION', 'did not agree to an encrypted'],
	['ERR_SSL_WRONG_CIPHER_RETURNED', 'did not agree to an encrypted'],
	['ERR_SSL_UNSUPPORTED_PROTOCOL', 'did not agree to an encrypted'],
	['ERR_SSL_NO_PROTOCOLS_AVAILABLE', 'did not agree to an encrypted'],
];

describe('a request that never left is safe to repeat', () => {
	test.each(NEVER_LEFT)('%s: %s', (code, reason) => {
		const error = connectionError(failure(code), 'send');
		expect(error).toBeInstanceOf(NotSentError);
		expect(error.message).toMatch(/^Not sent: \w+/);
		expect(error.message).toContain(reason);
		expect(error.description).toContain("Check the 'Base URL'");
		// Other requests of the run may have left.
		expect(error.description).not.toMatch(/again|nothing was sent/i);
		// Once the answer had begun, it had left.
		expect(connectionError(failure(code), 'send', 'answering')).toBeInstanceOf(OutcomeUnclearError);
	});

	test.each([
		['ERR_SSL_WRONG_VERSION_NUMBER', ''],
		['EPROTO', 'write EPROTO 1:error:wrong version number'],
	])('as long as the connection is not encrypted yet: %s %s', (code, message) => {
		const request = { socket: { secureConnecting: true } };
		const error = connectionError(failure(code, { message, request }), 'send');
		expect(error).toBeInstanceOf(NotSentError);
		expect(error.message).toBe('Not sent: the server does not speak https at this address');
		const answering = connectionError(failure(code, { message, request }), 'send', 'answering');
		expect(answering).toBeInstanceOf(OutcomeUnclearError);
	});

	test.each([
		['CERT_HAS_EXPIRED', 'has expired'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'belongs to another name'],
		['ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED', 'did not agree to an encrypted'],
		['INVALID_PURPOSE', 'did not agree to an encrypted'],
		['EPIPE', 'did not agree to an encrypted'],
	])('%s while the connection is not encrypted yet: %s', (code, reason) => {
		const request = { socket: { secureConnecting: true } };
		const error = connectionError(failure(code, { request }), 'send');
		expect(error).toBeInstanceOf(NotSentError);
		expect(error.message).toContain(reason);
	});

	test('of a call that only reads, nothing is said of sending', () => {
		const { message } = connectionError(failure('ENOTFOUND'), 'read');
		expect(message).toMatch(/^The service was not reached: no server/);
	});

	test.each([
		['ETIMEDOUT', 'did not accept the connection in time'],
		['EHOSTUNREACH', 'the server cannot be reached'],
		['ENETUNREACH', 'the server cannot be reached'],
		['EADDRNOTAVAIL', 'the server cannot be reached'],
		['ECONNRESET', 'the server cannot be reached'],
		['EPERM', 'the server cannot be reached'],
	])('%s while connecting: %s', (code, reason) => {
		const original = failure(code, { syscall: 'connect' });
		for (const error of [original, AxiosError.from(original, undefined, undefined, {})]) {
			const shown = connectionError(error, 'send');
			expect(shown).toBeInstanceOf(NotSentError);
			expect(shown.message).toContain(reason);
			expect(connectionError(error, 'send', 'answering')).toBeInstanceOf(OutcomeUnclearError);
		}
	});

	test('whatever happens while the name of the server is looked up', () => {
		const error = connectionError(failure('EAI_FAIL', { syscall: 'getaddrinfo' }), 'send');
		expect(error.message).toBe('Not sent: the server cannot be reached');
	});

	test('a time-out on every address of the server', () => {
		const errors = [failure('ETIMEDOUT', { syscall: 'connect' })];
		const original = failure('ETIMEDOUT', { errors });
		for (const error of [original, AxiosError.from(original, undefined, undefined, {})]) {
			expect(connectionError(error, 'send')).toBeInstanceOf(NotSentError);
		}
	});

	test.each([
		['EPROTO', 'write EPROTO 1:error:SSL alert HANDSHAKE failure'],
		[
			'ECONNRESET',
			'Client network socket disconnected before secure TLS connection was established',
		],
	])('a server that does not come to terms over https (%s, %s)', (code, message) => {
		const error = connectionError(failure(code, { message, syscall: 'write' }), 'send');
		expect(error).toBeInstanceOf(NotSentError);
		expect(error.message).toContain('did not agree to an encrypted connection');
		expect(connectionError(failure('EPIPE', { message }), 'send')).toBeInstanceOf(
			OutcomeUnclearError,
		);
	});

	test('the attempt on an address tells, where there was more than one', () => {
		const errors = [failure('ECONNRESET', { message: 'before secure TLS connection' })];
		const error = connectionError(failure('ECONNRESET', { errors }), 'send');
		expect(error).toBeInstanceOf(NotSentError);
	});

	test.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError', 'UnknownConnectionHostError'])(
		'n8n refuses the address (%s)',
		(name) => {
			const refusal = Object.assign(new Error('The IP 10.0.0.1 of hunter2 is not allowed'), {
				name,
			});
			const mask = (text: string) => text.replace('hunter2', '•••');
			for (const error of [
				refusal,
				new Error('n8n', { cause: refusal }),
				failure('ERR_BAD_REQUEST', { cause: refusal }),
				Object.assign(new Error(refusal.message), { name, code: 'ERR_BLOCKED' }),
			]) {
				const shown = connectionError(error, 'send', 'handedOver', mask);
				expect(shown).toBeInstanceOf(NotSentError);
				expect(shown.message).toBe('Not sent: n8n blocks requests to this address');
				expect(shown.description).toMatch(
					/^The IP 10\.0\.0\.1 of ••• is not allowed\. Ask whoever/,
				);
				expect(connectionError(error, 'send', 'answering')).toBeInstanceOf(OutcomeUnclearError);
			}
			const ended = Object.assign(new Error('Not allowed.'), { name });
			expect(connectionError(ended, 'send').description).toMatch(/^Not allowed\. Ask/);
			for (const other of [`Other${name}`, `${name}2`]) {
				const error = connectionError(Object.assign(new Error(), { name: other }), 'send');
				expect(error).toBeInstanceOf(OutcomeUnclearError);
				const within = failure('ERR_BAD_REQUEST', { cause: { name: other } });
				expect(connectionError(within, 'send')).toBeInstanceOf(OutcomeUnclearError);
			}
		},
	);

	test('n8n fails before the request exists, and says why without secrets', () => {
		const mask = (text: string) => text.replace('hunter2', '•••');
		const error = connectionError(new Error('hunter2 is no URL'), 'send', 'preparing', mask);
		expect(error).toBeInstanceOf(NotSentError);
		expect(error.message).toBe('Not sent: ••• is no URL');
		expect(error.description).toBe('n8n failed before the request left.');
		for (const unknown of [undefined, 'a text', { message: 'hunter2' }]) {
			expect(connectionError(unknown, 'read', 'preparing', mask).message).toBe(
				'The service was not reached: n8n could not make the request',
			);
		}
		expect(connectionError(failure('EOTHER'), 'send', 'preparing')).toBeInstanceOf(
			OutcomeUnclearError,
		);
	});

	test('the execution was cancelled before', () => {
		const error = cancelledBefore('send');
		expect(error).toBeInstanceOf(NotSentError);
		expect(error.message).toBe('Not sent: the execution was cancelled');
		expect(error.description).toBe('It was stopped before this request left.');
		expect(cancelledBefore('read').message).toMatch(/^The service was not reached/);
	});
});

/** Codes whose ends are left open on purpose: the libraries behind Node.js have many of a kind. */
const OF_A_KIND = /^(CERT_|CRL_|UNABLE_TO_|INVALID_CA|ERR_SSL_)/;

test.each(NEVER_LEFT)('a code that only resembles %s is one that nobody knows', (code) => {
	expect(connectionError(failure(`X${code}`), 'send')).toBeInstanceOf(OutcomeUnclearError);
	const longer = connectionError(failure(`${code}X`), 'send');
	if (OF_A_KIND.test(code)) expect(longer).toBeInstanceOf(NotSentError);
	else expect(longer).toBeInstanceOf(OutcomeUnclearError);
});

test.each([
	['CERT_HAS_EXPIRED_LATELY', 'cannot be validated'],
	['CERT_NOT_YET_VALID_HERE', 'cannot be validated'],
	['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION_2', 'did not agree'],
])('of a further code such as %s, what its kind says is said', (code, reason) => {
	expect(connectionError(failure(code), 'send').message).toContain(reason);
});

describe('a request that may have been processed is not', () => {
	// Plain text within an encrypted connection gives these too, and it may come behind the whole request.
	test.each([
		['ERR_SSL_WRONG_VERSION_NUMBER', ''],
		['EPROTO', 'write EPROTO 1:error:wrong version number'],
		['ERR_SSL_CIPHER_OPERATION_FAILED', ''],
		['ERR_SSL_BAD_RECORD_TYPE', ''],
	])('%s %s', (code, message) => {
		for (const request of [undefined, { socket: null }, { socket: { secureConnecting: false } }]) {
			const error = connectionError(failure(code, { message, request }), 'send');
			expect(error).toBeInstanceOf(OutcomeUnclearError);
			expect((error as OutcomeUnclearError).reason).toContain('the connection broke');
		}
	});

	test.each([
		['ECONNRESET', 'the connection broke'],
		['EPIPE', 'the connection broke'],
		['ERR_STREAM_PREMATURE_CLOSE', 'the connection broke'],
		['ECONNABORTED', 'did not answer in time'],
		['ETIMEDOUT', 'did not answer in time'],
		['ERR_CANCELED', 'the execution was cancelled'],
		['ESOMETHINGELSE', 'ESOMETHINGELSE'],
	])('%s', (code, reason) => {
		const error = connectionError(failure(code), 'send');
		expect(error).toBeInstanceOf(OutcomeUnclearError);
		expect((error as OutcomeUnclearError).reason).toContain(reason);
	});

	test('an encrypted connection that was closed behind a part of the request', () => {
		const error = failure('ERR_SSL_PROTOCOL_IS_SHUTDOWN', { syscall: 'write' });
		expect(connectionError(error, 'send')).toBeInstanceOf(OutcomeUnclearError);
	});

	test.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EPROTO'])('%s while reading', (code) => {
		const error = connectionError(failure(code, { syscall: 'read' }), 'send');
		expect(error).toBeInstanceOf(OutcomeUnclearError);
	});

	test.each([new Error('no code'), 'a text', undefined, null, 5, { code: 500 }])(
		'a failure without a code, as %p',
		(error) => {
			expect(connectionError(error, 'send')).toBeInstanceOf(OutcomeUnclearError);
		},
	);

	test('an answer that takes too long', () => {
		const error = timeLimitError(300, 'send');
		expect(error).toBeInstanceOf(OutcomeUnclearError);
		expect((error as OutcomeUnclearError).reason).toContain('within 300 seconds');
		expect(timeLimitError(1, 'read')).toMatchObject({ effect: 'read' });
	});
});

test('an error without a code is named in what is said', () => {
	const reason = (error: unknown) => (connectionError(error, 'send') as OutcomeUnclearError).reason;
	expect(reason(new TypeError('x'))).toContain('(TypeError)');
	expect(reason(new Error('n8n', { cause: new RangeError('x') }))).toContain('(RangeError)');
	expect(reason(undefined)).toContain('(unknown reason)');
	expect(reason(failure('EOTHER'))).toContain('(EOTHER)');
});

test('the code is looked for below four errors, and no deeper', () => {
	const below = (depth: number): unknown =>
		depth === 0 ? failure('ENOTFOUND') : new Error('wrap', { cause: below(depth - 1) });
	expect(connectionError(below(4), 'send')).toBeInstanceOf(NotSentError);
	expect(connectionError(below(5), 'send')).toBeInstanceOf(OutcomeUnclearError);
});

test('the code is found below errors that wrap it', () => {
	const wrapped = new Error('n8n', { cause: new Error('axios', { cause: failure('ENOTFOUND') }) });
	expect(connectionError(wrapped, 'send')).toBeInstanceOf(NotSentError);
});

test('an error that is its own cause ends the search', () => {
	const circular = new Error('circular');
	circular.cause = circular;
	expect(connectionError(circular, 'send')).toBeInstanceOf(OutcomeUnclearError);
});

test('nothing of the request is kept, because it holds the secrets', () => {
	const error = failure('ECONNRESET', {
		message: 'hunter2',
		config: { data: '<password>hunter2</password>' },
		cause: { config: { data: 'hunter2' } },
	});
	expect(inspect(connectionError(error, 'send'), { depth: Infinity })).not.toContain('hunter2');
});

test('of a call that only reads, no answer came', () => {
	for (const error of [
		connectionError(failure('ECONNRESET'), 'read'),
		timeLimitError(30, 'read'),
	]) {
		expect(error.message).toMatch(/^No answer came: /);
	}
});

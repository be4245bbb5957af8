import { inspect } from 'node:util';

import {
	NotSentError,
	OutcomeUnclearError,
} from '../../../../nodes/SubscriptionMessaging/service/errors';
import {
	connectionError,
	timeLimitError,
} from '../../../../nodes/SubscriptionMessaging/transport/connectionError';

const failure = (code: string, more = {}) => Object.assign(new Error('failed'), { code, ...more });

describe('a request that never left is safe to repeat', () => {
	test.each([
		'ECONNREFUSED',
		'ENOTFOUND',
		'EAI_AGAIN',
		'ERR_INVALID_URL',
		'ERR_INVALID_PROTOCOL',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'CERT_HAS_EXPIRED',
		'CERT_NOT_YET_VALID',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_GET_ISSUER_CERT',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'CERT_REVOKED',
		'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
		'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
		'ERR_INVALID_CHAR',
	])('%s', (code) => {
		const error = connectionError(failure(code), 'send');
		expect(error).toBeInstanceOf(NotSentError);
		expect(error.message).toMatch(/^Nothing was sent: \w+/);
		expect(error.description).toContain('safe to run this again');
	});

	test.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])('%s while connecting', (code) => {
		const error = connectionError(failure(code, { syscall: 'connect' }), 'send');
		expect(error).toBeInstanceOf(NotSentError);
	});

	test('a time-out on every address of the server', () => {
		const errors = [failure('ETIMEDOUT', { syscall: 'connect' })];
		expect(connectionError(failure('ETIMEDOUT', { errors }), 'send')).toBeInstanceOf(NotSentError);
	});

	test('a server that answers the greeting of https in another language', () => {
		const error = Object.assign(new Error('write EPROTO 1:error:wrong version number'), {
			code: 'EPROTO',
			syscall: 'write',
		});
		expect(connectionError(error, 'send')).toBeInstanceOf(NotSentError);
	});
});

describe('a request that may have been processed is not', () => {
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
	});
});

describe('what to do next depends on what a repetition would do', () => {
	test.each([
		['read', 'can be run again'],
		['change', 'Read the record before you run this again'],
		['send', 'people may receive it twice'],
	] as const)('after a %s', (effect, advice) => {
		expect(connectionError(failure('ECONNRESET'), effect).description).toContain(advice);
	});
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

import type { ServiceAnswer } from '../../../../nodes/SubscriptionMessaging/service/answer/answerOf';
import {
	MessagingServiceError,
	NotThisInterfaceError,
	ServiceRefusedError,
	SoapFaultError,
	UnreadableXmlError,
} from '../../../../nodes/SubscriptionMessaging/service/errors/errors';
import {
	consistent,
	failureOf,
	type Expected,
} from '../../../../nodes/SubscriptionMessaging/transport/verdict';

const LOST = "We can't tell whether this message was sent";
const UNMADE = "We can't tell whether this change was made";

/** The answer, or what refuses it. */
function verdictOn(expected: Expected, answer: ServiceAnswer) {
	try {
		return consistent(expected, answer);
	} catch (error) {
		return error as MessagingServiceError;
	}
}

describe('An answer that contradicts itself', () => {
	const withCode = { result: true, error_code: 12, message: 'No' } as const;

	it('is a refusal of a call that reads', () => {
		const refusal = verdictOn({ effect: 'read' }, withCode);

		expect(refusal).toBeInstanceOf(ServiceRefusedError);
		expect(refusal).toMatchObject({
			message: 'The service refused: No (error 12)',
			errorCode: 12,
		});
	});

	it('refuses a call that reads with a code in words, and without any words', () => {
		const answer = { result: true, error_code: 'E12', message: null } as const;
		expect(verdictOn({ effect: 'read' }, answer)).toMatchObject({
			name: 'ServiceRefusedError',
			errorCode: 'E12',
			serviceMessage: null,
		});
	});

	it.each([
		['send', LOST],
		['change', UNMADE],
	] as const)('leaves it open whether a %s was carried out', (effect, title) => {
		const outcome = verdictOn({ effect }, withCode) as MessagingServiceError;

		expect(outcome).toMatchObject({ name: 'OutcomeUnclearError', message: title });
		expect(outcome.description).toMatch(
			/^The service said that it succeeded, and gave the error code 12\. /,
		);
	});

	it.each([0, '', null, undefined])('is not one with the code %j', (error_code) => {
		const answer = { result: true, error_code } as const;
		for (const effect of ['read', 'change', 'send'] as const) {
			expect(verdictOn({ effect }, answer)).toBe(answer);
		}
	});

	it('is one whose result is nil, also where the output is not shown', () => {
		const nil = { result: null, message: 'Hm' } as const;

		expect(verdictOn({ effect: 'read' }, nil)).toMatchObject({
			name: 'ServiceRefusedError',
			errorCode: null,
			serviceMessage: 'Hm',
		});
		expect(verdictOn({ effect: 'change' }, nil)).toMatchObject({
			description: expect.stringMatching(
				/^The service did not say whether it succeeded\. The change may have been made/,
			) as string,
		});
	});

	it.each([
		{ result: 'failed' },
		{ result: 'failed', error_code: 5 },
		{ result: 'no such url' },
		{ result: 'Error:5' },
		{ result: 'error:https://s.example/1' },
		{ result: 'https://s.example/1 is taken' },
		{ message: 'No', error_code: 0 },
		{ message: 'Done' },
		{ short_url: ' ' },
		{ error: 'quota exceeded' },
		{ error_message: 'URL is blocked' },
		{ response: '0' },
		{ response: 'false' },
		{ response: ' False ' },
		{ response: 'no' },
		{ response: '' },
		{},
	])('is one that says nothing of a short URL: %j', (answer) => {
		expect(verdictOn({ effect: 'change' }, answer as ServiceAnswer)).toMatchObject({
			name: 'OutcomeUnclearError',
			reason: 'the service did not say whether it succeeded',
		});
	});

	it.each([
		{ result: true },
		{ result: 'https://s.example/1' },
		{ result: 'HTTP://S.EXAMPLE/1' },
		{ short_url: 'https://s.example/1' },
		{ message: 'OK', short_url: 'abc' },
		{ response: 'not 0' },
		{ response: 'nobody' },
	])('is none that has a short URL: %j', (answer) => {
		expect(verdictOn({ effect: 'change' }, answer as ServiceAnswer)).toBe(answer);
	});

	it('is none without a result where the output of what is read is not shown', () => {
		const answer = { message: 'OK' };
		expect(verdictOn({ effect: 'read' }, answer)).toBe(answer);
	});
});

describe('The custom ticket in the answer of a send', () => {
	const echoing = (custom_ticket: ServiceAnswer['custom_ticket'], customTicket?: string) =>
		verdictOn({ effect: 'send', customTicket }, { result: true, custom_ticket });

	it.each(['order-1', ' order-1\n', 'ORDER-1', '', '  ', null, undefined])(
		'may be its own or none: %j',
		(ticket) => {
			expect(echoing(ticket, 'order-1')).toMatchObject({ result: true });
		},
	);

	it('that is another one is of another send', () => {
		const outcome = echoing('order-2', 'order-1') as unknown as MessagingServiceError;

		expect(outcome).toMatchObject({ name: 'OutcomeUnclearError', message: LOST });
		expect(outcome.description).toMatch(/^The answer is for another custom ticket \(order-2\)\. /);
	});

	it('is compared with what was sent, though that has blanks around it', () => {
		expect(echoing('order-1', ' Order-1 ')).toMatchObject({ result: true });
	});

	it('tells nothing of a send that has none', () => {
		expect(echoing('x')).toMatchObject({ result: true });
	});
});

describe('What reading an answer has thrown', () => {
	it('never means that the call has not left', () => {
		const reset = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
		expect(failureOf(reset, 'send', String)).toMatchObject({ message: LOST });
	});

	const mask = (text: string) => text.replaceAll('secret', '***');
	const page = new NotThisInterfaceError('html', 404);
	const down = new NotThisInterfaceError('html', 502);
	const cut = new UnreadableXmlError('it ends in <secret>');
	const fault = new SoapFaultError('Server', 'Broken secret', 500);

	it.each([
		['a page', page],
		['a document that ends too early', cut],
		['a fault', fault],
	])('is what it is for a call that reads, without secrets: %s', (_what, error) => {
		const failure = failureOf(error, 'read', mask);

		expect(failure.constructor).toBe(error.constructor);
		expect(failure.message).not.toContain('secret');
	});

	it.each([
		['a document that ends too early', cut, LOST, UNMADE],
		['a fault', fault, LOST, UNMADE],
		['a page of a service that is down', down, LOST, UNMADE],
	])('leaves any other call open: %s', (_what, error, sent, made) => {
		expect(failureOf(error, 'send', mask)).toMatchObject({
			name: 'OutcomeUnclearError',
			message: sent,
			known: { page: undefined },
		});
		expect(failureOf(error, 'change', mask)).toMatchObject({
			name: 'OutcomeUnclearError',
			message: made,
		});
		expect(failureOf(error, 'send', mask).description).not.toContain('secret');
	});

	it('keeps a page that shows a wrong address', () => {
		const failure = failureOf(page, 'send', mask);
		expect(failure).toMatchObject({
			name: 'OutcomeUnclearError',
			known: { page: { name: 'NotThisInterfaceError', httpStatus: 404 } },
		});
	});

	it('is a refusal of any call where the service refused it', () => {
		const refused = new ServiceRefusedError(5, 'No secret');
		expect(failureOf(refused, 'send', mask)).toMatchObject({
			name: 'ServiceRefusedError',
			message: 'The service refused: No *** (error 5)',
		});
	});

	it('is a lost connection where it is nothing that the reader throws', () => {
		const lost = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

		expect(failureOf(lost, 'send', mask)).toMatchObject({
			name: 'OutcomeUnclearError',
			message: LOST,
		});
		expect(failureOf(lost, 'read', mask)).toBeInstanceOf(MessagingServiceError);
	});
});

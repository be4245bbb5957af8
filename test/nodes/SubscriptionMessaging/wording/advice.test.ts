import {
	BusyError,
	NotThisInterfaceError,
	OutcomeUnclearError,
	PartlySentError,
	ServiceRefusedError,
} from '../../../../nodes/SubscriptionMessaging/service/errors/errors';
import {
	adviceOn,
	credentialFieldsIn,
	quotedList,
} from '../../../../nodes/SubscriptionMessaging/wording/advice';

const CHECK =
	"Check the 'Base URL' of the credential: it is the address without '/webservices' or '/httppost'.";

it('names fields as people list them', () => {
	expect(quotedList(['Password'])).toBe("'Password'");
	expect(quotedList(['Username', 'Password', 'Code'])).toBe("'Username', 'Password' and 'Code'");
});

it.each([
	[401, 'proxy'],
	[403, 'proxy'],
	[404, "'Base URL'"],
	[302, "'Base URL'"],
	[413, "'Batch Size'"],
	[414, "'NVP Method'"],
	[503, 'Try again later'],
])('an HTTP status of %i leads to %s', (status, advice) => {
	expect(adviceOn(new NotThisInterfaceError('empty', status))).toContain(advice);
});

it('a page of another make leads to the address', () => {
	expect(adviceOn(new NotThisInterfaceError('html', 200))).toBe(CHECK);
});

it('an outcome that nobody knows leads to the address where a page came in place of an answer', () => {
	const unclear = (page?: NotThisInterfaceError) =>
		adviceOn(new OutcomeUnclearError('the connection was closed', 'Look it up.', 'send', { page }));

	expect(unclear()).toBe('The connection was closed. Look it up.');
	expect(unclear(new NotThisInterfaceError('html', 404))).toBe(
		`The connection was closed. Look it up. ${CHECK}`,
	);
});

it('a busy service is waited for', () => {
	expect(adviceOn(new BusyError(429, 3))).toBe('Try again later.');
});

describe('a message that was taken in part', () => {
	const partly = (rest: ServiceRefusedError | OutcomeUnclearError) =>
		adviceOn(new PartlySentError(['1801'], ['1802'], rest, 'order-1'));

	it('names who has it, what happened, and the ticket', () => {
		expect(partly(new ServiceRefusedError(9, 'No credit'))).toBe(
			'They have it: 1801. The others may not: 1802. The service refused: No credit (error 9). ' +
				'Look it up with Message → Get Status by the custom ticket order-1, and send to the others by a new execution.',
		);
	});

	it('names the ticket once, with one advice', () => {
		const advice = partly(
			new OutcomeUnclearError(
				'the connection was closed',
				'Look it up with Message → Get Status by the custom ticket order-1 before you send again.',
			),
		);
		expect(advice?.split('Look it up')).toHaveLength(2);
		expect(advice).toMatch(/before you send again\. Then send to the others by a new execution\.$/);
	});
});

it('a refusal leads nowhere by itself', () => {
	expect(adviceOn(new ServiceRefusedError(9, 'No credit'))).toBeUndefined();
});

it.each([
	['User not found', ['Username']],
	['Invalid username', ['Username']],
	['invalid user_name or user-id', ['Username']],
	['USER ID unknown', ['Username']],
	['several users', []],
	['Wrong password', ['Password']],
	['passwords', []],
	['bad api_key', ['API Key']],
	['bad apikey', ['API Key']],
	['Bad API key', ['API Key']],
	['bad api-key', ['API Key']],
	['bad apiXkey', []],
	['code is not assigned', ['Code']],
	['unknown short code', ['Code']],
	['unknown shortcode', ['Code']],
	['unknown long-code', ['Code']],
	['unknown longcode', ['Code']],
	['unknown shortxcode', []],
	['error code 7', []],
	['error_code 7', []],
	['error-code 7', []],
	['zip encoder', []],
	['Invalid zip code', []],
	['country code missing', []],
	['Postal code unknown', []],
	['Post code missing', []],
	['name already used by another user', []],
	['User has opted out', []],
	['User opt-out', []],
	['User not found (optional)', ['Username']],
	['The user is unsubscribed', []],
	['User has insufficient credits', []],
	['Carrier rejected, reason code 34', []],
	['status code 7', []],
	['result-code 7', []],
	['keyword not found', ['Company Keyword']],
	['Username/password/api_key combination is invalid', ['Username', 'Password', 'API Key']],
	['', []],
	[null, []],
])('the words of the service %j name the fields %j', (said, labels) => {
	expect(credentialFieldsIn(said)).toEqual(labels);
});

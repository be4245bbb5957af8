import {
	lostAnswer,
	pageOf,
	refusedAlike,
} from '../../../../../nodes/SubscriptionMessaging/run/send/lostAnswer';
import {
	NotThisInterfaceError,
	OutcomeUnclearError,
	PartlySentError,
	ServiceRefusedError,
	SoapFaultError,
} from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';

const page = new NotThisInterfaceError('html', 502, 'Bad gateway');
const refusal = new ServiceRefusedError(9, 'No credit');

test('what is remembered is data, from which the same page is made again', () => {
	const lost = lostAnswer(new OutcomeUnclearError('it sent a web page', 'Ask.', 'send', { page }));
	const stored = JSON.parse(JSON.stringify(lost)) as typeof lost;
	expect(stored).toEqual({
		reason: 'it sent a web page',
		page: { found: 'html', httpStatus: 502, detail: 'Bad gateway' },
	});
	expect(pageOf(stored)).toEqual(page);
});

test('a refusal that could not be confirmed is remembered in the words of the service', () => {
	const unclear = new OutcomeUnclearError('No credit', 'Ask.', 'send', { refusal });
	expect(lostAnswer(unclear)).toEqual({
		reason: 'No credit',
		refusal: { errorCode: 9, serviceMessage: 'No credit' },
	});
});

test('of a list that was taken in part, why the others may not have it is remembered', () => {
	const partly = new PartlySentError(['1801'], ['1802'], refusal, 'order-1');
	expect(lostAnswer(partly)).toEqual({ reason: refusal.message });
	const unclear = new OutcomeUnclearError('no answer came', '', 'send');
	const twice = new PartlySentError(['1801'], ['1802'], unclear, 'order-1');
	expect(lostAnswer(twice)).toEqual({ reason: 'no answer came' });
});

test.each([
	[refusal, { errorCode: 9, serviceMessage: 'No credit' }],
	[new SoapFaultError('Server', 'Out of order', 500), { errorCode: null, serviceMessage: null }],
])('a refusal that look-ups share has no reason of its own: $message', (error, expected) => {
	expect(refusedAlike(error)).toEqual({ reason: '', refusal: expected, isRefusedAlike: true });
});

test('where an answer was missing, no page came', () => {
	expect(pageOf(undefined)).toBeUndefined();
	expect(pageOf({ reason: 'the connection was closed' })).toBeUndefined();
});

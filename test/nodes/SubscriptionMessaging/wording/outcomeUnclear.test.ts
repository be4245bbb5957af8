import { NotThisInterfaceError } from '../../../../nodes/SubscriptionMessaging/service/errors/errors';
import {
	answerToAnother,
	outcomeUnclear,
} from '../../../../nodes/SubscriptionMessaging/wording/outcomeUnclear';

describe('what to do next depends on what a repetition would do', () => {
	test.each([
		['read', 'can be run again'],
		['change', "may have been made. Retry doesn't repeat it, so see whether it was made."],
		['send', 'people may receive it twice'],
	] as const)('after a %s', (effect, advice) => {
		expect(outcomeUnclear('reset', effect).description).toContain(advice);
		expect(answerToAnother('order-2', effect).description).toContain(advice);
	});
});

test('what came in place of an answer goes along, and so does the ticket of another one', () => {
	const page = new NotThisInterfaceError('html', 200);
	expect(outcomeUnclear('why', 'send', { page })).toMatchObject({
		known: { page },
		effect: 'send',
	});
	expect(answerToAnother('order-2', 'send')).toMatchObject({ echoed: 'order-2', effect: 'send' });
});

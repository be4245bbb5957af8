import {
	knownAnswer,
	sentBeforeAnswer,
} from '../../../../../nodes/SubscriptionMessaging/run/values/knownAnswer';
import { lookUpCall, sendCall, to } from '../preparedItems';

test('an answer for a send that is known by its ticket alone has that, and no ticket of the service', () => {
	const call = sendCall(to('1'), 'Hi', { custom_ticket: 'order-1' });
	expect(knownAnswer(call, 'Known')).toEqual({
		result: true,
		error_code: 0,
		message: 'Known',
		transaction_ticket: null,
		custom_ticket: 'order-1',
	});
	expect(knownAnswer(lookUpCall('1'), 'Known').custom_ticket).toBeUndefined();
	expect(sentBeforeAnswer(call).custom_ticket).toBe('order-1');
});

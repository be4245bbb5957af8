import {
	NotSentError,
	NotThisInterfaceError,
	OutcomeUnclearError,
	PartlySentError,
	ServiceRefusedError,
} from '../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { outcomeUnclear } from '../../../../nodes/SubscriptionMessaging/wording/outcomeUnclear';
import { mayBeSent } from '../../../../nodes/SubscriptionMessaging/wording/mayBeSent';

const page = new NotThisInterfaceError('html', 200, 'Welcome');
const refused = new ServiceRefusedError(9, 'The service lists nobody');

test.each([
	new OutcomeUnclearError('the connection was closed', 'Look it up.', 'send'),
	outcomeUnclear('it sent a web page', 'send', { page }),
	new PartlySentError(['1801'], ['1802'], refused, 'order-1'),
])('a message may have been sent: $message', ({ message }) => {
	expect(mayBeSent(message)).toBe(true);
});

test('a part of a message was sent where a later part of it was refused', () => {
	const ending = '. Of the 3 requests of this item: 1 carried out before (ticket T-1) [item 0]';
	expect(mayBeSent(refused.message + ending)).toBe(true);
});

test.each([
	refused,
	new ServiceRefusedError(12, 'this recipient has it already, from an earlier try'),
	new NotSentError('the name was not found'),
	// What somebody else says in it.
	new NotThisInterfaceError('text', 403, "We can't tell who you are"),
	page,
])('no message was sent: $message', ({ message }) => expect(mayBeSent(message)).toBe(false));

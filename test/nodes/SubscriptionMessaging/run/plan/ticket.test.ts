import { ticketsOf } from '../../../../../nodes/SubscriptionMessaging/run/plan/ticket';
import { LIMITS } from '../../../../../nodes/SubscriptionMessaging/service/contract';

test('a ticket names the run and the call, and is the same again for the same', () => {
	const ticketFor = ticketsOf({ id: '0123456789abcdef' });
	expect(ticketFor('0123456789abcdef-2')).toBe('n8n-0123456789abcdef-0123456789abcdef-2');
	expect(ticketFor('a')).toBe(ticketFor('a'));
	expect(ticketFor('a')).not.toBe(ticketFor('b'));
	expect(ticketsOf({ id: 'other' })('a')).not.toBe(ticketFor('a'));
});

test('is short enough for the service with a thousand parts', () => {
	const ticket = ticketsOf({ id: 'a'.repeat(16) })(`${'b'.repeat(16)}-1000`);
	expect(ticket.length).toBeLessThanOrEqual(LIMITS.customTicket);
});

import {
	ticketMaker,
	underTicket,
} from '../../../../../nodes/SubscriptionMessaging/run/plan/ticket';
import { LIMITS } from '../../../../../nodes/SubscriptionMessaging/service/contract/contract';
import { plainCall, request, sendCall, SETTINGS, to } from '../preparedItems';

test('a ticket names the run and the call, and is the same again for the same', () => {
	const ticketFor = ticketMaker({ id: '0123456789abcdef' });
	expect(ticketFor('0123456789abcdef-2')).toBe('n8n-0123456789abcdef-0123456789abcdef-2');
	expect(ticketFor('a')).toBe(ticketFor('a'));
	expect(ticketFor('a')).not.toBe(ticketFor('b'));
	expect(ticketMaker({ id: 'other' })('a')).not.toBe(ticketFor('a'));
});

test('is short enough for the service with a thousand parts', () => {
	const ticket = ticketMaker({ id: 'a'.repeat(16) })(`${'b'.repeat(16)}-1000`);
	expect(ticket.length).toBeLessThanOrEqual(LIMITS.customTicket);
});

describe('a send under a ticket', () => {
	const settings = { ...SETTINGS, account: 2 };
	const call = sendCall(to('18015551001'), 'Hello', { status_url: 'https://n8n.example' });
	const sign = (address: string, send: object, account: number) =>
		`${address}?${JSON.stringify([send, account])}`;

	it('has the address of its delivery report signed for the ticket, where it is to be signed', () => {
		const under = (more: object) => underTicket(request(call, { settings, ...more }), 'a', sign);
		expect(under({ signsStatusUrl: true }).call.parameters).toEqual({
			...call.parameters,
			custom_ticket: 'a',
			status_url: 'https://n8n.example?[{"customTicket":"a","code":"12345"},2]',
		});
		expect(under({}).call.parameters).toEqual({ ...call.parameters, custom_ticket: 'a' });
	});

	it('stays as it is where it carries none', () => {
		const plain = request(plainCall('18015551001'), { signsStatusUrl: true });
		expect(underTicket(plain, 'a', sign)).toBe(plain);
	});
});

import type { IDataObject } from 'n8n-workflow';

import { getMessageStatus } from '../../../../../nodes/SubscriptionMessaging/actions/message/getStatus.operation';
import { requestsOf } from '../entered';

const ask = (parameters: IDataObject, input?: IDataObject) =>
	requestsOf(getMessageStatus, { keyword: 'NSTAFF', recipient: '', ...parameters }, input)[0]!;

test('a message is found by the ticket of the service, for its recipient as sends write them', () => {
	expect(ask({ transaction_ticket_id: ' x ', recipient: '+1 801 555 1001' })).toEqual({
		keyword: 'NSTAFF',
		recipient: '18015551001',
		operation: 'getTransactionStatus',
		parameters: { transaction_ticket_id: 'x', sentTo: undefined },
	});
});

test('a message is found by a ticket of one’s own', () => {
	expect(
		ask({ lookUpBy: 'customTicket', custom_ticket: ' an\u0303o ', transaction_ticket_id: 'x' }),
	).toMatchObject({
		operation: 'getCustomTransactionStatus',
		parameters: { custom_ticket: 'a\u00f1o' },
	});
});

test('a number that the service is asked about takes the place of the recipient', () => {
	const options = { sentTo: '(801) 555-1002' };
	for (const lookUpBy of ['customTicket', 'transactionTicket']) {
		const request = ask({ lookUpBy, recipient: '18015551001', options });
		expect(request).not.toHaveProperty('recipient');
		expect((request.parameters as IDataObject).sentTo).toMatch(/555-?1002$/);
	}
});

test('without a recipient all of them are wanted', () => {
	expect(ask({ transaction_ticket_id: 'x' }).recipient).toBeUndefined();
});

test('a row of somebody who was left out goes on as it is, unless it has a ticket', () => {
	const input = { sent: false, sendTo: '18015551009', skipped: 'it occurs before' };
	expect(ask({ transaction_ticket_id: '' }, input)).toMatchObject({
		skipped: [{ sendTo: '18015551009', reason: 'it occurs before' }],
		leftOut: true,
	});
	expect(ask({ transaction_ticket_id: 'x' }, input)).not.toHaveProperty('skipped');
	const skipped_recipients = [input];
	for (const sent of [{ sent: true }, { sent: true, recipients: ['1'], skipped_recipients }]) {
		expect(ask({ transaction_ticket_id: '' }, sent)).not.toHaveProperty('skipped');
	}
});

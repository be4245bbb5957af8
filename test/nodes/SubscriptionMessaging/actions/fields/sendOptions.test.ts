import type { IDataObject } from 'n8n-workflow';

import { sendMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/send.operation';
import { requestsOf } from '../entered';

const to = {
	keyword: 'NSTAFF',
	recipients: 'commaSeparated',
	sendTo: '18015551001',
	message: 'Hi',
};

test.each([
	[undefined, undefined],
	['', undefined],
	['  ', undefined],
	[' order-1 ', 'order-1'],
	[1042, '1042'],
	['an\u0303o', 'a\u00f1o'],
])('of the Custom Ticket %p the ticket is %p', (custom_ticket, ticket) => {
	const [request] = requestsOf(sendMessage, { ...to, options: { custom_ticket } });
	expect((request!.parameters as IDataObject).custom_ticket).toBe(ticket);
});

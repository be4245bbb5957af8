import {
	detailsOf,
	statusRow,
} from '../../../../../nodes/SubscriptionMessaging/actions/message/statusRow';
import type { TransactionDetail } from '../../../../../nodes/SubscriptionMessaging/service/answer/deliveryStatus';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import type { Call } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';

const unit = { code: '12345', keyword: 'NSTAFF' };
const byTicket: Call = {
	...unit,
	operation: 'getTransactionStatus',
	parameters: { transaction_ticket_id: 'T-1' },
};
const byOwn: Call = {
	...unit,
	operation: 'getCustomTransactionStatus',
	parameters: { custom_ticket: 'order-1' },
};

test('a status carries its recipient, its group, its word and the ticket that was asked for', () => {
	const detail = { sendTo: '18015551001', status_code: 101, status_message: 'Sent to Carrier' };
	const told = { sendTo: '18015551001', group: 'NSTAFF', status: 'in_transit' };
	const said = { status_code: 101, status_message: 'Sent to Carrier' };
	expect(statusRow(detail, byTicket)).toEqual({ ...told, ...said, transaction_ticket: 'T-1' });
	expect(statusRow(detail, byOwn)).toEqual({ ...told, ...said, custom_ticket: 'order-1' });
});

test('what the service lists nothing of has no word', () => {
	expect(statusRow({ sendTo: '18015551001' }, byTicket)).toMatchObject({
		status: null,
		status_code: null,
		status_message: null,
	});
});

test('whether it was delivered is said by its code, and by nothing that the service lists besides', () => {
	const detail = { sendTo: '18015551001', delivered: 'false', carrier: '383' };
	const failed = statusRow({ ...detail, status_code: 200 } as TransactionDetail, byTicket);
	expect(failed).not.toHaveProperty('delivered');
	expect(failed).toHaveProperty('carrier', '383');
});

test('an answer without a list has no details', () => {
	expect(finished(detailsOf({ result: true, response: null }))).toEqual([]);
	expect(finished(detailsOf({ result: true, response: { transactionlist: [null] } }))).toEqual([]);
});

test('what the service lists besides is kept, and takes the place of nothing that has this name', () => {
	const detail = { sendTo: '1801', status_code: 100, status_message: 'Delivered' };
	const besides = { status: 'DELIVRD', delivered: false, group: 'x', custom_ticket: 'y', cost: 2 };
	expect(statusRow({ ...detail, ...besides } as never, byOwn)).toEqual({
		...detail,
		group: 'NSTAFF',
		status: 'delivered',
		delivered: true,
		custom_ticket: 'order-1',
		cost: 2,
	});
});

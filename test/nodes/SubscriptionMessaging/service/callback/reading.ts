import type { FieldMapping } from '../../../../../nodes/SubscriptionMessaging/service/callback/fields';
import {
	readCallback,
	statusesOf,
	type Callback,
	type DeliveryStatus,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/statuses';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';

export const RECEIVED = '2026-01-02T03:04:05.006Z';

/** The statuses of a post. */
export function read(
	body: string | Uint8Array,
	more: Partial<Callback> & { mapping?: FieldMapping; customTicket?: string } = {},
): DeliveryStatus[] {
	const { mapping, customTicket, ...callback } = more;
	const bytes = typeof body === 'string' ? Buffer.from(body) : body;
	const posted = finished(readCallback({ body: bytes, ...callback }));
	return finished(statusesOf(posted, { received_at: RECEIVED, customTicket }, mapping));
}

/** The interface's members of each status. */
export const told = (statuses: DeliveryStatus[]) =>
	statuses.map(({ transaction_ticket, custom_ticket, sendTo, status_code, status_message }) => [
		transaction_ticket,
		custom_ticket,
		sendTo,
		status_code,
		status_message,
	]);

export const DELIVERED = ['34335276-dcfc23', 'order-1', '+18015551001', 100, 'Delivered'];

export const FORM =
	'transaction_ticket=34335276-dcfc23&custom_ticket=order-1&sendTo=%2B18015551001&status_code=100&status_message=Delivered';
export const JSON_STATUS =
	'{"transaction_ticket":"34335276-dcfc23","custom_ticket":"order-1","sendTo":"+18015551001","status_code":100,"status_message":"Delivered"}';
export const XML_MEMBERS =
	'<transaction_ticket>34335276-dcfc23</transaction_ticket><custom_ticket>order-1</custom_ticket><sendTo>+18015551001</sendTo><status_code>100</status_code><status_message>Delivered</status_message>';
export const LINES =
	'Transaction Ticket: 34335276-dcfc23\r\nCustom Ticket: order-1\r\nSend To: +18015551001\r\n\r\nStatus Code: 100\r\nStatus Message: Delivered\r\n';

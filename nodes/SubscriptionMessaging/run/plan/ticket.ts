import { isTicketed, withParameters } from '../../service/contract/call';
import type { SignedSend } from '../../statusAddress/sign';
import type { PreparedRequest } from '../values/call';

/** Signs the address of a delivery report for a send by an account, which is named by its position. */
export type Signer = (address: string, send: SignedSend, account: number) => string;

/**
 * Makes the custom tickets of a run: at most 50 characters (Limits), different for every send of
 * every execution. The same send has the same one when n8n runs the node once more.
 */
export function ticketMaker({ id }: { id: string }): (key: string) => string {
	return (key) => `n8n-${id}-${key}`;
}

/** A send under a custom ticket, with the address of its delivery report signed for that. */
export function underTicket<R extends PreparedRequest>(
	prepared: R,
	custom_ticket: string,
	signed: Signer,
): R {
	const { call, signsStatusUrl, settings } = prepared;
	if (!isTicketed(call)) return prepared;
	const { status_url: address } = call.parameters;
	const send = { customTicket: custom_ticket, code: call.code };
	const status_url = signsStatusUrl ? signed(address ?? '', send, settings.account) : address;
	return { ...prepared, call: withParameters(call, { custom_ticket, status_url }) };
}

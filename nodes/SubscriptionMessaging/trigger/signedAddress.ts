import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

/** Parameter of a status address that holds the custom ticket and its signature. */
export const SIGNATURE_PARAMETER = 'signed_ticket';

/** A key object is the quicker one to use again and again. */
type Key = Uint8Array | KeyObject;

/**
 * An address with the custom ticket and an HMAC-SHA256 of it as one more parameter of its query, both
 * in base64url: that has no character which a service on the way could encode otherwise.
 */
export function signAddress(key: Key, address: string, customTicket: string): string {
	const ticket = Buffer.from(customTicket).toString('base64url');
	return withParameter(address, SIGNATURE_PARAMETER, `${ticket}.${signatureOf(key, ticket)}`);
}

/**
 * The custom ticket that an address was signed for; undefined unless its query has exactly one
 * signature and that is of this key. Further parameters do not matter.
 */
export function checkAddress(key: Key, query: string): { customTicket: string } | undefined {
	const signed = onlyValue(query, SIGNATURE_PARAMETER);
	const [, ticket, signature] = /^([\w-]*)\.([\w-]{43})$/.exec(signed ?? '') ?? [];
	if (ticket === undefined || signature === undefined) return undefined;
	// Of the same length, all of it ASCII.
	return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(key, ticket)))
		? { customTicket: Buffer.from(ticket, 'base64url').toString() }
		: undefined;
}

/** Value of a parameter that occurs exactly once in a query. */
export function onlyValue(query: string, name: string): string | undefined {
	const values = new URLSearchParams(query).getAll(name);
	return values.length === 1 ? values[0] : undefined;
}

/** The address with one more parameter in its query. */
export function withParameter(address: string, name: string, value: string): string {
	const [, main = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(address) ?? [];
	const separator = main.includes('?') ? (/[?&]$/.test(main) ? '' : '&') : '?';
	return `${main}${separator}${name}=${encodeURIComponent(value)}${fragment}`;
}

/** Compares in a time that does not depend on where the texts differ, nor on their lengths. */
export function equal(a: string, b: string): boolean {
	const digest = (text: string) => createHmac('sha256', 'compared').update(text).digest();
	return timingSafeEqual(digest(a), digest(b));
}

function signatureOf(key: Key, ticket: string): string {
	return createHmac('sha256', key).update(`status address 1\n${ticket}`).digest('base64url');
}

import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

import { endOfPath, onlyValue, queryOf, withParameter } from './address';

/** Parameter of a status address that holds what was signed, and the signature. */
export const SIGNATURE_PARAMETER = 'signed_ticket';

/** What an address is given out for. */
export interface SignedSend {
	/** Never empty: an address without a ticket would speak for every message. */
	customTicket: string;
	/** Short code or long code of the send, in digits. */
	code: string;
}

/** Days for which an address counts, the day of its signature not included. */
export const DAYS_VALID = 30;

const DAY = 24 * 60 * 60 * 1000;

/** Bytes of a signature: half of an HMAC-SHA256, which RFC 2104 (section 5) allows, for a shorter address. */
const SIGNATURE_LENGTH = 16;

/** `<ticket>.<code>.<last day>.<signature>` */
type SignedPart = 'signed' | 'ticket' | 'code' | 'end' | 'mac';
export const SIGNED =
	/^(?<signed>(?<ticket>[\w-]+)\.(?<code>\d+)\.(?<end>[0-9a-z]{4}))\.(?<mac>[\w-]{22})$/;

/**
 * An address with one more parameter in its query, which holds the custom ticket (base64url), the code,
 * the last day on which the address counts (days since 1970, base 36) and a signature of these and of
 * the end of the path. None of its characters is one that a service on the way could encode otherwise,
 * and its length does not depend on the time.
 *
 * @throws RangeError where the ticket is empty
 */
export function signAddress(
	key: KeyObject,
	address: string,
	{ customTicket, code }: SignedSend,
	now = Date.now(),
): string {
	if (customTicket === '') throw new RangeError('An address is signed for a ticket');
	const ticket = Buffer.from(customTicket).toString('base64url');
	const signed = `${ticket}.${code}.${dayOf(now + DAYS_VALID * DAY)}`;
	const signature = signatureOf(key, endOfPath(address), signed).toString('base64url');
	return withParameter(address, SIGNATURE_PARAMETER, `${signed}.${signature}`);
}

/** Characters that an address has once it is signed. */
export function lengthOfSigned(address: string, { customTicket, code }: SignedSend): number {
	const ticket = Buffer.from(customTicket).toString('base64url');
	const value = `${ticket}.${code}.${dayOf(0)}.${'x'.repeat(22)}`;
	return withParameter(address, SIGNATURE_PARAMETER, value).length;
}

/**
 * What an address was signed for. Undefined unless its query has exactly one signature, that is of this
 * key and of the end of this path, and its last day is not over. Further parameters do not matter.
 *
 * @param address as it was called; with or without its origin
 */
export function checkAddress(
	key: KeyObject,
	address: string,
	now = Date.now(),
): SignedSend | undefined {
	const value = onlyValue(queryOf(address), SIGNATURE_PARAMETER) ?? '';
	const found = SIGNED.exec(value);
	if (!found) return undefined;
	const { signed, ticket, code, end, mac } = found.groups as Record<SignedPart, string>;
	// Compared as text: of one length, and no other text decodes to the same signature.
	const expected = signatureOf(key, endOfPath(address), signed).toString('base64url');
	if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return undefined;
	if (dayOf(now) > end) return undefined;
	return { customTicket: Buffer.from(ticket, 'base64url').toString(), code };
}

/** Compares in a time that does not depend on where the texts differ, nor on their lengths. */
export function equal(a: string, b: string): boolean {
	const digest = (text: string) => createHmac('sha256', 'compared').update(text).digest();
	return timingSafeEqual(digest(a), digest(b));
}

/** Days since 1970 in four digits of base 36, which sort like the days themselves. */
function dayOf(time: number): string {
	return Math.floor(time / DAY)
		.toString(36)
		.padStart(4, '0');
}

function signatureOf(key: KeyObject, path: string, signed: string): Buffer {
	const text = `status address 2\n${path}\n${signed}`;
	return createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_LENGTH);
}

import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

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

/** The address of a request as it was called: n8n's own parsing would have simplified it. */
export function calledAddress({ originalUrl, url }: { originalUrl?: string; url: string }): string {
	return originalUrl ?? url;
}

/** What follows the question mark of an address; so do parameters that somebody added to ours with a second one. */
export function queryOf(address: string): string {
	const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(address) ?? [];
	return query.replace(SECOND_QUERY, '$1&');
}

const SECOND_QUERY = /((?:^|&)(?:signed_ticket|token)=[^&?]*)\?(?=[^?&=]+=)/;

/** Value of a parameter that occurs exactly once in a query. */
export function onlyValue(query: string, name: string): string | undefined {
	const values = new URLSearchParams(query).getAll(name);
	return values.length === 1 ? values[0] : undefined;
}

/** The address with one more parameter in its query. */
export function withParameter(address: string, name: string, value: string): string {
	const [fragment = ''] = /#.*/s.exec(address) ?? [];
	const main = address.slice(0, address.length - fragment.length);
	const separator = main.includes('?') ? (/[?&]$/.test(main) ? '' : '&') : '?';
	return `${main}${separator}${name}=${encodeURIComponent(value)}${fragment}`;
}

/** Compares in a time that does not depend on where the texts differ, nor on their lengths. */
export function equal(a: string, b: string): boolean {
	const digest = (text: string) => createHmac('sha256', 'compared').update(text).digest();
	return timingSafeEqual(digest(a), digest(b));
}

/**
 * The last two steps of a path. Of the address of a trigger these are its own id and the name of its
 * webhook, of a waiting execution the execution's id and that name. What comes before them a proxy may
 * change between the address that is given out and the one that n8n sees, such as the path below which
 * n8n is served, and no trigger can know it.
 *
 * So one signature fits the trigger's Production URL and its Test URL, which differ only there. Both are
 * the same trigger, whose id no other has: whoever has an address for one may post the same statuses of
 * the same message to the other, which listens only while somebody in the editor has it listen.
 */
export function endOfPath(address: string): string {
	const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '');
	const steps = path.split('/').filter((step) => step !== '');
	return steps.slice(-2).map(decodedStep).join('/');
}

/** Proxies encode the same step differently. */
function decodedStep(step: string): string {
	try {
		return decodeURIComponent(step);
	} catch {
		return step;
	}
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

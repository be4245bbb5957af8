import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

import { firstOf, type Steps } from '../service/collections/steps';
import { ownResumeAddress } from './resumeAddress';
import { endOfPath, onlyValue, queryOf, withParameter } from './address';

/** What the address of a waiting execution ends in where *Send and Wait for Response* waits; short, because it is texted. */
export const ANSWER_PATH = 'ask';

/** Parameter of the address that says whose link it is. */
const PARAMETER = 'to';

/** Bytes of a signature, of an HMAC-SHA256 that is cut (RFC 2104, section 5): 16 characters of a text message. */
const SIGNATURE_LENGTH = 12;

/** Whom a link was given to. */
export interface AskedPerson {
	/** Custom ticket of the send, which no other send of any execution has. */
	customTicket: string;
	/** Whom the question is for, also where the credential redirects it. */
	person: string;
}

/**
 * The link by which one person answers: the address of the waiting execution, with a signature of the
 * end of its path, of the send and of the person. It names none of them, to stay short.
 */
export function answerAddress(key: KeyObject, resumeUrl: string, asked: AskedPerson): string {
	const address = ownResumeAddress(resumeUrl, ANSWER_PATH);
	return withParameter(address, PARAMETER, signatureOf(key, 'link', endOfPath(address), asked));
}

/** Characters that each link of an execution has. */
export function lengthOfAnswerAddress(resumeUrl: string): number {
	const signature = 'x'.repeat(Math.ceil((SIGNATURE_LENGTH * 8) / 6));
	return withParameter(ownResumeAddress(resumeUrl, ANSWER_PATH), PARAMETER, signature).length;
}

/** Whose link was called, of those who were asked; nobody unless it holds exactly one signature of this key. */
export function personOfLink<P extends AskedPerson>(
	key: KeyObject,
	address: string,
	asked: Iterable<P>,
): Steps<P | undefined> {
	const given = Buffer.from(onlyValue(queryOf(address), PARAMETER) ?? '');
	const path = endOfPath(address);
	return firstOf(asked, (person) => {
		const expected = Buffer.from(signatureOf(key, 'link', path, person));
		return given.length === expected.length && timingSafeEqual(given, expected);
	});
}

/** What only the form on the page of a link holds, so that nothing is decided by calling the link alone. */
export function formToken(key: KeyObject, address: string, asked: AskedPerson): string {
	return signatureOf(key, 'form', endOfPath(address), asked);
}

function signatureOf(
	key: KeyObject,
	use: 'link' | 'form',
	path: string,
	{ customTicket, person }: AskedPerson,
): string {
	const text = `answer 1\n${use}\n${path}\n${JSON.stringify([customTicket, person])}`;
	const signature = createHmac('sha256', key).update(text).digest();
	return signature.subarray(0, SIGNATURE_LENGTH).toString('base64url');
}

import { excerpt } from '../errors/excerpt';
import type { ValueProblem } from '../errors/violation';
import { codePointOf } from './codePoint';

/** Signs that stand for a hyphen. */
export const DASHES = /[\u2010-\u2015\u2212]/g;

/** What people and services write between the digits of a phone number. */
export const PUNCTUATION = /[\s().\-‐-―−/\p{Cf}]/gu;

/** Characters of the longest address, with all that it may be written with. */
export const LONGEST_ADDRESS = 500;

/** Characters that are compared, of each end of what is longer than any address. */
const COMPARED = 500;

/**
 * A phone number or email address in a form that is the same however a service writes it: a number
 * by its digits, anything else without regard to case. Only what is written as a number counts as
 * one: `room-12` and `desk-12` are two addresses. What is too long for an address stays as it is; what
 * is far longer stands for itself by its length and its ends, because to look up thousands of texts of
 * 17,000 characters takes minutes: all of one length have one hash.
 */
export function comparableAddress(address: string | null | undefined): string {
	const written = address ?? '';
	if (written.length > 2 * COMPARED) {
		return `${written.slice(0, COMPARED)}…${written.length}…${written.slice(-COMPARED)}`;
	}
	if (written.length > LONGEST_ADDRESS) return written;
	const text = written.trim().toLowerCase();
	const compact = text.replace(/^tel:/, '').replace(PUNCTUATION, '');
	return /^\+?\d+$/.test(compact) ? compact.replace('+', '') : text;
}

/** Digits of the longest phone number of any country, its country code included (E.164). */
export const MOST_DIGITS = 15;

/** What lists are written with, in any script. */
const LIST_SIGNS = ',;|，、；｜';

/** Between the entries of a list, within which blanks may stand. */
export const BETWEEN_ENTRIES = new RegExp(`[${LIST_SIGNS}\\r\\n]`);

/** Between the entries of a list that hold no blanks: with it, an address names more than one. */
export const BETWEEN_WORDS = new RegExp(`[${LIST_SIGNS}\\s]`);

/** Shows as nothing or as a space that it is not, so that a value with it looks like another one. */
const INVISIBLE = /[^\S ]|[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A name of letters, digits and the signs of RFC 5322 in one run, without what joins two addresses. */
const MAILBOX_NAME = /^[\p{L}\p{M}\p{N}!#$%&'*+=?^_`{}~.-]+$/u;

/** A part of a host name between its dots. */
const HOST_LABEL = /^[\p{L}\p{M}\p{N}-]+$/u;

/** A number of five digits or more that something joins to what stands beside it. */
const JOINED_NUMBER = /\d{5}[&=]|[&=]\d{5}/;

/**
 * Why an address cannot be the `sendTo` of one recipient; nothing where it can. Phone numbers are
 * expected in the form that {@link normalizePhoneNumber} gives (Recipient: sendTo, type).
 *
 * @param type 1 to 6, as a number or its digit; 2, the email gateway, takes numbers and email addresses
 */
export function addressProblem(
	sendTo: string,
	type: number | string | undefined,
): ValueProblem | undefined {
	const isEmail = sendTo.includes('@');
	const separator = separatorIn(sendTo);
	const invisible = separator ? undefined : invisibleIn(sendTo);
	if (invisible) return invisible;
	if (isEmail && !isOneMailbox(sendTo)) {
		return {
			problem: `is "${excerpt(sendTo)}", which is not one email address`,
			code: 'notOneMailbox',
		};
	}
	if (separator) return separator;
	switch (mediumOf(sendTo, type)) {
		case 'phone':
			return isEmail ? emailForPhone(sendTo) : numberProblem(sendTo);
		case 'email':
			return isEmail ? undefined : notAnEmail(sendTo);
		default:
			// Only the length can be judged.
			return /^[+\d().\-/&]+$/.test(sendTo) && digitsOf(sendTo).length > MOST_DIGITS
				? tooManyDigits(sendTo)
				: undefined;
	}
}

/**
 * What a recipient is reached by (Recipient: type): an SMS Email Gateway has a phone number or an email
 * address; the document does not show what 5 and 6 hold.
 */
export function mediumOf(
	sendTo: string,
	type: number | string | undefined,
): 'phone' | 'email' | undefined {
	switch (String(type)) {
		case '1':
		case '3':
			return 'phone';
		case '2':
			return sendTo.includes('@') ? 'email' : 'phone';
		case '4':
			return 'email';
		default:
			return undefined;
	}
}

function isOneMailbox(text: string): boolean {
	const [name = '', domain = '', ...more] = text.split('@');
	return (
		more.length === 0 && MAILBOX_NAME.test(name) && !JOINED_NUMBER.test(name) && isHost(domain)
	);
}

/** The last part of a host name is no number, which a phone number would be. */
function isHost(text: string): boolean {
	const labels = text.split('.');
	return labels.every((label) => HOST_LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}

/** Why a text cannot be a keyword; nothing where it can (Authentication, rule 2). */
export function keywordProblem(keyword: string): ValueProblem | undefined {
	const hidden = invisibleIn(keyword);
	if (hidden) return hidden;
	const lookalike = [...keyword].find((character) => {
		const plain = character.normalize('NFKC');
		return plain !== character && /^[!-~]+$/.test(plain);
	});
	return lookalike === undefined
		? undefined
		: {
				problem: `holds "${lookalike}", which is not the letter or digit "${lookalike.normalize('NFKC')}"`,
				code: 'lookalike',
			};
}

function separatorIn(text: string): ValueProblem | undefined {
	const separator = BETWEEN_WORDS.exec(text)?.[0];
	return separator === undefined
		? undefined
		: {
				problem: `is "${excerpt(text)}", which holds ${nameOf(separator)}`,
				code: 'separated',
				sign: nameOf(separator),
			};
}

/** What a text holds that nobody sees, so that it looks like another one. */
export function invisibleIn(text: string): ValueProblem | undefined {
	const invisible = INVISIBLE.exec(text)?.[0];
	return invisible === undefined
		? undefined
		: {
				problem: `holds an invisible character (${codePointOf(invisible)})`,
				code: 'invisible',
			};
}

function emailForPhone(sendTo: string): ValueProblem {
	return {
		problem: `is "${excerpt(sendTo)}", but its type takes phone numbers only`,
		code: 'emailForPhone',
	};
}

function notAnEmail(sendTo: string): ValueProblem {
	return {
		problem: `is "${excerpt(sendTo)}", which is not an email address`,
		code: 'notAnEmail',
	};
}

function numberProblem(sendTo: string): ValueProblem | undefined {
	if (!/^\d+$/.test(sendTo)) {
		return {
			problem: `is "${excerpt(sendTo)}", which is not a phone number in digits`,
			code: 'notANumber',
		};
	}
	return sendTo.length > MOST_DIGITS ? tooManyDigits(sendTo) : undefined;
}

function tooManyDigits(sendTo: string): ValueProblem {
	return {
		problem: `is "${excerpt(sendTo)}", which has more than ${MOST_DIGITS} digits`,
		code: 'tooManyDigits',
	};
}

const NAMES: Readonly<Record<string, string>> = {
	',': 'a comma',
	'，': 'a comma',
	'、': 'a comma',
	';': 'a semicolon',
	'；': 'a semicolon',
	'|': 'a pipe',
	'｜': 'a pipe',
	'\n': 'a line break',
	'\r': 'a line break',
};

function nameOf(separator: string): string {
	return NAMES[separator] ?? 'a space';
}

function digitsOf(text: string): string {
	return text.replace(/\D/g, '');
}

export const NO_WEB_ADDRESS: ValueProblem = {
	problem: 'is not a web address',
	code: 'noWebAddress',
};

export function isWebAddress(text: string): boolean {
	const address = text.trim();
	return !/\s/.test(address) && URL.canParse(address);
}

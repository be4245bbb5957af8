import { comparableAddress, LONGEST_ADDRESS } from './address';
import { phoneNumberIn, ZERO_DECIMALS } from './phoneNumber';

/** The zero of a national number, written beside the country code. */
const TRUNK_ZERO = /^(?:\+|00).*\(0\)/;

/** Prefixes of international calls: that of most countries, and that of North America before a whole number. */
const DIALLED_ABROAD = /^(?:00(?=[1-9]\d+$)|011(?=[1-9]\d{10,}$))/;

/** The digit that mobile numbers of Mexico and Argentina have in one of their two forms. */
const MOBILE_DIGIT = /^(?:(52)1|(54)9)(?=\d{10}$)/;

/**
 * The phone number or email address of a person in one form, however a service or a list writes it,
 * without what is dialled and does not belong to the number.
 */
export function personKey(written: string | null | undefined): string {
	const entered = written ?? '';
	if (entered.length > LONGEST_ADDRESS) return entered;
	const text = entered.normalize('NFKC').trim().replace(ZERO_DECIMALS, '$1');
	const read = TRUNK_ZERO.test(text) ? phoneNumberIn(text) : undefined;
	return (read ?? comparableAddress(text))
		.replace(DIALLED_ABROAD, '')
		.replace(MOBILE_DIGIT, '$1$2');
}

/**
 * The same for two recipients that are one person reached in one way: the rule of *Remove
 * Duplicates*, within a list and over input items alike. A call and a text to one number differ.
 *
 * @param type 1 to 6 (Recipient: type), as a number or its digit; only 1 to 3 reach phones
 */
export function recipientKey(sendTo: string | null | undefined, type: unknown): string {
	const key = Number(type) <= 3 ? personKey(sendTo) : comparableAddress(sendTo);
	return `${key}/${String(type)}`;
}

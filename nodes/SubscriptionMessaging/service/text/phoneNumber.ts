import {
	getCountries,
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberFromString,
	type CountryCode,
	type PhoneNumber,
} from 'libphonenumber-js/min';

import { excerptOf, MOST_DIGITS, PUNCTUATION } from './address';

/** With the 1 that mobile numbers of Mexico had until 2019; customer lists still hold them. */
const OLD_MEXICAN_MOBILE = /^521\d{10}$/;

/** A number as the service takes it, or why there is none. */
type NormalizedNumber = { number: string } | { problem: string };

/** Two-letter codes of the countries whose national numbers can be completed. */
export const COUNTRIES: readonly string[] = getCountries();

/**
 * A phone number as digits with country code, the form of the interface's examples: punctuation is
 * removed, and a national number is completed where a default country is given.
 *
 * Refused, because one of the readings would be another person's number: what can be read as a
 * national and as an international number, a decimal, a negative or a second number, a line break
 * inside. A number that no country could have assigned (by its length) is refused as well.
 *
 * @param defaultCountry two-letter code, e.g. `US`
 */
export function normalizePhoneNumber(text: string, defaultCountry?: string): NormalizedNumber {
	const written = text.trim();
	if (isNorthAmerican(written, defaultCountry)) return { number: written.replace('+', '') };
	const refused = unlikeOneNumber(written);
	if (refused) return { problem: `"${excerptOf(text, 40)}" ${refused}` };
	const compact = written
		.replace(ZERO_DECIMALS, '$1')
		.replace(/^tel:/i, '')
		.replace(PUNCTUATION, '');
	if (!/^\+?\d+$/.test(compact)) {
		return { problem: `"${excerptOf(text, 40)}" is not a phone number` };
	}
	const read = readDigits(compact, defaultCountry);
	return 'problem' in read ? { problem: `"${excerptOf(text, 40)}" ${read.problem}` } : read;
}

/** The digits of {@link normalizePhoneNumber}; nothing where a text is no phone number. */
export function phoneNumberIn(text: string, defaultCountry?: string): string | undefined {
	const normalized = normalizePhoneNumber(text, defaultCountry);
	return 'number' in normalized ? normalized.number : undefined;
}

/** A 1, an area code and a number, all of the one length that there is. */
const NORTH_AMERICAN = /^\+?1[2-9]\d{9}$/;

/**
 * Whether it is a number of North America in international digits, which nothing else can be meant by.
 * The most usual of all numbers need no parser, which takes 7 µs for one instead of 0.1.
 */
function isNorthAmerican(written: string, defaultCountry: string | undefined): boolean {
	if (!NORTH_AMERICAN.test(written)) return false;
	return (
		written.startsWith('+') ||
		!defaultCountry ||
		getCountryCallingCode(countryOf(defaultCountry)) === '1'
	);
}

/** A column of numbers that a spreadsheet wrote with decimals: their digits and nothing else. */
export const ZERO_DECIMALS = /^(\+?\d{7,})[.,]0+$/;

/** What may stand before a slash: an area code, as in 030/1234567, +49 30/1234567 or 801/555-1001. */
const AREA_CODE =
	/^(?:(?:(?:\+|00)\d{1,3}[\s-]?(?:\(0\))?[\s-]?|1[\s.-])\(?\d{1,6}\)?|\(?0\d{1,6}\)?|\(?\d{1,4}\)?)$/;
/** Longest country and area code. */
const MOST_DIGITS_OF_AREA = 7;

/** Why a text is not written as one phone number; nothing where it may be. */
function unlikeOneNumber(written: string): string | undefined {
	if (written.includes('@')) return 'is not a phone number: it is an email address';
	if (/[\n\r\t\v\f\u2028\u2029]/.test(written)) {
		return 'is not a phone number: it holds a line break or a tab';
	}
	if (/^[-\u2010-\u2015\u2212]/.test(written)) {
		return 'is not a phone number: it begins with a minus';
	}
	const isDecimal = /[.,]\d$/.test(written) || /^\+?\d{7,}[.,]\d+$/.test(written);
	if ((isDecimal && !ZERO_DECIMALS.test(written)) || /^0[.,]\d+$/.test(written)) {
		return 'is not a phone number: it has decimals';
	}
	if (holdsTwoBySlash(written) || holdsTwoBySpace(written)) {
		return 'is not a phone number: it may be two numbers, or one with an extension';
	}
	return undefined;
}

/** A slash may part the area code from the rest, and nothing else. */
function holdsTwoBySlash(written: string): boolean {
	const [area = '', rest, ...more] = written.split('/').map((part) => part.trim());
	if (rest === undefined) return false;
	const digits = area.replace(/^(?:\+|0+)|\D/g, '').length;
	return (
		more.length > 0 ||
		!AREA_CODE.test(area) ||
		digits > MOST_DIGITS_OF_AREA ||
		/^[+0]/.test(rest) ||
		rest.replace(/\D/g, '').length < 4
	);
}

/** A second number that begins as the first does, or that is long and begins with a zero of its own. */
function holdsTwoBySpace(written: string): boolean {
	const [first = '', ...groups] = written.split(/\s+/);
	const isAgain = (group: string, index: number) =>
		group === first && index > 0 && index < groups.length - 1;
	return (
		(/^0\d{2,}$/.test(first) && groups.some(isAgain)) ||
		(/^\d{6,}$/.test(first) && groups.some((group) => /^0\d{5,}$/.test(group)))
	);
}

/** @param compact digits, possibly after a plus sign */
function readDigits(compact: string, defaultCountry: string | undefined): NormalizedNumber {
	const international = compact.replace(/^\+|^00/, '');
	const isDialled = compact.startsWith('00');
	// Some countries dial abroad by another prefix, which may begin with two zeros as well: 0011, 001.
	const national =
		defaultCountry && !compact.startsWith('+')
			? parsePhoneNumberFromString(compact, countryOf(defaultCountry))
			: undefined;
	const abroad = parsePhoneNumberFromString(`+${international}`);
	const possible = [national, abroad].filter(isPossible);
	const readings = possible.filter((reading) =>
		reading === national
			? !(isDialled && reading.nationalNumber.startsWith('00'))
			: isAsWritten(reading, compact, international),
	);
	const numbers = numbersOf(readings);
	const valid = isDialled ? [] : numbersOf(readings.filter((reading) => reading.isValid()));
	const [number] = numbers.length === 1 ? numbers : valid.length === 1 ? valid : [];
	if (number !== undefined) return withinLength(number.slice(1));
	if (possible.length > 0) {
		return {
			problem: `can be read as ${numbersOf(possible).join(' or ')}: write it with a plus sign and its country code`,
		};
	}
	if (OLD_MEXICAN_MOBILE.test(international)) return { number: international };
	if (international.length > MOST_DIGITS) return tooLong();
	return { problem: 'is not a possible phone number with its country code' };
}

const isPossible = (reading: PhoneNumber | undefined): reading is PhoneNumber =>
	reading?.isPossible() ?? false;

/** Each once. */
function numbersOf(readings: readonly PhoneNumber[]): string[] {
	return [...new Set(readings.map(({ number }) => number))];
}

/**
 * Whether a number has the digits that were written: a national one (860 555 1234) may be one of another
 * country without its zero (+86 555 1234). After a prefix, the zero of a national number may be left out,
 * and after a plus sign whatever is dialled.
 */
function isAsWritten(reading: PhoneNumber, compact: string, international: string): boolean {
	const { countryCallingCode, nationalNumber } = reading;
	const forms = [countryCallingCode + nationalNumber];
	if (compact !== international) forms.push(`${countryCallingCode}0${nationalNumber}`);
	return compact.startsWith('+') || forms.includes(international);
}

function tooLong() {
	return { problem: `is not a possible phone number: it has more than ${MOST_DIGITS} digits` };
}

function withinLength(number: string): NormalizedNumber {
	return number.length > MOST_DIGITS ? tooLong() : { number };
}

/** @throws RangeError for a code that is no country's */
function countryOf(code: string): CountryCode {
	const upperCase = code.toUpperCase();
	if (!isSupportedCountry(upperCase)) throw new RangeError(`${code} is not a country code`);
	return upperCase;
}

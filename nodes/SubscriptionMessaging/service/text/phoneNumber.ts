import {
	getCountries,
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberFromString,
	type CountryCode,
	type PhoneNumber,
} from 'libphonenumber-js/min';

import { excerpt } from '../errors/excerpt';
import { MOST_DIGITS, PUNCTUATION } from './address';

/** With the 1 that mobile numbers of Mexico had until 2019; customer lists still hold them. */
const OLD_MEXICAN_MOBILE = /^521\d{10}$/;

/** A number as the service takes it, or why there is none. */
export type NormalizedNumber = { number: string } | { problem: string };

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
	if (refused) return { problem: `"${excerpt(text, 40)}" ${refused}` };
	const compact = compactOf(written);
	if (!/^\+?\d+$/.test(compact)) {
		return { problem: `"${excerpt(text, 40)}" is not a phone number` };
	}
	const read = readDigits(written, compact, defaultCountry);
	return 'problem' in read ? { problem: `"${excerpt(text, 40)}" ${read.problem}` } : read;
}

/** The digits of {@link normalizePhoneNumber}; nothing where a text is no phone number. */
export function phoneNumberIn(text: string, defaultCountry?: string): string | undefined {
	const normalized = normalizePhoneNumber(text, defaultCountry);
	return 'number' in normalized ? normalized.number : undefined;
}

/** What is left of the digits of a number without its country code. */
export function nationalDigitsOf(number: string): string {
	return parsePhoneNumberFromString(`+${number}`)?.nationalNumber ?? number;
}

/** Digits of the numbers that a text may be for within the country of another one, or from abroad. */
export function possibleNumbersIn(text: string, other: string): string[] {
	const { countryCallingCode: defaultCallingCode } = parsePhoneNumberFromString(`+${other}`) ?? {};
	const within = parsePhoneNumberFromString(text, { defaultCallingCode });
	return numbersOf([within, abroadIn(compactOf(text))].filter(isPossible)).map((one) =>
		one.slice(1),
	);
}

/** A country code before the zero of national numbers, which is dialled within the country only. */
const BEFORE_ZERO = /^(?:\+|00)?\(?([1-9]\d{0,2})\)?[\s.-]*\(0\)/;

/** The digits of a text, after a plus sign where it has a country code for certain. */
function compactOf(written: string): string {
	return written
		.replace(ZERO_DECIMALS, '$1')
		.replace(/^tel:/i, '')
		.replace(BEFORE_ZERO, '+$1(0)')
		.replace(PUNCTUATION, '');
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
	if (
		holdsTwoBySlash(written) ||
		holdsTwoBySpace(written) ||
		/\(\d{1,3}\)$|^\+?\d{7,}[,\s]\s?\+?\d{7,}$/.test(written)
	) {
		return 'is not a phone number: it may be two numbers, or one with an extension';
	}
	const isDecimal = /[.,]\d$/.test(written) || /^\+?\d{7,}[.,]\d+$/.test(written);
	if ((isDecimal && !ZERO_DECIMALS.test(written)) || /^0[.,]\d+$/.test(written)) {
		return 'is not a phone number: it has decimals';
	}
	return undefined;
}

/** A slash may part the area code from the rest, and nothing else. */
function holdsTwoBySlash(written: string): boolean {
	const afterCode = written.replace(/^(?:\+|00)[1-9]\d{0,2}\//, '');
	const [area = '', rest, ...more] = afterCode.split('/').map((part) => part.trim());
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
function readDigits(
	written: string,
	compact: string,
	defaultCountry: string | undefined,
): NormalizedNumber {
	const readings = readingsOf(compact, defaultCountry);
	const meant = meantOf(written, compact, readings);
	const possible = numbersOf([readings.national, readings.abroad, ...meant].filter(isPossible));
	const numbers = numbersOf(meant);
	const valid = numbersOf(meant.filter((one) => one.isValid()));
	const [number] = numbers.length === 1 ? numbers : valid.length === 1 ? valid : [];
	if (number !== undefined) return withinLength(number.slice(1));
	if (possible.length > 0) {
		return {
			problem: `can be read as ${possible.join(' or ')}: write it with a plus sign and its country code`,
		};
	}
	const digits = compact.replace('+', '');
	if (OLD_MEXICAN_MOBILE.test(digits)) return { number: digits };
	if (digits.length > MOST_DIGITS) return tooLong();
	return { problem: 'is not a possible phone number with its country code' };
}

/** What digits can be read as: dialled within the default country or from there, and with a country code. */
interface Readings {
	readonly country?: CountryCode;
	readonly national?: PhoneNumber;
	readonly abroad?: PhoneNumber;
}

function readingsOf(compact: string, defaultCountry: string | undefined): Readings {
	const country = defaultCountry ? countryOf(defaultCountry) : undefined;
	return {
		country,
		national: country && !compact.startsWith('+') ? parsed(compact, country) : undefined,
		abroad: abroadIn(compact),
	};
}

function abroadIn(compact: string): PhoneNumber | undefined {
	return parsed(compact.replace(/^(?:\+|00)?/, '+'));
}

/** A number; without a zero that its country does not have, as in `+420 0777 123 456`. */
function parsed(text: string, country?: CountryCode): PhoneNumber | undefined {
	const number = parsePhoneNumberFromString(text, country);
	if (!number?.nationalNumber.startsWith('0') || number.isValid()) return number;
	const { countryCallingCode, nationalNumber } = number;
	const without = parsePhoneNumberFromString(`+${countryCallingCode}${nationalNumber.slice(1)}`);
	return without?.isValid() ? without : number;
}

/** Those of the readings that the text was written for, as far as it tells. */
function meantOf(written: string, compact: string, readings: Readings): PhoneNumber[] {
	if (compact.startsWith('+')) return [readings.abroad].filter(isPossible);
	const meant = compact.startsWith('00')
		? meantByZeros(written, compact, readings)
		: meantByDigits(written, compact, readings);
	return meant.filter(isPossible);
}

/**
 * No digit is left out: a national number (860 555 1234) may be one of another country without its zero
 * (+86 555 1234).
 */
function meantByDigits(
	written: string,
	compact: string,
	{ country, national, abroad }: Readings,
): Array<PhoneNumber | undefined> {
	const exact = formsOf(abroad)[0] === compact ? abroad : undefined;
	// As in `49 0170 123456` in Germany: a country code before a national number, and not one long number.
	const hasInnerZero =
		!exact &&
		isPossible(abroad) &&
		parsePhoneNumberFromString(`0${compact}`, country)?.number === national?.number;
	return [
		hasInnerZero ? undefined : national,
		exact && !isNational(written, exact, country) ? exact : undefined,
		behindZero(compact, country, national),
	];
}

/**
 * As in `0 90 501 234 5678` in Turkey: the zero of national numbers before the country's own code. A national
 * number may begin like that as well, as those of Leer in Germany do (`0491 512345`): it is shorter.
 */
function behindZero(
	compact: string,
	country: CountryCode | undefined,
	national: PhoneNumber | undefined,
): PhoneNumber | undefined {
	if (!country || !compact.startsWith('0')) return undefined;
	const number = parsed(`+${compact.slice(1)}`);
	if (number?.countryCallingCode !== getCountryCallingCode(country)) return undefined;
	const isLong = number.nationalNumber.length >= 10;
	return number.isValid() && (isLong || !national?.isValid()) ? number : undefined;
}

/**
 * Most countries dial `00` before a country code, and some a longer prefix that begins so: `0011`, `009`. By
 * that, a number is meant only where the prefix stands alone, or where nothing else can be.
 */
function meantByZeros(
	written: string,
	compact: string,
	{ national, abroad }: Readings,
): Array<PhoneNumber | undefined> {
	const rest = compact.slice(2);
	const isWritten = formsOf(abroad).includes(rest);
	const form = formsOf(national).find((digits) => compact.endsWith(digits));
	const prefix = form && compact.slice(0, -form.length);
	if (!prefix || abroad?.number === national?.number) return isWritten ? [abroad] : [];
	const isAlone = /\d+/.exec(written)![0] === prefix || /^(?:0|11)/.test(rest);
	return [
		isAlone ? national : undefined,
		isWritten && (abroad?.isValid() || !isPossible(national)) ? abroad : undefined,
	];
}

/** As a number is written after a prefix: without and with the zero of national ones. */
function formsOf(reading: PhoneNumber | undefined): string[] {
	if (!reading) return [];
	const { countryCallingCode, nationalNumber } = reading;
	return [countryCallingCode + nationalNumber, `${countryCallingCode}0${nationalNumber}`];
}

/** A number of North America without its 1, which begins with the code of some other country. */
const NATIONAL_OF_AMERICA = /^[2-9]\d\d[2-9]\d{6}$/;

/** As a number of North America is written without its 1: in one piece, or behind its area code. */
const AMERICAN_FORM = /^\(?\d{3}\)?[\s.-]{0,2}\d{3}[\s.-]?\d{4}$/;

/** Whether a text may be a number of North America without its 1, also where it is one of another country. */
export function mayLackCode(text: string): boolean {
	const written = text.trim();
	return (
		AMERICAN_FORM.test(written) && (parsePhoneNumberFromString(written, 'US')?.isValid() ?? false)
	);
}

/** Such a number among others that lack it. */
export function lackingCode(text: string): NormalizedNumber {
	return {
		problem: `"${excerpt(text, 40)}" may lack its country code, as others do`,
	};
}

/**
 * Whether a text has the form of a number without country code: `(617) 234-5678`, and where no default country
 * tells what such a number is, `617-234-5678`.
 */
function isNational(written: string, abroad: PhoneNumber, country?: CountryCode): boolean {
	const code = abroad.countryCallingCode;
	const area = /^\((\d+)/.exec(written)?.[1];
	if ((area ?? code) !== code) return true;
	if (!country && /^\D?\d{3}\D+\d{3}\D+\d{4}$/.test(written)) return true;
	return (area !== undefined || NATIONAL_OF_AMERICA.test(written)) && !abroad.isValid();
}

const isPossible = (reading: PhoneNumber | undefined): reading is PhoneNumber =>
	reading?.isPossible() ?? false;

/** Each once. */
function numbersOf(readings: readonly PhoneNumber[]): string[] {
	return [...new Set(readings.map(({ number }) => number))];
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

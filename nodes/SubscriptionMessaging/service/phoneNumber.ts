import {
	getCountries,
	isSupportedCountry,
	parsePhoneNumberFromString,
	type CountryCode,
} from 'libphonenumber-js/min';

/** With the 1 that mobile numbers of Mexico had until 2019; customer lists still hold them. */
const OLD_MEXICAN_MOBILE = /^521\d{10}$/;

/** A number as the service takes it, or why there is none. */
export type NormalizedNumber = { number: string } | { problem: string };

/** Two-letter codes of the countries whose national numbers can be completed. */
export const COUNTRIES: readonly string[] = getCountries();

/**
 * A phone number as digits with country code, the form of the interface's examples: punctuation is
 * removed, and a national number is completed where a default country is given; what can be read
 * as a national and as an international number is refused, for one of them is another person's. A number that no
 * country could have assigned (by its length) is refused.
 *
 * @param defaultCountry two-letter code, e.g. `US`
 */
export function normalizePhoneNumber(text: string, defaultCountry?: string): NormalizedNumber {
	const written = text.trim();
	// A column of numbers, or a number with an extension: without the full stop or slash it is another one.
	const decimal = /^\+?\d{7,}[.,](\d+)$/.exec(written);
	if ((decimal && !/^0+$/.test(decimal[1] ?? '')) || /\/\d{1,3}$/.test(written)) {
		return { problem: `"${excerpt(text)}" is not a phone number` };
	}
	const compact = (decimal ? written.replace(/[.,]0+$/, '') : written)
		.trim()
		.replace(/^tel:/i, '')
		.replace(/[\s().\-‐-―/\u00A0\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/gu, '');
	if (!/^\+?\d+$/.test(compact)) {
		return { problem: `"${excerpt(text)}" is not a phone number` };
	}
	const international = compact.replace(/^\+|^00/, '');
	const isNational = compact === international;
	const national =
		isNational && defaultCountry
			? parsePhoneNumberFromString(compact, country(defaultCountry))
			: undefined;
	const readings = [national, parsePhoneNumberFromString(`+${international}`)].filter((reading) =>
		reading?.isPossible(),
	);
	const numbers = new Set(readings.map((reading) => reading?.number));
	if (numbers.size > 1) {
		const valid = readings.filter((reading) => reading?.isValid());
		if (valid.length === 1) return { number: valid[0]!.number.slice(1) };
		return {
			problem: `"${excerpt(text)}" can be read as ${[...numbers].join(' or ')}; write it with a plus sign and its country code`,
		};
	}
	const [number] = numbers;
	if (number) return { number: number.slice(1) };
	if (OLD_MEXICAN_MOBILE.test(international)) return { number: international };
	return {
		problem: `"${excerpt(text)}" is not a possible phone number; it needs its country code${
			isNational && !defaultCountry ? ', or a default country' : ''
		}`,
	};
}

/** @throws RangeError for a code that is no country's */
function country(code: string): CountryCode {
	const upperCase = code.toUpperCase();
	if (!isSupportedCountry(upperCase)) throw new RangeError(`${code} is not a country code`);
	return upperCase;
}

function excerpt(text: string): string {
	return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

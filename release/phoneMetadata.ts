import type { MetadataJson } from 'libphonenumber-js/core';

/** The module that holds the metadata. */
export const PHONE_METADATA = /[\\/]libphonenumber-js[\\/]metadata\.min\.json\.js$/;
/** Where a country's entry holds its formats; 0 stands for none in the library's own data. */
const FORMATS = 4;

/**
 * How each country groups the digits of its numbers takes half of the metadata of
 * libphonenumber-js, and serves only to show numbers. Ours are written as digits alone.
 */
export function withoutFormats(metadata: MetadataJson): MetadataJson {
	const countries = Object.entries(metadata.countries).map(([code, country]) => [
		code,
		(country as unknown[]).map((value, index) => (index === FORMATS ? 0 : value)),
	]);
	return { ...metadata, countries: Object.fromEntries(countries) as MetadataJson['countries'] };
}

/** The text of the module that holds the metadata, without formats. */
export function trimmedModule(text: string): string {
	const start = text.indexOf('{');
	const metadata = JSON.parse(text.slice(start, text.lastIndexOf('}') + 1)) as MetadataJson;
	return `${text.slice(0, start)}${JSON.stringify(withoutFormats(metadata))};`;
}

import {
	getCountries,
	parsePhoneNumberFromString,
	type MetadataJson,
} from 'libphonenumber-js/core';
import examples from 'libphonenumber-js/examples.mobile.json';
import full from 'libphonenumber-js/min/metadata';

import { PHONE_METADATA, trimmedModule, withoutFormats } from '../../release/phoneMetadata';
import { read } from '../package/packed';

const bundled = withoutFormats(full) as MetadataJson;
const countries = getCountries(full);

/** A number as people write it, right and wrong. */
function spellings(national: string, callingCode: string): string[] {
	return [
		national,
		`0${national}`,
		`1${national}`,
		`8${national}`,
		`${callingCode}${national}`,
		`+${callingCode}${national}`,
		`+${callingCode}0${national}`,
		`00${callingCode}${national}`,
		national.slice(1),
		`${national}0`,
		`${national}00000`,
		national.replace(/\d/g, '1'),
		`+${callingCode}${national.slice(2)}`,
	];
}

test('without formats, every number of every country is read as with them', () => {
	const read = (text: string, country: (typeof countries)[number], metadata: MetadataJson) => {
		const found = parsePhoneNumberFromString(text, country, metadata);
		return found && [found.number, found.country, found.isPossible(), found.isValid()];
	};
	expect(getCountries(bundled)).toEqual(countries);
	const differing = countries.flatMap((country) => {
		const callingCode = full.countries[country]?.[0] as string;
		return spellings(
			(examples as Record<string, string>)[country] ?? '5551001',
			callingCode,
		).filter(
			(text) =>
				JSON.stringify(read(text, country, bundled)) !== JSON.stringify(read(text, country, full)),
		);
	});
	expect(countries.length).toBeGreaterThan(200);
	expect(differing).toEqual([]);
});

test('the module of the metadata remains one, at half its size', () => {
	const path = 'node_modules/libphonenumber-js/metadata.min.json.js';
	const module = trimmedModule(read(path));
	const text = module.match(/^export default (.*);$/m)?.[1] ?? '';
	expect(path).toMatch(PHONE_METADATA);
	expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(bundled)));
	expect(module.length).toBeLessThan(read(path).length / 2);
});

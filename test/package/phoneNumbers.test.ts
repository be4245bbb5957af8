import { Script } from 'node:vm';

import {
	getCountries,
	getExampleNumber,
	parsePhoneNumberFromString,
	type CountryCode,
	type MetadataJson,
	type PhoneNumber,
} from 'libphonenumber-js/core';
import examples from 'libphonenumber-js/examples.mobile.json';
import metadata from 'libphonenumber-js/metadata.min.json';

import { packed } from './packed';

const whole = metadata as unknown as MetadataJson;

/** Formats of each country that has some, where the fifth value of its data is. */
const formatsIn = ({ countries }: MetadataJson) =>
	Object.values(countries as unknown as Record<string, unknown[]>).flatMap((data) => data[4] || []);

/** What is read of a number, which is all that the node asks the library for. */
const readings = (text: string, country: CountryCode | undefined, data: MetadataJson) => {
	const read = parsePhoneNumberFromString(text, { defaultCountry: country }, data);
	return read && [read.number, read.isPossible(), read.isValid()];
};

/** Digits that look like chance, and are the same in each run. */
function* digits(): Generator<string, never> {
	for (let state = 1; ; state = (state * 48_271) % 2_147_483_647) yield String(state);
}

describe('the library of phone numbers in the bundle, without the formats that nothing asks for', () => {
	const [, section = ''] = packed('dist/bundle.js').split(/^var metadata_min_json_default = /m);
	// The data are one line of the bundle, in the form of JSON.
	const data = JSON.parse(section.slice(0, section.indexOf(';\n'))) as MetadataJson;

	/** The library's code in the bundle, as it is there, with what the node calls. */
	const parsed = (() => {
		const code = packed('dist/bundle.js')
			.split(/^(?=\/\/ \S+\.[jt]s$)/m)
			.filter((part) => part.startsWith('// node_modules/libphonenumber-js/'))
			.join('');
		const [, name] = /^function (\w+)\(\) \{\n\treturn withMetadataArgument\(parse/m.exec(code)!;
		// An object of another realm is none to the library.
		const call = `(text, of) => ${name}(text, typeof of === 'object' ? { ...of } : of)`;
		return new Script(`${code}\n${call}`).runInThisContext() as (
			text: string,
			country?: CountryCode | { defaultCallingCode: string },
		) => PhoneNumber | undefined;
	})();

	it('holds no formats', () => {
		expect(formatsIn(data)).toEqual([]);
		expect(formatsIn(whole)).not.toEqual([]);
	});

	it.each(getCountries(whole))('reads each number of %s as the whole library does', (country) => {
		const example = getExampleNumber(country, examples, whole)!;
		const { nationalNumber: national, countryCallingCode: code } = example;
		const random = digits();
		const texts = Array.from({ length: 30 }, (_, index) =>
			`${random.next().value}${random.next().value}`.slice(-3 - (index % 15)),
		);
		const near = [0, 1, 2].flatMap((cut) => [national.slice(cut), `${national}${cut}`]);
		const read = (all: MetadataJson) =>
			[example.formatNational(), ...near, ...texts].flatMap((text) => [
				...[text, `0${text}`, `${code}${text}`].map((written) => readings(written, country, all)),
				readings(`+${code}${text}`, undefined, all),
			]);
		const expected = read(whole);
		expect(expected).toContainEqual([example.number, true, true]);
		expect(read(data)).toEqual(expected);
	});

	it.each(getCountries(whole))(
		'reads numbers of %s by its own code as by the library',
		(country) => {
			const example = getExampleNumber(country, examples, whole)!;
			const national = example.nationalNumber;
			const texts = [example.number, example.formatNational(), national.slice(1), `${national}1`];
			const others = ['', '+', '0', 'tel:+1', `(${national})`];
			const said = (reading: PhoneNumber | undefined) =>
				reading && [reading.number, reading.country, reading.isPossible(), reading.isValid()];
			for (const text of [...texts, ...others]) {
				const expected = parsePhoneNumberFromString(text, { defaultCountry: country }, whole);
				expect(said(parsed(text, country))).toEqual(said(expected));
				const abroad = parsePhoneNumberFromString(text, whole);
				expect(said(parsed(text))).toEqual(said(abroad));
				const within = { defaultCallingCode: example.countryCallingCode };
				const dialled = parsePhoneNumberFromString(text, within, whole);
				expect(said(parsed(text, within))).toEqual(said(dialled));
			}
			expect(said(parsed(example.number))?.at(-1)).toBe(true);
		},
	);
});

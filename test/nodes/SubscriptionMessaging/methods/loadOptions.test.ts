import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { loadOptions } from '../../../../nodes/SubscriptionMessaging/methods/loadOptions';
import { COUNTRIES } from '../../../../nodes/SubscriptionMessaging/service/text/phoneNumber';

const context = {} as ILoadOptionsFunctions;

test.each(['getCountries', 'getLocales'] as const)(
	'%s begins with none, and goes on by name',
	async (name) => {
		const [none, ...others] = await loadOptions[name].call(context);
		expect(none).toEqual({ name: 'None', value: '' });
		const names = others.map((option) => option.name);
		expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
		expect(new Set(others.map(({ value }) => value)).size).toBe(others.length);
	},
);

test('each country that a number can be read for is there, by its name', async () => {
	const options = await loadOptions.getCountries.call(context);
	expect(options).toHaveLength(COUNTRIES.length + 1);
	expect(options).toContainEqual({ name: 'Switzerland (CH)', value: 'CH' });
});

test('locales are written as the interface writes them', async () => {
	const options = await loadOptions.getLocales.call(context);
	expect(options).toContainEqual({ name: 'German (Switzerland), de_CH', value: 'de_CH' });
	for (const { value } of options.slice(1)) expect(value).toMatch(/^[a-z]{2,3}_[A-Z]{2}$/);
});

test.each([
	['getCountries', 'Switzerland (CH)'],
	['getLocales', 'German (Switzerland), de_CH'],
] as const)('%s has English names, whatever language the server has', async (name, expected) => {
	const { DisplayNames } = Intl;
	const names = jest
		.spyOn(Intl, 'DisplayNames')
		.mockImplementation(
			(locales, options) =>
				new DisplayNames([locales].flat().length > 0 ? locales : ['de'], options),
		);
	const options = await loadOptions[name].call(context);
	names.mockRestore();
	expect(options.map((option) => option.name)).toContain(expected);
});

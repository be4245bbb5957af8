import type { IDataObject } from 'n8n-workflow';

import {
	NumberReader,
	readDefaultCountry,
	readNumbersToLookUp,
} from '../../../../../nodes/SubscriptionMessaging/actions/fields/phoneNumbers';
import { sendMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/send.operation';
import { lookUpCarrier } from '../../../../../nodes/SubscriptionMessaging/actions/phoneNumber/lookUpCarrier.operation';
import { entered } from '../entered';

const withOptions = (options: IDataObject = {}) => entered(sendMessage, { options });
const reader = (options?: IDataObject) => new NumberReader(withOptions(options), 'sendTo');

describe('a number', () => {
	test('is sent as digits with the country code', () => {
		expect(reader().read('+1 (801) 555-1001')).toBe('18015551001');
		expect(reader({ defaultCountry: 'DE' }).read('0151 23456789')).toBe('4915123456789');
	});

	test('that is none fails the item, and says how to go on', () => {
		for (const options of [{}, { impossibleNumbers: 'fail' }]) {
			expect(() => reader(options).read('room 12')).toThrow(
				expect.objectContaining({
					message: '\'Send To\': "room 12" is not a phone number [item 0]',
					description: expect.stringContaining("Under 'Options'") as string,
				}),
			);
		}
	});

	test('that is none is left out and listed where it is to be skipped', () => {
		const numbers = reader({ impossibleNumbers: 'skip' });
		expect(numbers.read('room 12')).toBeUndefined();
		expect(numbers.read('18015551001')).toBe('18015551001');
		expect(numbers.skipped).toEqual([
			{ sendTo: 'room 12', reason: '"room 12" is not a phone number' },
		]);
	});

	test('that occurs again is kept, unless duplicates are removed', () => {
		const all = reader();
		expect([all.isFirst('1', 'a'), all.isFirst('1', 'b')]).toEqual([true, true]);
		expect(all.skipped).toEqual([]);
		const once = reader({ removeDuplicates: true });
		expect([once.isFirst('1', 'a'), once.isFirst('2', 'b'), once.isFirst('1', 'c')]).toEqual([
			true,
			true,
			false,
		]);
		expect(once.skipped).toEqual([{ sendTo: 'c', reason: 'it occurs more than once' }]);
	});
});

test.each([
	[undefined, undefined],
	['', undefined],
	['  ', undefined],
	[' de ', 'DE'],
	['US', 'US'],
])('the country of %p is %p', (defaultCountry, country) => {
	expect(readDefaultCountry(withOptions({ defaultCountry }))).toBe(country);
});

test('a country that does not exist is refused by the name of the field', () => {
	expect(() => readDefaultCountry(withOptions({ defaultCountry: 'Germany' }))).toThrow(
		expect.objectContaining({
			message: `'Default Country Name or ID' is "Germany", which is no country code [item 0]`,
			description: expect.stringContaining('two letters') as string,
		}),
	);
});

test('of numbers to look up, what is none stays for the service to judge', () => {
	const phone_list = '0151 23456789, room 12; +18015551001';
	const options = { defaultCountry: 'DE' };
	expect(readNumbersToLookUp(entered(lookUpCarrier, { phone_list, options }))).toEqual([
		'4915123456789',
		'room 12',
		'18015551001',
	]);
});

import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

import {
	nationalDigitsOf,
	mayLackCode,
	normalizePhoneNumber,
	phoneNumberIn,
	possibleNumbersIn,
} from '../../../../../nodes/SubscriptionMessaging/service/text/phoneNumber';

test.each([
	['18015551001', undefined, '18015551001'],
	['+1 (801) 555-1001', undefined, '18015551001'],
	['tel:+1-801-555-1001', undefined, '18015551001'],
	['18015551001.0', undefined, '18015551001'],
	['491701234567.0', undefined, '491701234567'],
	['0170.123.45.67', 'DE', '491701234567'],
	['001 801 555 1001', undefined, '18015551001'],
	['+44\u00a07700\u2011900123', undefined, '447700900123'],
	['\u202a+447700900123\u202c', undefined, '447700900123'],
	['(801) 555-1001', 'US', '18015551001'],
	['18015551001', 'US', '18015551001'],
	['07700 900123', 'GB', '447700900123'],
	['0664 1234567', 'AT', '436641234567'],
	['447700900123', 'US', '447700900123'],
	['+18015551001', 'DE', '18015551001'],
	['+36 06 1 234 5678', undefined, '3612345678'],
	['0905012345678', 'TR', '905012345678'],
	['0 91 81234 56789', 'IN', '918123456789'],
	['0971501234567', 'AE', '971501234567'],
	['0491 512345', 'DE', '49491512345'],
	['04961 9827100', 'DE', '4949619827100'],
	['055 99123-4567', 'BR', '5555991234567'],
	['010 - 1234 - 1256', 'KR', '821012341256'],
	['+852 9123 - 9156', undefined, '85291239156'],
	['98765 - 98743', 'IN', '919876598743'],
	['039 2345678', 'IT', '390392345678'],
	['+44 20 7946 - 0958', undefined, '442079460958'],
	['+1 801 555 - 1001', undefined, '18015551001'],
	['030 123456 - 78', 'DE', '493012345678'],
	['5215512345678', undefined, '5215512345678'],
	['49 30 1234567-0', undefined, '49301234567' + '0'],
	['18015551001.00', undefined, '18015551001'],
	['18015551001,0', undefined, '18015551001'],
	['01.23.45.67.00', 'FR', '33123456700'],
	['01 23 01 45 67', 'FR', '33123014567'],
	['0170 0123456', 'DE', '491700123456'],
	['040 4040 040', 'DE', '49404040040'],
	['030/1234567', 'DE', '49301234567'],
	['030 / 12 34 56-7', 'DE', '49301234567'],
	['(033748) / 12345', 'DE', '493374812345'],
	['+49 30/1234567', undefined, '49301234567'],
	['0049 (0)30/1234567', undefined, '49301234567'],
	['+49 33748/12345', undefined, '493374812345'],
	['801/555-1001', 'US', '18015551001'],
	['1-801/555-1001', undefined, '18015551001'],
	[' 18015551001.0 ', undefined, '18015551001'],
	['+4930/1234567', undefined, '49301234567'],
	['+49 (0) 30/1234567', undefined, '49301234567'],
	['033748/12345', 'DE', '493374812345'],
	['0049 33748/12345', undefined, '493374812345'],
	['030/1234', 'DE', '49301234'],
	['+49 40 1234567.89', undefined, '4940123456789'],
	['+4940123.45.67', undefined, '49401234567'],
	['030.1234567', 'DE', '49301234567'],
	['0.30.1234567', 'DE', '49301234567'],
	['040 040 4567', 'DE', '49400404567'],
	['040  040 4567', 'DE', '49400404567'],
	['+49040 1 49040 1', undefined, '49401490401'],
	['0049040 1 49040 1', undefined, '49401490401'],
	['040-1 23 040-1 23', 'DE', '4940123040123'],
	['+4940123 045678', undefined, '4940123045678'],
	['040123-4 012345', 'DE', '49401234012345'],
	['0301234 01234-5', 'DE', '49301234012345'],
	['0301234 012345-6', 'DE', '493012340123456'],
	// As some countries dial abroad: the numbers of Singapore and Norway, and none of North America.
	['0011 65 8123 4567', 'AU', '6581234567'],
	['0011 47 92 34 56 78', 'AU', '4792345678'],
	['009 44 7700 900123', 'NG', '447700900123'],
	['0011 61 412 345 678', 'AU', '61412345678'],
	['001 801 555 1001', 'DE', '18015551001'],
	// No zero of another country is left out.
	['860-555-1234', 'US', '18605551234'],
	['(530) 334-4455', 'US', '15303344455'],
	['+86 0555 1234', undefined, '865551234'],
	['0086 0555 1234', undefined, '865551234'],
	['+493012345678901', undefined, '493012345678901'],
	// The zero of national numbers behind a country code.
	['49 (0)170 1234567', 'DE', '491701234567'],
	['44 (0)7911 123456', 'DE', '447911123456'],
	['(44) (0)7911 123456', undefined, '447911123456'],
	['95 (0)1 234 567', 'US', '951234567'],
	['1 (0)801 555 1001', undefined, '18015551001'],
	['686 (0)31234', 'GB', '68631234'],
	['49(0)170 1234567', 'DE', '491701234567'],
	['030 12 (0)34567', 'DE', '493012034567'],
	['1 (801) 555-1001', undefined, '18015551001'],
	['491 701 234567', undefined, '491701234567'],
	['444345678901', undefined, '444345678901'],
	['+5215512345678', undefined, '5215512345678'],
	['(001) 44 7911 123456', 'HK', '447911123456'],
	['0065 (0)3236 8055', 'SG', '6532368055'],
	// A zero that the country does not have is left out, and one that it has is not.
	['+420 (0)777 123 456', undefined, '420777123456'],
	['+39 (0)347 1234567', undefined, '393471234567'],
	['+39 (0)6 12345678', undefined, '390612345678'],
	['+39 0347 1234567', undefined, '393471234567'],
	['0 501 234 567', 'PL', '48501234567'],
	// Dialled by 00 in countries that dial by a longer prefix themselves.
	['0061 412 345 678', 'AU', '61412345678'],
	['0064 21 123 4567', 'AU', '64211234567'],
	['0055 11 98765-4321', 'BR', '5511987654321'],
	['00573211234567', 'CO', '573211234567'],
	['002348031234567', 'NG', '2348031234567'],
	['006642266481', 'TH', '6642266481'],
	['0044 7911 123456', 'NG', '447911123456'],
	['0044 7700 900123', 'AU', '447700900123'],
	// Possible, and not known to be valid.
	['002631312345', 'GB', '2631312345'],
	['00700 44 7911 123456', 'KR', '447911123456'],
	['0011447911123456', 'AU', '447911123456'],
	['001 44 7911 123456', 'HK', '447911123456'],
	['000 44 7911 123456', 'KE', '447911123456'],
	// Written as within North America, and as the code of another country.
	['(323) 626-2514', 'US', '13236262514'],
	['678 591 2345', 'AU', '6785912345'],
	['(44) 7911 123456', undefined, '447911123456'],
	['354 555 1234', 'IS', '3545551234'],
	['3545551234', undefined, '3545551234'],
	['6581234567', undefined, '6581234567'],
	['+43/664/1234567', undefined, '436641234567'],
	['+1/801/555-1001', undefined, '18015551001'],
	['+354/555/1234', undefined, '3545551234'],
	['0043/664/123 45 67', undefined, '436641234567'],
	// Two possible numbers, of which one is valid.
	['98538681', 'AT', '98538681'],
	['274043651', 'AF', '93274043651'],
])('takes %p with the default country %p as %p', (text, country, number) => {
	expect(normalizePhoneNumber(text, country)).toEqual({ number });
});

test.each([
	['8015551001', undefined, /with its country code$/],
	['+1 801 555', undefined, /with its country code$/],
	['12', 'US', /not a possible phone number/],
	['', undefined, /not a phone number/],
	['call me', 'US', /not a phone number/],
	['491701234567.5', undefined, /not a phone number/],
	['030/1234567/68', 'DE', /not a phone number/],
	['+1801555x1001', undefined, /not a phone number/],
	['18015551001,18015551002', undefined, /not a phone number/],
	['9'.repeat(30), undefined, /not a possible phone number: it has more than 15 digits$/],
	['1801555100112345', undefined, /more than 15 digits/],
	['+4930123456789012', undefined, /more than 15 digits/],
	['030 1234567890123', 'DE', /not a possible phone number/],
	['040 12345.0', 'DE', /it has decimals$/],
	['1801-555-1001.0', undefined, /it has decimals$/],
	['+1 801 555 1001,0', undefined, /it has decimals$/],
	['040 12345.5', 'DE', /it has decimals$/],
	['18015551001.50', undefined, /it has decimals$/],
	['0.18015551001', 'DE', /it has decimals$/],
	['040 12345 / 040 12346', 'DE', /it may be two numbers/],
	['040 12345/12346', 'DE', /it may be two numbers/],
	['+49 40 1234 / 1235', undefined, /it may be two numbers/],
	['+49401234/1235', undefined, /it may be two numbers/],
	['18015551234,18015551235', undefined, /it may be two numbers/],
	['4961234 4961111', 'IS', /it may be two numbers/],
	['18015551234 18015551235', undefined, /it may be two numbers/],
	['18015551234, +18015551235', undefined, /it may be two numbers/],
	['18015551234,123456', undefined, /it has decimals$/],
	['12345/12346', 'DE', /it may be two numbers/],
	['030/0123456', 'DE', /it may be two numbers/],
	['030/+491701234567', 'DE', /it may be two numbers/],
	['030/123/4567', 'DE', /it may be two numbers/],
	['030/123', 'DE', /it may be two numbers, or one with an extension$/],
	['040 12345 040 12346', 'DE', /it may be two numbers/],
	['+49 170 1234567 (2)', undefined, /it may be two numbers, or one with an extension$/],
	['+49 170 1234567 (12)', undefined, /it may be two numbers, or one with an extension$/],
	['+49 170 123456 (123)', undefined, /it may be two numbers, or one with an extension$/],
	['04915123456789', 'DE', /can be read as \+494915123456789 or \+4915123456789/],
	['0301234 0301235', 'DE', /it may be two numbers/],
	['18015551001 18015551002', undefined, /it may be two numbers/],
	['+1 801\n555 1001', undefined, /a line break or a tab$/],
	['0301234\r\n5678', 'DE', /a line break or a tab$/],
	['0301234\t5678', 'DE', /a line break or a tab$/],
	['0301234\u20285678', 'DE', /a line break or a tab$/],
	['-18015551001', undefined, /it begins with a minus$/],
	['\u221218015551001', undefined, /it begins with a minus$/],
	['\u201118015551001', undefined, /it begins with a minus$/],
	['ann@example.com', undefined, /it is an email address$/],
	['１８０１５５５１００１', undefined, /is not a phone number$/],
	['tel:', undefined, /is not a phone number$/],
	['1801tel:5551001', undefined, /is not a phone number$/],
	['123', undefined, /with its country code$/],
	['15215512345678', undefined, /with its country code$/],
	['521551234567890', undefined, /with its country code$/],
	['999999999999999', undefined, /with its country code$/],
	['+1 8015551001.0', undefined, /it has decimals$/],
	['18015551001.05', undefined, /it has decimals$/],
	['0301234\v5678', 'DE', /a line break or a tab$/],
	['030/1-23', 'DE', /it may be two numbers/],
	['040 0043/664', 'DE', /it may be two numbers/],
	['+39 01', undefined, /with its country code$/],
])('refuses %p with the default country %p', (text, country, problem) => {
	expect(normalizePhoneNumber(text, country)).toEqual({
		problem: expect.stringMatching(problem) as string,
	});
});

test('refuses to choose between two people', () => {
	expect(normalizePhoneNumber('18015551001', 'DE')).toEqual({
		problem: expect.stringContaining('can be read as +4918015551001 or +18015551001') as string,
	});
});

test.each([
	// Numbers of North America, which would be others in China, Cuba and Austria.
	['860-555-1234', undefined, '+865551234'],
	['(530) 334-4455', undefined, '+533344455'],
	['4305551234', undefined, '+435551234'],
	['49040 1 49040 1', undefined, '+49401490401'],
	['(617) 234-5678', undefined, '+6172345678'],
	['617-234-5678', undefined, '+6172345678'],
	['617.234.5678', undefined, '+6172345678'],
	['6172345678', undefined, '+6172345678'],
	// As it is written, a valid number of Belgium and of Iceland.
	['(323) 626-2514', undefined, '+3236262514'],
	['354 555 1234', undefined, '+3545551234'],
	['(354) 555-1234', undefined, '+3545551234'],
	['(323) 6262514', undefined, '+3236262514'],
	['323-626-2514', 'US', '+13236262514 or +3236262514'],
	['678 591 2345', 'US', '+16785912345 or +6785912345'],
	['617 - 234 - 5678', undefined, '+6172345678'],
	['(55) 1234-5678', undefined, '+5512345678'],
	// A zero behind a country code.
	['49 0170 1234567', 'DE', '+494901701234567 or +491701234567'],
	['0491601234567', 'DE', '+49491601234567 or +491601234567'],
	['4407911123456', 'DE', '+494407911123456 or +447911123456'],
	['4407911123456', undefined, '+447911123456'],
	// A digit short, which the dialling prefix of the country would make another number of.
	['00 45 3441345', 'SG', '+53441345'],
	['00453441345', 'SG', '+53441345'],
	['00 1 264641234', 'BR', '+64641234'],
	// A prefix of Australia, which would make a number of North America of it.
	['0011 65 8123 4567', undefined, '+16581234567'],
	['001 65 8123 4567', 'HK', '+6581234567 or +16581234567'],
	// A prefix of a carrier in Brazil.
	['0041212520123456', 'BR', '+212520123456 or +41212520123456'],
	['001 247 40605', 'ID', '+6200124740605'],
])('refuses %p with the default country %p, which may be %s', (text, country, read) => {
	expect(normalizePhoneNumber(text, country)).toEqual({
		problem: expect.stringContaining(`can be read as ${read}: write it with a plus sign`) as string,
	});
});

test('says what was refused in one short line', () => {
	const { problem } = normalizePhoneNumber('x'.repeat(100)) as { problem: string };
	expect(problem).toBe(`"${'x'.repeat(39)}…" is not a phone number`);
	expect(normalizePhoneNumber('x'.repeat(40))).toEqual({
		problem: `"${'x'.repeat(40)}" is not a phone number`,
	});
	expect(normalizePhoneNumber('12', 'US')).toEqual({
		problem: '"12" is not a possible phone number with its country code',
	});
});

test('a country code that is none is a mistake of the caller', () => {
	expect(() => normalizePhoneNumber('8015551001', 'ZZ')).toThrow(RangeError);
	expect(normalizePhoneNumber('8015551001', 'us')).toEqual({ number: '18015551001' });
});

describe('A number of North America in international digits', () => {
	const areas = Array.from({ length: 1000 }, (_, area) => String(area).padStart(3, '0'));
	const numbers = areas.map((area) => `1${area}5551001`);

	it.each([undefined, 'US', 'BS'])(
		'with the default country %p is what its digits say',
		(country) => {
			const expected = numbers.map((number) => {
				const read = parsePhoneNumberFromString(`+${number}`);
				return read?.isPossible()
					? { number: read.number.slice(1) }
					: { problem: expect.any(String) };
			});
			expect(numbers.map((number) => normalizePhoneNumber(number, country))).toEqual(expected);
			expect(normalizePhoneNumber('+18015551001', country)).toEqual({ number: '18015551001' });
		},
	);

	it('may be another one where the default country has other numbers', () => {
		const readings = numbers.map((number) => Object.keys(normalizePhoneNumber(number, 'DE'))[0]);
		expect(new Set(readings)).toEqual(new Set(['number', 'problem']));
		expect(normalizePhoneNumber('+18015551001', 'DE')).toEqual({ number: '18015551001' });
	});
});

test.each([
	['18015551001', '8015551001'],
	['33612345678', '612345678'],
	['6581234567', '81234567'],
	['12', '12'],
])('the national digits of %s are %s', (number, digits) => {
	expect(nationalDigitsOf(number)).toBe(digits);
});

test.each([
	['4407911123456', '18015551001', ['447911123456']],
	['44 (0)7911 123456', '447911123456', ['447911123456']],
	['49 0170 1234567', '491701234567', ['494901701234567', '491701234567']],
	['18015551001', '491701234567', ['4918015551001', '18015551001']],
	['+18015551001', '491701234567', ['18015551001']],
	['(801) 555-1001', '18015551002', ['18015551001']],
	['8 912 345-67-89', '79123456780', ['79123456789']],
	['12', '18015551001', []],
	['desk', '18015551001', []],
])('%p beside the number %p may be %j', (text, other, numbers) => {
	expect(possibleNumbersIn(text, other)).toEqual(numbers);
});

test('a number alone is asked for where it does not matter why there is none', () => {
	expect(phoneNumberIn('(801) 555-1001', 'US')).toBe('18015551001');
	expect(phoneNumberIn('(801) 555-1001')).toBeUndefined();
});

test.each([
	['3234591296', true],
	[' 323 459 1296 ', true],
	['(323) 459-1296', true],
	['323 4591296', true],
	['4526123456', false],
	['47 92 75 68 93', false],
	['+3234591296', false],
	['13234591296', false],
	['447700900123', false],
])('%s may be a number of North America without its 1: %s', (text, isSo) => {
	expect(mayLackCode(text)).toBe(isSo);
});

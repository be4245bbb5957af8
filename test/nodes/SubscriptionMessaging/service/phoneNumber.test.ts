import { normalizePhoneNumber } from '../../../../nodes/SubscriptionMessaging/service/phoneNumber';

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
	['5215512345678', undefined, '5215512345678'],
])('takes %p with the default country %p as %p', (text, country, number) => {
	expect(normalizePhoneNumber(text, country)).toEqual({ number });
});

test.each([
	['8015551001', undefined, /needs its country code, or a default country/],
	['+1 801 555', undefined, /needs its country code$/],
	['12', 'US', /not a possible phone number/],
	['', undefined, /not a phone number/],
	['call me', 'US', /not a phone number/],
	['491701234567.5', undefined, /not a phone number/],
	['030/1234567/68', 'DE', /not a phone number/],
	['+1801555x1001', undefined, /not a phone number/],
	['18015551001,18015551002', undefined, /not a phone number/],
	['9'.repeat(30), undefined, /not a possible phone number/],
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

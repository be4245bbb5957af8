import {
	personKey,
	recipientKey,
} from '../../../../../nodes/SubscriptionMessaging/service/text/personKey';

it.each([
	['18015551001', '+1 (801) 555-1001'],
	['18015551001', '0018015551001'],
	['18015551001', '011 1 801 555 1001'],
	['18015551001', '18015551001.0'],
	['18015551001', ' 18015551001.0 '],
	['18015551001', '+18015551001,00'],
	['18015551001', '１８０１５５５１００１'],
	['4915112345671', '+49 (0)151 12345671'],
	['4915112345671', '0049 (0) 151 / 12345671'.replace('(0) ', '(0)')],
	// A landline of Rome keeps its zero.
	['390612345678', '+39 (0)6 12345678'],
	['525512345678', '+52 1 55 1234 5678'],
	['525512345678', '+52 55 1234 5678'],
	['541123456789', '+54 9 11 2345-6789'],
	['541123456789', '+54 11 2345-6789'],
])('%s is written as %s', (key, written) => {
	expect(personKey(written)).toBe(key);
	expect(personKey(key)).toBe(key);
});

it.each([
	// A national number of Leeds, Turin or São Paulo.
	'01132345678',
	'01112345678',
	'011912345678',
	'5215512345',
	'54911234567890',
	'18015551001 x5',
	'18015551001, 18015551002',
	'18005551001',
	'80118015551001',
	'0018015551001 x5',
	'01118015551001 x5',
	'15215512345678',
	'011@acme.example',
	'(0)151 12345671x',
])('%s stays as it is', (written) => {
	expect(personKey(written)).toBe(written);
});

it('compares email addresses without regard to case, and takes nothing for an empty text', () => {
	expect(personKey(' Ada@Acme.Example ')).toBe('ada@acme.example');
	expect([personKey(null), personKey(undefined), personKey(' ')]).toEqual(['', '', '']);
});

it('leaves what is longer than any address as it is', () => {
	const long = `+${'1'.repeat(600)}`;
	expect(personKey(long)).toBe(long);
	const [longest, longer] = [499, 500].map((length) => ` ${'A'.repeat(length)}`);
	expect(personKey(longest)).toBe('a'.repeat(499));
	expect(personKey(longer)).toBe(longer);
});

it('takes a zero in brackets for that of a trunk only behind a country code', () => {
	expect(personKey('49 00 (0)30 1234567')).toBe('49000301234567');
});

describe('the recipients of a list or of several items', () => {
	test.each([
		['18015551001', 1, '+1 (801) 555-1001', 1],
		['18015551001', 1, '18015551001', '1'],
		['Ann@example.com', 4, 'ann@example.com', 4],
		['5215512345678', 1, '525512345678', 1],
		['5491123456789', '3', '541123456789', 3],
	])('%p of type %p is %p of type %p', (a, typeOfA, b, typeOfB) => {
		expect(recipientKey(a, typeOfA)).toBe(recipientKey(b, typeOfB));
	});

	test.each([
		['room-12', 5, 'desk-12', 5],
		['18015551001', 1, '18015551001', 3],
		['18015551001', 1, '18015551002', 1],
		['5215512345678', 5, '525512345678', 5],
		['0012345', 6, '12345', 6],
	])('%p of type %p is not %p of type %p', (a, typeOfA, b, typeOfB) => {
		expect(recipientKey(a, typeOfA)).not.toBe(recipientKey(b, typeOfB));
	});
});

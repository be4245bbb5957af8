import {
	identityOf,
	isSubscribed,
	personOf,
	type Subscriber,
} from '../../../../../nodes/SubscriptionMessaging/service/answer/person';

const SUBSCRIBER: Subscriber = {
	name: 'Staff',
	email: 1,
	landline: 0,
	mobiletxt: 1,
	mobilevoice: null,
	subscribed_type: 3,
	created_at: '2026-01-02 03:04:05',
	updated_at: '2026-02-03 04:05:06',
	unsubdate: '',
	custom_field: 'blue',
	default_keyword: 'NSTAFF',
	user: {
		first_name: 'Ada',
		last_name: 'Lovelace',
		phone: '+1 (801) 555-1001',
		email: 'ada@acme.example',
		landline: null,
		carrier: 'Example Wireless',
		password: '',
		role_id: 4,
		address: { street: '1 Pier', city: 'Logan', state_abbr: 'UT', zip: 84321 },
	},
};

describe('a subscriber as one flat person', () => {
	it('has the person first, booleans for what they receive, and no password or role', () => {
		expect(personOf(SUBSCRIBER, 'NSTAFF')).toEqual({
			name: 'Ada Lovelace',
			first_name: 'Ada',
			last_name: 'Lovelace',
			phone: '+1 (801) 555-1001',
			email: 'ada@acme.example',
			landline: '',
			carrier: 'Example Wireless',
			street: '1 Pier',
			street2: '',
			city: 'Logan',
			state: '',
			state_abbr: 'UT',
			zip: '84321',
			receives_text: true,
			receives_voice: false,
			receives_email: true,
			receives_landline: false,
			subscribed: true,
			group: 'NSTAFF',
			group_name: 'Staff',
			created_at: '2026-01-02 03:04:05',
			updated_at: '2026-02-03 04:05:06',
			unsubdate: '',
			custom_field: 'blue',
		});
	});

	it('has no blanks around a text', () => {
		const user = { first_name: ' Ada ', last_name: '\tLovelace\n' };
		expect(personOf({ user }, 'NSTAFF')).toMatchObject({
			name: 'Ada Lovelace',
			first_name: 'Ada',
			last_name: 'Lovelace',
		});
	});

	it('is flat also where the service gives no user', () => {
		const person = personOf({ mobiletxt: 1 }, 'NSTAFF');
		expect(person).toMatchObject({ name: '', phone: '', zip: '', receives_text: true });
		expect(Object.values(person).filter((value) => typeof value === 'object')).toEqual([]);
	});
});

it.each([
	['', true],
	[null, true],
	[undefined, true],
	[' ', true],
	['2026-03-04 05:06:07', false],
	// How some databases write that there is no date.
	['0000-00-00 00:00:00', true],
	['0000-00-00', true],
	['-0001-11-30 00:00:00', true],
	['-0001-11-30T00:00:00+00:00', true],
	['-0001-11-30 00:00:00+00:00', true],
	['-0001-11-30T00:00:00+0000', true],
	['-0001-11-30x00:00:00+00:00', false],
	['-0001-11-30T00:00:00-05:00', true],
	['-0001-11-30T00:00:00-0500', true],
	['2026-11-30T00:00:00-05:00', false],
	['-0001-11-30 00:00:01', false],
	['2001-11-30 00:00:00', false],
	['0000-00-00T00:00:00Z', true],
	['0', true],
	['0001-01-01', false],
	['yes', false],
])('unsubdate %p means subscribed: %p', (unsubdate, expected) => {
	expect(isSubscribed({ unsubdate })).toBe(expected);
});

describe('a person is the phone number, else the email address, else the landline', () => {
	const all = { phone: '18015551001', email: 'ada@acme.example', landline: '18015550000' };

	it.each([
		[all, '18015551001'],
		[{ ...all, phone: '' }, 'ada@acme.example'],
		[{ ...all, phone: null, email: ' ' }, '18015550000'],
		[{ first_name: 'Ada' }, ''],
		[null, ''],
	])('%j is %p', (user, expected) => {
		expect(identityOf({ user })).toBe(expected);
	});

	it.each([
		'+1 (801) 555-1001',
		'1-801-555-1001',
		'tel:+18015551001',
		' 0018015551001 ',
		'011 1 801 555 1001',
		'18015551001.0',
	])('%p is the number however it is written', (phone) => {
		expect(identityOf({ user: { phone } })).toBe('18015551001');
	});

	it.each([
		'-',
		'n/a',
		'none',
		'0',
		'00',
		'+',
		'(no phone)',
		'000-000-0000',
		'1801555****',
		'1801555●●●●',
		'12345',
	])('%p is no number by which people are told apart, so the next field counts', (phone) => {
		expect(identityOf({ user: { ...all, phone } })).toBe('ada@acme.example');
		expect(identityOf({ user: { ...all, phone, email: 'none' } })).toBe('18015550000');
		expect(identityOf({ user: { phone } })).toBe('');
	});

	it('may be a number with an extension', () => {
		const one = identityOf({ user: { ...all, phone: '+1 801 555 1001 x5' } });
		expect(one).not.toBe('ada@acme.example');
	});

	it.each(['5551001', '5000001'])('may be %s, which has seven digits', (phone) => {
		expect(identityOf({ user: { phone } })).toBe(phone);
	});

	it('takes no zeros from an email address', () => {
		expect(identityOf({ user: { email: '007@Acme.example' } })).toBe('007@acme.example');
	});
});

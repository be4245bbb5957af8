import {
	AddressIndex,
	isTelling,
} from '../../../../../nodes/SubscriptionMessaging/service/text/addressIndex';

const SENT = [
	'18015551001',
	'+1 801 555-1002',
	'447700900123',
	'Ann@Example.com',
	'5551001',
	'desk',
	'1 801 055 1002',
];
const index = new AddressIndex(SENT);

test.each([
	['89123456789', 1],
	['8 (912) 345-67-89', 1],
	['889123456789', 0],
	['69123456789', 0],
])('%s is how +7 912 345-67-89 is dialled in its country: %i', (written, count) => {
	expect(new AddressIndex(['79123456789']).meant(written)).toHaveLength(count);
});

test.each([
	['18015551001', ['18015551001']],
	['+1 (801) 555-1002', ['+1 801 555-1002']],
	['ann@example.com ', ['Ann@Example.com']],
	['DESK', ['desk']],
])('%j is the same as %j', (written, expected) => {
	expect(index.exactly(written)).toEqual(expected);
	expect(index.meant(written)).toEqual([expected]);
});

test.each([
	['without its country code', '8015551002', ['+1 801 555-1002']],
	['without it, in groups', '801.055.1002', ['1 801 055 1002']],
	['with the zero of a national number', '07700 900123', ['447700900123']],
	['with several zeros before it', '0008015551002', ['+1 801 555-1002']],
	['with only seven digits', '0900123', undefined],
	['with its last seven digits', '5551002', ['+1 801 555-1002']],
])('a number %s is found by its end', (_, written, expected) => {
	expect(index.exactly(written)).toEqual([]);
	expect(index.meant(written)).toEqual(expected ? [expected] : []);
});

test('a number that was sent stands for itself, also where others end with it', () => {
	expect(index.meant('555-1001')).toEqual([['5551001']]);
});

test('a number that can be several is each of them', () => {
	const alike = new AddressIndex(['18015551001', '448015551001', '19995551001']);
	expect(alike.meant('8015551001')).toEqual([['18015551001'], ['448015551001']]);
	expect(alike.meant('5551001')).toEqual([['18015551001'], ['448015551001'], ['19995551001']]);
});

test('a number stands for nobody where it can be several', () => {
	const alike = new AddressIndex(['18015551001', '+1 801 555 1001', '448015551001']);
	expect(alike.only('18015551001')).toEqual(['18015551001', '+1 801 555 1001']);
	expect(alike.only('8015551001')).toEqual([]);
	expect(alike.only('12345')).toEqual([]);
});

test('an address that ends with a number is not found by it', () => {
	expect(new AddressIndex(['ann8015551001']).meant('8015551001')).toEqual([]);
});

test('addresses that differ only in their form are one person', () => {
	const twice = new AddressIndex(['18015551001', '+18015551001', '18015551001']);
	expect(twice.exactly('18015551001')).toEqual(['18015551001', '+18015551001']);
	expect(twice.meant('8015551001')).toEqual([['18015551001', '+18015551001']]);
});

test.each([
	['six digits', '551001'],
	['seven digits of which one is a leading zero', '0551001'],
	['another number', '8015551009'],
	['an email address that ends alike', 'bob-ann@example.com'],
	['nothing', ''],
	['null', null],
	['undefined', undefined],
])('%s stands for no address', (_, written) => {
	expect(index.meant(written)).toEqual([]);
});

test('work grows with the number of addresses, not with its square', () => {
	const numbers = Array.from({ length: 50_000 }, (_, n) => `1801${String(n).padStart(7, '0')}`);
	const many = new AddressIndex(numbers);
	const national = numbers.map((number) => number.slice(1));
	expect(national.every((written, n) => many.meant(written)[0]?.[0] === numbers[n])).toBe(true);
});

test('an index of nothing finds nothing', () => {
	expect(new AddressIndex().meant('18015551001')).toEqual([]);
});

describe('a number that a service has rewritten', () => {
	const sent = new AddressIndex([
		'18015551001',
		'447700900123',
		'5491155551234',
		'33612345678',
		'353850123456',
		'4915123456789',
		'ann@example.com',
	]);

	test.each([
		['as it is', '18015551001', ['18015551001']],
		['without its country code', '801-555-1001', ['18015551001']],
		['with an exit code', '011 1 801 555 1001', ['18015551001']],
		['with zeros before it', '0018015551001', ['18015551001']],
		['at an email gateway', '18015551001@sms.example.com', ['18015551001']],
		['at a gateway below another one', '18015551001@a.example@b.example', []],
		['with its trunk zero in brackets', '+44 (0) 7700 900123', ['447700900123']],
		['with zeros before it and without its country code', '008015551001', ['18015551001']],
		['with its trunk zero', '+44 07700 900123', ['447700900123']],
		['with the trunk zero of nine digits', '+33 0612345678', ['33612345678']],
		['with the trunk zero behind three digits', '+353 085 012 3456', ['353850123456']],
		['with the trunk zero of eleven digits', '+49 01512 3456789', ['4915123456789']],
		['with a zero elsewhere', '+33 6012345678', []],
		['with full stops', '44.77.00.900123', ['447700900123']],
		['to its last seven digits', '5551001', ['18015551001']],
		['as a spreadsheet writes it', '18015551001.0', ['18015551001']],
		['as a spreadsheet writes one with cents', '18015551001.05', []],
		['without the mobile digit of its country', '541155551234', ['5491155551234']],
		['with another country code', '448015551001', []],
		['with another digit', '18015551009', []],
		['with another area', '18025551001', []],
		['to six digits', '551001', []],
		['to a name', 'bob@example.com', []],
		['to nothing', '', []],
	])('%s: %s', (_how, written, expected) => {
		expect(sent.meant(written).flat()).toEqual(expected);
	});

	test('from its last seven digits to all of them is found', () => {
		expect(new AddressIndex(['5551001']).meant('18015551001')).toEqual([['5551001']]);
	});

	test.each([
		['015123456789', '4915123456789'],
		['07700900123', '+44 7700 900123'],
		['0151 23456789', '015123456789'],
		['005491155551234', '541155551234'],
	])('from %s, as it is written within its country, to %s is found', (sentTo, written) => {
		expect(new AddressIndex([sentTo, '447700900124']).meant(written)).toEqual([[sentTo]]);
	});

	test('to what several were sent as is each of them', () => {
		const alike = new AddressIndex(['8015551001', '+18015551001', '28015551001']);
		expect(alike.meant('18015551001')).toEqual([['+18015551001']]);
		expect(alike.meant('01118015551001')).toEqual([['8015551001'], ['+18015551001']]);
	});
});

test.each([
	['1801555', true],
	['+1 801-555', true],
	['180155', false],
	['1801555****', false],
	['ann1801555', false],
	['ann@example.com', true],
	['a@b', true],
	['a**@example.com', false],
	['ann@exa*ple.com', false],
	['a••@example.com', false],
	['a…n@example.com', false],
	['a..n@example.com', false],
	['a.n@example.com', true],
	['000-0000', false],
	['0005551001', true],
	['000555100', false],
	['ann@example.com and more', false],
	['to ann@example.com', false],
	['ann@bob@example.com', false],
	['@example.com', false],
	['ann@', false],
	['desk', false],
	['', false],
])('%j names somebody: %s', (written, telling) => {
	expect(isTelling(written)).toBe(telling);
});

test('among very many numbers that end alike, another one means nobody, and the same one does', () => {
	const many = (count: number) =>
		new AddressIndex(Array.from({ length: count }, (_one, nth) => `${1000 + nth}8015551001`));
	expect(many(100).only('8015551001')).toEqual([]);
	expect(many(100).meant('10008015551001')).toHaveLength(1);
	expect(many(1).only('8015551001')).toEqual(['10008015551001']);
	expect(many(101).meant('99998015551001')).toEqual([['10008015551001'], ['10018015551001']]);
	expect(many(100).meant('99998015551001')).toHaveLength(0);
	expect(many(101).only('10008015551001')).toEqual(['10008015551001']);
});

test('what is longer than any address means nobody', () => {
	const one = new AddressIndex(['18015551001']);
	expect(one.meant('18015551001'.padStart(500, '9'))).toEqual([['18015551001']]);
	expect(one.meant('18015551001'.padStart(501, '9'))).toEqual([]);
});

import { GONE, listOf, type Entry } from './subscriberEntries';

const ANN = '18015551001';
const BOB = '18015551002';

const hasLeft = (recipient: string, ...entries: Entry[]) =>
	listOf([recipient], entries).hasLeft(recipient);
const problem = (recipient: string, type: number, ...entries: Entry[]) =>
	listOf([recipient], entries).problemWith(recipient, type);

describe('who has left', () => {
	it.each([
		'18015551001',
		'+1 (801) 555-1001',
		'0018015551001',
		'tel:+1-801-555-1001',
		'1.801.555.1001',
	])('is known by a number that the service writes as %s', (phone) => {
		expect(hasLeft(ANN, { phone, unsubdate: GONE })).toBe(true);
		expect(hasLeft(BOB, { phone, unsubdate: GONE })).toBe(false);
	});

	it('is known by the landline and the email address, too', () => {
		expect(hasLeft(ANN, { phone: BOB, landline_number: ANN, unsubdate: GONE })).toBe(true);
		expect(hasLeft('ann@example.com', { mail: ' Ann@Example.COM', unsubdate: GONE })).toBe(true);
		expect(hasLeft('ann@example.com', { mail: 'ann@example.org', unsubdate: GONE })).toBe(false);
	});

	it.each([
		'011 1 801 555 1001',
		'１８０１５５５１００１',
		'+1 801 555 1001 x5',
		'+1 801 555 1001 ext. 12',
		'+1 801 555 1001 ext 12',
		'18015551001 x5 , 18015559999',
		`18015551001${' '.repeat(600)}`,
		'18015551001;ext=5',
		'18015551001#5',
		'18015559999, 18015551001',
		'18015551001 | 18015559999',
		'18015551001;18015559999 x5',
		'18015559999 / 18015551001',
		'18015559999/18015551001',
		'18015559999 18015551001',
		'+1 801 555 9999 or +1 801 555 1001',
		'18015551001 & 18015559999',
		'18015559999、18015551001',
		'18015559999，18015551001',
		'18015551001；18015559999',
		'18015559999｜18015551001',
		'18015559999\t18015551001',
		'+1 801 555 9999+1 801 555 1001',
		'+1 (0)801 555 1001',
	])('is known by the number in %s', (phone) => {
		expect(hasLeft(ANN, { phone, unsubdate: GONE })).toBe(true);
		expect(problem(ANN, 1, { phone })).toBeUndefined();
		expect(hasLeft(BOB, { phone, unsubdate: GONE })).toBe(false);
	});

	it.each([
		['525512345678', '5215512345678'],
		['541123456789', '5491123456789'],
	])('is known by a mobile number with or without its old digit: %s, %s', (one, other) => {
		expect(hasLeft(one, { phone: other, unsubdate: GONE })).toBe(true);
		expect(hasLeft(other, { phone: one, unsubdate: GONE })).toBe(true);
	});

	it('is known by a number of the most digits beside a word', () => {
		expect(
			problem('123456789012345', 1, { phone: 'H 123456789012345 C 8015559999' }),
		).toBeUndefined();
	});

	it('is nobody whose number is the end of one that is written in groups', () => {
		expect(hasLeft('13855551001', { phone: '801-555-1001 801-555-9999', unsubdate: GONE })).toBe(
			false,
		);
		expect(hasLeft('3545551001', { phone: '1801 5551001', unsubdate: GONE })).toBe(false);
		expect(hasLeft('3541801555', { phone: '1801555 1001', unsubdate: GONE })).toBe(false);
	});

	it('is known by each of the email addresses in a field', () => {
		for (const ann of ['ann@example.com', 'ann@firm.or.at', 'a&b@example.com']) {
			for (const separator of ['; ', ' ', ' / ', ' or ', ' mailto:']) {
				const mail = `bob@example.com${separator}${ann}`;
				expect(hasLeft(ann, { mail, unsubdate: GONE })).toBe(true);
			}
			expect(hasLeft(ann, { mail: `Ann <${ann}>`, unsubdate: GONE })).toBe(true);
			expect(hasLeft(ANN, { mail: `${ann} ${ANN}`, unsubdate: GONE })).toBe(true);
		}
	});

	it('is nobody whose date of leaving is all zeros', () => {
		expect(hasLeft(ANN, { phone: ANN, unsubdate: '0000-00-00 00:00:00' })).toBe(false);
		expect(problem(ANN, 1, { phone: ANN, unsubdate: '0000-00-00' })).toBeUndefined();
	});

	it('is nobody with an active entry, in whichever order the two come', () => {
		const left = { phone: ANN, unsubdate: GONE };
		const active = { phone: '+1 801 555 1001' };
		expect(hasLeft(ANN, left, active)).toBe(false);
		expect(hasLeft(ANN, active, left)).toBe(false);
		expect(hasLeft(ANN, left, left)).toBe(true);
	});

	it('is nobody who is not listed, and an entry without an address tells nothing', () => {
		expect(hasLeft(ANN)).toBe(false);
		expect(hasLeft(ANN, { phone: '', unsubdate: GONE }, { phone: null, unsubdate: GONE })).toBe(
			false,
		);
		expect(listOf([ANN], [{ phone: BOB, unsubdate: GONE }]).hasLeft(BOB)).toBe(false);
	});

	it('is known by a number with the zero of a trunk, as Remove Duplicates reads it', () => {
		expect(hasLeft('4930123456', { phone: '+49 (0)30 123456', unsubdate: GONE })).toBe(true);
	});

	it('is known by a national number of the default country', () => {
		const entries = [{ phone: '(801) 555-1001', unsubdate: GONE }];
		expect(listOf([ANN, BOB], entries, 'US').hasLeft(ANN)).toBe(true);
		expect(listOf([ANN, BOB], entries, 'US').hasLeft(BOB)).toBe(false);
	});

	it('is taken to be whose number lacks only its country code, unless that entry is active', () => {
		expect(hasLeft(ANN, { phone: '801-555-1001', unsubdate: GONE })).toBe(true);
		expect(hasLeft('447700900123', { phone: '07700 900123', unsubdate: GONE })).toBe(true);
		const left = { phone: '8015551001', unsubdate: GONE };
		expect(hasLeft(ANN, left, { phone: '801 555 1001' })).toBe(false);
		expect(hasLeft(ANN, left, { phone: ANN })).toBe(false);
		expect(hasLeft(ANN, { ...left, phone: ANN }, { phone: '8015551001' })).toBe(true);
	});

	it.each([
		['2250123456789', '01 23 45 67 89'],
		['2290195123456', '01 95 12 34 56'],
		['79123456789', '8 912 345-67-89'],
		['375291234567', '8 029 123-45-67'],
		['37061234567', '8 612 34567'],
		['5491123456789', '011 15-2345-6789'],
		['4534412345', '011 45 34 41 23 45'],
		['4534412345', '0011 45 34412345'],
		['298211234', '21 12 34'],
		['18015551001', '+1 801\u2011555\u20111001 ext. 5'],
		['18015551001', '801\u2013555\u20131002; 801\u2013555\u20131001'],
	])('%s may be whom the country, or somebody abroad, writes as %s', (recipient, phone) => {
		expect(hasLeft(recipient, { phone, unsubdate: GONE })).toBe(true);
	});

	it.each(['07700 900123, 447700900456', '07700 900123 / +447700900456'])(
		'is each of several in a field that begins with a zero: %s',
		(phone) => {
			const list = listOf(['447700900123', '447700900456'], [{ phone, unsubdate: GONE }]);
			expect(['447700900123', '447700900456'].map((one) => list.hasLeft(one))).toEqual([
				true,
				true,
			]);
		},
	);

	it('is nobody whose number follows other digits than those that are dialled abroad', () => {
		expect(hasLeft(ANN, { phone: '9118015551001', unsubdate: GONE })).toBe(false);
		expect(hasLeft(ANN, { phone: '0011 1 801 555 1001', unsubdate: GONE })).toBe(true);
	});

	it('is known by the few digits of a small country', () => {
		const entries = [{ phone: '21 12 34', unsubdate: GONE }];
		const list = listOf(['298211234', '298211235'], entries, 'FO');
		expect(list.hasLeft('298211234')).toBe(true);
		expect(list.hasLeft('298211235')).toBe(false);
		expect(listOf(['298211234'], [{ phone: '211234' }], 'FO').problemWith('298211234', 1)).toBe(
			undefined,
		);
	});

	it.each([
		['33612345600', '06.12.34.56.00', 'FR'],
		['33612345600', '06.12.34.56.00', undefined],
		['18015550000', '801.555.0000', 'US'],
		['18015550000', '801-555.0000', undefined],
		['493090182000', '030.901820.00', 'DE'],
	])('is known by a number that ends in zeros behind a dot: %s as %s', (number, phone, country) => {
		const list = listOf([number], [{ phone, unsubdate: GONE }], country);
		expect(list.hasLeft(number)).toBe(true);
	});

	it('is known by a number that a spreadsheet wrote with decimals', () => {
		for (const phone of ['18015551001.00', '18015551001,0', '+18015551001.0', ' 18015551001.0 ']) {
			expect(hasLeft(ANN, { phone, unsubdate: GONE })).toBe(true);
		}
	});

	it('is known by a number without its country code that was written with decimals', () => {
		for (const phone of ['8015551001.0', '8015551001.00', ' 8015551001.0 ']) {
			expect(hasLeft(ANN, { phone, unsubdate: GONE })).toBe(true);
		}
	});

	it('is known in a field of 500 characters, and not in a longer one', () => {
		const field = (length: number) => `${ANN};`.padStart(length, 'x;');
		expect(hasLeft(ANN, { phone: field(500), unsubdate: GONE })).toBe(true);
		expect(hasLeft(ANN, { phone: field(501), unsubdate: GONE })).toBe(false);
	});

	it('is nobody whose number is only a part of one that was found', () => {
		const list = listOf([ANN, '3545551001'], [{ phone: '1801,5551001', unsubdate: GONE }]);
		expect([ANN, '3545551001'].map((recipient) => list.hasLeft(recipient))).toEqual([true, false]);
	});

	it('may be one of several numbers with a sign before it', () => {
		expect(hasLeft(ANN, { phone: '#18015551001, 18015559999', unsubdate: GONE })).toBe(true);
	});

	it('is nobody in an entry without a user', () => {
		const list = listOf([ANN], []);
		for (const user of [null, undefined]) list.add({ unsubdate: GONE, user });
		expect(list.hasLeft(ANN)).toBe(false);
	});

	it('is told from recipients whose numbers end alike', () => {
		const alike = [ANN, '447915551001', 'ann18015551001', '18015551001@example.com'];
		const left = (phone: string) => {
			const list = listOf(alike, [{ phone, unsubdate: GONE }]);
			return alike.filter((recipient) => list.hasLeft(recipient));
		};
		expect(left(ANN)).toEqual([ANN]);
		expect(left('+44 7915 551001')).toEqual(['447915551001']);
		expect(left('07915 551001')).toEqual(['447915551001']);
		expect(left('801 555 1001')).toEqual([ANN]);
		expect(left('ann18015551001')).toEqual(['ann18015551001']);
	});

	it('is known by a number that lacks a country code of one to three digits, and no more', () => {
		const left = (recipient: string, phone: string) =>
			hasLeft(recipient, { phone, unsubdate: GONE });
		expect(left('3548015551001', '8015551001')).toBe(true);
		expect(left('35448015551001', '8015551001')).toBe(false);
		// Seven digits are a number, six are not.
		expect(left('3545551001', '5551001')).toBe(true);
		expect(left('551001', '0551001')).toBe(false);
	});

	it('is known by a number with more zeros before it', () => {
		expect(hasLeft('447700900123', { phone: '007700900123', unsubdate: GONE })).toBe(true);
		expect(hasLeft(ANN, { phone: '00018015551001', unsubdate: GONE })).toBe(true);
		expect(hasLeft('49300123456', { phone: '030.0123456', unsubdate: GONE })).toBe(true);
	});

	it('is known whichever way the recipient is written', () => {
		for (const recipient of ['0018015551001', '+1 (801) 555-1001', ' 1-801-555-1001 ']) {
			expect(hasLeft(recipient, { phone: ANN, unsubdate: GONE })).toBe(true);
			expect(problem(recipient, 1, { phone: ANN })).toBeUndefined();
		}
	});

	it('is nobody whose address only looks like a number at one end', () => {
		for (const recipient of ['x8015551001', '1x8015551001', '18015551001x']) {
			expect(hasLeft(recipient, { phone: '8015551001', unsubdate: GONE })).toBe(false);
			expect(hasLeft(recipient, { phone: recipient, unsubdate: GONE })).toBe(true);
		}
	});

	it('is nobody who is no recipient, though the number ends like that of one', () => {
		const list = listOf([ANN], [{ phone: '+44 (0)801 5551001', unsubdate: GONE }], 'GB');
		expect(list.hasLeft('448015551001')).toBe(false);
		expect(list.hasLeft(ANN)).toBe(false);
	});

	it('counts once where a recipient is given twice', () => {
		const list = listOf([ANN, ANN], [{ phone: '8015551001', unsubdate: GONE }]);
		expect(list.hasLeft(ANN)).toBe(true);
	});

	it.each([
		'801-555-1001/801-555-9999',
		'(801) 555-9999 (801) 555-1001',
		'801-555-9999 801-555-1001',
		'8015559999  8015551001',
		'8015551001 (8015559999)',
		'H: 8015559999 C: 8015551001',
		'8015559999 OR 8015551001',
		'801-555-9999 - 801-555-1001',
		'8015559999&8015551001',
		'８０１５５５１００１',
	])('may be who has the number in %s, and is no subscriber by it', (phone) => {
		expect(hasLeft(ANN, { phone, unsubdate: GONE })).toBe(true);
		expect(problem(ANN, 1, { phone })).toBe('it is not subscribed to the group');
		expect(hasLeft(BOB, { phone, unsubdate: GONE })).toBe(false);
	});

	it.each([
		['447911123456', '4407911123456'],
		['491701234567', '49 0170 1234567'],
		['33612345678', '33 06 12 34 56 78'],
		['6581234567', '81234567 / 98765432'],
		['4915112345678', '0151 12345678 0151 87654321'],
		['33612345678', '06 12 34 56 78 06 87 65 43 21'],
	])('may be %s, of whom %s is written', (recipient, phone) => {
		expect(hasLeft(recipient, { phone, unsubdate: GONE })).toBe(true);
		expect(problem(recipient, 1, { phone })).toBe('it is not subscribed to the group');
	});

	it('is nobody of whose number only the last digits are written', () => {
		expect(hasLeft(ANN, { phone: '5551001', unsubdate: GONE })).toBe(false);
		expect(hasLeft('4930123456', { phone: '123456', unsubdate: GONE })).toBe(false);
		expect(hasLeft(ANN, { mail: '8015551001@example.com', unsubdate: GONE })).toBe(false);
	});
});

describe('who is subscribed by the channel of a type', () => {
	const off = { mobiletxt: 0, mobilevoice: 0, email: 0, landline: 0 };

	it.each([
		[1, 'texts', ['mobiletxt']],
		[2, 'texts', ['mobiletxt']],
		[3, 'calls', ['mobilevoice', 'landline']],
		[4, 'emails', ['email']],
	])('type %d goes by %s: %s', (type, name, channels) => {
		for (const channel of Object.keys(off)) {
			const found = problem(ANN, type, { phone: ANN, ...off, [channel]: 1 });
			expect(found).toBe(
				channels.includes(channel) ? undefined : `it is in the group, with ${name} switched off`,
			);
		}
	});

	it('is nobody by texts to a landline beside a phone, whatever switch that has', () => {
		const texts = { ...off, mobiletxt: 1 };
		expect(problem(ANN, 1, { phone: BOB, landline_number: ANN, ...texts })).toBe(
			'it is in the group, with texts switched off',
		);
		expect(
			problem(ANN, 1, { phone: ANN, ...off }, { phone: BOB, landline_number: ANN, ...texts }),
		).toBe('it is in the group, with texts switched off');
		for (const phone of [undefined, '', 'n/a', '0']) {
			expect(problem(ANN, 1, { phone, landline_number: ANN, ...texts })).toBeUndefined();
		}
		expect(
			problem(ANN, 3, { phone: BOB, landline_number: ANN, ...off, landline: 1 }),
		).toBeUndefined();
	});

	it('is nobody who is not there or has left', () => {
		expect(problem(ANN, 1)).toBe('it is not subscribed to the group');
		expect(problem(ANN, 1, { phone: ANN, unsubdate: GONE })).toBe('it has left the group');
		// The channels of an entry that left are not those of the active one.
		expect(problem(ANN, 1, { phone: ANN, unsubdate: GONE }, { phone: ANN, ...off })).toBe(
			'it is in the group, with texts switched off',
		);
	});

	it('is nobody whose entry lacks the country code', () => {
		expect(problem(ANN, 1, { phone: '8015551001' })).toBe('it is not subscribed to the group');
		expect(listOf([ANN], [{ phone: '8015551001' }], 'US').problemWith(ANN, 1)).toBeUndefined();
	});

	it.each([5, 6])('is nobody for type %d', (type) => {
		expect(problem(ANN, type, { phone: ANN })).toBe(
			'it is in the group, with this type switched off',
		);
	});
});

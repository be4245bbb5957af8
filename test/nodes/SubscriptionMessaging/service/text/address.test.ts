import {
	addressProblem,
	BETWEEN_ENTRIES,
	BETWEEN_WORDS,
	comparableAddress,
	isWebAddress,
	keywordProblem,
	NO_WEB_ADDRESS,
} from '../../../../../nodes/SubscriptionMessaging/service/text/address';

test('lists are written with signs of any script, and some with blanks', () => {
	const list = 'a,b;c|d，e、f；g｜h\ri\nj k\tl';
	expect(list.split(BETWEEN_ENTRIES)).toEqual([...'abcdefghi', 'j k\tl']);
	expect(list.split(BETWEEN_WORDS)).toEqual([...'abcdefghijkl']);
});

test.each([
	['18015551001', '+1 (801) 555-1001'],
	['Ann@Example.com ', 'ann@example.com'],
	['a1@example.com', 'A1@example.com'],
	['18015551001', 'tel:+1-801-555-1001'],
	['18015551001', '\u202a+1\u2011801\u00a0555.1001\u202c'],
	['Room-12', 'room-12 '],
])('%p and %p are the same', (a, b) => {
	expect(comparableAddress(a)).toBe(comparableAddress(b));
});

test.each([
	['18015551001', '18015551002'],
	['a1@example.com', 'a2@example.com'],
	['1@example.com', '1@example.org'],
	['north', 'south'],
	['room-12', 'desk-12'],
	['room-12', '12'],
	['12a', '12'],
	['+1+2', '12'],
	['18015551001', ''],
	['18015551001', null],
])('%p and %p are not', (a, b) => {
	expect(comparableAddress(a)).not.toBe(comparableAddress(b));
});

test.each([...'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212'])(
	'a number is the same with the dash %s',
	(dash) => {
		expect(comparableAddress(`801${dash}555${dash}1001`)).toBe('8015551001');
	},
);

describe('the address of one recipient', () => {
	test.each([
		['18015551001', 1],
		['18015551001', '3'],
		['18015551001', 2],
		['ann@example.com', 2],
		['ann+tag@mail.example.co.uk', 4],
		["o'neil-1@example.com", 4],
		['jürgen@bücher.example', 4],
		['r&d@example.com', 4],
		['r5&d@example.com', 4],
		['r&5d@example.com', 4],
		['r&david@example.com', 4],
		['ann@mail.host1', 4],
		['ann@mail.1host', 4],
		['123456789012345', 1],
		['room-1234567890123456', 5],
		['1234567890123456-room', 5],
		['1(2)3-4', 6],
		['18015551001@sms.example', 2],
		['ann+18015551001@example.com', 4],
		['ann@mailhost', 4],
		['room-12', 5],
		['123456789012345', 5],
		['anything', 6],
	])('may be %p for the type %p', (sendTo, type) => {
		expect(addressProblem(sendTo, type)).toBeUndefined();
	});

	test.each([
		['18015551001,18015551002', 5, 'holds a comma', 'separated'],
		['18015551001，2', 5, 'holds a comma', 'separated'],
		['a、b', 6, 'holds a comma', 'separated'],
		['a;b', 6, 'holds a semicolon', 'separated'],
		['a；b', 6, 'holds a semicolon', 'separated'],
		['a|b', 5, 'holds a pipe', 'separated'],
		['a｜b', 5, 'holds a pipe', 'separated'],
		['a b', 5, 'holds a space', 'separated'],
		['a\u3000b', 5, 'holds a space', 'separated'],
		['a\nb', 5, 'holds a line break', 'separated'],
		['a\rb', undefined, 'holds a line break', 'separated'],
		['\u200b', 5, 'an invisible character (U+200B)', 'invisible'],
		['\u3164', 6, 'an invisible character (U+3164)', 'invisible'],
		['\u2800', 6, 'an invisible character (U+2800)', 'invisible'],
		['ann\u00ad@example.com', 4, 'an invisible character (U+00AD)', 'invisible'],
		['\u0007a', 6, 'an invisible character (U+0007)', 'invisible'],
		['18015551001', 4, 'which is not an email address', 'notAnEmail'],
		['ann@example.com', 1, 'its type takes phone numbers only', 'emailForPhone'],
		['ann@example.com', '3', 'its type takes phone numbers only', 'emailForPhone'],
		['room-12', 1, 'which is not a phone number in digits', 'notANumber'],
		['room-12', 2, 'which is not a phone number in digits', 'notANumber'],
		['+18015551001', 3, 'which is not a phone number in digits', 'notANumber'],
		['1234567890123456', 1, 'more than 15 digits', 'tooManyDigits'],
		['1234567890123456', 2, 'more than 15 digits', 'tooManyDigits'],
		['18015551001/18015551002', 5, 'more than 15 digits', 'tooManyDigits'],
		['18015551001&18015551002', 6, 'more than 15 digits', 'tooManyDigits'],
		['ann@example.com,bob@example.com', 4, 'which is not one email address', 'notOneMailbox'],
		['ann@example.com bob', 5, 'which is not one email address', 'notOneMailbox'],
		['ann@bob@example.com', 2, 'which is not one email address', 'notOneMailbox'],
		['ann@host.example:18015551111', 4, 'which is not one email address', 'notOneMailbox'],
		['ann@host.example/18015551111', 4, 'which is not one email address', 'notOneMailbox'],
		['ann@example.com+18015551111', 2, 'which is not one email address', 'notOneMailbox'],
		['ann@18015551111', 4, 'which is not one email address', 'notOneMailbox'],
		['18015551111/ann@example.com', 2, 'which is not one email address', 'notOneMailbox'],
		['18015551111&ann@example.com', 4, 'which is not one email address', 'notOneMailbox'],
		['ann&18015551111@example.com', 4, 'which is not one email address', 'notOneMailbox'],
		['1801x', 1, 'which is not a phone number in digits', 'notANumber'],
		['mailto:ann@example.com', 4, 'which is not one email address', 'notOneMailbox'],
		['ann\\bob@example.com', 4, 'which is not one email address', 'notOneMailbox'],
		['Ann<ann@example.com>', 4, 'which is not one email address', 'notOneMailbox'],
		['@example.com', 4, 'which is not one email address', 'notOneMailbox'],
		['ann@', 4, 'which is not one email address', 'notOneMailbox'],
	])('cannot be %p for the type %p', (sendTo, type, problem, code) => {
		expect(addressProblem(sendTo, type)).toMatchObject({
			problem: expect.stringContaining(problem) as string,
			code,
		});
	});

	test('is shown in one line, cut to length', () => {
		expect(addressProblem('a\n b', 5)?.problem).toContain('"a b"');
		expect(addressProblem(`a,${'b'.repeat(78)}`, 5)?.problem).toContain(`a,${'b'.repeat(78)}"`);
		expect(addressProblem(`a,${'b'.repeat(200)}`, 5)?.problem).toContain(`a,${'b'.repeat(77)}…"`);
	});
});

describe('a keyword', () => {
	test.each(['NSTAFF', 'n-staff', '12', 'Ärzte', '通知', 'Aŉ', 'Aŀ', 'MY TEAM', 'A, B', 'A;B|C'])(
		'may be %p',
		(keyword) => {
			expect(keywordProblem(keyword)).toBeUndefined();
		},
	);

	test.each([
		['N\nSTAFF', 'an invisible character (U+000A)', 'invisible'],
		['N\tSTAFF', 'an invisible character (U+0009)', 'invisible'],
		['N\u2028STAFF', 'an invisible character (U+2028)', 'invisible'],
		['N\u2029STAFF', 'an invisible character (U+2029)', 'invisible'],
		['MY\u00a0TEAM', 'an invisible character (U+00A0)', 'invisible'],
		['MY\u2009TEAM', 'an invisible character (U+2009)', 'invisible'],
		['N\u200bSTAFF', 'an invisible character (U+200B)', 'invisible'],
		['N\u0001', 'an invisible character (U+0001)', 'invisible'],
		['ＮSTAFF', 'holds "Ｎ", which is not the letter or digit "N"', 'lookalike'],
		['ﬁrst', 'holds "ﬁ", which is not the letter or digit "fi"', 'lookalike'],
		['NSTAFF１', 'holds "１", which is not the letter or digit "1"', 'lookalike'],
	])('cannot be %p', (keyword, problem, code) => {
		expect(keywordProblem(keyword)).toMatchObject({
			problem: expect.stringContaining(problem) as string,
			code,
		});
	});
});

test('of what is far too long for an address, its ends and its length are compared', () => {
	const long = (end: string) => comparableAddress('x'.repeat(17_000) + end);
	expect(long('1')).toBe(long('1'));
	expect(new Set([long('1'), long('2'), long('11')]).size).toBe(3);
	// All texts of one length above 16,383 have one hash, so that thousands of them take minutes.
	expect(long('1').length).toBeLessThan(2_000);
});

test.each([
	['https://example.com/offer?a=1', true],
	[' https://example.com ', true],
	['http://localhost:3000', true],
	['mailto:ann@example.com', true],
	['example.com', false],
	['example.com/offer?a=1', false],
	['e.x', false],
	['https://exa mple.com', false],
	['https://example.com/a b', false],
	['example.com/a:b', false],
	['example.com and more', false],
	['example', false],
	['/offer.html', false],
	['./offer', false],
	['.example', false],
	['a.b@:c', false],
	['example.com:x', true],
	['example.', false],
	['[x.y', false],
	['', false],
])('%j is a web address: %s', (text, isOne) => {
	expect(isWebAddress(text)).toBe(isOne);
});

test('what is no web address is told as that', () => {
	expect(NO_WEB_ADDRESS).toEqual({ problem: 'is not a web address', code: 'noWebAddress' });
});

describe('what is very long', () => {
	test('is compared as it is beyond 500 characters', () => {
		const address = `A${'x'.repeat(499)}`;
		expect(comparableAddress(address)).toBe(address.toLowerCase());
		expect(comparableAddress(`${address}x`)).toBe(`${address}x`);
		expect(comparableAddress('A'.repeat(1000))).toBe('A'.repeat(1000));
	});

	test('is compared by its length and its ends beyond 1,000', () => {
		const address = (middle: string, length = 10) =>
			`a${'x'.repeat(500)}${middle.repeat(length)}${'y'.repeat(500)}`;
		expect(comparableAddress(address('m', 1))).toHaveLength(500 + 1 + 4 + 1 + 500);
		expect(comparableAddress(address('m'))).toBe(comparableAddress(address('n')));
		expect(comparableAddress(address('m'))).not.toBe(comparableAddress(address('m', 11)));
		expect(comparableAddress(address('m'))).not.toBe(
			comparableAddress(`b${address('m').slice(1)}`),
		);
	});
});

test.each([
	['intel:1801', 'intel:1801'],
	['18015tel:551001', '18015tel:551001'],
	['room-12', 'room-12'],
	['12-a', '12-a'],
	['1 801 555-1001', '18015551001'],
	['18015551001x', '18015551001x'],
	['x18015551001', 'x18015551001'],
	['+18015551001', '18015551001'],
	[undefined, ''],
	[null, ''],
])('%j is compared as %j', (written, compared) => {
	expect(comparableAddress(written)).toBe(compared);
});

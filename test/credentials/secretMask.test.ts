import { secretMask } from '../../credentials/secretMask';
import { withSecrets } from '../../credentials/secrets';
import { encodeSoap } from '../../nodes/SubscriptionMessaging/service/request/soap';

const masked = (password: string, text: string, api_key = 'another-key') =>
	secretMask({ password, api_key })(text);

const credential = {
	baseUrl: 'https://messaging.example.com',
	username: 'acme',
	password: `a<b>&"c'd é`,
	api_key: 'k=e/y +?',
	code: '12345',
};

describe('a text that is shown', () => {
	test('loses password and API key however often they occur, and keeps the rest', () => {
		const text = 'acme s3cret-word, s3cret-word and key-of-acme were refused';
		expect(masked('s3cret-word', text, 'key-of-acme')).toBe('acme •••, ••• and ••• were refused');
	});

	test('loses them as an envelope of ours writes them', () => {
		const { path, ...request } = encodeSoap('test', { code: '12345', keyword: 'ACME' }, {});
		const { body } = withSecrets(credential, { ...request, url: credential.baseUrl + path });
		const text = secretMask(credential)(String(body));
		expect(text).toContain('<password xsi:type="xsd:string">•••</password>');
		expect(text).toContain('<api_key xsi:type="xsd:string">•••</api_key>');
		expect(text).toContain('<username xsi:type="xsd:string">acme</username>');
	});

	test('loses a secret of four characters, and is readable where it has three', () => {
		expect(masked('abcd', 'it was abcd', 'x')).toBe('it was •••');
		expect(masked('abc', 'it was abc', 'x')).toBe('it was abc');
		expect(masked('😀😀😀', 'it was 😀😀😀', 'x')).toBe('it was 😀😀😀');
		expect(masked('x', 'x', 'x')).toBe('x');
	});

	test('loses the whole of one secret that begins with the other', () => {
		expect(masked('abcd', 'abcdefgh abcd', 'abcdefgh')).toBe('••• •••');
	});

	test('loses secrets that overlap, and shows what is between two', () => {
		expect(masked('abcdef', 'x abcdefghij y', 'efghij')).toBe('x ••• y');
		expect(masked('abab', 'abababab-abab', 'efghij')).toBe('•••-•••');
		expect(masked('abcd', 'abcdabcd', 'efghij')).toBe('••••••');
		expect(masked('abcdefgh', 'x abcdefghij y', 'cdef')).toBe('x •••ij y');
	});

	test('is the same where it has no secret', () => {
		const text = 'Invalid keyword &amp; code %41 \\u0041 „Grüße“ …';
		expect(masked('s3cret-word', text)).toBe(text);
		expect(masked('s3cret-word', '')).toBe('');
	});

	test('keeps what only resembles a secret', () => {
		expect(masked('s3cret-word', 'x3cret…, 3cret-word and s3cret word')).toBe(
			'x3cret…, 3cret-word and s3cret word',
		);
		expect(masked('++++', 'a ---- b ++++ c')).toBe('a ---- b ••• c');
	});

	test('keeps what was escaped once more than is looked for', () => {
		expect(masked('a&bcd', 'a&amp;amp;amp;amp;amp;bcd')).toBe('a&amp;amp;amp;amp;amp;bcd');
	});

	test('does not change when it is masked twice', () => {
		const once = masked('s3cret-word', 'a s3cret-word b');
		expect(masked('s3cret-word', once)).toBe(once);
	});
});

describe('a secret is found', () => {
	test.each([
		['in capital letters', 'sécret', 'SÉCRET'],
		['in capital letters that are two', 'Grüße', 'GRÜSSE'],
		['percent-encoded', 'pass!w+or d/x', 'pass%21w%2Bor%20d%2fx'],
		['percent-encoded throughout', 'pass', '%70%61%73%73'],
		['as a form field', 'pass!w+or d/x', 'pass%21w%2Bor+d%2Fx'],
		['percent-encoded as UTF-8', 'Grüße😀', 'Gr%C3%BC%c3%9fe%F0%9F%98%80'],
		['percent-encoded as Latin-1', 'Grüße', 'Gr%FC%DFe'],
		['percent-encoded as Latin-1 and an ASCII character', 'Grü ße', 'Gr%FC%20%DFe'],
		['percent-encoded where a lead byte has another after it', 'àbcdé', '%E0bcd%E9'],
		['with references of XML', "it's&so<", 'it&#39;s&amp;so&lt;'],
		['with references that have zeros and hexadecimal digits', 'a&b<c', 'a&#0038;b&#x003C;c'],
		['with numbers for all characters', 'word', '&#119;&#x6F;&#114;&#100;'],
		[
			'with other names of HTML',
			'{a}[b]_c|d`e',
			'&lbrace;a&rbrace;&lbrack;b&rbrack;&UnderBar;c&VerticalLine;d&DiacriticalGrave;e',
		],
		['parted by blanks of HTML', 's3cret-word', 's3c&ZeroWidthSpace;ret&ThinSpace;-word'],
		['with names of HTML', 'Grüße (x)!', 'Gr&uuml;&szlig;e&nbsp;&lpar;x&rpar;&excl;'],
		['with names of HTML in capitals', 'ÜBER×½', '&Uuml;BER&times;&frac12;'],
		['escaped in part', "it's&so<", "it's&amp;so<"],
		['escaped as in JSON', 'quo"te\\x/y', 'quo\\"te\\\\x\\/y'],
		['with code points of JSON', 'sécret😀', 's\\u00e9cret\\ud83d\\ude00'],
		['with code points in braces', 'sécret😀', 's\\u{e9}cret\\u{1F600}'],
		['with bytes as programs write them', 'sécret', 's\\xc3\\xa9cret'],
		['escaped twice', 'a&b<c é', 'a&amp;amp;b&amp;lt;c%2520%25C3%25A9'],
		['escaped for an address and then for JSON', 'a"b\\c', 'a%5C%22b%5C%5Cc'],
		['escaped four times', 'a&bcd', 'a&amp;amp;amp;amp;bcd'],
		['with blanks where it has none', 's3cret-word', 's3cr\n  et-\tword'],
		['with line breaks of JSON', 's3cret-word', 's3cret\\r\\n-word'],
		['with other blanks', 'two words more', 'two\u00a0words\u200b\n\nmore'],
		['without its blanks', 'two words more', 'twowordsmore'],
		['with its accents as signs of their own', 'Grüße', 'Gru\u0308ße'],
		['full of signs of regular expressions', 'a^b$c[d](e){f}|g-h', 'a^b$c[d](e){f}|g-h'],
		['although it looks like an escape', 'a%41%2B&amp;b\\n', 'a%41%2B&amp;b\\n'],
		['although it looks like an escape, escaped', 'a%41%2B&amp;b\\n', 'a%2541%252B%26amp%3Bb%5Cn'],
		['although it looks like an escape, resolved', 'a%41%42&amp;b', 'aAB&b'],
		['although it looks like an escape, escaped as XML', 'a%41 &amp; b\\n', 'a%41 &#38;amp; b\\n'],
		['although it looks like an escape, in JSON', 'a%41 &amp; b\\n"', 'a%41 &amp; b\\\\n\\"'],
		['although it looks like an escape, in XML in JSON', '%41"&amp;\\n', '%41&quot;&amp;amp;\\\\n'],
		['although it is all blanks and signs', '+ + +', '+ + +'],
		['although it is all blanks and signs, escaped', '+ + +', '%2B%20%2B%20%2B'],
	])('%s', (_how, secret, written) => {
		expect(masked(secret, `before ${written} after`)).toBe('before ••• after');
	});

	test('next to text that looks like the beginning of an escape', () => {
		expect(masked('s3cret-word', '%2s3cret-word &s3cret-word;')).toBe('%2••• &•••;');
	});

	test.each(['', 'u', 'us', 'use'])('in base64 after "%s:"', (user) => {
		for (const secret of ['s3cret-word', 'Grüße?!', 's3cr']) {
			for (const encoding of ['base64', 'base64url'] as const) {
				const encoded = Buffer.from(`${user}:${secret}:x`).toString(encoding);
				const text = masked(secret, `"${encoded}"`);
				expect(text).toContain('•••');
				const left = text.replaceAll('"', '').split('•••');
				// What is left is what was before and after the secret, a character of base64 more or less.
				expect(Buffer.from(left[0]!, 'base64').toString()).toBe(
					`${user}:`.slice(0, Buffer.from(left[0]!, 'base64').length),
				);
				expect(left.join('').length).toBeLessThan(12);
			}
		}
	});

	test.each(['s3cret-word', 'a>>>b???c~~~d', 'Grüße?!'])(
		'in base64 without what is beside %s, but for the signs that hold a part of it',
		(secret) => {
			for (const user of ['', 'u', 'us', 'use']) {
				for (const encoding of ['base64', 'base64url'] as const) {
					const bytes = Buffer.byteLength(secret);
					const encoded = Buffer.from(`${user}${secret}xyz`).toString(encoding);
					const [before, after, ...more] = masked(secret, encoded).split('•••');
					expect(more).toEqual([]);
					// Six bits a sign, and one sign more where the secret begins or ends with a whole one.
					const begins = Math.floor((user.length * 8) / 6);
					const ends = encoded.length - Math.ceil(((user.length + bytes) * 8) / 6);
					expect([begins, begins - 1]).toContain(before!.length);
					expect([ends, ends - 1]).toContain(after!.length);
					expect(encoded.startsWith(before!) && encoded.endsWith(after!)).toBe(true);
				}
			}
		},
	);

	test('in base64 of Latin-1 where no character is ASCII', () => {
		expect(masked('äöüßé', Buffer.from('äöüßé', 'latin1').toString('base64'))).toMatch(/^•••=*$/);
	});

	test('in base64 of Latin-1, in lines, and escaped for an address', () => {
		const encoded = Buffer.from('user:Grüße?!>>', 'latin1').toString('base64');
		const broken = `${encoded.slice(0, 10)}\r\n${encoded.slice(10)}`;
		expect(masked('Grüße?!>>', broken)).toMatch(/^.{0,7}•••.?=*$/);
		expect(masked('Grüße?!>>', encodeURIComponent(encoded))).toMatch(/^.{0,7}•••.{0,7}$/);
	});

	test('in base64 with the signs around it left alone', () => {
		const encoded = Buffer.from('s3cret').toString('base64');
		expect(masked('s3cret', `It was: ${encoded}`)).toBe('It was: •••');
		expect(masked('s3cret', encoded)).toBe('•••');
		expect(masked('s3cret', `"${encoded}"`)).toBe('"•••"');
	});
});

describe('a secret that was cut off is found', () => {
	test('in base64', () => {
		expect(masked('s3cret-word', 'Basic dXNlcjpzM2NyZXQ…')).toBe('Basic dXNlcjp•••…');
		expect(masked('s3cret-word', 'Basic dXNlcjpzM2NyZXQ')).toBe('Basic dXNlcjp•••');
	});

	test.each([
		['before the sign of a cut', 'it was s3cret…', 'it was •••…'],
		['before three points', 'it was s3cret"w... and more', 'it was •••... and more'],
		['before more points', 'it was s3cret.....', 'it was •••.....'],
		['at the end', 'it was s3cret', 'it was •••'],
		['at its fourth character', 'it was s3cr', 'it was •••'],
		['in an escape of XML', 'it was s3cret&qu', 'it was •••'],
		['in an escape of XML before the sign of a cut', 'it was s3cret&qu…', 'it was •••…'],
		['in an escape of an address', 'it was s3cret%2', 'it was •••'],
		['in an escape of JSON', 'it was s3cret\\', 'it was •••'],
		['in a code point', 'it was s3cret\\u00', 'it was •••'],
		['in an escape that was escaped again', 'it was s3cret&amp;qu', 'it was •••'],
		['with other blanks', 'it was s3 cr\net', 'it was •••'],
		['before several such signs', 'it was s3cret……', 'it was •••……'],
		['in a long name of HTML', 'it was s3cret&DiacriticalG…', 'it was •••…'],
		['twice', 's3cre… and s3cret"wo… more', '•••… and •••… more'],
	])('%s', (_how, text, shown) => {
		expect(masked('s3cret"word', text)).toBe(shown);
	});

	test('at a sign of its own that looks like the beginning of an escape', () => {
		expect(masked('ab%4cdef', 'it was ab%4')).toBe('it was •••');
		expect(masked('ab%4cdef', 'it was ab%4…')).toBe('it was •••…');
	});

	test('after a whole one that it overlaps', () => {
		expect(masked('abcdXabcd', 'it was abcdXabcdXab…')).toBe('it was •••…');
		expect(masked('aabaaab', 'it was aabaaabaa…')).toBe('it was •••…');
	});

	test('only where four characters of it are left', () => {
		expect(masked('s3cret-word', 'it was s3c')).toBe('it was s3c');
		expect(masked('s3cret-word', 's3cr… s3cr, s3c…')).toBe('•••… s3cr, s3c…');
		expect(masked('s3cret-word', 's3cr.. s3cr, s3c...')).toBe('s3cr.. s3cr, s3c...');
	});

	test.each(['secr%C3', 'secr%C3%', 'secr%c3%a', 'secr%C3…'])(
		'in a character of several bytes (%s)',
		(written) => {
			expect(masked('secrét-word', `it was ${written}`)).toMatch(/^it was •••…?$/);
		},
	);
});

import { XmlDecoder } from '../../../../../nodes/SubscriptionMessaging/service/xml/charset';
import { answerWith, read, soap } from '../answer/reading';

const text = 'Grüße – ñ';
const document = (declared?: string, value = text) =>
	(declared === undefined ? '' : `<?xml version="1.0" encoding="${declared}"?>`) +
	answerWith('readDivision', `<response><name>${value}</name></response>`);

function name(bytes: Uint8Array, contentType?: string): unknown {
	const { response } = read(soap('readDivision'), bytes, { contentType });
	return (response as { name: unknown }).name;
}

const utf16be = (string: string) => Buffer.from(string, 'utf16le').swap16();
const windows1252 = (string: string) => Buffer.from(string.replaceAll('–', '\u0096'), 'latin1');

describe('the charset of an answer', () => {
	it('is UTF-8 if nothing tells', () => {
		expect(name(Buffer.from(document(undefined, '日本 😀')))).toBe('日本 😀');
	});

	it('is that of the header', () => {
		expect(name(windows1252(document()), 'text/xml; charset="Windows-1252"')).toBe(text);
		expect(name(windows1252(document()), 'text/xml;charset=ISO-8859-1; x=y')).toBe(text);
		expect(name(windows1252(document()), 'text/xml; charset = windows-1252')).toBe(text);
	});

	it('is that of the declaration where the header has none', () => {
		expect(name(windows1252(document('windows-1252')), 'text/xml')).toBe(text);
		const spaced = document('windows-1252').replace('encoding=', 'encoding = ');
		expect(name(windows1252(spaced))).toBe(text);
		const shiftJis = Buffer.concat([
			Buffer.from(document('Shift_JIS').split(text)[0]!),
			Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
			Buffer.from(document('Shift_JIS').split(text)[1]!),
		]);
		expect(name(shiftJis)).toBe('日本');
	});

	it('is that of the header rather than that of the declaration', () => {
		expect(name(Buffer.from(document('windows-1252')), 'text/xml; charset=utf-8')).toBe(text);
	});

	it('is UTF-8 where the declaration alone says so, and the bytes are', () => {
		const latin1 = 'text/xml; charset=ISO-8859-1';
		expect(name(Buffer.from(document('UTF-8')), latin1)).toBe(text);
		expect(name(windows1252(document('UTF-8')), latin1)).toBe(text);
		const utf16 = Buffer.from(`\ufeff${document('UTF-8')}`, 'utf16le');
		expect(name(utf16, 'text/xml; charset=utf-16')).toBe(text);
		expect(name(utf16.subarray(2), 'text/xml; charset=utf-16le')).toBe(text);
	});

	it('is UTF-8 where the header says ASCII', () => {
		const bytes = Buffer.from(document('windows-1252'));
		expect(name(bytes, 'text/xml; charset=US-ASCII')).toBe(text);
		expect(name(bytes, 'text/xml; charset=ascii')).toBe(text);
	});

	it.each(['US-ASCII', 'ascii'])('is UTF-8 where the declaration says %s', (label) => {
		expect(name(Buffer.from(document(label)), 'text/xml')).toBe(text);
		expect(name(windows1252(document(label)), 'text/xml')).toBe(text);
	});

	it('is that of the declaration where the bytes are not what the header says', () => {
		const utf8 = 'text/xml; charset=utf-8';
		expect(name(windows1252(document('windows-1252')), utf8)).toBe(text);
		expect(name(Buffer.from(document('windows-1252')), utf8)).toBe(text);
		expect(name(Buffer.from(document('windows-1252', 'plain')), utf8)).toBe('plain');
		const french = document('windows-1252', 'caf\u00e9\u00bb \u00f1\u00bb x\u0085\u0094\u00bb');
		expect(name(Buffer.from(french, 'latin1'), utf8)).toBe('café» ñ» x…”»');
		const long = `${'x'.repeat(200_000)}${text}`;
		expect(name(windows1252(document('windows-1252', long)), utf8)).toBe(long);
	});

	it.each([
		['before', Buffer.concat([Buffer.from('ü'), Buffer.from([0xfc])])],
		['behind', Buffer.concat([Buffer.from([0xfc]), Buffer.from('xxxxxx日')])],
	])('is not guessed where UTF-8 stands %s what is not', (_, mixture) => {
		const [before, behind] = document('windows-1252').split(text);
		const bytes = Buffer.concat([Buffer.from(before!), mixture, Buffer.from(behind!)]);
		expect(() => name(bytes, 'text/xml; charset=utf-8')).toThrow(
			'its header and its declaration say utf-8 and windows-1252, and it holds bytes of both',
		);
	});

	it('is found behind blank lines and notices of PHP', () => {
		const notice = '\n<br />\n<b>Notice</b>:  x in <b>/srv/a.php</b> on line <b>3</b><br />\n\n';
		for (const preface of ['\n\n', notice, notice.repeat(3)]) {
			expect(name(windows1252(preface + document('windows-1252')), 'text/xml')).toBe(text);
		}
	});

	it('is that of the byte order mark rather than any other', () => {
		const wrong = 'text/xml; charset=iso-8859-1';
		expect(name(Buffer.from(`\ufeff${document('windows-1252')}`), wrong)).toBe(text);
		expect(name(Buffer.from(`\ufeff${document('utf-16')}`, 'utf16le'), wrong)).toBe(text);
		expect(name(utf16be(`\ufeff${document()}`), wrong)).toBe(text);
	});

	it('is UTF-16 without a mark where the bytes show it', () => {
		expect(name(Buffer.from(document('utf-16', '日本 😀'), 'utf16le'))).toBe('日本 😀');
		expect(name(utf16be(document('utf-16')))).toBe(text);
		expect(name(utf16be(document()), 'text/xml; charset=utf-16')).toBe(text);
		expect(name(Buffer.from(document(), 'utf16le'), 'text/xml; charset=utf-16')).toBe(text);
	});

	it.each(['utf-16', 'UTF-16LE'])('is not UTF-16 where a UTF-8 document only says %s', (said) => {
		expect(name(Buffer.from(document(said)))).toBe(text);
	});

	it.each([
		['a comment', `<!-- <?xml version="1.0" encoding="windows-1252"?> -->${document()}`],
		['an element', document().replace('<s:Envelope', '<s:Envelope encoding="windows-1252"')],
	])('is not that which %s names', (_, written) => {
		expect(name(Buffer.from(written))).toBe(text);
	});

	it.each([
		['bytes that are not UTF-8', windows1252(document()), undefined],
		[
			'a UTF-8 character cut short',
			Buffer.from([...Buffer.from(document()), 0xe2, 0x82]),
			undefined,
		],
		[
			'bytes that are not UTF-8 behind a mark that says so',
			Buffer.from(`\u00ef\u00bb\u00bf${document('windows-1252', 'ü')}`, 'latin1'),
			'text/xml; charset=utf-8',
		],
		['bytes that are neither', windows1252(document('utf-8')), 'text/xml; charset=utf-8'],
		['an unknown declared charset', windows1252(document('klingon')), 'text/xml; charset=utf-8'],
		['half a UTF-16 unit', Buffer.from(document(), 'utf16le').subarray(0, -1), undefined],
		[
			'half a UTF-16 unit behind the document',
			Buffer.from([...Buffer.from(document(), 'utf16le'), 0x0a]),
			undefined,
		],
		['an unknown charset', Buffer.from(document()), 'text/xml; charset=klingon'],
	])('is refused when there are %s', (_, bytes, contentType) => {
		expect(() => name(bytes, contentType)).toThrow(
			expect.objectContaining({ name: 'UnreadableXmlError' }),
		);
	});
});

describe('a text', () => {
	const LATIN = 'text/plain; charset=iso-8859-1';

	/** The text of bytes that come at once, and of the same ones by one. */
	function decoded(bytes: Uint8Array, contentType?: string) {
		return [bytes.length, 1].map((size) => {
			const decoder = new XmlDecoder(contentType);
			let text = '';
			for (let at = 0; at < bytes.length; at += size) {
				text += decoder.write(bytes.subarray(at, at + size));
			}
			return text + decoder.end();
		});
	}

	it.each([
		['UTF-8', Buffer.from('\ufeffSent')],
		['UTF-16', Buffer.from('\ufeffSent', 'utf16le')],
		['UTF-16 the other way round', utf16be('\ufeffSent')],
	])('of %s is given without its byte order mark', (_, bytes) => {
		expect(decoded(bytes)).toEqual(['Sent', 'Sent']);
	});

	it('keeps what is a byte order mark at its beginning wherever else it stands', () => {
		expect(decoded(Buffer.from('Sent\ufeff.'))).toEqual(['Sent\ufeff.', 'Sent\ufeff.']);
	});

	it.each(['ï»A', 'ïA¿', 'A»¿', 'ÿA', 'Aþ', 'þA', 'Aÿ'])(
		'that begins with %s has no byte order mark',
		(beginning) => {
			const sent = `${beginning} Sent`;
			expect(decoded(Buffer.from(sent, 'latin1'), LATIN)).toEqual([sent, sent]);
		},
	);

	it.each([
		['\0Sent', undefined],
		['S\0ent', undefined],
		['\0Sent', LATIN],
	])('such as %j is not taken for UTF-16 (%s)', (sent, contentType) => {
		expect(decoded(Buffer.from(sent), contentType)).toEqual([sent, sent]);
	});

	it.each([
		['only of blanks', ' ', 66_560],
		['with a declaration that does not end', '<?xml ', 1_024],
	])('%s is given before its end is there', (_, beginning, size) => {
		const bytes = Buffer.from(beginning.padEnd(size));
		expect(new XmlDecoder(undefined).write(bytes)).toHaveLength(size);
		const decoder = new XmlDecoder(undefined);
		expect(decoder.write(bytes.subarray(0, -1))).toHaveLength(0);
		// It is looked at again once it has grown by a quarter.
		expect(decoder.write(bytes)).toHaveLength(2 * size - 1);
	});

	it('is looked through some times while it comes byte by byte, and not with every byte', () => {
		const written = jest.spyOn(Buffer, 'concat');
		const decoder = new XmlDecoder(undefined);
		for (let byte = 0; byte < 60_000; byte++) decoder.write(Buffer.from(' '));
		expect(decoder.end()).toHaveLength(60_000);
		expect(written.mock.calls.length).toBeLessThan(1_100);
		written.mockRestore();
	});

	it.each(['ü', 'ก', '日', '😀'])('is given with %s as soon as that has come', (character) => {
		const bytes = Buffer.from(character);
		const decoder = new XmlDecoder(undefined);
		decoder.write(Buffer.from('Sent'));
		expect(decoder.write(bytes)).toBe(character);
		expect(decoder.write(bytes.subarray(0, -1))).toBe('');
		expect(decoder.write(bytes.subarray(-1))).toBe(character);
	});
});

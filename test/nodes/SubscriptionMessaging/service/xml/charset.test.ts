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
	});

	it('is that of the declaration where the header has none', () => {
		expect(name(windows1252(document('windows-1252')), 'text/xml')).toBe(text);
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

	it('is UTF-8 where the header says ASCII', () => {
		const bytes = Buffer.from(document('windows-1252'));
		expect(name(bytes, 'text/xml; charset=US-ASCII')).toBe(text);
		expect(name(bytes, 'text/xml; charset=ascii')).toBe(text);
	});

	it('is that of the declaration where the bytes are not what the header says', () => {
		const utf8 = 'text/xml; charset=utf-8';
		expect(name(windows1252(document('windows-1252')), utf8)).toBe(text);
		expect(name(Buffer.from(document('windows-1252')), utf8)).toBe(text);
		expect(name(Buffer.from(document('windows-1252', 'plain')), utf8)).toBe('plain');
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
			'its header says utf-8 and its declaration windows-1252, and it holds bytes of both',
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
	});

	it('is not UTF-16 where a UTF-8 document only says so', () => {
		expect(name(Buffer.from(document('utf-16')))).toBe(text);
	});

	it.each([
		['bytes that are not UTF-8', windows1252(document()), undefined],
		[
			'a UTF-8 character cut short',
			Buffer.from([...Buffer.from(document()), 0xe2, 0x82]),
			undefined,
		],
		['bytes that are neither', windows1252(document('utf-8')), 'text/xml; charset=utf-8'],
		['an unknown declared charset', windows1252(document('klingon')), 'text/xml; charset=utf-8'],
		['half a UTF-16 unit', Buffer.from(document(), 'utf16le').subarray(0, -1), undefined],
		['an unknown charset', Buffer.from(document()), 'text/xml; charset=klingon'],
	])('is refused when there are %s', (_, bytes, contentType) => {
		expect(() => name(bytes, contentType)).toThrow(
			expect.objectContaining({ name: 'UnreadableXmlError' }),
		);
	});
});

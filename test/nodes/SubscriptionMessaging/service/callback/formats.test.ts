import { SLICE } from '../../../../../nodes/SubscriptionMessaging/service/callback/budget';
import {
	readCallback,
	type Callback,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/statuses';
import { stepsOf } from '../../stepsOf';
import { envelope } from '../answer/reading';
import { DELIVERED, FORM, JSON_STATUS, LINES, read, RECEIVED, told, XML_MEMBERS } from './reading';

const FORM_TYPE = 'application/x-www-form-urlencoded';

describe('one delivered status', () => {
	it.each<[how: string, body: string, more?: Partial<Callback>]>([
		['a form', FORM, { contentType: FORM_TYPE }],
		['a form without a content type', FORM],
		['a form labelled as text', FORM, { contentType: 'text/plain' }],
		['a query', '', { query: FORM }],
		['a query beside an empty form', '', { query: FORM, contentType: 'text/plain' }],
		['half a query, half a form', FORM.slice(FORM.indexOf('&') + 1), { query: FORM.split('&')[0] }],
		['JSON', JSON_STATUS, { contentType: 'application/json' }],
		['JSON under a form content type', JSON_STATUS, { contentType: FORM_TYPE }],
		['JSON in one field of a form', `payload=${encodeURIComponent(JSON_STATUS)}`],
		['a list of one', `[${JSON_STATUS}]`],
		['JSON with a byte order mark', `\ufeff${JSON_STATUS}`],
		['XML', `<?xml version="1.0"?><s:status xmlns:s="urn:x">${XML_MEMBERS}</s:status>`],
		[
			'XML under a form content type',
			`<status>${XML_MEMBERS}</status>`,
			{ contentType: FORM_TYPE },
		],
		[
			'XML under an octet stream',
			`<status>${XML_MEMBERS}</status>`,
			{ contentType: 'application/octet-stream' },
		],
		['XML in one field of a form', `xml=${encodeURIComponent(`<status>${XML_MEMBERS}</status>`)}`],
		[
			'XML attributes',
			'<status transaction_ticket="34335276-dcfc23" custom_ticket="order-1" to="+18015551001" code="100" message="Delivered"/>',
		],
		[
			'XML with a text beside attributes',
			'<d ticket="34335276-dcfc23" custom_ticket="order-1" to="+18015551001"><status code="100">Delivered</status></d>',
		],
		['XML that is cut short', `<status>${XML_MEMBERS}`],
		['XML with a stray ampersand', `<status><note>a & b</note>${XML_MEMBERS}</status>`],
		[
			'a SOAP call',
			envelope(
				`<n:notify><status xsi:type="n:WSTransactionDetail">${XML_MEMBERS}</status></n:notify>`,
			),
		],
		['lines of text', LINES, { contentType: 'text/plain' }],
		['lines without a content type', LINES],
		[
			'fields of a multipart form',
			'',
			{ fields: { ...(JSON.parse(JSON_STATUS) as object), status_code: '100' } },
		],
		['JSON in one field of a multipart form', '', { fields: { payload: JSON_STATUS } }],
		[
			'fields of a multipart form in brackets',
			'',
			{
				fields: Object.fromEntries(
					Object.entries(JSON.parse(JSON_STATUS) as object).map(([name, value]) => [
						`statuses[0][${name}]`,
						[String(value)],
					]),
				),
			},
		],
		[
			'a form with blanks that nobody encoded',
			`${FORM}&note=Hello there`,
			{ contentType: 'text/plain' },
		],
		[
			'the same with an ampersand at its end',
			`${FORM}&note=Hello there&`,
			{ contentType: 'text/plain' },
		],
		[
			'a multipart form that has what is no text',
			'',
			{
				fields: {
					...(JSON.parse(JSON_STATUS) as object),
					status_code: '100',
					size: 5,
					empty: null,
				},
			},
		],
	])('is read from %s', (...[, body, more]) => {
		const [status, ...others] = read(body, more);

		expect(others).toEqual([]);
		expect(told([status!])).toEqual([DELIVERED]);
		expect(status).toMatchObject({ delivered: true, received_at: RECEIVED });
	});
});

describe('the charset of a callback', () => {
	const cafe = (contentType: string | undefined, body: Uint8Array) =>
		read(body, { contentType })[0]?.status_message;
	const latin1 = (text: string) => Buffer.from(text, 'latin1');

	it.each<[how: string, contentType: string | undefined, body: Uint8Array]>([
		['UTF-8 by default', undefined, Buffer.from('status_message=Café')],
		['the label', 'text/plain; charset=iso-8859-1', latin1('status_message=Café')],
		[
			'the XML declaration',
			undefined,
			latin1(
				'<?xml version="1.0" encoding="iso-8859-1"?><s><status_message>Café</status_message></s>',
			),
		],
		[
			'Windows-1252 where it is not UTF-8',
			'application/octet-stream',
			latin1('{"status_message":"Café"}'),
		],
		[
			'Windows-1252 where the label is wrong',
			'text/xml; charset=utf-8',
			latin1('<s><status_message>Café</status_message></s>'),
		],
		[
			'UTF-8 where the label is unknown',
			'text/plain; charset=klingon',
			Buffer.from('status_message=Café'),
		],
		['UTF-16 by its mark', undefined, Buffer.from('\ufeff{"status_message":"Café"}', 'utf16le')],
		['percent signs in UTF-8', undefined, Buffer.from('status_message=Caf%C3%A9')],
		['percent signs in a legacy charset', FORM_TYPE, Buffer.from('status_message=Caf%E9')],
		[
			'percent signs in the labelled charset',
			`${FORM_TYPE}; charset=macintosh`,
			Buffer.from('status_message=Caf%8E'),
		],
	])('is %s', (_how, contentType, body) => {
		expect(cafe(contentType, body)).toBe('Café');
	});

	it.each([
		';charset=macintosh',
		';  charset=macintosh',
		'; charset =macintosh',
		'; charset= "macintosh"; a=b',
		'; Charset=Macintosh',
	])('of a form is told by its label %s', (label) => {
		expect(cafe(`${FORM_TYPE}${label}`, Buffer.from('status_message=Caf%8E'))).toBe('Café');
	});
});

describe('the layout of a post', () => {
	it.each<[what: string, body: string, contentType?: string]>([
		['around a form', '\r\n to=1&note=2 \n'],
		['around a labelled form', '\r\n to=1&note=2 \n', FORM_TYPE],
		['around and between lines', '\n to: 1\n \t\r\n\n  note:2 \r\n '],
		['around the colons of lines', 'to : 1\nnote\t:\t2'],
	])('is no part of its names and values: %s', (...[, body, contentType]) => {
		expect(read(body, { contentType })[0]?.raw).toEqual({ to: '1', note: '2' });
	});
});

describe('the label of a form', () => {
	it.each<[what: string, body: string, raw: unknown]>([
		['is believed where a value has blanks', 'note=a b&to=1', { note: 'a b', to: '1' }],
		[
			'leaves the last letter whole, a byte of which is a blank elsewhere',
			'note=a à',
			{ note: 'a à' },
		],
		['is believed where a name has blanks', 'my note=a&to=1', { 'my note': 'a', to: '1' }],
		['is not where nothing is a value', 'Delivered', 'Delivered'],
		['is not where lines are names with values', 'to: 1', { to: '1' }],
	])('%s', (_what, body, raw) => {
		expect(read(body, { contentType: FORM_TYPE })[0]?.raw).toEqual(raw);
	});
});

describe('a long post is read in some parts', () => {
	const steps = (body: string, contentType?: string) =>
		stepsOf(readCallback({ body: Buffer.from(body), contentType }));

	it.each<[what: string, body: string, least: number]>([
		['a text', 'x'.repeat(40 * SLICE), 40],
		['lines', 'a: 1\n'.repeat(20_000), 20],
	])('%s', (_what, body, least) => {
		expect(steps(body)).toBeGreaterThanOrEqual(least);
		expect(steps(body)).toBeLessThan(200);
	});

	it('where blanks are looked for in a form without a label', () => {
		const form = `a=${'x'.repeat(80 * SLICE)}`;
		const looking = steps(form) - steps(form, FORM_TYPE);
		expect(looking).toBeGreaterThanOrEqual(10);
		expect(looking).toBeLessThanOrEqual(40);
	});
});

describe('what is no status in any format', () => {
	it.each<[what: string, body: string, raw: unknown]>([
		['text', 'The message has arrived.', 'The message has arrived.'],
		['JSON of other names', '{"hello":{"world":1}}', { hello: { world: 1 } }],
		['a number', '42', '42'],
		['a text that begins like a form', 'note=hello world & to=1', { note: 'hello world & to=1' }],
		['a line that is no form of several fields', 'note=100%25 sure', { note: '100%25 sure' }],
		[
			'lines that begin like forms',
			'note=a b&to=1\nmore=c&d=e',
			{ note: 'a b&to=1', more: 'c&d=e' },
		],
		['a line whose value has an equals sign', 'note:a=b', { note: 'a=b' }],
		['JSON that is cut short', '{"sendTo": "1", "sta', '{"sendTo": "1", "sta'],
		['a NUL byte', 'a\0b', 'a\0b'],
		['angle brackets', '<<<>>>&&&', expect.anything()],
	])('is an item of which only raw is known: %s', (_what, body, raw) => {
		const statuses = read(body);
		expect(statuses).toHaveLength(1);
		expect(told(statuses)).toEqual([[null, null, null, null, null]]);
		expect(statuses[0]?.raw).toEqual(raw);
	});

	it('is a text whose first equals sign comes late, where a name ends before it', () => {
		const begun = (length: number) => `${'x'.repeat(length)}=1`;
		expect(read(begun(9_999))[0]?.raw).toEqual({ ['x'.repeat(9_999)]: '1' });
		expect(read(begun(10_000))[0]?.raw).toBe(begun(10_000));
	});

	it.each(['<3 you', '<ann@example.com>', '<a><b>x'])(
		'keeps the field %s of a form as it is',
		(text) => {
			const [status] = read(
				new URLSearchParams({ sendTo: '18015551001', status: '100', text }).toString(),
			);
			expect(status?.raw).toMatchObject({ text });
		},
	);

	it('reads a field of a form as XML whose ampersands are not escaped', () => {
		const xml = '<a><b>C & D</b></a>';
		const [status] = read(new URLSearchParams({ sendTo: '1', xml }).toString());
		expect(status?.raw).toMatchObject({ xml: { a: { b: 'C & D' } } });
		const joined = '<a><to>1</to><status>100</status><text>I <3 you</text></a>';
		expect(read(new URLSearchParams({ xml: joined }).toString())[0]).toMatchObject({
			sendTo: '1',
			status_code: 100,
		});
	});

	it('keeps a character that stands for an unreadable one, where it was posted', () => {
		const text = '\ufffd café';
		const [status] = read(new URLSearchParams({ sendTo: '1', text }).toString());
		expect(status?.raw).toMatchObject({ text });
		expect(read('sendTo=1&text=caf%E9')[0]?.raw).toMatchObject({ text: 'café' });
	});

	it('reads every field of a form that is a document', () => {
		const fields = Array.from({ length: 60 }, (_, n) => `f${n}=<a><b>${n}</b></a>`);
		const [status] = read(`sendTo=1&${fields.join('&')}`);

		expect(status?.raw).toMatchObject({ f0: { a: { b: '0' } }, f59: { a: { b: '59' } } });
	});
});

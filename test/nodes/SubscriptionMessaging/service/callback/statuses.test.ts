import { finished } from '../../../../../nodes/SubscriptionMessaging/service/steps';
import type { FieldMapping } from '../../../../../nodes/SubscriptionMessaging/service/callback/recognition';
import {
	callbackId,
	readCallback,
	restated,
	statusesOf,
	type Callback,
	type DeliveryStatus,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/statuses';
import { envelope } from '../answer/reading';

const RECEIVED = '2026-01-02T03:04:05.006Z';

function read(
	body: string | Uint8Array,
	more: Partial<Callback> & { mapping?: FieldMapping; customTicket?: string } = {},
): DeliveryStatus[] {
	const { mapping, customTicket, ...callback } = more;
	const bytes = typeof body === 'string' ? Buffer.from(body) : body;
	const posted = finished(readCallback({ body: bytes, ...callback }));
	return finished(statusesOf(posted, { received_at: RECEIVED, customTicket }, mapping));
}

/** The interface's members of each status. */
const told = (statuses: DeliveryStatus[]) =>
	statuses.map(({ transaction_ticket, custom_ticket, sendTo, status_code, status_message }) => [
		transaction_ticket,
		custom_ticket,
		sendTo,
		status_code,
		status_message,
	]);

const DELIVERED = ['34335276-dcfc23', 'order-1', '+18015551001', 100, 'Delivered'];

const FORM =
	'transaction_ticket=34335276-dcfc23&custom_ticket=order-1&sendTo=%2B18015551001&status_code=100&status_message=Delivered';
const JSON_STATUS =
	'{"transaction_ticket":"34335276-dcfc23","custom_ticket":"order-1","sendTo":"+18015551001","status_code":100,"status_message":"Delivered"}';
const XML_MEMBERS =
	'<transaction_ticket>34335276-dcfc23</transaction_ticket><custom_ticket>order-1</custom_ticket><sendTo>+18015551001</sendTo><status_code>100</status_code><status_message>Delivered</status_message>';
const LINES =
	'Transaction Ticket: 34335276-dcfc23\r\nCustom Ticket: order-1\r\nSend To: +18015551001\r\n\r\nStatus Code: 100\r\nStatus Message: Delivered\r\n';

describe('one delivered status', () => {
	it.each<[how: string, body: string, more?: Partial<Callback>]>([
		['a form', FORM, { contentType: 'application/x-www-form-urlencoded' }],
		['a form without a content type', FORM],
		['a form labelled as text', FORM, { contentType: 'text/plain' }],
		['a query', '', { query: FORM }],
		['a query beside an empty form', '', { query: FORM, contentType: 'text/plain' }],
		['half a query, half a form', FORM.slice(FORM.indexOf('&') + 1), { query: FORM.split('&')[0] }],
		['JSON', JSON_STATUS, { contentType: 'application/json' }],
		[
			'JSON under a form content type',
			JSON_STATUS,
			{ contentType: 'application/x-www-form-urlencoded' },
		],
		['JSON in one field of a form', `payload=${encodeURIComponent(JSON_STATUS)}`],
		['a list of one', `[${JSON_STATUS}]`],
		['JSON with a byte order mark', `\ufeff${JSON_STATUS}`],
		['XML', `<?xml version="1.0"?><s:status xmlns:s="urn:x">${XML_MEMBERS}</s:status>`],
		[
			'XML under a form content type',
			`<status>${XML_MEMBERS}</status>`,
			{ contentType: 'application/x-www-form-urlencoded' },
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
		['fields of a multipart form', '', { fields: JSON.parse(JSON_STATUS) as unknown }],
	])('is read from %s', (...[, body, more]) => {
		const [status, ...others] = read(body, more);

		expect(others).toEqual([]);
		expect(told([status!])).toEqual([DELIVERED]);
		expect(status).toMatchObject({ delivered: true, received_at: RECEIVED });
	});

	it.each([
		[
			'{"TransactionTicketId":"34335276-dcfc23","customTicket":"order-1","SentTo":"+18015551001","Status":100,"status-text":"Delivered"}',
		],
		[
			'transactionId=34335276-dcfc23&CUSTOM.TICKET=order-1&PhoneNumber=%2B18015551001&StatusCode=100&statusMessage=Delivered',
		],
		[
			'{"ticket":{"id":"34335276-dcfc23"},"custom_ticket":"order-1","recipient":{"phone":"+18015551001"},"status":{"code":"100","message":"Delivered"}}',
		],
		[
			'ticket=34335276-dcfc23&custom_ticket=order-1&msisdn=%2B18015551001&delivery_status=100&status_description=Delivered',
		],
	])('is recognised in other spellings: %s', (body) => {
		expect(told(read(body))).toEqual([DELIVERED]);
	});

	it('is read with the field mapping before the known names', () => {
		const body = '{"ref":"T-1","meta":{"dest":"18015551002"},"to":"nobody","st":7,"text":"Queued"}';
		const mapping = {
			transaction_ticket: 'ref',
			sendTo: 'meta.dest',
			status_code: 'ST',
			status_message: 'text',
		};

		expect(told(read(body, { mapping }))).toEqual([['T-1', null, '18015551002', 7, 'Queued']]);
		expect(told(read('{"to":"18015551003"}', { mapping }))).toEqual([
			[null, null, '18015551003', null, null],
		]);
	});

	it('takes the custom ticket of the address where the callback names none', () => {
		const [status] = read('sendTo=18015551001&status_code=100', { customTicket: 'order-7' });
		expect(status?.custom_ticket).toBe('order-7');
		expect(read(FORM, { customTicket: 'order-7' })[0]?.custom_ticket).toBe('order-1');
	});
});

describe('several statuses', () => {
	const TWO = [
		['T-1', null, '18015551001', 100, 'Delivered'],
		['T-1', null, '18015551002', 101, 'Sent to Carrier'],
	];
	const ROWS =
		'<item><sendTo>18015551001</sendTo><status_code>100</status_code><status_message>Delivered</status_message></item>' +
		'<item><sendTo>18015551002</sendTo><status_code>101</status_code><status_message>Sent to Carrier</status_message></item>';

	it.each<[how: string, body: string]>([
		[
			'a JSON list within an object',
			'{"transaction_ticket":"T-1","count":2,"statuses":[{"sendTo":"18015551001","status_code":100,"status_message":"Delivered"},{"sendTo":"18015551002","status_code":101,"status_message":"Sent to Carrier"}]}',
		],
		[
			'a JSON list',
			'[{"ticket":"T-1","sendTo":"18015551001","status_code":100,"status_message":"Delivered"},{"ticket":"T-1","sendTo":"18015551002","status_code":101,"status_message":"Sent to Carrier"}]',
		],
		[
			'JSON objects by name',
			'{"ticket":"T-1","a":{"sendTo":"18015551001","status_code":100,"status_message":"Delivered"},"b":{"sendTo":"18015551002","status_code":101,"status_message":"Sent to Carrier"}}',
		],
		[
			'a WSTransactionResponse in XML',
			`<getTransactionStatus><ticket>T-1</ticket><message>Successfully retrieved transaction status</message><error_code/><result>true</result><response><transactionlist>${ROWS}</transactionlist></response></getTransactionStatus>`,
		],
		[
			'a form with brackets',
			'ticket=T-1&s[0][sendTo]=18015551001&s[0][status_code]=100&s[0][status_message]=Delivered&s[1][sendTo]=18015551002&s[1][status_code]=101&s[1][status_message]=Sent+to+Carrier',
		],
		[
			'a form with empty brackets',
			'ticket=T-1&sendTo[]=18015551001&status_code[]=100&status_message[]=Delivered&sendTo[]=18015551002&status_code[]=101&status_message[]=Sent+to+Carrier',
		],
		[
			'a form that repeats its names',
			'ticket=T-1&sendTo=18015551001&status_code=100&status_message=Delivered&sendTo=18015551002&status_code=101&status_message=Sent%20to%20Carrier',
		],
	])('are read from %s', (_how, body) => {
		const statuses = read(body);

		expect(told(statuses)).toEqual(TWO);
		expect(statuses.map(({ status }) => status)).toEqual(['delivered', 'in_transit']);
	});

	it('are read from a SOAP answer in the encoded style', () => {
		const rows = ROWS.replaceAll('<item>', '<item xsi:type="n:WSTransactionDetail">');
		const body = envelope(
			'<n:getTransactionStatusResponse><getTransactionStatusReturn xsi:type="n:WSTransactionResponse">' +
				'<transaction_ticket>T-1</transaction_ticket><error_code xsi:type="xsd:int">0</error_code><response><transactionlist enc:arrayType="n:WSTransactionDetail[2]" xsi:type="enc:Array">' +
				`${rows}</transactionlist></response></getTransactionStatusReturn></n:getTransactionStatusResponse>`,
		);
		expect(told(read(body, { contentType: 'text/xml; charset=utf-8' }))).toEqual(TWO);
	});

	it('are read once each where a SOAP encoder refers to them', () => {
		const body = envelope(
			'<n:notify><ticket href="#t"/><list enc:arrayType="n:D[2]" xsi:type="enc:Array"><item href="#b"/><item href="#a"/></list></n:notify>' +
				'<multiRef id="a" xsi:type="n:D"><sendTo>18015551002</sendTo><status_code href="#c"/><status_message>Sent to Carrier</status_message></multiRef>' +
				'<multiRef id="b" xsi:type="n:D"><sendTo>18015551001</sendTo><status_code xsi:type="xsd:int">100</status_code><status_message>Delivered</status_message></multiRef>' +
				'<multiRef id="c" xsi:type="xsd:int">101</multiRef><multiRef id="t" xsi:type="xsd:string">T-1</multiRef>',
		);
		expect(told(read(body))).toEqual(TWO);
	});

	it('each keep what was posted of them, and around them', () => {
		const [first] = read(
			'{"ticket":"T-1","batch":7,"list":[{"to":"1","status":100,"price":{"amount":3}},{"to":"2","status":101}]}',
		);
		expect(first?.raw).toEqual({
			ticket: 'T-1',
			batch: 7,
			to: '1',
			status: 100,
			price: { amount: 3 },
		});
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
		[
			'percent signs in a legacy charset',
			'application/x-www-form-urlencoded',
			Buffer.from('status_message=Caf%E9'),
		],
		[
			'percent signs in the labelled charset',
			'application/x-www-form-urlencoded; charset=macintosh',
			Buffer.from('status_message=Caf%8E'),
		],
	])('is %s', (_how, contentType, body) => {
		expect(cafe(contentType, body)).toBe('Café');
	});
});

describe('what is not documented', () => {
	it.each([
		[100, 'delivered'],
		['100', 'delivered'],
		[101, 'in_transit'],
		[102, 'other'],
		['0100x', 'other'],
		[0, 'other'],
	])('is given no meaning: code %p, status %p', (status_code, word) => {
		const [status] = read(JSON.stringify({ sendTo: '1', status_code }));
		expect(status?.status).toBe(word);
		expect(status).not.toHaveProperty('delivered', false);
		expect('delivered' in status!).toBe(word === 'delivered');
	});

	it('keeps a code that is no number as it is', () => {
		expect(read('status_code=DELIVRD')[0]).toMatchObject({
			status_code: 'DELIVRD',
			status: 'other',
		});
	});

	it('is not the outcome text or the error code of an envelope', () => {
		const [status] = read(
			'{"result":true,"error_code":0,"message":"Message request received","transaction_ticket":"T-1"}',
		);
		expect(told([status!])).toEqual([['T-1', null, null, null, null]]);
	});

	it.each<[what: string, body: string, raw: unknown]>([
		['text', 'The message has arrived.', 'The message has arrived.'],
		['JSON of other names', '{"hello":{"world":1}}', { hello: { world: 1 } }],
		['a number', '42', '42'],
		['JSON that is cut short', '{"sendTo": "1", "sta', '{"sendTo": "1", "sta'],
		['a NUL byte', 'a\0b', 'a\0b'],
		['angle brackets', '<<<>>>&&&', expect.anything()],
	])('is an item of which only raw is known: %s', (_what, body, raw) => {
		const statuses = read(body);
		expect(statuses).toHaveLength(1);
		expect(told(statuses)).toEqual([[null, null, null, null, null]]);
		expect(statuses[0]?.raw).toEqual(raw);
	});

	it('is nothing at all where nothing was posted', () => {
		expect(read('')).toEqual([]);
		expect(read(' \r\n', { query: 'own=1', ownParameters: ['own'] })).toEqual([]);
	});

	it('keeps the text of XML that is not well-formed beside what could be read', () => {
		const body = '<s><sendTo>1</sendTo><note>a & b';
		expect(read(body)[0]).toMatchObject({
			sendTo: '1',
			raw: { s: { sendTo: '1', note: 'a & b' }, body },
		});
	});
});

describe('the id of a status', () => {
	const idOf = (body: string) => read(body)[0]?.id;

	it('is the same for the same ticket, recipient and code, however it is posted', () => {
		const ids = [
			FORM,
			JSON_STATUS.replace('+1', '1'),
			`<status>${XML_MEMBERS}</status>`,
			`${FORM}&attempt=2`,
			FORM.replace('Delivered', 'DELIVERED'),
		].map(idOf);
		expect(new Set(ids).size).toBe(1);
		expect(ids[0]).toMatch(/^[\da-f]{32}$/);
	});

	it.each([
		['ticket', FORM.replace('dcfc23', 'dcfc24')],
		['recipient', FORM.replace('1001', '1002')],
		['code', FORM.replace('100&', '101&')],
	])('differs with another %s', (_what, body) => {
		expect(idOf(body)).not.toBe(idOf(FORM));
	});

	it('does not take two messages for one where no ticket is told', () => {
		expect(idOf('sendTo=1&status_code=100&at=1')).not.toBe(idOf('sendTo=1&status_code=100&at=2'));
	});

	it('does not take two callbacks for one where nothing is recognised', () => {
		expect(idOf('One.')).not.toBe(idOf('Two.'));
		const idOfCallback = (callback: string) => finished(callbackId(callback));
		expect(idOfCallback('One.')).not.toBe(idOfCallback('Two.'));
		expect(idOfCallback('One.')).toBe(idOfCallback('One.'));
	});

	it('is that of the restated status', () => {
		const sent = read(FORM.replace('status_code=100', 'status_code=101'))[0]!;
		const confirmed = finished(restated(sent, { status_code: 100, status_message: 'Delivered' }));
		expect(confirmed).toMatchObject({ delivered: true, id: idOf(FORM) });
	});
});

describe('what was posted', () => {
	it.each<[how: string, body: string, isRecognised: boolean]>([
		['all of it recognised', FORM, true],
		['in XML', `<status>${XML_MEMBERS}</status>`, true],
		['in several', JSON.stringify({ ticket: 'T', list: [{ to: '1' }, { to: '2' }] }), true],
		['with empty values', `${FORM}&error=&info=+`, true],
		['with one more value', `${FORM}&carrier=383`, false],
		['with one beside the statuses', '{"run":7,"list":[{"to":"1"},{"to":"2"}]}', false],
		['with the same thing twice', 'sendTo=1&phone=2', false],
		['nothing of it', 'hello=world', false],
		['malformed', '<s><ticket>T-1</ticket><to>1</to><note>a & b</wrong></s>', false],
	])('is told by the status or not: %s', (_how, body, isRecognised) => {
		const told = new Set(read(body).map((status) => status.isRecognised));
		expect([...told]).toEqual([isRecognised]);
	});
});

describe('a hostile callback', () => {
	const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
	const bomb =
		'<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><s><sendTo>&b;</sendTo></s>';

	it.each<[what: string, body: string | Uint8Array, httpStatus: number]>([
		['9 MB', Buffer.alloc(9 * 1024 * 1024, 'a'), 413],
		['an entity bomb', bomb, 400],
		[
			'an entity bomb in a SOAP envelope',
			bomb.replaceAll('s>', 'Envelope>').replace('E s', 'E Envelope'),
			400,
		],
		['JSON 100,000 deep', nested(100_000), 400],
		['JSON 41 deep', nested(41), 400],
		['XML 100,000 deep', '<a>'.repeat(100_000), 400],
		['brackets 1,000 deep', `a${'[a]'.repeat(1_000)}=1`, 400],
		['300,000 fields', 'a=1&'.repeat(300_000), 413],
		['300,000 entries', `[${'1,'.repeat(300_000)}1]`, 413],
		['300,000 elements', `<a>${'<b/>'.repeat(300_000)}</a>`, 413],
		[
			'100,000 attributes on each of three elements',
			`<a>${`<b ${Array.from({ length: 100_000 }, (_, n) => `a${n}=""`).join(' ')}/>`.repeat(3)}</a>`,
			413,
		],
		[
			'many statuses, each with much around it',
			JSON.stringify({
				...Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`a${n}`, 1])),
				list: Array.from({ length: 1_000 }, () => ({ sendTo: '1' })),
			}),
			413,
		],
		[
			'many columns',
			JSON.stringify({
				...Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`a${n}`, 1])),
				sendTo: Array(1_000).fill('1'),
			}),
			413,
		],
	])('is refused with a status to answer with: %s', (_what, body, httpStatus) => {
		let refusal: unknown;
		try {
			read(body);
		} catch (error) {
			refusal = error;
		}
		expect(refusal).toMatchObject({ name: 'CallbackRefusedError', httpStatus });
	});

	it.each<[what: string, body: string]>([
		['50,000 fields', Array.from({ length: 50_000 }, (_, n) => `f${n}=%C3%A9`).join('&')],
		[
			'50,000 fields in an unlabelled legacy charset',
			Array.from({ length: 50_000 }, (_, n) => `f${n}=%E9`).join('&'),
		],
		[
			'half a SOAP envelope in each of many fields',
			Array.from({ length: 300 }, (_, n) => `f${n}=<Envelope ${'<Body '.repeat(1_500)}`).join('&'),
		],
		['one name 100,000 times', 'a[]=1&'.repeat(100_000)],
		['4 MB of ampersands in XML', `<a>${'&'.repeat(4_000_000)}</a>`],
		['4 MB of angle brackets', '<'.repeat(4_000_000)],
		['many unclosed comments', '<!--'.repeat(1_000_000)],
		['many Body elements', `<Envelope>${'<Body '.repeat(500_000)}`],
		['4 MB of blanks in a line', `a: ${' '.repeat(4_000_000)}x`],
		['4 MB of equals signs', '='.repeat(4_000_000)],
		['4 MB of percent signs', `a=${'%'.repeat(4_000_000)}`],
	])('gives an item, however long it takes to read: %s', (_what, body) => {
		expect(read(body)).toHaveLength(1);
	});

	it('reads only the first fields of a form as documents, and keeps the text of the others', () => {
		const fields = Array.from({ length: 60 }, (_field, n) => `f${n}=<a><b>${n}</b></a>`);
		const [status] = read(`sendTo=1&${fields.join('&')}`);

		expect(status?.raw).toMatchObject({ f0: { a: { b: '0' } }, f59: '<a><b>59</b></a>' });
	});

	it('gives 20,000 statuses of one list', () => {
		const list = Array.from({ length: 20_000 }, (_, n) => ({
			sendTo: String(n),
			status_code: 100,
		}));
		expect(read(JSON.stringify({ ticket: 'T', list }))).toHaveLength(20_000);
	});

	it.each<[how: string, body: string]>([
		[
			'JSON',
			'{"__proto__":{"delivered":true,"polluted":1},"sendTo":"1","deep":{"__proto__":{"polluted":1}}}',
		],
		[
			'a form',
			'__proto__=1&__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1&sendTo=1',
		],
		['XML', '<s><__proto__><polluted>1</polluted></__proto__><sendTo>1</sendTo></s>'],
		['lines', '__proto__: 1\nsendTo: 1'],
	])('changes no prototype: %s', (_how, body) => {
		const [status] = read(body);
		expect(status?.sendTo).toBe('1');
		expect(JSON.stringify(status)).not.toContain('__proto__');
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
		expect(Object.getPrototypeOf(status?.raw)).toBe(Object.prototype);
	});
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { XMLParser } from 'fast-xml-parser';

import {
	OPERATIONS,
	type OperationName,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/contract';
import { NotDocumentedError } from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { encodeSoap } from '../../../../../nodes/SubscriptionMessaging/service/request/soap';

const parser = new XMLParser({
	ignoreAttributes: false,
	parseTagValue: false,
	trimValues: false,
	processEntities: true,
	htmlEntities: true,
	isArray: (name) => name === 'item',
});

type Element = Record<string, unknown>;

/** The element of the operation in a request's Body, by an independent reader. */
function operationElement(body: string, operation: string): Element {
	const root = parser.parse(body) as Record<string, Record<string, Element>>;
	return root['SOAP-ENV:Envelope']!['SOAP-ENV:Body']![`ns1:${operation}`] as Element;
}

const auth = { code: '12345', keyword: 'NSTAFF' };

function encoded(operation: OperationName, parameters: Element, unit = auth): Element {
	return operationElement(encodeSoap(operation, unit, parameters).body!, operation);
}

const nil = { '@_xsi:nil': 'true' };
const string = (text: string) => ({ '@_xsi:type': 'xsd:string', ...(text && { '#text': text }) });
const int = (text: string) => ({ '@_xsi:type': 'xsd:int', '#text': text });

describe("against the requests of PHP's SoapClient", () => {
	/**
	 * Leaves out what may differ: a nil, an empty text or an empty list that PHP writes for a value not
	 * given; the name of a list's type, which the interface does not show; the order of members.
	 */
	function meaning(value: unknown): unknown {
		if (Array.isArray(value)) return value.map(meaning);
		if (typeof value !== 'object' || value === null) return value;
		const { '@_SOAP-ENC:arrayType': arrayType, '@_xsi:type': type, ...members } = value as Element;
		const entries = Object.entries(members)
			.map(([name, member]) => [name, meaning(member)] as const)
			.filter(([name, member]) => name !== '@_xsi:nil' && member !== undefined);
		if (entries.length === 0) return undefined;
		return { type: arrayType ?? type, ...Object.fromEntries(entries) };
	}

	const recipients = [
		{ sendTo: '18015550001', type: 1 },
		{
			sendTo: 'a@b.example',
			type: 4,
			carrier: 383,
			customfields: [{ name: 'name', value: 'Ann' }, { name: 'empty' }],
		},
	];
	const requests: Array<[OperationName, string, Element]> = [
		['authenticationTest', '', {}],
		['getOrganizationTree', 'ACME', {}],
		['getTemplates', 'GROUPA559560', {}],
		['getActiveSubscribers', 'NSTAFF', {}],
		['getTransactionStatus', 'NSTAFF', { transaction_ticket_id: '34335276-dcfc23', sentTo: null }],
		['getCellularCarrierId', '', { phone_list: '18015551001,447700900123' }],
		[
			'createDivision',
			'ACME',
			{
				division: {
					name: 'Capture Division é 😀',
					email: 'd@x.example',
					phone: '18015559999',
					url: 'http://d.example/?a=1&b=2',
					address: {
						city: 'Orem',
						state: 'Utah',
						state_abbr: 'UT',
						street: '5 <A> St',
						zip: 84057,
					},
				},
			},
		],
		[
			'sendMessage',
			'NSTAFF',
			{
				message: 'Hello & <all> 😀',
				recipientList: { recipients },
				custom_ticket: 'cust-1',
				status_url: 'http://127.0.0.1:18081/_inbox?x=1&y=2',
			},
		],
		[
			'sendMessageSpecifyLocale',
			'NSTAFF',
			{
				message: 'Hello',
				recipientList: {
					recipients: [
						{
							sendTo: '8613800138000',
							type: 1,
							country: 'CN',
							locale: 'zh_CN',
							message: '你好',
						},
						{ sendTo: '18015550001', type: 1 },
					],
				},
				custom_ticket: 'cust-2',
			},
		],
		[
			'sendTemplateMessage',
			'NSTAFF',
			{
				template: { id: 'x', text: 'Hi {name}: {amount:0.00}' },
				recipientList: {
					recipients: [
						{
							sendTo: '18015550001',
							type: 1,
							customfields: [
								{ name: 'name', value: 'Ann' },
								{ name: 'amount', value: '3.5' },
							],
						},
					],
				},
				custom_ticket: 'cust-3',
			},
		],
	];

	it.each(requests)('%s says the same', (operation, keyword, parameters) => {
		const sample = readFileSync(join(__dirname, 'requests', `${operation}.xml`), 'utf8');
		const expected = meaning(operationElement(sample, operation)) as Record<string, Element>;
		const sampleKeyword = expected.auth?.keyword as Element | undefined;
		const { body } = encodeSoap(
			operation,
			{ code: '12345', keyword: keyword || String(sampleKeyword?.['#text'] ?? '') },
			parameters,
		);
		const secrets =
			'<username xsi:type="xsd:string">apiuser</username>' +
			'<password xsi:type="xsd:string">p@ss&amp;&lt;w&gt;"d</password>' +
			'<api_key xsi:type="xsd:string">key-0123456789abcdef</api_key>';
		const complete = body!.replace(
			/<auth xsi:type="ns1:WS(?:Simple)?Authentication">/,
			`$&${secrets}`,
		);
		const { phone: secondName, ...actual } = meaning(
			operationElement(complete, operation),
		) as Element;
		expect(actual).toEqual(expected);
		expect(secondName).toEqual(expected.phone_list);
	});
});

describe('a SOAP request', () => {
	it.each(Object.entries(OPERATIONS))(
		'of %s goes to the address of its binding and begins with the authentication object',
		(operation, { binding, auth: type }) => {
			const request = encodeSoap(operation as OperationName, auth, {});
			expect(request).toMatchObject({
				method: 'POST',
				path: `/webservices/${binding}/2.0.0`,
				headers: {
					'Content-Type': 'text/xml; charset=utf-8',
					SOAPAction: `"urn:webservices2_0_0#${operation}"`,
				},
			});
			const start = `<ns1:${operation}><auth xsi:type="ns1:${type}">`;
			expect(request.body!.split(start)).toHaveLength(2);
			expect(request.body).toMatch(/<\/auth>/);
			expect(request.body).not.toMatch(/username|password|api_key/);
		},
	);

	it('holds code, keyword and thread only in the authentication object that has them', () => {
		const unit = { ...auth, thread: false };
		expect(encoded('readDivision', {}, unit).auth).toEqual({
			'@_xsi:type': 'ns1:WSAuthentication',
			code: int('12345'),
			keyword: string('NSTAFF'),
			thread: { '@_xsi:type': 'xsd:boolean', '#text': 'false' },
		});
		expect(encoded('getCellularCarrier', {}, unit).auth).toEqual({
			'@_xsi:type': 'ns1:WSSimpleAuthentication',
		});
	});

	it.each([
		['12345', 'xsd:int'],
		['2147483647', 'xsd:int'],
		['2147483648', 'xsd:long'],
		['447624800500', 'xsd:long'],
		['9223372036854775807', 'xsd:long'],
		['9223372036854775808', 'xsd:integer'],
		['0012345', 'xsd:int'],
	])('writes the code %s as %s, digit by digit', (code, type) => {
		expect(encoded('readDivision', {}, { ...auth, code }).auth).toMatchObject({
			code: { '@_xsi:type': type, '#text': code },
		});
	});

	it('takes integers as numbers or digits and keeps what was read as text', () => {
		const zip = (value: unknown) => {
			const { division } = encoded('updateDivision', { division: { address: { zip: value } } });
			return ((division as Element).address as Element).zip;
		};
		expect(zip(84057)).toEqual(int('84057'));
		expect(zip('02134')).toEqual(int('02134'));
		expect(zip('84057-1234')).toEqual(string('84057-1234'));
	});

	it('has the members that a division needs, without a value, and leaves the others out', () => {
		const none = { '@_SOAP-ENC:arrayType': 'ns1:WSDivision[0]', '@_xsi:type': 'SOAP-ENC:Array' };
		expect(encoded('updateDivision', { division: { name: '', email: null } }).division).toEqual({
			'@_xsi:type': 'ns1:WSDivision',
			name: string(''),
			keyword: nil,
			default_code: nil,
			divisions: none,
			subscriptionnodes: { ...none, '@_SOAP-ENC:arrayType': 'ns1:WSSubscriptionnode[0]' },
		});
	});

	it('leaves out parameters without a value and writes empty and false ones', () => {
		const { auth: _, ...none } = encoded('sendMessage', { message: 'a', status_url: null });
		expect(none).toEqual({ message: string('a') });
		expect(encoded('sendMessage', { message: '', custom_ticket: '' })).toMatchObject({
			message: string(''),
			custom_ticket: string(''),
		});
		expect(
			encoded('getCellularCarrier', { phone_list: '1', show_carrier_id: false }),
		).toMatchObject({
			show_carrier_id: { '@_xsi:type': 'xsd:boolean', '#text': 'false' },
		});
	});

	it('writes nil for what is left out before a given parameter, for services that go by position', () => {
		const { auth: _, ...written } = encoded('sendMessage', { message: 'a', status_url: 'b' });
		expect(Object.entries(written)).toEqual([
			['message', string('a')],
			['recipientList', nil],
			['custom_ticket', nil],
			['status_url', string('b')],
		]);
	});

	it('carries a parameter with two names under both, the second name last', () => {
		const names = (operation: OperationName, parameters: Element) =>
			Object.keys(encoded(operation, parameters));
		expect(names('getCellularCarrier', { show_carrier_id: true, phone_list: '1' })).toEqual([
			'auth',
			'phone_list',
			'show_carrier_id',
			'phone',
		]);
		expect(names('getCustomTransactionStatus', { sentTo: '1', custom_ticket: 't' })).toEqual([
			'auth',
			'custom_ticket',
			'sentTo',
			'phone',
		]);
		expect(names('getTransactionStatus', { transaction_ticket_id: 't' })).toEqual([
			'auth',
			'transaction_ticket_id',
		]);
	});

	it('writes lists as arrays with one item an entry', () => {
		const params = [{ name: 'a', value: '1' }, { name: 'b' }];
		expect(encoded('createShortURL', { url: 'http://x', params }).params).toEqual({
			'@_SOAP-ENC:arrayType': 'ns1:WSCustomField[2]',
			'@_xsi:type': 'SOAP-ENC:Array',
			item: [
				{ '@_xsi:type': 'ns1:WSCustomField', name: string('a'), value: string('1') },
				{ '@_xsi:type': 'ns1:WSCustomField', name: string('b') },
			],
		});
	});

	it('keeps every character of a text', () => {
		const message = ' \t<a b="c">&amp; ]]> \r\n\r\n\'$& $1 é 😀 \u00a0 ';
		const { body } = encodeSoap('sendMessage', auth, { message });
		expect(body).toContain('&#13;\n&#13;\n');
		expect(encoded('sendMessage', { message }).message).toEqual(string(message));
	});

	it('is an envelope of SOAP 1.1, encoded as its rules say', () => {
		const { body } = encodeSoap('readDivision', auth, {});
		expect(body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<SOAP-ENV:Envelope /);
		expect(body).toMatch(/<\/SOAP-ENV:Body><\/SOAP-ENV:Envelope>$/);
		const root = parser.parse(body!) as Record<string, Element>;
		const { 'SOAP-ENV:Body': _, ...attributes } = root['SOAP-ENV:Envelope']!;
		expect(attributes).toEqual({
			'@_xmlns:SOAP-ENV': 'http://schemas.xmlsoap.org/soap/envelope/',
			'@_xmlns:ns1': 'urn:webservices2_0_0',
			'@_xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
			'@_xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
			'@_xmlns:SOAP-ENC': 'http://schemas.xmlsoap.org/soap/encoding/',
			'@_SOAP-ENV:encodingStyle': 'http://schemas.xmlsoap.org/soap/encoding/',
		});
	});

	it('has the code as the narrowest type that holds it', () => {
		const typeOf = (code: string) =>
			(encoded('readDivision', {}, { ...auth, code }).auth as Record<string, Element>).code?.[
				'@_xsi:type'
			];
		expect(
			['12345', '-5', '+5', '2147483647', '2147483648', '+9223372036854775807'].map(typeOf),
		).toEqual(['xsd:int', 'xsd:int', 'xsd:int', 'xsd:int', 'xsd:long', 'xsd:long']);
		expect(['9223372036854775808', 'x12', '1x2'].map(typeOf)).toEqual([
			'xsd:integer',
			'xsd:string',
			'xsd:string',
		]);
	});

	it('writes a value of a type that is not documented as a text', () => {
		const group = { keywords: [{ word: 'A', fields: 'a' }] };
		expect(JSON.stringify(encoded('updateSubscriptionnode', { group }))).toContain(
			JSON.stringify({ fields: { '#text': 'a', '@_xsi:type': 'xsd:string' } }).slice(1, -1),
		);
	});

	it('refuses a value whose form is not documented', () => {
		const group = { name: 'Staff', keywords: [{ word: 'A', fields: { a: '1' } }] };
		expect(() => encodeSoap('updateSubscriptionnode', auth, { group })).toThrow(
			new NotDocumentedError('SOAP', 'fields'),
		);
	});
});

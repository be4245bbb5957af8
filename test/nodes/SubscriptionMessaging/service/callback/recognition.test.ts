import { envelope } from '../answer/reading';
import { DELIVERED, read, told } from './reading';

describe('one delivered status', () => {
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

	it('is not the outcome text or the error code of an envelope', () => {
		const [status] = read(
			'{"result":true,"error_code":0,"message":"Message request received","transaction_ticket":"T-1"}',
		);
		expect(told([status!])).toEqual([['T-1', null, null, null, null]]);
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

import { Budget } from '../../../../../nodes/SubscriptionMessaging/service/callback/budget';
import type { FieldMapping } from '../../../../../nodes/SubscriptionMessaging/service/callback/fields';
import { recognise } from '../../../../../nodes/SubscriptionMessaging/service/callback/recognition';
import type { StatusField } from '../../../../../nodes/SubscriptionMessaging/service/callback/spellings';
import type {
	CallbackRecord,
	CallbackValue,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/value';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { stepsOf } from '../../stepsOf';
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

	it.each<[field: StatusField, names: string[]]>([
		[
			'transaction_ticket',
			['transaction_ticket', 'TransactionTicketId', 'transactionId', 'ticket_id', 'TICKET'],
		],
		['custom_ticket', ['custom_ticket', 'customTicketID']],
		['sendTo', ['sendTo', 'sent-to', 'phone', 'phoneNumber', 'recipient', 'MSISDN', 'mobile']],
		['sendTo', ['destination', 'number', 'To']],
		['status_code', ['status_code', 'statusId', 'delivery.status.code']],
		['status_message', ['status_message', 'StatusText', 'status description']],
		['status_message', ['deliveryStatusMessage', 'status', 'status_value', 'delivery_status']],
	])('has its %s under each of the names %j', (field, names) => {
		for (const name of names) {
			expect(read(JSON.stringify({ [name]: 'x' }))).toMatchObject([{ [field]: 'x' }]);
		}
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
		const deep = read('{"a":{"b":{"c":"18015551004"}}}', { mapping: { sendTo: 'a.b.c' } });
		expect(told(deep)).toEqual([[null, null, '18015551004', null, null]]);
	});

	it.each<[which: string, body: string, recipient: string | null]>([
		['the first of two that are spelled alike', '{"send_to":"1","sendTo":"2"}', '1'],
		['the better known, where it comes first', '{"sendTo":"1","phone":"2"}', '1'],
		['the better known, where it comes last', '{"phone":"2","sendTo":"1"}', '1'],
		['the one by a name that is cut', `{"to${'_'.repeat(198)}x":"1"}`, '1'],
		['none by a name that goes on before it is cut', `{"to${'_'.repeat(197)}x":"1"}`, null],
		['none by a name without letters', '{"":"1","-":"2","+":"3"}', null],
		['that of a list of one', '{"to":["1"]}', '1'],
		['that of a list of one beside another one', '{"to":["1"],"note":["x"]}', '1'],
		['its own, whatever is listed within', '{"to":"1","errors":{"phone":["is invalid"]}}', '1'],
		['its own, whatever a lesser name lists', '{"sendTo":"1","number":["2"]}', '1'],
	])('has as its recipient %s', (_which, body, recipient) => {
		expect(told(read(body))).toEqual([[null, null, recipient, null, null]]);
	});

	it.each<[what: string, body: string, code: number | string | null, message: string | null]>([
		['its whole name', '{"status":{"status_code":101,"code":7}}', 101, null],
		['its whole name, coming last', '{"status":{"code":7,"status_code":101}}', 101, null],
		[
			'a better name, with what stands around it',
			'{"status":{"status_id":7,"code":101}}',
			101,
			null,
		],
		['the whole name of either', '{"status":{"value":7,"status_value":101}}', 101, null],
		['the longest name', '{"delivery_status_message":"Delivered"}', null, 'Delivered'],
		['a status that is true or false', '{"status":false}', null, 'false'],
		['a list without entries beside it', '{"to":[],"status":100}', 100, null],
		['names of which only one is a number', '{"0":"x","status":100}', 100, null],
		['a few blanks around the code', `{"status_code":"${'100'.padStart(100)}"}`, 100, null],
		['many blanks around the code', `{"status_code":"${'100'.padStart(101)}"}`, '100', null],
		['a code below zero', '{"status_code":"-100"}', -100, null],
		['a code of nine digits', '{"status_code":"123456789"}', 123_456_789, null],
		['a code of ten digits', '{"status_code":"1234567890"}', '1234567890', null],
		['a code with letters before it', '{"status_code":"DLR100"}', 'DLR100', null],
	])('has the code and message that are told with %s', (_what, body, code, message) => {
		expect(told(read(body))).toEqual([[null, null, null, code, message]]);
	});

	it('is not the outcome text or the error code of an envelope', () => {
		const [status] = read(
			'{"result":true,"error_code":0,"message":"Message request received","transaction_ticket":"T-1"}',
		);
		expect(told([status!])).toEqual([['T-1', null, null, null, null]]);
	});
});

describe('a status with its recipient in something that tells one too', () => {
	it.each([
		['{"status":200,"data":{"phone":"18015551001","status":100}}'],
		['{"status":200,"data":[{"phone":"18015551001","status":100}]}'],
		['{"status_code":0,"list":{"item":{"sendTo":"18015551001","status_code":100}}}'],
		['{"phone":"12345","status":"ok","report":{"to":"18015551001","status_code":100}}'],
	])('is told as it is, and not as what stands around it: %s', (body) => {
		expect(read(body)).toMatchObject([{ sendTo: '18015551001', status_code: 100 }]);
	});

	it.each([
		['{"result":{"status":100},"report":{"phone":"18015551001","status_code":102}}', 102],
		['{"message":{"to":"18015551001","status":100},"account":{"phone":"18005550000"}}', 100],
	])('is the only one beside what tells less: %s', (body, status_code) => {
		expect(read(body)).toMatchObject([
			{ sendTo: '18015551001', status_code, raw: JSON.parse(body) as object },
		]);
	});

	it('tells nothing that only a part of it would', () => {
		const body = '{"sendTo":"18015551001","status_code":100,"carrier":{"status_code":7}}';
		expect(read(body)).toMatchObject([{ sendTo: '18015551001', status_code: 100 }]);
	});
});

test('an envelope with an address and a status of its own tells of others by its list', () => {
	const reports = [
		{ sendTo: '18015551001', status_code: 100, status_message: 'Delivered' },
		{ sendTo: '18015551002', status_code: 101, status_message: 'Sent' },
	];
	const envelope = {
		ticket: 'T-1',
		to: '18009990000',
		status: 'success',
		attempts: [{ number: 1 }],
	};
	expect(told(read(JSON.stringify({ ...envelope, reports })))).toEqual([
		['T-1', null, '18015551001', 100, 'Delivered'],
		['T-1', null, '18015551002', 101, 'Sent'],
	]);
	expect(told(read(JSON.stringify({ ...envelope, reports: reports.slice(1) })))).toEqual([
		['T-1', null, '18015551002', 101, 'Sent'],
	]);
});

test.each([
	['in an object', { response: { list: 'REPORTS' } }],
	['further in', { response: { answer: { list: 'REPORTS' } } }],
])('an envelope tells of others also by a list %s', (_where, more) => {
	const reports = [
		{ sendTo: '18015551001', status_code: 100 },
		{ sendTo: '18015551002', status_code: 105 },
	];
	const body = JSON.stringify({ phone: '18009990000', status: 'success', ...more });
	expect(told(read(body.replace('"REPORTS"', JSON.stringify(reports))))).toEqual([
		[null, null, '18015551001', 100, null],
		[null, null, '18015551002', 105, null],
	]);
});

describe('a batch of one tells what the first of a batch of two tells', () => {
	const SECOND = '{"sendTo":"15551234568","status_code":101,"status_message":"Sent"}';
	const firsts = ['{"sendTo":"15551234567","status":"Rejected"}', SECOND.replace('8"', '7"')];
	const envelopes = [
		['{"status":100,"data":[', ']}'],
		['{"status":{"code":100,"message":"Delivered"},"data":[', ']}'],
		['{"status":100,"status_text":"OK","answer":{"data":[', ']}}'],
		['{"status_code":100,"data":[', ']}'],
	] as const;
	const fieldsOf = (entry: string) => Object.entries(JSON.parse(entry) as Record<string, unknown>);
	const posts = (head: string, entries: string[], tail: string) => ({
		json: head + entries.join() + tail,
		xml: `<post><status>100</status><data>${entries
			.map((entry) => `<item>${fieldsOf(entry).map(([n, v]) => `<${n}>${v}</${n}>`)}</item>`)
			.join('')
			.replaceAll(',<', '<')}</data></post>`,
		form: `status=100&${entries
			.flatMap((entry, at) => fieldsOf(entry).map(([n, v]) => `data[${at}][${n}]=${v}`))
			.join('&')}`,
	});

	it.each(
		firsts.flatMap((first) => envelopes.map(([head, tail]) => [first, `${head}…${tail}`] as const)),
	)('%s within %s', (first, around) => {
		const [head = '', tail = ''] = around.split('…');
		const one = posts(head, [first], tail);
		const two = posts(head, [first, SECOND], tail);
		for (const format of ['json', 'xml', 'form'] as const) {
			const alone = told(read(one[format]));
			expect(alone).toHaveLength(1);
			expect(alone).toEqual(told(read(two[format])).slice(0, 1));
		}
		const single = one.json.replace(/\[(.*)\]/, '$1');
		expect(told(read(single))).toEqual(told(read(one.json)));
	});

	it.each([
		'{"status":100,"data":{"sendTo":"15551234567","status":"Rejected"}}',
		'{"status":{"code":100},"data":{"sendTo":"15551234567","status":"Rejected"}}',
		'{"data":{"sendTo":"15551234567","status":"Rejected"},"callback":{"status":100}}',
		'{"callback":{"status":100},"data":{"sendTo":"15551234567","status":"Rejected"}}',
	])('without a code that it does not tell: %s', (body) => {
		expect(told(read(body))).toEqual([[null, null, '15551234567', null, 'Rejected']]);
	});
});

test('a status with a code of its own is one beside those of others that it lists', () => {
	const list = [
		{ sendTo: '18015551002', status: 'Failed' },
		{ sendTo: '18015551003', status_code: 105 },
	];
	const body = JSON.stringify({ sendTo: '18015551001', status_code: 100, ticket: 'T', list });
	expect(told(read(body))).toEqual([
		['T', null, '18015551001', 100, null],
		['T', null, '18015551002', null, 'Failed'],
		['T', null, '18015551003', 105, null],
	]);
});

describe('a status that tells its recipient', () => {
	it.each([
		'{"status":100,"results":[{"to":"18015551001","status":"No"},{"to":"2","status":"No"}]}',
		'{"sendTo":"18015551009","status_code":100,"results":[{"to":"18015551001","status":"No"}]}',
	])('takes none from further out: %s', (body) => {
		expect(told(read(body))).toContainEqual([null, null, '18015551001', null, 'No']);
	});

	it.each([
		[
			'{"status_code":100,"results":[{"to":"1","status":"ok"},{"to":"2","status":"ok"}]}',
			100,
			'ok',
		],
		['{"status_code":100,"recipient":{"to":"1","status":"active"}}', 100, 'active'],
		[
			'{"status":"success","results":[{"to":"1","status_code":5},{"to":"2","status_code":5}]}',
			5,
			null,
		],
	])('takes a code that is named so: %s', (body, code, message) => {
		expect(told(read(body))[0]).toEqual([null, null, '1', code, message]);
	});

	it.each([
		[{ phone: '18015550000', status_code: 0, messages: [{ to: '18015551001', status_code: 100 }] }],
		[{ phone: '18015550000', status: 'OK', messages: [{ to: '18015551001', status_code: 100 }] }],
	])('is the one that an envelope lists: %j', (body) => {
		expect(told(read(JSON.stringify(body)))).toEqual([[null, null, '18015551001', 100, null]]);
	});

	it('is one that an envelope lists where its names are not those of the interface', () => {
		const list = [{ sendTo: '18015551002', status_code: 105 }];
		const body = JSON.stringify({ sentTo: '18015551001', status_code: 100, list });
		expect(told(read(body))).toEqual([[null, null, '18015551002', 105, null]]);
	});

	it('is found by a mapping that ends in "value"', () => {
		const body = '{"dest":{"value":"18015551001"},"status_code":7,"status":{"value":"100"}}';
		const mapping = { sendTo: 'dest.value', status_code: 'status.value' };
		expect(read(body, { mapping })).toMatchObject([{ sendTo: '18015551001', status_code: 100 }]);
	});

	it('takes what the mapping names from further out', () => {
		const body = '{"final":100,"results":[{"to":"1","status":"No"},{"to":"2","status":"No"}]}';
		expect(read(body, { mapping: { status_code: 'final' } })).toMatchObject([
			{ sendTo: '1', status_code: 100 },
			{ sendTo: '2', status_code: 100 },
		]);
	});

	it('is not another one for an attempt with its number in the form of the country', () => {
		const body =
			'{"sendTo":"18015551001","status_code":105,"attempts":[{"to":"8015551001","status_code":101}]}';
		expect(told(read(body))).toEqual([[null, null, '18015551001', 105, null]]);
	});

	it.each([
		'{"sendTo":"18015551001","status_code":100,"list":[{"sendTo":"18015551001","status_code":100},{"sendTo":"18015551002","status_code":300}]}',
		'{"sendTo":"18015551001","status_code":101,"list":[{"sendTo":"18015551002","status_code":300},{"sendTo":"+1 801 555 1001","status_code":100}]}',
		'<r><sendTo>18015551001</sendTo><status_code>101</status_code><list><s><sendTo>18015551001</sendTo><status_code>100</status_code></s><s><sendTo>18015551002</sendTo><status_code>300</status_code></s></list></r>',
		'{"sendTo":"18015551001","status_message":"Sent to Carrier","list":[{"sendTo":"18015551001","status_message":"Delivered"},{"sendTo":"18015551002","status_code":300}]}',
	])('is told once where a list beside it tells it again: %s', (body) => {
		expect(read(body).map(({ sendTo, status_code }) => `${sendTo} ${status_code}`)).toHaveLength(2);
		expect(read(body)).toContainEqual(expect.objectContaining({ delivered: true }));
		expect(read(body)).toContainEqual(expect.objectContaining({ status_code: 300 }));
	});

	it.each([
		'{"sendTo":"18015551001","status_code":100,"history":[{"sendTo":"18015551001","status_code":101},{"sendTo":"18015551002","status_code":300}]}',
		'{"sendTo":"18015551001","status_code":100,"custom_ticket":"a","list":[{"sendTo":"18015551001","status_code":100,"custom_ticket":"b"},{"sendTo":"18015551002","status_code":300,"custom_ticket":"c"}]}',
		'{"sendTo":"18015551001","status_code":101,"custom_ticket":"a","list":[{"sendTo":"18015551001","status_code":100,"custom_ticket":"b"},{"sendTo":"18015551002","status_code":300,"custom_ticket":"c"}]}',
	])('is kept beside another one of the same recipient: %s', (body) => {
		expect(read(body)).toHaveLength(3);
	});

	const PARTS = [
		'"parts":[{"number":1,"price":2},{"number":2}]',
		'"attempts":[{"number":1,"status":"failed"}]',
		'"attempts":[{"phone":"18015551001","status":101},{"phone":"18015551001","status":100}]',
		'"errors":[{"status":500},{"status":501}]',
		'"errors":[{"status":"failed"}]',
		'"errors":{"0":{"status":"failed"}}',
		'"carriers":[{"phone":"18009990000"},{"phone":"18009990001"}]',
		'"status":[500,501]',
		'"number":[1,2]',
		'"first":{"number":1,"status":"failed"},"second":{"number":2,"status":"failed"}',
	];

	it.each(PARTS)('is one, whatever it lists: %s', (parts) => {
		const body = `{"ticket":"T-1","sendTo":"18015551001","status_code":100,${parts}}`;
		const statuses = read(body);
		expect(told(statuses)).toEqual([['T-1', null, '18015551001', 100, null]]);
		expect(statuses[0]?.raw).toEqual(JSON.parse(body));
		expect(told(read(`[${body},${body.replace('T-1', 'T-2')}]`))).toHaveLength(2);
	});

	it.each([
		'sendTo=18015551001&status_code=100&attempt[0][number]=1&attempt[0][status]=failed',
		'sendTo=18015551001&status_code=100&part[0][number]=1&part[1][number]=2',
		'<s><sendTo>18015551001</sendTo><status_code>100</status_code><parts><part><number>1</number></part><part><number>2</number></part></parts></s>',
		'<s><sendTo>18015551001</sendTo><status_code>100</status_code><attempts><attempt><number>1</number><status>failed</status></attempt></attempts></s>',
	])('is one in forms and XML, too: %s', (body) => {
		expect(told(read(body))).toEqual([[null, null, '18015551001', 100, null]]);
	});

	it('has what it leaves open from its parts, and of other statuses the tickets alone', () => {
		const body =
			'{"to":"18015551001","status_code":100,"status":{"text":"Delivered"},"try":{"number":1,"status":"failed","ticket":"T-1"}}';
		expect(told(read(body))).toEqual([['T-1', null, '18015551001', 100, 'Delivered']]);
	});

	it.each<[what: string, body: string, mapping: FieldMapping]>([
		[
			'of the mapping',
			'{"phone":"18005550000","status":"ok","list":[{"dest":"1","st":7},{"dest":"2","st":8}]}',
			{ sendTo: 'dest', status_code: 'st' },
		],
		[
			'of a better name',
			'phone=18005550000&status=ok&sendTo=18015551001&st=7&sendTo=18015551002&st=8',
			{},
		],
	])('is not one that stands around recipients %s', (_what, body, mapping) => {
		expect(read(body, { mapping })).toHaveLength(2);
	});

	it.each([
		'"status":"Rejected","callback":{"status":100}',
		'"status":"Rejected","callback":{"status_code":100}',
		'"status":"Rejected","callback":{"answer":{"status":{"code":100}}}',
		'"callback":{"status":100},"status":"Rejected"',
	])('has no code of something else: %s', (fields) => {
		expect(told(read(`{"sendTo":"15551234567",${fields}}`))).toEqual([
			[null, null, '15551234567', null, 'Rejected'],
		]);
	});

	it('has no code and no text of something else where it is delivered', () => {
		const [byText] = read('{"sendTo":"15551234567","status":"Delivered","error":{"status":0}}');
		expect(byText).toMatchObject({ status: 'delivered', status_code: null });
		const [byCode] = read('{"sendTo":"15551234567","status":100,"push":{"status":"failed"}}');
		expect(byCode).toMatchObject({ status: 'delivered', status_message: null });
	});

	const STANDING = [
		'"sendTo":"18015551001","status":{"code":100,"message":"Delivered"}',
		'"recipient":{"phone":"18015551001"},"status":{"code":100,"message":"Delivered"}',
		'"destination":{"number":"18015551001"},"status_code":100,"status_message":"Delivered"',
		'"to":[{"phone":"18015551001"}],"delivery_status":[{"code":100,"message":"Delivered"}]',
		'"sendTo":"18015551001","status":100,"status_message":{"status_text":"Delivered"}',
	];
	const BESIDE = [
		...PARTS.filter((parts) => !/"(?:status|number)":\[/.test(parts)),
		'"attempts":[{"n":1,"status":"failed"}]',
		'"history":[{"status":{"code":101}},{"status":{"code":100}}]',
		'"gateway":{"status":"ok"}',
		'"gateway":{"status":"ok"},"carrier":{"status":"up"}',
		'"ticket":{"status":"open"}',
		'"parts":[{"number":1},{"number":2}]',
	];

	it.each(STANDING.flatMap((status) => BESIDE.map((beside) => [status, beside] as const)))(
		'is one where they stand as objects: %s with %s',
		(status, beside) => {
			for (const body of [`{${status},${beside}}`, `{${beside},${status}}`]) {
				expect(told(read(body))).toEqual([[null, null, '18015551001', 100, 'Delivered']]);
			}
		},
	);
});

describe('an envelope with an address and a status of its own', () => {
	const report = (of: string, wrap: (fields: string) => string) =>
		wrap(`<sendTo>${of}</sendTo><status_code>100</status_code>`);
	const codes = (body: string) =>
		read(body).map(({ sendTo, status_code, status_message }) => [
			sendTo,
			status_code ?? status_message,
		]);
	const ONE = '15551234561';
	const TWO = '15551234562';

	it.each([
		[{ sendTo: ONE, status: 100, report: { sendTo: TWO, status_code: 5 } }, 5],
		[{ phone: ONE, status_code: 100, report: { sendTo: TWO, status: 7 } }, 7],
	])('is a status as well where a lone object is named better in part: %j', (post, code) => {
		expect(codes(JSON.stringify(post))).toEqual([
			[ONE, 100],
			[TWO, code],
		]);
	});

	it.each(['report', 'reports><report'])('tells of one by <%s> as of two', (tags) => {
		const [outer = '', inner] = tags.split('><');
		const wrap = (fields: string) => `<${inner ?? outer}>${fields}</${inner ?? outer}>`;
		for (const own of [
			'<phone>18009990000</phone><status>success</status>',
			'<phone>18009990000</phone><status_code>0</status_code>',
		]) {
			const post = (content: string) => {
				const listed = inner === undefined ? content : `<${outer}>${content}</${outer}>`;
				return [
					`<r>${own}${listed}</r>`,
					`<r>${listed}${own}</r>`,
					envelope(`<n:notify>${own}${listed}</n:notify>`),
				];
			};
			for (const body of post(report(ONE, wrap))) expect(codes(body)).toEqual([[ONE, 100]]);
			for (const body of post(report(ONE, wrap) + report(TWO, wrap))) {
				expect(codes(body)).toEqual([
					[ONE, 100],
					[TWO, 100],
				]);
			}
		}
	});

	it('tells of each of several objects, and not of attempts beside them', () => {
		const body = JSON.stringify({
			phone: '18009990000',
			status: 'success',
			attempt: { phone: '18009990000', status: 'failed' },
			first: { sendTo: ONE, status_code: 100 },
			second: { sendTo: TWO, status: 'Rejected' },
			third: { number: 1, status: 'failed' },
		});
		expect(codes(body)).toEqual([
			[ONE, 100],
			[TWO, 'Rejected'],
		]);
	});

	it('is a status as well where a lone object tells no better', () => {
		const account = { phone: '18005550000', status: 'active' };
		for (const status of [100, 'Delivered']) {
			expect(codes(JSON.stringify({ to: ONE, status, account }))).toEqual([
				[ONE, status],
				['18005550000', 'active'],
			]);
		}
		const body = JSON.stringify({
			sendTo: ONE,
			status_code: 100,
			report: { ...account, status: 7 },
		});
		expect(codes(body)).toEqual([
			[ONE, 100],
			['18005550000', 7],
		]);
	});

	it('has columns of a lesser name that are no statuses', () => {
		const list = [{ sendTo: TWO, status_code: 105 }];
		const body = JSON.stringify({ sendTo: ONE, status_code: 100, number: [1, 2], list });
		expect(codes(body)).toEqual([
			[ONE, 100],
			[TWO, 105],
		]);
	});
});

describe('a recipient', () => {
	it.each([
		['{"to":"18015551001","number":2,"status_code":100}'],
		['{"to":"18015551001","mobile":true,"status_code":100}'],
		['{"to":"18015551001","recipient":"Ann Smith","status_code":100}'],
	])('is what is an address: %s', (body) => {
		expect(read(body)).toMatchObject([{ sendTo: '18015551001' }]);
	});

	it('is what the mapping says, whatever it holds', () => {
		const body = '{"to":"18015551001","who":"Ann","status_code":100}';
		expect(read(body, { mapping: { sendTo: 'who' } })).toMatchObject([{ sendTo: 'Ann' }]);
	});

	it('is all that has to be an address: a ticket of letters beats a number that may be one', () => {
		const body = '{"transaction_ticket":"AB-CD","ticket":"18015551009","to":"18015551001"}';
		expect(read(body)).toMatchObject([{ transaction_ticket: 'AB-CD', sendTo: '18015551001' }]);
	});

	it('is not the name that a status stands under, which may be the number of anything', () => {
		const body = '{"18015551001":{"status_code":100},"18015551002":{"status_code":102}}';
		expect(read(body)).toMatchObject([
			{ sendTo: null, status_code: 100 },
			{ sendTo: null, status_code: 102 },
		]);
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
			'a form with numbers in brackets, which its names go on around',
			'ticket=T-1&status[0][to]=18015551001&status[0][code]=100&status[0][message]=Delivered&status[1][to]=18015551002&status[1][code]=101&status[1][message]=Sent+to+Carrier',
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

	it('have nothing of a column that is blank in all of them', () => {
		const body = 'to=18015551001&note=&status=100&to=18015551002&note=&status=101';
		expect(read(body).map(({ raw }) => raw)).toEqual([
			{ to: '18015551001', status: '100' },
			{ to: '18015551002', status: '101' },
		]);
	});

	it('have nothing of a list that holds more than single values', () => {
		const body = '{"to":["18015551001",{"of":"1"}],"status_code":[100,101]}';
		expect(told(read(body)).map(([, , to, code]) => [to, code])).toEqual([
			[null, 100],
			[null, 101],
		]);
	});

	it('are told apart by their recipients alone, or by their codes alone', () => {
		expect(told(read('to=1&to=2')).map(([, , to]) => to)).toEqual(['1', '2']);
		expect(told(read('status=100&status=101')).map(([, , , code]) => code)).toEqual([100, 101]);
	});

	it('have what is told around them, unless they tell it themselves', () => {
		const mapping: FieldMapping = { transaction_ticket: 'ref', sendTo: 'dest' };
		const list = [{ dest: '1', ticket: 'A' }, { ticket: 'B' }];
		const statuses = read(JSON.stringify({ ref: 'T-1', dest: '0', list }), { mapping });
		expect(told(statuses)).toEqual([
			['T-1', null, '1', null, null],
			['T-1', null, '0', null, null],
		]);
	});

	it.each<[how: string, callback: CallbackValue, raw: CallbackValue[]]>([
		[
			'within an object',
			{
				ticket: 'T-1',
				batch: 7,
				note: null,
				list: [{ to: '1', status: 100, price: { amount: 3 } }, { to: '2' }],
			},
			[
				{ ticket: 'T-1', batch: 7, note: null, to: '1', status: 100, price: { amount: 3 } },
				{ ticket: 'T-1', batch: 7, note: null, to: '2' },
			],
		],
		['in a list', [{ to: '1' }, { to: '2' }], [{ to: '1' }, { to: '2' }]],
		['alone in a list', [{ to: '1' }], [[{ to: '1' }]]],
		[
			'alone in a list within an object',
			{ ticket: 'T-1', list: [{ to: '1' }] },
			[{ ticket: 'T-1', list: [{ to: '1' }] }],
		],
		[
			'in columns, and beside them',
			{ to: ['1', '2'], note: 'ab', three: [1, 2, 3], gap: ['', 1], pair: [{}, {}] },
			[
				{ note: 'ab', to: '1', gap: '' },
				{ note: 'ab', to: '2', gap: 1 },
			],
		],
		[
			'in columns, of which one has an empty value',
			{ to: ['1', ''], status: [100, 101] },
			[
				{ to: '1', status: 100 },
				{ to: '', status: 101 },
			],
		],
	])('each keep what was posted of them, and around them: %s', (_how, callback, raw) => {
		const statuses = read(JSON.stringify(callback));
		expect(statuses.map((status) => status.raw)).toStrictEqual(raw);
	});
});

describe('values one after the other', () => {
	const told = (text: string) => read(text).map(({ sendTo, status_code }) => [sendTo, status_code]);

	it.each([
		[
			'with a blank',
			'phone=1&phone=2&status_code=100&status_code=',
			[
				['1', 100],
				['2', null],
			],
		],
		[
			'with null',
			'{"phone":["1",null],"status_code":[100,105]}',
			[
				['1', 100],
				[null, 105],
			],
		],
		[
			'of each group of them, also of one',
			'[{"status_code":100,"phone":["1","2"]},{"status_code":[105],"phone":["3"]}]',
			[
				['1', 100],
				['2', 100],
				['3', 105],
			],
		],
		[
			'beside others',
			'{"phone":["1","2"],"tags":["a","b","c"],"status_code":100}',
			[
				['1', 100],
				['2', 100],
			],
		],
		[
			'differently often',
			'phone=1&phone=2&phone=3&status_code=100&status_code=105',
			[[null, null]],
		],
	])('are statuses %s', (_how, text, expected) => {
		expect(told(text)).toEqual(expected);
	});

	it('are each looked at once, however many lie within each other', () => {
		const within = (depth: number): CallbackRecord => ({
			phone: Array<string>(8).fill('1'),
			...(depth > 0 && { within: within(depth - 1) }),
		});
		expect(told(JSON.stringify(within(5)))).toHaveLength(48);
	});
});

it('lines below a blank one that begin again are another status', () => {
	const lines = (...all: string[]) =>
		read(all.join('\n')).map(({ sendTo, status_code }) => [sendTo, status_code]);
	expect(lines('phone: 1', 'status_code: 100', '', 'phone: 2', 'status_message: Queued')).toEqual([
		['1', 100],
		['2', null],
	]);
	expect(lines('phone: 1', '', 'status_code: 100', '')).toEqual([['1', 100]]);
	expect(lines('phone: 1', 'status: No', '', 'status_code: 5', 'phone: 2', 'status: No')).toEqual([
		['1', null],
		['2', 5],
	]);
});

describe('a text that is a document', () => {
	it.each(['message', 'body', 'content', 'msg', 'sms'])(
		'tells nobody in a field named %s',
		(name) => {
			const post = `status_code=105&${name}={"custom_ticket":"order-2","sendTo":"1"}`;
			expect(read(post)).toMatchObject([{ sendTo: null, custom_ticket: null }]);
		},
	);

	const posted = (fields: Record<string, string>) =>
		read(new URLSearchParams(fields).toString()).map(({ sendTo, status_code }) => [
			sendTo,
			status_code,
		]);
	const forged = '[{"phone":"6","status_code":100},{"phone":"7","status_code":100}]';

	it('tells nothing beside a recipient and a status', () => {
		expect(posted({ sendTo: '1', status_code: '105', message: forged })).toEqual([['1', 105]]);
		expect(posted({ sendTo: '1', status_text: 'No', message: '{"status_code":100}' })).toEqual([
			['1', null],
		]);
	});

	it('tells no status beside a recipient whose status is not recognized', () => {
		expect(posted({ sendTo: '1', err: '5', text: '{"status_code":100}' })).toEqual([['1', null]]);
	});

	it.each([
		['recipient[sendTo]=1&status=No&message={"status_code":100}', [['1', null]]],
		['recipient[sendTo]=1&status_code=5&message=[{"sendTo":"2","status_code":100}]', [['1', 5]]],
		[
			'sendTo=1&status=No&sendTo=2&status=No&message={"status_code":100}',
			[
				['1', null],
				['2', null],
			],
		],
	])('tells nothing where a recipient stands elsewhere: %s', (body, expected) => {
		const statuses = read(body).map(({ sendTo, status_code }) => [sendTo, status_code]);
		expect(statuses).toEqual(expected);
	});

	it.each([
		['status_code=100&recipients=[{"sendTo":"1"},{"sendTo":"2"}]', ['1 100 null', '2 100 null']],
		['status_code=100&data={"custom_ticket":"order-2","sendTo":"1"}', ['1 100 order-2']],
		['status_code=100&data={"sendTo":"1","status_message":"Delivered"}', ['1 null null']],
		['status_code=105&text={"custom_ticket":"order-2","sendTo":"1"}', ['null 105 null']],
		['status_code=105&text={"custom_ticket":"order-2","status_code":100}', ['null 105 order-2']],
		[
			'status_code=105&custom_ticket=order-1&text={"custom_ticket":"order-2","status_code":100}',
			['null 105 order-1'],
		],
	])('beside a status tells whom it is of where it is no text: %s', (body, expected) => {
		const statuses = read(body).map(
			({ sendTo, status_code, custom_ticket }) => `${sendTo} ${status_code} ${custom_ticket}`,
		);
		expect(statuses).toEqual(expected);
	});

	const D = '{"sendTo":"15550000000","status_code":100}';
	const REAL: Array<[how: string, fields: string]> = [
		['alone', 'phone=15551234567&status=105'],
		['in brackets', 'recipient[phone]=15551234567&status[code]=105'],
		['in columns', 'phone=15551234567&status=105&phone=15551234567&status=105'],
		['without a status that is known', 'phone=15551234567&state=105'],
		['so that nobody knows whose they are', 'phone=1&phone=2&phone=3&status=105&status=105'],
	];
	const PLACES = [
		`text=${D}`,
		`text=${D}&text=hi`,
		`text=hi&text=${D}`,
		`text=${D}&text=${D}`,
		`text[0]=${D}`,
		`text[]=${D}`,
		`text[]=${D}&text[]=x`,
		`data[a][b]=${D}`,
		`info[note]=${D}`,
		`text={"status_code":100}`,
		`text={"status":{"code":100}}`,
		`text[]=x&text[]={"status_code":100}`,
		`text=[${D},${D}]`,
	];

	it.each(REAL.flatMap(([how, real]) => PLACES.map((text) => [how, real, text] as const)))(
		'tells nothing beside a recipient who stands %s: %s&%s',
		(_how, real, text) => {
			for (const body of [`${real}&${text}`, `${text}&${real}`]) {
				expect(told(read(body))).toEqual(told(read(real)));
			}
			const fields: Record<string, string[]> = {};
			for (const [name, value] of new URLSearchParams(`${real}&${text}`)) {
				(fields[name] ??= []).push(value);
			}
			expect(told(read('', { fields }))).toEqual(told(read(real)));
		},
	);

	it.each([
		['data[sendTo]=15551234567&data[state]=REJECTED&text={"status_code":100}', '15551234567', null],
		['status=105&text={"sendTo":"15550000000"}', null, 105],
		['status=105&text={"status_code":100}', null, 105],
		['status=105&text={"note":1}', null, 105],
		[`status=105&text=${D}`, '15550000000', 100],
		['state=5&data={"sendTo":"1"}&status={"code":100}', '1', 100],
		['status={"code":100}', null, 100],
		['data={"sendTo":"1","status":"No"}&status_code=100', '1', null],
		['data={"sendTo":"1","status":"No"}&data[code]=100', '1', null],
	])('tells only what it says itself: %s', (body, recipient, code) => {
		expect(read(body)).toMatchObject([{ sendTo: recipient, status_code: code }]);
	});

	it('is about the ticket that is posted beside it', () => {
		expect(told(read(`custom_ticket=order-1&status=ok&data=${D}`))).toEqual([
			[null, 'order-1', '15550000000', 100, null],
		]);
	});

	it('tells the statuses where nothing else does', () => {
		expect(posted({ account: '1', data: forged })).toEqual([
			['6', 100],
			['7', 100],
		]);
	});
});

it.each(['from', 'sender', 'Source', 'originator'])(
	'the number of the %s is no recipient',
	(name) => {
		const text = JSON.stringify({
			recipient: { phone: '1' },
			[name]: { phone: '2' },
			status_code: 100,
		});
		expect(read(text).map(({ sendTo }) => sendTo)).toEqual(['1']);
		// Neither is what is said of them a status.
		const withStatus = JSON.stringify({
			phone: '1',
			status_code: 100,
			[name]: { phone: '2', status_code: 7 },
		});
		expect(read(withStatus).map(({ sendTo }) => sendTo)).toEqual(['1']);
		expect(
			read(JSON.stringify({ [name]: { phone: '2' }, status_code: 100 }), {
				mapping: { sendTo: `${name} phone` },
			}).map(({ sendTo }) => sendTo),
		).toEqual(['2']);
	},
);

it.each([
	['100.0', 100],
	['100.00', 100],
	['100.5', '100.5'],
	['100.', 100],
	['+100', 100],
	['1E2', 100],
	['%20100%20', 100],
	['999999999', 999_999_999],
	['1000000000', '1000000000'],
	['-1000000000', '-1000000000'],
])('the code %s is %j', (written, code) => {
	expect(read(`sendTo=1&status_code=${written}`)[0]?.status_code).toBe(code);
});

it.each(['null', 'NULL', 'undefined', ' Null ', ''])('the text %j tells nothing', (text) => {
	const form = `custom_ticket=${text}&sendTo=1&status_code=${text}&status_message=Delivered`;
	const [status] = read(form, { customTicket: 'order-1' });
	expect(status).toMatchObject({
		status: 'delivered',
		status_code: null,
		custom_ticket: 'order-1',
	});
	const json = { phone: text, sendTo: ['1', text], status_code: [100, text] };
	expect(told(read(JSON.stringify(json)))).toEqual([
		[null, null, '1', 100, null],
		[null, null, null, null, null],
	]);
	expect(read('sendTo=1&status_message=null and void')[0]?.status_message).toBe('null and void');
});

it('has the same id for one number in several forms', () => {
	const idOf = (sendTo: string) =>
		read(new URLSearchParams({ sendTo, ticket: 'T', status: '100' }).toString())[0]?.id;
	expect(idOf('+1 (801) 555-1001')).toBe(idOf('18015551001'));
	expect(idOf('18015551002')).not.toBe(idOf('18015551001'));
});

describe('statuses that hold', () => {
	it.each<[values: number, characters: number, callback: CallbackValue]>([
		// Each is a value, and so is each copied one; what is told counts by its characters.
		[2, 3, [{ to: '1' }, { to: '22' }]],
		[6, 29, { ticket: 'T-1', n: 7, list: [{ to: '1' }, { to: '22' }] }],
		// Columns count as they are divided, too.
		[6, 22, { to: ['1', '2'], note: 'abc', o: { a: 'bc' } }],
	])('%i values and %i characters are made of %j, and refused with fewer', (...row) => {
		const [values, characters, callback] = row;
		const made = (amount: { values: number; characters: number }) => () =>
			finished(recognise(callback, {}, new Budget(amount, { values: 'V', characters: 'C' })));
		expect(made({ values, characters })()).toHaveLength(2);
		expect(made({ values: values - 1, characters })).toThrow('refused: V');
		expect(made({ values, characters: characters - 1 })).toThrow('refused: C');
	});
});

describe('a large callback is looked at in some parts, neither at once nor value by value', () => {
	const times = <V>(count: number, make: (index: number) => V) =>
		Array.from({ length: count }, (_none, index) => make(index));
	const members = (count: number, make: (index: number) => CallbackValue): CallbackRecord =>
		Object.fromEntries(times(count, (index) => [`n${index}`, make(index)]));
	const steps = (callback: CallbackValue) => stepsOf(recognise(callback, {}, Budget.ofStatuses()));
	const two = [{ to: '1' }, { to: '2' }];
	const long = 'x'.repeat(8_000);

	it.each<[what: string, callback: CallbackValue, least: number]>([
		['a list of numbers', times(20_000, Number), 8],
		['lists as objects', times(2_000, () => ({ ...times(10, Number) })), 15],
		['many names', members(20_000, Number), 16],
		['many names around statuses', { ...members(20_000, Number), list: two }, 29],
		[
			'a long ticket around statuses',
			{ ticket: { id: long }, list: times(1_000, () => two[0]!) },
			30,
		],
		['lists with long names', Object.fromEntries(times(100, (n) => [long + n, [1, 2]])), 5],
		['many objects', members(10_000, () => ({ status: 100 })), 15],
		['many objects of one status', { to: '1', ...members(10_000, () => ({ status: 100 })) }, 15],
		[
			'many objects beside a status',
			{ to: 18015551001, status: 100, ...members(10_000, () => ({ ticket: 'T' })) },
			25,
		],
		['columns of long texts', { to: [1, 2], ...members(500, () => [long, long]) }, 20],
	])('%s', (_what, callback, least) => {
		expect(steps(callback)).toBeGreaterThanOrEqual(least);
		expect(steps(callback)).toBeLessThanOrEqual(100);
	});

	it('before it is refused for what stands beside columns', () => {
		const callback = { ...members(20_000, Number), to: times(100, Number) };
		const looking = recognise(callback, {}, Budget.ofStatuses());
		let turns = 0;
		expect(() => {
			while (!looking.next().done) turns += 1;
		}).toThrow('its statuses would have more than 500000 values');
		expect(turns).toBeGreaterThanOrEqual(16);
		// It would be 500,000 values that are copied.
		expect(turns).toBeLessThanOrEqual(500);
	});

	it.each<[what: string, callback: CallbackRecord, least: number]>([
		['columns', { ...members(200, () => times(100, Number)), to: times(100, Number) }, 10],
	])('where statuses are made of %s', (_what, callback, least) => {
		const rows = times(100, (row) =>
			Object.fromEntries(
				Object.entries(callback).map(([name, value]) => [
					name,
					Array.isArray(value) ? value[row]! : value,
				]),
			),
		);
		const more = steps(callback) - steps(rows);
		expect(more).toBeGreaterThanOrEqual(least);
		expect(more).toBeLessThanOrEqual(50);
	});
});

describe('a status of somebody else beside one', () => {
	const told = (posted: object) =>
		read(JSON.stringify(posted)).map(({ sendTo, status_code }) => `${sendTo} ${status_code}`);

	it.each([
		[{ sendTo: '18015551001', status: 100, callback: { phone: '18005550000', status_code: 0 } }],
		[{ msisdn: '18015551001', status: 100, carrier: { number: '18005550000', status_code: 0 } }],
	])('does not replace it where it is named no better: %j', (posted) => {
		expect(told(posted)).toContain('18015551001 100');
	});

	it('in a list of one counts as much as those of the list beside it', () => {
		const [first, second, third] = ['18015551001', '18015551002', '18015551003'];
		expect(
			told({
				delivered: [{ sendTo: first, status_code: 100 }],
				failed: [
					{ sendTo: second, status_code: 5 },
					{ sendTo: third, status_code: 5 },
				],
			}).sort(),
		).toEqual([`${first} 100`, `${second} 5`, `${third} 5`]);
	});
});

describe('a status beside a list of recipients without one', () => {
	const [first, second, third] = ['18015551001', '18015551002', '18015551003'];
	const told = (posted: string) =>
		read(posted).map(({ sendTo, status_code, custom_ticket }) => [
			sendTo,
			status_code,
			custom_ticket,
		]);

	it.each([
		['sent', 'delivered'],
		['delivered', 'sent'],
	])('is not theirs where it names somebody else: %s, %s', (...names) => {
		const members = {
			sent: [{ sendTo: first, custom_ticket: 'a' }, { sendTo: second }],
			delivered: [{ sendTo: third, status_code: 100, custom_ticket: 'c' }],
		};
		const posted = Object.fromEntries(
			names.map((name) => [name, members[name as keyof typeof members]]),
		);
		const expected = [
			[third, 100, 'c'],
			[first, null, 'a'],
			[second, null, null],
		];
		expect(told(JSON.stringify(posted))).toEqual(expected);
		expect(told(JSON.stringify({ ...posted, delivered: members.delivered[0] }))).toEqual(expected);
	});

	it('is not theirs in XML either', () => {
		const number = (sendTo: string) => `<item><sendTo>${sendTo}</sendTo></item>`;
		expect(
			told(
				`<report><sent>${number(first)}${number(second)}</sent><delivered><sendTo>${third}</sendTo><status_code>100</status_code></delivered></report>`,
			),
		).toEqual([
			[third, 100, null],
			[first, null, null],
			[second, null, null],
		]);
	});

	it.each(['4711', 'VIP customers', '"Ann" <ann@example.com>'])(
		'is theirs where it names what is no address, as that of a batch: %s',
		(number) => {
			const list = [{ sendTo: first }, { sendTo: second }];
			expect(told(JSON.stringify({ batch: { number, status: 100 }, list }))).toEqual([
				[first, 100, null],
				[second, 100, null],
			]);
		},
	);

	it('is theirs where it names all of them in one field', () => {
		const list = [{ sendTo: first }, { sendTo: second }];
		const done = { to: `${first},${second}`, status: 100 };
		expect(told(JSON.stringify({ done, list }))).toEqual([
			[first, 100, null],
			[second, 100, null],
		]);
	});

	it('is not theirs where it hides whom it is about', () => {
		const list = [{ sendTo: first }, { sendTo: second }];
		expect(told(JSON.stringify({ done: { to: '1801555****', status: 100 }, list }))).toEqual([
			['1801555****', 100, null],
			[first, null, null],
			[second, null, null],
		]);
	});

	it('is that of the one whom it names, with the ticket that the list has for them', () => {
		const recipients = [
			{ phone: first, custom_ticket: 'a' },
			{ phone: second, custom_ticket: 'b' },
		];
		const posted = { delivery: { to: first, status: 100 }, recipients };
		expect(told(JSON.stringify(posted))).toEqual([
			[first, 100, 'a'],
			[second, null, 'b'],
		]);
	});

	it('is that of the attempts which it names again', () => {
		const attempts = [{ sendTo: first, custom_ticket: 'a' }, { sendTo: `+${first}` }];
		expect(told(JSON.stringify({ attempts, last: { sendTo: first, status_code: 100 } }))).toEqual([
			[first, 100, 'a'],
			[`+${first}`, 100, null],
		]);
	});
});

it('a document and brackets of one name are one status', () => {
	const [status, ...others] = read('data={"x":1}&data[sendTo]=1&data[status_code]=100');
	expect([status?.sendTo, status?.status_code, others]).toEqual(['1', 100, []]);
});

it('texts that begin as documents do count as the texts that they are', () => {
	const row = (index: number) =>
		`sendTo=${18015550000 + index}&status_code=100&text=${encodeURIComponent('[ACME] Your order left')}`;
	const rows = Array.from({ length: 3_000 }, (_row, index) => row(index));
	expect(read(rows.join('&'))).toHaveLength(3_000);
});

it.each(['resource', 'dataSource', 'senderReport', 'from_carrier'])(
	'an object named %s is not what is said of the sender',
	(name) => {
		const body = JSON.stringify({ [name]: { sendTo: '18015551001', status_code: 100 } });
		expect(read(body)).toMatchObject([{ sendTo: '18015551001', status_code: 100 }]);
	},
);

it('texts that begin with an angle bracket count as texts', () => {
	const row = (index: number) =>
		`sendTo=${18015550000 + index}&status_code=100&text=${encodeURIComponent('<3 you')}`;
	const rows = Array.from({ length: 3_000 }, (_row, index) => row(index));
	expect(read(rows.join('&'))).toHaveLength(3_000);
});

const LIST = [{ to: '1' }, { to: '2' }];
it.each([
	[
		{ note: '<b>Hi</b>', list: LIST },
		{ note: '<b>Hi</b>', to: '2' },
	],
	[{ post: { body: '<b>Hi</b>', list: LIST } }, { body: '<b>Hi</b>', to: '2' }],
])('a text with an angle bracket stays beside each status: %j', (posted, raw) => {
	expect(read(JSON.stringify(posted))[1]?.raw).toEqual(raw);
});

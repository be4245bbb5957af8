import {
	OPERATIONS,
	type OperationName,
} from '../../nodes/SubscriptionMessaging/service/contract/contract';
import { OPERATIONS as SERVED } from '../../sandbox/operations/operations';
import { startSandbox } from '../../sandbox/server';
import { call, CREDENTIALS, envelope, post, readAnswer, useSandbox } from './client';

const sandbox = useSandbox();

const task = () => `${sandbox().baseUrl}/webservices/task/2.0.0`;
const AUTH = { ...CREDENTIALS, code: '12345', keyword: 'ACME' };
const REQUEST = envelope('authenticationTest', { auth: AUTH });

test('the sandbox serves the operations of the contract, each at its binding', () => {
	const bindings = (operations: Record<string, { binding: string }>) =>
		Object.entries(operations).map(([name, { binding }]) => `${binding}.${name}`);

	expect(bindings(SERVED).sort()).toEqual(bindings(OPERATIONS).sort());
	expect(Object.keys(SERVED)).toHaveLength(31);
});

test('an answer names its types, the way an rpc/encoded client expects', async () => {
	const { data, headers } = await post(task(), REQUEST);

	expect(headers['content-type']).toBe('text/xml; charset=utf-8');
	expect(data).toContain(
		'<ns1:authenticationTestResponse>' +
			'<authenticationTestReturn xsi:type="ns1:WSGenericResponse">' +
			'<error_code xsi:type="xsd:int">0</error_code>' +
			'<message xsi:type="xsd:string">Successfully authenticated user apiuser</message>' +
			'<response xsi:nil="true"/><result xsi:type="xsd:boolean">true</result>' +
			'</authenticationTestReturn></ns1:authenticationTestResponse>',
	);
});

test('a list says how many items it has, and of what type they are', async () => {
	const request = envelope('getOrganizationTree', { auth: { ...AUTH, keyword: 'EMPTYDIV' } });
	const { data } = await post(task(), request);

	expect(data).toContain(
		'<divisions SOAP-ENC:arrayType="ns1:WSDivision[0]" xsi:type="ns1:ArrayOfWSDivision">',
	);
});

test('members are taken in any order, and unknown ones are ignored', async () => {
	const { api_key, password, username, code, keyword } = AUTH;
	const auth = { keyword, colour: 'blue', password, code, api_key, username };
	const { data } = await post(task(), envelope('test', { shape: 'round', auth }));

	expect(readAnswer(data).testResponse.testReturn.result).toBe(true);
});

test('any prefix, CDATA and character references are understood', async () => {
	const text = '<![CDATA[<b> & ]]>&#x1F600;&#13;\n&lt;end&gt;';
	await post(
		`${sandbox().baseUrl}/webservices/message/2.0.0`,
		`<?xml version="1.0"?><!-- a note --><env:Envelope xmlns:env="e"><env:Header/><env:Body>
			<q:sendMessage xmlns:q="urn:webservices2_0_0"><auth>
				<username>apiuser</username><password>sandbox-password</password>
				<api_key>sandbox-key</api_key><code>12345</code><keyword>PILOTS</keyword>
			</auth><message>${text}</message></q:sendMessage></env:Body></env:Envelope>`,
	);

	expect(sandbox().sandbox.messages.all.map((message) => message.text)).toEqual([
		'<b> & 😀\r\n<end>',
	]);
});

test.each(['iso-8859-1', 'utf-16le'] as const)(
	'a body in %s is read by the charset of its header',
	async (charset) => {
		const xml = envelope('createDivision', { auth: AUTH, division: { name: 'Süd' } });
		const bytes = Buffer.from(xml, charset === 'iso-8859-1' ? 'latin1' : 'utf16le');
		const { data } = await post(`${sandbox().baseUrl}/webservices/division/2.0.0`, bytes, {
			'content-type': `text/xml; charset=${charset}`,
		});

		expect(readAnswer(data).createDivisionResponse.createDivisionReturn.response.name).toBe('Süd');
	},
);

describe('a fault with status 500 answers', () => {
	const faults: Array<[string, string, RegExp]> = [
		['an unclosed element', '<Envelope><Body>', /^Bad request/],
		['an empty body', '', /^Bad request/],
		['an unknown entity', REQUEST.replace('apiuser', '&nbsp;'), /^Bad request/],
		['a control character', REQUEST.replace('apiuser', '<![CDATA[\u0001]]>'), /^Bad request/],
		['a reference to one', REQUEST.replace('apiuser', '&#1;'), /^Bad request/],
		['a reference to half a character', REQUEST.replace('apiuser', '&#xD83D;'), /^Bad request/],
		['a DOCTYPE', `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>${REQUEST}`, /DOCTYPE/],
		['a document that is no envelope', '<html/>', /no SOAP envelope/],
		['an envelope without an operation', '<Envelope><Body/></Envelope>', /no operation/],
		['an operation that does not exist', envelope('sendPigeon', {}), /sendPigeon is unknown/],
		['a name that every object has', envelope('toString', {}), /toString is unknown/],
		['an operation of another binding', envelope('sendMessage', {}), /not of task but of message/],
	];

	test.each(faults)('%s', async (_, body, reason) => {
		const { status, data } = await post(task(), body);

		expect(status).toBe(500);
		expect(readPlainFault(data)).toEqual({
			faultcode: 'SOAP-ENV:Client',
			faultstring: expect.stringMatching(reason),
		});
	});

	test('bytes that are no text in the charset named', async () => {
		const { status, data } = await post(task(), Buffer.from([0x3c, 0xff, 0xfe, 0x3e]));

		expect(status).toBe(500);
		expect(readPlainFault(data).faultstring).toMatch(/not text in utf-8/);
	});

	test('a body beyond the limit', async () => {
		const { status, data } = await post(task(), ' '.repeat(9_000_000));

		expect(status).toBe(500);
		expect(readPlainFault(data)).toEqual({
			faultcode: 'SOAP-ENV:Client',
			faultstring: expect.stringContaining('too large'),
		});
	});
});

const readPlainFault = (xml: string) => readAnswer(xml).Fault;

test('a binding answers to POST only, and only in its version', async () => {
	const get = await fetch(task());
	const otherVersion = await post(task().replace('2.0.0', '1.0.0'), REQUEST);

	expect(get.status).toBe(405);
	expect(otherVersion.status).toBe(404);
});

describe('every operation refuses', () => {
	const operations = Object.keys(OPERATIONS) as OperationName[];

	test.each(operations)('a wrong password: %s', async (operation) => {
		const answer = await call(sandbox(), operation, 'ACME', {}, { password: 'wrong' });

		expect(answer).toMatchObject({
			result: false,
			error_code: 103,
			message: 'Authentication failed: invalid username, password or api key',
		});
	});

	const onUnits = operations.filter((name) => OPERATIONS[name].auth === 'WSAuthentication');

	// Its code is that of the new division.
	const ofUnit = onUnits.filter((name) => name !== 'createDivision');

	test.each(ofUnit)('a code that is not the unit’s: %s', async (operation) => {
		const keyword = acceptedKeyword(operation);
		const answer = await call(sandbox(), operation, keyword, {}, { code: '99999' });

		expect(answer).toMatchObject({ result: false, error_code: 104 });
	});

	test.each(onUnits)('an unknown keyword: %s', async (operation) => {
		const answer = await call(sandbox(), operation, 'NOWHERE');

		expect(answer).toMatchObject({
			result: false,
			error_code: 106,
			message: 'Keyword NOWHERE is unknown',
		});
	});

	const lenient = ['authenticationTest', 'test', 'getOrganizationTree'];

	test.each(onUnits.filter((name) => !lenient.includes(name)))(
		'a missing keyword: %s',
		async (operation) => {
			expect(await call(sandbox(), operation, null)).toMatchObject({
				result: false,
				error_code: 105,
			});
		},
	);

	test.each(lenient as OperationName[])('no empty keyword: %s', async (operation) => {
		expect(await call(sandbox(), operation, '')).toMatchObject({ result: true });
	});

	const takesDivision = ['createSubscriptionnode', 'getDivisionGroups', 'getOrganizationTree'];

	/** A keyword of a unit that the operation takes. */
	function acceptedKeyword(operation: OperationName): string {
		const isOnDivision = OPERATIONS[operation].binding === 'division';
		return isOnDivision || takesDivision.includes(operation) ? 'NORTH' : 'NSTAFF';
	}
});

test.each(['username', 'password', 'api_key'])('%s is refused when it is missing', async (name) => {
	const answer = await call(sandbox(), 'authenticationTest', 'ACME', {}, { [name]: null });

	expect(answer).toMatchObject({ result: false, error_code: 103 });
});

test.each(['username', 'password', 'api_key', 'keyword'])(
	'%s is refused beyond 40 characters',
	async (name) => {
		const answer = await call(sandbox(), 'readTemplate', 'ACME', {}, { [name]: 'x'.repeat(41) });

		expect(answer).toMatchObject({
			result: false,
			error_code: 110,
			message: `${name} has 41 characters, allowed are 40`,
		});
	},
);

test('a keyword is found whatever its case, as it is texted from a phone', async () => {
	const answer = await call(sandbox(), 'readSubscriptionnode', 'nStaff');

	expect(answer.response).toMatchObject({ keyword: 'NSTAFF', name: 'Staff' });
});

test('a custom keyword addresses its group', async () => {
	const answer = await call(sandbox(), 'readSubscriptionnode', 'JOINSTAFF');

	expect(answer.response.keyword).toBe('NSTAFF');
});

describe('with a long code', () => {
	const longCoded = useSandbox({ code: '90071992547409931' });
	const withCode = (code: string) => call(longCoded(), 'authenticationTest', 'ACME', {}, { code });

	test('of more than 32 bits, each digit counts', async () => {
		expect(await withCode('90071992547409931')).toMatchObject({ result: true });
		expect(await withCode('90071992547409930')).toMatchObject({ error_code: 104 });
	});
});

test('a taken port is reported by the system’s own code', async () => {
	const { port } = sandbox();

	await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

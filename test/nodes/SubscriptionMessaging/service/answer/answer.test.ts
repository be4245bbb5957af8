import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { XMLParser } from 'fast-xml-parser';

import { openAnswer } from '../../../../../nodes/SubscriptionMessaging/service/answer/answer';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import type { OperationName } from '../../../../../nodes/SubscriptionMessaging/service/contract/contract';
import {
	NotThisInterfaceError,
	ServiceRefusedError,
	SoapFaultError,
	UnreadableXmlError,
} from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { answerWith, envelope, read, recorded, soap } from './reading';

function thrownBy(action: () => unknown): unknown {
	try {
		action();
	} catch (error) {
		return error;
	}
	throw new Error('nothing was thrown');
}

const statusOf = (status_code: number, status_message: string) => ({
	result: true,
	error_code: 0,
	response: { transactionlist: [{ sendTo: '18015550001', status_code, status_message }] },
});

describe('what is quoted of a document that is none of ours', () => {
	const secret = 'S3cretPassword';
	const masked = (pieces: readonly string[]) =>
		(
			thrownBy(() => {
				const reader = openAnswer(soap('readDivision'), { status: 500 });
				for (const piece of pieces) reader.write(Buffer.from(piece));
				finished(reader.finish());
			}) as NotThisInterfaceError
		).masked((text) => text.replaceAll(secret, '•••')).message;

	it.each([
		['a text', `Wrong password ${secret}, try again`],
		['JSON', `{"error": "${secret} is wrong"}`],
		['the title of a page', `<html><head><title>${secret} is wrong</title></head>`],
		['a title that does not end', `<html><title>Wrong: ${secret}`],
	])('has no half of a secret, wherever %s is cut on its way', (_what, text) => {
		for (let at = 1; at < text.length; at += 1) {
			expect(masked([text.slice(0, at), text.slice(at)])).not.toMatch(/S3|word"/);
		}
		expect(masked([text])).toContain('•••');
	});

	it.each([
		['a text', 'Wrong', ''],
		['a title', '<html><title>Wrong', '</title>'],
	])('nor where %s is long, and mostly blanks', (_what, start, end) => {
		for (let blanks = 440; blanks < 510; blanks += 1) {
			const text = `${start}${' '.repeat(blanks)}${secret} x${end}`;
			expect(masked([text])).not.toMatch(/S3/);
		}
	});
});

describe('answers of real peers', () => {
	const parser = new XMLParser({
		ignoreAttributes: false,
		parseTagValue: false,
		trimValues: false,
		isArray: (name) => name === 'item',
	});

	/** What a fully typed document says, by an independent reader. */
	function asTyped(element: unknown): unknown {
		if (typeof element === 'string') return element;
		const { '#text': text = '', ...rest } = element as Record<string, unknown>;
		if (rest['@_xsi:nil'] === 'true') return null;
		const type = rest['@_xsi:type'];
		if (type === 'xsd:int') return Number(text);
		if (type === 'xsd:boolean') return text === 'true';
		if (type === 'xsd:string') return text;
		if (rest['@_SOAP-ENC:arrayType'] !== undefined) {
			return ((rest.item as unknown[] | undefined) ?? []).map(asTyped);
		}
		const members = Object.entries(rest).filter(([name]) => !name.startsWith('@_'));
		return Object.fromEntries(members.map(([name, member]) => [name, asTyped(member)]));
	}

	const names = readdirSync(join(__dirname, 'answers', 'php-soapserver-wsdl'))
		.map((file) => file.replace('.xml', ''))
		.filter((name) => !name.endsWith('.refused'));

	it.each(names)("reads every value of PHP's typed %s", (name) => {
		const document = recorded('php-soapserver-wsdl', name);
		const root = parser.parse(document) as Record<string, Record<string, Record<string, unknown>>>;
		const wrapper = root['SOAP-ENV:Envelope']!['SOAP-ENV:Body']![`ns1:${name}Response`] as Record<
			string,
			unknown
		>;
		const operation = name as OperationName;
		expect(read(soap(operation), document)).toEqual(asTyped(wrapper[`${name}Return`]));
	});

	it("reads PHP's associative arrays as the objects that the interface has", () => {
		const address = {
			city: 'Orém',
			state: 'Utah',
			state_abbr: 'UT',
			street: '5 <A> & St',
			street2: null,
			zip: '84057-1234',
		};
		expect(read(soap('readDivision'), recorded('php-soapserver', 'readDivision'))).toEqual({
			result: true,
			error_code: 0,
			message: 'Done',
			response: {
				name: 'North',
				phone: '18015550101',
				address,
				divisions: [],
				subscriptionnodes: [
					{
						name: 'Staff',
						ispublic: 1,
						stackOrder: 2,
						keyword: 'NSTAFF',
						keywords: [
							{ word: 'NSTAFF', keyword_type: 1 },
							{ word: 'JOIN', keyword_type: 5 },
						],
					},
				],
			},
		});
	});

	it("follows PHP's references to an object that came before", () => {
		const { response } = read(
			soap('getActiveSubscribers'),
			recorded('php-soapserver', 'getActiveSubscribers'),
		);
		const { subscribers } = response as { subscribers: Array<Record<string, unknown>> };
		expect(subscribers.map(({ email, user }) => ({ email, ...(user as object) }))).toEqual(
			[
				['Ann', '18015551001'],
				['Bo', '447700900123'],
				['Cy', '18015551003'],
			].map(([first_name, phone]) => ({
				email: 1,
				first_name,
				phone,
				address: expect.objectContaining({ city: 'Orém', zip: '84057-1234' }) as unknown,
			})),
		);
	});

	it("reads PHP's array with gaps in its keys as a list", () => {
		const template = {
			id: 'T-1',
			title: '',
			subject: null,
			text: 'Hi {name},\r\n  {amount:0.00} ',
			description: ']]> &lt;',
		};
		expect(read(soap('getTemplates'), recorded('php-soapserver', 'getTemplates')).response).toEqual(
			{ templates: [template, template] },
		);
	});

	it('takes the types of the interface where PHP guesses others', () => {
		expect(
			read(soap('getCellularCarrierId'), recorded('php-soapserver', 'getCellularCarrierId'))
				.response,
		).toEqual({
			list: [
				['18015551001', false],
				['447700900123', true],
			].map(([phone, international]) => ({
				phone,
				carrier: 'AT&T',
				carrier_id: '383',
				international,
				landline: false,
				invalid: false,
			})),
		});
		expect(read(soap('sendMessage'), recorded('php-soapserver', 'sendMessage'))).toEqual({
			result: true,
			error_code: 0,
			message: 'Message request received',
			custom_ticket: '42',
			transaction_ticket: '34335276',
		});
	});

	it('passes through what the interface does not show', () => {
		expect(read(soap('createShortURL'), recorded('php-soapserver', 'createShortURL'))).toEqual({
			url: 'http://s.example/1',
			hits: 0,
			tags: ['a', 'b'],
			active: true,
		});
		expect(read(soap('test'), recorded('php-soapserver', 'test'))).toEqual({
			response: 'The services work',
		});
		expect(read(soap('test'), recorded('axis-1.4', 'test'))).toEqual({ response: 1 });
	});

	it('has no payload where a delete answers nil', () => {
		expect(read(soap('deleteDivision'), recorded('php-soapserver', 'deleteDivision'))).toEqual({
			result: true,
			error_code: 0,
			message: 'Done',
			response: null,
		});
	});

	it('reads the text that SOAP::Lite writes in base64, and its numbers as the interface has them', () => {
		expect(read(soap('readDivision'), recorded('soap-lite', 'readDivision')).response).toEqual({
			name: 'Nörd 😀',
			phone: '18015550101',
			default_code: '12345',
			url: '',
			email: null,
			address: {
				city: 'Orém',
				street: '5 <A> & St\r\nRear',
				zip: '02134',
				state_abbr: 'UT',
			},
			divisions: [],
			subscriptionnodes: [{ name: 'Staff', keyword: '007', ispublic: 1, stackOrder: 2 }],
		});
		expect(read(soap('sendMessage'), recorded('soap-lite', 'sendMessage'))).toMatchObject({
			transaction_ticket: '1e5',
			custom_ticket: '3.50',
		});
	});

	it.each<[peer: string, operation: OperationName, answer: object]>([
		['soap-lite', 'test', { response: 1 }],
		['soap-lite', 'authenticationTest', { result: true, error_code: 0, message: 'Done' }],
		[
			'soap-lite',
			'getCellularCarrierId',
			{
				response: {
					list: [
						{
							phone: '18015551001',
							landline: false,
							invalid: false,
							carrier: 'AT&T',
							carrier_id: '383',
							international: false,
						},
					],
				},
			},
		],
		['soap-lite', 'getTransactionStatus', statusOf(101, 'Sent to Carrier')],
		['php-soapserver', 'getTransactionStatus', statusOf(100, 'Delivered')],
	])('reads what %s answers to %s', (peer, operation, answer) => {
		expect(read(soap(operation), recorded(peer, operation))).toMatchObject(answer);
	});

	it("follows SOAP::Lite's references to an element behind the answer", () => {
		const { response } = read(
			soap('getActiveSubscribers'),
			recorded('soap-lite', 'getActiveSubscribers'),
		);
		expect(response).toMatchObject({
			subscribers: [
				{ user: { first_name: 'Ann', address: { city: 'Orem', zip: 84057 } } },
				{ user: { first_name: 'Zoë', address: { city: 'Orem', zip: 84057 } } },
			],
		});
	});

	it("puts together Axis' multi-references, one inside the other", () => {
		const { response } = read(
			soap('getActiveSubscribers'),
			recorded('axis-1.4', 'getActiveSubscribers'),
		);
		const subscriber = (first_name: string, phone: string) => ({
			name: 'Staff',
			created_at: '2011-02-03 04:05:06',
			unsubdate: null,
			email: 1,
			landline: 0,
			user: {
				first_name,
				phone,
				address: { city: 'Orém', street: '5 <A> & St\nRear', zip: 84057 },
			},
		});
		expect(response).toEqual({
			subscribers: [subscriber('Ann', '18015551001'), null, subscriber('Zoë', '447700900123')],
		});
	});

	it('reads a list that Axis writes as repeated references', () => {
		const { response } = read(
			soap('getOrganizationTree'),
			recorded('axis-1.4', 'getOrganizationTree'),
		);
		const division = (name: string) => ({ name, phone: null, address: null });
		const keyword = { word: 'NSTAFF', keyword_type: 5 };
		expect(response).toEqual({
			...division('Acme'),
			divisions: [{ ...division('North'), divisions: [division('North East')] }, division('South')],
			subscriptionnodes: [{ name: null, keyword: null, ispublic: 1, keywords: [keyword, keyword] }],
		});
	});

	it("reads Axis' Maps whose values are references", () => {
		const detail = { sendTo: '18015550001', status_code: 100, status_message: 'Delivered' };
		expect(
			read(soap('getTransactionStatus'), recorded('axis-1.4', 'getTransactionStatus')),
		).toEqual({
			result: true,
			error_code: 0,
			message: 'Done',
			response: { transactionlist: [detail, detail] },
		});
	});

	it.each([
		['php-soapserver-wsdl', 'authenticationTest.refused', 103],
		['php-soapserver', 'getDivisionGroups', 105],
		['soap-lite', 'getDivisionGroups', 105],
		['axis-1.4', 'getDivisionGroups', 105],
	])('reports the refusal of %s %s with its code', (peer, name, errorCode) => {
		const operation = name.split('.')[0] as OperationName;
		expect(() => read(soap(operation), recorded(peer, name))).toThrow(
			expect.objectContaining({ name: 'ServiceRefusedError', errorCode }),
		);
	});

	it.each([
		['php-soapserver', 'SOAP-ENV:Server'],
		['soap-lite', 'soap:Server'],
		['axis-1.4', 'soapenv:Server.generalException'],
	])('reports the fault of %s', (peer, faultcode) => {
		expect(
			thrownBy(() => read(soap('readTemplate'), recorded(peer, 'readTemplate'), { status: 500 })),
		).toMatchObject({
			name: 'SoapFaultError',
			faultcode,
			faultstring: 'The database is gone',
			httpStatus: 500,
		});
	});
});

describe('a SOAP answer', () => {
	it('is read whatever the prefixes, the wrapper of the return value and the HTTP status', () => {
		const document = `<?xml version="1.0"?>
			<!-- an answer -->
			<Envelope xmlns="http://www.w3.org/2003/05/soap-envelope"><Header><tx:x xmlns:tx="u" id="1"><a/></tx:x></Header>
			<Body><q:sendMessageResponse xmlns:q="urn:webservices2_0_0"><q:out>
				<q:result>TRUE</q:result><q:error_code>0</q:error_code>
				<q:message><![CDATA[<ok>]]> &amp; <?x y?>sent</q:message>
				<q:transaction_ticket>0123</q:transaction_ticket>
			</q:out></q:sendMessageResponse></Body></Envelope>\n`;
		expect(read(soap('sendMessage'), document, { status: 500 })).toEqual({
			result: true,
			error_code: 0,
			message: '<ok> & sent',
			transaction_ticket: '0123',
		});
	});

	it('is refused by the service when result is false, in the words of the service', () => {
		const document = envelope(
			'<n:sendMessageResponse><r><result>0</result><error_code>E-7</error_code>' +
				'<message>Invalid\n keyword\u0085</message></r></n:sendMessageResponse>',
		);
		const error = thrownBy(() => read(soap('sendMessage'), document));
		expect(error).toBeInstanceOf(ServiceRefusedError);
		expect(error).toMatchObject({
			message: 'The service refused: Invalid keyword (error E-7)',
			errorCode: 'E-7',
		});
	});

	it('of an operation without documented output is refused by the service all the same', () => {
		const document = envelope('<n:testResponse><r><result>false</result></r></n:testResponse>');
		expect(() => read(soap('test'), document)).toThrow('The service refused: no reason was given');
	});

	it.each([
		['says no more', ''],
		[
			'names neither code nor reason as a text',
			'<error_code><a/></error_code><message><a/></message>',
		],
	])('of which the refusal %s has no code and no reason', (_how, more) => {
		const document = envelope(
			`<n:testResponse><r><result>false</result>${more}</r></n:testResponse>`,
		);
		const error = thrownBy(() => read(soap('test'), document)) as ServiceRefusedError;
		expect(error.errorCode).toBeNull();
		expect(['', null]).toContain(error.serviceMessage);
		expect(error.message).toBe('The service refused: no reason was given');
	});

	it('is none where the Body has no answer, although the operation may return anything', () => {
		expect(thrownBy(() => read(soap('test'), envelope('')))).toMatchObject({
			found: 'otherXml',
			detail: 'Envelope',
		});
	});

	it('has its return value by name, wherever it stands', () => {
		const document = envelope(
			'<n:sendMessageResponse><x>first</x><sendMessageReturn><result>true</result>' +
				'<message>ok</message></sendMessageReturn></n:sendMessageResponse>',
		);
		expect(read(soap('sendMessage'), document)).toEqual({ result: true, message: 'ok' });
	});

	it('that is favourable stays so with an error code', () => {
		const document = answerWith('sendMessage', '<error_code>7</error_code>');
		expect(read(soap('sendMessage'), document)).toMatchObject({ result: true, error_code: 7 });
	});

	it.each([
		['nothing', ''],
		['members', '<faultcode><a>1</a></faultcode><faultstring><a>1</a></faultstring>'],
		['nil', '<faultcode xsi:nil="true"/><faultstring xsi:nil="true"/>'],
	])('may be a fault that says %s', (_what, texts) => {
		const error = thrownBy(() => read(soap('test'), envelope(`<s:Fault>${texts}</s:Fault>`)));
		expect(error).toMatchObject({ name: 'SoapFaultError', faultcode: '', faultstring: '' });
	});

	it('is read up to the bytes that it may have', () => {
		const document = answerWith('sendMessage', '<message>ok</message>');
		const limits = (bytes: number) => ({ limits: { bytes } });
		expect(read(soap('sendMessage'), document, limits(document.length)).message).toBe('ok');
		expect(() => read(soap('sendMessage'), document, limits(document.length - 1))).toThrow(
			`it is larger than ${document.length - 1} bytes`,
		);
	});

	it('understands the faults of SOAP 1.2', () => {
		const document = envelope(
			'<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason>' +
				'<s:Text xml:lang="en">Bad request</s:Text><s:Text xml:lang="de">Nein</s:Text>' +
				'</s:Reason></s:Fault>',
		);
		expect(thrownBy(() => read(soap('sendMessage'), document, { status: 400 }))).toMatchObject({
			faultcode: 's:Sender',
			faultstring: 'Bad request',
		});
	});

	it.each([
		['to another operation', envelope('<n:readDivisionResponse/>')],
		['with an empty Body', envelope('')],
		['in another vocabulary', '<rss version="2.0"><channel/></rss>'],
		['of the name-value-pair form', '<sendMessage><result>true</result></sendMessage>'],
	])('%s is not an answer to the operation', (_, document) => {
		const error = thrownBy(() => read(soap('sendMessage'), document));
		expect(error).toBeInstanceOf(NotThisInterfaceError);
		expect(error).toMatchObject({ found: 'otherXml' });
	});

	it.each([
		['without a return value', envelope('<n:sendMessageResponse/>')],
		['without result', answerWith('sendMessage', '').replace('<result>true</result>', '')],
		['with a result of another type', answerWith('sendMessage', '').replace('true', 'maybe')],
		['that is a bare text', envelope('<n:sendMessageResponse><r>ok</r></n:sendMessageResponse>')],
	])('%s does not say whether it succeeded', (_, document) => {
		expect(thrownBy(() => read(soap('sendMessage'), document))).toMatchObject({
			name: 'UnreadableXmlError',
			reason: expect.stringMatching(/^it does not say whether it succeeded/),
		});
	});

	it('that says nothing of its success is told in the words of the service', () => {
		const document = answerWith('readDivision', '<message>Group limit reached</message>').replace(
			'<result>true</result>',
			'<result/>',
		);
		expect(() => read(soap('readDivision'), document)).toThrow(
			'it does not say whether it succeeded, but: Group limit reached',
		);
	});

	it.each(['', '<message> </message>'])('says nothing where the service does: %j', (message) => {
		const document = answerWith('readDivision', message).replace('<result>true</result>', '');
		expect(thrownBy(() => read(soap('readDivision'), document))).toMatchObject({
			reason: 'it does not say whether it succeeded',
		});
	});

	it.each(['', '<response xsi:nil="true"/>', '<response/>'])(
		'about subscribers has a list of them: %j',
		(response) => {
			for (const operation of ['getActiveSubscribers', 'getAllSubscribers'] as const) {
				expect(
					thrownBy(() => read(soap(operation), answerWith(operation, response))),
				).toMatchObject({ reason: 'it has no list of subscribers, which only groups have' });
			}
		},
	);

	describe.each([
		['getCellularCarrier', 'list'],
		['getCellularCarrierId', 'list'],
		['getTemplates', 'templates'],
		['getTransactionStatus', 'transactionlist'],
		['getCustomTransactionStatus', 'transactionlist'],
	] as const)('to %s', (operation, name) => {
		const reading = (response: string) => () =>
			read(soap(operation), answerWith(operation, response));

		it.each(['<item><id>a</id></item>', '<other/>', 'None', '<other>1</other><name>North</name>'])(
			'has its list in its payload: %s',
			(payload) => {
				expect(thrownBy(reading(`<response>${payload}</response>`))).toMatchObject({
					name: 'UnreadableXmlError',
					reason: `it has no list named ${name}`,
				});
			},
		);

		it.each([
			'',
			'<response/>',
			'<response xsi:nil="true"/>',
			`<response><${name}/></response>`,
			`<response><${name} xsi:nil="true"/></response>`,
		])('may be empty: %s', (response) => {
			expect(reading(response)).not.toThrow();
		});
	});

	it('with an error code in place of success is a refusal, whatever its result says', () => {
		const more = '<error_code>44</error_code><message>No such keyword</message>';
		const document = answerWith('readDivision', more).replace('>true<', '>no<');
		expect(thrownBy(() => read(soap('readDivision'), document))).toMatchObject({
			name: 'ServiceRefusedError',
			errorCode: 44,
			serviceMessage: 'No such keyword',
		});
	});

	it.each([
		['<result>success</result>', 'UnreadableXmlError'],
		['<result> </result>', 'ServiceRefusedError'],
		['<result/>', 'ServiceRefusedError'],
		['', 'ServiceRefusedError'],
	])('with an error code beside %j tells of a change what it can: %s', (result, name) => {
		const more = '<error_code>5</error_code><message>Created</message>';
		const document = answerWith('createDivision', more).replace('<result>true</result>', result);
		expect(thrownBy(() => read(soap('createDivision'), document))).toMatchObject({ name });
		const nvp = { transport: 'nvp', operation: 'createDivision' } as const;
		const pairs = `<createDivision>${result}${more}</createDivision>`;
		expect(thrownBy(() => read(nvp, pairs))).toMatchObject({ name });
		const plain = `<sendMessageSpecifyNumbers>${result}${more}</sendMessageSpecifyNumbers>`;
		expect(thrownBy(() => read({ transport: 'plain' }, plain))).toMatchObject({ name });
	});
});

describe('a name-value-pair answer', () => {
	const nvp = (operation: OperationName) => ({ transport: 'nvp', operation }) as const;

	it('has an empty error code and an empty response when a deletion succeeded', () => {
		const document =
			'<deleteDivision><message>Successfully deleted division</message><error_code/>' +
			'<result>true</result><response></response></deleteDivision>';
		expect(read(nvp('deleteDivision'), document)).toEqual({
			message: 'Successfully deleted division',
			error_code: null,
			result: true,
			response: null,
		});
	});

	it('has the tickets of a send beside its payload, or in it', () => {
		const send = (members: string) =>
			read(nvp('sendMessage'), `<sendMessage><result>1</result>${members}</sendMessage>`);
		const tickets =
			'<transaction_ticket>0012</transaction_ticket><custom_ticket>own</custom_ticket>';
		const told = { transaction_ticket: '0012', custom_ticket: 'own' };
		expect(send(tickets)).toMatchObject(told);
		expect(send(`<response>${tickets}</response>`)).toMatchObject(told);
		expect(send('<response>Sent</response>')).toEqual({ result: true, response: 'Sent' });
	});

	it('has lists for none, one and many entries', () => {
		const answer = (keywords: string) =>
			'<readSubscriptionnode><result>1</result><response><name>Staff</name>' +
			`<keywords>${keywords}</keywords><ispublic>1</ispublic></response></readSubscriptionnode>`;
		const keyword = (word: string) =>
			`<keyword><word>${word}</word><active>1</active><fields><a>1</a></fields></keyword>`;
		const keywords = (document: string) =>
			(read(nvp('readSubscriptionnode'), document).response as { keywords: unknown }).keywords;
		const one = { word: 'A', active: 1, fields: { a: '1' } };
		expect(keywords(answer(''))).toEqual([]);
		expect(keywords(answer(keyword('A')))).toEqual([one]);
		expect(keywords(answer(keyword('A') + keyword('B')))).toEqual([one, { ...one, word: 'B' }]);
	});

	it('of an operation without documented output tells success as a boolean all the same', () => {
		const document =
			'<test><result>1</result><error_code>0</error_code><response>Up</response></test>';
		const success = { result: true, error_code: 0, response: 'Up' };
		expect(read(nvp('test'), document)).toEqual(success);
	});

	it('of authenticationTest has no payload', () => {
		const document = '<authenticationTest><result>true</result><response/></authenticationTest>';
		expect(read(nvp('authenticationTest'), document).response).toBeNull();
	});

	it('is refused by the service when result is false', () => {
		const document =
			'<readDivision><message>Invalid keyword</message><error_code>105</error_code>' +
			'<result>false</result><response/></readDivision>';
		expect(thrownBy(() => read(nvp('readDivision'), document))).toMatchObject({
			errorCode: 105,
			serviceMessage: 'Invalid keyword',
		});
	});

	it.each([
		['105', 105],
		['0105.0', 105],
		['E7', 'E7'],
	])(
		'is refused by the service when result is empty, as PHP writes false, and the code is %s',
		(code, errorCode) => {
			const document =
				`<readDivision><message>Invalid keyword</message><error_code>${code}</error_code>` +
				'<result/><response/></readDivision>';
			expect(thrownBy(() => read(nvp('readDivision'), document))).toMatchObject({
				name: 'ServiceRefusedError',
				errorCode,
				serviceMessage: 'Invalid keyword',
			});
		},
	);

	it.each(['<error_code/>', '<error_code> \n</error_code>', '<error_code>0</error_code>', ''])(
		'is none when result is empty and the code is that of success: %s',
		(code) => {
			const document = `<readDivision><result/>${code}</readDivision>`;
			expect(thrownBy(() => read(nvp('readDivision'), document))).toMatchObject({
				name: 'UnreadableXmlError',
			});
		},
	);

	it('has no references: ids and addresses are attributes like any others', () => {
		const document =
			'<readDivision><result>true</result><response id="1"><name id="2">North</name>' +
			'<link href="#x">Top</link><ref ref="y" enc:id="z"/></response></readDivision>';
		expect(read(nvp('readDivision'), document).response).toEqual({
			name: 'North',
			link: 'Top',
			ref: '',
		});
	});

	it('is not one when another operation answers', () => {
		expect(thrownBy(() => read(nvp('readDivision'), '<readTemplate/>'))).toMatchObject({
			found: 'otherXml',
			detail: 'readTemplate',
		});
	});
});

describe('a plain-send answer', () => {
	const answer = (accepted: string) =>
		'<?xml version="1.0"?><sendMessageSpecifyNumbers xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><message>2 sent</message><result>true</result>' +
		`<response><item>${accepted}</item><item>34335276-dcfc23</item></response></sendMessageSpecifyNumbers>`;

	it.each([
		['many numbers', '<item>18015550001</item>\n<item>0044</item>', ['18015550001', '0044']],
		['one number', '<item>18015550001</item>', ['18015550001']],
		[
			'one number beside nothing',
			'<item>18015550001</item><item xsi:nil="true"/>',
			['18015550001'],
		],
		['one number without a level of its own', '18015550001', ['18015550001']],
		['no number', '', []],
	])('lists the accepted numbers when it has %s', (_, accepted, expected) => {
		expect(read({ transport: 'plain' }, answer(accepted))).toEqual({
			result: true,
			message: '2 sent',
			accepted: expected,
			transaction_ticket: '34335276-dcfc23',
		});
	});

	it.each([
		['an entry that is no number', '<item><a>1</a></item>'],
		['a name that every object has', '<__proto__><item>100</item></__proto__>'],
	])('says nothing of the accepted numbers where it has %s', (_, accepted) => {
		const { result, accepted: numbers } = read({ transport: 'plain' }, answer(accepted));
		expect([result, numbers]).toEqual([true, null]);
	});

	it('lists the accepted numbers whatever the entries are called', () => {
		const { accepted } = read({ transport: 'plain' }, answer('<n>1</n><n>2</n>'));
		expect(accepted).toEqual(['1', '2']);
	});

	it('is read where its list is something else', () => {
		const document =
			'<sendMessageSpecifyNumbers><result>true</result><response><n><__proto__><item>100</item></__proto__></n><x/></response></sendMessageSpecifyNumbers>';
		expect(read({ transport: 'plain' }, document)).toMatchObject({ result: true, accepted: null });
	});

	it('keeps an error code, which contradicts its result', () => {
		const document =
			'<sendMessageSpecifyNumbers><result>1</result><error_code>5</error_code></sendMessageSpecifyNumbers>';
		expect(read({ transport: 'plain' }, document)).toMatchObject({ result: true, error_code: 5 });
	});

	it('is refused by the service when result is false', () => {
		const document =
			'<sendMessageSpecifyNumbers><message>No keyword</message><result>false</result><response/></sendMessageSpecifyNumbers>';
		expect(() => read({ transport: 'plain' }, document)).toThrow('The service refused: No keyword');
	});
});

describe('a plain-send answer that refuses', () => {
	const refused = (response: string) =>
		thrownBy(() =>
			read(
				{ transport: 'plain' },
				`<sendMessageSpecifyNumbers><message>No</message><result>false</result>${response}</sendMessageSpecifyNumbers>`,
			),
		);

	it.each([
		['lists numbers that it accepted', '<item><item>18015550001</item></item><item/>'],
		['gives a ticket', '<item/><item>34335276-dcfc23</item>'],
	])('and %s contradicts itself', (_what, items) => {
		expect(refused(`<response>${items}</response>`)).toMatchObject({
			name: 'UnreadableXmlError',
			reason: 'it has accepted numbers or a ticket, and does not say that it succeeded',
		});
	});

	it.each(['<response><item></item><item/></response>', '<response/>', ''])(
		'and lists none is a refusal: %j',
		(response) => {
			expect(refused(response)).toMatchObject({
				name: 'ServiceRefusedError',
				serviceMessage: 'No',
			});
		},
	);

	it.each(['', '<result/>', '<result>partial</result>'])(
		'is none where its code stands beside %j and numbers that it accepted',
		(result) => {
			const document = `<sendMessageSpecifyNumbers><message>1 sent</message>${result}<error_code>3</error_code><response><item><item>18015550001</item></item><item/></response></sendMessageSpecifyNumbers>`;
			expect(thrownBy(() => read({ transport: 'plain' }, document))).toMatchObject({
				name: 'UnreadableXmlError',
			});
		},
	);

	it('is told from one that says nothing of its result', () => {
		const document =
			'<sendMessageSpecifyNumbers><message>Sent</message></sendMessageSpecifyNumbers>';
		expect(thrownBy(() => read({ transport: 'plain' }, document))).toMatchObject({
			reason: 'it does not say whether it succeeded, but: Sent',
		});
	});
});

describe('a carrier look-up', () => {
	const rows = (count: number) =>
		read(
			soap('getCellularCarrier'),
			answerWith('getCellularCarrier', `<response><list>${'<i/>'.repeat(count)}</list></response>`),
		).response;

	it('may have more rows than numbers, but not without end', () => {
		expect((rows(10_000) as { list: unknown[] }).list).toHaveLength(10_000);
		expect(() => rows(10_001)).toThrow('it has more than 10000 rows for 100 numbers');
	});

	it('has an end that other lists do not have', () => {
		const list = `<templates>${'<item/>'.repeat(10_001)}</templates>`;
		const document = answerWith('getTemplates', `<response>${list}</response>`);
		expect(read(soap('getTemplates'), document).response).toMatchObject({
			templates: { length: 10_001 },
		});
	});
});

describe('what careless programs write before an answer', () => {
	const answer = `<?xml version="1.0"?>\n${answerWith('sendMessage', '<message>ok</message>')}`;
	const notice =
		'<br />\n<b>Notice</b>:  Undefined index: a in <b>/srv/a.php</b> on line <b>12</b><br />\n';

	it.each([
		['blank lines', '\r\n\n  '],
		['a notice in HTML', notice],
		['notices', notice + notice],
		['very many notices', notice.repeat(60)],
		['a notice behind a byte order mark', `\ufeff${notice}`],
		['a notice in text', '\nDeprecated: strftime() in /srv/a.php on line 3\n'],
	])('is read past: %s', (_, preface) => {
		expect(read(soap('sendMessage'), preface + answer)).toEqual({ result: true, message: 'ok' });
	});

	it('is what was found where no answer follows', () => {
		for (const [document, found] of [
			[notice, 'html'],
			['\nWarning: x in /srv/a.php on line 3\n', 'text'],
			[`${notice}<html></html>`, 'html'],
			[`${notice}{"a":1}`, 'json'],
		]) {
			expect(thrownBy(() => read(soap('sendMessage'), document!))).toMatchObject({ found });
		}
	});

	it('is refused behind an answer', () => {
		expect(() => read(soap('sendMessage'), answer + notice)).toThrow(UnreadableXmlError);
	});
});

describe('what is no answer at all', () => {
	it.each([
		['<!DOCTYPE html><html><head><title>Sign in &amp; more</title></head></html>', 'html'],
		['\n<!doctype HTML>\n<title>Sign in &amp; more</title>', 'html'],
		['<HTML><TITLE>Sign in &amp; more</TITLE><br></HTML>', 'html'],
		[
			'<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN"><html xmlns="x"/>',
			'html',
		],
		['<br />\n<b>Fatal</b>: out of memory', 'html'],
		['{"error":"not found"}', 'json'],
		['[]', 'json'],
		['Warning: mysql_connect() in /srv/index.php', 'text'],
		['', 'empty'],
		[' \r\n', 'empty'],
		[' '.repeat(1_200), 'empty'],
		['<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title></feed>', 'otherXml'],
	])('%j is known for what it is', (document, found) => {
		const error = thrownBy(() => read(soap('sendMessage'), document));
		expect(error).toBeInstanceOf(NotThisInterfaceError);
		expect(error).toMatchObject({ found });
	});

	it('names the title of a web page and the HTTP status', () => {
		const page = '<!doctype html><html><head><title>404 Not\n Found</title></head></html>';
		expect(() => read(soap('sendMessage'), page, { status: 404 })).toThrow(
			'The messaging service was not found at this address: HTTP 404 and a web page',
		);
		const reader = openAnswer(soap('sendMessage'), { status: 200 });
		expect(() => reader.write(Buffer.from(page))).toThrow('a web page ("404 Not Found")');
	});

	it('is reported with its beginning, before the rest arrives', () => {
		const more = 'x'.repeat(4_000);
		for (const beginning of [
			'<!DOCTYPE html>',
			'<html><title>Sign in</title>',
			`<html><title>${more}`,
			`<html><title>${' '.repeat(4_000)}`,
			`{"a":"${more}`,
			`PHP Warning ${more}`,
			'<rss version="2.0">',
		]) {
			const reader = openAnswer(soap('sendMessage'), { status: 200 });
			expect(() => reader.write(Buffer.from(beginning))).toThrow(NotThisInterfaceError);
		}
	});

	it('is reported again by whatever is asked next', () => {
		const reader = openAnswer(soap('sendMessage'), { status: 200 });
		const first = thrownBy(() => reader.write(Buffer.from('<rss version="2.0">')));
		expect(first).toBeInstanceOf(NotThisInterfaceError);
		const answer = Buffer.from(answerWith('sendMessage', ''));
		expect(thrownBy(() => reader.write(answer))).toBe(first);
		expect(thrownBy(() => finished(reader.finish()))).toBe(first);
	});

	it('is no answer behind a long notice, before all of which has come', () => {
		const reader = openAnswer(soap('sendMessage'), { status: 200 });
		reader.write(Buffer.from(`Notice: ${'x'.repeat(5_000)}`));
		reader.write(Buffer.from(' in /srv/api.php on line 12\n'));
		reader.write(Buffer.from(answerWith('sendMessage', '<message>ok</message>')));
		expect(finished(reader.finish())).toMatchObject({ result: true, message: 'ok' });
	});

	it('is told from a fault, which comes with HTTP 500 too', () => {
		const fault = envelope('<s:Fault><faultcode>s:Server</faultcode></s:Fault>');
		expect(() => read(soap('sendMessage'), fault, { status: 500 })).toThrow(SoapFaultError);
		expect(() => read(soap('sendMessage'), '<html></html>', { status: 500 })).toThrow(
			NotThisInterfaceError,
		);
	});

	it('is unreadable when it ends anywhere before its end', () => {
		const document = answerWith('sendMessage', '<message>ok</message>');
		for (let length = 8; length < document.length; length++) {
			const reader = openAnswer(soap('sendMessage'), { status: 200 });
			reader.write(Buffer.from(document.slice(0, length)));
			expect(() => finished(reader.finish())).toThrow(UnreadableXmlError);
		}
	});
});

it('reads the envelope of an answer whose content the interface does not show', () => {
	const message = '<message xsi:type="xsd:int">12</message><error_code>0</error_code>';
	expect(read(soap('createShortURL'), answerWith('createShortURL', message))).toMatchObject({
		result: true,
		error_code: 0,
		message: '12',
	});
});

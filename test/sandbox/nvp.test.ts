import axios from 'axios';

import {
	OPERATIONS,
	type OperationName,
} from '../../nodes/SubscriptionMessaging/service/contract/contract';
import { CREDENTIALS, readPlain, useSandbox } from './client';

const sandbox = useSandbox();

const VERBS = ['GET', 'POST'] as const;

async function request(verb: (typeof VERBS)[number], path: string, parameters: object) {
	const form = new URLSearchParams({ ...CREDENTIALS, code: '12345', ...parameters });
	const { status, data, headers } = await axios.request<string>({
		method: verb,
		url: `${sandbox().baseUrl}${path}`,
		...(verb === 'GET' ? { params: form } : { data: form }),
		responseType: 'text',
	});
	expect(status).toBe(200);
	expect(headers['content-type']).toBe('text/xml; charset=utf-8');
	return { text: data, answer: readPlain(data) };
}

async function nvp(method: string, parameters: object, verb: (typeof VERBS)[number] = 'POST') {
	return await request(verb, '/httppost/nvp', {
		version: '2.0.0',
		method_name: method,
		keyword: 'NSTAFF',
		...parameters,
	});
}

describe.each(VERBS)('name-value pairs by %s', (verb) => {
	test('are answered by a document named after the operation', async () => {
		const { text } = await nvp('task.authenticationTest', {}, verb);

		expect(text).toBe(
			'<?xml version="1.0" encoding="UTF-8"?>\n<authenticationTest>' +
				'<message>Successfully authenticated user apiuser</message><error_code/>' +
				'<result>true</result><response/></authenticationTest>\n',
		);
	});

	test('carry the fields of an object flat', async () => {
		const { answer } = await nvp(
			'division.createDivision',
			{ keyword: 'NORTH', name: 'Süd & + 😀', phone: '18015559999', city: 'Orem', zip: '84057' },
			verb,
		);

		expect(answer.createDivision).toMatchObject({
			message: 'Successfully created division',
			error_code: '',
			result: 'true',
			response: {
				name: 'Süd & + 😀',
				phone: '18015559999',
				address: { city: 'Orem', zip: '84057' },
			},
		});
	});
});

test('a refusal has a number and result false', async () => {
	const { answer } = await nvp('task.authenticationTest', { password: 'wrong' });

	expect(answer.authenticationTest).toEqual({
		message: 'Authentication failed: invalid username, password or api key',
		error_code: '103',
		result: 'false',
		response: '',
	});
});

test('a group comes with its keywords, their state, and its code', async () => {
	const { answer } = await nvp('subscriptionnode.readSubscriptionnode', {});
	const { response } = answer.readSubscriptionnode;

	expect(response).toMatchObject({ name: 'Staff', keyword: 'NSTAFF', default_code: '12345' });
	expect(response.keywords.item).toMatchObject([
		{ word: 'NSTAFF', keyword_type: '1', active: '1', fields: '' },
		{ word: 'JOINSTAFF', keyword_type: '5', active: '1', fields: '' },
		{ word: 'STAFFCARD', keyword_type: '6', active: '0', fields: '' },
	]);
});

test('numbers are looked up under the name phone', async () => {
	const { answer } = await nvp('task.getCellularCarrier', {
		phone: '18015551001,18015551003',
		show_carrier_id: 'true',
	});

	expect(answer.getCellularCarrier.response.list.item).toMatchObject([
		{ carrier: 'Verizon Wireless', carrier_id: '384', landline: 'false' },
		{ carrier: 'AT&T', carrier_id: '383' },
	]);
});

test('a message goes to the whole group, and its status is asked for by phone', async () => {
	const send = await nvp('message.sendMessage', { message: 'Hi', custom_ticket: 'n-1' });
	const status = await nvp('message.getCustomTransactionStatus', {
		custom_ticket: 'n-1',
		phone: '18015551002',
	});

	expect(send.answer.sendMessage).toEqual({
		message: 'Message request received',
		error_code: '',
		result: 'true',
		transaction_ticket: sandbox().sandbox.messages.all[0]?.transaction_ticket,
		custom_ticket: 'n-1',
	});
	expect(sandbox().sandbox.messages.all).toHaveLength(4);
	expect(status.answer.getCustomTransactionStatus.response.transactionlist.item).toEqual([
		{ sendTo: '18015551002', status_code: '101', status_message: 'Sent to Carrier' },
	]);
});

test('a template is addressed by its id', async () => {
	const { answer } = await nvp('template.updateTemplate', { id: 'invoice', text: 'New\ntext' });

	expect(answer.updateTemplate.response).toMatchObject({
		id: 'invoice',
		title: 'Invoice',
		text: 'New\ntext',
	});
});

test('of a parameter given twice the last counts', async () => {
	const { data } = await axios.post<string>(
		`${sandbox().baseUrl}/httppost/nvp?keyword=NORTH`,
		`${new URLSearchParams({ ...CREDENTIALS, code: '12345', version: '2.0.0' })}` +
			'&method_name=subscriptionnode.readSubscriptionnode&keyword=CAFE&keyword=PILOTS',
	);

	expect(readPlain(data).readSubscriptionnode.response.name).toBe('Pilots');
});

test('a control character in a form does not spoil the answer', async () => {
	const { answer } = await nvp('template.createTemplate', { id: 'x', text: 'a\u0001b' });

	expect(answer.createTemplate.response.text).toBe('a\uFFFDb');
});

const operations = Object.keys(OPERATIONS) as OperationName[];
const documented = operations.filter((name) => OPERATIONS[name].nvp);
const undocumented = operations.filter((name) => !OPERATIONS[name].nvp);

test.each(documented)('%s has a form', async (operation) => {
	const { answer } = await nvp(`${OPERATIONS[operation].binding}.${operation}`, {});

	expect(Object.keys(answer)).toContain(operation);
	expect(['130', '131', '132']).not.toContain(answer[operation].error_code);
});

test.each(undocumented)('%s has no documented form', async (operation) => {
	const { answer } = await nvp(`message.${operation}`, { message: 'Hi' });

	expect(answer[operation]).toMatchObject({ result: 'false', error_code: '132' });
	expect(sandbox().sandbox.messages.all).toHaveLength(0);
});

test.each(['', 'authenticationTest', 'division.authenticationTest', 'task.<b>', 'task.test.x'])(
	'method_name "%s" is refused',
	async (method) => {
		const { answer } = await nvp(method, {});
		const [root] = Object.values(answer).filter((value) => value !== '');

		expect(root).toMatchObject({ result: 'false', error_code: '131' });
	},
);

test.each([{ version: '1.0.0' }, { version: '' }])('%j is refused', async (version) => {
	const { answer } = await nvp('task.authenticationTest', version);

	expect(answer.authenticationTest).toMatchObject({ result: 'false', error_code: '130' });
});

describe.each(VERBS)('the plain send by %s', (verb) => {
	const send = (parameters: object) =>
		request(verb, '/httppost', { keyword: 'NSTAFF', message: 'Hi & <bye>', ...parameters });

	test('goes to the numbers given, and answers with them and a ticket', async () => {
		const { text } = await send({ phone: '18015550001, +18015550002,nonsense' });
		const messages = sandbox().sandbox.messages.all;

		expect(text).toBe(
			'<?xml version="1.0" encoding="UTF-8"?>\n<sendMessageSpecifyNumbers>' +
				'<message>2 messages were sent</message><result>true</result><response>' +
				'<item><item>18015550001</item><item>+18015550002</item></item>' +
				`<item>${messages[0]?.transaction_ticket}</item></response>` +
				'</sendMessageSpecifyNumbers>\n',
		);
		expect(messages).toMatchObject([
			{ sendTo: '18015550001', text: 'Hi & <bye>', transport: 'plain', keyword: 'NSTAFF' },
			{ sendTo: '+18015550002', type: 1, operation: 'sendMessageSpecifyNumbers' },
		]);
	});

	test.each([
		['a wrong password', { phone: '18015550001', password: 'x' }, '103'],
		['the keyword of a division', { phone: '18015550001', keyword: 'NORTH' }, '108'],
		['no phone', {}, '109'],
		['no message', { phone: '18015550001', message: '' }, '109'],
		['161 characters', { phone: '18015550001', message: 'a'.repeat(161) }, '110'],
		['no number among the phones', { phone: 'a,b' }, '111'],
		['101 numbers', { phone: Array(101).fill('18015550001').join() }, '112'],
	])('is refused with %s, and reaches nobody', async (_, parameters, error_code) => {
		const { answer } = await send(parameters);

		expect(answer.sendMessageSpecifyNumbers).toMatchObject({ result: 'false', error_code });
		expect(sandbox().sandbox.messages.all).toHaveLength(0);
	});

	test('takes 100 numbers', async () => {
		await send({ phone: Array(100).fill('18015550001').join() });

		expect(sandbox().sandbox.messages.all).toHaveLength(100);
	});
});

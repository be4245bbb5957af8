import type { OperationName } from '../../../../../nodes/SubscriptionMessaging/service/contract/contract';
import { NotDocumentedError } from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { encodeNvp } from '../../../../../nodes/SubscriptionMessaging/service/request/nvp';

const auth = { code: '447624800500', keyword: 'NSTAFF' };

function fields(operation: OperationName, parameters: Record<string, unknown>) {
	return [...new URLSearchParams(encodeNvp(operation, auth, parameters, 'POST').body)];
}

const head = (method: string) => [
	['version', '2.0.0'],
	['method_name', method],
];
const unit = [
	['code', '447624800500'],
	['keyword', 'NSTAFF'],
];

describe('a name-value-pair request', () => {
	it('is a form in UTF-8', () => {
		expect(encodeNvp('readDivision', auth, {}, 'POST')).toEqual({
			method: 'POST',
			path: '/httppost/nvp',
			headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
			body: 'version=2.0.0&method_name=division.readDivision&code=447624800500&keyword=NSTAFF',
		});
	});

	it('is a query where GET is asked for', () => {
		expect(encodeNvp('readTemplate', auth, { template: { id: 'a+b &c' } }, 'GET')).toEqual({
			method: 'GET',
			path:
				'/httppost/nvp?version=2.0.0&method_name=template.readTemplate' +
				'&code=447624800500&keyword=NSTAFF&id=a%2Bb%20%26c',
			headers: { 'Cache-Control': 'no-cache' },
		});
	});

	it('keeps every character of a value', () => {
		const message = ' +1 & 2 = 3%\r\né 😀 ';
		expect(fields('sendMessage', { message })).toContainEqual(['message', message]);
	});

	it('holds the members of an object side by side', () => {
		expect(
			fields('createDivision', {
				division: {
					name: 'North',
					phone: '+1801',
					email: '',
					url: null,
					keyword: '',
					divisions: [],
				},
			}),
		).toEqual([
			...head('division.createDivision'),
			...unit,
			['name', 'North'],
			['email', ''],
			['phone', '+1801'],
		]);
		expect(
			fields('createSubscriptionnode', { group: { name: 'S', ispublic: 0, stackOrder: 2 } }),
		).toEqual([
			...head('subscriptionnode.createSubscriptionnode'),
			...unit,
			['name', 'S'],
			['ispublic', '0'],
			['stackOrder', '2'],
		]);
	});

	it('holds the texts of a template, and the address of a website', () => {
		const template = { id: '7', title: 'T', subject: 'S', text: 'Hi', description: 'D' };
		expect(fields('updateTemplate', { template }).slice(4)).toEqual(
			expect.arrayContaining(Object.entries(template)),
		);
		expect(fields('updateDivision', { division: { url: 'http://d.example' } })).toContainEqual([
			'url',
			'http://d.example',
		]);
	});

	it('leaves out parameters without a value', () => {
		const parameters = { transaction_ticket_id: 't', sentTo: null };
		expect(fields('getTransactionStatus', parameters).map(([name]) => name)).not.toContain('phone');
	});

	it('uses the names of this form', () => {
		expect(fields('getTransactionStatus', { transaction_ticket_id: 't', sentTo: '1801' })).toEqual([
			...head('message.getTransactionStatus'),
			...unit,
			['transaction_ticket_id', 't'],
			['phone', '1801'],
		]);
	});

	it('has neither code nor keyword where only the credentials are taken', () => {
		const lookUp = (show_carrier_id: boolean) =>
			fields('getCellularCarrier', { phone_list: '1,2', show_carrier_id });
		const expected = [...head('task.getCellularCarrier'), ['phone', '1,2']];
		expect(lookUp(true)).toEqual([...expected, ['show_carrier_id', 'true']]);
		expect(lookUp(false)).toEqual(expected);
	});

	it.each<[OperationName, string | undefined, Record<string, unknown>]>([
		['sendTemplateMessage', undefined, {}],
		['sendMessageSpecifyLocale', undefined, {}],
		['sendMessage', 'recipientList', { recipientList: { recipients: [{ sendTo: '1', type: 1 }] } }],
		['sendMessage', 'recipientList', { recipientList: { recipients: [] } }],
		['sendMessage', 'recipientList', { recipientList: {} }],
		['createShortURL', 'params', { url: 'http://x', params: [] }],
		['updateDivision', 'address', { division: { address: { city: 'Orem' } } }],
		['updateDivision', 'keyword', { division: { keyword: 'OTHER' } }],
		['updateDivision', 'subscriptionnodes', { division: { subscriptionnodes: [{ name: 'a' }] } }],
		['updateSubscriptionnode', 'default_code', { group: { name: 'a', default_code: '1' } }],
	])('is refused for %s with %s, which has no documented form', (operation, parameter, values) => {
		expect(() => encodeNvp(operation, auth, values, 'POST')).toThrow(
			expect.objectContaining({
				name: 'NotDocumentedError',
				transport: 'NVP',
				parameter,
			}),
		);
	});

	it('is refused with thread', () => {
		expect(() => encodeNvp('readDivision', { ...auth, thread: true }, {}, 'POST')).toThrow(
			new NotDocumentedError('NVP', 'thread'),
		);
	});
});

import type { IDataObject } from 'n8n-workflow';

import { listedNames } from '../../../../../nodes/SubscriptionMessaging/actions/fields/placeholders';
import { sendMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/send.operation';
import { sendAndWaitForDelivery } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendAndWaitForDelivery.operation';
import { sendLocalizedMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendLocalized.operation';
import { sendTemplateMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendTemplate.operation';
import type { Operation } from '../../../../../nodes/SubscriptionMessaging/actions/operation/operation';
import { requestsOf } from '../entered';

const NUMBER = '18015551001';
const customfields = (values: IDataObject) => ({
	field: Object.entries(values).map(([name, value]) => ({ name, value })),
});

/** A send to the input item, with the values of its custom fields. */
const toItem = (values: IDataObject, more: IDataObject = {}): IDataObject => ({
	keyword: 'NSTAFF',
	recipients: 'inputItems',
	sendTo: NUMBER,
	recipientFields: { customfields: customfields(values) },
	...more,
});

test.each([
	[['a'], '{a}'],
	[['a', 'b', 'c'], '{a}, {b}, {c}'],
	[['a', 'b', 'c', 'd', 'e'], '{a}, {b}, {c} and 2 more'],
])('%j are listed as %p', (names, text) => {
	expect(listedNames(names)).toBe(text);
});

describe.each<[string, Operation]>([
	['Send', sendMessage],
	['Send and Wait for Delivery', sendAndWaitForDelivery],
	['Send Localized', sendLocalizedMessage],
])('%s', (_name, operation) => {
	const send = (message: string, values: IDataObject, more?: IDataObject) =>
		requestsOf(operation, toItem(values, { message, ...more }));

	test('refuses a placeholder that no custom field fills, and names it', () => {
		expect(() => send('Hi {name}, {order}', { name: 'Ann' })).toThrow(
			expect.objectContaining({
				message: "'Message' has no value for {order} [item 0]",
				description: expect.stringContaining('Unfilled Placeholders') as string,
			}),
		);
	});

	test('takes an empty text for a value, and none of an expression for none', () => {
		expect(send('Hi {name}', { name: '' })).toHaveLength(1);
		expect(() => send('Hi {name}', { name: null })).toThrow('no value for {name}');
		expect(() => send('Hi {name} {a}', { a: '1', name: null })).toThrow('no value for {name}');
		expect(() => send('Hi {name} {a}', { a: '1', name: undefined })).toThrow('no value for {name}');
	});

	test('refuses it also where no custom field is given at all', () => {
		expect(() => send('Hi {name}', {})).toThrow("'Message' has no value for {name}");
	});

	test('sends the custom fields that have a value', () => {
		const [request] = send('Hi {name}', { name: 'Ann', order: null });
		expect(request?.parameters).toMatchObject({
			recipientList: { recipients: [{ customfields: [{ name: 'name', value: 'Ann' }] }] },
		});
		const options = { unfilledPlaceholders: 'send' };
		const [bare] = send('Hi {order}', { order: null }, { options });
		expect(bare?.parameters).toMatchObject({
			recipientList: { recipients: [{ sendTo: NUMBER, customfields: undefined }] },
		});
	});

	test('lets JSON and code pass', () => {
		const text = '{"a":1} {x;} {return x} {1,3} of {name}';
		expect(send(text, { name: 'Ann' })).toHaveLength(1);
	});

	test('sends anyway where that is chosen, and leaves the preview to show it', () => {
		const options = { unfilledPlaceholders: 'send' };
		expect(send('Hi {order}', { name: 'Ann' }, { options })).toHaveLength(1);
		expect(send('Hi {order}', { name: 'Ann' }, { preview: true })).toHaveLength(1);
		expect(() =>
			send('Hi {order}', { name: 'Ann' }, { options: { unfilledPlaceholders: 'fail' } }),
		).toThrow('no value for {order}');
	});

	test('names the row of a list that lacks a value, though it has no custom field at all', () => {
		const list = {
			recipients: 'defineBelow',
			recipientList: {
				recipients: [
					{ sendTo: NUMBER, type: 1, customfields: customfields({ 'first name': 'Ann' }) },
					{ sendTo: '18015551002', type: 1 },
				],
			},
		};
		expect(() => send('Hi {first name}', {}, list)).toThrow(
			"'Message' has no value for {first name} of 18015551002 [item 0]",
		);
	});
});

test("Send Localized looks at a recipient's own message, where it has one", () => {
	const send = (own: string) =>
		requestsOf(
			sendLocalizedMessage,
			toItem(
				{},
				{
					message: 'Hi {order}',
					recipientFields: { message: own, customfields: customfields({ name: 'Ann' }) },
				},
			),
		);
	expect(send('Hola {name}')).toHaveLength(1);
	expect(() => send('Hola {pedido}')).toThrow('no value for {pedido}');
	expect(() => send('')).toThrow('no value for {order}');
});

describe('Send Template', () => {
	const send = (text: string, values: IDataObject, more?: IDataObject) =>
		requestsOf(sendTemplateMessage, toItem(values, { templateSource: 'text', text, ...more }));

	test('refuses every placeholder that nothing fills, whatever its name', () => {
		expect(() => send('Hi {name}, {a thing} {x:0.0}', { name: 'Ann' })).toThrow(
			"'Text' has no value for {a thing}, {x} [item 0]",
		);
		expect(() => send('Hi {name}', {})).toThrow("'Text' has no value for {name}");
	});

	test('counts the values that all recipients share', () => {
		const textPlaceholders = { mappingMode: 'defineBelow', value: { name: 'Ann', order: null } };
		expect(send('Hi {name}', {}, { textPlaceholders })).toHaveLength(1);
		expect(() => send('Hi {name} {order}', {}, { textPlaceholders })).toThrow(
			'no value for {order}',
		);
		const [request] = send('Hi {name}', { order: '5' }, { textPlaceholders });
		expect(request?.parameters).toMatchObject({
			recipientList: {
				recipients: [
					{
						customfields: [
							{ name: 'name', value: 'Ann' },
							{ name: 'order', value: '5' },
						],
					},
				],
			},
		});
	});

	test('sends anyway where that is chosen, and leaves the preview to show it', () => {
		const options = { unfilledPlaceholders: 'send' };
		expect(send('Hi {order}', {}, { options })).toHaveLength(1);
		expect(send('Hi {order}', {}, { preview: true })).toHaveLength(1);
	});

	test('does not know the text of a stored template yet', () => {
		expect(
			requestsOf(sendTemplateMessage, toItem({}, { templateSource: 'stored', id: 'order' })),
		).toMatchObject([{ parameters: { template: { id: 'order' } } }]);
	});
});

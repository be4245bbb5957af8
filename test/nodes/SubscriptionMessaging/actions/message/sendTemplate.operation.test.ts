import type { IDataObject } from 'n8n-workflow';

import { sendTemplateMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendTemplate.operation';
import { requestsOf } from '../entered';

const to = { keyword: 'NSTAFF', recipients: 'commaSeparated', sendTo: '18015551001, 18015551002' };

const send = (parameters: IDataObject) =>
	requestsOf(sendTemplateMessage, { ...to, ...parameters }).map(({ parameters: sent, ...more }) => {
		const { template, recipientList } = sent as {
			template: IDataObject;
			recipientList: { recipients: IDataObject[] };
		};
		return { template, fields: recipientList.recipients.map((one) => one.customfields), ...more };
	});
const values = (value: IDataObject) => ({ mappingMode: 'defineBelow', value });
const text = (message: string, more: IDataObject = {}) => ({
	templateSource: 'text',
	text: message,
	...more,
});

test('a stored template is sent by its ID, with the values for all', () => {
	const [request] = send({ id: ' order-ready ', placeholders: values({ name: 'Ann' }) });
	const ann = [{ name: 'name', value: 'Ann' }];
	expect(request).toMatchObject({
		operation: 'sendTemplateMessage',
		template: { id: 'order-ready' },
		fields: [ann, ann],
	});
});

test('a recipient’s own custom field comes before the value for all', () => {
	const field = [{ name: 'name', value: 'Bea' }];
	const [request] = send({
		...text('Hi {name}, {order}', { textPlaceholders: values({ name: 'Ann', order: '1' }) }),
		recipients: 'defineBelow',
		recipientList: {
			recipients: [
				{ sendTo: '18015551001', type: 1, customfields: { field } },
				{ sendTo: '18015551002', type: 1 },
			],
		},
	});
	expect(request?.fields).toEqual([
		[
			{ name: 'name', value: 'Bea' },
			{ name: 'order', value: '1' },
		],
		[
			{ name: 'name', value: 'Ann' },
			{ name: 'order', value: '1' },
		],
	]);
});

test('values of names that the text has no more go nowhere', () => {
	const [request] = send(
		text('Hi {name}', { textPlaceholders: values({ name: 'Ann', old: 'x' }) }),
	);
	expect(request?.fields[0]).toEqual([{ name: 'name', value: 'Ann' }]);
});

test('a text is sent with what describes it, and the thread flag', () => {
	const [request] = send(
		text('Hello', {
			templateFields: { id: 'a', title: 't', subject: 's', description: 'd' },
			options: { thread: true },
		}),
	);
	expect(request).toMatchObject({
		thread: true,
		template: { id: 'a', title: 't', subject: 's', text: 'Hello', description: 'd' },
	});
});

test('a text that is too long is split, a stored one is not looked at', () => {
	const long = 'word '.repeat(40);
	const options = { ifTooLong: 'split' };
	expect(send({ ...text(long), options }).map(({ fitted }) => fitted)).toEqual([
		{ part: 1, parts: 2 },
		{ part: 2, parts: 2 },
	]);
	expect(send({ id: 'a', options })).toHaveLength(1);
});

test('an empty text is refused, and so is a placeholder that nobody fills', () => {
	expect(() => send(text(''))).toThrow("'Text' is empty [item 0]");
	expect(() => send(text('Hi {name}'))).toThrow("'Text' has no value for {name}");
	expect(send({ ...text('Hi {name}'), options: { unfilledPlaceholders: 'send' } })).toHaveLength(1);
});

test('the recipient of an item is one of many, and who is left out is told', () => {
	const one = { id: 'a', recipients: 'inputItems', sendTo: '18015551001' };
	expect(send(one)[0]).toMatchObject({ fromItems: true });
	const options = { impossibleNumbers: 'skip' };
	const [request] = send({ id: 'a', sendTo: 'room 12, 18015551001', options });
	expect(request?.skipped).toMatchObject([{ sendTo: 'room 12' }]);
});

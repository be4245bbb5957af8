import type { IDataObject } from 'n8n-workflow';

import { sendToNumbers } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendToNumbers.operation';
import { requestsOf } from '../entered';

const send = (phone: unknown, options: IDataObject = {}, message = 'Hello') =>
	requestsOf(sendToNumbers, { keyword: 'NSTAFF', phone, message, options } as IDataObject);
const phonesOf = (...sent: Parameters<typeof send>) =>
	send(...sent).map(({ parameters }) => (parameters as IDataObject).phone);

test('a stored workflow finds it by its name, and its values by those of the fields', () => {
	expect(sendToNumbers).toMatchObject({ value: 'sendToNumbers', calls: ['plainSend'] });
	expect(sendToNumbers.properties.map(({ name }) => name)).toEqual([
		'keyword',
		'phone',
		'message',
		'preview',
		'simplify',
		'options',
	]);
});

test('the numbers are sent as digits, in their order', () => {
	expect(send('+1 801 555 1001; 18015551002\n447700900123')).toMatchObject([
		{
			operation: 'plainSend',
			keyword: 'NSTAFF',
			skipped: [],
			parameters: { phone: '18015551001,18015551002,447700900123', message: 'Hello' },
		},
	]);
});

test('what is no number sends nothing, or is left out and listed', () => {
	expect(() => send('18015551001, room 12')).toThrow(
		'\'Phone Numbers\': "room 12" is not a phone number [item 0]',
	);
	const [request] = send('room 12, 18015551001', { impossibleNumbers: 'skip' });
	expect(request?.parameters).toMatchObject({ phone: '18015551001' });
	expect(request?.skipped).toMatchObject([{ sendTo: 'room 12' }]);
});

test('a number that occurs twice is sent to once where duplicates are removed', () => {
	const twice = '18015551001, +1 801 555 1001';
	expect(phonesOf(twice)).toEqual(['18015551001,18015551001']);
	expect(phonesOf(twice, { removeDuplicates: true })).toEqual(['18015551001']);
	const oldAndNew = '5215512345678, 525512345678';
	expect(phonesOf(oldAndNew, { removeDuplicates: true })).toEqual(['5215512345678']);
});

test('no number is nobody, to be refused', () => {
	expect(phonesOf('')).toEqual(['']);
	expect(() => phonesOf('room 12, room 13', { impossibleNumbers: 'skip' })).toThrow(
		'\'Phone Numbers\' holds no valid number: "room 12" is not a phone number [item 0]',
	);
});

test('a text in parts goes to everybody in each of them', () => {
	expect(phonesOf('18015551001', { ifTooLong: 'split' }, 'word '.repeat(40))).toEqual([
		'18015551001',
		'18015551001',
	]);
});

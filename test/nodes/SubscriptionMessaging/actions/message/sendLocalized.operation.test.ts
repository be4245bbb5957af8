import { sendLocalizedMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendLocalized.operation';
import { requestsOf } from '../entered';

test('a list has its locale and country, and the text is sent as it is', () => {
	const [request, ...others] = requestsOf(sendLocalizedMessage, {
		keyword: 'NSTAFF',
		recipients: 'commaSeparated',
		sendTo: '18015551001',
		country: ' MX ',
		locale: ' es_MX ',
		message: 'Hola',
		options: { custom_ticket: ' a ', status_url: 'https://example.com/s' },
	});
	expect(others).toEqual([]);
	expect(request).toMatchObject({
		operation: 'sendMessageSpecifyLocale',
		keyword: 'NSTAFF',
		parameters: {
			message: 'Hola',
			recipientList: {
				recipients: [{ sendTo: '18015551001', type: 1, country: 'MX', locale: 'es_MX' }],
			},
			custom_ticket: 'a',
			status_url: 'https://example.com/s',
		},
	});
});

test('a list of nobody stays a list, so that it reaches nobody', () => {
	const [request] = requestsOf(sendLocalizedMessage, {
		recipients: 'defineBelow',
		recipientList: {},
		message: 'Hola',
	});
	expect(request?.parameters).toMatchObject({ recipientList: { recipients: [] } });
});

test('who is left out is told', () => {
	const [request] = requestsOf(sendLocalizedMessage, {
		keyword: 'NSTAFF',
		recipients: 'commaSeparated',
		sendTo: 'room 12, 18015551001',
		message: 'Hola',
		options: { impossibleNumbers: 'skip' },
	});
	expect(request?.skipped).toMatchObject([{ sendTo: 'room 12' }]);
});

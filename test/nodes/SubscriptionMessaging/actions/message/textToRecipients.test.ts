import { sendMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/send.operation';
import { sendAndWaitForDelivery } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendAndWaitForDelivery.operation';
import { requestsOf } from '../entered';

const ENTERED = {
	keyword: 'NSTAFF',
	recipients: 'commaSeparated',
	sendTo: '18015551001',
	message: 'Hello',
	waitMinutes: 60,
	options: { custom_ticket: ' a ' },
};

test.each([
	['Send', sendMessage],
	['Send and Wait for Delivery', sendAndWaitForDelivery],
])('%s sends the typed text under the entered ticket to the recipients alone', (_, operation) => {
	const [request, ...others] = requestsOf(operation, ENTERED);
	expect(others).toEqual([]);
	expect(request).toMatchObject({
		operation: 'sendMessage',
		keyword: 'NSTAFF',
		parameters: {
			message: 'Hello',
			recipientList: { recipients: [{ sendTo: '18015551001', type: 1 }] },
			custom_ticket: 'a',
		},
	});
	expect(request?.parameters.status_url).toBeUndefined();
});

test('the parts of a long text go to the same recipients, each as a request', () => {
	const message = `${'word '.repeat(40)}end`;
	const requests = requestsOf(sendMessage, {
		...ENTERED,
		message,
		options: { ifTooLong: 'split', status_url: 'https://example.com/s' },
	});
	expect(requests.map(({ fitted }) => fitted)).toEqual([
		{ part: 1, parts: 2 },
		{ part: 2, parts: 2 },
	]);
	const texts = requests.map(({ parameters }) => parameters.message);
	expect(texts.join(' ')).toBe(message);
	for (const { parameters } of requests) {
		expect(parameters.recipientList?.recipients).toEqual([{ sendTo: '18015551001', type: 1 }]);
		expect(parameters.status_url).toBe('https://example.com/s');
	}
});

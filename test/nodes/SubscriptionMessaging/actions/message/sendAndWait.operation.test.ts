import { sendAndWait } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendAndWait.operation';
import { requestsOf } from '../entered';

const asked = (type: number) =>
	requestsOf(sendAndWait, {
		keyword: 'NSTAFF',
		sendTo: '18015550001',
		type,
		message: 'May we ship?',
	});

test('a question goes to whom a link can be shown, by SMS', () => {
	expect(asked(1)[0]).toMatchObject({
		operation: 'sendMessageSpecifyLocale',
		question: expect.anything() as object,
	});
});

test('a call is refused, because nobody can open the link that it reads', () => {
	expect(() => asked(3)).toThrow(
		expect.objectContaining({
			message: "A call can't show the link to the answer page [item 0]",
			description: expect.stringContaining("as 'Type'") as string,
		}),
	);
});

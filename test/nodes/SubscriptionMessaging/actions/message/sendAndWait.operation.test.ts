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

test('a question has the locale of its options, for all who are asked, and its limit', () => {
	const inSpanish = (line: string, locale?: string) =>
		requestsOf(sendAndWait, {
			keyword: 'NSTAFF',
			sendTo: '18015550001, 18015550002',
			type: 1,
			line,
			message: '¿Lo enviamos?',
			options: { locale },
		})[0];
	const recipients = (locale: unknown) => [
		expect.objectContaining({ sendTo: '18015550001', locale }) as object,
		expect.objectContaining({ sendTo: '18015550002', locale }) as object,
	];
	expect(inSpanish('¿Lo envío?', ' es_MX ')).toMatchObject({
		parameters: { message: '¿Lo envío?', recipientList: { recipients: recipients('es_MX') } },
	});
	for (const none of [undefined, ' ']) {
		expect(inSpanish('Shall I?', none)).toMatchObject({
			parameters: { recipientList: { recipients: recipients(undefined) } },
		});
	}
});

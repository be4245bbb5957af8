import {
	MessagingServiceError,
	NotDocumentedError,
	NotSentError,
	NotThisInterfaceError,
	OutcomeUnclearError,
	ServiceRefusedError,
	SoapFaultError,
	UnreadableXmlError,
} from '../../../../nodes/SubscriptionMessaging/service/errors';

const every: MessagingServiceError[] = [
	new ServiceRefusedError(105, 'Invalid keyword'),
	new SoapFaultError('Server', 'Out of order', 500),
	new NotThisInterfaceError('html', 200, 'Welcome'),
	new UnreadableXmlError('it ends early', 3, 14),
	new NotSentError('the name was not found'),
	new OutcomeUnclearError('the connection was closed'),
	new NotDocumentedError('NVP', 'sendMessage', 'recipientList'),
];

describe('what is said when there is no answer', () => {
	it('tells what happened in one line', () => {
		expect(every.map(({ message }) => message)).toEqual([
			'The service refused: Invalid keyword (code 105)',
			'The service could not process the request: Out of order (Server)',
			'The address does not answer as the messaging service does: it sent a web page ("Welcome") (HTTP 200)',
			'The answer of the service cannot be read: it ends early (line 3, column 14)',
			'Nothing was sent: the name was not found',
			'Whether the service processed the request is unknown, so do not simply repeat it: the connection was closed',
			"The interface documents no NVP form of 'recipientList' in 'sendMessage'",
		]);
	});

	it('is told apart by its class and name', () => {
		for (const error of every) {
			expect(error).toBeInstanceOf(MessagingServiceError);
			expect(error.name).toBe(error.constructor.name);
		}
		expect(new Set(every.map(({ name }) => name)).size).toBe(every.length);
	});

	it.each([
		[401, 'Access was denied before the messaging service was reached', 'proxy'],
		[403, 'Access was denied before the messaging service was reached', 'proxy'],
		[404, 'The messaging service was not found at this address', "'Base URL'"],
		[302, 'The address redirects elsewhere', "'Base URL'"],
		[503, 'The server could not answer for the messaging service', 'Try again later'],
	])('an HTTP status of %i is explained', (status, message, description) => {
		const error = new NotThisInterfaceError('empty', status);
		expect(error.message).toContain(message);
		expect(error.message).toContain(`HTTP ${status}`);
		expect(error.description).toContain(description);
	});

	it('never holds more than a cleaned excerpt of foreign text', () => {
		const foreign = `a\r\n\u0000\u001b[31m\u202e\ud800b ${'x'.repeat(100_000)}`;
		for (const error of [
			new ServiceRefusedError(foreign, foreign),
			new SoapFaultError(foreign, foreign, 500),
			new NotThisInterfaceError('text', 200, foreign),
			new UnreadableXmlError(foreign),
		]) {
			expect(error.message.length).toBeLessThan(800);
			expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
		}
	});
});

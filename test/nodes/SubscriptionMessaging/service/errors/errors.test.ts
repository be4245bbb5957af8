import {
	BusyError,
	MessagingServiceError,
	NotDocumentedError,
	NotSentError,
	NotThisInterfaceError,
	OtherTicketError,
	OutcomeUnclearError,
	PartlySentError,
	ServiceRefusedError,
	SoapFaultError,
	UnreadableXmlError,
	shownOf,
	type ForeignContent,
} from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';

const every: MessagingServiceError[] = [
	new ServiceRefusedError(105, 'Invalid keyword'),
	new SoapFaultError('Server', 'Out of order', 500),
	new NotThisInterfaceError('html', 200, 'Welcome'),
	new UnreadableXmlError('it ends early', 3, 14),
	new NotSentError('the name was not found'),
	new OutcomeUnclearError('the connection was closed', 'Look it up.'),
	new PartlySentError(['1801'], ['1802'], new ServiceRefusedError(9, 'No credit'), 'order-1'),
	new NotDocumentedError('NVP', 'recipientList'),
];

describe('what is said when there is no answer', () => {
	it('tells what happened in one line', () => {
		expect(every.map(({ message }) => message)).toEqual([
			'The service refused: Invalid keyword (error 105)',
			'The service could not process the request: Out of order (Server)',
			'The address does not answer as the messaging service does: it sent a web page ("Welcome") (HTTP 200)',
			'The answer of the service cannot be read: it ends early (line 3, column 14)',
			'Not sent: the name was not found',
			"We can't tell whether this message was sent",
			'The service lists 1 of 2 recipients of this message',
			"The interface documents no NVP form of 'recipientList'",
		]);
	});

	it.each([
		['read', undefined, 'The answer could not be used: the connection was closed', 'Look it up.'],
		[
			'change',
			undefined,
			"We can't tell whether this change was made",
			'The connection was closed. Look it up.',
		],
		[
			'send',
			undefined,
			"We can't tell whether this message was sent",
			'The connection was closed. Look it up.',
		],
		[
			'send',
			new NotThisInterfaceError('html', 404),
			"This address doesn't answer like the messaging service",
			'The connection was closed. Look it up.',
		],
	] as const)(
		'tells what a lost %s may have done, and first that the address is wrong',
		(effect, page, message, description) => {
			const error = new OutcomeUnclearError('the connection was closed', 'Look it up.', effect, {
				page,
			});
			expect(error).toMatchObject({ message, description });
			expect(error.message.length).toBeLessThanOrEqual(80);
		},
	);

	it('names who has a message that the service took in part, but not thousands', () => {
		const addresses = Array.from({ length: 30 }, (_entry, index) => `1801555${1000 + index}`);
		const rest = new ServiceRefusedError(9, 'No credit');
		const error = new PartlySentError(addresses, ['18020'], rest, 'order-1');

		expect(error.message).toBe('The service lists 30 of 31 recipients of this message');
		expect(error.description).toMatch(
			/^They have it: 18015551000, .*18015551019 and 10 more\. The others may not: 18020\. The service refused: No credit \(error 9\)\.$/,
		);
	});

	it.each([
		[1, 'to wait 1 second'],
		[0, 'to wait 0 seconds'],
		[30, 'to wait 30 seconds'],
	])('a pause of %d is %s', (seconds, said) => {
		expect(new BusyError(429, seconds).message).toMatch(new RegExp(`${said}$`));
	});

	it('is told apart by its class and name', () => {
		for (const error of every) {
			expect(error).toBeInstanceOf(MessagingServiceError);
			expect(error.name).toBe(error.constructor.name);
		}
		expect(new Set(every.map(({ name }) => name)).size).toBe(every.length);
	});

	it.each([
		[401, 'Access was denied before the messaging service was reached'],
		[403, 'Access was denied before the messaging service was reached'],
		[404, 'The messaging service was not found at this address'],
		[302, 'The address redirects elsewhere'],
		[503, 'The server could not answer for the messaging service'],
	])('an HTTP status of %i is explained', (httpStatus, message) => {
		const error = new NotThisInterfaceError('empty', httpStatus);
		expect(error.message).toContain(message);
		expect(error.message).toContain(`HTTP ${httpStatus}`);
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

describe('what a message quotes of the service', () => {
	it('is also the refusal that nobody could confirm', () => {
		const refusal = new ServiceRefusedError('s3cret', 'no s3cret');
		const { known } = new OutcomeUnclearError('x', 'Ask.', 'send', { refusal }).masked(mask);
		expect(known.refusal).toMatchObject({ errorCode: '•••', serviceMessage: 'no •••' });
	});

	const mask = (text: string) => text.replace(/s\s*3\s*c\s*r\s*e\s*t|48151623/g, '•••');

	it.each([
		[new ServiceRefusedError('s3cret', 'no s3cret'), 'The service refused: no ••• (error •••)'],
		[new ServiceRefusedError(48151623, '48151623'), 'The service refused: ••• (error •••)'],
		[
			new SoapFaultError('s3cret', 'no s3cret', 500),
			'The service could not process the request: no ••• (•••)',
		],
		[
			new NotThisInterfaceError('html', 500, 'no s3cret'),
			'The server could not answer for the messaging service: HTTP 500 and a web page ("no •••")',
		],
		[
			new UnreadableXmlError('no s3cret', 3, 14),
			'The answer of the service cannot be read: no ••• (line 3, column 14)',
		],
		[new OutcomeUnclearError('no s3cret', 'Ask.', 'read'), 'The answer could not be used: no •••'],
	])('loses secrets and nothing else (%#)', (error, message) => {
		const masked = error.masked(mask);
		expect(masked.message).toBe(message);
		expect(masked.description).toBe(error.description);
		expect(masked).toBeInstanceOf(error.constructor);
		expect(JSON.stringify({ ...masked })).not.toContain('s3cret');
	});

	it('is also what is said of an outcome that nobody knows', () => {
		const page = new NotThisInterfaceError('html', 404, 'no s3cret');
		const masked = new OutcomeUnclearError('no s3cret', 'Ask.', 'change', { page }).masked(mask);
		expect(masked).toMatchObject({ reason: 'no •••', advice: 'Ask.', effect: 'change' });
		expect(masked.description).toMatch(/^No •••\. Ask\.$/);
		expect(masked.known.page?.message).toContain('no •••');
	});

	it('tells the custom ticket of an outcome that nobody knows apart from what happened', () => {
		const told = (custom_ticket?: string) =>
			new OutcomeUnclearError('no s3cret', 'Ask.', 'send', { custom_ticket });
		expect(told('order (1)')).toMatchObject({
			reason: 'no s3cret',
			told: 'no s3cret (custom ticket order (1))',
			description: 'No s3cret (custom ticket order (1)). Ask.',
		});
		expect(told('').told).toBe('no s3cret (no custom ticket)');
		expect(told().told).toBe('no s3cret');
		const masked = told('of s3cret').masked(mask);
		expect([masked.reason, masked.told]).toEqual(['no •••', 'no ••• (custom ticket of •••)']);
		expect(told('').masked(mask).told).toBe('no ••• (no custom ticket)');
	});

	it('keeps the number of the error, and what has no text of the service', () => {
		const refused = new ServiceRefusedError(105, null).masked(mask);
		expect(refused).toMatchObject({ errorCode: 105, serviceMessage: null });
		const busy: MessagingServiceError = new BusyError(429, 3);
		expect(busy.masked(mask)).toBe(busy);
		expect(new NotThisInterfaceError('empty', 404).masked(mask).message).toContain('HTTP 404');
	});

	it('is masked before it is cut, and before its blanks are altered', () => {
		const cut = `${'x'.repeat(496)} s3cret`;
		expect(new ServiceRefusedError(1, cut).masked(mask).message).toMatch(/x •••.{0,3}\(error 1\)$/);
		const altered = new ServiceRefusedError(1, 's3\n\ncret').masked(mask);
		expect(altered.message).toBe('The service refused: ••• (error 1)');
	});

	it.each([
		[
			'an outcome that nobody knows',
			(text: string) => new OutcomeUnclearError(text, 'Ask.', 'read'),
		],
		['an answer that cannot be read', (text: string) => new UnreadableXmlError(text)],
		['a SOAP fault', (text: string) => new SoapFaultError(text, text, 500)],
		['a page', (text: string) => new NotThisInterfaceError('text', 500, text)],
		['another ticket', (text: string) => new OtherTicketError(text, 'Ask.', 'send')],
		['a code', (text: string) => new ServiceRefusedError(text, null)],
	])('is masked before it is cut, of %s', (_what, make) => {
		for (let before = 20; before < 520; before += 1) {
			const { message, description } = make(`${'x'.repeat(before)} s3cret`).masked(mask);
			expect(`${message} ${description}`).not.toMatch(/s3|[^•]cret/);
		}
	});

	it('has no half of the word where a long text is cut', () => {
		const seen: string[] = [];
		const remember = (text: string) => (seen.push(text), text);
		new ServiceRefusedError(null, `${'ab '.repeat(990)} s3cret${'x'.repeat(500)}`).masked(remember);
		new ServiceRefusedError(null, 'x'.repeat(10_000)).masked(remember);
		expect(seen).toEqual([`${'ab '.repeat(990)} …`, `${'x'.repeat(2000)}…`]);
	});
});

describe('what an error knows beside its message', () => {
	it.each<[status: number, fault: string, mayBeRightAddress: boolean, words: string]>([
		[200, 'elsewhere', false, 'does not answer as the messaging service does'],
		[299, 'elsewhere', false, 'does not answer as the messaging service does'],
		[300, 'redirected', false, 'redirects elsewhere'],
		[302, 'redirected', false, 'redirects elsewhere'],
		[399, 'redirected', false, 'redirects elsewhere'],
		[400, 'elsewhere', false, 'does not answer as the messaging service does'],
		[401, 'denied', false, 'Access was denied'],
		[403, 'denied', false, 'Access was denied'],
		[404, 'elsewhere', false, 'was not found at this address'],
		[405, 'elsewhere', false, 'was not found at this address'],
		[407, 'denied', false, 'Access was denied'],
		[408, 'elsewhere', true, 'does not answer as the messaging service does'],
		[410, 'elsewhere', false, 'was not found at this address'],
		[413, 'tooLarge', true, 'is too large for the server'],
		[414, 'tooLarge', true, 'is too large for the server'],
		[429, 'unavailable', true, 'could not answer'],
		[431, 'tooLarge', true, 'is too large for the server'],
		[499, 'elsewhere', false, 'does not answer as the messaging service does'],
		[500, 'unavailable', true, 'could not answer'],
		[503, 'unavailable', true, 'could not answer'],
	])('a page with HTTP %i: %s', (status, fault, mayBeRightAddress, words) => {
		const error = new NotThisInterfaceError('html', status);
		expect({ fault: error.fault, mayBeRightAddress: error.mayBeRightAddress }).toEqual({
			fault,
			mayBeRightAddress,
		});
		expect(error.message).toContain(words);
		expect(error.message).toContain(`HTTP ${status}`);
	});

	it.each<[found: ForeignContent, words: string]>([
		['html', 'a web page'],
		['json', 'JSON'],
		['empty', 'nothing'],
		['text', 'plain text'],
		['otherXml', 'another XML document'],
	])('what came in place of an answer: %s', (found, words) => {
		expect(new NotThisInterfaceError(found, 404).message).toBe(
			`The messaging service was not found at this address: HTTP 404 and ${words}`,
		);
		expect(new NotThisInterfaceError(found, 404, 'Shop').message).toMatch(/ \("Shop"\)$/);
	});

	it.each([
		[0, true, '0 seconds'],
		[1, true, '1 second'],
		[60, true, '60 seconds'],
		[61, false, '61 seconds'],
	])('a service that asks to wait %i seconds', (seconds, isWorthWaiting, words) => {
		const error = new BusyError(429, seconds);
		expect(error).toMatchObject({ name: 'BusyError', retryAfter: seconds, isWorthWaiting });
		expect(error.message).toMatch(new RegExp(`to wait ${words}$`));
	});

	it.each<[code: number | string | null, said: string | null, message: string]>([
		[null, null, 'The service refused: no reason was given'],
		['', '', 'The service refused: no reason was given'],
		[0, 'No', 'The service refused: No (error 0)'],
		['A-7', ' No\r\n\u0000way ', 'The service refused: No way (error A-7)'],
	])('a refusal with the code %j and the words %j', (code, said, message) => {
		expect(new ServiceRefusedError(code, said).message).toBe(message);
	});

	it('where an answer cannot be read, if that is known', () => {
		expect(new UnreadableXmlError('it ends early').message).toMatch(/it ends early$/);
		expect(new UnreadableXmlError('it ends early', 1, 0).message).toMatch(/\(line 1, column 0\)$/);
	});

	it.each([
		['No answer came', { isUnanswered: true as const }],
		['The answer could not be used', {}],
	])('whether an answer came to a call that reads: %s', (title, known) => {
		const error = new OutcomeUnclearError('no s3cret', 'Again.', 'read', known);
		expect(error.message).toBe(`${title}: no s3cret`);
		expect(error.masked((text) => text.replace('s3cret', '•••')).message).toBe(`${title}: no •••`);
		expect(new OtherTicketError('order-2', 'Again.', 'read').message).toMatch(/^The answer could/);
	});

	it('whether something could have been sent', () => {
		expect(new NotSentError('no route')).toMatchObject({ effect: 'send' });
		expect(new NotSentError('no route', undefined, 'change').message).toBe(
			'The service was not reached: no route',
		);
		expect(new OutcomeUnclearError('no answer', 'Again.')).toMatchObject({ effect: 'send' });
		expect(new OutcomeUnclearError('no answer', 'Again.', 'read').message).toBe(
			'The answer could not be used: no answer',
		);
	});

	it('up to twenty of those who have a message, and why the others may not', () => {
		const named = (count: number) => {
			const reached = Array.from({ length: count }, (_one, index) => `${1801 + index}`);
			return new PartlySentError(reached, ['x'], new ServiceRefusedError(9, 'No'), 'order-1')
				.reason;
		};
		expect(named(2)).toBe(
			'they have it: 1801, 1802 (custom ticket order-1), and of the others: The service refused: No (error 9)',
		);
		expect(named(20)).toMatch(/1820 \(custom/);
		expect(named(21)).toMatch(/1820 and 1 more \(custom/);
	});

	it.each([
		new BusyError(429, 1),
		new NotSentError('no route'),
		new PartlySentError(['1'], ['2'], new ServiceRefusedError(9, 'No'), 'order-1'),
		new NotDocumentedError('NVP'),
	])('and it stays itself where it quotes nothing that could be masked: $name', (error) => {
		expect((error as MessagingServiceError).masked(() => 'masked')).toBe(error);
	});
});

describe('a text of the service', () => {
	const shown = (text: string) => shownOf(text, (it) => it.replaceAll('s3cret', '•••'));

	it('is one line without control characters, and masked', () => {
		expect(shown(' \u0007The \r\n\t s3cret\u200b\u0000 is  bad ')).toBe('The ••• is bad');
	});

	it('is shown up to 500 characters', () => {
		expect(shown('x'.repeat(500))).toBe('x'.repeat(500));
		expect(shown('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`);
	});
});

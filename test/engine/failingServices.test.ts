import { once } from 'node:events';
import {
	createServer,
	type IncomingMessage,
	type RequestListener,
	type Server,
	type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';

import type { INode, INodeParameters } from 'n8n-workflow';

import { runNode, type RunOptions } from './engine';
import { credentialFor } from './sandboxed';

const servers: Server[] = [];
let requests = 0;
let sends = 0;

/** What was posted. */
const bodies = new WeakMap<IncomingMessage, string>();

/** A service that answers as told, and the run of a node against it. */
async function against(
	answer: RequestListener,
	parameters: INodeParameters = read,
	options = {},
	settings?: Partial<INode>,
	more: Partial<RunOptions> = {},
) {
	requests = 0;
	sends = 0;
	const server = createServer((request, response) => {
		requests += 1;
		if (String(request.headers.soapaction).includes('#send')) sends += 1;
		const pieces: Buffer[] = [];
		request.on('data', (piece: Buffer) => pieces.push(piece));
		request.on('end', () => {
			bodies.set(request, String(Buffer.concat(pieces)));
			answer(request, response);
		});
	});
	servers.push(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return await runNode({
		credential: credentialFor({ baseUrl: `http://127.0.0.1:${port}` }),
		parameters: { ...parameters, options: { ...options } },
		settings,
		...more,
	});
}

afterEach(() => {
	for (const server of servers.splice(0)) {
		server.close();
		server.closeAllConnections();
	}
});

const group = { __rl: true, mode: 'keyword', value: 'NSTAFF' };
const read = { resource: 'group', operation: 'get', keyword: group };
const send = {
	resource: 'message',
	operation: 'send',
	keyword: group,
	recipients: 'commaSeparated',
	sendTo: '18015559001',
	type: 1,
	message: 'Hello',
};

const XML = { 'Content-Type': 'text/xml; charset=utf-8' };
const envelope = (body: string) =>
	`<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`;

const operationOf = (request: IncomingMessage) =>
	String(request.headers.soapaction).replace(/.*#|"/g, '');

/** @param members of the answer to the operation, as XML */
const reply = (response: ServerResponse, operation: string, members: string) =>
	response
		.writeHead(200, XML)
		.end(envelope(`<${operation}Response><return>${members}</return></${operation}Response>`));

const GOOD = '<result>true</result><error_code>0</error_code>';
const LOST = /^We can't tell whether this message was sent/;
const FOREIGN = /^This address doesn't answer like the messaging service/;

const rowsOf = (...phones: string[]) =>
	`<response><transactionlist>${phones
		.map((phone) => `<item><sendTo>${phone}</sendTo><status_code>101</status_code></item>`)
		.join('')}</transactionlist></response>`;

const UNKNOWN_TICKET =
	'<result>false</result><error_code>1</error_code><message>Unknown ticket</message>';

/** Answers a look-up of a ticket that the service does not know, and what it takes to tell that. */
function notKnown(request: IncomingMessage, response: ServerResponse): boolean {
	const operation = operationOf(request);
	if (operation === 'getCustomTransactionStatus') reply(response, operation, UNKNOWN_TICKET);
	else if (operation === 'readSubscriptionnode') reply(response, operation, GOOD);
	else return false;
	return true;
}

/** A service that has these members under the ticket of its only send, and knows no other ticket. */
function having(members: string, answerSend: RequestListener): RequestListener {
	let sent: string | undefined;
	return (request, response) => {
		const [, ticket] = /custom_ticket[^>]*>([^<]+)</.exec(bodies.get(request) ?? '') ?? [];
		const operation = operationOf(request);
		if (operation.startsWith('send')) {
			sent = ticket;
			answerSend(request, response);
		} else if (ticket !== undefined && ticket === sent) reply(response, operation, members);
		else notKnown(request, response);
	};
}

it.each<[what: string, answer: RequestListener, message: RegExp]>([
	[
		'a web page',
		(_request, response) =>
			response
				.writeHead(200, { 'Content-Type': 'text/html' })
				.end('<!DOCTYPE html><html><head><title>Welcome to nginx!</title></head></html>'),
		/does not answer as the messaging service does .*it sent a web page \("Welcome to nginx!"\)/i,
	],
	['nothing', (_request, response) => response.writeHead(200).end(), /it sent nothing/i],
	[
		'JSON',
		(_request, response) =>
			response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"error":"no"}'),
		/it sent JSON/i,
	],
	[
		'404 with a page',
		(_request, response) => response.writeHead(404).end('<html><body>Not Found</body></html>'),
		/was not found at this address/,
	],
	[
		'a redirect',
		(_request, response) =>
			response.writeHead(307, { Location: 'http://127.0.0.1:1/elsewhere' }).end(),
		/redirects elsewhere/,
	],
	[
		'a fault',
		(_request, response) =>
			response
				.writeHead(500, XML)
				.end(
					envelope(
						'<e:Fault><faultcode>e:Client</faultcode><faultstring>Unknown operation</faultstring></e:Fault>',
					),
				),
		/could not process the request: Unknown operation/,
	],
	[
		'a refusal',
		(_request, response) =>
			response
				.writeHead(200, XML)
				.end(
					envelope(
						'<r><return><result>false</result><error_code>42</error_code><message>No such group</message></return></r>'.replaceAll(
							/\br\b/g,
							'readSubscriptionnodeResponse',
						),
					),
				),
		/^The service refused: No such group \(error 42\)/,
	],
	[
		'half an envelope',
		(_request, response) => response.writeHead(200, XML).end(envelope('').slice(0, 60)),
		/cannot be read/,
	],
	[
		'a DOCTYPE with entities',
		(_request, response) =>
			response
				.writeHead(200, XML)
				.end(`<!DOCTYPE x [<!ENTITY a "aaaa">]>${envelope('<x>&a;</x>')}`),
		/cannot be read: .*DOCTYPE/i,
	],
	[
		'a reset in the middle',
		(_request, response) => {
			response
				.writeHead(200, XML)
				.write(envelope('').slice(0, 60), () => response.socket?.destroy());
		},
		/the connection broke before the answer was complete/,
	],
	[
		'a reset before the answer',
		(request) => request.socket.destroy(),
		/the connection broke before the answer was complete/,
	],
])('explains a service that answers %s', async (_what, answer, message) => {
	const { error, items } = await against(answer);

	expect(`${error?.message} ${error?.description}`).toMatch(message);
	expect(items).toEqual([]);
	expect(requests).toBe(1);
});

it.each<[what: string, answer: RequestListener, title: RegExp]>([
	['a reset before the answer', (request) => request.socket.destroy(), LOST],
	['an empty answer', (_request, response) => response.writeHead(200).end(), FOREIGN],
	[
		'half an envelope',
		(_request, response) => response.writeHead(200, XML).end(envelope('').slice(0, 60)),
		LOST,
	],
	[
		'a 502 page of a proxy',
		(_request, response) => response.writeHead(502).end('<html><title>Bad Gateway</title></html>'),
		LOST,
	],
])(
	'calls the outcome of a send unknown after %s, and does not repeat it',
	async (_what, answer, title) => {
		const { error } = await against(answer, send);

		expect(error?.message).toMatch(title);
		expect(error?.description).toMatch(/may have been sent.*Get Status by the custom ticket n8n-/);
		expect(sends).toBe(1);
	},
);

describe('A page in place of the answer, as of a firewall that blocks answers', () => {
	const STATUSES = [401, 403, 404, 405, 410, 307, 308];
	const PAGE = '<html><title>Blocked</title></html>';
	const toNumbers = {
		resource: 'message',
		operation: 'sendToNumbers',
		keyword: group,
		message: 'Hi',
		phone: '18015550001',
	};

	it.each(STATUSES)(
		'with HTTP %i: the message is found by its ticket, or its outcome unknown',
		async (status) => {
			const service = having(GOOD + rowsOf('18015559001'), (_request, response) =>
				response.writeHead(status).end(PAGE),
			);
			const found = await against(service, send);
			expect(found.error).toBeUndefined();
			expect(found.items[0]?.json.recovered).toBe(true);

			const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
			const lost = await against(
				(request, response) => {
					if (!notKnown(request, response)) response.writeHead(status).end(PAGE);
				},
				send,
				{},
				retry,
			);
			expect(lost.error?.message).toMatch(LOST);
			expect(sends).toBe(1);
		},
		60_000,
	);

	it.each(STATUSES)('with HTTP %i, for everything: the title names the address', async (status) => {
		const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const answer: RequestListener = (_request, response) => response.writeHead(status).end(PAGE);
		const { error } = await against(answer, send, {}, retry);

		expect(error?.message).toMatch(FOREIGN);
		expect(error?.description).toMatch(/The message may have been sent.*'Base URL'/);
		expect(sends).toBe(1);

		const plain = await against(answer, toNumbers, {}, retry);
		expect(plain.error?.message).toMatch(FOREIGN);
		expect(plain.error?.description).toMatch(/Outcome unknown|may have been sent/);
		expect(requests).toBe(1);
	});
});

it('gives up on a service that never answers', async () => {
	const { error } = await against(() => undefined, read, { timeLimit: 1 });

	expect(error?.message).toMatch(/did not answer (within 1 second|in time)/);
});

it('gives up on a service that trickles its answer', async () => {
	let trickle: NodeJS.Timeout | undefined;
	const { error } = await against(
		(_request, response) => {
			response.writeHead(200, XML).write(envelope('').slice(0, 100));
			trickle = setInterval(() => response.write(' '), 100);
			response.on('close', () => clearInterval(trickle));
		},
		read,
		{ timeLimit: 2 },
	);
	clearInterval(trickle);

	expect(error?.message).toMatch(/did not answer within 2 seconds/);
});

it.each([
	['well-formed XML', '<item><word>x</word></item>'],
	['one endless text', 'xxxxxxxxxxxxxxxxxxxxxxxxxxx'],
])(
	'refuses 200 MB of %s and closes the connection',
	async (_what, filling) => {
		let written = 0;
		const piece = filling.repeat(40_000);
		const { error } = await against((_request, response) => {
			response
				.writeHead(200, XML)
				.write(
					envelope('<readSubscriptionnodeResponse><return><response><keywords>').replace(
						'</e:Body></e:Envelope>',
						'',
					),
				);
			const more = () => {
				while (written < 200_000_000 && !response.destroyed) {
					written += piece.length;
					if (!response.write(piece)) return void response.once('drain', more);
				}
				response.end();
			};
			more();
		});

		expect(error?.message).toMatch(/^The answer of the service cannot be read/);
		expect(error?.description).toMatch(/large|more than/i);
		expect(written).toBeLessThan(200_000_000);
	},
	60_000,
);

it('says that nothing was sent when no server listens', async () => {
	const { error } = await runNode({
		credential: credentialFor({ baseUrl: 'http://127.0.0.1:1' }),
		parameters: send,
	});

	expect(error?.message).toBe('Not sent: the server refused the connection [item 0]');
	expect(error?.description).toMatch(/'Base URL'.*reached from n8n/);
});

it('says that nothing was sent when the name does not exist', async () => {
	const { error } = await runNode({
		credential: credentialFor({ baseUrl: 'http://no-such-host.invalid' }),
		parameters: send,
	});

	expect(error?.message).toMatch(/^Not sent: .*name/);
});

it('hides secrets in a page that repeats the request', async () => {
	const { password, api_key } = credentialFor({ baseUrl: '' });
	const { error, stored } = await against((_request, response) =>
		response
			.writeHead(200, XML)
			.end(
				envelope(
					`<e:Fault><faultcode>e:Server</faultcode><faultstring>Bad auth ${password} ${api_key}</faultstring></e:Fault>`,
				),
			),
	);

	expect(error?.message).toContain('Bad auth ••• •••');
	expect(stored).not.toContain(password);
});

it('leaves tickets, keywords and texts of an answer as they are, whatever the password is', async () => {
	const { password } = credentialFor({ baseUrl: '' });
	const { items, error } = await against(
		(request, response) =>
			reply(
				response,
				operationOf(request),
				`<result>true</result><error_code>0</error_code><message>Hello ${password}</message><transaction_ticket>T-${password}-1</transaction_ticket>`,
			),
		{ ...send, simplify: false },
	);

	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({
		message: `Hello ${password}`,
		transaction_ticket: `T-${password}-1`,
	});
});

it('hides secrets in the message of a service that accepts none of the numbers', async () => {
	const { password } = credentialFor({ baseUrl: '' });
	const { error, stored } = await against(
		(_request, response) =>
			response
				.writeHead(200, XML)
				.end(
					`<sendMessageSpecifyNumbers><message>0 for ${password}</message><result>true</result><response><item></item></response></sendMessageSpecifyNumbers>`,
				),
		{
			resource: 'message',
			operation: 'sendToNumbers',
			keyword: group,
			phone: '18015559001',
			message: 'Hello',
		},
	);

	expect(error?.message).toContain('0 for •••');
	expect(stored).not.toContain(password);
});

it('stops before the next item when the connection can be opened but https is expected', async () => {
	const plain = createServer((_request, response) => response.end());
	plain.listen(0, '127.0.0.1');
	await once(plain, 'listening');
	const { port } = plain.address() as AddressInfo;
	try {
		const { error } = await runNode({
			credential: credentialFor({ baseUrl: `https://127.0.0.1:${port}` }),
			parameters: send,
		});
		expect(error?.message).toMatch(/^Not sent: the server .*(encrypted|https)/);
	} finally {
		plain.close();
		connect(port).on('error', () => undefined);
	}
});

it('says with Continue what was sent of an item before one of its requests failed', async () => {
	const answers = [
		'<result>true</result><message>100 sent</message><response><item><item>18015550000</item></item><item>T-1</item></response>',
		'<result>false</result><error_code>9</error_code><message>Out of credit</message><response/>',
	];
	const { items } = await against(
		(_request, response) =>
			response
				.writeHead(200, XML)
				.end(`<sendMessageSpecifyNumbers>${answers.shift()}</sendMessageSpecifyNumbers>`),
		{
			resource: 'message',
			operation: 'sendToNumbers',
			keyword: group,
			message: 'Hi',
			phone: Array.from({ length: 250 }, (_number, index) => 18015550000 + index).join(','),
		},
		{},
		{ onError: 'continueRegularOutput' },
	);

	expect(requests).toBe(2);
	expect(items[0]?.json.error).toBe(
		'The service refused: Out of credit (error 9). Of the 3 requests of this item: 1 carried out before (100 numbers from 18015550000 to 18015550099, 99 not accepted: 18015550001, 18015550002, 18015550003, 18015550004, 18015550005, 18015550006, 18015550007, 18015550008, 18015550009, ticket T-1), 1 not attempted (50 numbers from 18015550200 to 18015550249) [item 0]',
	);
});

it('waits as long as a busy service asks before it reads again', async () => {
	const { items, error } = await against((_request, response) =>
		requests === 1
			? response.writeHead(503, { 'Retry-After': '1' }).end('<html>Busy</html>')
			: response
					.writeHead(200, XML)
					.end(
						envelope(
							'<readSubscriptionnodeResponse><return><result>true</result><response><name>Staff</name></response></return></readSubscriptionnodeResponse>',
						),
					),
	);

	expect(error).toBeUndefined();
	expect(requests).toBe(2);
	expect(items[0]?.json).toEqual({ name: 'Staff' });
});

describe('A service that asks to come back later', () => {
	/** Busy for the first so many sends; the statuses of its look-ups as given. */
	const busy = (status: number, times: number, seconds = 1): RequestListener => {
		return (request, response) => {
			if (notKnown(request, response)) return;
			if (sends <= times) {
				response.writeHead(status, { 'Retry-After': String(seconds) }).end('<html>Busy</html>');
			} else {
				reply(response, 'sendMessage', `${GOOD}<transaction_ticket>T-2</transaction_ticket>`);
			}
		};
	};

	it('with HTTP 429 is sent to again once it has twice not known the ticket', async () => {
		const order: string[] = [];
		const answer = busy(429, 1);
		const { error } = await against((request, response) => {
			order.push(operationOf(request));
			answer(request, response);
		}, send);

		expect(error).toBeUndefined();
		expect(order).toEqual([
			'sendMessage',
			'getCustomTransactionStatus',
			// How it answers for a ticket that nobody has used.
			'getCustomTransactionStatus',
			'getCustomTransactionStatus',
			'readSubscriptionnode',
			'getCustomTransactionStatus',
			// It may refuse everything by now.
			'getCustomTransactionStatus',
			'getCustomTransactionStatus',
			'readSubscriptionnode',
			'sendMessage',
		]);
	}, 20_000);

	it('with HTTP 503 is not, because a server behind may go on', async () => {
		const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { error } = await against(busy(503, 1), send, {}, retry);

		expect(sends).toBe(1);
		expect(error?.message).toMatch(LOST);
		expect(error?.description).toMatch(/^The service is too busy: HTTP 503/);
	}, 60_000);

	it('with HTTP 503 is, where the user accepts the risk', async () => {
		const { error } = await against(busy(503, 1), send, { onUnclearOutcome: 'resend' });

		expect(error).toBeUndefined();
		expect(sends).toBe(2);
	}, 20_000);

	it('is not where its answers tell nothing of the ticket', async () => {
		const { error } = await against((request, response) => {
			const operation = operationOf(request);
			if (operation === 'sendMessage') {
				response.writeHead(429, { 'Retry-After': '1' }).end('<html>Slow down</html>');
			} else reply(response, operation, UNKNOWN_TICKET.replace('Unknown ticket', 'Maintenance'));
		}, send);

		expect(sends).toBe(1);
		expect(error?.message).toMatch(LOST);
		expect(error?.description).toContain('the status check failed too');
	}, 20_000);

	it.each([
		[429, /^The service is too busy: .*3600 seconds/],
		[503, LOST],
	])(
		'for an hour with HTTP %i is not waited for',
		async (status, message) => {
			const { error } = await against(busy(status, 9, 3600), send, { onUnclearOutcome: 'resend' });

			expect(sends).toBe(1);
			expect(error?.message).toMatch(message);
		},
		20_000,
	);
});

it('never sends a message to everyone again by itself', async () => {
	const { error } = await against(
		(request, response) => {
			if (!notKnown(request, response)) request.socket.destroy();
		},
		{ ...send, operation: 'sendToGroup' },
		{ onUnclearOutcome: 'resend' },
	);

	expect(sends).toBe(1);
	expect(error?.description).toMatch(/a message to everyone is only sent again when a person asks/);
}, 20_000);

it('sends nothing where it cannot be found out whether the service knows the ticket', async () => {
	const { error } = await against(
		(_request, response) => response.writeHead(500).end('<html>Broken</html>'),
		send,
		{ custom_ticket: 'order-1', ifTicketKnown: 'skip' },
	);

	expect(sends).toBe(0);
	expect(error?.message).toBe(
		"Not sent: the service didn't say whether this message went out before [item 0]",
	);
	expect(error?.description).toMatch(/by the custom ticket order-1/);
});

it('sends to everyone in the end where the service takes one request after the other', async () => {
	let busyUntil = 0;
	const { items, error } = await against(
		(request, response) => {
			const operation = operationOf(request);
			if (Date.now() < busyUntil) {
				response.writeHead(429, { 'Retry-After': '1' }).end('<html>Slow down</html>');
				return;
			}
			busyUntil = Date.now() + 300;
			if (notKnown(request, response)) return;
			reply(response, operation, `${GOOD}<transaction_ticket>T</transaction_ticket>`);
		},
		send,
		{},
		{},
		{ items: [{}, {}, {}] },
	);

	expect(error).toBeUndefined();
	expect(items).toHaveLength(3);
}, 60_000);

it('says that nothing was sent where the service sends every try away', async () => {
	const { error } = await against((request, response) => {
		if (notKnown(request, response)) return;
		response.writeHead(429, { 'Retry-After': '0' }).end('<html>Slow down</html>');
	}, send);

	expect(sends).toBe(5);
	expect(error?.message).toMatch(/^The service is too busy/);
}, 60_000);

it('does not take an answer for good news that holds an error code', async () => {
	const { error } = await against((request, response) => {
		const operation = operationOf(request);
		const result =
			operation === 'sendMessage'
				? '<result>true</result><error_code>12</error_code>'
				: UNKNOWN_TICKET;
		reply(response, operation, result);
	}, send);

	expect(error?.message).toMatch(LOST);
	expect(error?.description).toMatch(/said that it succeeded, and gave the error code 12/);
}, 20_000);

it('tells of a list in one item who has the message, where the service took it in part', async () => {
	const { items, errorItems } = await against(
		having(GOOD + rowsOf('18015559002'), (request) => request.socket.destroy()),
		{ ...send, sendTo: '18015559001, 18015559002' },
		{},
		{ onError: 'continueErrorOutput' },
	);

	expect(sends).toBe(1);
	expect(items.map(({ json }) => json)).toEqual([
		expect.objectContaining({
			recipients: ['18015559002'],
			not_accepted: ['18015559001'],
			recovered: true,
		}),
	]);
	expect(errorItems.map(({ json }) => json.error)).toEqual([
		expect.stringMatching(/^The service lists 1 of 2 recipients .*they have it: 18015559002/),
	]);
}, 20_000);

it('tells each item of a batch that the service took in part whether it was sent', async () => {
	const { items, errorItems } = await against(
		having(GOOD + rowsOf('18015559002'), (request, response) =>
			reply(response, operationOf(request), '<result>false</result><error_code>9</error_code>'),
		),
		{ ...send, recipients: 'inputItems', sendTo: '={{ $json.phone }}' },
		{},
		{ onError: 'continueErrorOutput' },
		{ items: [{ phone: '18015559001' }, { phone: '18015559002' }, { phone: '18015559003' }] },
	);

	expect(sends).toBe(1);
	expect(items.map(({ json, pairedItem }) => [json.sendTo, json.recovered, pairedItem])).toEqual([
		['18015559002', true, { item: 1 }],
	]);
	expect(errorItems.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
		[expect.stringMatching(/^The service refused/), { item: 0 }],
		[expect.stringMatching(/^The service refused/), { item: 2 }],
	]);
}, 20_000);

it('tells each item which of its numbers a plain send took, where numbers come from items', async () => {
	const { items } = await against(
		(_request, response) => response.writeHead(200, XML).end(plainSendOf(['18015550001'])),
		{
			resource: 'message',
			operation: 'sendToNumbers',
			keyword: group,
			message: 'Hi',
			phone: '={{ $json.phones }}',
		},
		{},
		{ onError: 'continueRegularOutput' },
		{ items: [{ phones: '18015550001,18015550002' }, { phones: '18015550001' }] },
	);

	expect(items.map(({ json }) => [json.recipients, json.not_accepted])).toEqual([
		[['18015550001'], ['18015550002']],
		[['18015550001'], undefined],
	]);
});

it.each<[what: string, answer: string, message: RegExp]>([
	[
		'no number is accepted',
		plainSendOf([], '', true, '0 sent'),
		/^The service refused: it accepted none of the numbers/,
	],
	['no number is accepted, and that is said to be sent', plainSendOf([], ''), LOST],
	['no number is accepted, and that has a ticket', plainSendOf([]), LOST],
	['numbers are accepted that were not sent', plainSendOf(['18015559999']), LOST],
	['a number is accepted, and that is refused', plainSendOf(['18015550001'], 'T-1', false), LOST],
])('fails a plain send of which %s, and makes it once', async (_what, answer, message) => {
	const { error } = await against(
		(_request, response) => response.writeHead(200, XML).end(answer),
		{
			resource: 'message',
			operation: 'sendToNumbers',
			keyword: group,
			message: 'Hi',
			phone: '18015550001, 18015550002',
		},
		{},
		message === LOST ? { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } : {},
	);

	expect(error?.message).toMatch(message);
	expect(requests).toBe(1);
});

function plainSendOf(accepted: string[], ticket = 'T-1', result = true, said = 'sent'): string {
	const numbers = accepted.map((number) => `<item>${number}</item>`).join('');
	return `<sendMessageSpecifyNumbers><result>${result}</result><message>${said}</message><response><item>${numbers}</item>${ticket && `<item>${ticket}</item>`}</response></sendMessageSpecifyNumbers>`;
}

it.each<[how: string, accepted: string[], notAccepted: string[] | undefined]>([
	['all', ['18015550001', '18015550002'], undefined],
	['all, without their country code', ['8015550001', '801-555-0002'], undefined],
	['one of them', ['18015550001'], ['18015550002']],
])(
	'shows to which numbers of a plain send the service agreed: %s',
	async (_how, accepted, notAccepted) => {
		const { items } = await against(
			(_request, response) => response.writeHead(200, XML).end(plainSendOf(accepted)),
			{
				resource: 'message',
				operation: 'sendToNumbers',
				keyword: group,
				message: 'Hi',
				phone: '18015550001, 18015550002',
			},
		);

		const all = ['18015550001', '18015550002'];
		const recipients = all.filter((number) => !notAccepted?.includes(number));
		expect(items[0]?.json).toMatchObject({ recipients });
		expect(items[0]?.json.not_accepted).toEqual(notAccepted);
	},
);

it.each<[how: string, phones: string[], carriers: Array<string | undefined>]>([
	['as they were asked', ['18015550001', '447700900002'], ['C0', 'C1']],
	['in another order', ['447700900002', '18015550001'], ['C1', 'C0']],
	['without country code and in another order', ['07700 900002', '8015550001'], ['C1', 'C0']],
	['with one that cannot be told', ['18015550001', 'unknown'], ['C0', undefined, 'C1']],
	['in a form that tells nothing', ['first', 'second'], ['C0', 'C1']],
	['with a second row for one of them', ['18015550001', '18015550001'], ['C0', undefined, 'C1']],
])('gives the rows of a look-up to the right numbers: %s', async (_how, phones, carriers) => {
	const rows = phones
		.map((phone, index) => `<item><phone>${phone}</phone><carrier>C${index}</carrier></item>`)
		.join('');
	const { items } = await against(
		(_request, response) =>
			response
				.writeHead(200, XML)
				.end(
					envelope(
						`<getCellularCarrierResponse><return><result>true</result><response><list>${rows}</list></response></return></getCellularCarrierResponse>`,
					),
				),
		{
			resource: 'phoneNumber',
			operation: 'lookUpCarrier',
			phone_list: '18015550001, 447700900002, 18015550001',
		},
	);

	expect(items.map(({ json }) => json.carrier)).toEqual(carriers);
});

it('starts no further request once the execution is cancelled', async () => {
	const cancel = new AbortController();
	await against(
		() => cancel.abort(),
		{ ...read, resource: 'group' },
		{ requestsInParallel: 1 },
		undefined,
		{ items: Array.from({ length: 20 }, () => ({})), cancelledBy: cancel.signal },
	);

	expect(requests).toBeGreaterThan(0);
	expect(requests).toBeLessThanOrEqual(10);
});

it('does not take the refusal of a second try for the end of the first one', async () => {
	const { error } = await against(
		(request, response) => {
			const operation = operationOf(request);
			if (sends === 1 && operation === 'sendMessage') {
				request.socket.destroy();
				return;
			}
			if (notKnown(request, response)) return;
			reply(
				response,
				operation,
				'<result>false</result><error_code>1</error_code><message>No</message>',
			);
		},
		send,
		{ onUnclearOutcome: 'resend' },
	);

	expect(error?.message).toMatch(LOST);
	expect(sends).toBeGreaterThan(1);
}, 30_000);

it.each([301, 302, 303])(
	'calls a send unclear that is answered by a redirect with %d',
	async (status) => {
		const { error } = await against(
			(_request, response) => response.writeHead(status, { Location: '/done' }).end(),
			send,
		);

		expect(error?.message).toMatch(FOREIGN);
	},
);

it('finds a send by its ticket although the service lists nil entries and writes numbers its own way', async () => {
	const list =
		'<result>true</result><response><transactionlist xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><item xsi:nil="true"/><item><sendTo>+1 801 555 9001</sendTo><status_code>101</status_code></item></transactionlist></response>';
	const { items, error } = await against(
		having(list, (request) => request.socket.destroy()),
		send,
	);

	expect(error).toBeUndefined();
	expect(sends).toBe(1);
	expect(items[0]?.json).toMatchObject({ recovered: true, recipients: ['18015559001'] });
});

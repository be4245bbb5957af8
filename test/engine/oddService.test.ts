import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { parse, stringify } from 'flatted';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import pLimit from 'p-limit';

import { itemReports } from '../faults/itemReports';
import { loadPackage, runNode } from './engine';
import { credentialFor } from './sandboxed';

// A service that carries every send out, and then answers in a way that its document does not rule out.

const PEOPLE = ['18015559001', '18015559002', '18015559003'];

const envelope = (operation: string, members: string) =>
	`<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><e:Body><${operation}Response><return>${members}</return></${operation}Response></e:Body></e:Envelope>`;

const XML = { 'Content-Type': 'text/xml; charset=utf-8' };
const OK = '<result>true</result><error_code>0</error_code>';
const sent = (ticket: string) =>
	envelope(
		'sendMessage',
		`${OK}<custom_ticket>${ticket}</custom_ticket><transaction_ticket>1-a</transaction_ticket>`,
	);
const refused = envelope(
	'sendMessage',
	'<result>false</result><error_code>117</error_code><message>Out of order</message>',
);
const NOTICE =
	'<br />\n<b>Notice</b>:  Undefined index: thread in <b>/srv/a.php</b> on line <b>3</b><br />\n';

type Answer = (response: ServerResponse, ticket: string) => void;

const xml =
	(body: (ticket: string) => string, status = 200, headers = {}): Answer =>
	(response, ticket) =>
		void response.writeHead(status, { ...XML, ...headers }).end(body(ticket));

const busy = (status: number, retryAfter: string): Answer =>
	xml(() => '<html>Busy</html>', status, { 'Retry-After': retryAfter });

/** Begins a good answer in chunks, and breaks off. */
const cutOff: Answer = (response, ticket) => {
	response.writeHead(200, XML);
	response.write(sent(ticket).slice(0, 150), () => response.destroy());
};

const SENDS: Record<string, Answer> = {
	'a reset connection': (response) => void response.socket?.resetAndDestroy(),
	'a body that is cut off': cutOff,
	'the ticket of somebody else': xml(() => sent('somebody-elses')),
	'a refusal': xml(() => refused),
	'a refusal behind a notice of PHP': xml(() => NOTICE + refused),
	nil: xml(() => envelope('sendMessage', '<result xsi:nil="true"/>')),
	'nothing inside': xml(() => envelope('sendMessage', '')),
	'a result that is no boolean': xml(() => envelope('sendMessage', '<result>maybe</result>')),
	'success and an error code': xml(() =>
		envelope('sendMessage', '<result>true</result><error_code>17.0</error_code>'),
	),
	'two documents': xml((ticket) => sent(ticket) + refused),
	'no content': (response) => void response.writeHead(204).end(),
	'fewer bytes than it says': (response, ticket) => {
		response.writeHead(200, { ...XML, 'Content-Length': String(sent(ticket).length + 50) });
		response.write(sent(ticket), () => response.destroy());
	},
	'text that is not compressed as it says': xml((ticket) => sent(ticket), 200, {
		'Content-Encoding': 'gzip',
	}),
	'503 and no number of seconds': busy(503, 'soon'),
	'503 and a time that is over': busy(503, 'Thu, 01 Jan 2015 00:00:00 GMT'),
	'429 and a negative wait': busy(429, '-5'),
	'429 and a fraction': busy(429, '0.5'),
	'429 and no wait': busy(429, '0'),
	'a page of a firewall': (response) =>
		void response.writeHead(403, { 'Content-Type': 'text/html' }).end('<html>No</html>'),
};

type LookUp = (rows: string[], nth: number) => string | Answer | undefined;

const list = (rows: string[]) =>
	envelope(
		'getCustomTransactionStatus',
		`${OK}<response><transactionlist>${rows
			.map((sendTo) => `<item><sendTo>${sendTo}</sendTo><status_code>101</status_code></item>`)
			.join('')}</transactionlist></response>`,
	);

const notKnown = (ticket: string) =>
	envelope(
		'getCustomTransactionStatus',
		`<result/><error_code>141</error_code><message>No ticket ${ticket}</message>`,
	);

/** How a ticket that the service has is answered: what is left to it is the truth. */
const LOOK_UPS: Record<string, LookUp> = {
	'tell the truth': () => undefined,
	'tell it late': (_rows, nth) => (nth === 1 ? 'not known' : undefined),
	'tell a part of it first': (rows, nth) => (nth === 1 ? list(rows.slice(0, 1)) : undefined),
	'write numbers with signs, beside those of others': (rows) =>
		list(['18015550000', ...rows.map((row) => `+1 (801) ${row.slice(4, 7)}-${row.slice(7)}`)]),
	'have a notice of PHP before them': (rows) => `\r\n${NOTICE}${list(rows)}`,
	'are for others': () => list(['18015550000']),
	'are empty': () => list([]),
	'are nil': () => envelope('getCustomTransactionStatus', `${OK}<response xsi:nil="true"/>`),
	'are to be made again at an odd time': (_rows, nth) => (nth === 1 ? busy(503, '0.2') : undefined),
	'are to be made again at no time': () => busy(503, 'later'),
	'break off': () => cutOff,
};

/** Their look-ups show in time what the service has. */
const TELLING = ['tell the truth', 'tell it late', 'tell a part of it first'];

/** How far a send of a list is carried out before it is answered so. */
const SHARES = { all: PEOPLE.length, some: 1 };

interface Trial {
	send: string;
	lookUp: string;
	share: keyof typeof SHARES;
	course: 'retryOnFail' | 'retry' | 'again';
}

const counts = (messages: readonly string[], person: string) =>
	messages.filter((each) => each === person).length;

const text = (body: string, name: string) =>
	new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(body)?.[1] ?? '';

/** A service that errs at its first send as the trial says, and counts. */
function serviceOf({ send, lookUp, share }: Trial) {
	const tickets = new Map<string, string[]>();
	const messages: string[] = [];
	let sends = 0;
	let lookUps = 0;
	const serve = (operation: string, body: string, response: ServerResponse) => {
		const ticket = text(body, 'custom_ticket');
		if (operation === 'sendMessage') {
			sends += 1;
			const people = [...body.matchAll(/<sendTo(?: [^>]*)?>([^<]*)</g)].map(([, to = '']) => to);
			const reached = people.slice(0, sends === 1 ? SHARES[share] : undefined);
			messages.push(...reached);
			tickets.set(ticket, [...(tickets.get(ticket) ?? []), ...reached]);
			const answer = sends === 1 ? SENDS[send] : undefined;
			return (answer ?? xml(sent))(response, ticket);
		}
		if (operation !== 'getCustomTransactionStatus') {
			return xml(() => envelope(operation, OK))(response, ticket);
		}
		const rows = tickets.get(ticket);
		if (rows) lookUps += 1;
		const told = rows && (LOOK_UPS[lookUp]!(rows, lookUps) ?? list(rows));
		if (typeof told === 'function') return told(response, ticket);
		xml(() => (told === undefined || told === 'not known' ? notKnown(ticket) : told))(
			response,
			ticket,
		);
	};
	const server = createServer((request: IncomingMessage, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const operation = String(request.headers.soapaction).replace(/.*#|"/g, '');
			serve(operation, Buffer.concat(chunks).toString(), response);
		});
	});
	return { server, messages };
}

const parametersOf = ({ course }: Trial): INodeParameters => ({
	resource: 'message',
	operation: 'send',
	keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
	recipients: 'inputItems',
	sendTo: '={{ $json.phone }}',
	type: 1,
	message: 'Hello',
	options: {
		timeLimit: 20,
		...(course === 'again' && { custom_ticket: 'order-1', ifTicketKnown: 'skip' }),
	},
});

/**
 * What must not be, of what was said and what the service counted.
 *
 * @param before what had gone out when the execution began
 */
function offences(
	{ lookUp }: Trial,
	reports: ReturnType<typeof itemReports>,
	messages: string[],
	before: string[],
): string[] {
	return PEOPLE.flatMap((person, item) => {
		const count = counts(messages, person);
		const report = reports.get(item);
		const said = `${person}, ${report?.kind ?? 'nothing'} said, got it ${count} times`;
		if (!report) return [`not reported: ${said}`];
		const isSaidSent = report.kind === 'ok' || report.kind === 'recovered';
		const isSaidNot = report.kind === 'failed' || report.kind === 'notAttempted';
		const isLeftOpen = report.kind === 'unknown' && TELLING.includes(lookUp) && count > 0;
		return [
			...(count > 1 ? [`twice: ${said}`] : []),
			...(isSaidSent && count === 0 ? [`said sent: ${said}`] : []),
			...(isSaidNot && count > counts(before, person) ? [`said not sent: ${said}`] : []),
			...(isLeftOpen ? [`left open: ${said}`] : []),
		];
	});
}

async function carriedOut(trial: Trial): Promise<string[]> {
	const { server, messages } = serviceOf(trial);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const found: string[] = [];
	const run = async (memory: IDataObject, before: string[] = []) => {
		const result = await runNode({
			credential: credentialFor({ baseUrl: `http://127.0.0.1:${port}` }),
			parameters: parametersOf(trial),
			items: PEOPLE.map((phone) => ({ phone })),
			settings: {
				retryOnFail: trial.course === 'retryOnFail',
				maxTries: 3,
				waitBetweenTries: 1,
			},
			memory,
		});
		found.push(...offences(trial, itemReports(result), messages, before));
	};
	const memory = {};
	await run(memory);
	if (trial.course === 'retry') await run(parse(stringify(memory)) as IDataObject);
	if (trial.course === 'again') await run({}, [...messages]);
	server.close();
	server.closeAllConnections();
	return [...new Set(found)].map((offence) => `${JSON.stringify(trial)}: ${offence}`);
}

const COURSES = ['retryOnFail', 'retry', 'again'] as const;

const SHARE_NAMES = ['all', 'some'] as const;

const TRIALS = Object.keys(SENDS).flatMap((send, nth) =>
	Object.keys(LOOK_UPS).map(
		(lookUp, other): Trial => ({
			send,
			lookUp,
			share: SHARE_NAMES[(nth + other) % 2]!,
			course: COURSES[(nth + other) % 3]!,
		}),
	),
);

beforeAll(async () => void (await loadPackage()));

it('never sends twice and never says anything untrue, whatever the service answers', async () => {
	const limit = pLimit(40);
	const found = await Promise.all(
		TRIALS.map(async (trial) => await limit(async () => await carriedOut(trial))),
	);
	expect(found.flat()).toEqual([]);
}, 600_000);

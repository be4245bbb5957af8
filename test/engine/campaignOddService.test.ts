import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { parse, stringify } from 'flatted';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

// Campaigns at a service that keeps, lists or says other things than it was given.

const sandbox = useSandbox();
const people = Array.from({ length: 30 }, (_person, index) => `1801555${2000 + index}`);

/** What is between the node and the sandbox. Whatever gives undefined breaks the connection. */
interface Odd {
	request?: (body: string) => string | undefined;
	answer?: (body: string, request: string) => string;
}

async function at<T>(
	{ request = (body) => body, answer = (body) => body }: Odd,
	run: (baseUrl: string) => Promise<T>,
): Promise<T> {
	const server = createServer((incoming, response) => {
		void (async () => {
			const sent = await text(incoming);
			const body = request(sent);
			if (body === undefined) return void response.socket?.resetAndDestroy();
			const { origin } = new URL(sandbox.running.baseUrl);
			const headers = { 'content-type': incoming.headers['content-type'] ?? '', soapaction: '""' };
			const answered = await fetch(origin + incoming.url, { method: 'POST', headers, body });
			const type = answered.headers.get('content-type') ?? '';
			response.writeHead(answered.status, { 'content-type': type });
			response.end(answer(await answered.text(), sent));
		})();
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { pathname } = new URL(sandbox.running.baseUrl);
	try {
		return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

const campaign = async (
	baseUrl: string,
	phones: readonly string[],
	options: INodeParameters = {},
	more: Partial<RunOptions> & { fields?: INodeParameters } = {},
) =>
	await runNode({
		credential: { ...credentialFor(sandbox.running), baseUrl },
		items: phones.map((phone) => ({ phone })),
		...more,
		parameters: {
			resource: 'message',
			operation: 'send',
			keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
			recipients: 'inputItems',
			sendTo: '={{ $json.phone }}',
			type: 1,
			message: 'Hello',
			options: { campaignKey: 'spring', batchSize: 1, requestsInParallel: 4, ...options },
			...more.fields,
		},
	});

const reached = () => sandbox.running.sandbox.messages.all.map(({ sendTo }) => sendTo).toSorted();
const isSend = (body: string) => body.includes('sendMessage');
const stored = (memory: IDataObject) => parse(stringify(memory)) as IDataObject;

test.each(['1801555****', '', '0001', 'sms:18015552000'])(
	'sends nothing where the service lists recipients as "%s"',
	async (written) => {
		const hides = (body: string) => body.replaceAll(/(<sendTo[^>]*>)[^<]*/g, `$1${written}`);
		await at({ answer: hides }, async (baseUrl) => {
			await campaign(baseUrl, people.slice(0, 3));
			const { error } = await campaign(baseUrl, people.slice(0, 3));
			expect(error?.message).toMatch(/^Nothing was sent for this campaign/);
		});
		expect(reached()).toEqual(people.slice(0, 3));
	},
	60_000,
);

test.each(['stop', 'resend'])(
	'a Retry leaves out who got the message by another execution (%s)',
	async (onUnclearOutcome) => {
		const both = people.slice(0, 2);
		const memory: IDataObject = {};
		const options = { onUnclearOutcome };
		let isSent = false;
		// Neither message arrives, and then nothing can be asked.
		const breaks = (body: string) => {
			isSent ||= isSend(body);
			return isSent ? undefined : body;
		};
		await at({ request: breaks }, async (baseUrl) => {
			const { items } = await campaign(
				baseUrl,
				both,
				{ ...options, requestsInParallel: 2 },
				{
					memory,
					settings: { onError: 'continueRegularOutput' },
				},
			);
			expect(items[1]?.json.error).toContain("We can't tell whether this message was sent");
		});
		await at({}, async (baseUrl) => {
			await campaign(baseUrl, both, { batchSize: 2 });
			const retried = await campaign(baseUrl, both, options, {
				memory: stored(memory),
				mode: 'retry',
			});
			expect(retried.error).toBeUndefined();
			expect(retried.items[1]?.json).toMatchObject({ sent: true, sent_before: true });
		});
		expect(reached()).toEqual(both);
	},
	90_000,
);

/** The service keeps and finds tickets under other names, and answers with those that it was asked for. */
function renamed(nameOf: (ticket: string, isSent: boolean) => string): Odd {
	const namesIn = (body: string) => {
		const ticket = /spring-[\d-]*\d/.exec(body)?.[0] ?? '';
		return { ticket, name: nameOf(ticket, isSend(body)) };
	};
	return {
		request: (body) => {
			const { ticket, name } = namesIn(body);
			return body.replace(ticket, name);
		},
		answer: (body, request) => {
			const { ticket, name } = namesIn(request);
			return name === ticket ? body : body.replaceAll(name, ticket);
		},
	};
}

const unlisted = (...numbers: number[]) =>
	renamed((ticket, isSent) =>
		!isSent && numbers.some((number) => ticket === `spring-${number}`) ? 'unknown-one' : ticket,
	);

test('sends nothing where the service does not list two tickets of a long campaign', async () => {
	await at(unlisted(1, 21), async (baseUrl) => {
		await campaign(baseUrl, people);
		const { error } = await campaign(baseUrl, people);
		expect(error?.message).toMatch(/^Nothing was sent for this campaign/);
	});
	expect(reached()).toEqual(people);
}, 60_000);

test('ends where the service keeps only a part of its tickets', async () => {
	await at(
		renamed((ticket) => ticket.slice(0, 8)),
		async (baseUrl) => {
			await campaign(baseUrl, people.slice(0, 1));
			const { error } = await campaign(baseUrl, people.slice(0, 2));
			expect(error?.message).toMatch(/^Nothing was sent for this campaign/);
			const { error: ofReport } = await report(baseUrl);
			expect(ofReport?.description).toContain('under tickets that nobody has used');
		},
	);
	expect(reached()).toEqual(people.slice(0, 1));
}, 60_000);

test('a person in two groups gets one message of a campaign, run as often as you like', async () => {
	const both = ['NSTAFF', 'NCLIENT', 'NSTAFF'].map((group, nth) => ({
		phone: people[nth % 2]!,
		group,
	}));
	const more = (items: IDataObject[]) => ({
		items,
		fields: { keyword: { __rl: true, mode: 'keyword', value: '={{ $json.group }}' } },
	});
	await at({}, async (baseUrl) => {
		const twice = [...both, { phone: people[0]!, group: 'NCLIENT' }];
		const { items } = await campaign(baseUrl, [], {}, more(twice));
		expect(items[3]?.json.skipped).toBe('the same recipient is in item 0');
		const { items: again } = await campaign(baseUrl, [], {}, more(twice.toReversed()));
		expect(again[0]?.json).toMatchObject({ sent: true, sent_before: true });
	});
	expect(reached()).toEqual(people.slice(0, 2));
}, 60_000);

const report = async (baseUrl: string) =>
	await runNode({
		credential: { ...credentialFor(sandbox.running), baseUrl },
		parameters: {
			resource: 'message',
			operation: 'getReport',
			keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
			reportBy: 'campaignKey',
			campaignKey: 'spring',
			options: {},
		},
	});

test('a report goes on behind a ticket that is not listed, and names it', async () => {
	await at(unlisted(1), async (baseUrl) => {
		await campaign(baseUrl, people);
		const { items } = await report(baseUrl);
		expect(items[0]?.json).toMatchObject({
			message_count: 29,
			unknown_count: 1,
			unknown_tickets: [
				{ custom_ticket: 'spring-1', unknown_reason: "the service doesn't know the ticket" },
			],
		});
	});
}, 60_000);

test('a report ends where the service goes down in the middle of it', async () => {
	await at({}, async (baseUrl) => void (await campaign(baseUrl, people.slice(0, 25))));
	let asked = 0;
	const goesDown = (body: string) => (++asked > 15 ? undefined : body);
	await at({ request: goesDown }, async (baseUrl) => {
		const { items } = await report(baseUrl);
		expect(items[0]?.json.ticket_count).toBeGreaterThan(20);
		expect((items[0]?.json.unknown_tickets as unknown[]).length).toBeGreaterThan(15);
	});
}, 60_000);

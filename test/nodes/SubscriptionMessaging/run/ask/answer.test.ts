import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { statusAddressKey } from '../../../../../credentials/statusAddressKey';
import type { FormElement } from '../../../../../nodes/SubscriptionMessaging/actions/fields/formElements';
import {
	takeAnswer,
	answerWebhook,
} from '../../../../../nodes/SubscriptionMessaging/run/ask/answer';
import {
	answerAddress,
	formToken,
} from '../../../../../nodes/SubscriptionMessaging/statusAddress/answerAddress';
import OF_VERSION_1 from './waiting.version1.json';

const RESUME_URL = 'https://n8n.example/webhook-waiting/7';
const SECRETS = { username: 'acme', password: 'secret-word', api_key: 'key-of-acme' };
const ANN = '18015551001';
const BOB = '18015551002';
const NOW = Date.UTC(2026, 5, 1, 12);
const { question, decision: DECISION } = OF_VERSION_1;

beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

const askedRow = (sendTo: string, more: IDataObject = {}): IDataObject => ({
	...OF_VERSION_1.asked,
	sendTo,
	custom_ticket: `ticket-${sendTo}`,
	...more,
});

interface Visit {
	method?: string;
	/** Whose link is called; nobody's if it is left empty. */
	link?: string;
	/** Custom ticket of the send that the link was part of. */
	ticket?: string;
	url?: string;
	/** What the form posts beside its token. */
	values?: IDataObject;
	files?: IDataObject;
	token?: string;
	/** The question that is kept. */
	kept?: object | 'nothing';
	asked?: IDataObject[];
	waiting?: INodeExecutionData[];
	language?: string;
	name?: string;
	/** Whether n8n hands on no original address. */
	isBare?: boolean;
	/** What n8n throws when it is asked for the waiting items. */
	broken?: unknown;
	credential?: object;
}

/** What becomes of a call of a link. */
async function visit({
	method = 'POST',
	link = ANN,
	ticket = `ticket-${link}`,
	url,
	values = { decision: 'approve' },
	files,
	token,
	kept = { question, title: 'Front office' },
	asked = [askedRow(ANN), askedRow(BOB)],
	waiting = [{ json: { ...DECISION, asked }, pairedItem: [{ item: 0 }] }],
	language,
	name = 'Ask',
	isBare = false,
	broken,
	credential = {},
}: Visit) {
	const key = await statusAddressKey(SECRETS);
	const person = { customTicket: ticket, person: link };
	const address = url ?? answerAddress(key, RESUME_URL, person);
	const headers: Record<string, string> = {};
	const answered = { status: 0, html: '' };
	const response = {
		setHeader: (header: string, value: string) => {
			headers[header] = value;
			return response;
		},
		status: (status: number) => {
			answered.status = status;
			return response;
		},
		end: (html: string) => {
			answered.html = html;
		},
	};
	const posted = { token: token ?? formToken(key, address, person), ...values };
	const log: unknown[][] = [];
	const evaluated: string[] = [];
	const context = {
		getRequestObject: () => ({
			...(isBare ? { url: address } : { originalUrl: address, url: '/elsewhere' }),
			method,
			body: files ? { data: posted, files } : posted,
			contentType: files ? 'multipart/form-data' : 'application/x-www-form-urlencoded',
		}),
		getResponseObject: () => response,
		getHeaderData: () => ({ 'accept-language': language }),
		getCredentials: () =>
			Promise.resolve({
				baseUrl: 'https://messaging.example.com',
				...SECRETS,
				code: '12345',
				...credential,
			}),
		getNode: () => ({ name, credentials: {} }),
		getMode: () => 'webhook',
		evaluateExpression: (expression: string) => {
			evaluated.push(expression);
			if (broken) throw broken;
			if (expression.includes('$input')) return waiting;
			return kept === 'nothing' ? undefined : JSON.stringify(kept);
		},
		nodeHelpers: {
			copyBinaryFile: (path: string, file: string) =>
				Promise.resolve({ data: path, fileName: file }),
		},
		logger: { error: (...entry: unknown[]) => log.push(entry) },
	} as unknown as IWebhookFunctions;
	const result = await takeAnswer(context);
	const items = result.workflowData?.[0];
	return {
		...answered,
		headers,
		result,
		items,
		json: items?.[0]?.json,
		html: String(result.webhookResponse ?? answered.html),
		log,
		evaluated,
	};
}

test('a waiting execution is called by links at an address of its own', () => {
	expect(answerWebhook).toEqual({
		name: 'default',
		httpMethod: 'POST,GET',
		responseMode: 'onReceived',
		responseData: '',
		path: 'ask',
		isFullPath: true,
		restartWebhook: true,
	});
});

describe('whoever opens a link', () => {
	test.each(['GET', 'HEAD'])('sees the question by %s, and decides nothing', async (method) => {
		const { status, html, result } = await visit({ method });
		expect(result).toEqual({ noWebhookResponse: true });
		expect(status).toBe(200);
		expect(html).toContain('Send the newsletter?');
		expect(html).toContain('<h1 dir="auto">Front office</h1>');
		expect(html).toContain(`You answer as ${ANN}.`);
		const key = await statusAddressKey(SECRETS);
		const person = { customTicket: `ticket-${ANN}`, person: ANN };
		const token = formToken(key, answerAddress(key, RESUME_URL, person), person);
		expect(html).toContain(`name="token" value="${token}"`);
	});

	test('gets a page that keeps to itself', async () => {
		const { headers, html } = await visit({ method: 'GET' });
		const [, nonce = ''] = /<style nonce="([\w-]+)">/.exec(html) ?? [];
		expect(nonce).toHaveLength(22);
		expect(headers).toEqual({
			'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
			'Content-Type': 'text/html; charset=utf-8',
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
			'X-Robots-Tag': 'noindex, nofollow',
		});
		const other = await visit({ method: 'GET' });
		expect(other.html).not.toContain(nonce);
	});

	test('reads it in their language', async () => {
		const { html } = await visit({ method: 'GET', language: 'de' });
		expect(html).toContain('<html lang="de">');
	});

	test('is known by the address that n8n hands on', async () => {
		expect((await visit({ method: 'GET', isBare: true })).status).toBe(200);
	});

	test('is who the send was for, where the credential redirects it', async () => {
		const asked = [askedRow('18015559999', { redirected_from: ANN, custom_ticket: 'one' })];
		const { html, status } = await visit({ method: 'GET', asked, ticket: 'one' });
		expect(status).toBe(200);
		expect(html).toContain(`You answer as ${ANN}.`);
		const { json } = await visit({ asked, ticket: 'one' });
		expect(json).toMatchObject({ answered_by: ANN, asked: [{ answered: true }] });
	});
});

describe('a link that is not valid', () => {
	test.each<[string, Visit]>([
		['was given to nobody', { link: '18015551003' }],
		['was part of another send', { ticket: 'another' }],
		['is not signed', { url: `${RESUME_URL}/ask` }],
		['belongs to an execution that asks nobody', { asked: [] }],
		['belongs to an execution with another output', { waiting: [{ json: {} }] }],
		['belongs to an execution without items', { waiting: [] }],
	])('because it %s shows and decides nothing', async (_what, call) => {
		for (const method of ['GET', 'POST']) {
			const { status, html, items, result } = await visit({ method, ...call });
			expect([status, items]).toEqual([401, undefined]);
			expect(result).toEqual({ noWebhookResponse: true });
			expect(html).toContain('<h1 dir="auto">This link is not valid.</h1>');
			expect(html).toContain('You can close this page.');
			expect(html).not.toContain('newsletter');
		}
	});

	test('because the execution asks no question any more decides nothing', async () => {
		const { status, items } = await visit({ kept: 'nothing' });
		expect([status, items]).toEqual([401, undefined]);
	});
});

describe('the time for an answer', () => {
	const until = (time: number) => ({
		question,
		title: 'Front office',
		limit: new Date(time).toISOString(),
	});

	test.each(['GET', 'POST'])('ends at its limit, which a %s is told', async (method) => {
		const { status, html, items } = await visit({ method, kept: until(NOW) });
		expect([status, items]).toEqual([410, undefined]);
		expect(html).toContain('<h1 dir="auto">Front office</h1>');
		expect(html).toContain('The time for an answer is over.');
	});

	test('lasts until then', async () => {
		expect((await visit({ kept: until(NOW + 1) })).json).toMatchObject({ approved: true });
	});
});

describe('an answer', () => {
	test('goes on with the decision, who made it and when', async () => {
		const { result, json, html, items, status, headers } = await visit({ link: BOB });
		expect(json).toEqual({
			sent: true,
			approved: true,
			answered_by: BOB,
			answered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
			timed_out: false,
			asked: [askedRow(ANN), askedRow(BOB, { answered: true })],
			item_index: 0,
		});
		expect(items).toHaveLength(1);
		expect(items?.[0]).toMatchObject({ pairedItem: [{ item: 0 }] });
		expect(items?.[0]).not.toHaveProperty('binary');
		expect(result).not.toHaveProperty('noWebhookResponse');
		// n8n gives the page out itself, once it has taken the execution up.
		expect(status).toBe(0);
		expect(html).toContain('Recorded: Yes');
		expect(html).toContain('<h1 dir="auto">Front office</h1>');
		expect(html).toContain('You can close this page.');
		expect(headers).toMatchObject({ 'Cache-Control': 'no-store' });
	});

	test('may be no', async () => {
		const { json, html } = await visit({ values: { decision: 'decline' } });
		expect(json).toMatchObject({ approved: false, answered_by: ANN, timed_out: false });
		expect(html).toContain('Recorded: Not yet');
	});

	test('is shown as it is, whatever it holds', async () => {
		const said = "$& $' {}";
		const kept = { question: { ...question, type: 'freeText' }, title: '' };
		const { json, html } = await visit({ kept, values: { f0: said } });
		expect(json).toMatchObject({ answer: said });
		expect(html).toContain('Recorded: $&amp; $');
		expect(html).toContain('<h1 dir="auto">Your answer was recorded.</h1>');
	});

	test('leaves the other items of the output behind it', async () => {
		const other = { json: { preview: true }, pairedItem: { item: 1 } };
		const json = { ...DECISION, asked: [askedRow(ANN)] };
		const { items } = await visit({ waiting: [{ json, pairedItem: { item: 0 } }, other] });
		expect(items).toHaveLength(2);
		expect(items?.[1]).toEqual(other);
	});

	test('is of the item of whoever answered, behind the items before that', async () => {
		const failed = (item_index: number) => ({ json: { item_index }, pairedItem: { item: 0 } });
		const asked = [askedRow(ANN, { item_index: 1 }), askedRow(BOB, { item_index: 3 })];
		const json = { ...DECISION, asked, item_index: 1 };
		const waiting = [failed(0), { json, pairedItem: { item: 1 } }, failed(2), failed(4)];
		const { items, json: first } = await visit({ waiting, link: BOB });
		expect(items?.map((item) => item.json.item_index)).toEqual([0, 2, 3, 4]);
		expect(items?.[2]?.json).toMatchObject({ approved: true, answered_by: BOB });
		expect(first).not.toHaveProperty('asked');
		expect((await visit({ waiting })).items?.[1]?.json).toMatchObject({ answered_by: ANN });
	});

	const file: FormElement = {
		type: 'file',
		name: 'scan',
		label: 'Scan',
		required: false,
		options: [],
	};
	const form = { question: { ...question, type: 'customForm', elements: [file] }, title: 'T' };

	test('takes its files along', async () => {
		const files = { f0: { filepath: '/tmp/x', originalFilename: 'x.png', size: 3 } };
		const { items, html } = await visit({ kept: form, values: {}, files });
		expect(items?.[0]?.binary).toEqual({ scan: { data: '/tmp/x', fileName: 'x.png' } });
		expect(html).toContain('Your answer was recorded.');
	});

	test('without files has none', async () => {
		const { items } = await visit({ kept: form, values: {}, files: {} });
		expect(items).toHaveLength(1);
		expect(items?.[0]).not.toHaveProperty('binary');
	});
});

describe('nothing is decided', () => {
	test.each(['', 'x'.repeat(16)])('by a post with the token "%s"', async (token) => {
		const { status, html, items } = await visit({ token });
		expect([status, items]).toEqual([403, undefined]);
		expect(html).toContain('Send the newsletter?');
	});

	test('by a form that is not filled in, which says so and keeps what was entered', async () => {
		const text = (label: string, required: boolean): FormElement => ({
			type: 'text',
			name: label,
			label,
			required,
			options: [],
		});
		const elements = [text('Name', true), text('Town', false)];
		const { status, html, items } = await visit({
			kept: { question: { ...question, type: 'customForm', elements }, title: 'T' },
			values: { f0: '', f1: 'Provo' },
		});
		expect([status, items]).toEqual([422, undefined]);
		expect(html).toContain('Please check these fields: Name');
		expect(html).toContain('value="Provo"');
		expect(html).toContain(`You answer as ${ANN}.`);
	});
});

describe('the question that is kept', () => {
	test('is found whatever the node is named', async () => {
		const name = `Ask "me"}} \\ ü`;
		const { evaluated } = await visit({ name });
		const [, coded = ''] = /\$node\["([^"]*)"\]/.exec(evaluated.at(-1)!) ?? [];
		expect(coded).toMatch(/^(?:\\u[0-9a-f]{4})+$/);
		expect(JSON.parse(`"${coded}"`)).toBe(name);
		expect(evaluated.at(-1)).toBe(`{{ $node["${coded}"].context["question"] }}`);
		expect(evaluated[0]).toBe('{{ $input.all() }}');
	});
});

describe('what goes wrong', () => {
	test('is told to whoever answers, who can try again, and logged without a secret', async () => {
		const { status, html, items, log, result } = await visit({
			broken: new Error('Lost secret-word'),
		});
		expect([status, items]).toEqual([500, undefined]);
		expect(result).toEqual({ noWebhookResponse: true });
		expect(html).toContain('Your answer could not be recorded. Please try again.');
		expect(html).not.toContain('You can close this page.');
		expect(log).toEqual([
			[
				'An answer to a waiting execution could not be taken',
				{ node: 'Ask', reason: expect.stringMatching(/^Lost (?!secret)/) },
			],
		]);
	});

	test('has a reason of its own where the credential cannot be used', async () => {
		const { status, log } = await visit({ credential: { code: '' } });
		expect(status).toBe(500);
		expect(log[0]?.[1]).toMatchObject({ reason: expect.stringContaining("'Code'") });
	});

	test('is logged as unknown where it is no error', async () => {
		const { log } = await visit({ broken: 'text' });
		expect(log[0]?.[1]).toMatchObject({ reason: 'unknown' });
	});
});

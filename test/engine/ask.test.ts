import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Visit } from './engine';
import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();

/** As long as n8n's is. */
const SECRET = 'a1'.repeat(32);

const ask = async (parameters: INodeParameters = {}, more: Partial<RunOptions> = {}) => {
	const result = await runNode({
		credential: credentialFor(sandbox.running),
		secret: SECRET,
		parameters: {
			resource: 'message',
			operation: 'sendAndWait',
			keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
			recipients: 'commaSeparated',
			sendTo: '18015559001, 18015559002',
			message: 'Send the newsletter to <b>1,200</b> people?',
			...parameters,
		},
		...more,
	});
	const { waitTill } = JSON.parse(result.stored || '{}') as { waitTill?: string };
	const links = messages().map(({ text }) => /https?:\/\/\S+$/.exec(text)?.[0] ?? '');
	const post = async (link: string, values: IDataObject = {}, request: Partial<Visit> = {}) => {
		const { html } = await result.visit({ url: link });
		const token = /name="token" value="([^"]+)"/.exec(html)?.[1];
		return await result.visit({
			method: 'POST',
			url: link,
			body: { token, ...values },
			contentType: 'application/x-www-form-urlencoded',
			...request,
		});
	};
	return { ...result, rows: result.items.map(({ json }) => json), waitTill, links, post };
};

const messages = () => sandbox.running.sandbox.messages.all;

it('texts each recipient a line with a link of their own, and waits without limit', async () => {
	const { links, rows, error, waitTill } = await ask();

	expect(error).toBeUndefined();
	expect(messages().map(({ sendTo }) => sendTo)).toEqual(['18015559001', '18015559002']);
	expect(new Set(links).size).toBe(2);
	for (const [index, { text: message }] of messages().entries()) {
		expect(message).toBe(`Approve? ${links[index]}`);
		expect(message.length).toBeLessThanOrEqual(160);
	}
	expect(waitTill).toBe('3000-01-01T00:00:00.000Z');
	expect(rows).toMatchObject([
		{
			approved: false,
			timed_out: false,
			asked: [
				{ sendTo: '18015559001', answered: false },
				{ sendTo: '18015559002', answered: false },
			],
		},
	]);
});

it('shows the question to whoever opens a link, as text, and decides nothing', async () => {
	const { links, visit } = await ask();
	const { httpStatus, html, headers, items } = await visit({ url: links[0]! });

	expect(httpStatus).toBe(200);
	expect(items).toBeUndefined();
	expect(html).toContain('Send the newsletter to &lt;b&gt;1,200&lt;/b&gt; people?');
	expect(html).toContain('You answer as 18015559001.');
	expect(html).not.toMatch(/<script|https?:/);
	expect(Buffer.byteLength(html)).toBeLessThan(10_000);
	const [, nonce] = /<style nonce="([^"]+)">/.exec(html) ?? [];
	expect(headers['content-security-policy']).toBe(
		`default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
	);
	expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
});

it('goes on with the answer of whoever presses the button, and says what was decided', async () => {
	const { links, post } = await ask({
		approvalOptions: { values: { approvalType: 'double', disapproveLabel: 'Not yet' } },
	});
	const approved = await post(links[1]!, { decision: 'approve' });
	const declined = await post(links[0]!, { decision: 'decline' });

	expect(approved.html).toContain('Recorded: Approve');
	expect(approved.items?.map(({ json }) => json)).toMatchObject([
		{
			approved: true,
			answered_by: '18015559002',
			answered_at: expect.stringMatching(/Z$/),
			timed_out: false,
			asked: [
				{ sendTo: '18015559001', answered: false },
				{ sendTo: '18015559002', answered: true },
			],
		},
	]);
	expect(declined.html).toContain('Recorded: Not yet');
	expect(declined.items?.[0]?.json).toMatchObject({ approved: false, answered_by: '18015559001' });
});

it.each([
	['without the token of the form', {}, { body: { decision: 'approve' } }, 403],
	['with the token of another link', { token: 'x'.repeat(16), decision: 'approve' }, {}, 403],
	['without a decision', {}, {}, 422],
	['with a button that is not there', { decision: 'decline' }, {}, 422],
])('decides nothing by a post %s', async (_what, values, request, httpStatus) => {
	const { links, post } = await ask();
	const answered = await post(links[0]!, values, request);

	expect(answered.items).toBeUndefined();
	expect(answered.httpStatus).toBe(httpStatus);
	expect(answered.html).toContain('<form');
});

it('takes no link that was not given to anybody, nor one of another execution', async () => {
	const { links, visit } = await ask();
	const [link = ''] = links;
	const other = (await ask()).links.at(-1)!;
	const forged = [
		link.replace(/to=.*/, ''),
		link.replace(/to=.*/, `to=${'A'.repeat(16)}`),
		`${link}&to=${'A'.repeat(16)}`,
		link.replace(/to=.*/, new URL(other).search.replace(/.*(to=)/, '$1')),
	];
	for (const url of forged) {
		const { httpStatus, html, items } = await visit({ url });
		expect([httpStatus, items]).toEqual([401, undefined]);
		expect(html).toContain('This link is not valid.');
		expect(html).not.toContain('newsletter');
	}
});

it('answers in the language of the browser', async () => {
	const { links, visit } = await ask();
	const { html } = await visit({
		url: links[0]!,
		headers: { 'accept-language': 'xx, en;q=0.2, de-AT;q=0.9' },
	});

	expect(html).toContain('<html lang="de">');
	expect(html).toContain('Sie antworten als 18015559001.');
});

describe('the link', () => {
	it('is not stored with the execution, and neither is what it is signed with', async () => {
		const { links, stored } = await ask();
		for (const link of links) {
			expect(stored).not.toContain(new URL(link).searchParams.get('to'));
		}
		expect(stored).not.toContain(credentialFor(sandbox.running).password);
	});

	it('becomes a short URL where it does not fit, for each recipient, before anything is sent', async () => {
		const line = 'May we send the whole thing to everyone in North now?';
		const { links, error, post } = await ask({ line });
		const { shortUrls, calls } = sandbox.running.sandbox;

		expect(error).toBeUndefined();
		expect(calls.map(({ operation }) => operation)).toEqual([
			'createShortURL',
			'createShortURL',
			'sendMessageSpecifyLocale',
		]);
		expect(messages().map(({ text }) => text)).toEqual(links.map((link) => `${line} ${link}`));
		const targets = links.map((link) => shortUrls.get(link) ?? '');
		expect(new Set(targets).size).toBe(2);
		const answered = await post(targets[1]!, { decision: 'approve' });
		expect(answered.items?.[0]?.json).toMatchObject({ answered_by: '18015559002' });
	});

	it('stops the run before anything is sent where no text holds it', async () => {
		const line = 'x'.repeat(150);
		const { error } = await ask({ line });

		expect(error?.message).toMatch(/^The link does not fit into the text, so nothing was sent$/);
		expect(error?.description).toMatch(
			/^The link has \d{3} characters, and 'Text Before the Link' leaves 9\. The short URL has \d+ characters, and 9 are left\. Shorten/,
		);
		expect(messages()).toEqual([]);
	});

	it('passes no input on as if it were the answer, where the run goes on', async () => {
		const { rows } = await ask(
			{ line: 'x'.repeat(150) },
			{ items: [{ approved: true }], settings: { onError: 'continueRegularOutput' } },
		);

		expect(rows).toEqual([{ error: 'The link does not fit into the text, so nothing was sent' }]);
		expect(messages()).toEqual([]);
	});
});

describe('who is asked', () => {
	it('is nobody in a preview, which shows how many characters remain', async () => {
		const { rows, waitTill } = await ask({ preview: true });
		expect(rows).toMatchObject([
			{ preview: true, sendTo: '18015559001', limit: 160 },
			{ preview: true, sendTo: '18015559002', limit: 160 },
		]);
		for (const { text, characters, remaining } of rows) {
			expect(text).toMatch(/^Approve\? http/);
			expect([characters, remaining]).toEqual([String(text).length, 160 - String(text).length]);
		}
		const { links } = await ask();
		expect(String(rows[0]?.text).length).toBe(`Approve? ${links[0]}`.length);
		sandbox.running.sandbox.reset();
		expect(waitTill).toBeUndefined();
		const { rows: long } = await ask({ preview: true, line: 'x'.repeat(100) });
		expect(long[0]).toMatchObject({ characters: 101, remaining: 59, too_long: false });
		expect(long[0]?.warnings).toEqual([expect.stringContaining('short URL')]);
		expect(sandbox.running.sandbox.calls).toEqual([]);
	});

	it('is asked once, however many items and entries name them', async () => {
		const { rows, items } = await ask(
			{ sendTo: '+1 801 555 9001, 18015559001, {{ $json.phone }}'.replace(/^/, '=') },
			{ items: [{ phone: '18015559002' }, { phone: '18015559003' }, { phone: '18015559002' }] },
		);
		expect(messages().map(({ sendTo }) => sendTo)).toEqual([
			'18015559001',
			'18015559002',
			'18015559003',
		]);
		expect(rows).toHaveLength(1);
		expect(items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('gets one request where the recipients are those of the items', async () => {
		const { links, post } = await ask(
			{ recipients: 'inputItems', sendTo: '={{ $json.phone }}', type: 1 },
			{ items: [{ phone: '18015559001' }, { phone: '18015559002' }] },
		);
		expect(sandbox.running.sandbox.calls).toHaveLength(1);
		const { items } = await post(links[1]!, { decision: 'approve' });
		expect(items?.map(({ json }) => json)).toMatchObject([{ answered_by: '18015559002' }]);
	});

	it('is asked one question: items with another one are refused before anything is sent', async () => {
		const { error } = await ask(
			{ message: '=Send {{ $json.order }}?' },
			{ items: [{ order: 1 }, { order: 2 }] },
		);
		expect(error?.message).toBe(
			'This item asks another question, but a run waits for only one answer [item 1]',
		);
		expect(messages()).toEqual([]);
	});

	it('answers for themselves where the credential redirects the text', async () => {
		const result = await runNode({
			credential: {
				...credentialFor(sandbox.running),
				recipientsAllowed: 'redirect',
				redirectToPhone: '18015559999',
			},
			parameters: {
				resource: 'message',
				operation: 'sendAndWait',
				keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
				recipients: 'commaSeparated',
				sendTo: '18015559001, 18015559002',
				message: 'Agreed?',
			},
		});
		expect(result.error).toBeUndefined();
		expect(messages().map(({ sendTo }) => sendTo)).toEqual(['18015559999', '18015559999']);
		const link = /http\S+/.exec(messages()[1]?.text ?? '')?.[0] ?? '';
		const { html } = await result.visit({ url: link });
		expect(html).toContain('You answer as 18015559002.');
		expect(result.items[0]?.json).toMatchObject({ recipients_allowed: 'redirect' });
	});
});

it.each([
	['', /^'Message' is empty/, {}],
	['Sure?', /no field to fill in/, { responseType: 'customForm' }],
	[
		'Sure?',
		/two fields "Name"/,
		{
			responseType: 'customForm',
			formFields: { values: [{ fieldLabel: 'Name' }, { fieldLabel: 'Name' }] },
		},
	],
	[
		'Sure?',
		/is not in the future/,
		{
			options: {
				limitWaitTime: { values: { limitType: 'atSpecifiedTime', maxDateAndTime: '2001-01-01' } },
			},
		},
	],
])('sends nothing for a question that nobody could answer: %j %s', async (message, says, more) => {
	const { error } = await ask({
		message: message === '' ? '={{ "" }}' : message,
		...more,
	} as INodeParameters);
	expect(error?.message).toMatch(says);
	expect(messages()).toEqual([]);
});

it('waits as long as it is told to, and takes no answer then', async () => {
	const limited = (resumeAmount: number) => ({
		options: {
			limitWaitTime: {
				values: { limitType: 'afterTimeInterval', resumeAmount, resumeUnit: 'minutes' },
			},
		},
	});
	const { waitTill, stored } = await ask(limited(90));
	const minutes = (Date.parse(waitTill ?? '') - Date.now()) / 60_000;
	expect(Math.round(minutes)).toBe(90);
	// What n8n passes on when nobody answered.
	expect(stored).toMatch(/"approved":false,"answered_by":null,"answered_at":null,"timed_out":true/);

	const short = await ask(limited(0.0001));
	const link = short.links.at(-1)!;
	let page = await short.visit({ url: link });
	// Until its six milliseconds are over.
	while (page.httpStatus === 200) page = await short.visit({ url: link });
	expect([page.httpStatus, page.html.includes('<form')]).toEqual([410, false]);
});

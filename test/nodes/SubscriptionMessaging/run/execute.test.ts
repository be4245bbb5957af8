import { sleep, type INodeExecutionData } from 'n8n-workflow';

import { execute } from '../../../../nodes/SubscriptionMessaging/run/execute';
import {
	page,
	refusal,
	reply,
	rows,
	type FakeAnswer,
	type FakeRequest,
} from '../transport/fakeService';
import { DONE, fakeRun, type FakeRunOptions } from './fakeRun';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

beforeEach(() => jest.mocked(sleep).mockReset().mockResolvedValue(undefined));

const SEND = { keyword: 'NSTAFF', sendTo: '18015550001', type: 1, message: 'Hello' };
const byItem =
	<T>(...values: T[]) =>
	(itemIndex: number) =>
		values[itemIndex];

interface Running extends FakeRunOptions {
	count?: number;
	/** Of the execution, which *Retry* hands on. */
	secret?: string;
}

const textsIn = (body: string) =>
	[...body.matchAll(/<message(?: [^>]*)?>([^<]*)</g)].map(([, text = '']) => text);

/** What a run gives and what it asked of the service. */
async function running({ count = 1, secret = '', ...run }: Running) {
	const fake = fakeRun({
		...run,
		items: Array.from({ length: count }, () => ({})),
		parameters: { ...SEND, ...run.parameters },
	});
	const waits: Date[] = [];
	const resumeUrl = `https://n8n.example/webhook-waiting/7?signature=${secret}`;
	const proxy = fake.context.getWorkflowDataProxy(0);
	Object.assign(fake.context, {
		getWorkflowDataProxy: () => ({ ...proxy, $execution: { resumeUrl } }),
		getExecutionId: () => '7',
		getWorkflow: () => ({ id: 'w', name: 'Alerts', active: true }),
		putExecutionToWait: async (until: Date) => await Promise.resolve(waits.push(until)),
	});
	const result = await execute(fake.context).then(
		(items) => ({ items, error: undefined }),
		(error: unknown) => ({ items: [] as INodeExecutionData[], error: error as Error }),
	);
	return {
		...result,
		errors: result.items.map(({ error }) => error?.message),
		paired: result.items.map(({ pairedItem }) => (pairedItem as { item: number }).item),
		sent: fake.requests
			.filter(({ operation }) => operation.startsWith('send'))
			.map(({ sendTo }) => sendTo),
		requests: fake.requests,
		texts: fake.requests.map(({ options }) => textsIn(String(options.body))).flat(),
		hints: fake.hints.map(({ message }) => message),
		kept: fake.kept as { runs: Record<string, { id: string; items: object; calls: object }> },
		waits,
	};
}

const people = byItem('18015550000', '18015550001', '18015550002');
/** Refuses messages to the numbers, and knows no ticket. */
const fails =
	(...numbers: string[]) =>
	({ operation, sendTo }: FakeRequest) =>
		operation.includes('TransactionStatus')
			? refusal(operation, 'Unknown ticket', 7)
			: numbers.some((number) => sendTo.includes(number))
				? refusal(operation, 'No credit', 9)
				: reply(operation, `${DONE}<transaction_ticket>T</transaction_ticket>`);

test('each item gets its rows, paired with it', async () => {
	const { items, paired, sent, errors, texts } = await running({
		count: 3,
		parameters: { sendTo: people },
	});
	expect(items).toHaveLength(3);
	expect([...paired].sort()).toEqual([0, 1, 2]);
	expect(errors).toEqual([undefined, undefined, undefined]);
	expect(new Set(texts)).toEqual(new Set(['Hello']));
	expect(sent.flat().sort()).toEqual(['18015550000', '18015550001', '18015550002']);
});

describe('an item that cannot be read', () => {
	const parameters = { sendTo: people, message: byItem('a', '', 'c') };

	test('ends the run before anything is sent', async () => {
		const { error, sent } = await running({ count: 3, parameters });
		expect(error?.message).toContain("'Message'");
		expect(sent).toEqual([]);
	});

	test('is an item with an error where the run goes on, and the others are sent', async () => {
		const { errors, sent, paired } = await running({ count: 3, parameters, goesOn: true });
		expect(errors[1]).toContain("'Message'");
		expect([errors[0], errors[2]]).toEqual([undefined, undefined]);
		expect(paired).toEqual([0, 1, 2]);
		expect(sent.flat().sort()).toEqual(['18015550000', '18015550002']);
	});
});

describe('a send that fails', () => {
	const parameters = { sendTo: people, options: { requestsInParallel: 1 } };

	test('ends the run, and says what became of the others', async () => {
		const { error, sent } = await running({
			count: 3,
			parameters,
			answer: fails('18015550001'),
		});
		expect(sent).toEqual([['18015550000'], ['18015550001']]);
		expect(error?.message).toContain('No credit');
	});

	test('is an item with an error where the run goes on', async () => {
		const { errors, sent } = await running({
			count: 3,
			parameters,
			answer: fails('18015550001'),
			goesOn: true,
		});
		expect(errors[1]).toContain('No credit');
		expect([errors[0], errors[2]]).toEqual([undefined, undefined]);
		expect(sent).toHaveLength(3);
	});
});

describe('a run that n8n repeats', () => {
	test('sends only what is missing', async () => {
		const kept = {};
		const run: Running = { count: 3, parameters: { sendTo: people }, kept };
		const first = await running({ ...run, answer: fails('18015550001'), goesOn: true });
		expect(first.sent).toHaveLength(3);
		const second = await running(run);
		expect(second.sent).toEqual([['18015550001']]);
		expect(second.errors).toEqual([undefined, undefined, undefined]);
	});

	test('knows nothing any more of a run that ended well', async () => {
		const { kept } = await running({ count: 2, parameters: { sendTo: people } });
		expect(kept.runs[0]).toMatchObject({ id: expect.any(String) });
		expect([kept.runs[0]?.items, kept.runs[0]?.calls]).toEqual([{}, {}]);
	});

	test('still knows what was sent where an item was refused, for which n8n may repeat it', async () => {
		const { kept } = await running({
			count: 2,
			parameters: { sendTo: people, message: byItem('', 'b') },
			goesOn: true,
		});
		expect(Object.keys(kept.runs[0]!.items)).toEqual(['1']);
	});

	test('still knows what was changed where the answer holds an error, for which n8n may repeat it', async () => {
		const { kept } = await running({
			operation: 'group/delete',
			parameters: { simplify: false },
			answer: ({ operation }) => reply(operation, `${DONE}<error>x</error>`),
		});
		expect(Object.keys(kept.runs[0]!.items)).toEqual(['0']);
	});
});

describe('a change whose answer was lost', () => {
	const lost = Object.assign(new Error('reset'), { code: 'ECONNRESET' });

	test('is not made again when n8n repeats the run, which says so', async () => {
		const run: Running = { operation: 'group/delete', kept: {}, goesOn: true };
		const first = await running({
			...run,
			answer: () => {
				throw lost;
			},
		});
		expect(first.requests).toHaveLength(1);
		const second = await running(run);
		expect(second.requests).toEqual([]);
		expect(second.items[0]?.error).toBeDefined();
	});

	test('does not keep the changes of other items from being made', async () => {
		const run: Running = {
			operation: 'group/delete',
			count: 2,
			parameters: { keyword: byItem('A', 'B') },
			kept: {},
		};
		await running({
			...run,
			answer: () => {
				throw lost;
			},
		});
		const second = await running({ ...run, goesOn: true });
		expect(second.requests.map(({ keyword }) => keyword)).toEqual(['B']);
	});
});

describe('a run that cannot begin', () => {
	const run: Running = { credential: { code: '' }, count: 2 };

	test('ends with the reason', async () => {
		const { error, sent } = await running(run);
		expect(error?.message).toContain("'Code' in the credential");
		expect(sent).toEqual([]);
	});

	test('gives it for each item where it goes on, and never the input as if all were well', async () => {
		const { errors, paired } = await running({ ...run, goesOn: true });
		expect(errors).toHaveLength(2);
		for (const message of errors) expect(message).toContain("'Code' in the credential");
		expect(paired).toEqual([0, 1]);
	});
});

test('changes are carried out one after the other, in the order of the items', async () => {
	let underWay = 0;
	let most = 0;
	const { requests } = await running({
		operation: 'group/delete',
		count: 3,
		parameters: { keyword: byItem('A', 'B', 'C') },
		answer: async ({ operation }) => {
			underWay += 1;
			most = Math.max(most, underWay);
			await new Promise((resolve) => setImmediate(resolve));
			underWay -= 1;
			return reply(operation, DONE);
		},
	});
	expect(most).toBe(1);
	expect(requests.map(({ keyword }) => keyword)).toEqual(['A', 'B', 'C']);
});

test('a preview sends nothing', async () => {
	const { items, sent } = await running({ parameters: { preview: true } });
	expect(items).toHaveLength(1);
	expect(sent).toEqual([]);
});

test('an address of a delivery report is signed for the ticket of its send', async () => {
	const { requests } = await running({
		parameters: {
			options: { deliveryReport: 'signedAddress', status_url: 'https://n8n.example/webhook/1' },
		},
	});
	const body = String(requests[0]?.options.body);
	const ticket = requests[0]!.ticket;
	const [, signed = ''] = /signed_ticket=([\w-]+)\./.exec(body) ?? [];
	expect(Buffer.from(signed, 'base64url').toString()).toBe(ticket);
	expect(ticket).toMatch(/^n8n-[0-9a-f]{16}-[0-9a-f]{6}-1$/);
});

test('the first item that can be used sets the pace of all', async () => {
	const { sent } = await running({
		count: 3,
		parameters: {
			sendTo: people,
			recipients: 'inputItems',
			options: byItem({ batchSize: 2 }, { batchSize: 1 }, { batchSize: 1 }),
		},
	});
	expect(sent).toEqual([['18015550000', '18015550001'], ['18015550002']]);
});

test('a tool tells its agent why it failed', async () => {
	const { items } = await running({
		goesOn: true,
		parameters: { message: '' },
		tool: { arguments: {} },
	});
	expect(items[0]?.json.error).toContain("'Message'");
});

describe('an error', () => {
	const long = `No credit &lt;b&gt; &amp; ${'is left for this account '.repeat(6)}at all`;
	const refusing = ({ operation }: FakeRequest) => refusal(operation, long, 9);

	test('has a short title without markup, and the rest in front of its description', async () => {
		const { error } = await running({ answer: refusing });
		const { message, description } = error as Error & { description: string };
		expect(message.length).toBeLessThan(100);
		expect(message).toContain('‹b›');
		expect(description).toMatch(
			/^The service refused: No credit ‹b› &amp; .*at all \(error 9\)\. \S/,
		);
	});

	test('is told to an agent as a whole', async () => {
		const { error } = await running({ answer: refusing, tool: { arguments: {} } });
		expect(error?.message).toContain('at all');
	});

	test('of something else than the node stays as it is', async () => {
		const reason = new Error(`Cancelled ${'by somebody '.repeat(20)}`);
		const { error } = await running({
			cancel: AbortSignal.abort(reason),
			operation: 'message/sendToGroup',
			parameters: { preview: true },
		});
		expect(error).toBe(reason);
		expect(error?.message).toMatch(/(by somebody ){20}$/);
	});

	test('keeps a title that is short, and its description', async () => {
		const { error } = await running({ credential: { code: '' } });
		expect((error as Error & { description: string }).description).toMatch(/^Open the credential/);
	});
});

describe('a report', () => {
	const report: Running = {
		operation: 'message/getReport',
		count: 2,
		parameters: { custom_ticket: byItem('a', 'b'), expected: '' },
		answer: ({ operation, ticket }) =>
			ticket === 'a'
				? rows(operation, ['18015551001'], 100)
				: refusal(operation, 'Unknown ticket', 7),
	};
	const refusedFirst = { ...report.parameters, keyword: byItem('', 'NSTAFF') };

	test('is one item for all', async () => {
		const { items, errors } = await running(report);
		expect(items).toMatchObject([{ json: { ticket_count: 2, delivered_count: 1 } }]);
		expect(errors).toEqual([undefined]);
	});

	test('is followed by the items that cannot be read, where the run goes on', async () => {
		const { items, errors, paired } = await running({
			...report,
			parameters: { ...report.parameters, keyword: byItem('NSTAFF', '') },
			goesOn: true,
		});
		expect(items[0]?.json).toMatchObject({ ticket_count: 1 });
		expect(errors).toEqual([undefined, "'Group' is empty [item 1]"]);
		expect(paired[1]).toBe(1);
	});

	test('is not made where no item can be read', async () => {
		const { errors, requests } = await running({
			...report,
			parameters: { ...report.parameters, keyword: '' },
			goesOn: true,
		});
		expect(errors).toEqual(["'Group' is empty [item 0]", "'Group' is empty [item 1]"]);
		expect(requests).toEqual([]);
	});

	test('of which the service says nothing is an error, of the run or of an item', async () => {
		const failing = { ...report, parameters: refusedFirst, answer: () => page(403) };
		const { errors, paired } = await running({ ...failing, goesOn: true });
		expect(errors).toEqual([expect.any(String), "'Group' is empty [item 0]"]);
		expect(paired).toEqual([0, 0]);
		const { error, items } = await running({ ...report, answer: () => page(403, 'No <b>') });
		expect(items).toEqual([]);
		expect(error?.message).not.toMatch(/[<>]/);
	});

	test('ends with the execution that is cancelled, also where the run goes on', async () => {
		const reason = new Error('Cancelled');
		const { error } = await running({
			...report,
			goesOn: true,
			cancel: AbortSignal.abort(reason),
		});
		expect(error).toBe(reason);
	});
});

describe('the panel', () => {
	const several: Running = { count: 3, parameters: { sendTo: people }, mode: 'manual' };

	test('sums a send up, and says how to learn of its delivery', async () => {
		const { hints } = await running(several);
		expect(hints).toEqual([
			expect.stringMatching(/3/),
			expect.stringMatching(/^Accepted, not yet delivered\. /),
		]);
	});

	test.each([
		['a send', {}],
		['a preview', { preview: true }],
	])('says that the credential redirects %s', async (_what, parameters) => {
		const { hints } = await running({
			parameters,
			credential: { recipientsAllowed: 'redirect', redirectToPhone: '18015559999' },
		});
		expect(hints).toEqual(expect.arrayContaining([expect.stringMatching(/^Redirected: /)]));
	});

	test('says nothing of changes', async () => {
		const { hints } = await running({ operation: 'group/delete', count: 3, mode: 'manual' });
		expect(hints).toEqual([]);
	});
});

/** A service that remembers whom it sent to under which ticket, and what it is told to say of them. */
function service(said: (to: readonly string[]) => readonly string[] = (to) => to) {
	const sent = new Map<string, string[]>();
	return {
		sent,
		answer: ({ operation, ticket, sendTo, keyword }: FakeRequest): FakeAnswer => {
			if (operation === 'getOrganizationTree') return reply(operation, DONE);
			if (operation.includes('TransactionStatus')) {
				const people = sent.get(`${ticket}/${keyword}`);
				return people
					? rows(operation, said(people))
					: refusal(operation, `Ticket ${ticket} is unknown`);
			}
			sent.set(`${ticket}/${keyword}`, sendTo.length > 0 ? sendTo : ['18019990000']);
			return reply(operation, `${DONE}<transaction_ticket>T</transaction_ticket>`);
		},
	};
}

describe('an execution that was killed, and is retried', () => {
	const one: Running = {
		count: 3,
		parameters: { sendTo: people, recipients: 'inputItems', options: { batchSize: 1 } },
	};

	test('sends to those alone whom the service does not list', async () => {
		const { answer } = service();
		const secret = 'killed';
		const first = await running({ ...one, count: 2, secret, answer });
		expect(first.sent).toHaveLength(2);
		const second = await running({ ...one, secret, answer, mode: 'retry' });
		expect(second.error).toBeUndefined();
		expect(second.sent).toEqual([['18015550002']]);
		expect(second.errors).toEqual([undefined, undefined, undefined]);
		expect(second.items.map(({ json }) => json.sendTo)).toEqual([people(0), people(1), people(2)]);
		expect(second.items.map(({ json }) => json.custom_ticket)).toEqual([
			...first.items.map(({ json }) => json.custom_ticket),
			expect.stringMatching(/-3$/),
		]);
	});

	test.each([Infinity, 1])(
		'sends to nobody twice where the list has changed since, and the service tells it %d times',
		async (often) => {
			const asked = new Map<string, number>();
			const { answer: answering } = service();
			const answer = (request: FakeRequest): FakeAnswer => {
				const times = (asked.get(request.ticket) ?? 0) + 1;
				if (request.operation.includes('TransactionStatus')) asked.set(request.ticket, times);
				return request.operation.includes('TransactionStatus') && times > often
					? refusal(request.operation, `Ticket ${request.ticket} is unknown`)
					: answering(request);
			};
			const batches = { ...one.parameters, options: { batchSize: 2 } };
			const secret = `changed ${often}`;
			const first = await running({ ...one, count: 2, parameters: batches, secret, answer });
			expect(first.sent).toEqual([[people(0), people(1)]]);
			asked.clear();
			const sendTo = byItem(people(2), people(0), people(1));
			const second = await running({
				...one,
				parameters: { ...batches, sendTo },
				secret,
				answer,
				mode: 'retry',
			});
			expect(second.error).toBeUndefined();
			expect(second.sent).toEqual([[people(2)]]);
			expect(second.items.map(({ json }) => json.sent_before)).toEqual([undefined, true, true]);
		},
	);

	test('asks nothing of the service where it is no retry', async () => {
		const { answer } = service();
		const { requests } = await running({ ...one, secret: 'new', answer });
		expect(requests).toHaveLength(3);
	});

	test('sends all where the service lists nobody', async () => {
		const { answer } = service();
		const { sent, errors } = await running({ ...one, secret: 'none', answer, mode: 'retry' });
		expect(sent).toHaveLength(3);
		expect(errors).toEqual([undefined, undefined, undefined]);
	});

	test('sends nothing where the service does not show who has it, and says who has it for certain', async () => {
		const { answer } = service(([to = '']) => (to === people(1) ? ['1801555****'] : [to]));
		const secret = 'masked';
		await running({ ...one, secret, answer });
		const { error, sent } = await running({ ...one, secret, answer, mode: 'retry' });
		expect(sent).toEqual([]);
		expect(error).toMatchObject({
			message: "We can't tell what an earlier try sent, so nothing was sent now",
			description: expect.stringMatching(
				/Carried out by an earlier try: items? 0, 2\. Outcome unknown: item 1\.$/,
			),
		});
	});

	test('sends nothing where it was sent to everyone before', async () => {
		const { answer } = service();
		const secret = 'everyone';
		await running({ operation: 'message/sendToGroup', secret, answer });
		const { error, sent } = await running({ ...one, secret, answer, mode: 'retry' });
		expect(sent).toEqual([]);
		expect(error).toMatchObject({
			message: 'An earlier try sent this in another way, so nothing was sent now',
			description: expect.stringMatching(/Outcome unknown: items 0 to 2\.$/),
		});
	});

	test('tells accounts apart, wherever their items stand', async () => {
		const { answer } = service();
		const secret = 'accounts';
		const credential =
			(...names: string[]) =>
			(itemIndex: number) => ({ username: names[itemIndex] ?? '' });
		const two = { ...one, count: 2, secret, answer };
		await running({ ...two, credential: credential('acme', 'beta') });
		const { sent, error } = await running({
			...two,
			credential: credential('beta', 'acme'),
			parameters: { ...one.parameters, sendTo: byItem(people(1), people(0)) },
			mode: 'retry',
		});
		expect(error).toBeUndefined();
		expect(sent).toEqual([]);

		const swapped = await running({
			...two,
			credential: credential('beta', 'acme'),
			mode: 'retry',
		});
		expect(swapped.sent).toEqual([]);
		expect(swapped.error?.message).toMatch(/can't tell what an earlier try sent/);
	});
});

describe('an execution that failed, and is retried', () => {
	test('says of whom it is remembered that they have it, where nothing can be told of the others', async () => {
		const kept = {};
		const run: Running = {
			count: 3,
			parameters: { sendTo: people, recipients: 'inputItems', options: { batchSize: 1 } },
			kept,
			secret: 'failed',
		};
		const first = await running({ ...run, answer: fails(people(1)!), goesOn: true });
		expect(first.sent).toHaveLength(3);
		const { error, sent } = await running({
			...run,
			answer: ({ operation }) => refusal(operation, 'Maintenance', 99),
			mode: 'retry',
		});
		expect(sent).toEqual([]);
		expect(error).toMatchObject({
			description: expect.stringMatching(
				/Carried out by an earlier try: items 0, 2\. Outcome unknown: item 1\.$/,
			),
		});
	});

	test('is not sure of an item that is for somebody else now', async () => {
		const kept = {};
		const run: Running = {
			count: 3,
			parameters: { sendTo: people, recipients: 'inputItems', options: { batchSize: 1 } },
			kept,
			secret: 'changed one',
		};
		await running({ ...run, answer: fails(people(1)!), goesOn: true });
		const sendTo = byItem('18015550007', people(1), people(2));
		const { error, sent } = await running({
			...run,
			parameters: { ...run.parameters, sendTo },
			answer: ({ operation }) => refusal(operation, 'Maintenance', 99),
			mode: 'retry',
		});
		expect(sent).toEqual([]);
		expect(error).toMatchObject({
			description: expect.stringMatching(
				/Carried out by an earlier try: item 2\. Outcome unknown: items 0 to 1\.$/,
			),
		});
	});

	test('does not ask what was sent in other forms where it remembers all', async () => {
		const kept = {};
		const run: Running = {
			count: 2,
			parameters: { sendTo: people, recipients: 'inputItems', options: { batchSize: 1 } },
			kept,
			secret: 'remembered',
		};
		const first = await running({ ...run, answer: fails(people(1)!), goesOn: true });
		const id = first.kept.runs[0]!.id;
		const { answer } = service();
		const { requests, sent } = await running({ ...run, answer, mode: 'retry' });
		expect(sent).toEqual([[people(1)]]);
		const own = requests.map(({ ticket }) => ticket).filter((ticket) => ticket.includes(id));
		expect(own.filter((ticket) => !/-\d+$/.test(ticket))).toEqual([]);
		expect(own).not.toEqual([]);
	});

	test('sends no numbers of which another process may know more', async () => {
		const kept: Running['kept'] = {};
		const run: Running = { count: 2, parameters: { sendTo: people }, kept };
		const first = await running({ ...run, answer: fails(people(1)!), goesOn: true });
		first.kept.runs[0]!.id = '0123456789abcdef';
		const { requests, errors } = await running({
			...run,
			operation: 'message/sendToNumbers',
			parameters: { phone: people },
			mode: 'retry',
			goesOn: true,
		});
		expect(requests.filter(({ operation }) => operation === 'plainSend')).toEqual([]);
		expect(errors[1]).toBeDefined();
	});
});

describe('a campaign', () => {
	const campaign: Running = {
		count: 2,
		parameters: { sendTo: people, options: { campaignKey: 'spring-sale' } },
	};

	test('numbers its tickets, and leaves out who has it in the next run', async () => {
		const { answer } = service();
		const first = await running({ ...campaign, answer });
		expect(first.errors).toEqual([undefined, undefined]);
		const tickets = first.requests
			.filter(({ operation }) => operation.startsWith('send'))
			.map(({ ticket }) => ticket);
		expect(tickets).toEqual([
			expect.stringMatching(/spring-sale.*1$/),
			expect.stringMatching(/spring-sale.*2$/),
		]);
		const second = await running({ ...campaign, count: 3, answer });
		expect(second.sent).toEqual([['18015550002']]);
		expect(second.hints).not.toEqual([]);
		const third = await running({ ...campaign, answer });
		expect(third.sent).toEqual([]);
		expect(third.hints.join()).toMatch(/spring-sale/);
	});

	test('keeps the ticket of what was begun, though an item before it is gone', async () => {
		const kept = {};
		const { answer } = service();
		const options = { campaignKey: 'spring-sale', onUnclearOutcome: 'resend' };
		const run: Running = {
			...campaign,
			kept,
			goesOn: true,
			parameters: { sendTo: people, options },
		};
		const first = await running({
			...run,
			answer: (request) => {
				if (!request.operation.startsWith('send')) return answer(request);
				if (request.sendTo.includes(people(0)!)) return refusal(request.operation, 'No credit', 9);
				throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
			},
		});
		expect(first.errors).toEqual([expect.any(String), expect.any(String)]);
		const parameters = { ...run.parameters, message: byItem('', 'Hello') };
		const second = await running({ ...run, answer, parameters });
		const sends = second.requests.filter(({ operation }) => operation.startsWith('send'));
		expect(sends.map(({ ticket }) => ticket)).toEqual([expect.stringMatching(/spring-sale.*2$/)]);
		expect(second.errors[1]).toBeUndefined();
	});

	test('sends again under the ticket of the first try', async () => {
		const kept = {};
		const { answer } = service();
		let isLost = true;
		const run: Running = { ...campaign, count: 1, kept };
		const first = await running({
			...run,
			goesOn: true,
			answer: (request) => {
				if (isLost && request.operation.startsWith('send')) {
					throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
				}
				return answer(request);
			},
		});
		isLost = false;
		expect(first.errors[0]).toBeDefined();
		const second = await running({ ...run, answer });
		const tickets = [...first.requests, ...second.requests]
			.filter(({ operation }) => operation.startsWith('send'))
			.map(({ ticket }) => ticket);
		expect(new Set(tickets).size).toBe(1);
	});
});

test('requests of a send leave side by side, as many as are allowed, with a pause between them', async () => {
	let underWay = 0;
	let most = 0;
	await running({
		count: 3,
		parameters: { sendTo: people, options: { requestsInParallel: 2, pauseBetweenRequests: 7000 } },
		answer: async ({ operation }) => {
			underWay += 1;
			most = Math.max(most, underWay);
			for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
			underWay -= 1;
			return reply(operation, DONE);
		},
	});
	expect(most).toBe(2);
	const pauses = jest.mocked(sleep).mock.calls.map(([milliseconds]) => milliseconds);
	expect(Math.max(...pauses)).toBeGreaterThan(6000);
});

test('a question waits for its answer, which a link in the text leads to', async () => {
	const { waits, texts, items } = await running({
		operation: 'message/sendAndWait',
		secret: 's',
		mode: 'manual',
	});
	expect(waits).toHaveLength(1);
	expect(texts.at(-1)).toContain('https://n8n.example/webhook-waiting/7/');
	expect(items).toMatchObject([{ json: { sent: true, timed_out: false } }]);
});

test('an address that is not to be signed stays as it was entered, beside one that is', async () => {
	const status_url = 'https://n8n.example/webhook/1';
	const { requests } = await running({
		count: 2,
		parameters: {
			sendTo: people,
			options: byItem(
				{ deliveryReport: 'signedAddress', status_url },
				{ deliveryReport: 'address', status_url },
			),
		},
	});
	const addresses = requests.map(
		({ options }) => /<status_url[^>]*>([^<]*)</.exec(String(options.body))?.[1],
	);
	expect(addresses.toSorted()).toEqual([status_url, expect.stringContaining('signed_ticket=')]);
});

test('who of a list has it, and who has not, are an item each where the service took a part of it', async () => {
	const { answer: answering } = service((to) => to.slice(0, 1));
	const { items, errors } = await running({
		parameters: { sendTo: '18015550001, 18015550002' },
		goesOn: true,
		answer: (request) => {
			const answer = answering(request);
			if (!request.operation.startsWith('send')) return answer;
			throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
		},
	});
	expect(items[0]?.json).toMatchObject({ not_accepted: ['18015550002'] });
	expect([errors[0], errors[1]]).toEqual([undefined, expect.any(String)]);
});

test('a send that waits for delivery reports goes on with them', async () => {
	const { waits, hints } = await running({
		operation: 'message/sendAndWaitForDelivery',
		mode: 'manual',
	});
	expect(waits).toHaveLength(1);
	expect(hints).toHaveLength(0);
});

test('a row that is so long that others get a turn while it is read is one item', async () => {
	const codes = '<item>7</item>'.repeat(2_000);
	const { items } = await running({
		operation: 'group/get',
		answer: ({ operation }) =>
			reply(operation, `${DONE}<response><name>Staff</name><codes>${codes}</codes></response>`),
	});
	expect(items).toMatchObject([{ json: { name: 'Staff' } }]);
});

test('a list that holds nothing gives no item', async () => {
	const { items, error } = await running({
		operation: 'subscriber/getMany',
		answer: ({ operation }) => reply(operation, `${DONE}<response><subscribers/></response>`),
	});
	expect([items, error]).toEqual([[], undefined]);
});

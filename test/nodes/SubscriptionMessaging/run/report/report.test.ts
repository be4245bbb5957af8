import { sleep } from 'n8n-workflow';

import { execute } from '../../../../../nodes/SubscriptionMessaging/run/execute';
import { page, refusal, reply, rows, type FakeRequest } from '../../transport/fakeService';
import { DONE, fakeRun, type FakeRunOptions } from '../fakeRun';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

beforeEach(() => jest.mocked(sleep).mockReset().mockResolvedValue(undefined));

/** A service that has these tickets, with these recipients and a status for each ticket. */
const service =
	(tickets: Record<string, [status: number, ...to: string[]]>) =>
	({ operation, ticket }: FakeRequest) => {
		if (!/Transaction/.test(operation)) return reply(operation, DONE);
		const [status, ...to] = tickets[ticket] ?? [];
		return status === undefined
			? refusal(operation, 'Unknown ticket')
			: rows(operation, to, status);
	};

/** Runs while each look at the clock is half a second after the one before. */
async function slowly<T>(run: () => Promise<T>): Promise<T> {
	let now = 1_000_000;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 500));
	try {
		return await run();
	} finally {
		clock.mockRestore();
	}
}

const run = async (more: FakeRunOptions) => {
	const parameters = { keyword: 'NSTAFF', expected: '', ...more.parameters };
	const fake = fakeRun({ operation: 'message/getReport', ...more, parameters });
	return { output: await execute(fake.context), ...fake };
};

test('totals of all tickets, each asked for once', async () => {
	const { output, requests } = await run({
		parameters: { custom_ticket: 'a, b, a' },
		answer: service({ a: [100, '18015551001', '18015551002'], b: [101, '18015551003'] }),
	});
	expect(output).toMatchObject([
		{
			json: { ticket_count: 2, recipient_count: 3, delivered_count: 2, in_transit_count: 1 },
			pairedItem: { item: 0 },
		},
	]);
	expect(requests.map(({ ticket }) => ticket).toSorted()).toEqual(['a', 'b']);
});

test('an unknown ticket is counted and fails nothing', async () => {
	const { output } = await run({
		parameters: { custom_ticket: 'a, b' },
		answer: service({ a: [100, '18015551001'] }),
	});
	expect(output[0]?.json).toMatchObject({
		recipient_count: 2,
		unknown_count: 1,
		unknown_tickets: [
			{ custom_ticket: 'b', unknown_reason: "the service doesn't know the ticket" },
		],
	});
});

test('rows of recipients belong to the items that name them, and who was left out follows', async () => {
	const items = [
		{ custom_ticket: 'a', sendTo: '18015551002' },
		{ custom_ticket: 'a', sendTo: '18015551001' },
		{ sent: false, sendTo: '1', skipped: 'it has no digits' },
	];
	const { output } = await run({
		items,
		parameters: {
			custom_ticket: (index: number) => items[index]?.custom_ticket,
			expected: (index: number) => items[index]?.sendTo,
			output: 'recipients',
		},
		answer: service({ a: [101, '8015551001', '18015551002'] }),
	});
	expect(output).toMatchObject([
		{ json: { sendTo: '18015551001', status: 'in_transit' }, pairedItem: { item: 1 } },
		{ json: { sendTo: '18015551002', status: 'in_transit' }, pairedItem: { item: 0 } },
		{ json: { sent: false, sendTo: '1', skipped: 'it has no digits' }, pairedItem: { item: 2 } },
	]);
});

test('a campaign nobody was sent says so in the panel', async () => {
	const { output, hints } = await run({
		parameters: { reportBy: 'campaignKey', campaignKey: 'sale' },
		answer: service({}),
	});
	expect(output[0]?.json).toMatchObject({ campaign_key: 'sale', recipient_count: 0 });
	expect(hints).toMatchObject([{ type: 'warning', location: 'outputPane' }]);
	expect(hints.map(({ message }) => message)).toEqual([
		'The service knows no message of the group NSTAFF with the campaign key sale. Check the key and the group.',
	]);
});

test('a campaign says who of the list has its message, and who is under no ticket', async () => {
	const items = [{ phone: '18015551001' }, { phone: '18015551002' }];
	const { output, hints } = await run({
		items,
		parameters: {
			reportBy: 'campaignKey',
			campaignKey: 'sale',
			expected: (index: number) => items[index]?.phone,
			output: 'recipients',
		},
		answer: service({ 'sale-1': [100, '18015551001'] }),
	});
	expect(output).toMatchObject([
		{ json: { sendTo: '18015551001', custom_ticket: 'sale-1' }, pairedItem: { item: 0 } },
		{
			json: {
				sendTo: '18015551002',
				status: null,
				custom_ticket: null,
				unknown_reason: 'no ticket of the campaign lists this recipient',
			},
			pairedItem: { item: 1 },
		},
	]);
	expect(hints).toEqual([]);
});

test('reads the tickets of a campaign that the credential redirects', async () => {
	const { output } = await run({
		credential: { recipientsAllowed: 'redirect', redirectToPhone: '18015559999' },
		parameters: { reportBy: 'campaignKey', campaignKey: 'sale' },
		answer: service({ 'test:sale-1': [100, '18015559999'] }),
	});
	expect(output[0]?.json).toMatchObject({ campaign_key: 'test:sale', delivered_count: 1 });
});

test('fails where the service says nothing of any ticket, in its words', async () => {
	const down = { parameters: { custom_ticket: 'a, b' }, answer: () => page(500) };
	await expect(run(down)).rejects.toThrow(/\[item 0\]$/);
	const { output } = await run({ ...down, goesOn: true });
	expect(output).toMatchObject([{ json: {}, error: {}, pairedItem: { item: 0 } }]);
});

test.each([
	['a campaign', { reportBy: 'campaignKey', campaignKey: 'sale' }, "Check 'Campaign Key', and"],
	['tickets', { custom_ticket: 'a' }, 'Check the ticket, and'],
])('a report on %s that the service refuses says what to check', async (_of, parameters, step) => {
	const refused = run({
		parameters,
		answer: ({ operation }) => refusal(operation, 'This group may not'),
	});
	await expect(refused).rejects.toMatchObject({
		description: expect.stringContaining(`${step} choose as 'Group' the group`),
	});
});

test('with Continue, an item without a ticket fails alone', async () => {
	const { output } = await run({
		items: [{}, {}],
		parameters: { custom_ticket: (index: number) => ['a', ''][index] },
		answer: service({ a: [100, '18015551001'] }),
		goesOn: true,
	});
	expect(output).toMatchObject([
		{ json: { delivered_count: 1 }, pairedItem: { item: 0 } },
		{ error: { message: "'Custom Tickets' holds no ticket [item 1]" }, pairedItem: { item: 1 } },
	]);
});

test('tells how far it is in the log and, of many tickets, how long it took in the panel', async () => {
	const log: string[] = [];
	const tickets = Array.from({ length: 30 }, (_ticket, index) => `t${index}`);
	const to = (index: number) => `1801555${1000 + index}`;
	const { hints } = await slowly(
		async () =>
			await run({
				parameters: { custom_ticket: tickets.join() },
				answer: service(Object.fromEntries(tickets.map((one, index) => [one, [100, to(index)]]))),
				log,
			}),
	);
	expect(log[0]).toMatch(
		/^Messaging: (\d+) of 30 requests, \1 recipients, \d+ recipients\/s, about .+ left$/,
	);
	expect(hints).toMatchObject([{ type: 'info', location: 'outputPane' }]);
	expect(hints.map(({ message }) => message).join()).toMatch(
		/^Asked for 30 tickets in .+ s, \d+ recipients\/s\.$/,
	);
});

test.each([
	[20, 0],
	[21, 1],
])(
	'of a campaign tells how far it is, not of how much, and of %i tickets in %i hints how long it took',
	async (count, hinted) => {
		const log: string[] = [];
		const known = Array.from({ length: count }, (_ticket, index): [string, [number, string]] => [
			`sale-${index + 1}`,
			[100, String(18015551001 + index)],
		]);
		const { hints } = await slowly(
			async () =>
				await run({
					parameters: { reportBy: 'campaignKey', campaignKey: 'sale' },
					answer: service(Object.fromEntries(known)),
					log,
				}),
		);
		expect(log[0]).toMatch(/^Messaging: \d+ requests, \d+ recipients, \d+ recipients\/s$/);
		expect(hints).toHaveLength(hinted);
	},
);

test('with Continue, items that all fail report nothing, and nobody is asked', async () => {
	const { output, requests } = await run({ parameters: { custom_ticket: '' }, goesOn: true });
	expect(output).toMatchObject([
		{ error: { message: "'Custom Tickets' holds no ticket [item 0]" } },
	]);
	expect(output).toHaveLength(1);
	expect(requests).toEqual([]);
});

test('says for which item the service said nothing', async () => {
	const items = [{ sent: false, sendTo: '1', skipped: 'it has no digits' }, { custom_ticket: 'a' }];
	const failing = run({
		items,
		parameters: { custom_ticket: (index: number) => items[index]?.custom_ticket },
		answer: () => page(500),
	});
	await expect(failing).rejects.toMatchObject({
		message: expect.stringMatching(/\[item 1\]$/) as string,
		context: { itemIndex: 1 },
	});
});

test('keeps the error code of a service that says nothing but that it refuses', async () => {
	const failing = run({
		parameters: { custom_ticket: 'a' },
		answer: ({ operation }) => refusal(operation, 'Maintenance', 99),
	});
	await expect(failing).rejects.toMatchObject({ context: { error_code: 99 } });
});

test('each account is asked for its own tickets alone', async () => {
	const { output, requests } = await run({
		items: [{}, {}],
		credential: (itemIndex) => ({ username: ['acme', 'beta'][itemIndex] }),
		parameters: { custom_ticket: (index: number) => ['a', 'b'][index] },
		answer: service({ a: [100, '18015551001'], b: [100, '18015551002'] }),
	});
	expect(output[0]?.json).toMatchObject({ ticket_count: 2, delivered_count: 2 });
	expect(requests.map(({ ticket }) => ticket).toSorted()).toEqual(['a', 'b']);
});

test('says of each ticket why nothing is known, in the order in which they were named', async () => {
	const known = service({ d: [100, '18015551001'] });
	const { output } = await run({
		parameters: { custom_ticket: 'a, b, c, d' },
		answer: async (request) => {
			// The first answer comes last.
			if (request.ticket === 'a') for (let turn = 0; turn < 500; turn += 1) await Promise.resolve();
			if (request.ticket === 'b') return rows(request.operation, []);
			if (request.ticket === 'c') return refusal(request.operation, 'Maintenance', 99);
			return known(request);
		},
	});
	expect(output[0]?.json.unknown_tickets).toEqual([
		{ custom_ticket: 'a', unknown_reason: "the service doesn't know the ticket" },
		{
			custom_ticket: 'b',
			unknown_reason: 'the service has the ticket and lists nobody under it yet',
		},
		{ custom_ticket: 'c', unknown_reason: 'The service refused: Maintenance (error 99)' },
	]);
});

test('the totals count who was left out of each item', async () => {
	const items = [
		{ custom_ticket: 'a', sendTo: '18015551001' },
		{ sent: false, sendTo: '1', skipped: 'it has no digits' },
		{ sent: false, sendTo: '2', skipped: 'it has no digits' },
	];
	const { output } = await run({
		items,
		parameters: {
			custom_ticket: (index: number) => items[index]?.custom_ticket,
			expected: (index: number) => items[index]?.sendTo,
		},
		answer: service({ a: [100, '18015551001'] }),
	});
	expect(output[0]?.json).toMatchObject({ delivered_count: 1, not_sent_count: 2 });
});

test('each account is asked for its own campaigns alone', async () => {
	const { requests } = await run({
		items: [{}, {}],
		credential: (itemIndex) => ({ username: ['acme', 'beta'][itemIndex] }),
		parameters: {
			reportBy: 'campaignKey',
			campaignKey: (index: number) => ['sale', 'news'][index],
		},
		answer: service({ 'sale-1': [100, '18015551001'], 'news-1': [100, '18015551002'] }),
	});
	const times = (ticket: string) => requests.filter((one) => one.ticket === ticket).length;
	expect([times('sale-1'), times('news-1')]).toEqual([1, 1]);
});

describe('a campaign', () => {
	const campaign = { reportBy: 'campaignKey', campaignKey: 'sale' };
	const PEOPLE = Array.from({ length: 21 }, (_one, index) => String(18015551001 + index));
	// The first ticket was taken, because far later ones are in use.
	const withGap = service(
		Object.fromEntries(PEOPLE.map((one, index) => [`sale-${index + 2}`, [100, one]])),
	);

	test('with a ticket that the service took and does not list is not complete', async () => {
		const { output } = await run({ parameters: campaign, answer: withGap });
		expect(output[0]?.json).toMatchObject({
			ticket_count: 22,
			delivered_count: 21,
			unknown_count: 1,
			unknown_tickets: [
				{ custom_ticket: 'sale-1', unknown_reason: "the service doesn't know the ticket" },
			],
		});
		const people = await run({
			parameters: { ...campaign, output: 'recipients' },
			answer: withGap,
		});
		expect(people.output[0]?.json).toMatchObject({ sendTo: null, custom_ticket: 'sale-1' });
	});

	test('with one ticket unlisted and one unanswered is not complete', async () => {
		const items = [...PEOPLE, '18015559999'].map((phone) => ({ phone }));
		const { output } = await run({
			items,
			parameters: {
				...campaign,
				output: 'recipients',
				expected: (index: number) => items[index]?.phone,
			},
			answer: (request) => (request.ticket === 'sale-22' ? page(502) : withGap(request)),
		});
		expect(output.find(({ json }) => json.sendTo === '18015559999')?.json).toMatchObject({
			unknown_reason: "the service doesn't say of every ticket of the campaign whom it lists",
		});
	});

	test('misses whom only a ticket beside it lists', async () => {
		const { output } = await run({
			items: [{}, {}],
			parameters: {
				...campaign,
				reportBy: (index: number) => ['campaignKey', 'customTickets'][index],
				custom_ticket: 'a',
				output: 'recipients',
				expected: '18015551001',
			},
			answer: service({ a: [100, '18015551001'] }),
		});
		expect(output).toMatchObject([{ json: { sendTo: '18015551001', status: null } }]);
	});

	test('of people who are named counts whoever is missing, and not the ticket', async () => {
		const items = PEOPLE.map((phone) => ({ phone }));
		const { output } = await run({
			items,
			parameters: { ...campaign, expected: (index: number) => items[index]?.phone },
			answer: withGap,
		});
		expect(output[0]?.json).toMatchObject({ delivered_count: 21, unknown_count: 0 });
		expect(output[0]?.json.unknown_tickets).toHaveLength(1);
	});

	test('says nothing of who has no ticket where the service took one that it does not list', async () => {
		const items = [...PEOPLE, '18015559999'].map((phone) => ({ phone }));
		const { output } = await run({
			items,
			parameters: {
				...campaign,
				output: 'recipients',
				expected: (index: number) => items[index]?.phone,
			},
			answer: withGap,
		});
		expect(output.find(({ json }) => json.sendTo === '18015559999')?.json).toMatchObject({
			unknown_reason: "the service doesn't say of every ticket of the campaign whom it lists",
		});
	});

	test.each([[['a', 'b']], [['b', 'a']]])(
		'misses whom only another one lists, in any order of the items (%j)',
		async (campaignKeys) => {
			const { output } = await run({
				items: [{}, {}],
				parameters: {
					...campaign,
					output: 'recipients',
					campaignKey: (index: number) => campaignKeys[index],
					expected: '18015551001',
				},
				answer: service({ 'b-1': [100, '18015551001'] }),
			});
			expect(output).toMatchObject([
				{
					json: {
						status: null,
						unknown_reason: 'no ticket of the campaign lists this recipient',
					},
				},
			]);
		},
	);

	test('has whom another group of the same key lists', async () => {
		const { output } = await run({
			items: [{}, {}],
			parameters: {
				...campaign,
				keyword: (index: number) => ['NCLIENT', 'NSTAFF'][index],
				output: 'recipients',
				expected: '18015551001',
			},
			answer: (request) =>
				service(
					request.keyword === 'NCLIENT'
						? { 'sale-1': [100, '18015551002'] }
						: { 'sale-1': [100, '18015551001'] },
				)(request),
		});
		expect(output.map(({ json }) => [json.sendTo, json.status])).toEqual([
			['18015551002', 'delivered'],
			['18015551001', 'delivered'],
		]);
	});

	test('of another account with the same key tells nothing of who has it', async () => {
		const { output } = await run({
			items: [{}, {}],
			credential: (itemIndex) => ({ baseUrl: `https://${['acme', 'beta'][itemIndex]}.example` }),
			parameters: { ...campaign, output: 'recipients', expected: '18015551001' },
			answer: (request) =>
				service(
					request.options.url.startsWith('https://acme.')
						? { 'sale-1': [100, '18015551001'] }
						: { 'sale-1': [100, '18015551002'] },
				)(request),
		});
		const ofAnn = output.filter(({ json }) => json.sendTo === '18015551001');
		expect(ofAnn.map(({ json }) => json.status)).toEqual([null]);
	});

	test('is not told by a service that lists somebody under any ticket', async () => {
		const failing = run({
			parameters: campaign,
			answer: ({ operation }) => rows(operation, ['18015551001']),
		});
		await expect(failing).rejects.toMatchObject({
			message: 'The answer could not be used [item 0]',
			description: expect.stringContaining(
				'The service lists recipients under tickets that nobody has used.',
			) as string,
		});
	});

	test('ends where the service no longer answers', async () => {
		const known = service({ 'sale-1': [100, '18015551001'] });
		const { output, requests } = await run({
			parameters: campaign,
			answer: (request) =>
				/^sale-([2-9]|\d\d)/.test(request.ticket)
					? refusal(request.operation, 'Maintenance', 99)
					: known(request),
		});
		expect(output[0]?.json).toMatchObject({ delivered_count: 1 });
		// Twenty that say nothing, twice, and what nobody has used.
		expect(requests.length).toBeLessThan(90);
		expect(requests.length).toBeGreaterThan(40);
	});

	test('has all of it where the service said nothing of many tickets for a while', async () => {
		const people = Array.from({ length: 30 }, (_none, index) => String(18015551001 + index));
		const known = service(
			Object.fromEntries(people.map((one, index) => [`sale-${index + 1}`, [100, one]])),
		);
		let silent = 0;
		const { output } = await run({
			parameters: { ...campaign, options: { requestsInParallel: 1 } },
			answer: (request) =>
				/^sale-([4-9]|\d\d)(-1)?$/.test(request.ticket) && silent++ < 20
					? refusal(request.operation, 'Maintenance', 99)
					: known(request),
		});
		expect(output[0]?.json).toMatchObject({ ticket_count: 30, delivered_count: 30 });
	});

	test('goes on where the service says nothing of every second ticket', async () => {
		const numbers = Array.from({ length: 60 }, (_none, index) => index + 1);
		const known = service(
			Object.fromEntries(
				numbers.map((number) => [
					`sale-${number}`,
					[100, String(18015551000 + number)] as [number, string],
				]),
			),
		);
		const { output } = await run({
			parameters: campaign,
			answer: (request) =>
				/^sale-\d?[02468]$/.test(request.ticket)
					? refusal(request.operation, 'Maintenance', 99)
					: known(request),
		});
		expect(output[0]?.json).toMatchObject({ delivered_count: 30 });
	});
});

test('goes on where the service says nothing to one of two accounts', async () => {
	const { output, requests } = await run({
		items: Array(40).fill({}),
		credential: (item) => ({ username: `user${Number(item > 0)}` }),
		parameters: { custom_ticket: (item: number) => `t${item}`, options: { requestsInParallel: 1 } },
		answer: (request) =>
			request.ticket === 't0' ? rows(request.operation, ['18015551001'], 100) : page(403),
	});
	expect(output[0]?.json).toMatchObject({ delivered_count: 1, unknown_count: 39 });
	// The other one is asked no more after 20 tickets.
	expect(requests).toHaveLength(21);
});

test('tells those apart to whom the send before sent nothing, and of whom it is not known', async () => {
	const error = "We can't tell whether this message was sent: it broke off (custom ticket a)";
	const skipped_recipients = [
		{ sent: false, sendTo: '18015551002', skipped: 'it has left the group' },
	];
	const items = [
		{ error },
		{ error: 'The service refused: no' },
		{ sent: true, recipients: ['18015551001'], custom_ticket: 'a', skipped_recipients },
	];
	const custom_ticket = (item: number) => (item === 2 ? 'a' : '');
	const asked = { items, answer: service({ a: [100, '18015551001'] }) };
	const totals = await run({ ...asked, parameters: { custom_ticket } });
	expect(totals.output[0]?.json).toMatchObject({
		delivered_count: 1,
		unknown_count: 1,
		not_sent_count: 2,
		unknown_tickets: [{ unknown_reason: error }],
	});
	const each = await run({ ...asked, parameters: { custom_ticket, output: 'recipients' } });
	expect(each.output.map(({ json }) => json)).toMatchObject([
		{ sendTo: '18015551001', status: 'delivered' },
		{ sendTo: '', status: null, unknown_reason: error },
		{ sent: false, skipped: 'The service refused: no' },
		{ sent: false, sendTo: '18015551002' },
	]);
	expect(each.output[1]?.json).not.toHaveProperty('sent');
});

describe('a campaign', () => {
	const parameters = {
		reportBy: 'campaignKey',
		campaignKey: 'sale',
		options: { requestsInParallel: 1 },
	};
	const sale = service({ 'sale-1': [100, '18015551001'], 'sale-2': [100, '18015551002'] });

	test('has no tickets that nobody has seen, where the service says nothing to one account', async () => {
		const { output } = await run({
			items: [{}, {}],
			credential: (item) => ({ baseUrl: `https://m${item}.example.com` }),
			parameters,
			answer: (request) =>
				JSON.stringify(request.options).includes('m1.example') ? page(403) : sale(request),
		});
		expect(output[0]?.json).toMatchObject({
			delivered_count: 2,
			unknown_count: 1,
			unknown_tickets: [{ unknown_reason: expect.stringContaining('403') as string }],
		});
	});

	test('says why of a ticket before those that it has', async () => {
		const { output } = await run({
			items: [{}],
			parameters,
			// It said nothing of the ticket that nobody has used either.
			answer: (request) =>
				/^sale-(1|1-1|\d{5,})$/.test(request.ticket) ? page(403) : sale(request),
		});
		expect(output[0]?.json).toMatchObject({
			delivered_count: 1,
			unknown_tickets: [
				{ custom_ticket: 'sale-1', unknown_reason: expect.stringContaining('403') as string },
			],
		});
	});

	test('counts a send whose outcome is unknown by its ticket alone', async () => {
		const error = "We can't tell whether this message was sent: no (custom ticket sale-2)";
		const { output } = await run({
			items: [{ sent: true, sendTo: '18015551001' }, { error }],
			parameters,
			answer: sale,
		});
		expect(output[0]?.json).toMatchObject({ delivered_count: 2, unknown_count: 0 });
	});
});

describe('a campaign of which the service could not say one ticket', () => {
	const parameters = { reportBy: 'campaignKey', campaignKey: 'sale', expected: '' };
	const split = service({
		'sale-1-1': [100, '18015551001', '18015551002'],
		'sale-1-2': [100, '18015551001', '18015551002'],
	});

	test('still tells who has the parts of its text', async () => {
		const { output } = await run({
			parameters: { ...parameters, expected: '18015551001, 18015551002' },
			answer: (request) => (request.ticket === 'sale-1' ? page(502) : split(request)),
		});
		expect(output[0]?.json).toMatchObject({ delivered_count: 2, unknown_count: 0 });
	});

	test('says of nobody that no ticket lists them', async () => {
		const one = service({ 'sale-1': [100, '18015551001'] });
		const { output } = await run({
			parameters: {
				...parameters,
				output: 'recipients',
				expected: '18015551001, 18015551002',
			},
			answer: (request) => (request.ticket === 'sale-2' ? page(502) : one(request)),
		});
		expect(output.map(({ json }) => json)).toMatchObject([
			{ sendTo: '18015551001', status: 'delivered' },
			{
				sendTo: '18015551002',
				unknown_reason: "the service doesn't say of every ticket of the campaign whom it lists",
			},
		]);
	});

	test('waits two seconds before it asks again, and not for a service that never answered', async () => {
		const listed = service({ 'sale-1': [100, '18015551001'] });
		await run({
			parameters,
			answer: (request) => (request.ticket === 'sale-2' ? page(502) : listed(request)),
		});
		expect(sleep).toHaveBeenCalledWith(2000);
		jest.mocked(sleep).mockClear();
		await expect(run({ parameters, answer: () => page(502) })).rejects.toThrow();
		expect(sleep).not.toHaveBeenCalledWith(2000);
	});

	test('goes on behind a ticket under which it lists nobody yet', async () => {
		const listed = service({ 'sale-1': [100, '18015551001'], 'sale-41': [100, '18015551002'] });
		const { output } = await run({
			parameters,
			answer: (request) =>
				request.ticket === 'sale-21' ? rows(request.operation, []) : listed(request),
		});
		expect(output[0]?.json).toMatchObject({ delivered_count: 2 });
	});

	test('tells each of two tickets with its own reason', async () => {
		const listed = service({ 'sale-3': [100, '18015551001'] });
		const { output } = await run({
			parameters: { ...parameters, options: { requestsInParallel: 1 } },
			answer: (request) => {
				if (/^sale-1$/.test(request.ticket)) return page(403);
				return /^sale-2$/.test(request.ticket) ? page(404) : listed(request);
			},
		});
		expect(output[0]?.json.unknown_tickets).toMatchObject([
			{ custom_ticket: 'sale-1', unknown_reason: expect.stringContaining('403') as string },
			{ custom_ticket: 'sale-2', unknown_reason: expect.stringContaining('404') as string },
		]);
	});

	test('nor where it has a ticket and lists nobody under it yet', async () => {
		const one = service({ 'sale-1': [100, '18015551001'] });
		const { output } = await run({
			parameters: { ...parameters, output: 'recipients', expected: '18015551001, 18015551002' },
			answer: (request) =>
				request.ticket === 'sale-2' ? rows(request.operation, []) : one(request),
		});
		expect(output.map(({ json }) => json)).toMatchObject([
			{ sendTo: '18015551001', status: 'delivered' },
			{
				sendTo: '18015551002',
				unknown_reason: "the service doesn't say of every ticket of the campaign whom it lists",
			},
		]);
	});
});

test('rows that name nobody are one recipient each', async () => {
	const { output } = await run({
		parameters: { custom_ticket: 'a, b' },
		answer: service({ a: [100, 'n/a', '1801555****', ''], b: [300, 'n/a', '1801555****', ''] }),
	});
	expect(output[0]?.json).toMatchObject({
		recipient_count: 6,
		delivered_count: 3,
		other_count: 3,
	});
});

test('whom the items name as the service does is one recipient, however odd the address is', async () => {
	const odd = 'john..doe@example.com';
	const { output } = await run({
		parameters: { reportBy: 'campaignKey', campaignKey: 'sale', expected: odd },
		answer: service({ 'sale-1': [100, odd], 'sale-2': [100, odd] }),
	});
	expect(output[0]?.json).toMatchObject({ recipient_count: 1, delivered_count: 1 });
});

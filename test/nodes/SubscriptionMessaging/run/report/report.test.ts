import { execute } from '../../../../../nodes/SubscriptionMessaging/run/execute';
import { page, refusal, reply, rows, type FakeRequest } from '../../transport/fakeService';
import { DONE, fakeRun, type FakeRunOptions } from '../fakeRun';

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
		answer: service({ 'test-sale-1': [100, '18015559999'] }),
	});
	expect(output[0]?.json).toMatchObject({ campaign_key: 'test-sale', delivered_count: 1 });
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
	let now = 1_000_000;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 500));
	const log: string[] = [];
	try {
		const tickets = Array.from({ length: 30 }, (_ticket, index) => `t${index}`);
		const to = (index: number) => `1801555${1000 + index}`;
		const { hints } = await run({
			parameters: { custom_ticket: tickets.join() },
			answer: service(Object.fromEntries(tickets.map((one, index) => [one, [100, to(index)]]))),
			log,
		});
		expect(log[0]).toMatch(
			/^Messaging: \d+ of 30 requests, \d+ recipients, \d+ recipients\/s, about .+ left$/,
		);
		expect(hints.map(({ message }) => message).join()).toMatch(
			/^Asked for 30 tickets in .+ s, \d+ recipients\/s\.$/,
		);
	} finally {
		clock.mockRestore();
	}
});

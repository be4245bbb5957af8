import { TicketAsker } from '../../../../../nodes/SubscriptionMessaging/run/report/ticketAsker';
import type { ReportedTicket } from '../../../../../nodes/SubscriptionMessaging/run/report/tickets';
import { paceOf } from '../../../../../nodes/SubscriptionMessaging/transport/pace';
import { fakeService, page, refusal, rows, type FakeRequest } from '../../transport/fakeService';

const ticket = (custom_ticket: string, position = 0) =>
	({
		position,
		call: {
			operation: 'getCustomTransactionStatus',
			code: '12345',
			keyword: 'NSTAFF',
			parameters: { custom_ticket },
		},
		settings: { account: 0, transport: 'soap' },
		expected: [],
		itemIndexes: [3],
	}) as unknown as ReportedTicket;

const asker = (answer: (request: FakeRequest) => ReturnType<typeof page> | string) => {
	const { context, session, requests } = fakeService(answer);
	return { asker: new TicketAsker(context, session, { pause: 0 }), requests };
};

const known = ({ operation }: FakeRequest) => rows(operation, ['18015551001'], 100);

test('asks nothing while the service gives the account a rest', async () => {
	jest.useFakeTimers();
	try {
		const { context, session, requests } = fakeService(known);
		paceOf(session, 0).hold(30);
		const own = new TicketAsker(context, session, { pause: 0 });
		const answer = own.ask(ticket('t0'));
		await jest.advanceTimersByTimeAsync(29_000);
		expect(requests).toEqual([]);
		await jest.advanceTimersByTimeAsync(2000);
		expect(await answer).toMatchObject({ kind: 'known' });
	} finally {
		jest.useRealTimers();
	}
});

test('gives up after 20 tickets of which nothing is said', async () => {
	const { asker: own, requests } = asker(() => page(500));
	for (let index = 0; index < 50; index += 1) {
		expect(await own.ask(ticket(`t${index}`))).toMatchObject({ kind: 'couldNotSay' });
	}
	expect(requests).toHaveLength(20);
	expect(own).toMatchObject({ isAnswered: false, silence: { ticket: { itemIndexes: [3] } } });
});

test('goes on where anything was said', async () => {
	const { asker: own, requests } = asker((request) =>
		request.ticket === 't0' ? known(request) : page(500),
	);
	for (let index = 0; index < 30; index += 1) await own.ask(ticket(`t${index}`));
	expect(requests).toHaveLength(30);
	expect(own).toMatchObject({ isAnswered: true, silence: undefined });
});

test('a ticket is asked for as what it is: of the service, or of the sender', async () => {
	const { asker: own, requests } = asker(known);
	const given = ticket('t');
	await own.ask({
		...given,
		call: {
			...given.call,
			operation: 'getTransactionStatus',
			parameters: { transaction_ticket_id: 'service-7' },
		},
	} as ReportedTicket);
	await own.ask(given);
	expect(requests.map(({ operation }) => operation)).toEqual([
		'getTransactionStatus',
		'getCustomTransactionStatus',
	]);
	expect(requests.map((one) => one.ticket)).toEqual(['service-7', 't']);
});

test('a ticket that the service does not know is an answer', async () => {
	const { asker: own } = asker(({ operation, ticket: asked }) =>
		asked === '' ? rows(operation, []) : refusal(operation, 'Unknown ticket'),
	);
	expect(await own.ask(ticket('t'))).toEqual({ kind: 'notKnown' });
	expect(own).toMatchObject({ isAnswered: true, silence: undefined });
});

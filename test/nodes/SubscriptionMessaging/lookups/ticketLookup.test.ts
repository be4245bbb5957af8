import { NotThisInterfaceError } from '../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { AccountPace } from '../../../../nodes/SubscriptionMessaging/transport/accountPace';
import { Pace } from '../../../../nodes/SubscriptionMessaging/transport/pace';
import {
	TicketLookup,
	type LookupSettings,
	type SentMessage,
} from '../../../../nodes/SubscriptionMessaging/lookups/ticketLookup';
import {
	type FakeAnswer,
	type FakeRequest,
	fakeService,
	GOOD,
	LOOK_UP,
	page,
	refusal,
	reply,
	rows,
	soapFault,
} from '../transport/fakeService';

const listed = (items: string) =>
	reply(LOOK_UP, `${GOOD}<response><transactionlist>${items}</transactionlist></response>`);

const SENT: SentMessage = {
	code: '12345',
	keyword: 'NSTAFF',
	transaction_ticket: null,
	custom_ticket: 'order-1',
};
const BY_SERVICE: SentMessage = {
	...SENT,
	transaction_ticket: '70030011-aBc00',
	custom_ticket: 'order-1',
};

/** A service that answers as told for the ticket, for tickets that nobody has used, and for the group. */
function serviceWith(
	own: (request: FakeRequest) => FakeAnswer,
	unused: (request: FakeRequest, nth: number) => FakeAnswer = ({ operation, ticket }) =>
		refusal(operation, `Ticket ${ticket} is unknown`),
	group: (request: FakeRequest) => FakeAnswer = ({ operation }) =>
		reply(operation, '<result>true</result><response><name>Staff</name></response>'),
	sent: SentMessage = SENT,
) {
	let asked = 0;
	return fakeService((request) => {
		if (request.operation === 'readSubscriptionnode') return group(request);
		if (request.ticket === (sent.transaction_ticket ?? sent.custom_ticket)) return own(request);
		asked += 1;
		return unused(request, asked);
	});
}

const ask = async (
	service: ReturnType<typeof serviceWith>,
	sent = SENT,
	settings: LookupSettings = {},
) => await new TicketLookup(service.context, service.session).ask(sent, settings);

const unknown = ({ operation, ticket }: FakeRequest) =>
	refusal(operation, `Ticket ${ticket} is unknown`);
const emptyList = () => rows(LOOK_UP, []);
const LEARNING = [LOOK_UP, LOOK_UP, LOOK_UP, 'readSubscriptionnode'];

describe('A ticket that the service knows', () => {
	it('gives its rows, and nothing is learned for it', async () => {
		const service = serviceWith(() => rows(LOOK_UP, ['18015550001', '18015550002']));

		expect(await ask(service)).toEqual({
			kind: 'known',
			details: [
				expect.objectContaining({ sendTo: '18015550001', status_code: 101 }),
				expect.objectContaining({ sendTo: '18015550002' }),
			],
		});
		expect(service.operations()).toEqual([LOOK_UP]);
		expect(service.requests[0]).toMatchObject({ keyword: 'NSTAFF', ticket: 'order-1' });
	});

	it('may have rows that are nil', async () => {
		const service = serviceWith(() =>
			reply(
				LOOK_UP,
				'<result>true</result><response><transactionlist><item xsi:nil="true"/><item><sendTo>1801</sendTo></item></transactionlist></response>',
			),
		);

		// Of somebody, and nobody knows of whom.
		expect(await ask(service)).toMatchObject({ kind: 'known', details: [{}, { sendTo: '1801' }] });
	});

	it('is asked for by the ticket of the service where there is one', async () => {
		const service = serviceWith(
			({ operation }) => rows(operation, ['1801']),
			undefined,
			undefined,
			BY_SERVICE,
		);

		expect(await ask(service, BY_SERVICE)).toMatchObject({ kind: 'known' });
		expect(service.requests[0]).toMatchObject({
			operation: 'getTransactionStatus',
			ticket: '70030011-aBc00',
		});
	});

	it('is asked for by the transport and within the time that are given', async () => {
		const service = serviceWith(
			() =>
				`<${LOOK_UP}><message/><error_code/><result>true</result><response><transactionlist><item><sendTo>1801</sendTo></item></transactionlist></response></${LOOK_UP}>`,
		);

		expect(await ask(service, SENT, { transport: 'nvp', timeLimit: 7 })).toMatchObject({
			kind: 'known',
			details: [{ sendTo: '1801' }],
		});
		expect(service.requests[0]?.options).toMatchObject({ timeout: 7000 });
		expect(service.requests[0]?.options.url).toMatch(/\/httppost\/nvp$/);
	});
});

describe('A ticket that the service does not know', () => {
	it('is refused as two are that nobody has used, where the group can be read', async () => {
		const service = serviceWith(unknown);

		expect(await ask(service)).toEqual({ kind: 'notKnown' });
		expect(service.operations()).toEqual(LEARNING);
		expect(new Set(service.requests.map(({ keyword }) => keyword))).toEqual(new Set(['NSTAFF']));
		const [, first, second] = service.requests.map(({ ticket }) => ticket);
		expect(first).toMatch(/^n8n-[0-9a-f]{16}-[0-9a-f]{16}$/);
		expect(second).toMatch(/^n8n-[0-9a-f]{16}-[0-9a-f]{16}$/);
		expect(first).not.toBe(second);
	});

	it('is asked for at the pace of the run, and so is all that tells what the answer means', async () => {
		const pace = new Pace(new AccountPace(), 0);
		const turn = jest.spyOn(pace, 'turn');
		const { context, session, operations } = serviceWith(unknown);
		await new TicketLookup(context, session, pace).ask(SENT);
		expect(operations()).toEqual(LEARNING);
		expect(turn).toHaveBeenCalledTimes(LEARNING.length);
	});

	it.each<[string, (ticket: string, nth: number) => string]>([
		['a number of its own', (_ticket, nth) => `No (request ${nth})`],
		['the time and a reference', (_ticket, nth) => `No at 12:0${nth}, see 7f3a-0${nth}c`],
		['a number alone', (_ticket, nth) => `No, see ${nth}`],
		['more blanks', (_ticket, nth) => (nth === 3 ? 'No  such ticket' : 'No such ticket')],
		['the ticket in capitals', (ticket) => `No ticket ${ticket.toUpperCase()}`],
		['the beginning of the ticket', (ticket, nth) => `No ticket ${ticket.slice(0, 5 + nth)}…`],
	])('is refused with the same code and %s in the same words', async (_what, wordsOf) => {
		const service = serviceWith(
			({ operation, ticket }) => refusal(operation, wordsOf(ticket, 3)),
			({ operation, ticket }, nth) => refusal(operation, wordsOf(ticket, nth)),
		);

		expect(await ask(service)).toEqual({ kind: 'notKnown' });
	});

	it.each(['refer-a-friend-1', 'ticket-7', 'Ticket 7', 'unknown-1', 'vip', 'a b', 't'])(
		'may be named as the words of the refusal are: %s',
		async (custom_ticket) => {
			const sent = { ...SENT, custom_ticket };
			const service = serviceWith(
				({ operation, ticket }) => refusal(operation, `Ticket ${ticket} is unknown (reference 9)`),
				({ operation, ticket }, nth) =>
					refusal(operation, `Ticket ${ticket} is unknown (reference ${nth})`),
				undefined,
				sent,
			);

			expect(await ask(service, sent)).toEqual({ kind: 'notKnown' });
		},
	);

	it.each(['US$$1042', 'A$&B', "sale$'", 'a$1'])(
		'is refused with its name, whatever that holds: %s',
		async (custom_ticket) => {
			const sent = { ...SENT, custom_ticket };
			const service = serviceWith(unknown, unknown, undefined, sent);
			expect((await ask(service, sent)).kind).toBe('notKnown');
		},
	);

	it('is refused without a code, in the same words', async () => {
		const service = serviceWith(
			({ operation, ticket }) => refusal(operation, `${ticket}? ${ticket} is unknown`, ''),
			({ operation, ticket }) => refusal(operation, `${ticket}? ${ticket} is unknown`, ''),
		);

		expect(await ask(service)).toEqual({ kind: 'notKnown' });
	});

	it('has an empty list, where unused tickets have one', async () => {
		expect(await ask(serviceWith(emptyList, emptyList))).toEqual({ kind: 'notKnown' });
	});

	it('is told from others by tickets that look like those of the service', async () => {
		const service = serviceWith(unknown, unknown, undefined, BY_SERVICE);

		expect(await ask(service, BY_SERVICE)).toEqual({ kind: 'notKnown' });
		for (const { ticket } of service.requests.slice(1, 3)) {
			expect(ticket).toMatch(/^\d{8}-[a-z][A-Z][a-z]\d\d$/);
			expect(ticket).not.toBe('70030011-aBc00');
		}
	});

	it.each(['AB12-34cd', '12345678'])(
		'is told from others by tickets like %s, which has eight letters and digits',
		async (transaction_ticket) => {
			const sent = { ...BY_SERVICE, transaction_ticket };
			const service = serviceWith(unknown, unknown, undefined, sent);

			expect(await ask(service, sent)).toEqual({ kind: 'notKnown' });
			for (const { ticket } of service.requests.slice(1, 3)) {
				expect(ticket).toHaveLength(transaction_ticket.length);
			}
		},
	);

	it('is told from others by long tickets, where those of the service are short', async () => {
		const short = { ...BY_SERVICE, transaction_ticket: 'T-00123' };
		const service = serviceWith(unknown, unknown, undefined, short);

		expect(await ask(service, short)).toEqual({ kind: 'notKnown' });
		for (const { ticket } of service.requests.slice(1, 3)) {
			expect(ticket).toMatch(/^[0-9a-f]{16}$/);
		}
	});
});

describe('The service has the ticket, and lists nobody yet', () => {
	it('where its list is empty and unused tickets are refused', async () => {
		expect(await ask(serviceWith(emptyList))).toMatchObject({
			kind: 'noRows',
			error: {
				message: 'The answer could not be used: the service lists nobody under the ticket yet',
			},
		});
	});
});

describe('The service could not say', () => {
	it.each<[why: string, ...Parameters<typeof serviceWith>]>([
		[
			'a maintenance envelope for the ticket alone',
			({ operation }) => refusal(operation, 'Maintenance', 99),
		],
		[
			'a maintenance envelope for everything',
			({ operation }) => refusal(operation, 'Maintenance', 99),
			({ operation }) => refusal(operation, 'Maintenance', 99),
			({ operation }) => refusal(operation, 'Maintenance', 99),
		],
		['the same code in other words', ({ operation }) => refusal(operation, 'Maintenance', 120)],
		[
			'the same code in the first of the words',
			({ operation }) => refusal(operation, 'No such'),
			({ operation }) => refusal(operation, 'No such ticket'),
		],
		[
			'the same words, which begin those of another unused ticket',
			({ operation }) => refusal(operation, 'No such'),
			({ operation }, nth) => refusal(operation, nth === 1 ? 'No such' : 'No such ticket'),
		],
		[
			'the same words with another code',
			(request) => refusal(LOOK_UP, `Ticket ${request.ticket} is unknown`, 121),
		],
		[
			'unused tickets that are refused with different codes',
			unknown,
			({ operation }, nth) => refusal(operation, 'No', nth),
		],
		[
			'unused tickets that are refused in different words without a code',
			({ operation }) => refusal(operation, 'No 0', 0),
			({ operation }, nth) => refusal(operation, `No ${nth}`, 0),
		],
		[
			'the code of every refusal in other words, beside a number of its own',
			({ operation }) => refusal(operation, 'Still being processed (request 77)'),
			({ operation }, nth) => refusal(operation, `No such ticket (request ${nth})`),
		],
		[
			'another number where unused tickets have the same, beside one that is another each time',
			({ operation }) => refusal(operation, 'Failed with HTTP 503 (reference 9)'),
			({ operation }, nth) => refusal(operation, `Failed with HTTP 404 (reference ${nth})`),
		],
		[
			'the code of every refusal and another number, where all else is the same each time',
			({ operation }) => refusal(operation, 'Reason 77'),
			({ operation }) => refusal(operation, 'Reason 12'),
		],
		[
			'one unused ticket that is refused and one that has an empty list',
			unknown,
			(request, nth) => (nth === 1 ? unknown(request) : emptyList()),
		],
		[
			'an empty list and one unused ticket that has one too',
			emptyList,
			(request, nth) => (nth === 1 ? emptyList() : unknown(request)),
		],
		[
			'an empty list and one unused ticket that is refused',
			emptyList,
			(request, nth) => (nth === 1 ? unknown(request) : emptyList()),
		],
		[
			'a refusal like that of one unused ticket, and another code for the other one',
			({ operation }) => refusal(operation, 'No', 1),
			({ operation }, nth) => refusal(operation, 'No', nth),
		],
		[
			'refusals that have no code, and other words each',
			({ operation }) => refusal(operation, 'No 0', ''),
			({ operation }, nth) => refusal(operation, `No ${nth}`, ''),
		],
		['an empty list, and a page for the unused tickets', emptyList, () => page(404)],
		['unused tickets that have rows', unknown, () => rows(LOOK_UP, ['1801'])],
		['an empty list, and a group that cannot be read', emptyList, emptyList, () => page(502)],
		['a refusal, and a group that cannot be read', unknown, unknown, () => page(502)],
		['a page', () => page(404)],
		['a refusal, and a page for the unused tickets', unknown, () => page(404)],
		[
			'a response that is nil',
			() => reply(LOOK_UP, '<result>true</result><response xsi:nil="true"/>'),
		],
		['no response', () => reply(LOOK_UP, '<result>true</result>')],
		[
			'a list of nil entries',
			() =>
				reply(
					LOOK_UP,
					'<result>true</result><response><transactionlist><item xsi:nil="true"/></transactionlist></response>',
				),
		],
		[
			'rows with an error code',
			() =>
				reply(
					LOOK_UP,
					'<result>true</result><error_code>7</error_code><response><transactionlist><item><sendTo>1801</sendTo></item></transactionlist></response>',
				),
		],
	])('%s', async (_why, ...answers) => {
		const answer = await ask(serviceWith(...answers));

		expect(answer.kind).toBe('couldNotSay');
		expect('error' in answer && answer.error.message).toMatch(/\w{4}/);
	});

	it('by its own words, where it has some', async () => {
		const service = serviceWith(({ operation }) => refusal(operation, 'Maintenance', 99));

		expect(await ask(service)).toMatchObject({
			error: { message: 'The service refused: Maintenance (error 99)' },
		});
	});

	it.each<[why: string, ...Parameters<typeof serviceWith>]>([
		['rows for unused tickets', unknown, () => rows(LOOK_UP, ['1801'])],
		[
			'a list for one unused ticket, and a refusal for another',
			emptyList,
			(request, nth) => (nth === 1 ? unknown(request) : emptyList()),
		],
		['no response', () => reply(LOOK_UP, '<result>true</result>')],
	])('and can be asked again: %s', async (_why, ...answers) => {
		const { error } = (await ask(serviceWith(...answers))) as { error: Error };
		expect(error).toMatchObject({
			description: 'This operation only reads, so it can be run again.',
		});
	});

	it('and what came in place of its answer is told', async () => {
		const { error } = (await ask(serviceWith(() => page(404)))) as { error: Error };

		expect(error).toBeInstanceOf(NotThisInterfaceError);
	});

	it('and is not asked further once it gives no answer', async () => {
		const first = serviceWith(() => page(502));
		await ask(first);
		expect(first.operations()).toEqual([LOOK_UP]);

		const second = serviceWith(unknown, () => page(502));
		await ask(second);
		expect(second.operations()).toEqual([LOOK_UP, LOOK_UP]);
	});
});

describe('A message to everyone', () => {
	const toEveryone: SentMessage = { ...SENT, everyone: true };
	const rowsOf = () => rows(LOOK_UP, ['18015550001']);

	it('is known by rows where a ticket that nobody has used has none', async () => {
		const service = serviceWith(rowsOf);

		expect(await ask(service, toEveryone)).toMatchObject({ kind: 'known' });
		expect(service.operations()).toEqual([LOOK_UP, LOOK_UP]);
	});

	it('is not where the service has come to list somebody under every ticket', async () => {
		let listsAnybody = false;
		const answer = (request: FakeRequest) => (listsAnybody ? rowsOf() : unknown(request));
		const { context, session } = serviceWith(answer, answer);
		const lookup = new TicketLookup(context, session);

		expect(await lookup.ask(toEveryone)).toEqual({ kind: 'notKnown' });
		listsAnybody = true;
		expect(await lookup.ask(toEveryone)).toMatchObject({
			kind: 'couldNotSay',
			error: { reason: expect.stringContaining('lists recipients under tickets') as string },
		});
	});

	it('is not where nothing is heard of a ticket that nobody has used', async () => {
		const service = serviceWith(rowsOf, () => page(502));

		expect(await ask(service, toEveryone)).toMatchObject({ kind: 'couldNotSay' });
	});
});

it('of a message to everyone that the service has a ticket for is known by that one', async () => {
	const sent = { ...BY_SERVICE, custom_ticket: 'n8n-0123456789abcdef-1', everyone: true };
	const service = serviceWith(
		() => rows('getTransactionStatus', ['1801']),
		unknown,
		undefined,
		sent,
	);
	expect(await ask(service, sent)).toMatchObject({ kind: 'known' });
});

describe('What an unused ticket looks like', () => {
	it('is learned once a keyword, code and kind of ticket, however often it is asked', async () => {
		const service = fakeService((request) =>
			request.operation === 'readSubscriptionnode'
				? reply(request.operation, '<result>true</result>')
				: unknown(request),
		);
		const lookup = new TicketLookup(service.context, service.session);
		await Promise.all([lookup.ask(SENT), lookup.ask({ ...SENT, custom_ticket: 'order-2' })]);
		await lookup.ask({ ...SENT, keyword: 'nstaff' });
		const groupsRead = () =>
			service.requests.filter(({ operation }) => operation === 'readSubscriptionnode').length;
		expect(groupsRead()).toBe(1);
		expect(service.requests).toHaveLength(6);

		await lookup.ask({ ...SENT, keyword: 'NCLIENT' });
		expect(groupsRead()).toBe(2);
		await lookup.ask({ ...SENT, code: '54321' });
		expect(groupsRead()).toBe(3);
		await lookup.ask(BY_SERVICE);
		expect(groupsRead()).toBe(4);
	});

	it('is learned again by the next look-up where it could not be', async () => {
		let isUp = false;
		const service = serviceWith(unknown, unknown, ({ operation }) =>
			isUp ? reply(operation, '<result>true</result>') : page(503),
		);
		const lookup = new TicketLookup(service.context, service.session);

		expect((await lookup.ask(SENT)).kind).toBe('couldNotSay');
		isUp = true;
		expect((await lookup.ask(SENT)).kind).toBe('notKnown');
		expect((await lookup.ask(SENT)).kind).toBe('notKnown');
		expect(service.requests).toHaveLength(4 + 4 + 1);
	});

	it('counts no longer where it is to be learned again, as the service may fail by now', async () => {
		let isDown = false;
		const service = serviceWith(unknown, unknown, (request) =>
			isDown ? unknown(request) : reply(request.operation, '<result>true</result>'),
		);
		const lookup = new TicketLookup(service.context, service.session);

		expect((await lookup.ask(SENT)).kind).toBe('notKnown');
		isDown = true;
		expect((await lookup.ask(SENT)).kind).toBe('notKnown');
		lookup.learnAgain();
		expect((await lookup.ask(SENT)).kind).toBe('couldNotSay');
	});
});

it('asks again after the pause where it is told to wait', async () => {
	let isBusy = true;
	const service = serviceWith(() => {
		if (!isBusy) return rows(LOOK_UP, ['1801']);
		isBusy = false;
		return { status: 503, headers: { 'retry-after': '0' }, body: '<html>Busy</html>' };
	});

	expect(await ask(service)).toMatchObject({ kind: 'known' });
	expect(service.operations()).toEqual([LOOK_UP, LOOK_UP]);
});

describe('A service that lists somebody under any ticket', () => {
	const anybody = ({ operation }: FakeRequest) => rows(operation, ['18015550009']);

	it('tells nothing by its rows, nor by an answer without any', async () => {
		const everyone = { ...SENT, everyone: true };
		for (const own of [unknown, emptyList]) {
			expect(await ask(serviceWith(own, anybody), everyone)).toMatchObject({
				kind: 'couldNotSay',
				error: {
					reason: expect.stringContaining('lists recipients under tickets that nobody') as string,
				},
			});
		}
	});

	it.each([
		['has this ticket and no other', anybody, unknown, true],
		['has any ticket', anybody, anybody, false],
		['does not have this ticket', unknown, unknown, false],
		['lists nobody under this ticket', emptyList, unknown, false],
	])('is told from one that %s', async (_what, own, unused, expected) => {
		const { context, session } = serviceWith(own, unused);
		expect(await new TicketLookup(context, session).lists(SENT, {})).toBe(expected);
	});

	it('is told from one that keeps the beginning of tickets, where the ticket is one of the node', async () => {
		const own = 'n8n-0123456789abcdef-9497df-1';
		for (const [kept, expected] of [
			[own.length - 1, true],
			[own.length, false],
		] as const) {
			const { context, session } = fakeService(({ ticket }) =>
				own.slice(0, kept) === ticket.slice(0, kept)
					? anybody({ operation: LOOK_UP } as FakeRequest)
					: unknown({ operation: LOOK_UP, ticket } as FakeRequest),
			);
			const lookup = new TicketLookup(context, session);
			expect(await lookup.listsAnybody({ ...SENT, custom_ticket: own }, {})).toBe(expected);
			// One that the next digit makes longer.
			expect(await lookup.listsAnybody({ ...SENT, custom_ticket: `${own}0` }, {})).toBe(true);
		}
	});

	it.each(['n8n-inbox', 'n8n-BOX'])(
		'is told of %s, which a user chose, where capital letters make no difference',
		async (own) => {
			const { context, session } = fakeService(({ ticket }) =>
				own.toLowerCase() === ticket.toLowerCase()
					? anybody({ operation: LOOK_UP } as FakeRequest)
					: unknown({ operation: LOOK_UP, ticket } as FakeRequest),
			);
			const lookup = new TicketLookup(context, session);
			expect(await lookup.listsAnybody({ ...SENT, custom_ticket: own }, {})).toBe(false);
		},
	);

	it('is not told where the service says nothing of this ticket', async () => {
		const { context, session } = serviceWith(() => page(502), unknown);
		const listed = await new TicketLookup(context, session).lists(SENT, {});
		expect(listed).toBeInstanceOf(NotThisInterfaceError);
	});

	it('is asked anew where it gave no answer, and is taken for no other until then', async () => {
		const service = serviceWith(anybody, (request, nth) =>
			nth === 1 ? page(502) : anybody(request),
		);
		const lookup = new TicketLookup(service.context, service.session);
		expect(await lookup.lists(SENT, {})).toBeInstanceOf(NotThisInterfaceError);
		expect(await lookup.lists(SENT, {})).toBe(false);
		expect(await lookup.listsAnybody(SENT, {})).toBe(true);
		expect(service.requests).toHaveLength(4);
	});

	it.each([
		['nothing', () => reply(LOOK_UP, GOOD)],
		['a list of nil', () => listed('<item xsi:nil="true"/>')],
		['a fault', () => soapFault('No such ticket')],
	])('is told from one that answers %s for other tickets', async (_what, unused) => {
		const { context, session } = serviceWith(anybody, unused);
		expect(await new TicketLookup(context, session).lists(SENT, {})).toBe(true);
	});

	it('is asked once for each keyword, code and transport', async () => {
		const { context, session, requests } = serviceWith(unknown, anybody);
		const lookup = new TicketLookup(context, session);
		expect(await lookup.listsAnybody(SENT, {})).toBe(true);
		expect(await lookup.listsAnybody({ ...SENT, keyword: 'nstaff' }, {})).toBe(true);
		expect(requests).toHaveLength(1);
		await lookup.listsAnybody({ ...SENT, keyword: 'OTHER' }, {});
		await lookup.listsAnybody({ ...SENT, code: '67890' }, {});
		expect(requests).toHaveLength(3);
		expect(new Set(requests.map(({ ticket }) => ticket)).size).toBe(3);
	});
});

describe('A keyword under which the service refuses its group as well', () => {
	const down = ({ operation }: FakeRequest) => refusal(operation, 'Not allowed', 9);

	it.each([
		['all that is asked, in the same words', down, down, true],
		['the ticket in other words', unknown, down, false],
		[
			'tickets that nobody has used in words of their own each',
			down,
			({ operation }: FakeRequest, nth: number) => refusal(operation, `No ${nth}`, nth),
			false,
		],
		[
			'one of two tickets that nobody has used',
			down,
			(request: FakeRequest, nth: number) => (nth === 1 ? down(request) : emptyList()),
			false,
		],
		[
			'the other one of them',
			down,
			(request: FakeRequest, nth: number) => (nth === 2 ? down(request) : emptyList()),
			false,
		],
	])('says whether it refuses %s', async (_what, own, unused, refusesAll) => {
		const answer = await ask(serviceWith(own, unused, down));
		expect(answer).toMatchObject({ kind: 'couldNotSay' });
		expect((answer as { refusesAll?: boolean }).refusesAll ?? false).toBe(refusesAll);
	});

	it('is not one where the group is given', async () => {
		const answer = await ask(serviceWith(down));
		expect(answer).toMatchObject({ kind: 'couldNotSay', refusesAll: false });
	});
});

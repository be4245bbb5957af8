import {
	isAlike,
	lookedUp as lookedUpInSteps,
	SendLookup,
} from '../../../../../nodes/SubscriptionMessaging/run/send/sendLookup';
import type { TransactionDetail } from '../../../../../nodes/SubscriptionMessaging/service/answer/deliveryStatus';
import {
	OutcomeUnclearError,
	ServiceRefusedError,
} from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { AddressIndex } from '../../../../../nodes/SubscriptionMessaging/service/text/addressIndex';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { paceOf } from '../../../../../nodes/SubscriptionMessaging/transport/pace';
import type { TicketAnswer } from '../../../../../nodes/SubscriptionMessaging/lookups/ticketLookup';
import { fakeService, refusal, reply, rows } from '../../transport/fakeService';
import { broadcastCall, sendCall, to } from '../preparedItems';

const lookedUp = (...given: Parameters<typeof lookedUpInSteps>) =>
	finished(lookedUpInSteps(...given));

const known = (...addresses: string[]): TicketAnswer => ({
	kind: 'known',
	details: addresses.map((sendTo): TransactionDetail => ({ sendTo }) as TransactionDetail),
});
const two = sendCall(to('18015550001', '18015550002'));

describe('what the service has under a ticket', () => {
	test.each([
		['all of the recipients', ['18015550002', '18015550001'], 'known'],
		['all, and others', ['18015550002', '18015550001', '18015559999'], 'known'],
		['some of them', ['18015550002'], 'partly'],
		['others only', ['18015559999'], 'others'],
		['nobody', [], 'others'],
	])('are %s', (_what, listed, state) => {
		expect(lookedUp(two, known(...listed)).state).toBe(state);
	});

	test('names those who are reached as they were sent, however they are written', () => {
		const { reached } = lookedUp(two, known('+1 (801) 555-0001', '8015550002'));
		expect([...reached]).toEqual(['18015550001', '18015550002']);
	});

	test('tells of the one that is the same, though the number fits another one too', () => {
		const alike = sendCall(to('8015550001', '18015550001'));
		expect([...lookedUp(alike, known('8015550001')).reached]).toEqual(['8015550001']);
	});

	test('tells of one whose number was sent in two forms, by a third form of it', () => {
		const twice = sendCall(to('18015550001', '+18015550001'));
		const { state, reached } = lookedUp(twice, known('8015550001', '8015550001'));
		expect(state).toBe('known');
		expect([...reached]).toEqual(['18015550001', '+18015550001']);
	});

	test('tells of one whose number the service has rewritten', () => {
		const mexican = sendCall(to('525512345678', '18015550001'));
		const { state, reached } = lookedUp(mexican, known('5215512345678'));
		expect(state).toBe('partly');
		expect([...reached]).toEqual(['525512345678']);
	});

	test('tells of nobody by the row of somebody whom another call under the ticket addresses', () => {
		const underTicket = new AddressIndex(['18015550001', '448015550001', '448015550009']);
		const one = sendCall(to('18015550001'));
		const state = (row: string) => lookedUp(one, known(row), { underTicket }).state;
		expect(lookedUp(one, known('448015550001')).state).toBe('others');
		expect(state('448015550001')).toBe('others');
		expect(state('8015550001')).toBe('couldNotSay');
		expect(state('8015550009')).toBe('others');
		expect(state('18015550001')).toBe('known');
	});

	test('tells of one whom another call addresses by another form of the number', () => {
		const underTicket = new AddressIndex(['525512345678', '5215512345678', '18015550001']);
		for (const form of ['525512345678', '5215512345678']) {
			const { state } = lookedUp(sendCall(to(form)), known('525512345678'), { underTicket });
			expect([form, state]).toEqual([form, 'known']);
		}
	});

	test('leaves it open who is missing where it names a stranger too', () => {
		expect(lookedUp(two, known('18015550001', '18015559999'))).toMatchObject({
			state: 'partly',
			isDoubtful: true,
		});
		expect(lookedUp(two, known('18015550001'))).toMatchObject({ isDoubtful: false });
	});

	test('tells of nobody by a number that fits two recipients', () => {
		const alike = sendCall(to('18015550001', '448015550001'));
		expect(lookedUp(alike, known('8015550001')).state).toBe('couldNotSay');
		expect(lookedUp(alike, known('18015550001')).state).toBe('partly');
	});

	test.each(['1801555****', '***5550001', '0001', '', 'Ann'])(
		'tells of nobody by the row %p',
		(hidden) => {
			expect(lookedUp(two, known(hidden)).state).toBe('couldNotSay');
			expect(lookedUp(two, known('18015550001', hidden))).toMatchObject({
				state: 'partly',
				isDoubtful: true,
			});
			expect(lookedUp(two, known('18015559999', 'ann@example.com')).state).toBe('others');
		},
	);

	test('is counted for each message to one number', () => {
		const twice = sendCall(to('18015550001', '+18015550001', '18015550002'));
		expect(lookedUp(twice, known('18015550001', '18015550002'))).toMatchObject({
			state: 'partly',
			isDoubtful: true,
			reached: new Set(['18015550002']),
		});
		expect(lookedUp(twice, known('18015550001', '18015550002', '18015550001')).state).toBe('known');
		expect(lookedUp(twice, known('18015550001')).state).toBe('couldNotSay');
	});

	test('speaks against a refusal only where its status does', () => {
		const listed = (status_code: number | null): TicketAnswer => ({
			kind: 'known',
			details: [{ sendTo: '18015550001', status_code, status_message: null }],
		});
		const one = sendCall(to('18015550001'));
		for (const code of [100, 101, null]) {
			expect(lookedUp(one, listed(code), { wasRefused: true }).state).toBe('known');
		}
		expect(lookedUp(one, listed(402), { wasRefused: true }).state).toBe('couldNotSay');
		expect(lookedUp(one, listed(402)).state).toBe('known');
		const said = { sendTo: '18015550001', status_code: null, status_message: 'Failed' };
		expect(lookedUp(one, { kind: 'known', details: [said] }, { wasRefused: true }).state).toBe(
			'couldNotSay',
		);
		const others = { ...said, sendTo: '18015559999' };
		expect(lookedUp(one, { kind: 'known', details: [others] }, { wasRefused: true }).state).toBe(
			'others',
		);
	});

	test('is known for a message to everyone, whoever is listed', () => {
		expect(lookedUp(broadcastCall(), known('18015559999')).state).toBe('known');
	});

	test('is not known, or could not be said, and why', () => {
		expect(lookedUp(two, { kind: 'notKnown' })).toMatchObject({ state: 'notKnown', details: [] });
		const error = new OutcomeUnclearError('reset', '', 'read');
		for (const kind of ['noRows', 'couldNotSay'] as const) {
			const told = lookedUp(two, { kind, error });
			expect(told).toMatchObject({ state: kind, error, details: [] });
			expect(told.reached.size).toBe(0);
		}
	});
});

describe('the service is asked', () => {
	const LIST = 'getCustomTransactionStatus';
	const asked = async (
		call: Parameters<SendLookup['ask']>[0],
		{ echo = '', unused = refusal(LIST, 'Not known'), used = rows(LIST, ['18015550001']) } = {},
	) => {
		const { context, session, requests } = fakeService(({ operation, ticket }) =>
			operation === LIST && /^n8n-/.test(ticket)
				? unused
				: operation === LIST
					? used
					: reply(
							operation,
							'<result>true</result><response><keyword>NORTH</keyword><subscriptionnodes><item><keyword>NSTAFF</keyword></item></subscriptionnodes></response>',
						),
		);
		const lookup = new SendLookup(context, session, paceOf(session, 0));
		if (echo) lookup.echoed(call, echo);
		const answer = await lookup.ask(call, {});
		return {
			answer,
			names: requests.map(({ operation, keyword, ticket }) =>
				`${operation} ${keyword} ${ticket}`.trim(),
			),
		};
	};

	test('and rows prove nothing while it is not known whether any ticket has them', async () => {
		const { answer } = await asked(sendCall(to('1'), 'Hi', { custom_ticket: 'order-1' }), {
			unused: 'Bad gateway',
		});
		expect(answer).toMatchObject({ kind: 'couldNotSay', error: expect.any(Error) });
		expect(answer).not.toMatchObject({ error: { reason: expect.stringContaining('nobody') } });
	});

	test('by the custom ticket, and the keyword that the list was sent by', async () => {
		const { answer, names } = await asked(sendCall(to('1'), 'Hi', { custom_ticket: 'order-1' }));
		expect(answer.kind).toBe('known');
		expect(names[0]).toBe(`${LIST} NSTAFF order-1`);
		expect(names.slice(1)).toEqual([expect.stringMatching(`^${LIST} NSTAFF n8n-`)]);
	});

	test('what it lists under others only where it lists the people of a list', async () => {
		const call = sendCall(to('1'), 'Hi', { custom_ticket: 'order-1' });
		const unknown = await asked(call, { used: refusal(LIST, 'Not known') });
		expect(unknown.answer.kind).toBe('notKnown');
		expect(unknown.names).toHaveLength(4);
		const everyone = await asked(broadcastCall('Hi', 'NSTAFF', { custom_ticket: 'order-1' }));
		expect(everyone.answer.kind).toBe('known');
		expect(everyone.names).toHaveLength(3);
	});

	test('in vain where it lists people under tickets that nobody has used', async () => {
		const call = sendCall(to('1'), 'Hi', { custom_ticket: 'order-1' });
		const { answer } = await asked(call, { unused: rows(LIST, ['18015550001']) });
		expect(answer).toMatchObject({
			kind: 'couldNotSay',
			error: { effect: 'read', reason: expect.stringContaining('nobody has used') as string },
		});
	});

	test.each([
		['in vain where it keeps a part of it', 'ORDER', 'order-1', 'couldNotSay'],
		['as before where it writes all of it in other letters', 'ORDER-1', 'order-1', 'known'],
		['as before where it answers with a ticket of its own', 'X', 'order-1', 'known'],
		['as before where it keeps the end of it', '-1', 'order-1', 'known'],
		['as before without a ticket', 'ORDER', undefined, 'known'],
	])('%s', async (_how, echo, custom_ticket, kind) => {
		const call = sendCall(to('18015550001'), 'Hi', custom_ticket ? { custom_ticket } : {});
		const { answer } = await asked(call, { echo });
		expect(answer.kind).toBe(kind);
		if (kind === 'couldNotSay') {
			expect(answer).toMatchObject({
				error: {
					effect: 'read',
					reason: expect.stringContaining('keeps 5 characters') as string,
				},
			});
		}
	});

	test('by the keyword of a group where everyone in a division got it', async () => {
		const { names } = await asked(broadcastCall('Hi', 'NORTH'));
		expect(names.slice(0, 2)).toEqual(['getOrganizationTree NORTH', `${LIST} NSTAFF`]);
	});
});

describe('a look-up that is refused as its send is', () => {
	const refused = (text: string | null, code = 9) => new ServiceRefusedError(code, text);
	const unclear = new OutcomeUnclearError('reset', '', 'send');
	const call = sendCall(to('1'), 'Hi', { custom_ticket: 'order-1' });

	test.each([
		['in the same words', refused('No'), refused('No'), true],
		['in other words', refused('No'), refused('Not now'), false],
		['with another code', refused('No'), refused('No', 8), false],
		['without words', refused(null), refused(null), true],
		['with and without words', refused('No'), refused(null), false],
		['by what is no refusal', unclear, refused('No'), false],
		['where the look-up was no refusal', refused('No'), unclear, false],
	])('%s tells the two alike or not', (_how, error, ofLookUp, expected) => {
		const asIs = { error: ofLookUp, refusesAll: true };
		expect(isAlike(error, asIs, call, false)).toBe(expected);
		expect(isAlike(error, asIs, sendCall(to('1')), false)).toBe(expected);
		expect(isAlike(error, { error: ofLookUp }, call, false)).toBe(false);
		const areRefusals = error !== unclear && ofLookUp !== unclear;
		expect(isAlike(error, asIs, call, true)).toBe(areRefusals);
	});

	test('is refused in the same words where these hold the ticket', () => {
		const asked = { error: refused('order-1 is refused'), refusesAll: true };
		expect(isAlike(refused('order-1 is refused'), asked, call, false)).toBe(true);
		expect(isAlike(refused('order-2 is refused'), asked, call, false)).toBe(false);
	});

	test('is told from others, where the service refuses any ticket so', () => {
		const error = refused('No');
		expect(lookedUp(call, { kind: 'couldNotSay', error, refusesAll: true })).toHaveProperty(
			'refusesAll',
			true,
		);
		expect(lookedUp(call, { kind: 'couldNotSay', error })).not.toHaveProperty('refusesAll');
	});
});

test('before a second look, the service has time, and its words for unknown tickets are learned anew', async () => {
	let isDown = false;
	const fake = fakeService(({ operation, ticket }) =>
		isDown || operation !== 'readSubscriptionnode'
			? refusal(operation, `Ticket ${ticket} is unknown`)
			: reply(operation, '<result>true</result>'),
	);
	const lookup = new SendLookup(fake.context, fake.session, paceOf(fake.session, 0));
	const call = { ...sendCall(to('18015550001')) };
	const asked = {
		...call,
		parameters: { ...call.parameters, custom_ticket: 'order-1' },
	} as typeof call;
	const settings = { transport: 'soap' } as Parameters<typeof lookup.ask>[1];
	expect((await lookup.ask(asked, settings)).kind).toBe('notKnown');
	isDown = true;
	const cancel = new AbortController();
	cancel.abort(new Error('cancelled'));
	await expect(lookup.beforeSecondLook(cancel.signal)).rejects.toThrow('cancelled');
	jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
	const waited = lookup.beforeSecondLook(undefined);
	await jest.advanceTimersByTimeAsync(2_000);
	await waited;
	jest.useRealTimers();
	expect((await lookup.ask(asked, settings)).kind).toBe('couldNotSay');
});

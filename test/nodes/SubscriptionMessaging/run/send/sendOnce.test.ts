import { sleep } from 'n8n-workflow';

import { RunMemory } from '../../../../../nodes/SubscriptionMessaging/run/memory/store';
import { SendLookup } from '../../../../../nodes/SubscriptionMessaging/run/send/sendLookup';
import {
	sendOnce,
	type Divided,
	type SafeSend,
} from '../../../../../nodes/SubscriptionMessaging/run/send/sendOnce';
import type { SendOutcome } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { encode } from '../../../../../nodes/SubscriptionMessaging/transport/exchange';
import { paceOf } from '../../../../../nodes/SubscriptionMessaging/transport/pace';
import {
	type FakeAnswer,
	fakeService,
	GOOD,
	LOOK_UP,
	notKnown,
	page,
	refusal,
	reply,
	rows,
} from '../../transport/fakeService';
import { broadcastCall, plainCall, sendCall, SETTINGS, to } from '../preparedItems';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(async () => await Promise.resolve()),
}));

beforeEach(() => jest.mocked(sleep).mockReset().mockResolvedValue(undefined));

const SENT = reply('sendMessage', `${GOOD}<transaction_ticket>T</transaction_ticket>`);
const lost = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
const notReached = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
const OTHERS = rows(LOOK_UP, ['18015550009']);
const DENIED = refusal(LOOK_UP, 'No credit', 9);
const ALL_DENIED = { lookUps: [DENIED, DENIED], ofAnyTicket: DENIED, ofGroup: DENIED };
const busy = (status: number, seconds = 0): FakeAnswer => ({
	status,
	headers: { 'retry-after': String(seconds) },
	body: '<html>Busy</html>',
});

interface Sending extends Partial<Omit<SafeSend, 'settings'>> {
	onUnclear?: 'stop' | 'resend';
	/** What the sends end in, one after the other; the last one over and over. */
	sends?: Array<FakeAnswer | Error>;
	/** What the look-ups of the ticket are answered, likewise; not known where none is left. */
	lookUps?: FakeAnswer[];
	/** What they are answered for tickets that nobody has used. */
	ofAnyTicket?: FakeAnswer;
	/** What the reading of the group is answered. */
	ofGroup?: FakeAnswer;
	cancel?: AbortSignal;
}

const one = sendCall(to('18015550001'), 'Hello', { custom_ticket: 'order-1' });
const two = sendCall(to('18015550001', '18015550002'), 'Hello', { custom_ticket: 'order-1' });

/** How a send ends, with the requests that were made for it. */
async function sending({
	call = one,
	sends = [SENT],
	lookUps = [],
	ofAnyTicket,
	ofGroup,
	ticket = 'own',
	wasUnclear = false,
	lost: before,
	onUnclear = 'stop',
	cancel,
}: Sending) {
	const left = [...sends];
	const told = [...lookUps];
	let asksForIt = 0;
	const { context, session, operations } = fakeService(({ operation, ticket: asked }) => {
		if (operation === 'readSubscriptionnode') return ofGroup ?? reply(operation, GOOD);
		if (operation === LOOK_UP) {
			if (asked === 'order-1') asksForIt += 1;
			return (asked === 'order-1' ? told.shift() : ofAnyTicket) || notKnown(asked);
		}
		const answer = left.length > 1 ? left.shift()! : left[0]!;
		if (answer instanceof Error) throw answer;
		return answer;
	}, cancel);
	const pace = paceOf(session, 0, cancel);
	const memory = new RunMemory({ id: 'a', items: {}, calls: {} });
	const end = await sendOnce(
		{ context, session, memory, pace, lookup: new SendLookup(context, session, pace) },
		{
			call,
			encoded: encode(call, session, 'soap'),
			settings: { ...SETTINGS, onUnclear },
			ticket,
			wasUnclear,
			lost: before,
		},
	);
	const count = (pattern: RegExp) => operations().filter((name) => pattern.test(name)).length;
	return {
		end,
		kind: kindOf(end),
		error: 'error' in end ? end.error : undefined,
		sends: count(/^(send|plainSend)/),
		asked: operations().length - count(/^(send|plainSend)/),
		lookUps: asksForIt,
	};
}

const kindOf = (end: SendOutcome | Divided) => (end.kind === 'accepted' ? end.evidence : end.kind);

describe('a send', () => {
	test('that is answered leaves once, and nothing is asked', async () => {
		const { end, kind, sends, asked } = await sending({});
		expect([kind, sends, asked]).toEqual(['answered', 1, 0]);
		expect(end).toMatchObject({ answer: { transaction_ticket: 'T' } });
	});

	test('that did not leave has sent nothing, and nothing is asked', async () => {
		const { kind, sends, asked, error } = await sending({ sends: [notReached] });
		expect([kind, sends, asked]).toEqual(['failed', 1, 0]);
		expect(error?.name).toBe('NotSentError');
	});

	test('that the service refuses for one person failed, in its words', async () => {
		const { kind, sends, error } = await sending({ sends: [refusal('sendMessage', 'No credit')] });
		expect([kind, sends]).toEqual(['failed', 1]);
		expect(error?.message).toBe('The service refused: No credit (error 120)');
	});

	/** Cancels the execution between two look-ups. */
	const cancelledInPause = () => {
		const cancel = new AbortController();
		jest.mocked(sleep).mockImplementation(async (milliseconds) => {
			if (milliseconds === 2000) cancel.abort(new Error('cancelled'));
			await Promise.resolve();
		});
		return cancel.signal;
	};

	test('that is cancelled between two look-ups is open, and not sent again', async () => {
		const cancel = cancelledInPause();
		const { kind, sends, error } = await sending({ sends: [lost], onUnclear: 'resend', cancel });
		expect([kind, sends]).toEqual(['unknown', 1]);
		expect(error?.description).toContain('because the execution was cancelled');
	});

	test('that is refused and cancelled before that is confirmed keeps the refusal', async () => {
		const sends = [refusal('sendMessage', 'No credit')];
		const { error } = await sending({ sends, cancel: cancelledInPause() });
		expect(error).toMatchObject({ known: { refusal: { serviceMessage: 'No credit' } } });
	});

	test('whose wait breaks off ends with the reason', async () => {
		// Not the rests between two parts of work, without which nothing in this process would go on.
		jest.mocked(sleep).mockImplementation(async (milliseconds) => {
			await (milliseconds === 2000 ? Promise.reject(new Error('broken')) : Promise.resolve());
		});
		await expect(sending({ sends: [lost] })).rejects.toThrow('broken');
	});
});

describe('a send whose answer was lost', () => {
	test('is found by its ticket', async () => {
		const { end, kind, sends } = await sending({
			sends: [lost],
			lookUps: [rows(LOOK_UP, ['18015550001'])],
		});
		expect([kind, sends]).toEqual(['recovered', 1]);
		expect(end).toMatchObject({
			answer: {
				result: true,
				message: 'The answer was lost, but the service knows the custom ticket',
				transaction_ticket: null,
				custom_ticket: 'order-1',
			},
		});
		expect(jest.mocked(sleep).mock.calls.filter(([time]) => time === 2000)).toEqual([]);
	});

	test('and is twice not known stays unknown, with its ticket and what to do', async () => {
		const { kind, sends, error } = await sending({ sends: [lost] });
		expect([kind, sends]).toEqual(['unknown', 1]);
		expect(jest.mocked(sleep).mock.calls.filter(([time]) => time === 2000)).toHaveLength(1);
		expect(error?.message).toBe("We can't tell whether this message was sent");
		expect(error?.description).toContain('(custom ticket order-1)');
		expect(error?.description).toMatch(
			/ twice\. Look it up with Message → Get Status by the custom ticket order-1 before you send again\.$/,
		);
	});

	test.each([
		['stop', 1],
		['resend', 3],
	] as const)('and is not known leaves with %s %d times at most', async (onUnclear, times) => {
		const { end, kind, sends } = await sending({ sends: [lost], onUnclear });
		expect([kind, sends]).toEqual(['unknown', times]);
		expect(end).toMatchObject({ tries: times });
	});

	test('and that is refused when it leaves again has no tries left for a repetition', async () => {
		const sends = [lost, refusal('sendMessage', 'No credit')];
		const { end } = await sending({ sends, onUnclear: 'resend' });
		expect(end).toMatchObject({ kind: 'unknown', tries: 3 });
	});

	test('and is sent again is accepted by the answer to that', async () => {
		const { kind, sends } = await sending({ sends: [lost, SENT], onUnclear: 'resend' });
		expect([kind, sends]).toEqual(['answered', 2]);
	});

	test('stays unknown where a later try is refused, which is no lost answer to send again after', async () => {
		const { kind, sends, error } = await sending({
			sends: [lost, refusal('sendMessage', 'No'), SENT],
			onUnclear: 'resend',
		});
		expect([kind, sends]).toEqual(['unknown', 2]);
		expect(error?.description).toContain('an earlier try may still arrive');
		expect(error).toMatchObject({ known: { refusal: undefined } });
	});

	test('is not looked up by a ticket that other sends carry, nor sent again', async () => {
		const { kind, sends, asked, error } = await sending({
			sends: [lost],
			lookUps: [rows(LOOK_UP, ['18015550001'])],
			ticket: 'shared',
			onUnclear: 'resend',
		});
		expect([kind, sends, asked]).toEqual(['unknown', 1, 0]);
		expect(error?.description).toContain('other sends may carry its ticket');
	});

	test('is not sent again where the status check fails, and says why', async () => {
		const { kind, sends, error } = await sending({
			sends: [lost],
			lookUps: [refusal(LOOK_UP, 'Maintenance', 99)],
			onUnclear: 'resend',
		});
		expect([kind, sends]).toEqual(['unknown', 1]);
		expect(error?.description).toContain('the status check failed too (');
		expect(error?.description).toContain('Maintenance');
	});

	test('by a page alone names the address as the likely cause, unless the service answered since', async () => {
		const foreign = await sending({ sends: [page(404)], lookUps: [page(404)] });
		expect(foreign.error?.message).toBe("This address doesn't answer like the messaging service");
		const known = await sending({ sends: [page(404)] });
		expect(known.error?.message).toBe("We can't tell whether this message was sent");
		expect(known.sends).toBe(1);
	});
});

describe('a service that is closed for long', () => {
	test.each([
		[429, 'failed'],
		[503, 'unknown'],
	] as const)('by HTTP %d is not sent to again', async (status, expected) => {
		const { kind, sends } = await sending({ sends: [busy(status, 61)], onUnclear: 'resend' });
		expect([kind, sends]).toEqual([expected, 1]);
	});

	test('by HTTP 429 for a short while is, until it has sent five away', async () => {
		expect(await sending({ sends: [busy(429), SENT] })).toMatchObject({
			kind: 'answered',
			sends: 2,
		});
		expect(await sending({ sends: [busy(429)] })).toMatchObject({ kind: 'failed', sends: 5 });
	});

	test('by HTTP 429 for a while, which then refuses, has sent nothing', async () => {
		const sends = [busy(429), refusal('sendMessage', 'No credit')];
		expect(await sending({ sends })).toMatchObject({ kind: 'failed', sends: 2 });
	});

	test('by HTTP 429 after a lost answer is not, unless the user accepts the risk', async () => {
		const sends = [lost, busy(429)];
		expect(await sending({ sends })).toMatchObject({ kind: 'unknown', sends: 1 });
		const risky = await sending({ sends, onUnclear: 'resend' });
		expect(risky.kind).toBe('unknown');
		expect(risky.sends).toBeGreaterThan(2);
	});
});

describe('a send that an earlier run left open', () => {
	test('is asked for before anything leaves', async () => {
		const { kind, sends } = await sending({
			wasUnclear: true,
			lookUps: [rows(LOOK_UP, ['18015550001'])],
		});
		expect([kind, sends]).toEqual(['recovered', 0]);
	});

	test('is not sent again while nobody accepts the risk', async () => {
		const { kind, sends, error } = await sending({ wasUnclear: true });
		expect([kind, sends]).toEqual(['unknown', 0]);
		expect(error?.description).toContain('An earlier run of this node got no answer');
	});

	test('counts as one try', async () => {
		const { kind, sends } = await sending({ wasUnclear: true, sends: [lost], onUnclear: 'resend' });
		expect([kind, sends]).toEqual(['unknown', 2]);
	});

	test('is not blamed on the address for the page that a look-up gave', async () => {
		const { error } = await sending({ wasUnclear: true, lookUps: [page(404)] });
		expect(error?.message).toBe("We can't tell whether this message was sent");
	});

	test('says why, as the earlier run did', async () => {
		const { error } = await sending({
			wasUnclear: true,
			lost: { reason: 'HTTP 404', page: { found: 'html', httpStatus: 404, detail: 'Shop' } },
			lookUps: [page(404)],
		});
		expect(error?.message).toBe("This address doesn't answer like the messaging service");
		expect(error?.description).toContain('HTTP 404');
	});
});

describe('a list that the service took in part', () => {
	test('is divided once both look-ups list only some of it, and failed for the others if refused', async () => {
		const some = rows(LOOK_UP, ['18015550002']);
		const { end } = await sending({
			call: two,
			sends: [refusal('sendMessage', 'No credit')],
			lookUps: [some, some],
		});
		expect(end).toMatchObject({ kind: 'divided', evidence: 'recovered', rest: { kind: 'failed' } });
		expect([...(end as Divided).reached]).toEqual(['18015550002']);
	});

	test('is unknown for the others where the look-ups list as many, and not the same', async () => {
		const { end } = await sending({
			call: sendCall(to('18015550001', '18015550002', '18015550003'), 'Hello', {
				custom_ticket: 'order-1',
			}),
			sends: [refusal('sendMessage', 'No credit')],
			lookUps: [rows(LOOK_UP, ['18015550001']), rows(LOOK_UP, ['18015550002'])],
		});
		expect(end).toMatchObject({ kind: 'divided', rest: { kind: 'unknown' } });
		expect([...(end as Divided).reached]).toEqual(['18015550001', '18015550002']);
	});

	test('is unknown for the others after a lost answer, though both look-ups list the same', async () => {
		const some = rows(LOOK_UP, ['18015550002']);
		const { end } = await sending({ call: two, sends: [lost], lookUps: [some, some] });
		expect(end).toMatchObject({ kind: 'divided', rest: { kind: 'unknown' } });
	});

	test('reached whoever one of the look-ups lists, and the rest is unknown after a lost answer', async () => {
		const { end } = await sending({
			call: two,
			sends: [lost],
			lookUps: [rows(LOOK_UP, ['18015550002']), rows(LOOK_UP, ['18015550002', '18015550009'])],
		});
		expect(end).toMatchObject({ kind: 'divided', rest: { kind: 'unknown' } });
		expect([...(end as Divided).reached]).toEqual(['18015550002']);
	});

	test('is whole where the second look-up lists all of it', async () => {
		const { kind } = await sending({
			call: two,
			sends: [lost],
			lookUps: [rows(LOOK_UP, ['18015550002']), rows(LOOK_UP, ['18015550001', '18015550002'])],
		});
		expect(kind).toBe('recovered');
	});
});

test('a message to everyone whose answer was lost is never sent again', async () => {
	const call = broadcastCall('Hello', 'NSTAFF', { custom_ticket: 'order-1' });
	const { kind, sends } = await sending({ call, sends: [lost], onUnclear: 'resend' });
	expect([kind, sends]).toEqual(['unknown', 1]);
});

describe('a plain send', () => {
	const answerOf = (
		accepted: string[],
		ticket = 'T',
		result = true,
		message = 'not s3cret-word',
	) => {
		const list = (...texts: string[]) =>
			`<item>${texts.map((text) => `<item>${text}</item>`).join('')}</item>`;
		return `<sendMessageSpecifyNumbers><result>${result}</result><message>${message}</message><response>${list(...accepted)}${ticket && list(ticket)}</response></sendMessageSpecifyNumbers>`;
	};
	const plain: Sending = { call: plainCall('18015550001'), ticket: 'none' };

	test('without an answer is unknown, and nothing can be asked', async () => {
		const { kind, sends, asked, error } = await sending({
			...plain,
			sends: [lost],
			onUnclear: 'resend',
		});
		expect([kind, sends, asked]).toEqual(['unknown', 1, 0]);
		expect(error?.description).toContain('(no custom ticket)');
		expect(error?.description).toContain('Ask the service before you send again.');
	});

	test('of which no number was accepted sent nothing, and says why without a secret', async () => {
		const none = answerOf([], '', true, '0, not s3cret-word');
		const { kind, sends, error } = await sending({ ...plain, sends: [none] });
		expect([kind, sends]).toEqual(['failed', 1]);
		expect(error?.message).toBe('The service refused: it accepted none of the numbers. 0, not •••');
	});

	test('of which no number was accepted, without a word, says no more', async () => {
		const answer = answerOf([], '', true, '');
		const blank = answer.replace('<message></message>', '<message> </message>');
		for (const silent of [answer, blank, answer.replace('<message></message>', '')]) {
			const { error } = await sending({ ...plain, sends: [silent] });
			expect(error?.message).toBe('The service refused: it accepted none of the numbers');
		}
	});

	test.each([
		['0 of 2 messages were sent', 'failed'],
		['2 messages were sent', 'unknown'],
		['2 messages were sent, and 1 was not', 'unknown'],
		['All messages were sent', 'unknown'],
		['2 messages were sent, 0 failed', 'unknown'],
	])('of which it lists no number, and says %j, is %s', async (said, expected) => {
		const { kind, sends } = await sending({ ...plain, sends: [answerOf([], '', true, said)] });
		expect([kind, sends]).toEqual([expected, 1]);
	});

	test('of which it lists the numbers, and says that none failed, was sent', async () => {
		const answer = answerOf(['18015550001'], 'T', true, '1 message was sent, 0 failed');
		expect((await sending({ ...plain, sends: [answer] })).kind).toBe('answered');
	});

	test('of which it lists the numbers, and says 0, is unknown', async () => {
		const answer = answerOf(['18015550001'], '', true, '0 messages were sent');
		const { kind, error } = await sending({ ...plain, sends: [answer] });
		expect(kind).toBe('unknown');
		expect(error?.description).toContain('The service lists numbers, and says 0');
		expect(error?.description).toContain('The message may have been sent');
	});

	test.each([
		['gives a ticket, and accepted none', answerOf([]), 'gives a ticket'],
		['accepted other numbers', answerOf(['18015559999']), 'lists other numbers'],
		['accepted others without a ticket', answerOf(['18015559999'], ''), 'lists other numbers'],
	])(
		'is unknown where the service %s, and says so without a secret',
		async (_what, answer, why) => {
			const { kind, sends, error } = await sending({ ...plain, sends: [answer] });
			expect([kind, sends]).toEqual(['unknown', 1]);
			expect(error?.description).toContain(
				`The service ${why}, and accepted none of those that were sent: "not •••"`,
			);
		},
	);

	test('is unknown where the service accepted other numbers, whatever it says or does not say', async () => {
		for (const said of ['', '0 messages were sent']) {
			const others = answerOf(['18015559999'], '', true, said);
			const { kind, error } = await sending({ ...plain, sends: [others] });
			expect(kind).toBe('unknown');
			expect(error).toMatchObject({ effect: 'send' });
		}
		const contradicting = answerOf(['18015550001'], '', true, '0 messages were sent');
		const { error } = await sending({ ...plain, sends: [contradicting] });
		expect(error).toMatchObject({ effect: 'send' });
	});

	test('is unknown where the service refused it, and lists one that it accepted', async () => {
		const answer = answerOf(['18015550001'], 'T', false);
		const { kind, sends, error } = await sending({ ...plain, sends: [answer] });
		expect([kind, sends]).toEqual(['unknown', 1]);
		expect(JSON.stringify(error)).not.toContain('s3cret-word');
	});

	test.each([
		['0 messages were sent', 'unknown'],
		['Noted: sent', 'answered'],
		['No. of messages sent: 2', 'answered'],
		['2 messages sent, no errors', 'answered'],
		['Sent: 0.', 'unknown'],
		['10 messages were sent', 'answered'],
		['sent for 0.05 USD', 'answered'],
		['sent as number 07', 'answered'],
		['', 'answered'],
	])('whose answer gives no list, and says %j, is %s', async (said, kind) => {
		const answer = `<sendMessageSpecifyNumbers><result>true</result><message>${said}</message><response/></sendMessageSpecifyNumbers>`;
		expect(await sending({ ...plain, sends: [answer] })).toMatchObject({ kind });
	});

	test('of which some numbers were accepted is answered', async () => {
		expect(await sending({ ...plain, sends: [answerOf(['18015550001'])] })).toMatchObject({
			kind: 'answered',
			end: { answer: { accepted: ['18015550001'], transaction_ticket: 'T' } },
		});
	});
});

describe('a send that the service refused after it had carried it out', () => {
	const refused = refusal('sendMessage', 'Internal error', 500);
	const processed = refusal(LOOK_UP, 'Ticket is being processed', 150);

	test('is unknown where the status check is refused for its ticket alone', async () => {
		const { kind, error } = await sending({ sends: [refused], lookUps: [processed, processed] });
		expect(kind).toBe('unknown');
		expect(error?.description).toContain('Ticket is being processed');
	});

	test('is unknown likewise where that says the same as the refusal', async () => {
		const same = refusal(LOOK_UP, 'Internal error', 500);
		expect((await sending({ sends: [refused], lookUps: [same, same] })).kind).toBe('unknown');
	});

	test('is unknown where one of two status checks failed', async () => {
		expect((await sending({ sends: [refused], lookUps: [page(502)] })).kind).toBe('unknown');
	});

	test('is unknown for those whom a list that still grows does not name yet', async () => {
		const three = sendCall(to('18015550001', '18015550002', '18015550003'), 'Hello', {
			custom_ticket: 'order-1',
		});
		const first = ['18015550001'];
		const later = [...first, '18015550002'];
		const growing = {
			call: three,
			sends: [refused],
			lookUps: [rows(LOOK_UP, first), rows(LOOK_UP, later)],
		};
		expect((await sending(growing)).end).toMatchObject({ rest: { kind: 'unknown' } });
		const settled = { ...growing, lookUps: [rows(LOOK_UP, later), rows(LOOK_UP, later)] };
		expect((await sending(settled)).end).toMatchObject({ rest: { kind: 'failed' } });
	});

	test('is not called sent for rows that say that it was not', async () => {
		const rejected = rows(LOOK_UP, ['18015550001'], 402);
		const { kind } = await sending({ sends: [refused], lookUps: [rejected, rejected] });
		expect(kind).toBe('unknown');
	});
});

describe('a lost send is not found by rows', () => {
	const own = rows(LOOK_UP, ['18015550001']);

	test('that the service lists under any ticket', async () => {
		expect((await sending({ sends: [lost], lookUps: [own] })).kind).toBe('recovered');
		expect((await sending({ sends: [lost], lookUps: [own, own], ofAnyTicket: own })).kind).toBe(
			'unknown',
		);
	});

	test('of a ticket that the service cut, which other sends have in common with it', async () => {
		const cut = reply('sendMessage', `${GOOD}<custom_ticket>order</custom_ticket>`);
		const { kind, error } = await sending({ sends: [cut], lookUps: [own, own] });
		expect(kind).toBe('unknown');
		expect(error?.description).toContain('the service keeps 5 characters of a custom ticket');
	});
});

describe('a send that an earlier run was refused, and whose refusal could not be confirmed', () => {
	const lostRefusal = { reason: '', refusal: { errorCode: 9, serviceMessage: 'No credit' } };
	const earlier = { wasUnclear: true, lost: lostRefusal };

	test('leaves now where the service does not know it', async () => {
		const { kind, sends } = await sending(earlier);
		expect([kind, sends]).toEqual(['answered', 1]);
	});

	test('does not leave where the service has it', async () => {
		const { kind, sends } = await sending({
			...earlier,
			lookUps: [rows(LOOK_UP, ['18015550001'])],
		});
		expect([kind, sends]).toEqual(['recovered', 0]);
	});

	test.each([
		['and has no ticket to ask by', { call: plainCall('18015550001'), ticket: 'none' as const }],
		[
			'and the service lists others under a ticket that several sends carry',
			{ ticket: 'shared' as const, lookUps: [OTHERS, OTHERS] },
		],
	])('fails as it did %s', async (_how, more) => {
		const { kind, sends, error } = await sending({ ...earlier, ...more });
		expect([kind, sends]).toEqual(['failed', 0]);
		expect(error?.message).toBe('The service refused: No credit (error 9)');
	});

	test('fails as it did where every status check is refused, which confirms nothing', async () => {
		const { end, sends } = await sending({ ...earlier, ...ALL_DENIED });
		expect(end).toMatchObject({ kind: 'failed', isRefusedAlike: true });
		expect(sends).toBe(0);
	});

	test('does not leave where nobody can tell', async () => {
		const maintenance = refusal(LOOK_UP, 'Maintenance', 99);
		const { kind, sends } = await sending({ ...earlier, lookUps: [maintenance, maintenance] });
		expect([kind, sends]).toEqual(['unknown', 0]);
	});
});

test('a refusal that two look-ups confirm needs no further one', async () => {
	const refused = [refusal('sendMessage', 'No credit')];
	const { end, lookUps } = await sending({ sends: refused });
	expect(end).toMatchObject({ kind: 'failed', isRefusedAlike: false });
	expect(lookUps).toBe(2);
	const list = await sending({ call: two, sends: refused });
	expect([list.kind, list.sends]).toEqual(['failed', 1]);
});

describe('a refusal is not confirmed by a service that refuses every status check', () => {
	const waits = () => jest.mocked(sleep).mock.calls.filter(([time]) => time === 2000).length;

	test('in the same words, so that it is asked once', async () => {
		const { end, sends } = await sending({
			sends: [refusal('sendMessage', 'No credit', 9)],
			...ALL_DENIED,
		});
		expect(end).toMatchObject({ kind: 'failed', isRefusedAlike: true });
		expect([sends, waits()]).toEqual([1, 0]);
	});

	test('in others, so that it is asked twice', async () => {
		const { end, sends } = await sending({
			sends: [refusal('sendMessage', 'No right to send', 7)],
			...ALL_DENIED,
		});
		expect(end).toMatchObject({ kind: 'failed', isRefusedAlike: true });
		expect([sends, waits()]).toEqual([1, 1]);
	});
});

test('a refusal that the service later contradicts is named where the outcome is unknown', async () => {
	const maintenance = refusal(LOOK_UP, 'Maintenance', 99);
	const { kind, error } = await sending({
		sends: [refusal('sendMessage', 'No credit', 9)],
		lookUps: [maintenance, maintenance],
	});
	expect(kind).toBe('unknown');
	expect(error).toMatchObject({
		known: { refusal: { errorCode: 9, serviceMessage: 'No credit' } },
	});
});

test.each([
	['does not know its ticket, and then cannot say', [notKnown('order-1'), page(502)], true],
	['lists others twice', [OTHERS, OTHERS], true],
	['cannot say, and then has its ticket', [page(502), rows(LOOK_UP, [])], false],
])(
	'a refused send is unknown where the service %s, and the refusal is kept only if nothing speaks against it',
	async (_what, lookUps, isKept) => {
		const sends = [refusal('sendMessage', 'No credit', 9)];
		const { kind, error } = await sending({ sends, lookUps });
		expect(kind).toBe('unknown');
		expect(error).toHaveProperty(
			'known.refusal',
			isKept ? expect.objectContaining({ errorCode: 9 }) : undefined,
		);
	},
);

test('a lost send that the service lists arrived, whatever became of it', async () => {
	const failed = rows(LOOK_UP, ['18015550001'], 402);
	expect((await sending({ sends: [lost], lookUps: [failed] })).kind).toBe('recovered');
});

test('a number in the words of the service tells nothing of a send that has a ticket', async () => {
	const answer = reply('sendMessage', `${GOOD}<message>0 errors</message>`);
	expect(await sending({ sends: [answer] })).toMatchObject({ kind: 'answered' });
});

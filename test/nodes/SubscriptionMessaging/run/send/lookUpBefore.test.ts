import { sleep } from 'n8n-workflow';

import type {
	PlannedCall,
	PreparedItem,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	recipientsOf,
	withRecipients,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { RunMemory } from '../../../../../nodes/SubscriptionMessaging/run/memory/store';
import {
	lookUpBefore,
	isClaimed,
	isGuarded,
	type Before,
} from '../../../../../nodes/SubscriptionMessaging/run/send/lookUpBefore';
import { SendLookup } from '../../../../../nodes/SubscriptionMessaging/run/send/sendLookup';
import type { SendRun } from '../../../../../nodes/SubscriptionMessaging/run/send/sendOnce';
import { paceOf } from '../../../../../nodes/SubscriptionMessaging/transport/pace';
import { mayBeSent } from '../../../../../nodes/SubscriptionMessaging/wording/mayBeSent';
import {
	type FakeAnswer,
	fakeService,
	GOOD,
	LOOK_UP,
	notKnown,
	refusal,
	reply,
	rows,
} from '../../transport/fakeService';
import {
	broadcastCall,
	byIndex,
	fromItem,
	item,
	planOf,
	plainCall,
	request,
	sendCall,
	SETTINGS,
	to,
	unit,
} from '../preparedItems';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

beforeEach(() => jest.mocked(sleep).mockReset().mockResolvedValue(undefined));

const MAINTENANCE = refusal(LOOK_UP, 'Maintenance', 99);
const ALL = rows(LOOK_UP, ['18015550001', '18015550002']);
const FIRST = rows(LOOK_UP, ['18015550001']);
const OTHERS = rows(LOOK_UP, ['18015559999']);
const NO_ROWS = rows(LOOK_UP, []);

const skip = { ...SETTINGS, ifKnown: 'skip' } as const;

/** A send of one item to two people under a ticket of the user's. */
const list = (custom_ticket: string, settings: typeof SETTINGS = skip, other = '18015550002') =>
	item(request(sendCall(to('18015550001', other), 'Hi', { custom_ticket }), { settings }));

/** A send of two items, one person each, under a ticket of the user's. */
const people = (custom_ticket: string) =>
	['18015550001', '18015550002'].map((number) =>
		item(
			request(sendCall(to(number), 'Hi', { custom_ticket }), { settings: skip, fromItems: true }),
		),
	);

interface Asking {
	/** By ticket, what is answered, one after the other; not known where nothing is left. */
	told?: Record<string, FakeAnswer[]>;
	mode?: string;
	/** A try may have sent something of which nothing is remembered. */
	hasUnknownTry?: boolean;
	goesOn?: boolean;
	inParallel?: number;
	/** Keys of calls that an earlier run began. */
	began?: (calls: readonly PlannedCall[]) => readonly PlannedCall[];
	cancel?: AbortSignal;
	/** Calls that another *Retry* of this process has sent. */
	sentBeside?: (calls: readonly PlannedCall[]) => readonly PlannedCall[];
}

function runOf({ told = {}, mode = 'trigger', hasUnknownTry = false, cancel, sentBeside }: Asking) {
	const left = new Map(Object.entries(told).map(([ticket, answers]) => [ticket, [...answers]]));
	const fake = fakeService(({ operation, ticket }) => {
		if (operation !== LOOK_UP) return reply(operation, GOOD);
		return left.get(ticket)?.shift() ?? notKnown(ticket);
	}, cancel);
	const { context, session } = fake;
	Object.assign(context, { getMode: () => mode });
	const pace = paceOf(session, 0);
	const repetition = { isRetry: mode === 'retry', mayMiss: false };
	// What another one sends is known to this process under the name of the run.
	const id = sentBeside ? 'beside' : 'a';
	const memory = new RunMemory({ id, items: {}, calls: {}, hasUnknownTry }, repetition);
	const run: SendRun = {
		context,
		session,
		memory,
		pace,
		lookup: new SendLookup(context, session, pace),
	};
	return { run, fake };
}

/** What is known of each call of a plan before it leaves. */
async function asked(items: readonly PreparedItem[], asking: Asking = {}) {
	const { run, fake } = runOf(asking);
	const turn = jest.spyOn(run.pace, 'turn');
	const plan = planOf(byIndex(...items));
	const calls = plan.chains.flat();
	for (const planned of asking.began?.(calls) ?? []) run.memory.begin(planned, 'own');
	const retry = { isRetry: true, mayMiss: false };
	const beside = new RunMemory({ id: run.memory.id, items: {}, calls: {} }, retry);
	for (const planned of asking.sentBeside?.(calls) ?? []) beside.begin(planned, 'own');
	const { goesOn = true, inParallel = 10 } = asking;
	const { before, isStopped } = await lookUpBefore(run, plan, { inParallel, goesOn });
	return {
		before: calls.map((planned) => before.get(planned)),
		kinds: calls.map((planned) => kindOf(before.get(planned))),
		isStopped,
		turns: turn.mock.calls.length,
		/** Own tickets that were asked for, in order. */
		asked: fake.requests
			.filter(({ operation }) => operation === LOOK_UP)
			.map(({ ticket }) => ticket)
			.filter((ticket) => !/^n8n-[0-9a-f]{16}-[0-9a-f]{16}$/.test(ticket)),
		pauses: jest.mocked(sleep).mock.calls.filter(([time]) => time === 2000).length,
	};
}

function kindOf(before: Before | undefined): string | undefined {
	if (before?.kind === 'send') return `send, ${before.ticket}`;
	return before?.kind === 'accepted' ? before.evidence : before?.kind;
}

const errorOf = (before: Before | undefined) =>
	before && 'error' in before ? before.error : undefined;

describe('a send is asked for before it leaves', () => {
	test('where Skip is chosen and it has a ticket of the user', () => {
		const { run } = runOf({});
		const [guarded] = planOf(byIndex(list('a'))).chains.flat();
		const [shared] = planOf(byIndex(list('a'), list('a'))).chains.flat();
		const [sent] = planOf(byIndex(list('a', SETTINGS))).chains.flat();
		const [plain] = planOf(
			byIndex(item(request(plainCall('1'), { settings: skip }))),
		).chains.flat();
		const [own] = planOf(byIndex(item(fromItem('1', 'Hi', { settings: skip })))).chains.flat();
		const guards = (call?: PlannedCall) => isGuarded(run, call!);
		expect([guarded, shared, sent, plain, own].map(guards)).toEqual([
			true,
			true,
			false,
			false,
			false,
		]);
	});

	test('where the execution is a repeated one, which made its tickets before', () => {
		const [own] = planOf(byIndex(item(fromItem('1')))).chains.flat();
		expect(isGuarded(runOf({ mode: 'retry' }).run, own!)).toBe(true);
		const [given] = planOf(byIndex(list('a', SETTINGS))).chains.flat();
		// Another process may have repeated it meanwhile, also where this one knows of nobody.
		expect(isGuarded(runOf({ mode: 'retry' }).run, given!)).toBe(true);
		expect(isGuarded(runOf({}).run, given!)).toBe(false);
		// The rows of a ticket that several carry may be those of another one.
		const [shared] = planOf(byIndex(list('a', SETTINGS), list('a', SETTINGS))).chains.flat();
		expect(isGuarded(runOf({ mode: 'retry' }).run, shared!)).toBe(false);
	});

	test('unless the memory of the run tells what became of it', () => {
		const { run } = runOf({});
		const [guarded] = planOf(byIndex(list('a'))).chains.flat();
		run.memory.begin(guarded!, 'own');
		expect(isGuarded(run, guarded!)).toBe(false);
	});

	test('and no other send is', async () => {
		const { kinds, asked: tickets } = await asked([item(fromItem('1'))]);
		expect([kinds, tickets]).toEqual([[undefined], []]);
	});
});

describe('a text in parts, of which the service lists a later part', () => {
	const parts = (settings: typeof SETTINGS = skip) =>
		item(
			['a', 'a~2', 'a~3'].map((custom_ticket) =>
				request(sendCall(to('18015550001', '18015550002'), custom_ticket, { custom_ticket }), {
					settings,
				}),
			),
		);

	test.each<[string, Record<string, FakeAnswer[]>, string[]]>([
		['alone', { 'a~3': [ALL] }, ['failed', 'failed', 'sentBefore']],
		['and the first', { a: [ALL], 'a~3': [ALL] }, ['sentBefore', 'failed', 'sentBefore']],
		[
			'at the second look',
			{ 'a~2': [notKnown('a~2'), ALL] },
			['failed', 'sentBefore', 'send, own'],
		],
		['for some', { 'a~2': [FIRST, FIRST] }, ['failed', 'failed', 'send, own']],
		['without its people', { 'a~2': [NO_ROWS, NO_ROWS] }, ['failed', 'failed', 'send, own']],
		['of a message to others', { 'a~2': [OTHERS] }, ['send, own', 'failed', 'send, own']],
	])('%s', async (_which, told, kinds) => {
		expect((await asked([parts()], { told })).kinds).toEqual(kinds);
	});

	test('tells that the part before it may have been sent', async () => {
		const { before } = await asked([parts()], { told: { 'a~2': [ALL] } });
		const message =
			'Not sent: the service has the part that follows, and does not show this one yet';
		expect(errorOf(before[0])?.message).toBe(message);
		expect(mayBeSent(message)).toBe(true);
	});

	test('to everyone, in a repeated execution, is not begun again', async () => {
		const broadcast = item(
			['a', 'a~2'].map((custom_ticket) =>
				request(broadcastCall(custom_ticket, undefined, { custom_ticket })),
			),
		);
		const told = { 'a~2': [ALL] };
		const { kinds } = await asked([broadcast], { mode: 'retry', told });
		expect(kinds).toEqual(['unknown', 'unknown']);
	});
});

describe('lists that share a recipient, of which the service has none', () => {
	const sendTwo = { ...SETTINGS, ifKnown: 'send' } as unknown as typeof SETTINGS;

	test('under one ticket, the later one fails with Skip, and a further one is sent', async () => {
		const { before, kinds } = await asked([
			list('a'),
			list('a', skip, '18015550003'),
			item(request(sendCall(to('18015550004'), 'Hi', { custom_ticket: 'a' }), { settings: skip })),
		]);
		expect(kinds).toEqual(['send, shared', 'failed', 'send, shared']);
		expect(errorOf(before[1])).toMatchObject({
			message: 'Not sent: another item goes to some of these recipients under this ticket',
			description: expect.stringContaining("a 'Custom Ticket' of its own") as string,
		});
	});

	test('under one ticket in other capitals, the later one fails with Skip', async () => {
		const { kinds } = await asked([list('a'), list('A', skip, '18015550003')]);
		expect(kinds).toEqual(['send, shared', 'failed']);
	});

	const ann = sendCall(to('18015550001'), 'Hi', { custom_ticket: 'a' });
	const call = withRecipients(
		ann,
		recipientsOf(ann).map((recipient) => ({ ...recipient, type: 3 })),
	);

	test.each([
		['under two tickets', [list('a'), list('b', skip, '18015550003')]],
		['to two groups', [list('a'), item(request({ ...ann, keyword: 'OTHER' }, { settings: skip }))]],
		['of which one is a call', [list('a'), item(request(call, { settings: skip }))]],
		['where all are to be sent', [list('a', sendTwo), list('a', sendTwo, '18015550003')]],
	])('both are sent %s', async (_which, items) => {
		const { kinds } = await asked(items);
		expect(kinds.filter((kind) => kind === 'failed')).toEqual([]);
	});
});

describe('a ticket of the user, where an earlier try of which nothing is known may have used it', () => {
	const repeated = { mode: 'retry', hasUnknownTry: true };

	test.each([
		['lists all of it', ALL, 'the service has it already'],
		['lists some of it', FIRST, 'only some of these recipients have it already'],
		['lists nobody yet', NO_ROWS, "the service didn't say whether this message went out before"],
		['could not say', MAINTENANCE, "the service didn't say whether this message went out before"],
	])('sends nothing where the service %s', async (_what, answer, reason) => {
		const { before } = await asked([list('a', SETTINGS)], {
			...repeated,
			told: { a: [answer, answer] },
		});
		expect(before[0]?.kind).toBe('unknown');
		expect(errorOf(before[0])).toMatchObject({
			reason: expect.stringContaining(reason),
			description: expect.stringContaining('An older send may have used the ticket, too.'),
			known: { custom_ticket: 'a' },
		});
	});

	test.each([
		['does not know it', notKnown('a'), 'send, own'],
		['lists others alone', OTHERS, 'send, shared'],
	])('sends where the service %s', async (_what, answer, kind) => {
		const { kinds, isStopped } = await asked([list('a', SETTINGS), list('b', SETTINGS)], {
			...repeated,
			goesOn: false,
			inParallel: 1,
			told: { a: [answer, answer] },
		});
		expect([kinds, isStopped]).toEqual([[kind, 'send, own'], false]);
	});

	test('leaves out whom it lists, with Skip', async () => {
		const { kinds } = await asked([list('a')], { ...repeated, told: { a: [ALL] } });
		expect(kinds).toEqual(['sentBefore']);
	});
});

describe('a ticket of the user that is sent under in any case', () => {
	test('tells later whether this send arrived, where the service did not know it before', async () => {
		const { kinds, asked: tickets, pauses } = await asked([list('a', SETTINGS)]);
		expect([kinds, tickets, pauses]).toEqual([['send, own'], ['a'], 0]);
	});

	test.each([
		['lists all of it', ALL],
		['lists some of it', FIRST],
		['lists others', OTHERS],
		['lists nobody', NO_ROWS],
		['could not say', MAINTENANCE],
	])('tells nothing where the service %s', async (_what, answer) => {
		const { kinds } = await asked([list('a', SETTINGS)], { told: { a: [answer] } });
		expect(kinds).toEqual(['send, shared']);
	});

	test('is not asked for again where an earlier run sent under it', async () => {
		const { kinds, asked: tickets } = await asked([list('a', SETTINGS)], {
			began: (calls) => calls,
		});
		expect([kinds, tickets]).toEqual([[undefined], []]);
	});

	test('stops no run, whatever the service says', async () => {
		const { isStopped } = await asked([list('a', SETTINGS), list('b', SETTINGS)], {
			told: { a: [MAINTENANCE] },
			goesOn: false,
		});
		expect(isStopped).toBe(false);
	});
});

describe('Skip', () => {
	const cases: Array<[string, FakeAnswer[], string]> = [
		['twice not known leaves', [], 'send, own'],
		['known is not sent', [ALL], 'sentBefore'],
		['known at the second look is not sent', [notKnown('a'), ALL], 'sentBefore'],
		['known in part is not sent', [FIRST, FIRST], 'failed'],
		['known in part, and then whole, is not sent', [FIRST, ALL], 'sentBefore'],
		['known in part, and then not, is not sent', [FIRST, notKnown('a')], 'failed'],
		['without rows is not sent', [NO_ROWS, NO_ROWS], 'failed'],
		['without rows at first is not sent', [NO_ROWS, notKnown('a')], 'failed'],
		['without rows at last is not sent', [notKnown('a'), NO_ROWS], 'failed'],
		['without rows, and then known, is not sent', [NO_ROWS, ALL], 'sentBefore'],
		['of others is not sent', [OTHERS], 'failed'],
		['of others at last is not sent', [notKnown('a'), OTHERS], 'failed'],
		['that the service cannot tell is not sent', [MAINTENANCE], 'failed'],
		['that it cannot tell at last is not sent', [notKnown('a'), MAINTENANCE], 'failed'],
	];

	test.each(cases)('a ticket %s', async (_what, answers, kind) => {
		const { kinds } = await asked([list('a')], { told: { a: answers } });
		expect(kinds).toEqual([kind]);
	});

	test('asks again only for what may change, with one pause for all', async () => {
		const {
			kinds,
			asked: tickets,
			pauses,
		} = await asked([list('a'), list('b'), list('c'), list('d')], {
			told: { a: [ALL], b: [MAINTENANCE], c: [FIRST, ALL] },
			inParallel: 1,
		});
		expect(kinds).toEqual(['sentBefore', 'failed', 'sentBefore', 'send, own']);
		expect(tickets).toEqual(['a', 'b', 'c', 'd', 'c', 'd']);
		expect(pauses).toBe(1);
	});

	test('says what is known, with the ticket and what to do', async () => {
		const { before } = await asked([list('a'), list('b'), list('c')], {
			told: { a: [FIRST, FIRST], b: [OTHERS], c: [MAINTENANCE] },
		});
		expect(before.map((known) => errorOf(known)?.message)).toEqual([
			'Not sent: only some of these recipients have it already',
			'Not sent: this ticket is of a message to others',
			"Not sent: the service didn't say whether this message went out before",
		]);
		const may = before.map((known) => mayBeSent(errorOf(known)?.message ?? ''));
		expect(may).toEqual([true, false, true]);
		expect(errorOf(before[2])?.description).toContain('by the custom ticket c');
		expect(errorOf(before[2])?.description).toContain('The status check: ');
		expect(errorOf(before[2])?.description).toContain('Maintenance');
		expect(errorOf(before[1])?.description).not.toContain('What the service said');
		expect(errorOf(before[1])?.description).toMatch(/[a-z]'?\.$/);
	});

	test('leaves out those of several items who have it, and fails for the others', async () => {
		const { before } = await asked(people('a').slice(0, 2), {
			told: { a: [FIRST, FIRST] },
		});
		expect(before).toHaveLength(1);
		expect(before[0]).toMatchObject({
			kind: 'divided',
			evidence: 'sentBefore',
			rest: { kind: 'failed' },
			answer: { message: 'Not sent, because the service knows the custom ticket' },
		});
	});

	test('sends to somebody whose number looks like that of another item which the service has', async () => {
		const number = (sendTo: string) =>
			item(request(sendCall(to(sendTo), 'Hi', { custom_ticket: 'a' }), { settings: skip }));
		const has = rows(LOOK_UP, ['13855550123']);
		const { kinds } = await asked([number('13855550123'), number('8613855550123')], {
			told: { a: [has, has, has, has] },
		});
		expect(kinds).toEqual(['sentBefore', 'send, shared']);
	});

	test('counts all who were listed once, where two looks differ', async () => {
		const three = ['18015550001', '18015550002', '18015550003'].map((number) =>
			item(
				request(sendCall(to(number), 'Hi', { custom_ticket: 'a' }), {
					settings: skip,
					fromItems: true,
				}),
			),
		);
		for (const answers of [
			[ALL, FIRST],
			[FIRST, ALL],
		]) {
			const { before } = await asked(three, { told: { a: answers } });
			expect(before[0]).toMatchObject({ kind: 'divided', reached: { size: 2 } });
		}
	});

	test('asks once for a ticket that several sends carry, and sends what is not listed', async () => {
		const one = item(
			request(sendCall(to('18015550001'), 'Hi', { custom_ticket: 'a' }), { settings: skip }),
		);
		const two = item(
			request(sendCall(to('18015550002'), 'Hi', { custom_ticket: 'a' }), { settings: skip }),
		);
		const told = { a: [FIRST, FIRST] };
		const { kinds, asked: tickets, turns } = await asked([one, two], { told, inParallel: 1 });
		expect(kinds).toEqual(['sentBefore', 'send, shared']);
		expect(tickets).toEqual(['a', 'a']);
		// The pace of the user counts requests, not sends: one is for a ticket that nobody has used.
		expect(turns).toBe(3);
	});

	test.each([['order'], ['Order']])(
		'sends what the shared ticket %s does not list, also where it lists a stranger',
		async (custom_ticket) => {
			const sends = ['18015550001', '18015550002'].map((number) =>
				item(request(sendCall(to(number), 'Hi', { custom_ticket }), { settings: skip })),
			);
			const listed = rows(LOOK_UP, ['18015550001', '18015559999']);
			const { kinds } = await asked(sends, { told: { [custom_ticket]: [listed, listed] } });
			expect(kinds).toEqual(['sentBefore', 'send, shared']);
		},
	);

	test('sends nothing where a number fits two recipients, of whom one may have it', async () => {
		const alike = item(
			request(sendCall(to('18015550001', '448015550001'), 'Hi', { custom_ticket: 'a' }), {
				settings: skip,
			}),
		);
		const { kinds } = await asked([alike], { told: { a: [rows(LOOK_UP, ['8015550001'])] } });
		expect(kinds).toEqual(['failed']);
	});

	test('sends nothing under a shared ticket that lists none of its sends', async () => {
		const { kinds } = await asked([list('a'), list('a', skip, '18015550003')], {
			told: { a: [OTHERS] },
		});
		expect(kinds).toEqual(['failed', 'failed']);
	});

	test('tells that a message to everyone cannot be guarded', async () => {
		const call = broadcastCall('Hi', 'NSTAFF', { custom_ticket: 'a' });
		const { before } = await asked([item(request(call, { settings: skip }))], {
			told: { a: [MAINTENANCE] },
		});
		expect(errorOf(before[0])?.message).toBe("Not sent: Skip can't guard this message to everyone");
	});
});

describe('a run that stops at the first failure', () => {
	test('takes no second look at what was not known before it', async () => {
		const {
			isStopped,
			asked: tickets,
			pauses,
		} = await asked([list('a'), list('b')], {
			told: { b: [MAINTENANCE] },
			goesOn: false,
			inParallel: 1,
		});
		expect([isStopped, tickets, pauses]).toEqual([true, ['a', 'b'], 0]);
	});

	test.each([
		['the service cannot tell of', MAINTENANCE],
		['the service has for others', OTHERS],
	])('asks no further after a ticket that %s', async (_what, answer) => {
		const {
			kinds,
			isStopped,
			asked: tickets,
		} = await asked([list('a'), list('b')], {
			told: { a: [answer] },
			goesOn: false,
			inParallel: 1,
		});
		expect([kinds, isStopped, tickets]).toEqual([['failed', undefined], true, ['a']]);
	});

	test('stops also where an earlier try may have used the ticket, and nobody can say', async () => {
		const { isStopped, asked: tickets } = await asked([list('a', SETTINGS), list('b', SETTINGS)], {
			told: { a: [MAINTENANCE] },
			mode: 'retry',
			hasUnknownTry: true,
			goesOn: false,
			inParallel: 1,
		});
		expect([isStopped, tickets]).toEqual([true, ['a']]);
	});

	test.each([
		['did not know', notKnown('b')],
		['listed in part', FIRST],
	])(
		'stops likewise at the second look, and leaves nothing that the service %s before',
		async (_what, before) => {
			const { kinds, isStopped } = await asked([list('a'), list('b')], {
				told: { a: [notKnown('a'), MAINTENANCE], b: [before] },
				goesOn: false,
				inParallel: 1,
			});
			expect([kinds, isStopped]).toEqual([['failed', undefined], true]);
		},
	);

	test('goes on after what is known', async () => {
		const { kinds, isStopped } = await asked([list('a'), list('b')], {
			told: { a: [ALL] },
			goesOn: false,
			inParallel: 1,
		});
		expect([kinds, isStopped]).toEqual([['sentBefore', 'send, own'], false]);
	});
});

describe('a repeated execution', () => {
	const beside = {
		mode: 'retry',
		sentBeside: (calls: readonly PlannedCall[]) => calls.slice(0, 1),
	} as const;

	test('leaves to another one what that sends under a ticket of the user', async () => {
		const told = { a: [OTHERS] };
		const { kinds } = await asked([list('a', SETTINGS)], { ...beside, told });
		expect(kinds).toEqual(['unknown']);
	});

	test('leaves it to that also under a ticket that the run shares', async () => {
		const items = [list('a', SETTINGS), list('a', SETTINGS, '18015550003')];
		expect((await asked(items, beside)).kinds).toEqual(['unknown', undefined]);
	});

	test('tells of a ticket of the user nothing but what holds for every execution', async () => {
		const { before } = await asked([list('a')], { mode: 'retry', told: { a: [MAINTENANCE] } });
		expect(errorOf(before[0])?.description).toContain('by the custom ticket a');
		expect(errorOf(before[0])?.description).not.toContain('new execution');
	});

	test('fails where the ticket of the user is that of others, which no earlier try explains', async () => {
		const { kinds } = await asked([list('a')], { mode: 'retry', told: { a: [OTHERS] } });
		expect(kinds).toEqual(['failed']);
	});

	test('leaves out what it sent itself before, also where it was killed', async () => {
		const items = [item(fromItem('18015550001'))];
		const [{ key }] = planOf(byIndex(...items)).chains.flat() as [PlannedCall];
		const { kinds } = await asked(items, {
			mode: 'retry',
			hasUnknownTry: true,
			told: { [`ticket-${key}`]: [FIRST] },
		});
		expect(kinds).toEqual(['sentBefore']);
	});

	test('does not send what another one sends, though the service does not show it yet', async () => {
		const { kinds, before } = await asked([item(fromItem('18015550009'))], {
			mode: 'retry',
			sentBeside: (calls) => calls,
		});
		expect(kinds).toEqual(['unknown']);
		expect(errorOf(before[0])).toMatchObject({
			reason: expect.stringContaining('the service does not show it yet') as string,
			description: expect.stringMatching(/before you send again\.$/) as string,
		});
	});

	test.each([
		['a message to a person', fromItem('18015550001')],
		['a message to everyone', request(broadcastCall('Hi', 'NSTAFF'))],
	])('may have sent %s already, where the service cannot say', async (_what, prepared) => {
		const items = [item(prepared)];
		const [{ key }] = planOf(byIndex(...items)).chains.flat() as [PlannedCall];
		const told = { [`ticket-${key}`]: [MAINTENANCE] };
		const { before, kinds } = await asked(items, { mode: 'retry', told });
		expect(kinds).toEqual(['unknown']);
		const { message, description } = errorOf(before[0])!;
		expect(message).toBe("We can't tell whether this message was sent");
		expect(description).toContain('An earlier try may have sent it, so nothing was sent now.');
		expect(description).toContain(`by the custom ticket ticket-${key} before you send again`);
		expect((await asked(items, { mode: 'retry' })).kinds).toEqual(['send, own']);
	});
});

test('none of several messages to everyone leaves where an earlier try sent one of them', async () => {
	const items = ['B', 'A'].map((text) =>
		item(request(broadcastCall(text, 'NSTAFF')), { severalBroadcasts: true }),
	);
	const [{ key }] = planOf(byIndex(...items)).chains.flat() as [PlannedCall];
	const told = { [`ticket-${key}`]: [rows(LOOK_UP, ['18015550001'])] };
	const killed = { mode: 'retry', hasUnknownTry: true, told };
	const { before, kinds } = await asked(items, killed);
	expect(kinds).toEqual(['unknown', 'unknown']);
	for (const one of before) {
		expect(errorOf(one)?.description).toContain(
			`by the custom ticket ticket-${key}, and send what`,
		);
		expect(errorOf(one)).toMatchObject({ known: { custom_ticket: `ticket-${key}` } });
	}
	const remembered = { ...killed, hasUnknownTry: false };
	expect((await asked(items, remembered)).kinds).toEqual(['sentBefore', 'send, own']);
});

test('a cancelled execution ends with its reason', async () => {
	const asking = asked([list('a')], { cancel: AbortSignal.abort(new Error('cancelled')) });
	await expect(asking).rejects.toThrow('cancelled');
});

describe('a send waits for others of this process under its ticket', () => {
	const campaign = { ...SETTINGS, campaign: 'spring' };
	const change = item(request({ ...unit, operation: 'deleteDivision', parameters: {} }));
	test.each<[string, PreparedItem, Asking, boolean]>([
		['that the user gave and that is not to be used twice', list('a'), {}, true],
		['that the user gave anew', list('a', SETTINGS), {}, false],
		['in a repeated execution', list('a', SETTINGS), { mode: 'retry' }, true],
		['that the node made', item(fromItem('1')), {}, false],
		['that the node made, in a repeated execution', item(fromItem('1')), { mode: 'retry' }, true],
		['or not, where it has none', item(request(plainCall('1'))), { mode: 'retry' }, false],
		['or not, where it is a change', change, { mode: 'retry' }, false],
		['or not, where its campaign numbers it', list('a', campaign), { mode: 'retry' }, false],
	])('%s', (_which, one, asking, expected) => {
		const { run } = runOf(asking);
		const [planned] = planOf(byIndex(one)).chains.flat();
		expect(isClaimed(run, planned!)).toBe(expected);
	});

	test('not where it was accepted before, and where nobody knows what became of it', () => {
		const { run } = runOf({ mode: 'retry' });
		const [planned] = planOf(byIndex(list('a'))).chains.flat();
		run.memory.begin(planned!, 'own');
		expect(isClaimed(run, planned!)).toBe(true);
		run.memory.accept(planned!, { result: true }, 'answered');
		expect(isClaimed(run, planned!)).toBe(false);
	});
});

test('a send whose people show only at the second look-up is left out for those who show', async () => {
	const batch = item(
		request(sendCall(to('18015550001', '18015550002'), 'Hi', { custom_ticket: 'a' }), {
			settings: skip,
			fromItems: true,
		}),
	);
	const { before } = await asked([batch], { told: { a: [NO_ROWS, FIRST] } });
	expect(before).toMatchObject([{ kind: 'divided', reached: new Set(['18015550001']) }]);
});

test('a send of a campaign is guarded by its numbers', () => {
	const { run } = runOf({ mode: 'retry', hasUnknownTry: true });
	const [ofCampaign] = planOf(
		byIndex(list('a', { ...skip, campaign: 'spring' } as typeof SETTINGS)),
	).chains.flat();
	expect(isGuarded(run, ofCampaign!)).toBe(false);
});

describe('a person under a ticket that the run shares, which lists another one of it', () => {
	const [ann, bob] = people('a') as [PreparedItem, PreparedItem];
	const apart = [
		ann,
		item({ ...bob.requests[0]!, call: sendCall(to('18015550002'), 'Ho', { custom_ticket: 'a' }) }),
	];
	const kindOfBob = async (note: (memory: RunMemory, planned: PlannedCall) => void) => {
		const { run } = runOf({ told: { a: [FIRST, FIRST] } });
		const plan = planOf(byIndex(...apart));
		const [first, second] = plan.chains.flat();
		run.memory.begin(first!, 'own');
		note(run.memory, first!);
		const { before } = await lookUpBefore(run, plan, { inParallel: 1, goesOn: true });
		return kindOf(before.get(second!));
	};

	test.each(['answered', 'sentBefore'] as const)(
		'is sent to where that was %s',
		async (evidence) => {
			const kind = await kindOfBob((memory, one) => memory.accept(one, { result: true }, evidence));
			expect(kind).toBe('send, shared');
		},
	);

	const held = async (custom_ticket: string, ...numbers: string[]) => {
		const call = sendCall(to(...numbers), 'Hi', { custom_ticket });
		const [others] = planOf(byIndex(item(request(call)))).chains.flat();
		return await kindOfBob((memory, one) => {
			memory.begin({ ...one, call }, 'own');
			memory.accept(one, { result: true }, 'sentBefore');
			memory.holdBack(one, others!);
		});
	};

	test('is not where the service had a part of a call before that was for them too', async () => {
		expect(await held('A', '18015550009', '+1 801 555-0002')).toBe('failed');
	});

	test('is sent to where that part was for others, or under another ticket', async () => {
		expect(await held('a', '18015550009')).toBe('send, shared');
		expect(await held('b', '18015550002')).toBe('send, shared');
	});

	test('is not among others of a list who are not held back', async () => {
		const both = item(
			request(sendCall(to('18015550002', '18015550008'), 'Ho', { custom_ticket: 'a' }), {
				settings: skip,
			}),
		);
		const { run } = runOf({ told: { a: [FIRST, FIRST] } });
		const plan = planOf(byIndex(ann, both));
		const [first, second] = plan.chains.flat();
		run.memory.begin(first!, 'own');
		run.memory.accept(first!, { result: true }, 'sentBefore');
		run.memory.holdBack(first!, planOf(byIndex(bob)).chains[0]![0]!);
		const { before } = await lookUpBefore(run, plan, { inParallel: 1, goesOn: true });
		expect(kindOf(before.get(second!))).toBe('failed');
	});
});

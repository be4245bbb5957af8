import { sleep } from 'n8n-workflow';

import type {
	LostAnswer,
	Outcome,
	Plan,
	PlannedCall,
	PreparedItem,
	RunPace,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	campaignId,
	Numbering,
} from '../../../../../nodes/SubscriptionMessaging/run/campaign/numbering';
import { CampaignNumbers } from '../../../../../nodes/SubscriptionMessaging/run/campaign/numbers';
import { RunMemory } from '../../../../../nodes/SubscriptionMessaging/run/memory/store';
import type { Progress } from '../../../../../nodes/SubscriptionMessaging/n8n/progress';
import {
	carryOut,
	withoutCall,
	type Sending,
} from '../../../../../nodes/SubscriptionMessaging/run/send/carryOut';
import { ticketClaims } from '../../../../../nodes/SubscriptionMessaging/run/memory/ticketClaims';
import {
	customTicketOf,
	recipientsOf,
	addresseesOf,
	withParameters,
	type CallOf,
	type TicketedName,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { mayBeSent } from '../../../../../nodes/SubscriptionMessaging/wording/mayBeSent';
import {
	type FakeAnswer,
	type FakeRequest,
	fakeService,
	GOOD,
	LOOK_UP,
	notKnown,
	page,
	refusal,
	reply,
	rows,
} from '../../transport/fakeService';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(async () => await Promise.resolve()),
}));

beforeEach(() => jest.mocked(sleep).mockClear());

const SENDS = /^(send|plainSend)/;

/** A service that keeps count: which ticket reached whom, and how it answers beside that. */
class CountingService {
	readonly sent = new Map<string, string[]>();

	readonly fake;

	/** Answers in place of the service, before (`takes` false) or after it carried a send out. */
	onSend: (request: FakeRequest, nth: number) => { takes: boolean; answer?: FakeAnswer | Error } =
		() => ({ takes: true });

	onLookUp: (request: FakeRequest, nth: number) => FakeAnswer | undefined = () => undefined;

	/** It gives the same row under every ticket. */
	listsStranger = false;

	/** Refuses everything in the words in which it refuses a ticket that it does not know. */
	isDown = false;

	/** What it says of each ticket that it does not know. */
	unknown = (ticket: string) => `Ticket ${ticket} is unknown`;

	onTree: (request: FakeRequest) => FakeAnswer = ({ operation }) => refusal(operation, 'No', 108);

	/** Why it answers nothing under another keyword. */
	refusal: [text: string, code: number] = ['No group', 108];

	/** Keywords that are those of groups. */
	isGroup: (keyword: string) => boolean = (keyword) => keyword === 'NSTAFF';

	private sends = 0;

	private lookUps = 0;

	constructor(mode = 'trigger', cancel?: AbortSignal) {
		this.fake = fakeService((request) => this.answer(request), cancel);
		Object.assign(this.fake.context, { getMode: () => mode });
	}

	/** Every number that got a message, as often as it did. */
	get reached(): string[] {
		return [...this.sent.values()].flat().sort();
	}

	get sendCount(): number {
		return this.fake.requests.filter(({ operation }) => SENDS.test(operation)).length;
	}

	private answer(request: FakeRequest): FakeAnswer {
		const { operation, keyword, ticket } = request;
		if (operation === 'getOrganizationTree') return this.onTree(request);
		if (SENDS.test(operation)) return this.answerSend(request);
		if (this.isDown) return refusal(operation, this.unknown(ticket));
		if (!this.isGroup(keyword)) return refusal(operation, ...this.refusal);
		if (operation !== LOOK_UP) return reply(operation, GOOD);
		const list = this.sent.get(ticket);
		const isOwn = !/^n8n-[0-9a-f]{16}-[0-9a-f]{16}$/.test(ticket);
		const stranger = this.listsStranger && rows(LOOK_UP, ['18015550000']);
		if (stranger) return stranger;
		const told = isOwn ? this.onLookUp(request, (this.lookUps += 1)) : undefined;
		return told ?? (list ? rows(LOOK_UP, list) : refusal(LOOK_UP, this.unknown(ticket)));
	}

	private answerSend(request: FakeRequest): FakeAnswer {
		this.sends += 1;
		const { takes, answer } = this.onSend(request, this.sends);
		if (takes) this.take(request.ticket, request.sendTo.length > 0 ? request.sendTo : ['everyone']);
		if (answer instanceof Error) throw answer;
		return answer ?? reply(request.operation, `${GOOD}<transaction_ticket>T</transaction_ticket>`);
	}

	take(ticket: string, addresses: readonly string[]) {
		this.sent.set(ticket, [...(this.sent.get(ticket) ?? []), ...addresses]);
	}
}

const item = { requests: [], skipped: [], simplify: false } as unknown as PreparedItem;

type Settings = Partial<PlannedCall['settings']>;

/** A call that sends to these addresses, one item each. */
function batch(
	key: string,
	firstItem: number,
	addresses: string[],
	{
		ticket = 'own',
		custom_ticket = `ticket-${key}`,
		...settings
	}: Settings & {
		ticket?: PlannedCall['ticket'];
		custom_ticket?: string;
	} = {},
): PlannedCall {
	const itemIndexes = addresses.map((_address, index) => firstItem + index);
	return {
		index: 0,
		chain: key,
		key,
		members: itemIndexes.map((itemIndex, index) => ({
			itemIndex,
			item: { ...item, audience: addresses[index]! },
			calls: [key],
		})),
		itemIndexes,
		fromItems: true,
		ticket,
		settings: {
			transport: 'soap',
			onUnclear: 'stop',
			ifKnown: 'send',
			removesDuplicates: false,
			...settings,
		},
		call: {
			operation: 'sendMessage',
			code: '12345',
			keyword: 'NSTAFF',
			parameters: {
				message: 'Hello',
				custom_ticket,
				recipientList: { recipients: addresses.map((sendTo) => ({ sendTo, type: 1 })) },
			},
		},
	} as PlannedCall;
}

function broadcast(keyword: string, settings: Parameters<typeof batch>[3] = {}): PlannedCall {
	const planned = batch('all', 0, ['x'], settings);
	return {
		...planned,
		fromItems: undefined,
		call: {
			operation: 'sendMessage',
			code: '12345',
			keyword,
			everyone: true,
			parameters: { message: 'Hello', custom_ticket: customTicketOf(planned.call) },
		},
	} as PlannedCall;
}

function planOf(...calls: PlannedCall[]): Plan {
	const callsOf = new Map<number, PlannedCall[]>();
	for (const planned of calls) {
		for (const itemIndex of planned.itemIndexes) {
			callsOf.set(itemIndex, [...(callsOf.get(itemIndex) ?? []), planned]);
		}
	}
	return { chains: calls.map((planned) => [planned]), callsOf, skippedItems: new Map() };
}

/** A text in parts, each of which goes to all addresses. */
function inParts(count: number, addresses: string[]): Plan {
	const parts = Array.from({ length: count }, (_, part) => batch(`part${part}`, 0, addresses));
	const keys = parts.map(({ key }) => key);
	const chain = parts.map((planned): PlannedCall => {
		const members = planned.members.map((member) => ({ ...member, calls: keys }));
		return { ...planned, chain: keys[0]!, members };
	});
	return {
		chains: [chain],
		callsOf: new Map(addresses.map((_address, itemIndex) => [itemIndex, chain])),
		skippedItems: new Map(),
	};
}

const newMemory = () => new RunMemory({ id: 'run', items: {}, calls: {} });

async function run(
	service: Pick<CountingService, 'fake'>,
	plan: Plan,
	{
		memory = newMemory(),
		numbering,
		progress,
		...more
	}: Partial<RunPace> & Omit<Sending, 'pace'> & { memory?: RunMemory } = {},
) {
	const { context, session } = service.fake;
	const pace = { batchSize: 100, inParallel: 10, pause: 0, goesOn: true, ...more };
	const sending = { pace, ...(numbering && { numbering }), ...(progress && { progress }) };
	const done = await carryOut(context, session, plan, memory, sending);
	const byItem = [...done.plan.callsOf].map(([itemIndex, calls]): [number, string] => {
		const outcome = done.outcomes.get(calls[0]!) as Outcome;
		return [itemIndex, outcome.kind === 'accepted' ? outcome.evidence : outcome.kind];
	});
	const errorOf = (itemIndex: number) => {
		const outcome = done.outcomes.get(done.plan.callsOf.get(itemIndex)![0]!);
		return outcome && 'error' in outcome ? outcome.error : undefined;
	};
	return { ...done, memory, kinds: Object.fromEntries(byItem), errorOf };
}

const TWO = ['18015550001', '18015550002'];
const lost = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
const busy = (status: number, seconds = 0): FakeAnswer => ({
	status,
	headers: { 'retry-after': String(seconds) },
	body: '<html>Busy</html>',
});
const PAGES = [page(401), page(403), page(404), page(405), page(410), page(307), page(308)];

describe('An answer that is lost', () => {
	const LOST_ANSWERS: Array<[string, FakeAnswer | Error]> = [
		['a reset', lost],
		['a 503 with Retry-After', busy(503)],
		['a 500 page', page(500)],
		['half an envelope', reply('sendMessage', GOOD).slice(0, 50)],
		['the echo of another ticket', reply('sendMessage', `${GOOD}<custom_ticket>x</custom_ticket>`)],
		[
			'an error code beside success',
			reply('sendMessage', '<result>true</result><error_code>3</error_code>'),
		],
		...PAGES.map((answer, index): [string, FakeAnswer] => [`page ${index}`, answer]),
	];

	it.each(LOST_ANSWERS)('by %s is found by its ticket', async (_how, answer) => {
		const service = new CountingService();
		service.onSend = () => ({ takes: true, answer });
		const { kinds, memory } = await run(service, planOf(batch('a', 0, TWO)));

		expect(kinds).toEqual({ 0: 'recovered', 1: 'recovered' });
		expect(service.reached).toEqual(TWO);
		expect(memory.call('a')?.state).toBe('accepted');
	});

	it.each([
		['a page', PAGES[0]!, /^This address doesn't answer like the messaging service$/],
		['a busy server', busy(503), /^We can't tell whether this message was sent$/],
	])('by %s is told alike by a run that is repeated', async (_how, answer, title) => {
		const service = new CountingService();
		service.onSend = () => ({ takes: false, answer });
		service.onLookUp = () => page(401);
		const first = await run(service, planOf(batch('a (1)', 0, TWO)));
		const memory = new RunMemory(
			JSON.parse(JSON.stringify(Reflect.get(first.memory, 'run'))) as ConstructorParameters<
				typeof RunMemory
			>[0],
		);
		const again = await run(service, planOf(batch('a (1)', 0, TWO)), { memory });
		expect(first.errorOf(0)?.message).toMatch(title);
		expect(again.errorOf(0)?.message).toBe(first.errorOf(0)?.message);
		expect(again.errorOf(0)?.description).toBe(first.errorOf(0)?.description);
		expect(service.sendCount).toBe(1);
		const { lost: kept } = first.memory.call('a (1)') as { lost?: LostAnswer };
		expect(kept?.reason).not.toContain('ticket-a (1)');
		if (answer === PAGES[0]) {
			expect(kept?.page).toMatchObject({ found: expect.any(String) as string, httpStatus: 401 });
		}
	});

	it.each(LOST_ANSWERS)(
		'by %s and is not known is never sent again, in any further run',
		async (_how, answer) => {
			const service = new CountingService();
			service.onSend = () => ({ takes: false, answer });
			const first = await run(service, planOf(batch('a', 0, TWO)));
			expect(first.kinds).toEqual({ 0: 'unknown', 1: 'unknown' });
			expect(first.errorOf(0)?.message).toBe("We can't tell whether this message was sent");
			expect(first.errorOf(0)?.description).toContain('ticket-a');

			const again = await run(service, planOf(batch('a', 0, TWO)), { memory: first.memory });
			expect(again.kinds).toEqual({ 0: 'unknown', 1: 'unknown' });
			expect(service.sendCount).toBe(1);
		},
	);

	it('is sent three times at most over all the runs that are repeated', async () => {
		const service = new CountingService();
		service.onSend = () => ({ takes: false, answer: lost });
		const risky = () => planOf(batch('a', 0, TWO, { onUnclear: 'resend' }));
		const first = await run(service, risky());
		expect(first.memory.call('a')).toMatchObject({ state: 'unclear', tries: 3 });
		const again = await run(service, risky(), { memory: first.memory });
		expect(again.kinds).toEqual({ 0: 'unknown', 1: 'unknown' });
		expect(service.sendCount).toBe(3);
	});

	it('is not forgotten where a later try is refused or does not leave', async () => {
		for (const later of [
			refusal('sendMessage', 'No'),
			Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
		]) {
			const service = new CountingService();
			service.onSend = (_request, nth) => ({ takes: false, answer: nth === 1 ? lost : later });
			const { kinds } = await run(service, planOf(batch('a', 0, TWO, { onUnclear: 'resend' })));
			expect(kinds).toEqual({ 0: 'unknown', 1: 'unknown' });
		}
	});

	it('is found when its status shows late', async () => {
		const service = new CountingService();
		service.onSend = () => ({ takes: true, answer: lost });
		service.onLookUp = ({ ticket }, nth) =>
			nth === 1 ? refusal(LOOK_UP, `Ticket ${ticket} is unknown`) : undefined;
		const { kinds } = await run(service, planOf(batch('a', 0, TWO, { onUnclear: 'resend' })));

		expect(kinds).toEqual({ 0: 'recovered', 1: 'recovered' });
		expect(service.reached).toEqual(TWO);
		expect(jest.mocked(sleep)).toHaveBeenCalledWith(2000);
	});

	it.each<[string, FakeAnswer]>([
		['maintenance', refusal(LOOK_UP, 'Maintenance', 99)],
		['nil', reply(LOOK_UP, '<result>true</result><response xsi:nil="true"/>')],
		['rows of others', rows(LOOK_UP, ['18015559999'])],
		['an empty list', rows(LOOK_UP, [])],
		['a page', page(404)],
	])('is not sent again where the service answers %s', async (_what, answer) => {
		const service = new CountingService();
		service.onSend = () => ({ takes: true, answer: lost });
		service.onLookUp = () => answer;
		const { kinds } = await run(service, planOf(batch('a', 0, TWO, { onUnclear: 'resend' })));

		expect(kinds).toEqual({ 0: 'unknown', 1: 'unknown' });
		expect(service.reached).toEqual(TWO);
	});

	it('gives each item its own outcome where the service lists some of them', async () => {
		const service = new CountingService();
		service.onSend = ({ ticket }) => {
			service.take(ticket, TWO.slice(0, 1));
			return { takes: false, answer: lost };
		};
		const { kinds, memory, errorOf } = await run(service, planOf(batch('a', 0, TWO)));

		expect(kinds).toEqual({ 0: 'recovered', 1: 'unknown' });
		expect(errorOf(1)?.description).toContain('lists some of the recipients');
		expect(memory.call('a')?.state).toBe('unclear');
	});

	it('keeps that others share the ticket where the service lists some', async () => {
		const service = new CountingService();
		service.onSend = ({ ticket }) => {
			service.take(ticket, TWO.slice(0, 1));
			return { takes: false, answer: lost };
		};
		const { memory } = await run(service, planOf(batch('a', 0, TWO, { ticket: 'shared' })));
		expect(memory.call('a')).toMatchObject({ state: 'unclear', ticket: 'shared' });
		const accepting = new CountingService();
		const plan = planOf(batch('a', 0, TWO, { ticket: 'shared' }));
		const { memory: after } = await run(accepting, plan);
		expect(after.call('a')).toMatchObject({ state: 'accepted', ticket: 'shared' });
	});

	it('of a part of a text tells each item which parts it has, and again when it is repeated', async () => {
		const service = new CountingService();
		service.onSend = ({ ticket, sendTo }, nth) => {
			if (nth === 1) return { takes: true };
			service.take(ticket, sendTo.slice(0, 1));
			return { takes: false, answer: lost };
		};
		const plan = inParts(3, TWO);
		const first = await run(service, plan);

		const endsOf = ({ plan: { callsOf }, outcomes }: typeof first, itemIndex: number) =>
			callsOf.get(itemIndex)!.map((call) => outcomes.get(call)?.kind);
		expect(endsOf(first, 0)).toEqual(['accepted', 'accepted', 'failed']);
		expect(endsOf(first, 1)).toEqual(['accepted', 'unknown', 'failed']);
		const rest = first.outcomes.get(first.plan.callsOf.get(0)![2]!);
		expect(mayBeSent((rest as Extract<Outcome, { kind: 'failed' }>).error.message)).toBe(true);
		expect(service.sendCount).toBe(2);

		const second = await run(service, plan, { memory: first.memory });
		expect(endsOf(second, 0)).toEqual(endsOf(first, 0));
		expect(endsOf(second, 1)).toEqual(endsOf(first, 1));
		expect(service.sendCount).toBe(2);
	});
});

describe('HTTP 429 with Retry-After', () => {
	it('is followed by another try once the ticket is twice not known', async () => {
		const service = new CountingService();
		service.onSend = (_request, nth) =>
			nth === 1 ? { takes: false, answer: busy(429) } : { takes: true };
		const { kinds } = await run(service, planOf(batch('a', 0, TWO)));

		expect(kinds).toEqual({ 0: 'answered', 1: 'answered' });
		expect(service.reached).toEqual(TWO);
		// Twice for the ticket, and each time for two that nobody has used.
		expect(service.fake.operations().filter((name) => name === LOOK_UP)).toHaveLength(6);
	});

	it.each(['stop', 'resend'] as const)(
		'teaches no words of an unknown ticket that hold once the service refuses everything (%s)',
		async (onUnclear) => {
			const service = new CountingService();
			service.unknown = () => 'No';
			service.onSend = (_request, nth) => {
				if (nth === 1) return { takes: false, answer: busy(429) };
				service.isDown = nth === 3;
				const answer = onUnclear === 'stop' ? refusal('sendMessage', 'No') : lost;
				return nth === 3 ? { takes: true, answer } : { takes: true };
			};
			const plan = () =>
				planOf(...TWO.map((one, nth) => batch(`k${nth}`, nth, [one], { onUnclear })));
			const { memory } = await run(service, plan());
			expect(service.sendCount).toBe(3);
			// Nor does it to the next try.
			await run(service, plan(), { memory });
			expect(service.reached).toEqual(TWO);
			expect(service.sendCount).toBe(3);
		},
	);

	it('is not where the service took the request nevertheless', async () => {
		const service = new CountingService();
		service.onSend = () => ({ takes: true, answer: busy(429) });
		const { kinds } = await run(service, planOf(batch('a', 0, TWO)));

		expect(kinds).toEqual({ 0: 'recovered', 1: 'recovered' });
		expect(service.sendCount).toBe(1);
	});

	it('for long was not sent, and is not remembered as begun', async () => {
		const service = new CountingService();
		service.onSend = () => ({ takes: false, answer: busy(429, 61) });
		const { kinds, memory } = await run(service, planOf(batch('a', 0, TWO)));

		expect(kinds).toEqual({ 0: 'failed', 1: 'failed' });
		expect(memory.call('a')).toBeUndefined();
	});
});

describe('A refusal of the service', () => {
	const refuse = () => ({ takes: false, answer: refusal('sendMessage', 'No credit', 9) });

	it('of a send to one person counts once two look-ups do not know it', async () => {
		const service = new CountingService();
		service.onSend = refuse;
		const { kinds, memory } = await run(service, planOf(batch('a', 0, TWO.slice(0, 1))));

		expect(kinds).toEqual({ 0: 'failed' });
		expect(service.sendCount).toBe(1);
		expect(memory.call('a')).toBeUndefined();
	});

	it.each([
		['one person', TWO.slice(0, 1)],
		['a list', TWO],
	])('of a send to %s that it took, and shows late, is no failure', async (_what, people) => {
		const service = new CountingService();
		service.onSend = () => ({ ...refuse(), takes: true });
		service.onLookUp = ({ ticket }, nth) =>
			nth === 1 ? refusal(LOOK_UP, `Ticket ${ticket} is unknown`) : undefined;
		const { kinds } = await run(service, planOf(batch('a', 0, people)));

		expect(new Set(Object.values(kinds))).toEqual(new Set(['recovered']));
		expect(service.reached).toEqual(people);
	});

	it('is asked about twice each time, though one in the same words was true', async () => {
		const service = new CountingService();
		service.onSend = (_send, nth) => (nth === 1 ? refuse() : { ...refuse(), takes: true });
		const asked = new Map<string, number>();
		service.onLookUp = ({ ticket }) => {
			asked.set(ticket, (asked.get(ticket) ?? 0) + 1);
			return asked.get(ticket) === 1 ? refusal(LOOK_UP, `Ticket ${ticket} is unknown`) : undefined;
		};
		const alone = (key: string, index: number) => batch(key, index, TWO.slice(index, index + 1));
		const chains = planOf(alone('a', 0), alone('b', 1));
		const { kinds } = await run(service, chains, { goesOn: true, inParallel: 1 });

		expect(kinds).toEqual({ 0: 'failed', 1: 'recovered' });
		expect(service.reached).toEqual(TWO.slice(1));
	});

	it('of a list that it took in part tells each item what became of it, and only the rest goes out again', async () => {
		const service = new CountingService();
		service.onSend = ({ ticket }, nth) => {
			if (nth > 1) return { takes: true };
			service.take(ticket, TWO.slice(1));
			return refuse();
		};
		const { kinds, memory, errorOf, plan } = await run(service, planOf(batch('a', 0, TWO)));

		expect(kinds).toEqual({ 0: 'failed', 1: 'recovered' });
		expect(errorOf(0)?.message).toBe('The service refused: No credit (error 9)');
		expect(plan.chains).toHaveLength(1);
		expect(plan.chains[0]!.map(({ itemIndexes }) => itemIndexes)).toEqual([[1], [0]]);
		expect(
			plan.chains[0]!.map(({ call }) => recipientsOf(call).map(({ sendTo }) => sendTo)),
		).toEqual([TWO.slice(1), TWO.slice(0, 1)]);
		expect(memory.item(1)).toBeDefined();
		expect(memory.item(0)).toBeUndefined();

		const again = planOf(batch('a', 1, TWO.slice(1)), batch('b', 0, TWO.slice(0, 1)));
		const second = await run(service, again, { memory });
		expect(second.kinds).toEqual({ 0: 'answered', 1: 'recovered' });
		expect(service.reached).toEqual(TWO);
	});

	it('of a part of a text that it took in part keeps each item with its calls', async () => {
		const service = new CountingService();
		service.onSend = ({ ticket }) => {
			service.take(ticket, TWO.slice(1));
			return refuse();
		};
		const { memory } = await run(service, inParts(2, TWO));
		expect([memory.item(0), memory.item(1)]).toEqual([expect.anything(), expect.anything()]);
		expect(memory.call('part0')?.state).toBe('unclear');
		expect(service.sendCount).toBe(1);
	});

	it('of a part of a text lets no other part leave', async () => {
		const service = new CountingService();
		service.onSend = refuse;
		const { outcomes } = await run(service, inParts(3, TWO));
		expect([...outcomes.values()].map(({ kind }) => kind)).toEqual([
			'failed',
			'notAttempted',
			'notAttempted',
		]);
		expect(service.sendCount).toBe(1);
	});

	it('of a list in one item that it took in part is no failure of all of it', async () => {
		const service = new CountingService();
		service.onSend = ({ ticket }) => {
			service.take(ticket, TWO.slice(1));
			return refuse();
		};
		const list = { ...batch('a', 0, TWO), fromItems: undefined, itemIndexes: [0] };
		const { kinds, errorOf, memory } = await run(service, planOf(list));

		expect(kinds).toEqual({ 0: 'unknown' });
		expect(errorOf(0)?.message).toBe('The service lists 1 of 2 recipients of this message');
		expect(errorOf(0)?.description).toContain('They have it: 18015550002');
		expect(memory.call('a')?.state).toBe('unclear');
	});

	it('stands where nothing of the list was taken', async () => {
		const service = new CountingService();
		service.onSend = refuse;
		const { kinds } = await run(service, planOf(batch('a', 0, TWO)));
		expect(kinds).toEqual({ 0: 'failed', 1: 'failed' });
	});

	it('stands where the service twice refuses to be asked in other words, as under a division', async () => {
		const service = new CountingService();
		service.onSend = refuse;
		service.isGroup = () => false;
		const { kinds, errorOf } = await run(service, planOf(batch('a', 0, TWO)));

		expect(kinds).toEqual({ 0: 'failed', 1: 'failed' });
		expect(errorOf(0)?.message).toBe('The service refused: No credit (error 9)');
		expect(jest.mocked(sleep).mock.calls.filter(([time]) => time === 2000)).toHaveLength(1);
	});

	it('stands at once where the service refuses to be asked in the same words', async () => {
		const service = new CountingService();
		service.onSend = () => ({ takes: false, answer: refusal('sendMessage', 'Wrong password', 1) });
		service.isGroup = () => false;
		service.refusal = ['Wrong password', 1];
		const { kinds } = await run(service, planOf(batch('a', 0, TWO)));

		expect(kinds).toEqual({ 0: 'failed', 1: 'failed' });
		expect(jest.mocked(sleep).mock.calls.filter(([time]) => time === 2000)).toEqual([]);
	});

	describe('and of all that it is asked, in the same words,', () => {
		/** A gateway that passes a send on and answers everything itself, or a password that is wrong. */
		const refusingAll = (takes: boolean) => {
			const service = new CountingService();
			service.refusal = ['No credit', 9];
			service.isGroup = () => false;
			service.onSend = () => ({ ...refuse(), takes });
			return service;
		};
		const theRefusal = 'The service refused: No credit (error 9)';

		it('is told as it is, and Retry On Fail asks in place of sending again', async () => {
			const service = refusingAll(true);
			const { memory, errorOf, kinds } = await run(service, planOf(batch('a', 0, TWO)));
			expect(new Set(Object.values(kinds))).toEqual(new Set(['failed']));
			expect(errorOf(0)?.message).toBe(theRefusal);
			expect(memory.call('a')).toMatchObject({
				state: 'unclear',
				lost: { isRefusedAlike: true, refusal: { errorCode: 9, serviceMessage: 'No credit' } },
			});

			const again = await run(service, planOf(batch('a', 0, TWO)), { memory });
			expect(again.errorOf(0)?.message).toBe(theRefusal);
			expect(service.reached).toEqual(TWO);
			service.isGroup = () => true;
			const third = await run(service, planOf(batch('a', 0, TWO)), { memory });
			expect(new Set(Object.values(third.kinds))).toEqual(new Set(['recovered']));
			expect(service.reached).toEqual(TWO);
		});

		it('does not keep Retry On Fail from sending what the service then does not know', async () => {
			const service = refusingAll(false);
			const { memory } = await run(service, planOf(batch('a', 0, TWO)));
			service.isGroup = () => true;
			service.onSend = () => ({ takes: true });
			const again = await run(service, planOf(batch('a', 0, TWO)), { memory });
			expect(new Set(Object.values(again.kinds))).toEqual(new Set(['answered']));
			expect(service.reached).toEqual(TWO);
		});
	});

	it.each<[what: string, answer: FakeAnswer]>([
		['answered by a page', page(502)],
		['answered by nothing', reply(LOOK_UP, GOOD)],
		['answered with others', rows(LOOK_UP, ['18015559999'])],
	])(
		'is not believed where the status check is %s, until it can be confirmed',
		async (_what, told) => {
			const service = new CountingService();
			service.onSend = (_request, nth) => ({ takes: true, ...(nth === 1 && refuse()) });
			service.onLookUp = () => told;
			const plan = planOf(batch('a', 0, TWO));
			const { kinds, errorOf, memory } = await run(service, plan);

			expect(kinds).toEqual({ 0: 'unknown', 1: 'unknown' });
			expect(errorOf(0)?.description).toContain('The service refused: No credit (error 9)');
			expect(memory.call('a')).toMatchObject({
				lost: { refusal: { errorCode: 9, serviceMessage: 'No credit' } },
			});
			service.onLookUp = () => undefined;
			const second = await run(service, plan, { memory });
			expect(second.kinds).toEqual({ 0: 'answered', 1: 'answered' });
			expect(service.sendCount).toBe(2);
		},
	);

	it('is kept where the execution is cancelled before it is confirmed, so that Retry sends', async () => {
		const cancel = new AbortController();
		const cancelled = new CountingService('trigger', cancel.signal);
		cancelled.onSend = () => ({ ...refuse(), takes: false });
		cancelled.onLookUp = () => {
			cancel.abort(new Error('cancelled'));
			return undefined;
		};
		const plan = planOf(batch('a', 0, TWO));
		const memory = newMemory();
		await expect(run(cancelled, plan, { memory })).rejects.toThrow('cancelled');
		expect(memory.call('a')).toMatchObject({
			lost: { refusal: { errorCode: 9, serviceMessage: 'No credit' } },
		});
		const { kinds } = await run(new CountingService(), plan, { memory });
		expect(kinds).toEqual({ 0: 'answered', 1: 'answered' });
	});

	it('that could not be confirmed was wrong where the service shows the send later', async () => {
		const service = new CountingService();
		service.onSend = () => ({ ...refuse(), takes: true });
		service.onLookUp = () => page(502);
		const plan = planOf(batch('a', 0, TWO));
		const { memory } = await run(service, plan);
		service.onLookUp = () => undefined;
		const second = await run(service, plan, { memory });

		expect(second.kinds).toEqual({ 0: 'recovered', 1: 'recovered' });
		expect(service.reached).toEqual(TWO);
	});
});

describe('A message to everyone', () => {
	const tree =
		(unit: string, groups: string) =>
		({ operation }: FakeRequest) =>
			reply(
				operation,
				`${GOOD}<response><name>U</name><keyword>${unit}</keyword><subscriptionnodes>${groups}</subscriptionnodes></response>`,
			);
	const staff = '<item><name>Staff</name><keyword>NSTAFF</keyword></item>';

	it('in a division is looked up by the keyword of a group of it, found once', async () => {
		const service = new CountingService();
		service.onTree = tree('NORTH', staff);
		service.onSend = () => ({ takes: true, answer: busy(503) });
		const { kinds } = await run(service, planOf(broadcast('NORTH')));

		expect(kinds).toEqual({ 0: 'recovered' });
		expect(service.sendCount).toBe(1);
		const asked = service.fake.requests.filter(({ operation }) => operation === LOOK_UP);
		expect(new Set(asked.map(({ keyword }) => keyword))).toEqual(new Set(['NSTAFF']));
		expect(service.fake.operations().filter((name) => name === 'getOrganizationTree')).toHaveLength(
			1,
		);
	});

	it('stays unknown where the service lists somebody under every ticket', async () => {
		const service = new CountingService();
		service.listsStranger = true;
		service.onSend = () => ({ takes: false, answer: lost });
		const { kinds } = await run(service, planOf(broadcast('NSTAFF')));

		expect(kinds).toEqual({ 0: 'unknown' });
	});

	it('in a group is looked up by its own keyword', async () => {
		const service = new CountingService();
		service.onSend = () => ({ takes: true, answer: lost });
		const { kinds } = await run(service, planOf(broadcast('NSTAFF')));

		expect(kinds).toEqual({ 0: 'recovered' });
	});

	it('in a division of which no group is found stays unknown', async () => {
		const service = new CountingService();
		service.onSend = () => ({ takes: true, answer: lost });
		const { kinds } = await run(service, planOf(broadcast('NORTH', { onUnclear: 'resend' })));

		expect(kinds).toEqual({ 0: 'unknown' });
		expect(service.sendCount).toBe(1);
	});

	it('that was sent is not sent again with Skip', async () => {
		const service = new CountingService();
		service.onTree = tree('NORTH', staff);
		const planned = broadcast('NORTH', { ticket: 'given', ifKnown: 'skip' });
		await run(service, planOf(planned));
		const { kinds } = await run(service, planOf(planned));

		expect(kinds).toEqual({ 0: 'sentBefore' });
		expect(service.sendCount).toBe(1);
	});

	it('is not sent with Skip where the service cannot be asked about it, which says so', async () => {
		const service = new CountingService();
		const planned = broadcast('NORTH', { ticket: 'given', ifKnown: 'skip' });
		const { kinds, errorOf } = await run(service, planOf(planned));

		expect(kinds).toEqual({ 0: 'failed' });
		expect(errorOf(0)?.message).toBe("Not sent: Skip can't guard this message to everyone");
		expect(service.sendCount).toBe(0);
	});
});

describe('Skip', () => {
	const skip = { ticket: 'given', ifKnown: 'skip' } as const;
	const plan = () =>
		planOf(...TWO.map((address, index) => batch(`k${index}`, index, [address], skip)));

	it('asks twice for what is not known, with one pause for all, and sends it', async () => {
		const service = new CountingService();
		const { kinds } = await run(service, plan());

		expect(kinds).toEqual({ 0: 'answered', 1: 'answered' });
		expect(jest.mocked(sleep).mock.calls.filter(([time]) => time === 2000)).toHaveLength(1);
		// Twice for each ticket, and each time for two that nobody has used.
		expect(service.fake.operations().filter((name) => name === LOOK_UP)).toHaveLength(8);
	});

	it('sends nothing that the service has, also where that shows late', async () => {
		const service = new CountingService();
		await run(service, plan());
		service.onLookUp = ({ ticket }, nth) =>
			nth <= 6 ? refusal(LOOK_UP, `Ticket ${ticket} is unknown`) : undefined;
		const { kinds } = await run(service, plan());

		expect(kinds).toEqual({ 0: 'sentBefore', 1: 'sentBefore' });
		expect(service.reached).toEqual(TWO);
	});

	it.each<[string, FakeAnswer]>([
		['maintenance', refusal(LOOK_UP, 'Maintenance', 99)],
		['nil', reply(LOOK_UP, '<result>true</result><response xsi:nil="true"/>')],
		['rows of others', rows(LOOK_UP, ['18015559999'])],
		['an empty list', rows(LOOK_UP, [])],
		['a page', page(503)],
	])('sends nothing where the service answers %s', async (_what, answer) => {
		const service = new CountingService();
		await run(service, plan());
		service.onLookUp = () => answer;
		const goesOn = await run(service, plan());
		expect(goesOn.kinds).toEqual({ 0: 'failed', 1: 'failed' });
		expect(goesOn.errorOf(0)?.message).toMatch(/^Not sent: (the service|this ticket)/);
		expect(goesOn.errorOf(0)?.description).toContain('ticket-k0');

		const stops = await run(service, plan(), { goesOn: false, inParallel: 1 });
		expect(Object.values(stops.kinds)).toContain('failed');
		expect(service.reached).toEqual(TWO);
	});

	it('sends to those of a shared ticket whom the service does not list', async () => {
		const service = new CountingService();
		const shared = { ticket: 'shared', ifKnown: 'skip', custom_ticket: 'news' } as const;
		service.take('news', TWO);
		const { kinds } = await run(
			service,
			planOf(batch('a', 0, TWO, shared), batch('b', 2, ['18015550003'], shared)),
		);

		expect(kinds).toEqual({ 0: 'sentBefore', 1: 'sentBefore', 2: 'answered' });
		expect(service.reached).toEqual([...TWO, '18015550003']);
	});

	it('leaves out those of a batch who have it, and says that of each', async () => {
		const service = new CountingService();
		service.take('ticket-a', TWO.slice(0, 1));
		const { kinds, memory } = await run(service, planOf(batch('a', 0, TWO, skip)));

		expect(kinds).toEqual({ 0: 'sentBefore', 1: 'failed' });
		expect(service.sendCount).toBe(0);
		expect(memory.call('a')).toMatchObject({ state: 'accepted', ticket: 'own' });
		expect(memory.item(0)).toBeDefined();
		expect(memory.item(1)).toBeUndefined();
	});

	it('remembers what the service had before, for the items that ask for it', async () => {
		const service = new CountingService();
		service.take('ticket-a', TWO);
		const { memory } = await run(service, planOf(batch('a', 0, TWO, skip)));
		expect(memory.call('a')).toMatchObject({
			state: 'accepted',
			evidence: 'sentBefore',
			ticket: 'own',
		});
		expect([memory.item(0), memory.item(1)]).toEqual([expect.anything(), expect.anything()]);
	});

	it('lets no send wait that the user sends in any case', async () => {
		const service = new CountingService();
		const { serviceAccount: account } = service.fake.session;
		const giveBack = await ticketClaims.claim([[account, 'ticket-a']]);
		const { kinds } = await run(service, planOf(batch('a', 0, TWO, { ticket: 'given' })));
		expect(kinds).toEqual({ 0: 'answered', 1: 'answered' });
		giveBack?.();
	});

	it.each([
		['that ends', 'ticket-a', false],
		['that ends, in other capitals', 'TICKET-A', false],
		['the execution is cancelled', 'ticket-a', true],
	])('waits for whoever sends under the ticket, until %s', async (_what, ticket, isCancelled) => {
		const cancel = new AbortController();
		const service = new CountingService('trigger', cancel.signal);
		const { serviceAccount: account } = service.fake.session;
		const giveBack = await ticketClaims.claim([[account, 'ticket-a']]);
		const waiting = run(service, planOf(batch('a', 0, TWO, { ...skip, custom_ticket: ticket })));
		await new Promise((resolve) => setImmediate(resolve));
		expect(service.sendCount).toBe(0);

		if (isCancelled) {
			cancel.abort(new Error('cancelled'));
			await expect(waiting).rejects.toThrow('cancelled');
			giveBack?.();
		} else {
			giveBack?.();
			expect((await waiting).kinds).toEqual({ 0: 'answered', 1: 'answered' });
		}
	});

	it('holds for two executions at the same moment', async () => {
		const service = new CountingService();
		const both = await Promise.all([run(service, plan()), run(service, plan())]);

		expect(service.reached).toEqual(TWO);
		expect(both.map(({ kinds }) => kinds)).toEqual([
			{ 0: 'answered', 1: 'answered' },
			{ 0: 'sentBefore', 1: 'sentBefore' },
		]);
		expect(ticketClaims.claimed.size).toBe(0);
	});

	it('holds for the repetition of an execution, whose tickets the node made', async () => {
		const service = new CountingService('retry');
		service.take('ticket-a', TWO);
		const repetition = { isRetry: true, mayMiss: false };
		const memory = new RunMemory({ id: 'repeated', items: {}, calls: {} }, repetition);
		const plan = planOf(batch('a', 0, TWO), batch('b', 2, ['1']));
		const { kinds } = await run(service, plan, { memory });

		expect(kinds).toEqual({ 0: 'sentBefore', 1: 'sentBefore', 2: 'answered' });
	});
});

describe('A ticket of the user that is sent under in any case', () => {
	it('tells nothing where the service had it before', async () => {
		const service = new CountingService();
		service.take('ticket-a', TWO);
		service.onSend = () => ({ takes: false, answer: lost });
		const { kinds } = await run(service, planOf(batch('a', 0, TWO, { ticket: 'given' })));

		expect(kinds).toEqual({ 0: 'unknown', 1: 'unknown' });
	});

	it('finds a send where the service did not', async () => {
		const service = new CountingService();
		service.onSend = () => ({ takes: true, answer: lost });
		const { kinds } = await run(service, planOf(batch('a', 0, TWO, { ticket: 'given' })));

		expect(kinds).toEqual({ 0: 'recovered', 1: 'recovered' });
	});
});

describe('An exception', () => {
	it('in one chain stops the others, and is that of its call', async () => {
		const service = new CountingService();
		const plan = planOf(batch('a', 0, ['1']), batch('b', 1, ['2']), batch('c', 2, ['3']));
		const memory = newMemory();
		jest.spyOn(memory, 'begin').mockImplementationOnce(() => {
			throw new TypeError('x is not a function');
		});
		const { kinds, errorOf } = await run(service, plan, { memory, goesOn: false, inParallel: 1 });

		expect(kinds).toEqual({ 0: 'failed', 1: 'notAttempted', 2: 'notAttempted' });
		expect(errorOf(0)?.message).toBe('Not sent: x is not a function');
		expect(service.sendCount).toBe(0);
	});

	it('after the send has begun leaves its outcome unknown', async () => {
		const service = new CountingService();
		const { context } = service.fake;
		const helpers = Object.create(context.helpers, {
			httpRequestWithAuthentication: {
				get() {
					throw new RangeError('broken');
				},
			},
		}) as typeof context.helpers;
		Object.assign(context, { helpers });
		jest.spyOn(service.fake.session, 'mask').mockImplementationOnce(() => {
			throw new RangeError('broken');
		});
		const { kinds, errorOf } = await run(service, planOf(batch('a', 0, ['1'])));

		expect(kinds).toEqual({ 0: 'unknown' });
		expect(errorOf(0)?.description).toMatch(
			/^An error inside n8n \(RangeError\) \(custom ticket ticket-a\)/,
		);
		jest.restoreAllMocks();
	});
});

it('starts nothing more once the execution is cancelled, and gives its tickets back', async () => {
	const cancel = new AbortController();
	const service = new CountingService('trigger', cancel.signal);
	service.onSend = () => {
		cancel.abort(new Error('cancelled'));
		return { takes: true };
	};
	const skip = { ticket: 'given', ifKnown: 'skip' } as const;
	const plan = planOf(batch('a', 0, ['1'], skip), batch('b', 1, ['2'], skip));

	await expect(run(service, plan, { inParallel: 1 })).rejects.toThrow('cancelled');
	expect(service.sendCount).toBe(1);
	expect(ticketClaims.claimed.size).toBe(0);
});

it('shows what earlier runs did, and sends only the rest', async () => {
	const service = new CountingService();
	const memory = newMemory();
	const plan = planOf(batch('a', 0, ['1']), batch('b', 1, ['2']));
	service.onSend = (_request, nth) =>
		nth === 2 ? { takes: false, answer: refusal('sendMessage', 'No') } : { takes: true };
	const first = await run(service, plan, { memory, goesOn: false, inParallel: 1 });
	expect(first.kinds).toEqual({ 0: 'answered', 1: 'failed' });
	const second = await run(service, plan, { memory, goesOn: false });

	expect(second.kinds).toEqual({ 0: 'answered', 1: 'answered' });
	expect(service.reached).toEqual(['1', '2']);
	expect(memory.call('a')?.state).toBe('accepted');
	await run(service, plan, { memory });
	expect(service.reached).toEqual(['1', '2']);
});

it('waits between two sends as long as the user says', async () => {
	const plan = planOf(batch('a', 0, ['1']), batch('b', 1, ['2']));
	await run(new CountingService(), plan, { pause: 7_000, inParallel: 1 });
	const waits = jest.mocked(sleep).mock.calls.map(([time]) => time);
	expect(Math.max(...waits)).toBeGreaterThan(6_000);
});

it('says of a call that the transport cannot carry what that is', async () => {
	const plan = planOf(batch('a', 0, ['1'], { transport: 'nvp' }));
	const { kinds, errorOf } = await run(new CountingService(), plan);
	expect(kinds).toEqual({ 0: 'failed' });
	expect(errorOf(0)?.name).toBe('NotDocumentedError');
});

describe('A campaign', () => {
	/** Gives out so many numbers, and keeps how the chains under them ended. */
	function numbersUpTo(most: number) {
		const ended: string[] = [];
		let last = 0;
		const begin = async (chain: readonly PlannedCall[]) => {
			await Promise.resolve();
			if (last >= most) return undefined;
			last += 1;
			return chain.map((planned, part) => {
				const custom_ticket = `spring-${last}-${part}`;
				return {
					...planned,
					call: withParameters(planned.call as CallOf<TicketedName>, { custom_ticket }),
				};
			});
		};
		const order = (chains: Plan['chains']) => chains;
		const end = (_chain: unknown, how: string) => ended.push(how);
		return { numbering: { order, begin, end } as unknown as Numbering, ended };
	}
	const of = (key: string, firstItem: number, addresses: string[]) =>
		batch(key, firstItem, addresses, { campaign: 'spring' });
	const MAINTENANCE = refusal(LOOK_UP, 'Maintenance', 99);
	const NO = refusal('sendMessage', 'No', 5);

	it('sends each call under a number, and nothing once there is none', async () => {
		const service = new CountingService();
		const { numbering, ended } = numbersUpTo(2);
		const plan = planOf(of('a', 0, ['1']), of('b', 1, ['2']), of('c', 2, ['3']), of('d', 3, ['4']));
		const { kinds } = await run(service, plan, { numbering, inParallel: 1 });

		expect(kinds).toEqual({ 0: 'answered', 1: 'answered', 2: 'notAttempted', 3: 'notAttempted' });
		expect(Object.fromEntries(service.sent)).toEqual({ 'spring-1-0': ['1'], 'spring-2-0': ['2'] });
		expect(ended).toEqual(['accepted', 'accepted', 'nothingSent', 'nothingSent']);
	});

	it('ends with a send of which nothing is known, and the others of the run go on', async () => {
		const service = new CountingService();
		service.onSend = (_request, nth) => ({ takes: nth > 1, ...(nth === 1 && { answer: lost }) });
		service.onLookUp = () => MAINTENANCE;
		const other = { campaign: 'autumn' };
		const sends = [
			...[of('a', 0, ['1']), of('b', 1, ['2'])],
			...[batch('c', 2, ['3'], other), batch('d', 3, ['4'])],
		];
		const campaigns = sends.flatMap((planned) =>
			planned.settings.campaign === undefined ? [] : [campaignId(planned)],
		);
		const numbers = new Map(campaigns.map((id) => [id, new CampaignNumbers(new Set())]));
		const numbering = new Numbering(
			numbers,
			(address) => address,
			() => undefined,
		);
		const { kinds } = await run(service, planOf(...sends), { numbering, inParallel: 1 });

		expect(kinds).toEqual({ 0: 'unknown', 1: 'notAttempted', 2: 'answered', 3: 'answered' });
	});

	it.each<[string, CountingService['onSend'], FakeAnswer | undefined, string]>([
		['all parts were taken', () => ({ takes: true }), undefined, 'accepted'],
		['the first part was refused', () => ({ takes: false, answer: NO }), undefined, 'nothingSent'],
		[
			'the second part was refused',
			(_request, nth) => ({ takes: nth === 1, ...(nth > 1 && { answer: NO }) }),
			undefined,
			'accepted',
		],
		[
			'the second part was lost',
			(_request, nth) => ({ takes: nth === 1, ...(nth > 1 && { answer: lost }) }),
			MAINTENANCE,
			'unknown',
		],
	])('learns that under its number %s', async (_what, onSend, told, expected) => {
		const service = new CountingService();
		service.onSend = onSend;
		service.onLookUp = () => told;
		const { numbering, ended } = numbersUpTo(1);
		await run(service, inParts(2, TWO), { numbering });
		expect(ended).toEqual([expected]);
	});

	it('learns that nobody knows what has its number where the chain breaks off', async () => {
		const { numbering, ended } = numbersUpTo(1);
		const progress = {
			done: () => {
				throw new Error('broken off');
			},
		} as unknown as Progress;
		const running = run(new CountingService(), planOf(of('a', 0, ['1'])), { numbering, progress });
		await expect(running).rejects.toThrow('broken off');
		expect(ended).toEqual(['unknown']);
	});

	it('learns that nothing is known of a part, though an earlier try sent the next one', async () => {
		const service = new CountingService();
		const memory = newMemory();
		const plan = inParts(2, TWO);
		const [first, second] = plan.chains[0] as [PlannedCall, PlannedCall];
		memory.begin(first, 'own');
		memory.begin(second, 'own');
		memory.accept(second, { result: true }, 'answered');
		const { numbering, ended } = numbersUpTo(1);
		service.onLookUp = () => MAINTENANCE;
		await run(service, plan, { numbering, memory });
		expect(ended).toEqual(['unknown']);
	});

	it('learns that somebody has a part, though others do not', async () => {
		const service = new CountingService();
		service.onSend = ({ ticket }) => {
			service.take(ticket, [TWO[0]!]);
			return { takes: false, answer: NO };
		};
		const { numbering, ended } = numbersUpTo(1);
		const { kinds, memory } = await run(service, planOf(of('a', 0, TWO)), { numbering });
		expect(kinds).toEqual({ 0: 'recovered', 1: 'failed' });
		expect(memory.call('a')?.others).toBeUndefined();
		expect(ended).toEqual(['accepted']);
	});
});

it('tells as done whoever was tried, and nobody who was not', async () => {
	const service = new CountingService();
	service.onSend = () => ({ takes: false, answer: refusal('sendMessage', 'No', 5) });
	const told: number[] = [];
	const progress = { done: (count: number) => told.push(count) } as unknown as Progress;
	const plan = planOf(batch('a', 0, TWO), batch('b', 2, ['3']));
	await run(service, plan, { progress, goesOn: false, inParallel: 1 });
	expect(told).toEqual([2]);
});

describe('A call that sends nothing', () => {
	const calling = (operation: string) =>
		({
			...batch('a', 0, ['x'], { ticket: 'none' }),
			...(operation.startsWith('read') && { members: [] }),
			fromItems: undefined,
			call: { operation, code: '12345', keyword: 'NORTH', parameters: {} },
		}) as unknown as PlannedCall;

	/** How it ends when it is tried twice, and whether it was called the second time. */
	async function twice(operation: string, answer: () => FakeAnswer) {
		const fake = fakeService(answer);
		Object.assign(fake.context, { getMode: () => 'trigger' });
		const memory = newMemory();
		const plan = planOf(calling(operation));
		const first = await run({ fake }, plan, { memory });
		const { state } = memory.call('a') ?? {};
		const before = fake.requests.length;
		const second = await run({ fake }, plan, { memory });
		const isCalled = fake.requests.length > before;
		return { kinds: [first.kinds[0], second.kinds[0]], state, isCalled, error: second.errorOf(0) };
	}
	const isLost = () => {
		throw lost;
	};

	it.each<[string, string, () => FakeAnswer, object]>([
		[
			'a change that was made is not made again',
			'deleteDivision',
			() => reply('deleteDivision', GOOD),
			{ kinds: ['answered', 'answered'], state: 'accepted', isCalled: false },
		],
		[
			'a change that was refused is tried again',
			'deleteDivision',
			() => refusal('deleteDivision', 'No'),
			{ kinds: ['failed', 'failed'], state: undefined, isCalled: true },
		],
		[
			'a change of which nothing is known is not made again',
			'deleteDivision',
			isLost,
			{ kinds: ['unknown', 'unknown'], state: 'unclear', isCalled: false },
		],
		[
			'what only reads is asked again',
			'readDivision',
			() => reply('readDivision', GOOD),
			{ kinds: ['answered', 'answered'], state: undefined, isCalled: true },
		],
	])('%s', async (_what, operation, answer, expected) => {
		expect(await twice(operation, answer)).toMatchObject(expected);
	});

	it('says of a change that an earlier run made it, or not', async () => {
		const { error } = await twice('deleteDivision', isLost);
		expect(error).toMatchObject({
			effect: 'change',
			reason: expect.stringContaining('connection broke'),
		});
	});

	it.each(['createDivision', 'plainSend'])(
		'is not made by a Retry that began before another one made it: %s',
		async (operation) => {
			const fake = fakeService(() => reply(operation, GOOD));
			Object.assign(fake.context, { getMode: () => 'retry' });
			const id = `retried twice: ${operation}`;
			const retry = () =>
				new RunMemory({ id, items: {}, calls: {} }, { isRetry: true, mayMiss: false });
			const [one, other] = [retry(), retry()];
			const plan = planOf(calling(operation));
			await run({ fake }, plan, { memory: one });
			expect(fake.requests).toHaveLength(1);
			const second = await run({ fake }, plan, { memory: other });
			expect(second.kinds).toEqual({ 0: 'unknown' });
			expect(second.errorOf(0)).toMatchObject({ reason: 'another Retry has made it' });
			expect(fake.requests).toHaveLength(1);
		},
	);

	it('is made by each Retry where that does no harm, and told of by the one that made it', async () => {
		const repetition = { isRetry: true, mayMiss: false };
		const retry = (id: string) => new RunMemory({ id, items: {}, calls: {} }, repetition);
		const inRetry = (fake: ReturnType<typeof fakeService>) => {
			Object.assign(fake.context, { getMode: () => 'retry' });
			return fake;
		};
		const deleting = inRetry(fakeService(() => reply('deleteDivision', GOOD)));
		for (const memory of [retry('deletes'), retry('deletes')]) {
			await run({ fake: deleting }, planOf(calling('deleteDivision')), { memory });
		}
		expect(deleting.requests).toHaveLength(2);

		const memory = retry('creates');
		for (let tries = 0; tries < 2; tries += 1) {
			const fake = inRetry(fakeService(isLost));
			const { errorOf } = await run({ fake }, planOf(calling('createDivision')), { memory });
			expect(errorOf(0)).toMatchObject({
				reason: expect.stringContaining('connection broke') as string,
			});
		}
	});

	it('says of a change that a web page answered which address to check', async () => {
		const { kinds, error, isCalled } = await twice('deleteDivision', () => page(404));
		expect([kinds, isCalled]).toEqual([['unknown', 'unknown'], false]);
		expect(error).toMatchObject({
			reason: expect.stringContaining('404'),
			known: { page: { httpStatus: 404 } },
		});
	});
});

it.each([
	['shows it at once', ['answered', 'recovered'], () => undefined],
	['shows it late', ['answered', 'unknown'], ({ ticket }: FakeRequest) => notKnown(ticket)],
])(
	'Of two Retries at the same moment one sends what was refused before, at a service that %s',
	async (what, ends, onLookUp) => {
		const service = new CountingService('retry');
		service.onLookUp = onLookUp;
		const plan = planOf(batch('a', 0, TWO));
		const refused = { errorCode: 9, serviceMessage: 'No credit' };
		const retry = () =>
			new RunMemory(
				{
					id: `at the same moment, ${what}`,
					items: {},
					calls: {
						a: {
							state: 'unclear',
							ticket: 'own',
							custom_ticket: 'ticket-a',
							lost: { reason: '', refusal: refused },
						},
					},
				},
				{ isRetry: true, mayMiss: false },
			);
		const both = await Promise.all(
			[retry(), retry()].map(async (memory) => await run(service, plan, { memory })),
		);
		expect(both.map(({ kinds }) => kinds[0])).toEqual(ends);
		expect(service.reached).toEqual(TWO);
	},
);

describe('A call that is not carried out', () => {
	const planned = batch('a', 0, ['1']);

	it('is what an earlier run tells of it', () => {
		const answer = { result: true };
		expect(withoutCall(planned, undefined)).toEqual({ kind: 'notAttempted' });
		expect(
			withoutCall(planned, { state: 'accepted', answer, evidence: 'recovered', ticket: 'own' }),
		).toEqual({ kind: 'accepted', answer, evidence: 'recovered', isEarlier: true });
		expect(
			withoutCall(planned, { state: 'unclear', ticket: 'own', custom_ticket: 'order-1' }),
		).toMatchObject({
			kind: 'unknown',
			error: {
				effect: 'send',
				told: 'an earlier run of this node got no answer (custom ticket order-1)',
			},
		});
		const refusal = { errorCode: 7, serviceMessage: 'No' };
		const lost = { reason: '', refusal, isRefusedAlike: true } as const;
		expect(withoutCall(planned, { state: 'unclear', ticket: 'own', lost })).toMatchObject({
			error: { told: expect.stringContaining('an earlier run of this node was refused') as string },
		});
	});
});

describe('a send that the service lists in part before it would leave', () => {
	const partly = ({ operation, ticket }: FakeRequest) => {
		if (operation !== LOOK_UP) return reply(operation, GOOD);
		return ticket === 'ticket-a' ? rows(operation, [TWO[0]!]) : notKnown(ticket);
	};

	it('is remembered for all of its people where a Retry cannot tell of the others', async () => {
		const fake = fakeService(partly);
		Object.assign(fake.context, { getMode: () => 'retry' });
		const repetition = { isRetry: true, mayMiss: false };
		const memory = new RunMemory({ id: 'partly', items: {}, calls: {} }, repetition);
		const { kinds } = await run({ fake }, planOf(batch('a', 0, TWO)), { memory });
		expect(kinds).toEqual({ 0: 'sentBefore', 1: 'unknown' });
		expect([memory.item(0)?.chain, memory.item(1)?.chain]).toEqual(['a', 'a']);
		expect(memory.call('a')).toMatchObject({ state: 'unclear', others: undefined });
	});

	it('leaves the others of a text in parts to be sent anew', async () => {
		const plan = inParts(2, TWO);
		const skip = (planned: PlannedCall): PlannedCall => ({
			...planned,
			ticket: 'given',
			settings: { ...planned.settings, ifKnown: 'skip' },
		});
		const chains = plan.chains.map((chain) => chain.map(skip));
		const callsOf = new Map([...plan.callsOf.keys()].map((index) => [index, chains[0]!]));
		const fake = fakeService(({ operation, ticket }) => {
			if (operation !== LOOK_UP) return reply(operation, GOOD);
			return ticket === 'ticket-part0' ? rows(operation, [TWO[0]!]) : notKnown(ticket);
		});
		const { kinds, memory } = await run({ fake }, { ...plan, chains, callsOf });
		expect(kinds).toEqual({ 0: 'sentBefore', 1: 'failed' });
		expect([memory.item(0)?.chain, memory.item(1)]).toEqual(['part0', undefined]);
		expect(memory.call('part0')).toMatchObject({ others: [TWO[1]] });
	});

	it('begins no text in parts of which one cannot be told', async () => {
		const skip = { ticket: 'given', ifKnown: 'skip' } as const;
		const plan = inParts(3, ['1']);
		const chains = plan.chains.map((chain) =>
			chain.map(
				({ ticket: _own, ...planned }): PlannedCall => ({
					...planned,
					...skip,
					settings: { ...planned.settings, ...skip },
				}),
			),
		);
		const fake = fakeService(({ operation, ticket }) => {
			if (operation !== LOOK_UP) return reply(operation, GOOD);
			return ticket === 'ticket-part1' ? page(502) : notKnown(ticket);
		});
		const callsOf = new Map([[0, chains[0]!]]);
		const { outcomes } = await run({ fake }, { ...plan, chains, callsOf }, { goesOn: true });
		expect(chains[0]!.map((planned) => outcomes.get(planned)?.kind)).toEqual([
			'notAttempted',
			'failed',
			'notAttempted',
		]);
		expect(fake.operations()).not.toContain('sendMessage');
	});

	it('leaves the others to be corrected where they certainly have nothing of this run', async () => {
		const skip = batch('a', 0, TWO, { ticket: 'given', ifKnown: 'skip' });
		const { kinds, memory } = await run({ fake: fakeService(partly) }, planOf(skip));
		expect(kinds).toEqual({ 0: 'sentBefore', 1: 'failed' });
		expect([memory.item(0)?.chain, memory.item(1)]).toEqual(['a', undefined]);
		expect(memory.call('a')).toMatchObject({ state: 'accepted', others: [TWO[1]] });
	});
});

describe('A text in parts by number', () => {
	const PHONES = ['18015550001', '18015550002', '18015550003'];

	/** @param taken the numbers that the service takes of each part; 0 where the request does not leave */
	async function sending(taken: ReadonlyArray<readonly string[] | 0>, phones = PHONES) {
		let sends = 0;
		const fake = fakeService(() => {
			const numbers = taken[sends++];
			if (numbers === 0) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
			const items = (numbers ?? []).map((one) => `<item>${one}</item>`).join('');
			return `<sendMessageSpecifyNumbers><result>true</result><response><item>${items}</item><item>T</item></response></sendMessageSpecifyNumbers>`;
		});
		const parts = taken.map((_numbers, nth) => {
			const parameters = { phone: phones.join(','), message: `${nth + 1}` };
			const planned = batch(`part${nth}`, 0, ['x'], { ticket: 'none' });
			const call = { operation: 'plainSend', code: '12345', keyword: 'NSTAFF', parameters };
			const fitted = { part: nth + 1, parts: taken.length };
			return { ...planned, fromItems: undefined, fitted, call } as unknown as PlannedCall;
		});
		const callsOf = new Map([[0, parts]]);
		const done = await run({ fake }, { chains: [parts], callsOf, skippedItems: new Map() });
		const asked = fake.requests.map(({ options }) =>
			PHONES.filter((phone) => JSON.stringify(options).includes(phone)),
		);
		const told = done.plan.callsOf.get(0)!.map(({ call }) => addresseesOf(call));
		return { asked, told: told.map((people) => people.map(({ sendTo }) => sendTo)) };
	}
	const [ANN, BOB, CARL] = PHONES as [string, string, string];

	it('goes on for those who have the parts before, as the output tells', async () => {
		const { asked, told } = await sending([[ANN, CARL], [ANN], [ANN]]);
		expect(asked).toEqual([PHONES, [ANN, CARL], [ANN]]);
		expect(told).toEqual(asked);
	});

	it('goes to all of them where all have the parts before', async () => {
		const { asked, told } = await sending([PHONES, PHONES]);
		expect(asked).toEqual([PHONES, PHONES]);
		expect(told).toEqual([PHONES, PHONES]);
	});

	it('goes no further where nobody has the part before', async () => {
		const { asked } = await sending([[], PHONES]);
		expect(asked).toEqual([PHONES]);
		const notLeft = await sending([0, PHONES]);
		expect(notLeft.asked).toEqual([PHONES]);
	});

	it('goes to a single number once, and in all its parts', async () => {
		const { asked } = await sending([[BOB], [BOB]], [BOB]);
		expect(asked).toEqual([[BOB], [BOB]]);
	});
});

it('a list by number of which not all were taken keeps nothing from the next list', async () => {
	const fake = fakeService(
		() =>
			'<sendMessageSpecifyNumbers><result>true</result><response><item><item>18015550001</item></item><item>T</item></response></sendMessageSpecifyNumbers>',
	);
	const lists = ['a', 'b'].map((key) => {
		const parameters = { phone: '18015550001,18015550002', message: key };
		const call = { operation: 'plainSend', code: '12345', keyword: 'NSTAFF', parameters };
		const planned = batch(key, 0, ['x'], { ticket: 'none' });
		return { ...planned, fromItems: undefined, call } as unknown as PlannedCall;
	});
	await run({ fake }, { chains: [lists], callsOf: new Map([[0, lists]]), skippedItems: new Map() });
	for (const { options } of fake.requests) {
		expect(JSON.stringify(options)).toContain('18015550002');
	}
	expect(fake.requests).toHaveLength(2);
});

import { textIn } from '../../service/answer/answerOf';
import {
	comparableTicket,
	customTicketOf,
	isTicketed,
	recipientsOf,
} from '../../service/contract/call';
import { NotSentError, OutcomeUnclearError } from '../../service/errors/errors';
import { unitName } from '../../service/answer/organization';
import { addTo } from '../../service/collections/byKey';
import { comparableAddress } from '../../service/text/address';
import { AddressIndex } from '../../service/text/addressIndex';
import { askedOnce } from '../../lookups/askedOnce';
import type { TicketAnswer } from '../../lookups/ticketLookup';
import { firstOf, type Steps } from '../../service/collections/steps';
import { fewAtOnce } from '../../eventLoop/fewAtOnce';
import { rested } from '../../eventLoop/restingSteps';
import { lookItUp } from '../../wording/advice';
import type { Plan, PlannedCall, SendOutcome, TicketUse } from '../values/call';
import { sentBeforeAnswer } from '../values/knownAnswer';
import type { Divided, SendRun } from './sendOnce';
import { lookedUp, type LookedUp } from './sendLookup';
import { begunFirst, Leaving, unitsAsked } from './leaving';
import { severalMessages } from './severalMessages';

/** What a send comes to before anything of it leaves. */
export type Before =
	| { kind: 'send'; ticket: TicketUse }
	/** Nothing leaves for it. */
	| SendOutcome
	| Divided;

interface TicketQuestion {
	planned: PlannedCall;
	/** Nothing is sent under a ticket that the service has. */
	guards: boolean;
}

/** Whom the sends of a run are for. */
interface Own {
	/** By ticket. */
	readonly recipients: ReadonlyMap<string | undefined, AddressIndex>;
	readonly held: ReadonlySet<string>;
}

/** Whether a send is left out where the service has it already. */
export function isGuarded(run: SendRun, planned: PlannedCall): boolean {
	const { call, settings, ticket, key } = planned;
	if (!isTicketed(call) || run.memory.call(key) !== undefined) return false;
	// Whom it has reached is known from the rows of all of its tickets.
	if (settings.campaign !== undefined) return false;
	// A run that is repeated from the list of executions may have been repeated before.
	if (ticket === 'own') return run.memory.isRetry;
	return settings.ifKnown === 'skip' || run.memory.mayHaveLeft(planned);
}

/**
 * Whether a send waits for others of this process under its ticket. Of two *Retries* at the same moment
 * the second one knows afterwards what the first one sent.
 */
export function isClaimed(run: SendRun, planned: PlannedCall): boolean {
	const { call, settings, key } = planned;
	const isOpen = settings.campaign === undefined && run.memory.call(key)?.state !== 'accepted';
	return isGuarded(run, planned) || (run.memory.isRetry && isOpen && isTicketed(call));
}

/** Whether a ticket of the user may be used anew, and an earlier try may have sent under it too. */
function mayBeOfEarlierTry({ memory }: SendRun, planned: PlannedCall): boolean {
	const { ticket, settings } = planned;
	return ticket !== 'own' && settings.ifKnown !== 'skip' && memory.mayHaveLeft(planned);
}

/**
 * Asks for the tickets of a run before it sends, where that can tell something: whether the service
 * has a send already that must not be made twice, and whether a ticket of the user's own can tell
 * later that this send arrived. What the service does not know is asked for twice, with one pause for
 * all of them.
 *
 * @returns what the service said, by call. A run that stops at the first call that the service can't
 * tell about asks for none after it.
 */
export async function lookUpBefore(
	run: SendRun,
	plan: Plan,
	{ inParallel, goesOn }: { inParallel: number; goesOn: boolean },
): Promise<{ before: Map<PlannedCall, Before>; isStopped: boolean }> {
	const questions = plan.chains.flat().flatMap((planned): TicketQuestion[] => {
		const guards = isGuarded(run, planned);
		const tells = planned.ticket === 'given' && run.memory.call(planned.key) === undefined;
		return guards || tells ? [{ planned, guards }] : [];
	});
	const own: Own = { recipients: recipientsByTicket(plan), held: heldBack(run) };
	const first = await askAll(run, questions, own, inParallel, goesOn);
	const again = questions.filter(({ planned, guards }) => {
		const state = first.states.get(planned)?.state;
		return guards && state !== undefined && MAY_CHANGE.has(state);
	});
	const states = first.states;
	let { isStopped } = first;
	if (again.length > 0 && !isStopped) {
		await run.lookup.beforeSecondLook(run.context.getExecutionCancelSignal());
		const second = await askAll(run, again, own, inParallel, goesOn);
		for (const { planned } of again) {
			const late = second.states.get(planned);
			if (late) states.set(planned, combined(states.get(planned)!, late));
			else states.delete(planned);
		}
		isStopped = second.isStopped;
	}
	showFollowed(plan, states);
	return { before: await judgedAll(run, plan, questions, states), isStopped };
}

/** What each of them comes to, by what the service says of all. */
async function judgedAll(
	run: SendRun,
	plan: Plan,
	questions: readonly TicketQuestion[],
	states: ReadonlyMap<PlannedCall, LookedUp>,
): Promise<Map<PlannedCall, Before>> {
	const several = run.memory.hasUnknownTry
		? severalMessages(states)
		: new Map<PlannedCall, string>();
	const before = new Map<PlannedCall, Before>();
	const leaving = new Leaving(run, plan, await unitsAsked(run, plan));
	const guarding = new Map(questions.map(({ planned, guards }) => [planned, guards]));
	for (const chain of begunFirst(run, plan)) {
		let isHeld = false;
		for (const planned of chain) {
			const guards = guarding.get(planned);
			const state = states.get(planned);
			const other = several.get(planned);
			if (guards === undefined) continue;
			if (other !== undefined) before.set(planned, { kind: 'unknown', error: oneOfSeveral(other) });
			else if (state) {
				const said = verdict(run, planned, guards, state);
				const isTwice = leaving.hasSame(planned, said.kind === 'send' && !isHeld);
				before.set(planned, isTwice ? twice() : said);
			}
			// What follows in the chain does not leave.
			isHeld ||= HELD.has(before.get(planned)?.kind);
		}
	}
	return before;
}

/** A part of a text leaves only once the one before was accepted: where the service has it, it has both. */
function showFollowed({ chains }: Plan, states: Map<PlannedCall, LookedUp>): void {
	for (const chain of chains) {
		let isFollowed = false;
		for (const planned of chain.toReversed()) {
			const state = states.get(planned);
			if (!state) continue;
			if (state.state === 'notKnown' && isFollowed) {
				states.set(planned, { ...state, state: 'noRows', isFollowed });
			}
			isFollowed ||= HAS_IT.has(state.state);
		}
	}
}

/** What the service says of a send that it has. */
const HAS_IT: ReadonlySet<LookedUp['state']> = new Set(['known', 'partly', 'noRows']);

const HELD: ReadonlySet<Before['kind'] | undefined> = new Set(['failed', 'unknown']);

function twice(): SendOutcome {
	const error = new NotSentError(
		'another item goes to some of these recipients under this ticket',
		"Put the recipients into one item, or give each item a 'Custom Ticket' of its own.",
	);
	return { kind: 'failed', error };
}

/** What a second look-up may change: a status can show late. */
const MAY_CHANGE: ReadonlySet<LookedUp['state']> = new Set(['notKnown', 'noRows', 'partly']);

/** What keeps a guarded send from leaving, whatever a second look-up says. */
const ENDS: ReadonlySet<LookedUp['state']> = new Set(['couldNotSay', 'others']);

async function askAll(
	run: SendRun,
	questions: readonly TicketQuestion[],
	own: Own,
	inParallel: number,
	goesOn: boolean,
): Promise<{ states: Map<PlannedCall, LookedUp>; isStopped: boolean }> {
	const { context, lookup } = run;
	const states = new Map<PlannedCall, LookedUp>();
	const asked = new Map<string, Promise<TicketAnswer>>();
	const signal = context.getExecutionCancelSignal();
	let isStopped = false;
	const ask = async ({ planned, guards }: TicketQuestion) => {
		if (isStopped || signal?.aborted) return;
		const { call, settings } = planned;
		const key = JSON.stringify([customTicketOf(call), unitName(call), settings.transport]);
		const answer = await askedOnce(asked, key, async () => await lookup.ask(call, settings));
		const underTicket = own.recipients.get(comparableTicket(customTicketOf(call)));
		const lookedUpNow = await rested(lookedUp(call, answer, { underTicket }));
		const state = await rested(amongItsOwn(planned, lookedUpNow, own));
		states.set(planned, state);
		const ends =
			ENDS.has(state.state) && (state.state !== 'others' || !mayBeOfEarlierTry(run, planned));
		isStopped ||= guards && !goesOn && ends;
	};
	await fewAtOnce(inParallel, questions, ask);
	signal?.throwIfAborted();
	return { states, isStopped };
}

/** By ticket, the recipients of all sends of the run that carry it. */
function recipientsByTicket({ chains }: Plan): Map<string | undefined, AddressIndex> {
	const lists = new Map<string | undefined, string[]>();
	for (const { call } of chains.flat()) {
		const ticket = comparableTicket(customTicketOf(call));
		for (const { sendTo } of recipientsOf(call)) addTo(lists, ticket, sendTo);
	}
	return new Map([...lists].map(([ticket, list]) => [ticket, new AddressIndex(list)]));
}

/** Who is to get nothing under a ticket, because the service had a part of the call with theirs before. */
function heldBack({ memory }: SendRun): ReadonlySet<string> {
	const held = new Set<string>();
	for (const { call } of memory.entries()) {
		for (const sendTo of call.others ?? []) held.add(heldKey(call.custom_ticket, sendTo));
	}
	return held;
}

function heldKey(ticket: string | undefined, sendTo: string): string {
	return JSON.stringify([comparableTicket(ticket), comparableAddress(sendTo)]);
}

/**
 * A ticket that several sends carry lists those that left. Where it lists none of this one's
 * recipients, but some of the others', this one did not leave.
 */
function* amongItsOwn(
	{ call, ticket }: PlannedCall,
	state: LookedUp,
	{ recipients, held }: Own,
): Steps<LookedUp> {
	if (state.state !== 'others' || ticket !== 'shared') return state;
	const given = customTicketOf(call);
	if (recipientsOf(call).some(({ sendTo }) => held.has(heldKey(given, sendTo)))) return state;
	const index = recipients.get(comparableTicket(given));
	const ours = yield* firstOf(state.details, ({ sendTo }) =>
		Boolean(index?.meant(textIn(sendTo)).length),
	);
	return ours ? { ...state, state: 'notKnown' } : state;
}

function combined(early: LookedUp, late: LookedUp): LookedUp {
	if (early.state === 'partly') return late.reached.size < early.reached.size ? early : late;
	return early.state === 'noRows' && late.state === 'notKnown' ? early : late;
}

function verdict(
	run: SendRun,
	planned: PlannedCall,
	guards: boolean,
	lookedUpBefore: LookedUp,
): Before {
	const { state } = lookedUpBefore;
	const { call, ticket } = planned;
	const use = ticket === 'given' ? (state === 'notKnown' ? 'own' : 'shared') : ticket;
	const isSentBeside = guards && run.memory.isSentBeside(planned);
	if (!guards || (state === 'notKnown' && !isSentBeside)) return { kind: 'send', ticket: use };
	if (mayBeOfEarlierTry(run, planned)) {
		// An older send to others leaves these people as they are.
		if (state === 'others' && !isSentBeside) return { kind: 'send', ticket: use };
		return { kind: 'unknown', error: mayBeSentError(planned, lookedUpBefore, OLDER_SEND) };
	}
	const answer = sentBeforeAnswer(call);
	if (state === 'known') return { kind: 'accepted', answer, evidence: 'sentBefore' };
	// Another try of the same execution may have sent it, as the first Retry of two.
	const rest =
		isSentBeside || (ticket === 'own' && run.memory.isRetry)
			? ({ kind: 'unknown', error: mayBeSentError(planned, lookedUpBefore) } as const)
			: ({ kind: 'failed', error: notSent(planned, lookedUpBefore) } as const);
	if (state !== 'partly' || !planned.fromItems) return rest;
	const { reached } = lookedUpBefore;
	return { kind: 'divided', answer, evidence: 'sentBefore', reached, rest };
}

const OLDER_SEND =
	" An older send may have used the ticket, too. To leave out whoever has it, choose Skip as 'If Ticket Was Already Used'; to send to everyone again, run a new execution.";

/** Why nothing is sent under a ticket that an earlier try may have used. */
function mayBeSentError(
	{ call }: PlannedCall,
	lookedUpBefore: LookedUp,
	more = '',
): OutcomeUnclearError {
	const custom_ticket = customTicketOf(call) ?? '';
	return new OutcomeUnclearError(
		reasonOf(lookedUpBefore),
		`An earlier try may have sent it, so nothing was sent now.${whySaid(lookedUpBefore)} ${lookItUp(custom_ticket)} before you send again.${more}`,
		'send',
		{ custom_ticket },
	);
}

/** Why none of several messages to the same people is sent. */
function oneOfSeveral(custom_ticket: string): OutcomeUnclearError {
	return new OutcomeUnclearError(
		'an earlier try may have sent one of several messages to these people, and its ticket does not tell which',
		`So nothing was sent now. ${lookItUp(custom_ticket)}, and send what is missing by a new execution.`,
		'send',
		{ custom_ticket },
	);
}

/** Why nothing is sent under a ticket, and what to do about it. */
function notSent({ call }: PlannedCall, lookedUpBefore: LookedUp): NotSentError {
	const why = whySaid(lookedUpBefore);
	const whatNow = `${lookItUp(customTicketOf(call) ?? '')}, or choose Send Anyway under 'If Ticket Was Already Used'.`;
	if (call.everyone) {
		return new NotSentError(
			"Skip can't guard this message to everyone",
			`The service doesn't say whether it has the ticket. Status checks take the keyword of a group: for a division or company, that of a group in it.${why} ${whatNow}`,
		);
	}
	return new NotSentError(reasonOf(lookedUpBefore), `${whatNow}${why}`);
}

function whySaid({ error }: LookedUp): string {
	return error ? ` The status check: ${error.message}.` : '';
}

function reasonOf({ state, isFollowed }: LookedUp): string {
	if (isFollowed) return 'the service has the part that follows, and does not show this one yet';
	if (state === 'known') return 'the service has it already';
	if (state === 'partly') return 'only some of these recipients have it already';
	if (state === 'notKnown') return 'the service does not show it yet';
	return state === 'others'
		? 'this ticket is of a message to others'
		: "the service didn't say whether this message went out before";
}

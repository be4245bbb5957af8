import type { IExecuteFunctions } from 'n8n-workflow';

import { fewAtOnce } from '../../eventLoop/fewAtOnce';
import { finished } from '../../service/collections/steps';
import type { ServiceAnswer } from '../../service/answer/answerOf';
import {
	comparableTicket,
	customTicketOf,
	numbersOf,
	recipientsIn,
	type Call,
} from '../../service/contract/call';
import { effectOf } from '../../service/contract/contract';
import {
	MessagingServiceError,
	NotSentError,
	OutcomeUnclearError,
} from '../../service/errors/errors';
import { outcomeUnclear } from '../../wording/outcomeUnclear';
import { encode, exchange, type EncodedCall } from '../../transport/exchange';
import { paceOf } from '../../transport/pace';
import type { Session } from '../../transport/session';
import type {
	Outcome,
	Outcomes,
	Plan,
	PlannedCall,
	RememberedCall,
	RunPace,
	SendOutcome,
	TicketUse,
} from '../values/call';
import type { ChainEnd, Numbering } from '../campaign/numbering';
import { onlyTo } from '../values/addressed';
import { hasFailed } from '../values/ended';
import { leavesNoTrace } from '../values/audience';
import type { RunMemory } from '../memory/store';
import { ticketClaims } from '../memory/ticketClaims';
import { notAccepted } from '../values/notAccepted';
import { withReplaced } from '../plan/plan';
import type { Progress } from '../../n8n/progress';
import { assertAllowed } from '../checks/recipientsAllowed';
import { lookUpBefore, isClaimed, type Before } from './lookUpBefore';
import { halves, outcomeOfList, withHalves, type Halves } from './divide';
import { lostAnswer, pageOf, refusedAlike } from './lostAnswer';
import { SendLookup } from './sendLookup';
import { sendOnce, type Divided, type SendRun } from './sendOnce';

/** What takes part in each call of a run. */
export interface Sending {
	readonly pace: RunPace;
	/** Numbers the calls of campaigns. */
	readonly numbering?: Numbering;
	/** Tells how far the run is. */
	readonly progress?: Progress;
}

/** The outcome of a plan; a call that the service took in part is two in it. */
export interface CarriedOut {
	plan: Plan;
	outcomes: Outcomes;
}

/**
 * Carries out a plan, chains beside each other and the calls of a chain one after the other.
 * With one at once, they follow each other in the order of the items.
 */
export async function carryOut(
	context: IExecuteFunctions,
	session: Session,
	plan: Plan,
	memory: RunMemory,
	sending: Sending,
): Promise<CarriedOut> {
	const signal = context.getExecutionCancelSignal();
	const pace = paceOf(session, sending.pace.pause, signal);
	const lookup = new SendLookup(context, session, pace);
	const run: SendRun = { context, session, memory, pace, lookup };
	const claimed = plan.chains.flat().filter((planned) => isClaimed(run, planned));
	const tickets = claimed.map(
		({ call }) => [session.serviceAccount, comparableTicket(customTicketOf(call)) ?? ''] as const,
	);
	const giveBack = await ticketClaims.claim(tickets, signal);
	try {
		const { before, isStopped } = await lookUpBefore(run, plan, sending.pace);
		const chains = new Chains(run, before, sending, isStopped);
		const ordered = sending.numbering?.order(plan.chains) ?? plan.chains;
		const { inParallel } = sending.pace;
		await fewAtOnce(inParallel, ordered, async (chain) => await chains.run(chain));
		signal?.throwIfAborted();
		const carriedOut = withReplaced(plan, chains.numbered);
		return { plan: withHalves(carriedOut, chains.divisions), outcomes: chains.outcomes };
	} finally {
		giveBack();
	}
}

/** What a send was found to be that leaves. */
type AskedBefore = Extract<Before, { ticket: TicketUse }>;

/** Carries out the chains of a run, which stop each other. */
class Chains {
	readonly outcomes = new Map<PlannedCall, Outcome>();

	readonly divisions = new Map<PlannedCall, Halves>();

	/** Calls of campaigns, as they were sent with their numbers. */
	readonly numbered = new Map<PlannedCall, PlannedCall>();

	/** @param isStopped nothing more is to leave */
	constructor(
		private readonly sendRun: SendRun,
		private readonly before: ReadonlyMap<PlannedCall, Before>,
		private readonly sending: Sending,
		private isStopped: boolean,
	) {}

	async run(planned: readonly PlannedCall[]): Promise<void> {
		const { numbering } = this.sending;
		const begun = numbering && !this.isOver ? await numbering.begin(planned) : planned;
		const chain = begun ?? planned;
		for (const [position, call] of planned.entries()) this.numbered.set(call, chain[position]!);
		let end: ChainEnd = 'unknown';
		try {
			// Of a campaign that has ended nothing may leave.
			end = await this.runNumbered(chain, planned, begun === undefined);
		} finally {
			numbering?.end(chain, end);
		}
	}

	/** @param inPlan the same calls, as the plan has them */
	private async runNumbered(
		chain: readonly PlannedCall[],
		inPlan: readonly PlannedCall[],
		isBroken: boolean,
	): Promise<ChainEnd> {
		const { memory } = this.sendRun;
		const { pace, progress } = this.sending;
		// Half of a text is worse than none: nothing begins that is known to break off.
		const isHeld = chain.some((planned) => hasFailed(this.before.get(planned)));
		let end: ChainEnd = 'nothingSent';
		let isDivided = false;
		/** Numbers that lack a part of the text, and get none that follows. */
		const missed = new Set<string>();
		for (const [position, call] of chain.entries()) {
			const planned = withoutMissed(call, missed);
			if (planned !== call) this.numbered.set(inPlan[position]!, planned);
			const outcome = isDivided
				? notToAll()
				: isBroken
					? withoutCall(planned, memory.call(planned.key))
					: await this.endOf(planned, isHeld);
			if (outcome.kind === 'accepted') {
				for (const number of finished(notAccepted(planned.call, outcome.answer)))
					missed.add(number);
			}
			const kind = this.note(planned, chain, outcome);
			if (kind !== 'notAttempted') progress?.done(recipientsIn(planned.call));
			if (hasFailed({ kind })) {
				isBroken = true;
				isDivided ||= this.divisions.has(planned);
				this.isStopped ||= !pace.goesOn;
			}
			if (kind === 'unknown') end = 'unknown';
			else if (end !== 'unknown' && (kind === 'accepted' || outcome.kind === 'divided')) {
				end = 'accepted';
			}
		}
		return end;
	}

	private async endOf(planned: PlannedCall, isHeld: boolean): Promise<Outcome | Divided> {
		const { memory, pace } = this.sendRun;
		const remembered = memory.call(planned.key);
		const asked = this.before.get(planned);
		if (asked && asked.kind !== 'send') return asked;
		if (isHeld || remembered?.state === 'accepted') return withoutCall(planned, remembered);
		// Cancelling ends the wait early; the call behind it is not started then.
		if (!this.isOver) await pace.turn().catch(() => undefined);
		return this.isOver
			? withoutCall(planned, remembered)
			: await this.carryOutAlone(planned, asked);
	}

	private get isOver(): boolean {
		return this.isStopped || Boolean(this.sendRun.context.getExecutionCancelSignal()?.aborted);
	}

	/** Whatever is thrown ends this call alone: it stops the others as any failure does. */
	private async carryOutAlone(
		planned: PlannedCall,
		asked: AskedBefore | undefined,
	): Promise<Outcome | Divided> {
		const { memory, session } = this.sendRun;
		try {
			return await carryOutCall(this.sendRun, planned, asked);
		} catch (error) {
			const { name, message } = error instanceof Error ? error : new Error(String(error));
			if (error instanceof MessagingServiceError) return { kind: 'failed', error };
			const effect = effectOf(planned.call.operation);
			if (memory.call(planned.key)?.state !== 'unclear') {
				return {
					kind: 'failed',
					error: new NotSentError(session.mask(message), undefined, effect),
				};
			}
			const custom_ticket = customTicketOf(planned.call);
			const reason = `an error inside n8n (${name})`;
			return { kind: 'unknown', error: outcomeUnclear(reason, effect, { custom_ticket }) };
		}
	}

	/** Keeps how a call ended. */
	private note(
		planned: PlannedCall,
		chain: readonly PlannedCall[],
		outcome: Outcome | Divided,
	): Outcome['kind'] {
		const { memory } = this.sendRun;
		if (outcome.kind !== 'divided') {
			if (effectOf(planned.call.operation) !== 'read') remember(memory, planned, outcome);
			this.outcomes.set(planned, outcome);
			return outcome.kind;
		}
		const parts = halves(planned, outcome);
		if (!parts) {
			const whole = outcomeOfList(planned, outcome);
			leaveOpen(memory, planned, whole);
			this.outcomes.set(planned, whole);
			return whole.kind;
		}
		const { answer, evidence, rest } = outcome;
		if (!memory.call(planned.key)) {
			memory.begin(rest.kind === 'unknown' ? planned : parts.reached, 'own');
		}
		// Of a text in parts all items keep the calls they have: who has which part is looked up again.
		if (rest.kind === 'failed' && chain.length === 1) {
			memory.acceptPart(parts.reached, parts.others, answer, evidence);
		}
		if (rest.kind === 'failed' && evidence === 'sentBefore') {
			memory.holdBack(parts.reached, parts.others);
		}
		leaveOpen(memory, planned, rest);
		this.divisions.set(planned, parts);
		this.outcomes.set(parts.reached, { kind: 'accepted', answer, evidence });
		this.outcomes.set(parts.others, rest);
		return rest.kind;
	}
}

/** Remembers why the others of a list may lack it. Without a refusal, by which they would be sent to again. */
function leaveOpen(memory: RunMemory, planned: PlannedCall, rest: SendOutcome): void {
	if (rest.kind !== 'unknown') return;
	memory.leaveOpen(planned, { ...lostAnswer(rest.error), refusal: undefined }, rest.tries);
}

/** A part of a text by number for those who have the parts before it; a call keeps one number at least. */
function withoutMissed(planned: PlannedCall, missed: ReadonlySet<string>): PlannedCall {
	if (missed.size === 0 || (planned.fitted?.part ?? 1) === 1) return planned;
	const isLeft = numbersOf(planned.call).map((number) => !missed.has(number));
	if (isLeft.every(Boolean) || !isLeft.includes(true)) return planned;
	return onlyTo(planned, (position) => isLeft[position]!);
}

/** A part of a text that follows one which only some of the recipients have. */
function notToAll(): Outcome {
	const reason = 'the part of the text before this one reached only some of the recipients';
	return { kind: 'failed', error: new NotSentError(reason) };
}

/** What an earlier run of the node, if any, tells of a call that this one does not carry out. */
export function withoutCall({ call }: PlannedCall, before: RememberedCall | undefined): Outcome {
	switch (before?.state) {
		case 'accepted':
			return {
				kind: 'accepted',
				answer: before.answer,
				evidence: before.evidence,
				isEarlier: true,
			};
		case 'unclear':
			return unclearBefore(call, before);
		default:
			return { kind: 'notAttempted' };
	}
}

function unclearBefore(
	{ operation }: Call,
	{ custom_ticket, lost }: Extract<RememberedCall, { state: 'unclear' }>,
): Outcome {
	const ended = lost?.refusal ? 'was refused' : 'got no answer';
	const reason = lost?.reason || `an earlier run of this node ${ended}`;
	return {
		kind: 'unknown',
		error: outcomeUnclear(reason, effectOf(operation), { custom_ticket, page: pageOf(lost) }),
		isEarlier: true,
	};
}

async function carryOutCall(
	run: SendRun,
	planned: PlannedCall,
	asked: AskedBefore | undefined,
): Promise<Outcome | Divided> {
	const { context, session, memory, pace } = run;
	const before = memory.call(planned.key);
	const { call, settings } = planned;
	const encoded: EncodedCall = {
		...encode(call, session, settings.transport),
		timeLimit: settings.timeLimit,
	};
	if (!before && leavesNoTrace(call.operation) && memory.isSentBeside(planned)) {
		return {
			kind: 'unknown',
			error: outcomeUnclear('another Retry has made it', encoded.effect),
		};
	}
	if (encoded.effect === 'send') {
		assertAllowed(call, session.recipientsAllowed);
		const own = planned.ticket === 'given' ? 'shared' : planned.ticket;
		const ticket = before?.ticket ?? asked?.ticket ?? own;
		// Another Retry may have sent what this one remembers as refused.
		const lost =
			before?.state === 'unclear' && !memory.isSentBeside(planned) ? before.lost : undefined;
		const tries = before?.state === 'unclear' ? before.tries : undefined;
		memory.begin(planned, ticket);
		return await sendOnce(run, {
			call,
			encoded,
			settings,
			ticket,
			wasUnclear: before !== undefined,
			lost,
			tries,
		});
	}
	if (before) return withoutCall(planned, before);
	if (encoded.effect === 'change') memory.begin(planned, 'none');
	return outcomeOf(await exchange(context, session, encoded, pace));
}

function remember(memory: RunMemory, planned: PlannedCall, outcome: Outcome): void {
	if (outcome.kind === 'failed') {
		if (outcome.isRefusedAlike) memory.leaveOpen(planned, refusedAlike(outcome.error));
		else memory.forget(planned);
	}
	if (outcome.kind === 'unknown') {
		memory.leaveOpen(planned, lostAnswer(outcome.error), outcome.tries);
	}
	if (outcome.kind !== 'accepted') return;
	// Found by its ticket before it would have left.
	if (!memory.call(planned.key)) memory.begin(planned, 'own');
	memory.accept(planned, outcome.answer, outcome.evidence);
}

function outcomeOf(answer: ServiceAnswer | MessagingServiceError): SendOutcome {
	if (!(answer instanceof MessagingServiceError)) {
		return { kind: 'accepted', answer, evidence: 'answered' };
	}
	if (answer instanceof OutcomeUnclearError) return { kind: 'unknown', error: answer };
	return { kind: 'failed', error: answer };
}

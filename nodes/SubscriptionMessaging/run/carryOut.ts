import type { IExecuteFunctions } from 'n8n-workflow';
import pLimit from 'p-limit';

import type { ServiceAnswer } from '../service/answer';
import { effectOf } from '../service/contract';
import { MessagingServiceError, NotSentError, OutcomeUnclearError } from '../service/errors';
import type { SendState } from '../service/nextStep';
import type { Call } from '../service/validation';
import { outcomeUnclear } from '../transport/connectionError';
import { encode, exchange, type EncodedCall } from '../transport/exchange';
import { Pace } from '../transport/pace';
import {
	detailsOf,
	knownAnswer,
	sendOnce,
	ticketState,
	type SendOutcome,
} from '../transport/sendOnce';
import type { Session } from '../transport/session';
import type { Ledger, RememberedCall } from './ledger';
import type { Plan, PlannedCall } from './plan';

export interface RunPace {
	/** Most calls under way at once. */
	inParallel: number;
	/** Milliseconds between the start of one request and the next. */
	pause: number;
	/** After a failure: start no further call, or go on. */
	goesOn: boolean;
}

/** How a call ended; `notAttempted` when an earlier one failed or the execution was cancelled. */
export type Outcome = SendOutcome | { kind: 'notAttempted' };

export type Outcomes = ReadonlyMap<PlannedCall, Outcome>;

/** Carries out the calls of one execution. */
interface Run {
	context: IExecuteFunctions;
	session: Session;
	ledger: Ledger;
	pace: Pace;
	/** By custom ticket: what the service had under it before the run sent anything under it. */
	known: Map<unknown, ReturnType<typeof detailsOf>>;
}

/**
 * Carries out a plan, chains beside each other and the calls of a chain one after the other.
 * Calls that change the organization are carried out in the order of the items.
 */
export async function carryOut(
	context: IExecuteFunctions,
	session: Session,
	{ chains }: Plan,
	ledger: Ledger,
	{ inParallel, pause, goesOn }: RunPace,
): Promise<Outcomes> {
	const outcomes = new Map<PlannedCall, Outcome>();
	const signal = context.getExecutionCancelSignal();
	const pace = new Pace(pause, signal);
	const run: Run = { context, session, ledger, pace, known: new Map() };
	let stopped = false;
	const isOver = () => stopped || signal?.aborted;

	const runChain = async (chain: PlannedCall[]) => {
		let broken = false;
		for (const planned of chain) {
			const before = ledger.call(planned.key);
			const isDone = before?.state === 'accepted';
			// Cancelling ends the wait early; the call behind it is not started then.
			if (!isDone && !broken && !isOver()) await pace.turn().catch(() => undefined);
			const outcome =
				isDone || broken || isOver()
					? withoutCall(planned, before)
					: await carryOutCall(run, planned);
			outcomes.set(planned, outcome);
			if (outcome.kind === 'failed' || outcome.kind === 'unknown') {
				broken = true;
				stopped ||= !goesOn;
			}
		}
	};

	const limit = pLimit(inParallel);
	await Promise.all(chains.map(async (chain) => await limit(runChain, chain)));
	signal?.throwIfAborted();
	return outcomes;
}

/** What an earlier run of the node, if any, tells of a call that this one does not carry out. */
function withoutCall({ call }: PlannedCall, before: RememberedCall | undefined): Outcome {
	switch (before?.state) {
		case 'accepted':
			return { kind: 'accepted', answer: before.answer, known: before.known };
		case 'unclear':
			return unclearBefore(call, before);
		default:
			return { kind: 'notAttempted' };
	}
}

function unclearBefore({ operation }: Call, { custom_ticket }: RememberedCall): Outcome {
	const ticket = custom_ticket ? ` (custom ticket ${custom_ticket})` : '';
	const reason = `an earlier run of this node got no answer${ticket}`;
	return { kind: 'unknown', error: outcomeUnclear(reason, effectOf(operation)) };
}

async function carryOutCall(run: Run, planned: PlannedCall): Promise<Outcome> {
	const { context, session, ledger, pace } = run;
	const { call, transport, timeLimit, key } = planned;
	const before = ledger.call(key);
	const encoded = { ...encode(call, session, transport), timeLimit };
	if (encoded.effect === 'send') return await carryOutSend(run, planned, encoded, before);
	if (before) return unclearBefore(call, before);
	if (encoded.effect === 'change') ledger.begin(planned, 'none');
	const outcome = outcomeOf(await exchange(context, session, encoded, pace));
	if (encoded.effect === 'change') remember(ledger, planned, outcome);
	return outcome;
}

async function carryOutSend(
	run: Run,
	planned: PlannedCall,
	encoded: EncodedCall,
	before: RememberedCall | undefined,
): Promise<Outcome> {
	const { context, session, ledger, pace } = run;
	const { call, transport, onUnclear } = planned;
	const asked = before ? undefined : await askBefore(run, planned, encoded);
	if (asked && 'kind' in asked) {
		if (asked.kind === 'accepted') {
			ledger.begin(planned, 'own');
			ledger.accept(planned, asked.answer, asked.known);
		}
		return asked;
	}
	const ticket = before?.ticket ?? asked?.ticket ?? 'none';
	ledger.begin(planned, ticket);
	const outcome = await sendOnce(context, session, pace, {
		call,
		encoded,
		transport,
		onUnclear,
		ticket,
		wasUnclear: before !== undefined,
	});
	remember(ledger, planned, outcome);
	return outcome;
}

/**
 * Asks for the custom ticket before a send where that can tell something: a ticket of the user's own
 * that the service knows already cannot tell later whether this send arrived; a run that is repeated
 * from the list of executions may have been repeated before.
 */
async function askBefore(
	run: Run,
	{ call, transport, ticket, ifKnown }: PlannedCall,
	encoded: EncodedCall,
): Promise<Outcome | { ticket: SendState['ticket'] }> {
	const { context, session, pace, known } = run;
	const isRepeated = ticket === 'own' && context.getMode() === 'retry';
	const skips = isRepeated || (ifKnown === 'skip' && (ticket === 'given' || ticket === 'shared'));
	if (!skips && ticket !== 'given') return { ticket };
	const { custom_ticket } = call.parameters;
	const question =
		known.get(custom_ticket) ?? detailsOf(context, session, pace, { call, encoded, transport });
	known.set(custom_ticket, question);
	const state = ticketState(call, await question);
	await pace.turn();
	if (skips && state !== 'unknown' && state !== 'others')
		return sentBefore(call, state, isRepeated);
	if (ticket === 'shared') return { ticket };
	return { ticket: state === 'unknown' ? 'own' : 'shared' };
}

/** What is made of a ticket that the service knows before the send, or could not be asked for. */
function sentBefore(
	call: Call,
	state: 'known' | 'partly' | 'failed',
	isRepeated: boolean,
): Outcome {
	if (state === 'known') {
		const answer = knownAnswer(call, 'Not sent, because the service knows the custom ticket');
		return { kind: 'accepted', answer, known: 'sentBefore' };
	}
	const reason =
		state === 'partly'
			? 'the service knows the custom ticket, but not for all of these recipients'
			: 'the service could not say whether it knows the custom ticket';
	return {
		kind: 'failed',
		error: new NotSentError(
			`${reason} (${String(call.parameters.custom_ticket)})`,
			isRepeated
				? 'Look it up with Message → Get Status, or run the workflow again as a new execution.'
				: "Look it up with Message → Get Status, or choose to send all the same under 'If Custom Ticket Is Known'.",
		),
	};
}

function remember(ledger: Ledger, planned: PlannedCall, outcome: SendOutcome): void {
	if (outcome.kind === 'accepted') ledger.accept(planned, outcome.answer, outcome.known);
	if (outcome.kind === 'failed') ledger.forget(planned);
}

function outcomeOf(answer: ServiceAnswer | MessagingServiceError): SendOutcome {
	if (!(answer instanceof MessagingServiceError)) {
		return { kind: 'accepted', answer, known: 'answered' };
	}
	return { kind: answer instanceof OutcomeUnclearError ? 'unknown' : 'failed', error: answer };
}

import type { IExecuteFunctions } from 'n8n-workflow';
import pLimit from 'p-limit';

import type { ServiceAnswer } from '../service/answer';
import { effectOf } from '../service/contract';
import {
	BusyError,
	MessagingServiceError,
	NotSentError,
	OutcomeUnclearError,
} from '../service/errors';
import type { SendState } from '../service/nextStep';
import type { Call } from '../service/validation';
import { outcomeUnclear } from '../transport/connectionError';
import { encode, exchange, type EncodedCall } from '../transport/exchange';
import { Pace } from '../transport/pace';
import { knownAnswer, lookUp, sendOnce, type SendOutcome } from '../transport/sendOnce';
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
	const run: Run = { context, session, ledger, pace: new Pace(pause, signal) };
	let stopped = false;
	const isOver = () => stopped || signal?.aborted;

	const runChain = async (chain: PlannedCall[]) => {
		let broken = false;
		for (const planned of chain) {
			const before = ledger.call(planned.key);
			const isDone = before?.state === 'accepted';
			// Cancelling ends the wait early; the call behind it is not started then.
			if (!isDone && !broken && !isOver()) await run.pace.turn().catch(() => undefined);
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
	const { call, transport, timeLimit } = planned;
	const before = ledger.call(planned.key);
	const encoded = { ...encode(call, session, transport), timeLimit };
	if (encoded.effect === 'send') return await carryOutSend(run, planned, encoded, before);
	if (before) return unclearBefore(call, before);
	const answer = await exchange(context, session, encoded);
	if (answer instanceof BusyError && answer.isWorthWaiting) pace.hold(answer.retryAfter);
	const outcome = outcomeOf(answer);
	if (encoded.effect === 'change') remember(ledger, planned, outcome, 'none');
	return outcome;
}

async function carryOutSend(
	{ context, session, ledger, pace }: Run,
	planned: PlannedCall,
	encoded: EncodedCall,
	before: RememberedCall | undefined,
): Promise<Outcome> {
	const { call, transport, onUnclear, ifKnown } = planned;
	const send = { call, encoded, transport, onUnclear, wasUnclear: before !== undefined };
	let ticket: SendState['ticket'];
	if (before) ticket = before.ticket;
	else if (planned.ticket === 'given' || (planned.ticket === 'shared' && ifKnown === 'skip')) {
		// A ticket of the user's own tells nothing if the service knew it before the send.
		const asked = await lookUp(context, session, send);
		if (ifKnown === 'skip' && asked !== 'unknown') return sentBefore(planned, asked);
		ticket = planned.ticket === 'given' && asked === 'unknown' ? 'own' : 'shared';
		await pace.turn();
	} else ticket = planned.ticket;
	const outcome = await sendOnce(context, session, pace, { ...send, ticket });
	remember(ledger, planned, outcome, ticket);
	return outcome;
}

/** What *If Ticket Is Known → Skip* makes of a ticket that the service knows, or was not asked for. */
function sentBefore({ call }: PlannedCall, asked: 'known' | 'partly' | 'failed'): Outcome {
	if (asked === 'known') {
		const answer = knownAnswer(call, 'Not sent, because the service knows the custom ticket');
		return { kind: 'accepted', answer, known: 'sentBefore' };
	}
	const reason =
		asked === 'partly'
			? 'the service knows the custom ticket, but not for all of these recipients'
			: 'the service could not say whether it knows the custom ticket';
	return {
		kind: 'failed',
		error: new NotSentError(
			`${reason} (${String(call.parameters.custom_ticket)})`,
			"Look it up with Message → Get Status, or choose to send all the same under 'If Custom Ticket Is Known'.",
		),
	};
}

function remember(
	ledger: Ledger,
	{ key, members, call }: PlannedCall,
	outcome: SendOutcome,
	ticket: SendState['ticket'],
): void {
	const { custom_ticket } = call.parameters as { custom_ticket?: string };
	if (outcome.kind === 'accepted') {
		const { answer, known } = outcome;
		ledger.remember(key, members, { state: 'accepted', answer, known, ticket, custom_ticket });
	}
	if (outcome.kind === 'unknown') {
		ledger.remember(key, members, { state: 'unclear', ticket, custom_ticket });
	}
}

function outcomeOf(answer: ServiceAnswer | MessagingServiceError): SendOutcome {
	if (!(answer instanceof MessagingServiceError)) {
		return { kind: 'accepted', answer, known: 'answered' };
	}
	return { kind: answer instanceof OutcomeUnclearError ? 'unknown' : 'failed', error: answer };
}

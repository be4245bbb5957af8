import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import pLimit from 'p-limit';

import type { ServiceAnswer } from '../service/answer';
import { MessagingServiceError, OutcomeUnclearError } from '../service/errors';
import { outcomeUnclear } from '../transport/connectionError';
import { encode, exchange } from '../transport/exchange';
import { pause } from '../transport/pause';
import { sendOnce, type SendOutcome } from '../transport/sendOnce';
import type { Session } from '../transport/session';
import { Ledger } from './ledger';
import type { Plan, PlannedCall } from './plan';

export interface Pace {
	/** Most calls under way at once. */
	inParallel: number;
	/** Milliseconds between the start of one call and the next. */
	pause: number;
	/** After a failure: start no further call, or go on. */
	goesOn: boolean;
}

/** How a call ended; `notAttempted` when an earlier one failed or the execution was cancelled. */
export type Outcome =
	| { kind: 'accepted'; answer: ServiceAnswer; recovered: boolean }
	| { kind: 'failed' | 'unknown'; error: MessagingServiceError }
	| { kind: 'notAttempted' };

export type Outcomes = ReadonlyMap<PlannedCall, Outcome>;

const NOT_ATTEMPTED: Outcome = { kind: 'notAttempted' };

/**
 * Carries out a plan, chains beside each other and the calls of a chain one after the other.
 * Calls that change the organization are carried out in the order of the items.
 */
export async function carryOut(
	context: IExecuteFunctions,
	session: Session,
	{ chains }: Plan,
	pace: Pace,
): Promise<Outcomes> {
	const outcomes = new Map<PlannedCall, Outcome>();
	const ledger = new Ledger(context);
	const signal = context.getExecutionCancelSignal();
	let stopped = false;
	let nextStart = Promise.resolve();
	const turn = async () => {
		if (pace.pause === 0) return;
		const previous = nextStart;
		nextStart = previous.then(async () => await pause(pace.pause, signal));
		// Cancelling ends the pause early; the calls behind it are not started then.
		nextStart.catch(() => undefined);
		await previous.catch(() => undefined);
	};

	const runChain = async (chain: PlannedCall[]) => {
		let broken = false;
		for (const planned of chain) {
			if (!broken && !stopped && !signal?.aborted) await turn();
			if (broken || stopped || signal?.aborted) {
				outcomes.set(planned, NOT_ATTEMPTED);
				continue;
			}
			const outcome = await carryOutCall(context, session, ledger, planned);
			outcomes.set(planned, outcome);
			if (outcome.kind !== 'accepted') {
				broken = true;
				stopped ||= !pace.goesOn;
			}
		}
	};

	const limit = pLimit(pace.inParallel);
	await Promise.all(chains.map(async (chain) => await limit(runChain, chain)));
	signal?.throwIfAborted();
	return outcomes;
}

async function carryOutCall(
	context: IExecuteFunctions,
	session: Session,
	ledger: Ledger,
	{ index, call, transport, timeLimit, ticket, onUnclear }: PlannedCall,
): Promise<Outcome> {
	const before = ledger.acceptedAnswer(index);
	if (before) return { kind: 'accepted', answer: before, recovered: false };
	const encoded = { ...encode(call, session, transport), timeLimit };
	if (encoded.effect === 'change' && ledger.wasUnclear(index)) {
		return { kind: 'unknown', error: outcomeUnclear('an earlier run got no answer', 'change') };
	}
	const outcome =
		encoded.effect === 'send'
			? await sendOnce(context, session, {
					call,
					encoded,
					transport,
					ticket,
					onUnclear,
					wasUnclear: ledger.wasUnclear(index),
				})
			: outcomeOf(await exchange(context, session, encoded));
	if (encoded.effect === 'read') return outcome;
	if (outcome.kind === 'accepted') ledger.accepted(index, outcome.answer as IDataObject);
	if (outcome.kind === 'unknown') ledger.unclear(index);
	return outcome;
}

function outcomeOf(answer: ServiceAnswer | MessagingServiceError): SendOutcome {
	if (!(answer instanceof MessagingServiceError)) {
		return { kind: 'accepted', answer, recovered: false };
	}
	return { kind: answer instanceof OutcomeUnclearError ? 'unknown' : 'failed', error: answer };
}

import type { IExecuteFunctions } from 'n8n-workflow';
import pLimit from 'p-limit';

import type { ServiceAnswer } from '../service/answer';
import { MessagingServiceError, OutcomeUnclearError } from '../service/errors';
import type { SendState } from '../service/nextStep';
import { outcomeUnclear } from '../transport/connectionError';
import { encode, exchange } from '../transport/exchange';
import { pause } from '../transport/pause';
import { lookUp, sendOnce, type SendOutcome, type TicketedSend } from '../transport/sendOnce';
import type { Session } from '../transport/session';
import type { Ledger } from './ledger';
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
	ledger: Ledger,
	pace: Pace,
): Promise<Outcomes> {
	const outcomes = new Map<PlannedCall, Outcome>();
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
	planned: PlannedCall,
): Promise<Outcome> {
	const { call, transport, timeLimit, ticket, onUnclear } = planned;
	const before = ledger.call(planned.key);
	if (before?.state === 'accepted') {
		return { kind: 'accepted', answer: before.answer, recovered: before.recovered };
	}
	const encoded = { ...encode(call, session, transport), timeLimit };
	switch (encoded.effect) {
		case 'read':
			return outcomeOf(await exchange(context, session, encoded));
		case 'change': {
			if (before) {
				return { kind: 'unknown', error: outcomeUnclear('an earlier run got no answer', 'change') };
			}
			const outcome = outcomeOf(await exchange(context, session, encoded));
			remember(ledger, planned, outcome, 'none');
			return outcome;
		}
		case 'send': {
			const send = { call, encoded, transport, onUnclear, wasUnclear: before !== undefined };
			const kind = before?.ticket ?? (await ticketKind(context, session, send, ticket));
			const outcome = await sendOnce(context, session, { ...send, ticket: kind });
			remember(ledger, planned, outcome, kind);
			return outcome;
		}
	}
}

/** A ticket of the user's own tells nothing if the service knew it before the send. */
async function ticketKind(
	context: IExecuteFunctions,
	session: Session,
	send: TicketedSend,
	ticket: PlannedCall['ticket'],
): Promise<SendState['ticket']> {
	if (ticket !== 'given') return ticket;
	return (await lookUp(context, session, send)) === 'unknown' ? 'own' : 'shared';
}

function remember(
	ledger: Ledger,
	{ key, members, call }: PlannedCall,
	outcome: SendOutcome,
	ticket: SendState['ticket'],
): void {
	const { custom_ticket } = call.parameters as { custom_ticket?: string };
	if (outcome.kind === 'accepted') {
		const { answer, recovered } = outcome;
		ledger.remember(key, members, { state: 'accepted', answer, recovered, ticket, custom_ticket });
	}
	if (outcome.kind === 'unknown') {
		ledger.remember(key, members, { state: 'unclear', ticket, custom_ticket });
	}
}

function outcomeOf(answer: ServiceAnswer | MessagingServiceError): SendOutcome {
	if (!(answer instanceof MessagingServiceError)) {
		return { kind: 'accepted', answer, recovered: false };
	}
	return { kind: answer instanceof OutcomeUnclearError ? 'unknown' : 'failed', error: answer };
}

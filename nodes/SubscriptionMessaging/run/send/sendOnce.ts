import type { IExecuteFunctions } from 'n8n-workflow';

import { textIn, type ServiceAnswer } from '../../service/answer/answerOf';
import { customTicketOf, numbersOf, type Call } from '../../service/contract/call';
import {
	BusyError,
	MessagingServiceError,
	NotSentError,
	NotThisInterfaceError,
	OtherTicketError,
	OutcomeUnclearError,
	ServiceRefusedError,
} from '../../service/errors/errors';
import { AddressIndex } from '../../service/text/addressIndex';
import { outcomeUnclear } from '../../wording/outcomeUnclear';
import { exchange, type EncodedCall } from '../../transport/exchange';
import type { Pace } from '../../transport/pace';
import { rested } from '../../eventLoop/restingSteps';
import type { Session } from '../../transport/session';
import { lookItUp } from '../../wording/advice';
import type { Evidence, FailedOutcome, LostAnswer, SendOutcome, TicketUse } from '../values/call';
import { knownAnswer } from '../values/knownAnswer';
import type { RunMemory } from '../memory/store';
import type { CallSettings } from '../values/settings';
import { pageOf } from './lostAnswer';
import { isAlike, lookedUp, type LookedUp, type SendLookup } from './sendLookup';
import { MOST_TRIES, stepAfter, type SendState } from './sendPolicy';

/** What the sends of a run share. */
export interface SendRun {
	context: IExecuteFunctions;
	session: Session;
	memory: RunMemory;
	pace: Pace;
	lookup: SendLookup;
}

export interface SafeSend {
	call: Call;
	encoded: EncodedCall;
	settings: CallSettings;
	ticket: TicketUse;
	/** An earlier run of the node left its outcome open. */
	wasUnclear: boolean;
	/** Why, where that is known. */
	lost?: LostAnswer;
	/** Of earlier runs: see `RememberedCall`. */
	tries?: number;
}

/** The service took a send for some of its recipients. */
export interface Divided {
	kind: 'divided';
	answer: ServiceAnswer;
	evidence: Evidence;
	/** Addresses of those who have it, as they were sent. */
	reached: ReadonlySet<string>;
	/** How it ended for the others. */
	rest: FailedOutcome;
}

/** What is known of the tries of a send. */
interface Tries {
	/** Requests that may have reached the service. */
	count: number;
	/** Requests that it was too busy for. */
	rests: number;
	/** One of them may have been processed. */
	mayHaveArrived: boolean;
}

/**
 * Sends once: what fails before it leaves is reported, what may have been processed is looked up by
 * its custom ticket, and only then, by the rules of `stepAfter`, sent again.
 */
export async function sendOnce(run: SendRun, send: SafeSend): Promise<SendOutcome | Divided> {
	const { wasUnclear, tries: before = 1 } = send;
	const mayHaveArrived = wasUnclear && !send.lost?.refusal;
	const tries: Tries = { count: mayHaveArrived ? before : 0, rests: 0, mayHaveArrived };
	let answer = wasUnclear ? lostBefore(send.lost) : await attempt(run, send, tries);
	for (;;) {
		if (!(answer instanceof MessagingServiceError)) {
			return { kind: 'accepted', answer, evidence: 'answered' };
		}
		const error = answer;
		const end = await followUp(run, send, tries, error).catch(
			(thrown: unknown) => cancelled(run, send, tries, error) ?? Promise.reject(thrown),
		);
		if (end !== 'resend') return end;
		answer = await attempt(run, send, tries);
	}
}

function lostBefore(lost?: LostAnswer): ServiceAnswer | MessagingServiceError {
	const { reason = 'an earlier run of this node got no answer', refusal } = lost ?? {};
	if (refusal) return new ServiceRefusedError(refusal.errorCode, refusal.serviceMessage);
	return new OutcomeUnclearError(reason, '', 'send', { page: pageOf(lost) });
}

async function attempt(
	{ context, session, pace, lookup }: SendRun,
	{ call, encoded }: SafeSend,
	tries: Tries,
): Promise<ServiceAnswer | MessagingServiceError> {
	const answer = agreed(await exchange(context, session, encoded, pace), call, session);
	if (answer instanceof OtherTicketError) lookup.echoed(call, answer.echoed);
	if (isTooBusy(answer)) tries.rests += 1;
	else tries.count += 1;
	return answer;
}

/** A plain send of which no number was accepted sent nothing, unless something else speaks for it. */
function agreed(
	answer: ServiceAnswer | MessagingServiceError,
	call: Call,
	{ mask }: Session,
): ServiceAnswer | MessagingServiceError {
	if (answer instanceof MessagingServiceError || answer.accepted === undefined) return answer;
	const { accepted, message, transaction_ticket: ticket } = answer;
	const text = textIn(message)?.trim() ?? '';
	if (!accepted) {
		// Without a list, the text that states how many messages were sent is all that there is.
		if (ticket || !NONE.test(text)) return answer;
		const reason = 'the service lists no number, and says 0';
		return outcomeUnclear(reason, 'send').masked(mask);
	}
	const numbers = new AddressIndex(numbersOf(call));
	if (accepted.some((number) => numbers.meant(number).length > 0)) {
		if (!NONE.test(text)) return answer;
		return outcomeUnclear('the service lists numbers, and says 0', 'send').masked(mask);
	}
	// Any other text may say that messages were sent.
	const isNone = accepted.length === 0 && (text === '' || NONE.test(text));
	if (isNone && !ticket) {
		const said = text && `. ${text}`;
		return new ServiceRefusedError(null, `it accepted none of the numbers${said}`).masked(mask);
	}
	const instead =
		accepted.length > 0 ? 'lists other numbers' : ticket ? 'gives a ticket' : 'gives a text';
	const said = text && `: "${text}"`;
	const reason = `the service ${instead}, and accepted none of those that were sent${said}`;
	return outcomeUnclear(reason, 'send').masked(mask);
}

/** Of a text that states how many messages were sent: none. More numbers may follow, as of those that failed. */
const NONE = /^\D*0(?![.,]?\d)/;

/** Finds out whether a try that was not accepted was sent after all, and whether another one may follow. */
async function followUp(
	{ context, pace, lookup }: SendRun,
	send: SafeSend,
	tries: Tries,
	error: MessagingServiceError,
): Promise<SendOutcome | Divided | 'resend'> {
	const { call, settings } = send;
	const state = stateAfter(send, tries, error);
	const looks: LookedUp[] = [];
	for (;;) {
		const { step, because } = stepAfter({ ...state, lookUps: looks.map((look) => look.state) });
		switch (step) {
			case 'fail':
				// What an earlier run was refused is found not to have arrived, so that it can leave now.
				if (isUntried(tries) && looks.at(-1)?.state === 'notKnown') return 'resend';
				return { kind: 'failed', error, isRefusedAlike: looks.at(-1)?.state === 'refusedAlike' };
			case 'unknown':
				return {
					kind: 'unknown',
					error: unknownOutcome(error, send, because, looks, state.failure),
					tries: triesAfter(tries, state),
				};
			case 'recovered':
				return { kind: 'accepted', answer: recoveredAnswer(call), evidence: 'recovered' };
			case 'divide':
				return divided(send, state.failure, error, because, looks);
			case 'resend':
				await pace.turn();
				return 'resend';
			case 'waitAndLookUp':
				await lookup.beforeSecondLook(context.getExecutionCancelSignal());
		}
		const wasRefused = state.failure === 'refused';
		const look = await rested(lookedUp(call, await lookup.ask(call, settings), { wasRefused }));
		const isRefused = isAlike(error, look, call, looks.length > 0);
		looks.push(isRefused ? { ...look, state: 'refusedAlike' } : look);
	}
}

/** How a send ends whose execution is cancelled: what the service said last is kept for *Retry*. */
function cancelled(
	{ context }: SendRun,
	send: SafeSend,
	tries: Tries,
	error: MessagingServiceError,
): SendOutcome | undefined {
	if (!context.getExecutionCancelSignal()?.aborted) return undefined;
	const state = stateAfter(send, tries, error);
	const because = 'the execution was cancelled';
	return {
		kind: 'unknown',
		error: unknownOutcome(error, send, because, [], state.failure),
		tries: triesAfter(tries, state),
	};
}

/** Once the service has answered, be it by a refusal, nothing is sent again after a try that may have arrived. */
function triesAfter({ count }: Tries, { failure }: Pick<SendState, 'failure'>): number {
	return failure === 'refusedLater' ? MOST_TRIES : count;
}

const isUntried = ({ count, rests }: Tries) => count + rests === 0;

function stateAfter(
	{ call, settings, ticket }: SafeSend,
	tries: Tries,
	error: MessagingServiceError,
): Omit<SendState, 'lookUps'> {
	const ended = howItEnded(error);
	const { mayHaveArrived } = tries;
	tries.mayHaveArrived ||= ended === 'unclear';
	return {
		failure: (mayHaveArrived && AFTER_A_LOST_TRY[ended]) || ended,
		isClosed: error instanceof BusyError && !error.isWorthWaiting,
		everyone: call.everyone === true,
		ticket,
		tries: tries.count,
		rests: tries.rests,
		onUnclear: settings.onUnclear,
	};
}

/** What a later try ends in says nothing of an earlier one that may have arrived. */
const AFTER_A_LOST_TRY: Readonly<Partial<Record<SendState['failure'], SendState['failure']>>> = {
	notSent: 'unclear',
	refused: 'refusedLater',
};

function howItEnded(error: MessagingServiceError): SendState['failure'] {
	if (error instanceof NotSentError) return 'notSent';
	if (error instanceof ServiceRefusedError) return 'refused';
	return isTooBusy(error) ? 'busy' : 'unclear';
}

/** Only HTTP 429 says that a request was not taken; what answers 503 may be in front of a service that goes on. */
function isTooBusy(answer: ServiceAnswer | MessagingServiceError): boolean {
	return answer instanceof BusyError && answer.httpStatus === 429;
}

function recoveredAnswer(call: Call): ServiceAnswer {
	return knownAnswer(call, 'The answer was lost, but the service knows the custom ticket');
}

function divided(
	send: SafeSend,
	failure: SendState['failure'],
	error: MessagingServiceError,
	because: string,
	looks: readonly LookedUp[],
): Divided {
	const reached = new Set(looks.flatMap((look) => [...look.reached]));
	// Both look-ups list the same recipients, and the later one each of them clearly.
	const isSettled =
		looks.every((look) => look.reached.size === reached.size) && !looks.at(-1)?.isDoubtful;
	return {
		kind: 'divided',
		answer: recoveredAnswer(send.call),
		evidence: 'recovered',
		reached,
		rest:
			failure === 'refused' && isSettled
				? { kind: 'failed', error }
				: { kind: 'unknown', error: unknownOutcome(error, send, because, looks, failure) },
	};
}

/** Answers after which a refusal that could not be confirmed is still taken at its word one day. */
const LISTS_NONE: ReadonlySet<LookedUp['state']> = new Set([
	'notKnown',
	'others',
	'couldNotSay',
	'refusedAlike',
]);

function unknownOutcome(
	error: MessagingServiceError,
	{ call }: SafeSend,
	because: string,
	looks: readonly LookedUp[],
	failure: SendState['failure'],
): OutcomeUnclearError {
	const look = looks.at(-1);
	const reason = error instanceof OutcomeUnclearError ? error.reason : error.message;
	const page = error instanceof OutcomeUnclearError ? error.known.page : undefined;
	const isForeign = !look || look.error instanceof NotThisInterfaceError;
	const isOpen = failure === 'refused' && looks.every(({ state }) => LISTS_NONE.has(state));
	const custom_ticket = customTicketOf(call) ?? '';
	const said = look?.error ? ` (${look.error.message})` : '';
	return new OutcomeUnclearError(
		reason,
		`The message may have been sent. It was not sent again, because ${because}${said}. ${
			custom_ticket
				? `${lookItUp(custom_ticket)}${call.everyone ? ', under a group that it goes to,' : ''} before you send again.`
				: 'Ask the service before you send again.'
		}`,
		'send',
		{
			page: isForeign ? page : undefined,
			refusal: error instanceof ServiceRefusedError && isOpen ? error : undefined,
			custom_ticket,
		},
	);
}

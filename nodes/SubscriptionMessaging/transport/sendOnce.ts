import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceAnswer } from '../service/answer';
import {
	BusyError,
	MessagingServiceError,
	NotSentError,
	NotThisInterfaceError,
	OutcomeUnclearError,
	ServiceRefusedError,
} from '../service/errors';
import { nextStep, type SendState, type TicketState } from '../service/nextStep';
import { comparableAddress, endsAlike } from '../service/comparableAddress';
import type { Call } from '../service/validation';
import { encode, exchange, type EncodedCall, type Transport } from './exchange';
import type { Pace } from './pace';
import { pause } from './pause';
import type { Session } from './session';

/** Milliseconds between the two questions for a ticket. */
const BETWEEN_LOOK_UPS = 2000;

/** A send with what it takes to ask for its custom ticket. */
export interface TicketedSend {
	call: Call;
	encoded: EncodedCall;
	transport: Transport;
}

export interface SafeSend extends TicketedSend {
	ticket: SendState['ticket'];
	onUnclear: SendState['onUnclear'];
	/** An earlier run of the node left its outcome open. */
	wasUnclear: boolean;
}

/** From what a send is known to be accepted: its own answer, or its ticket after or before it. */
export type Known = 'answered' | 'recovered' | 'sentBefore';

export type SendOutcome =
	| { kind: 'accepted'; answer: ServiceAnswer; known: Known }
	/** Certainly not sent. */
	| { kind: 'failed'; error: MessagingServiceError }
	| { kind: 'unknown'; error: MessagingServiceError };

/**
 * Sends once: what fails before it leaves is reported, what may have been processed is looked up by
 * its custom ticket, and only then, by the rules of `nextStep`, sent again.
 */
export async function sendOnce(
	context: IExecuteFunctions,
	session: Session,
	pace: Pace,
	send: SafeSend,
): Promise<SendOutcome> {
	let mayHaveArrived = send.wasUnclear;
	let tries = send.wasUnclear ? 1 : 0;
	let rests = 0;
	let error: MessagingServiceError | undefined = send.wasUnclear
		? new OutcomeUnclearError('an earlier run of this node got no answer')
		: undefined;
	for (;;) {
		if (!error) {
			const answer = agreed(await exchange(context, session, send.encoded, pace));
			if (!(answer instanceof MessagingServiceError)) {
				return { kind: 'accepted', answer, known: 'answered' };
			}
			error = answer;
			if (answer instanceof BusyError) rests += 1;
			else tries += 1;
		}
		// What a later try ends in says nothing of an earlier one that may have arrived.
		const ended = failureOf(error);
		const isOpen = ended === 'unclear' || ended === 'busy' || ended === 'closed';
		const failure = mayHaveArrived && !isOpen ? 'unclear' : ended;
		mayHaveArrived ||= isOpen;
		const lookUps: Array<SendState['lookUps'][number]> = [];
		for (;;) {
			const { step, because } = nextStep({
				failure,
				everyone: send.call.everyone ?? false,
				ticket: send.ticket,
				lookUps,
				tries,
				rests,
				onUnclear: send.onUnclear,
			});
			if (step === 'fail') return { kind: 'failed', error };
			if (step === 'unknown') return { kind: 'unknown', error: unknown(error, send.call, because) };
			if (step === 'recovered') {
				const answer = knownAnswer(
					send.call,
					'The answer was lost, but the service knows the custom ticket',
				);
				return { kind: 'accepted', answer, known: 'recovered' };
			}
			if (step === 'waitAndLookUp') {
				await pause(BETWEEN_LOOK_UPS, context.getExecutionCancelSignal());
			}
			await pace.turn();
			if (step === 'resend') break;
			lookUps.push(ticketState(send.call, await detailsOf(context, session, pace, send)));
		}
		error = undefined;
	}
}

/**
 * An answer that says both that the message is accepted and that there is an error says neither; a
 * plain send of which no number was accepted sent nothing.
 */
function agreed(answer: ServiceAnswer | MessagingServiceError) {
	if (answer instanceof MessagingServiceError) return answer;
	const { error_code: code, accepted, message } = answer;
	if (Array.isArray(accepted) && accepted.length === 0) {
		return new ServiceRefusedError(
			null,
			`it accepted none of the numbers. ${String(message ?? '')}`,
		);
	}
	if (code === undefined || code === null || code === '' || Number(code) === 0) return answer;
	return new OutcomeUnclearError(
		`the service said that it accepted the message, and gave the error code ${String(code)}`,
	);
}

function failureOf(error: MessagingServiceError): SendState['failure'] {
	if (error instanceof NotSentError) return 'notSent';
	if (error instanceof BusyError) return error.isWorthWaiting ? 'busy' : 'closed';
	if (error instanceof ServiceRefusedError || error instanceof NotThisInterfaceError) {
		return 'refused';
	}
	return 'unclear';
}

type Details = ReadonlyArray<{ sendTo?: string | null }>;

/**
 * What the service has under the custom ticket of a send; undefined where it could not be asked. A
 * refusal is its way to say that it has nothing: what a ticket that is not known gives is not shown,
 * and an empty list is the other possibility.
 */
export async function detailsOf(
	context: IExecuteFunctions,
	session: Session,
	pace: Pace,
	{ call, encoded, transport }: TicketedSend,
): Promise<Details | undefined> {
	const question: Call = {
		operation: 'getCustomTransactionStatus',
		code: call.code,
		keyword: call.keyword,
		parameters: { custom_ticket: call.parameters.custom_ticket },
	};
	const { timeLimit } = encoded;
	const request = { ...encode(question, session, transport), timeLimit };
	const answer = await exchange(context, session, request, pace);
	if (answer instanceof ServiceRefusedError) return [];
	if (answer instanceof MessagingServiceError) return undefined;
	const { transactionlist } = (answer.response ?? {}) as {
		transactionlist?: Array<{ sendTo?: string | null } | null> | null;
	};
	// A nil entry names nobody.
	return (transactionlist ?? []).filter((detail) => detail !== null);
}

/** Whether the details of a ticket are those of a send. */
export function ticketState({ parameters }: Call, details: Details | undefined): TicketState {
	if (!details) return 'failed';
	if (details.length === 0) return 'unknown';
	const { recipients = [] } = (parameters.recipientList ?? {}) as {
		recipients?: Array<{ sendTo: string }>;
	};
	const listed = details.map(({ sendTo }) => sendTo ?? '');
	const addresses = new Set(listed.map(comparableAddress));
	const found = recipients.filter(
		({ sendTo }) =>
			addresses.has(comparableAddress(sendTo)) || listed.some((other) => endsAlike(sendTo, other)),
	);
	if (found.length === recipients.length) return 'known';
	return found.length === 0 ? 'others' : 'partly';
}

/** Stands for the answer of a send that is known by its ticket alone. */
export function knownAnswer({ parameters }: Call, message: string): ServiceAnswer {
	return {
		result: true,
		error_code: 0,
		message,
		transaction_ticket: null,
		custom_ticket: parameters.custom_ticket,
	};
}

function unknown(
	error: MessagingServiceError,
	{ parameters }: Call,
	because: string,
): MessagingServiceError {
	const reason = error instanceof OutcomeUnclearError ? error.reason : error.message;
	const ticket = parameters.custom_ticket;
	return new OutcomeUnclearError(
		// In the message, because the item of a run that continues shows nothing else.
		`${reason} (${ticket ? `custom ticket ${String(ticket)}` : 'no custom ticket'})`,
		`The message may have been sent. It was not sent again, because ${because}. ${
			ticket
				? `Look it up with Message → Get Status by the custom ticket ${String(ticket)} before you send again.`
				: 'Ask the service before you send again.'
		}`,
	);
}

import { textIn, type ServiceAnswer } from '../service/answer/answerOf';
import { comparableTicket } from '../service/contract/call';
import type { Effect } from '../service/contract/contract';
import {
	MessagingServiceError,
	NotThisInterfaceError,
	ServiceRefusedError,
	SoapFaultError,
	UnreadableXmlError,
} from '../service/errors/errors';
import { answerToAnother, outcomeUnclear } from '../wording/outcomeUnclear';
import { connectionError } from './connectionError';
import type { Session } from './session';

/** What an answer is held against. */
export interface Expected {
	effect: Effect;
	/** Of a send that carries one: what its answer may repeat. */
	customTicket?: string;
}

/**
 * An answer, if it does not contradict itself (Errors, rules 1 and 2) and is that of the call: a cache
 * in between may give another one.
 *
 * @throws ServiceRefusedError for a call that reads; for any other OutcomeUnclearError, because part of
 * the answer says that it was carried out
 */
export function consistent<A extends ServiceAnswer>(
	{ effect, customTicket }: Expected,
	answer: A,
): A {
	const { result, error_code: code, message, custom_ticket: echo } = answer;
	const isSilent = effect === 'read' ? 'result' in answer && !result : !saysDone(answer);
	const contradiction = isSilent
		? 'the service did not say whether it succeeded'
		: isNoSuccess(code)
			? `the service said that it succeeded, and gave the error code ${String(code)}`
			: undefined;
	if (contradiction !== undefined) {
		throw effect === 'read'
			? new ServiceRefusedError(
					isNoSuccess(code) ? (typeof code === 'number' ? code : String(code)) : null,
					textIn(message) ?? null,
				)
			: outcomeUnclear(contradiction, effect);
	}
	const echoed = textIn(echo)?.trim() ?? '';
	const sent = comparableTicket(customTicket?.trim());
	if (sent !== undefined && echoed !== '' && comparableTicket(echoed) !== sent) {
		throw answerToAnother(echoed, effect);
	}
	return answer;
}

/** What reading an answer has thrown, without secrets; unclear where the call may have been carried out. */
export function failureOf(
	thrown: unknown,
	effect: Effect,
	mask: Session['mask'],
): MessagingServiceError {
	if (!(thrown instanceof MessagingServiceError)) {
		return connectionError(thrown, effect, 'answering');
	}
	const error = thrown.masked(mask);
	if (!isUnclear(error, effect)) return error;
	const isPage = error instanceof NotThisInterfaceError && !error.mayBeRightAddress;
	return outcomeUnclear(error.message, effect, { page: isPage ? error : undefined });
}

/** Of an operation whose return is not shown, the result may be an address, and the answer anything else. */
function saysDone(answer: ServiceAnswer): boolean {
	if ('result' in answer) {
		return answer.result === true || /^https?:\/\/\S+$/i.test(String(answer.result));
	}
	return Object.entries(answer).some(
		([name, value]) =>
			value && !/message|error/i.test(name) && !/^(0|false|no)?$/i.test(String(value).trim()),
	);
}

/** Nil and an empty text are the number 0, which is none. */
function isNoSuccess(code: unknown): boolean {
	return code !== undefined && Number(code) !== 0;
}

/**
 * Whether a request that should alter something may have been carried out although its answer does
 * not say so: it cannot be read, it is a fault, or a server in front of the service wrote it, which may
 * hide an answer as well as a request.
 */
function isUnclear(error: MessagingServiceError, effect: Effect): boolean {
	const leavesOpen = [NotThisInterfaceError, UnreadableXmlError, SoapFaultError];
	return effect !== 'read' && leavesOpen.some((kind) => error instanceof kind);
}

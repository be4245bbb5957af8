import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { openAnswer, type AnswerShape, type ServiceAnswer } from '../service/answer';
import { effectOf, type OperationDefinition } from '../service/contract';
import {
	BusyError,
	MessagingServiceError,
	NotThisInterfaceError,
	SoapFaultError,
	UnreadableXmlError,
} from '../service/errors';
import { encodeNvp } from '../service/nvp';
import { encodePlainSend } from '../service/plainSend';
import { encodeSoap } from '../service/soap';
import type { Call } from '../service/validation';
import type { WireRequest } from '../service/wire';
import { withRests } from './arrival';
import { connectionError, outcomeUnclear, timeLimitError } from './connectionError';
import { Pace } from './pace';
import { CREDENTIAL_TYPE, type CallContext, type Session } from './session';

export type Transport = 'soap' | 'nvp';

type Effect = OperationDefinition['effect'];

/** n8n's own default; a shorter one would turn a slow but successful send into an unclear one. */
const TIME_LIMIT_SECONDS = 300;

/** Requests of one reading call, when the service asks to come back later. */
const MOST_READS = 5;

/** A call in the form of its transport, ready to be sent. */
export interface EncodedCall {
	request: WireRequest;
	answer: AnswerShape;
	effect: Effect;
	/** Seconds until the whole answer must have arrived. */
	timeLimit?: number;
}

/** @throws NotDocumentedError where the transport has no documented form of the call */
export function encode(call: Call, session: Session, transport: Transport): EncodedCall {
	const unit = { code: call.code, keyword: call.keyword, thread: call.thread };
	if (call.operation === 'plainSend') {
		const { phone, message } = call.parameters as { phone: string; message: string };
		return {
			request: encodePlainSend(unit, { phone, message }, session.nvpMethod),
			answer: { transport: 'plain' },
			effect: 'send',
		};
	}
	return {
		request:
			transport === 'nvp'
				? encodeNvp(call.operation, unit, call.parameters, session.nvpMethod)
				: encodeSoap(call.operation, unit, call.parameters),
		answer: { transport, operation: call.operation },
		effect: effectOf(call.operation),
	};
}

/**
 * Sends a call and reads the answer as it arrives. A call that only reads is repeated when the
 * service asks to come back later; any other is sent once.
 *
 * @param pace of the execution: told when the service asks for a rest
 * @returns the answer, or a MessagingServiceError, one class per kind of failure; never n8n's or
 * axios's own error, because those hold the request with its secrets
 */
export async function exchange(
	context: CallContext,
	session: Session,
	call: EncodedCall,
	pace = new Pace(0, cancelSignal(context)),
): Promise<ServiceAnswer | MessagingServiceError> {
	for (let reads = 1; ; reads += 1) {
		const answer = await exchangeOnce(context, session, call);
		if (!(answer instanceof BusyError) || !answer.isWorthWaiting) return answer;
		pace.hold(answer.retryAfter);
		if (call.effect !== 'read' || reads === MOST_READS) return answer;
		await pace.turn();
	}
}

/** Aborted when the execution is cancelled; a list in the editor has none. */
function cancelSignal(context: CallContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

async function exchangeOnce(
	context: CallContext,
	session: Session,
	call: EncodedCall,
): Promise<ServiceAnswer | MessagingServiceError> {
	const seconds = call.timeLimit ?? TIME_LIMIT_SECONDS;
	const timeLimit = AbortSignal.timeout(seconds * 1000);
	const cancel = cancelSignal(context);
	const connection = new AbortController();
	const close = () => connection.abort();
	const outOfTime = new Promise<MessagingServiceError>((resolve) => {
		timeLimit.addEventListener('abort', () => resolve(timeLimitError(seconds, call.effect)), {
			once: true,
		});
	});
	timeLimit.addEventListener('abort', close, { once: true });
	cancel?.addEventListener('abort', close, { once: true });
	try {
		if (cancel?.aborted) close();
		const response = await Promise.race([
			post(context, session, call.request, seconds, connection.signal),
			outOfTime,
		]);
		if (response instanceof MessagingServiceError) return response;
		return masked(
			session,
			await Promise.race([read(call, response, close), outOfTime]),
			call.effect === 'read' ? 1 : 5,
		);
	} catch (error) {
		return connectionError(error, call.effect);
	} finally {
		cancel?.removeEventListener('abort', close);
	}
}

/**
 * An answer without secrets that the service repeats: of a call that reads, which can be long, in the
 * texts of its envelope; of any other, wherever they are.
 */
function masked<T>(session: Session, answer: T, depth: number): T {
	if (answer instanceof MessagingServiceError || depth === 0) return answer;
	const texts = answer as Record<string, unknown>;
	for (const [name, value] of Object.entries(texts)) {
		if (typeof value === 'string') texts[name] = session.mask(value);
		else if (typeof value === 'object' && value !== null) masked(session, value, depth - 1);
	}
	return answer;
}

async function post(
	context: CallContext,
	session: Session,
	request: WireRequest,
	seconds: number,
	abortSignal: AbortSignal,
): Promise<IN8nHttpFullResponse> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: session.baseUrl + request.path,
		headers: request.headers,
		body: request.body,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect would carry the password to another address, or turn the POST into a GET.
		disableFollowRedirect: true,
		skipSslCertificateValidation: session.ignoreSslIssues,
		timeout: seconds * 1000,
	};
	// n8n puts the signal of the execution in place of any other.
	const caller = Object.create(context, {
		getExecutionCancelSignal: { value: () => abortSignal },
	}) as CallContext;
	return await context.helpers.httpRequestWithAuthentication.call(
		caller,
		CREDENTIAL_TYPE,
		options,
		{ credentialsDecrypted: session.credentialsDecrypted },
	);
}

async function read(
	{ answer: shape, effect }: EncodedCall,
	response: IN8nHttpFullResponse,
	close: () => void,
): Promise<ServiceAnswer | MessagingServiceError> {
	const body = response.body as unknown as AsyncIterable<Uint8Array> & {
		on(event: 'error', listener: () => void): void;
	};
	// Closing fails the body also where nobody reads it any more.
	body.on('error', () => undefined);
	const busy = busyError(response);
	if (busy) {
		close();
		return busy;
	}
	const answer = openAnswer(shape, {
		status: response.statusCode,
		contentType: response.headers['content-type'] as string | undefined,
	});
	try {
		for await (const chunk of withRests(body)) {
			try {
				answer.write(chunk);
			} catch {
				// Before the loop ends and destroys the body: n8n's HTTP client wraps it, and the connection
				// behind it would stay open until the service closes it.
				close();
				break;
			}
		}
		// Throws again what writing has thrown.
		return answer.end();
	} catch (error) {
		if (!(error instanceof MessagingServiceError)) return connectionError(error, effect);
		return isUnclear(error, effect, response.statusCode)
			? outcomeUnclear(error.message, effect)
			: error;
	}
}

function busyError({ statusCode, headers }: IN8nHttpFullResponse): BusyError | undefined {
	if (statusCode !== 429 && statusCode !== 503) return undefined;
	const value = String(headers['retry-after'] ?? '');
	const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
	if (!Number.isFinite(seconds)) return undefined;
	return new BusyError(statusCode, Math.max(0, Math.ceil(seconds)));
}

/**
 * Whether a request that should alter something may have been carried out although its answer
 * does not say so: it cannot be read, it is a fault, or a server in front of the service wrote it.
 * A page with another 4xx status comes from a server that did not take the request.
 */
function isUnclear(error: MessagingServiceError, effect: Effect, status: number): boolean {
	if (effect === 'read') return false;
	if (error instanceof NotThisInterfaceError) {
		// A 307 or 308 asks to send elsewhere; other redirects may come after the request was processed.
		if (status === 307 || status === 308) return false;
		return status < 400 || status >= 500 || status === 408 || status === 429;
	}
	return (
		error instanceof UnreadableXmlError || (error instanceof SoapFaultError && effect === 'send')
	);
}

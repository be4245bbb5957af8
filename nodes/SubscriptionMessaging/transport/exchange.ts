import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { openAnswer, type AnswerShape, type SubscriberTaker } from '../service/answer/answer';
import type { AnswerOf } from '../service/answer/answerOf';
import { customTicketOf, type Call, type CallName, type CallOf } from '../service/contract/call';
import { effectOf } from '../service/contract/contract';
import { BusyError, MessagingServiceError, ServiceRefusedError } from '../service/errors/errors';
import { encodeNvp } from '../service/request/nvp';
import { encodePlainSend } from '../service/request/plainSend';
import { encodeSoap } from '../service/request/soap';
import type { WireRequest } from '../service/request/wireRequest';
import { takeInPieces } from '../eventLoop/restingBody';
import { rested } from '../eventLoop/restingSteps';
import { cancelledBefore, connectionError, timeLimitError } from './connectionError';
import { outcomeUnclear } from '../wording/outcomeUnclear';
import { paceOf, type Pace } from './pace';
import { CREDENTIAL_TYPE, type CallContext, type Session } from './session';
import { consistent, failureOf, type Expected } from './verdict';
import { later } from '../eventLoop/timers';

export type Transport = 'soap' | 'nvp';

/** n8n's own default; a shorter one would turn a slow but successful send into an unclear one. */
const TIME_LIMIT_SECONDS = 300;

/** Requests of one reading call, when the service asks to come back later. */
const MOST_READS = 5;

/** A call in the form of its transport, ready to be sent. */
export interface EncodedCall<N extends CallName = CallName> extends Expected {
	request: WireRequest;
	answer: AnswerShape<N>;
	/** Seconds until the whole answer must have arrived. */
	timeLimit?: number;
	/** Most requests of a call that reads; by default 5, while the service asks to come back later. */
	mostReads?: number;
	/** Takes the listed subscribers while they arrive; none of them counts if the call fails. */
	onSubscriber?: SubscriberTaker;
}

/** How the service is asked. */
export interface AskSettings {
	transport?: Transport;
	/** Seconds until the whole answer must have arrived; those of n8n where none are given. */
	timeLimit?: number;
	/** Most requests, as of a call. */
	mostReads?: number;
	/** Of the execution, which gives the request its turn; where none is given, it leaves at once. */
	pace?: Pace;
}

/** A call whose operation says which it is. */
export type Named<N extends CallName> = CallOf<N> & { readonly operation: N };

/**
 * A call as its transport writes it, without username, password and api_key (Endpoints). A plain send has
 * one form, whatever the transport.
 *
 * @throws NotDocumentedError where the transport has no documented form of the call
 */
export function encode<N extends CallName>(
	call: Named<N>,
	session: Session,
	transport: Transport,
): EncodedCall<N>;
export function encode(call: Call, session: Session, transport: Transport): EncodedCall {
	const unit = { code: call.code, keyword: call.keyword, thread: call.thread };
	if (call.operation === 'plainSend') {
		return {
			request: encodePlainSend(unit, call.parameters, session.nvpMethod),
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
		...(effectOf(call.operation) === 'send' && { customTicket: customTicketOf(call) }),
	};
}

/**
 * Sends a call and reads the answer as it arrives. A call that only reads is repeated when the
 * service asks to come back later; any other is sent once.
 *
 * @param pace of the execution: told when the service asks for a rest
 * @returns the answer, or a MessagingServiceError, one class per kind of failure; never n8n's or
 * axios's own error, because those hold the request with its secrets
 * @throws the reason of the signal, where the execution is cancelled while the service rests
 */
export async function exchange<N extends CallName>(
	context: CallContext,
	session: Session,
	call: EncodedCall<N>,
	pace = paceOf(session, 0, cancelSignal(context)),
): Promise<AnswerOf<N> | MessagingServiceError> {
	for (let reads = 1; ; reads += 1) {
		const answer = await exchangeOnce(context, session, call);
		if (!(answer instanceof BusyError)) {
			// A lost connection doesn't say that the service keeps up.
			if (!(answer instanceof MessagingServiceError) || answer instanceof ServiceRefusedError) {
				pace.answered();
			}
			return answer;
		}
		if (answer.isWorthWaiting) pace.hold(answer.retryAfter);
		if (call.effect === 'change' && answer.httpStatus !== 429) {
			return outcomeUnclear(answer.message, call.effect);
		}
		const isLast = reads >= (call.mostReads ?? MOST_READS);
		if (call.effect !== 'read' || isLast || !answer.isWorthWaiting) return answer;
		await pace.turn();
	}
}

/**
 * Asks the service within some seconds.
 *
 * @param transport what is asked for by the node itself takes SOAP, which has a form for each call
 * @throws NotDocumentedError where the transport has no documented form of the call
 */
export async function askService<N extends CallName>(
	context: CallContext,
	session: Session,
	call: Named<N>,
	{ transport = 'soap', pace, ...limits }: AskSettings,
): Promise<AnswerOf<N> | MessagingServiceError> {
	await pace?.turn();
	return await exchange(context, session, { ...encode(call, session, transport), ...limits }, pace);
}

/** Aborted when the execution is cancelled; a list in the editor has none. */
function cancelSignal(context: CallContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

async function exchangeOnce<N extends CallName>(
	context: CallContext,
	session: Session,
	call: EncodedCall<N>,
): Promise<AnswerOf<N> | MessagingServiceError> {
	const cancel = cancelSignal(context);
	if (cancel?.aborted) return cancelledBefore(call.effect);
	const seconds = call.timeLimit ?? TIME_LIMIT_SECONDS;
	const connection = new AbortController();
	const close = () => connection.abort();
	const isHandedOver = watchHandover(connection.signal);
	// Called off when the call ends: the timer would keep the request and its answer until it fires.
	let callOff = close;
	const outOfTime = new Promise<MessagingServiceError>((resolve) => {
		callOff = later(seconds * 1000, () => {
			resolve(timeLimitError(seconds, call.effect));
			close();
		});
	});
	cancel?.addEventListener('abort', close, { once: true });
	try {
		const response = await Promise.race([
			requestedAnswer(context, session, call.request, seconds, connection.signal),
			outOfTime,
		]);
		if (response instanceof MessagingServiceError) return response;
		return await Promise.race([readAnswer(call, response, session.mask, close), outOfTime]);
	} catch (error) {
		const progress = isHandedOver() ? 'handedOver' : 'preparing';
		return connectionError(error, call.effect, progress, session.mask);
	} finally {
		callOff();
		cancel?.removeEventListener('abort', close);
	}
}

/**
 * Tells whether n8n has handed a request to its HTTP client: that is who listens to the signal of a
 * request, and it does so before it connects.
 */
function watchHandover(signal: AbortSignal): () => boolean {
	let isListenedTo = false;
	const listen = signal.addEventListener.bind(signal) as AbortSignal['addEventListener'];
	signal.addEventListener = (...listener: Parameters<AbortSignal['addEventListener']>) => {
		isListenedTo = true;
		listen(...listener);
	};
	return () => isListenedTo;
}

async function requestedAnswer(
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

async function readAnswer<N extends CallName>(
	call: EncodedCall<N>,
	response: IN8nHttpFullResponse,
	mask: Session['mask'],
	close: () => void,
): Promise<AnswerOf<N> | MessagingServiceError> {
	const { answer: shape, effect } = call;
	try {
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
		const answer = openAnswer<N>(
			shape,
			{
				status: response.statusCode,
				contentType: response.headers['content-type'] as string | undefined,
			},
			{},
			call.onSubscriber,
		);
		await takeInPieces(body, (piece) => {
			try {
				answer.write(piece);
				return true;
			} catch {
				// Before the body is destroyed: n8n's HTTP client wraps it, and the connection behind it
				// would stay open until the service closes it.
				close();
				return false;
			}
		});
		// Throws again what writing has thrown.
		return consistent(call, await rested(answer.finish()));
	} catch (thrown) {
		return failureOf(thrown, effect, mask);
	}
}

function busyError({ statusCode, headers }: IN8nHttpFullResponse): BusyError | undefined {
	if (statusCode !== 429 && statusCode !== 503) return undefined;
	const value = String(headers['retry-after'] ?? '');
	// V8 takes `1.5` and `-1` for dates.
	const isNumber = /^-?[\d.]+,?$/.test(value);
	const seconds = isNumber ? parseFloat(value) : (Date.parse(value) - Date.now()) / 1000;
	if (!Number.isFinite(seconds)) return undefined;
	return new BusyError(statusCode, Math.max(0, Math.ceil(seconds)));
}

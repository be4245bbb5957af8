import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { openAnswer, type AnswerShape, type ServiceAnswer } from '../service/answer';
import { operationDefinition, type OperationDefinition } from '../service/contract';
import {
	MessagingServiceError,
	NotThisInterfaceError,
	UnreadableXmlError,
} from '../service/errors';
import { encodeNvp } from '../service/nvp';
import { encodePlainSend } from '../service/plainSend';
import { encodeSoap } from '../service/soap';
import type { Call } from '../service/validation';
import type { WireRequest } from '../service/wire';
import { connectionError, outcomeUnclear, timeLimitError } from './connectionError';
import { CREDENTIAL_TYPE, type CallContext, type Session } from './session';

export type Transport = 'soap' | 'nvp';

type Effect = OperationDefinition['effect'];

/** n8n's own default; a shorter one would turn a slow but successful send into an unclear one. */
const TIME_LIMIT_SECONDS = 300;

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
		effect: operationDefinition(call.operation).effect,
	};
}

/**
 * Sends a call once and reads the answer as it arrives.
 *
 * @throws a MessagingServiceError, one class per kind of failure; never n8n's or axios's own
 * error, because those hold the request with its secrets
 */
export async function exchange(
	context: CallContext,
	session: Session,
	call: EncodedCall,
): Promise<ServiceAnswer> {
	const seconds = call.timeLimit ?? TIME_LIMIT_SECONDS;
	const timeLimit = AbortSignal.timeout(seconds * 1000);
	const outOfTime = new Promise<never>((_resolve, reject) => {
		timeLimit.addEventListener('abort', () => reject(timeLimitError(seconds, call.effect)), {
			once: true,
		});
	});
	// The races below may be over, with nobody left to listen, when the time runs out.
	outOfTime.catch(() => undefined);

	const response = await Promise.race([
		post(context, session, call.request, seconds).catch((error: unknown) => {
			throw connectionError(error, call.effect);
		}),
		outOfTime,
	]);
	return await Promise.race([read(call, response, timeLimit), outOfTime]);
}

async function post(
	context: CallContext,
	session: Session,
	request: WireRequest,
	seconds: number,
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
	return await context.helpers.httpRequestWithAuthentication.call(
		context,
		CREDENTIAL_TYPE,
		options,
		{ credentialsDecrypted: session.credentialsDecrypted },
	);
}

async function read(
	{ answer: shape, effect }: EncodedCall,
	response: IN8nHttpFullResponse,
	timeLimit: AbortSignal,
): Promise<ServiceAnswer> {
	const body = response.body as unknown as AsyncIterable<Uint8Array> & { destroy(): void };
	timeLimit.addEventListener('abort', () => body.destroy(), { once: true });
	try {
		const answer = openAnswer(shape, {
			status: response.statusCode,
			contentType: response.headers['content-type'] as string | undefined,
		});
		for await (const chunk of body) answer.write(chunk);
		return answer.end();
	} catch (error) {
		if (!(error instanceof MessagingServiceError)) throw connectionError(error, effect);
		throw isUnclear(error, effect, response.statusCode)
			? outcomeUnclear(error.message, effect)
			: error;
	}
}

/**
 * Whether a request that should alter something may have been carried out although its answer
 * cannot be understood. A page with a 4xx status comes from a server that did not take it.
 */
function isUnclear(error: MessagingServiceError, effect: Effect, status: number): boolean {
	if (effect === 'read') return false;
	if (error instanceof UnreadableXmlError) return true;
	return error instanceof NotThisInterfaceError && (status < 300 || status >= 500);
}

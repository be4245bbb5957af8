import type { OperationDefinition } from '../service/contract';
import { NotSentError, OutcomeUnclearError, type MessagingServiceError } from '../service/errors';

type Effect = OperationDefinition['effect'];

/** Reasons for which a request never left, by the code that Node.js gives. */
const NOT_SENT: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'the server refused the connection',
	ENOTFOUND: 'no server with this name was found',
	EAI_AGAIN: 'the name of the server could not be looked up',
	EHOSTUNREACH: 'the server cannot be reached',
	ENETUNREACH: 'the network of the server cannot be reached',
	ERR_INVALID_URL: 'the address is not valid',
	ERR_INVALID_PROTOCOL: 'the address is neither http nor https',
	EPROTO: 'the server did not agree to an encrypted connection',
	ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak https at this address',
	CERT_HAS_EXPIRED: "the server's SSL certificate has expired",
	CERT_NOT_YET_VALID: "the server's SSL certificate is not valid yet",
	ERR_TLS_CERT_ALTNAME_INVALID: "the server's SSL certificate belongs to another name",
	DEPTH_ZERO_SELF_SIGNED_CERT: "the server's SSL certificate is self-signed",
	SELF_SIGNED_CERT_IN_CHAIN: "the server's SSL certificate is signed by an unknown authority",
	UNABLE_TO_GET_ISSUER_CERT: "the server's SSL certificate is signed by an unknown authority",
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
		"the server's SSL certificate is signed by an unknown authority",
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the server's SSL certificate is signed by an unknown authority",
};

const UNCLEAR: Readonly<Record<string, string>> = {
	ECONNRESET: 'the connection broke before the answer was complete',
	EPIPE: 'the connection broke before the answer was complete',
	ECONNABORTED: 'the service did not answer in time',
	ETIMEDOUT: 'the service did not answer in time',
	ERR_CANCELED: 'the execution was cancelled',
	ERR_STREAM_PREMATURE_CLOSE: 'the connection broke before the answer was complete',
};

/**
 * Tells a request that never left from one that may have been processed. Only the code is taken
 * over: the error itself holds the whole request with its secrets.
 */
export function connectionError(error: unknown, effect: Effect): MessagingServiceError {
	const { code, syscall } = codeOf(error);
	const notSent =
		NOT_SENT[code] ??
		(code === 'ETIMEDOUT' && syscall === 'connect'
			? 'the server did not accept the connection in time'
			: undefined);
	if (notSent) {
		return new NotSentError(
			notSent,
			"Check the 'Base URL' of the credential, and whether the server is up and can be reached from n8n. It is safe to run this again.",
		);
	}
	return outcomeUnclear(
		UNCLEAR[code] ?? `the connection broke before the answer was complete (${code})`,
		effect,
	);
}

export function timeLimitError(seconds: number, effect: Effect): MessagingServiceError {
	return outcomeUnclear(`the service did not answer within ${seconds} seconds`, effect);
}

const WHAT_NOW: Record<Effect, string> = {
	read: 'This operation only reads, so it can be run again.',
	change: 'The change may have been made. Read the record before you run this again.',
	send: 'The message may have been sent. Find out before you run this again, or people may receive it twice: look it up with Message → Get Status by its custom ticket, or ask the service.',
};

export function outcomeUnclear(reason: string, effect: Effect): MessagingServiceError {
	return new OutcomeUnclearError(reason, WHAT_NOW[effect]);
}

/** n8n wraps the HTTP client's error, and Node.js wraps attempts on several addresses. */
function codeOf(error: unknown): { code: string; syscall?: string } {
	for (let cause = error, depth = 0; cause && depth < 5; depth += 1) {
		const { code, syscall } = cause as { code?: unknown; syscall?: string };
		if (typeof code === 'string') return { code, syscall };
		cause = (cause as { cause?: unknown }).cause;
	}
	return { code: 'unknown reason' };
}

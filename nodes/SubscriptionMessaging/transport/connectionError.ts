import type { OperationDefinition } from '../service/contract';
import { NotSentError, OutcomeUnclearError, type MessagingServiceError } from '../service/errors';

type Effect = OperationDefinition['effect'];

/** Reasons for which a request never left, by the code that Node.js gives. */
const NOT_SENT: ReadonlyArray<[code: RegExp, reason: string]> = [
	[/^ECONNREFUSED$/, 'the server refused the connection'],
	[/^ENOTFOUND$/, 'no server with this name was found'],
	[/^EAI_AGAIN$/, 'the name of the server could not be looked up'],
	[/^ERR_INVALID_(URL|PROTOCOL)$/, 'the address is not valid'],
	[
		/^ERR_(INVALID_CHAR|UNESCAPED_CHARACTERS)$/,
		'the request holds a character that cannot be sent',
	],
	[/^CERT_HAS_EXPIRED$/, "the server's SSL certificate has expired"],
	[/^CERT_NOT_YET_VALID$/, "the server's SSL certificate is not valid yet"],
	[/^ERR_TLS_CERT_ALTNAME_INVALID$/, "the server's SSL certificate belongs to another name"],
	[/^DEPTH_ZERO_SELF_SIGNED_CERT$/, "the server's SSL certificate is self-signed"],
	[
		/^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF).*)$/,
		"the server's SSL certificate is signed by an unknown authority",
	],
	[/^(CERT_|CRL_|UNABLE_TO_|INVALID_CA)/, "the server's SSL certificate cannot be validated"],
	[/^ERR_SSL_WRONG_VERSION_NUMBER$/, 'the server does not speak https at this address'],
	[
		/^ERR_SSL_.*(HANDSHAKE|PROTOCOL|CIPHER|VERSION)/,
		'the server did not agree to an encrypted connection',
	],
];

/** Codes that mean the same only while the connection is being made. */
const NOT_CONNECTED: Readonly<Record<string, string>> = {
	ETIMEDOUT: 'the server did not accept the connection in time',
	EHOSTUNREACH: 'the server cannot be reached',
	ENETUNREACH: 'the network of the server cannot be reached',
	EADDRNOTAVAIL: 'the server cannot be reached',
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
	const { code, syscall, message } = codeOf(error);
	const notSent =
		NOT_SENT.find(([pattern]) => pattern.test(code))?.[1] ??
		(syscall === 'connect' ? NOT_CONNECTED[code] : undefined) ??
		(code === 'ECONNRESET' && /before secure TLS connection/i.test(message)
			? 'the server did not agree to an encrypted connection'
			: undefined) ??
		(code === 'EPROTO' && /wrong version number|handshake/i.test(message)
			? 'the server did not agree to an encrypted connection'
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
	return new OutcomeUnclearError(reason, WHAT_NOW[effect], effect === 'read');
}

/** n8n wraps the HTTP client's error, and Node.js wraps attempts on several addresses. */
function codeOf(error: unknown): { code: string; syscall?: string; message: string } {
	for (let cause = error, depth = 0; cause && depth < 5; depth += 1) {
		const { code, errors } = cause as { code?: unknown; errors?: unknown[] };
		if (typeof code === 'string') {
			const { syscall, message = '' } = (errors?.[0] ?? cause) as {
				syscall?: string;
				message?: string;
			};
			return { code, syscall, message };
		}
		cause = (cause as { cause?: unknown }).cause;
	}
	return { code: 'unknown reason', message: '' };
}

import type { Effect } from '../service/contract/contract';
import { inSeconds, NotSentError, type MessagingServiceError } from '../service/errors/errors';
import { outcomeUnclear } from '../wording/outcomeUnclear';

const NOT_ENCRYPTED_BY_SERVER = 'the server did not agree to an encrypted connection';

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
	[
		/^ERR_SSL_.*(HANDSHAKE|PROTOCOL_VERSION|NO_PROTOCOL|UNSUPPORTED_(PROTOCOL|VERSION)|INSUFFICIENT_SECURITY|NO_CIPHER_MATCH|CIPHER_RETURNED|CIPHERS_AVAILABLE)/,
		NOT_ENCRYPTED_BY_SERVER,
	],
];

/** What a server that does not speak https gives, and a broken connection behind the whole request as well. */
const NOT_ENCRYPTED = /\bERR_SSL_WRONG_VERSION_NUMBER\b|wrong version number/i;

/** Errors around an error that are looked into. */
const MOST_CAUSES = 5;

/** What Node.js was doing before there was a connection, whatever its code says then. */
const CONNECTING = /^(connect|getaddrinfo)$/;

const UNCLEAR: Readonly<Record<string, string>> = {
	ECONNRESET: 'the connection broke before the answer was complete',
	EPIPE: 'the connection broke before the answer was complete',
	ECONNABORTED: 'the service did not answer in time',
	ETIMEDOUT: 'the service did not answer in time',
	ERR_CANCELED: 'the execution was cancelled',
	ERR_STREAM_PREMATURE_CLOSE: 'the connection broke before the answer was complete',
};

/** n8n's protection against requests to internal addresses, by the names of its errors. */
const BLOCKED = /^(SsrfBlocked(Ip|Hostname)|UnknownConnectionHost)Error$/;

/**
 * How far a request had come: `preparing` before n8n handed it to its HTTP client, `handedOver` from
 * then on, `answering` once the answer had begun.
 */
type RequestProgress = 'preparing' | 'handedOver' | 'answering';

/**
 * Tells a request that never left from one that may have been processed. Of an error only its code is
 * taken over, because it holds the whole request with its secrets; of one that comes before the request
 * exists, its message.
 *
 * @param mask takes secrets out of such a message
 */
export function connectionError(
	error: unknown,
	effect: Effect,
	progress: RequestProgress = 'handedOver',
	mask = (text: string) => text,
): MessagingServiceError {
	const { code, syscall, name, message, isSecuring } = originOf(error);
	if (progress !== 'answering') {
		if (BLOCKED.test(name)) return blocked(mask(message), effect);
		const notSent =
			isSecuring && NOT_ENCRYPTED.test(`${code} ${message}`)
				? 'the server does not speak https at this address'
				: (reasonNotSent(message, code, syscall) ??
					(isSecuring ? NOT_ENCRYPTED_BY_SERVER : undefined));
		if (notSent) {
			return new NotSentError(
				notSent,
				"Check the 'Base URL' of the credential, and whether the server is up and can be reached from n8n.",
				effect,
			);
		}
		if (progress === 'preparing' && code === undefined) {
			return new NotSentError(
				mask(message) || 'n8n could not make the request',
				'n8n failed before the request left.',
				effect,
			);
		}
	}
	return outcomeUnclear(
		UNCLEAR[code ?? ''] ??
			`the connection broke before the answer was complete (${code ?? (name || 'unknown reason')})`,
		effect,
		{ isUnanswered: true },
	);
}

function reasonNotSent(message: string, code = '', syscall = ''): string | undefined {
	const known = NOT_SENT.find(([pattern]) => pattern.test(code));
	if (known) return known[1];
	if (CONNECTING.test(syscall)) {
		return code === 'ETIMEDOUT'
			? 'the server did not accept the connection in time'
			: 'the server cannot be reached';
	}
	const isUnsecured =
		(code === 'ECONNRESET' && /before secure TLS connection/i.test(message)) ||
		(code === 'EPROTO' && /handshake/i.test(message));
	return isUnsecured ? NOT_ENCRYPTED_BY_SERVER : undefined;
}

/** @param said by n8n */
function blocked(said: string, effect: Effect): NotSentError {
	return new NotSentError(
		'n8n blocks requests to this address',
		`${said.replace(/\.?$/, '.')} Ask whoever runs n8n to allow the host name or IP address of the 'Base URL' (SSRF protection).`,
		effect,
	);
}

export function timeLimitError(seconds: number, effect: Effect): MessagingServiceError {
	const reason = `the service did not answer within ${inSeconds(seconds)}`;
	return outcomeUnclear(reason, effect, { isUnanswered: true });
}

/** The execution was cancelled before a request began. */
export function cancelledBefore(effect: Effect): MessagingServiceError {
	return new NotSentError(
		'the execution was cancelled',
		'It was stopped before this request left.',
		effect,
	);
}

/** What Node.js says of an error, or of its attempts on several addresses. */
interface Told {
	syscall?: string;
	message?: string;
	errors?: Told[];
}

interface HttpError {
	code?: unknown;
	name?: unknown;
	message?: unknown;
	cause?: Told & { name?: unknown };
	request?: { socket?: { secureConnecting?: boolean } };
}

/**
 * What an error comes from: n8n wraps the HTTP client's error, and Node.js wraps attempts on several
 * addresses. Without a code, it is the innermost error.
 */
function originOf(error: unknown): {
	code?: string;
	syscall?: string;
	name: string;
	message: string;
	/** The connection is not encrypted yet, so that nothing can have left. */
	isSecuring?: boolean;
} {
	let origin = { name: '', message: '' };
	for (let cause = error, depth = 0; cause && depth < MOST_CAUSES; depth += 1) {
		const { code, name, message, cause: next, request } = cause as HttpError;
		if (typeof name === 'string' && BLOCKED.test(name)) return { name, message: String(message) };
		// n8n's own refusal may be in the error that the HTTP client makes of it.
		if (typeof code === 'string' && !BLOCKED.test(String(next?.name))) {
			// The client hands on neither the system call nor the attempts of the error that it wraps.
			const inner = next?.syscall || next?.errors ? next : (cause as Told);
			const first = inner.errors?.[0] ?? inner;
			const isSecuring = request?.socket?.secureConnecting;
			return { code, syscall: first.syscall, name: '', message: first.message ?? '', isSecuring };
		}
		if (cause instanceof Error) origin = { name: cause.name, message: cause.message };
		cause = next;
	}
	return origin;
}

/** What is said of a document when it is not an answer of this interface. */
export type ForeignContent = 'html' | 'json' | 'empty' | 'text' | 'otherXml';

/** Anything that keeps an operation from giving its answer; `description` says how to fix it. */
export abstract class MessagingServiceError extends Error {
	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
	}
}

/** The service answered with `result` false (Errors, rule 1). The meaning of the codes is not shown. */
export class ServiceRefusedError extends MessagingServiceError {
	override readonly name = 'ServiceRefusedError';

	constructor(
		readonly errorCode: number | string | null,
		readonly serviceMessage: string | null,
	) {
		const said = excerpt(serviceMessage ?? '', 500) || 'no reason was given';
		const code =
			errorCode === null || errorCode === '' ? '' : ` (code ${excerpt(String(errorCode), 40)})`;
		super(`The service refused: ${said}${code}`);
	}
}

/** The service answered with a SOAP fault instead of an envelope (Errors, rule 6: contents not shown). */
export class SoapFaultError extends MessagingServiceError {
	override readonly name = 'SoapFaultError';

	constructor(
		readonly faultcode: string,
		readonly faultstring: string,
		readonly httpStatus: number,
	) {
		const said = excerpt(faultstring, 500) || 'no reason was given';
		const code = excerpt(faultcode, 80);
		super(
			`The service could not process the request: ${said}${code && ` (${code})`}`,
			'This is a SOAP fault: the service did not get as far as an answer of its own. Check the values of the request, and that the base URL leads to version 2.0.0 of the interface.',
		);
	}
}

const CHECK_BASE_URL =
	"Check the 'Base URL' of the credential: it is the address without '/webservices' or '/httppost'.";

const FOUND: Record<ForeignContent, string> = {
	html: 'a web page',
	json: 'JSON',
	empty: 'nothing',
	text: 'plain text',
	otherXml: 'another XML document',
};

/** What came back was not written by this interface: a web page, JSON, nothing, another XML document. */
export class NotThisInterfaceError extends MessagingServiceError {
	override readonly name = 'NotThisInterfaceError';

	/** @param detail title of the page, name of the root element or beginning of the text */
	constructor(
		readonly found: ForeignContent,
		readonly httpStatus: number,
		readonly detail?: string,
	) {
		const named = excerpt(detail ?? '', 120);
		const what = `${FOUND[found]}${named && ` ("${named}")`}`;
		super(...explainStatus(httpStatus, what));
	}
}

function explainStatus(status: number, what: string): [message: string, description: string] {
	const answer = `HTTP ${status} and ${what}`;
	if (status === 404 || status === 405 || status === 410) {
		return [`The messaging service was not found at this address: ${answer}`, CHECK_BASE_URL];
	}
	if (status === 401 || status === 403 || status === 407) {
		return [
			`Access was denied before the messaging service was reached: ${answer}`,
			`The service itself reports a wrong password differently, so a server in front of it (proxy, firewall, web server) asks for a permission of its own. ${CHECK_BASE_URL}`,
		];
	}
	if (status >= 300 && status < 400) {
		return [
			`The address redirects elsewhere: ${answer}`,
			"Enter the address that it leads to as the 'Base URL' of the credential; credentials are never sent on to another address.",
		];
	}
	if (status === 429 || status >= 500) {
		return [
			`The server could not answer for the messaging service: ${answer}`,
			'The service, or a server in front of it, is not available at the moment. Try again later.',
		];
	}
	return [
		`The address does not answer as the messaging service does: it sent ${what} (HTTP ${status})`,
		CHECK_BASE_URL,
	];
}

/** The answer cannot be read: malformed, cut short, too large, in a wrong charset, or unsafe. */
export class UnreadableXmlError extends MessagingServiceError {
	override readonly name = 'UnreadableXmlError';

	/** @param line from 1 @param column from 0, where the reading stopped */
	constructor(
		readonly reason: string,
		readonly line?: number,
		readonly column?: number,
	) {
		const where = line === undefined ? '' : ` (line ${line}, column ${column})`;
		super(
			`The answer of the service cannot be read: ${excerpt(reason, 300)}${where}`,
			'The answer was damaged on its way or is not what the interface describes. Nothing of it was used.',
		);
	}
}

/** The request never left, so repeating it is safe. */
export class NotSentError extends MessagingServiceError {
	override readonly name = 'NotSentError';

	constructor(
		readonly reason: string,
		description?: string,
	) {
		super(`Nothing was sent: ${excerpt(reason, 300)}`, description);
	}
}

/** The request left and no answer came back: the service may have processed it. */
export class OutcomeUnclearError extends MessagingServiceError {
	override readonly name = 'OutcomeUnclearError';

	constructor(
		readonly reason: string,
		description?: string,
		mayBeRepeated = false,
	) {
		const said = excerpt(reason, 300);
		super(
			mayBeRepeated
				? `Whether the service processed the request is unknown: ${said}`
				: `Whether the service processed the request is unknown, so do not simply repeat it: ${said}`,
			description,
		);
	}
}

/** Seconds; what asks for a longer wait is left to the user. */
const LONGEST_WAIT = 60;

/** The service asks to come back later (HTTP 429 or 503 with Retry-After). */
export class BusyError extends MessagingServiceError {
	override readonly name = 'BusyError';

	/** @param retryAfter seconds that the service asks to wait */
	constructor(
		readonly httpStatus: number,
		readonly retryAfter: number,
	) {
		super(
			`The service is too busy: HTTP ${httpStatus}, with the request to wait ${retryAfter} seconds`,
			"Try again later, or lower 'Requests in Parallel' and raise 'Pause Between Requests'.",
		);
	}

	/** Whether the wait is short enough for an execution to spend it. */
	get isWorthWaiting(): boolean {
		return this.retryAfter <= LONGEST_WAIT;
	}
}

/** The chosen transport has no documented form of this operation, or of this parameter of it. */
export class NotDocumentedError extends MessagingServiceError {
	override readonly name = 'NotDocumentedError';

	constructor(
		readonly transport: 'NVP' | 'plain send' | 'SOAP',
		readonly operation: string,
		readonly parameter?: string,
	) {
		super(
			parameter === undefined
				? `The interface documents no ${transport} form of '${operation}'`
				: `The interface documents no ${transport} form of '${parameter}' in '${operation}'`,
			transport === 'SOAP' ? undefined : 'Choose SOAP as the transport.',
		);
	}
}

/** Text of foreign origin made fit for a message: one line, no control characters, cut to length. */
function excerpt(text: string, length: number): string {
	const line = text
		.slice(0, 4 * length)
		.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
		.trim();
	return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

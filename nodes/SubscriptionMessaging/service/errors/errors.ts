import type { Effect } from '../contract/contract';
import { beginningOf, excerpt } from './excerpt';
import { namedFew, sentence } from './sentence';

/** What is said of a document when it is not an answer of this interface. */
export type ForeignContent = 'html' | 'json' | 'empty' | 'text' | 'otherXml';

/**
 * Anything that keeps an operation from giving its answer. `description` says what the interface alone
 * can say of it; what to do in the editor is said above the service.
 */
export abstract class MessagingServiceError extends Error {
	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
	}

	/**
	 * The error with `mask` applied to what it quotes from the service, before that is cut to length.
	 * Whoever reads an answer calls it before the error goes anywhere else.
	 */
	abstract masked(mask: (text: string) => string): MessagingServiceError;
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
			errorCode === null || errorCode === '' ? '' : ` (error ${excerpt(String(errorCode), 40)})`;
		super(`The service refused: ${said}${code}`);
	}

	override masked(mask: (text: string) => string): ServiceRefusedError {
		const { errorCode, serviceMessage } = this;
		return new ServiceRefusedError(
			errorCode === null ? null : maskedCode(errorCode, mask),
			serviceMessage === null ? null : mask(beginningOf(serviceMessage)),
		);
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
			'The service gave a SOAP fault in place of an answer. Check the values of the request, and that the base URL leads to version 2.0.0 of the interface.',
		);
	}

	override masked(mask: (text: string) => string): SoapFaultError {
		const { faultcode, faultstring, httpStatus } = this;
		const code = mask(beginningOf(faultcode, LONGEST_CODE));
		return new SoapFaultError(code, mask(beginningOf(faultstring)), httpStatus);
	}
}

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

	readonly fault: AddressFault;

	/** @param detail title of the page, name of the root element or beginning of the text */
	constructor(
		readonly found: ForeignContent,
		readonly httpStatus: number,
		readonly detail?: string,
	) {
		const named = excerpt(detail ?? '', 120);
		const what = `${FOUND[found]}${named && ` ("${named}")`}`;
		const [message, fault] = explainStatus(httpStatus, what);
		super(message);
		this.fault = fault;
	}

	/** A server says that it is not available now, or that the request is too large: nothing against the address. */
	get mayBeRightAddress(): boolean {
		return ['unavailable', 'tooLarge'].includes(this.fault) || this.httpStatus === 408;
	}

	override masked(mask: (text: string) => string): NotThisInterfaceError {
		const { found, httpStatus, detail } = this;
		return new NotThisInterfaceError(found, httpStatus, detail && mask(beginningOf(detail)));
	}
}

/** What is wrong with an address at which no answer of this interface came, as far as can be told. */
type AddressFault = 'elsewhere' | 'denied' | 'redirected' | 'tooLarge' | 'unavailable';

function explainStatus(status: number, what: string): [message: string, fault: AddressFault] {
	const answer = `HTTP ${status} and ${what}`;
	if ([404, 405, 410].includes(status)) {
		return [`The messaging service was not found at this address: ${answer}`, 'elsewhere'];
	}
	if ([401, 403, 407].includes(status)) {
		return [`Access was denied before the messaging service was reached: ${answer}`, 'denied'];
	}
	if (status >= 300 && status < 400) {
		return [`The address redirects elsewhere: ${answer}`, 'redirected'];
	}
	if ([413, 414, 431].includes(status)) {
		return [`The request is too large for the server: ${answer}`, 'tooLarge'];
	}
	if (status === 429 || status >= 500) {
		return [`The server could not answer for the messaging service: ${answer}`, 'unavailable'];
	}
	return [
		`The address does not answer as the messaging service does: it sent ${what} (HTTP ${status})`,
		'elsewhere',
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
			'The answer was damaged on its way or is not what the interface describes, so nothing of it was used. Run this again. If it stays so, show this to whoever runs the service.',
		);
	}

	override masked(mask: (text: string) => string): UnreadableXmlError {
		return new UnreadableXmlError(mask(beginningOf(this.reason)), this.line, this.column);
	}
}

/** The request never left, so repeating it is safe. */
export class NotSentError extends MessagingServiceError {
	override readonly name = 'NotSentError';

	/** @param effect of the call that did not leave */
	constructor(
		readonly reason: string,
		description?: string,
		readonly effect: Effect = 'send',
	) {
		super(unsentTitle(reason, effect), description);
	}

	/** It quotes nothing that is not masked already. */
	override masked(): this {
		return this;
	}
}

/** "Not sent" only of what could have been. Other requests of the run may have left. */
function unsentTitle(reason: string, effect: Effect): string {
	const why = excerpt(reason, 300);
	return effect === 'send' ? `Not sent: ${why}` : `The service was not reached: ${why}`;
}

/** What is known of a call whose outcome is not. */
export interface KnownOfUnclear {
	/** The page that came in place of an answer, where nothing else speaks for the messaging service. */
	readonly page?: NotThisInterfaceError;
	/** The service's own, which no look-up could confirm. */
	readonly refusal?: ServiceRefusedError;
	/** By which the service can be asked; empty for a send without one. */
	readonly custom_ticket?: string;
	/** Nothing came back at all. */
	readonly isUnanswered?: true;
}

/** The request left and no answer came back: the service may have processed it. */
export class OutcomeUnclearError extends MessagingServiceError {
	override readonly name = 'OutcomeUnclearError';

	/** What happened, without the custom ticket. */
	readonly reason: string;

	/** It in one line, with the custom ticket. */
	readonly told: string;

	/** It before it was cut, for the mask. */
	readonly #whole: string;

	/** @param advice how to go on */
	constructor(
		reason: string,
		readonly advice: string,
		readonly effect: Effect = 'send',
		readonly known: KnownOfUnclear = {},
	) {
		const cut = excerpt(reason, 500);
		const told = cut + ofTicket(known.custom_ticket);
		super(...explainUnclear(told, advice, effect, known));
		this.reason = cut;
		this.told = told;
		this.#whole = beginningOf(reason);
	}

	override masked(mask: (text: string) => string): OutcomeUnclearError {
		const { page, refusal, custom_ticket } = this.known;
		return new OutcomeUnclearError(mask(this.#whole), this.advice, this.effect, {
			...this.known,
			page: page?.masked(mask),
			refusal: refusal?.masked(mask),
			custom_ticket: custom_ticket && mask(custom_ticket),
		});
	}
}

function ofTicket(custom_ticket: string | undefined): string {
	if (custom_ticket === undefined) return '';
	return custom_ticket === '' ? ' (no custom ticket)' : ` (custom ticket ${custom_ticket})`;
}

/** The answer belongs to another custom ticket than the one that was sent. */
export class OtherTicketError extends OutcomeUnclearError {
	/** @param echoed the ticket of the answer */
	constructor(
		readonly echoed: string,
		advice: string,
		effect: Effect,
	) {
		super(ofAnother(echoed), advice, effect);
	}

	override masked(mask: (text: string) => string): OtherTicketError {
		return new OtherTicketError(mask(beginningOf(this.echoed)), this.advice, this.effect);
	}
}

const ofAnother = (ticket: string) => `the answer is for another custom ticket (${ticket})`;

function explainUnclear(
	reason: string,
	advice: string,
	effect: Effect,
	{ page, isUnanswered }: KnownOfUnclear,
): [message: string, description: string] {
	const told = [sentence(reason), advice].join(' ');
	if (page) return ["This address doesn't answer like the messaging service", told];
	if (effect === 'read') {
		if (isUnanswered) return [`No answer came: ${reason}`, advice];
		return [`The answer could not be used: ${reason}`, advice];
	}
	if (effect === 'change') return ["We can't tell whether this change was made", told];
	return ["We can't tell whether this message was sent", told];
}

/** The service took a list of recipients in part. */
export class PartlySentError extends MessagingServiceError {
	override readonly name = 'PartlySentError';

	/** Who has it and why the others may not, in one line. */
	readonly reason: string;

	/** @param rest why the others don't have it, or may not */
	constructor(
		readonly reached: readonly string[],
		readonly others: readonly string[],
		readonly rest: MessagingServiceError,
		readonly ticket: string,
	) {
		const all = reached.length + others.length;
		super(
			`The service lists ${reached.length} of ${all} recipients of this message`,
			`They have it: ${namedFew(reached)}. The others may not: ${namedFew(others)}. ${sentence(rest.message)}`,
		);
		const why = rest instanceof OutcomeUnclearError ? rest.reason : rest.message;
		this.reason = `they have it: ${namedFew(reached)} (custom ticket ${ticket}), and of the others: ${why}`;
	}

	/** It quotes an error that is masked already. */
	override masked(): this {
		return this;
	}
}

export const inSeconds = (count: number) => `${count} second${count === 1 ? '' : 's'}`;

/** Seconds; what asks for a longer wait is left to the user. */
const LONGEST_RETRY_AFTER = 60;

/** The service asks to come back later (HTTP 429 or 503 with Retry-After). */
export class BusyError extends MessagingServiceError {
	override readonly name = 'BusyError';

	/** @param retryAfter seconds that the service asks to wait */
	constructor(
		readonly httpStatus: number,
		readonly retryAfter: number,
	) {
		super(
			`The service is too busy: HTTP ${httpStatus}, and it asks to wait ${inSeconds(retryAfter)}`,
		);
	}

	/** It quotes nothing. */
	override masked(): this {
		return this;
	}

	/** Whether the wait is short enough for an execution to spend it. */
	get isWorthWaiting(): boolean {
		return this.retryAfter <= LONGEST_RETRY_AFTER;
	}
}

/** The chosen transport has no documented form of this operation, or of this parameter of it. */
export class NotDocumentedError extends MessagingServiceError {
	override readonly name = 'NotDocumentedError';

	constructor(
		readonly transport: 'NVP' | 'plain send' | 'SOAP',
		readonly parameter?: string,
	) {
		super(
			`The interface documents no ${transport} form of ${parameter ? `'${parameter}'` : 'this operation'}`,
			'Leave it out.',
		);
	}

	/** It quotes nothing. */
	override masked(): this {
		return this;
	}
}

/** A number stays one, unless it is a password of digits. */
function maskedCode(code: number | string, mask: (text: string) => string): number | string {
	const masked = mask(beginningOf(String(code), LONGEST_CODE));
	return masked === String(code) ? code : masked;
}

/** Characters of an error's code that are looked at; a message shows far fewer. */
const LONGEST_CODE = 1200;

/** What the service says, masked and fit to be shown. */
export function shownOf(text: string, mask: (text: string) => string): string {
	return excerpt(mask(beginningOf(text)), 500);
}

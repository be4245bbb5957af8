import type { CallName } from '../contract/call';
import {
	effectOf,
	operationDefinition,
	PLAIN_SEND,
	type OperationDefinition,
	type OperationName,
} from '../contract/contract';
import {
	NotThisInterfaceError,
	ServiceRefusedError,
	SoapFaultError,
	UnreadableXmlError,
	type MessagingServiceError,
} from '../errors/errors';
import type { Subscriber } from './person';
import { isObject } from '../collections/object';
import { each, type Steps } from '../collections/steps';
import { XmlDecoder } from '../xml/charset';
import { documentStart, nextLook } from '../xml/documentStart';
import { READ_LIMITS, type ReadLimits } from '../xml/limits';
import {
	CODE,
	documentOf,
	listOf,
	planOf,
	RESULT,
	soapDocumentOf,
	STRING,
	structOf,
	type ReadingPlan,
	type RowTaker,
} from '../xml/readingPlan';
import { XmlReader } from '../xml/xmlReader';
import type { AnswerOf, ServiceAnswer } from './answerOf';
import { reachesRoot } from './sniff';

/** Which answer is expected: of an operation over SOAP or NVP, or of the plain send. */
export type AnswerShape<N extends CallName = CallName> =
	| { transport: 'soap' | 'nvp'; operation: Extract<N, OperationName> }
	| { transport: 'plain' };

/** Reads one answer. Once a method has thrown, it throws the same again. */
interface AnswerReader<N extends CallName = CallName> {
	/** @throws MessagingServiceError as soon as it is certain that no answer can come of it */
	write(chunk: Uint8Array): void;
	/**
	 * The whole answer, in steps of a few milliseconds between which other work may be done: the response
	 * envelope, the members of WSMessageResponse, or for a plain send `{ result, message, accepted,
	 * transaction_ticket }` (Response envelope; Endpoints, rules 1, 3, 6). A return value that is no object
	 * is given as `{ response: value }`.
	 * @throws ServiceRefusedError for `result` false, SoapFaultError, NotThisInterfaceError for
	 * what is not an answer to the operation, UnreadableXmlError
	 */
	finish(): Steps<AnswerOf<N>>;
}

/**
 * Takes the subscribers of a list while it arrives, so that nobody holds them all. An entry that is nil,
 * a text or missing in a sparse list is undefined.
 */
export type SubscriberTaker = (subscriber: Subscriber | undefined) => void;

/**
 * Opens the reader of an answer whose bytes arrive in chunks of any size.
 *
 * @param onSubscriber is given each subscriber of the list once, in any order, the last ones in
 * `finish`; none of them counts before that has succeeded. The list in the answer is empty then.
 */
export function openAnswer<N extends CallName>(
	shape: AnswerShape<N>,
	http: { status: number; contentType?: string },
	limits?: Partial<ReadLimits>,
	onSubscriber?: SubscriberTaker,
): AnswerReader<N>;
export function openAnswer(
	shape: AnswerShape,
	http: { status: number; contentType?: string },
	limits: Partial<ReadLimits> = {},
	onSubscriber?: SubscriberTaker,
): AnswerReader {
	return new StreamingAnswer(shape, http, { ...READ_LIMITS, ...limits }, onSubscriber);
}

/** Of an object, before it is known to be an answer. */
type Members = Record<string, unknown>;

class StreamingAnswer implements AnswerReader {
	private readonly decoder: XmlDecoder;

	private readonly root: string;

	private readonly xml: XmlReader;

	private bytes = 0;

	/** The beginning, until the root element is reached. */
	private opening: string | undefined = '';

	/** Characters with which it is looked at again. */
	private nextLook = 0;

	private failure: unknown;

	constructor(
		private readonly shape: AnswerShape,
		private readonly http: { status: number; contentType?: string },
		private readonly limits: ReadLimits,
		private readonly onSubscriber?: SubscriberTaker,
	) {
		this.decoder = new XmlDecoder(http.contentType);
		this.root = rootOf(shape);
		const isSoap = shape.transport === 'soap';
		const rows = onSubscriber && subscriberRows(onSubscriber);
		this.xml = new XmlReader(
			documentPlan(shape),
			limits,
			(name) => this.foreign(name),
			isSoap,
			rows,
		);
	}

	write(chunk: Uint8Array): void {
		this.guarded(() => {
			this.bytes += chunk.length;
			if (this.bytes > this.limits.bytes) {
				throw new UnreadableXmlError(`it is larger than ${this.limits.bytes} bytes`);
			}
			this.read(this.decoder.write(chunk));
		});
	}

	*finish(): Steps<ServiceAnswer> {
		if (this.failure !== undefined) throw this.failure;
		// n8n's lint forbids to throw again within a catch.
		try {
			this.read(this.decoder.end(), true);
			const document = yield* this.xml.finish();
			const answer = this.verdict(document[this.root]);
			if (this.onSubscriber) yield* handOver(answer, this.onSubscriber);
			// The plan, which is made of the contract, has read each member as its type says.
			return answer as ServiceAnswer;
		} catch (error) {
			this.failure = error;
		}
		throw this.failure;
	}

	private guarded(action: () => void): void {
		if (this.failure !== undefined) throw this.failure;
		try {
			action();
			return;
		} catch (error) {
			this.failure = error;
		}
		throw this.failure;
	}

	private read(text: string, isLast = false): void {
		if (this.opening === undefined) {
			this.xml.write(text);
			return;
		}
		this.opening += text;
		if (!isLast && this.opening.length < this.nextLook) return;
		this.nextLook = nextLook(this.opening.length);
		const start = documentStart(this.opening, isLast);
		if (start === undefined) return;
		this.opening = this.opening.slice(start);
		if (isLast && this.opening === '') throw new NotThisInterfaceError('empty', this.http.status);
		if (!reachesRoot(this.opening, this.root, this.http.status, isLast)) return;
		const beginning = this.opening;
		this.opening = undefined;
		this.xml.write(beginning);
	}

	private foreign(name: string): NotThisInterfaceError {
		return new NotThisInterfaceError('otherXml', this.http.status, name);
	}

	private verdict(document: unknown): Members {
		if (this.shape.transport === 'plain') return this.plainSend(document);
		const { transport, operation } = this.shape;
		if (transport === 'nvp') return this.favourable(document);

		const body = memberOf(document, 'Body');
		const fault = memberOf(body, 'Fault');
		if (fault !== undefined) throw soapFault(fault, this.http.status);
		const wrapper = memberOf(body, `${operation}Response`);
		if (wrapper === undefined) throw this.foreign('Envelope');
		const named = memberOf(wrapper, `${operation}Return`);
		return this.favourable(named === undefined ? firstMember(wrapper) : named);
	}

	/** @throws UnreadableXmlError for accepted numbers or a ticket, where nothing says that it succeeded */
	private plainSend(document: unknown): Members {
		if (isObject(document) && document.result !== true) {
			const { accepted, transaction_ticket: ticket } = plainSendAnswer(document);
			if (ticket || accepted?.length) {
				throw new UnreadableXmlError(
					'it has accepted numbers or a ticket, and does not say that it succeeded',
				);
			}
		}
		return plainSendAnswer(this.favourable(document));
	}

	/** The answer itself, once it is known to be one, and a favourable one. */
	private favourable(returned: unknown): Members {
		const answer = isObject(returned) ? returned : { response: returned ?? null };
		const { result, error_code: errorCode } = answer;
		const message = typeof answer.message === 'string' ? answer.message : null;
		const isRead = this.shape.transport !== 'plain' && effectOf(this.shape.operation) === 'read';
		// What a text in place of true or false means is not shown, and matters where something is altered.
		const mayBeDone = !isRead && typeof result === 'string';
		const hasCode = result !== true && isErrorCode(errorCode);
		if (result === false || (hasCode && !mayBeDone)) {
			const code = typeof errorCode === 'number' || typeof errorCode === 'string';
			throw new ServiceRefusedError(code ? errorCode : null, message);
		}
		if (result !== true && returnsOf(this.shape) !== 'unknown') {
			const said = message?.trim() ? `, but: ${message}` : '';
			throw new UnreadableXmlError(`it does not say whether it succeeded${said}`);
		}
		this.checkRows(answer.response);
		// No payload: nil in SOAP, an empty element in the name-value-pair form.
		if (answer.response === '') answer.response = null;
		// Whether tickets stand in or beside the payload of the name-value-pair form is not shown.
		return returnsOf(this.shape) === 'WSMessageResponse' && isObject(answer.response)
			? { ...answer.response, ...answer }
			: answer;
	}

	/**
	 * @throws UnreadableXmlError for more rows than a look-up can have (Limits), for a payload without its
	 *     list, and for a group without a list of its subscribers: whoever compares people with nobody
	 *     takes all of them for gone
	 */
	private checkRows(response: unknown): void {
		const returns = returnsOf(this.shape);
		if (returns === 'WSSubscriberListResponse' && memberOf(response, 'subscribers') === undefined) {
			throw new UnreadableXmlError('it has no list of subscribers, which only groups have');
		}
		const name = soleListOf(returns);
		if (name === undefined || Object.keys(response ?? {}).length === 0) return;
		const list = memberOf(response, name);
		if (list === undefined) throw new UnreadableXmlError(`it has no list named ${name}`);
		if (returns !== 'WSCarrierPhoneResponse') return;
		if (Array.isArray(list) && list.length > MOST_CARRIER_ROWS) {
			throw new UnreadableXmlError(`it has more than ${MOST_CARRIER_ROWS} rows for 100 numbers`);
		}
	}
}

/** Subscribers are taken where they stand in the list of the answer itself. */
function subscriberRows(take: SubscriberTaker): RowTaker {
	const plan = planOf('WSSubscriberList').members.get('subscribers')?.plan;
	if (plan === undefined) throw new TypeError('The contract has no list of subscribers');
	return { plan, take: (row) => takeRow(row, take) };
}

/** Those that could be read only once the whole answer was there. */
function* handOver({ response }: Members, take: SubscriberTaker): Steps<void> {
	const list = memberOf(response, 'subscribers');
	if (!isObject(response) || !Array.isArray(list)) return;
	yield* each<unknown>(list, (row) => takeRow(row, take));
	response.subscribers = [];
}

function takeRow(row: unknown, take: SubscriberTaker): void {
	take(isObject(row) ? row : undefined);
}

/** Any but the codes of success (Errors, rule 2). */
function isErrorCode(code: unknown): boolean {
	return typeof code === 'number' ? code !== 0 : typeof code === 'string' && code.trim() !== '';
}

/** Rows that a look-up of at most 100 numbers is read with; each of them is compared with the numbers. */
const MOST_CARRIER_ROWS = 10_000;

/** The return type of an operation; undefined for the plain send, whose answer has a form of its own. */
function returnsOf(shape: AnswerShape): OperationDefinition['returns'] | undefined {
	return shape.transport === 'plain' ? undefined : operationDefinition(shape.operation).returns;
}

/** The list beside which the contract has nothing in a payload. */
function soleListOf(returns: ReturnType<typeof returnsOf>): string | undefined {
	switch (returns) {
		case 'WSCarrierPhoneResponse':
			return 'list';
		case 'WSTemplateListResponse':
			return 'templates';
		case 'WSTransactionResponse':
			return 'transactionlist';
		default:
			return undefined;
	}
}

function rootOf(shape: AnswerShape): string {
	switch (shape.transport) {
		case 'soap':
			return 'Envelope';
		case 'nvp':
			return shape.operation;
		case 'plain':
			return PLAIN_SEND.rootElement;
	}
}

const envelopeMembers = {
	result: RESULT,
	error_code: CODE,
	message: STRING,
};

/** The members of an envelope are typed where they occur, and nothing else is known. */
const UNKNOWN_RETURN: ReadingPlan = structOf(envelopeMembers);

const PLAIN_SEND_ANSWER: ReadingPlan = structOf({
	...envelopeMembers,
	response: listOf(listOf(STRING)),
});

/**
 * How the answers to each operation are read.
 *
 * Bounded: two plans for each operation of the contract.
 */
const documentPlans = new Map<string, ReadingPlan>();

function documentPlan(shape: AnswerShape): ReadingPlan {
	const name = Object.values(shape).join(' ');
	const plan = documentPlans.get(name) ?? newDocumentPlan(shape);
	documentPlans.set(name, plan);
	return plan;
}

function newDocumentPlan(shape: AnswerShape): ReadingPlan {
	if (shape.transport === 'plain') return documentOf(PLAIN_SEND.rootElement, PLAIN_SEND_ANSWER);
	const { returns } = operationDefinition(shape.operation);
	const returned = returns === 'unknown' ? UNKNOWN_RETURN : planOf(returns);
	return shape.transport === 'soap'
		? soapDocumentOf(shape.operation, returned)
		: documentOf(shape.operation, returned);
}

function plainSendAnswer({
	result,
	message,
	response,
	error_code,
}: Members): Members & { accepted: string[] | null } {
	const [accepted, ticket]: unknown[] = Array.isArray(response) ? response : [];
	return {
		result,
		message: message ?? null,
		...(error_code !== undefined && { error_code }),
		accepted: textsOf(accepted),
		transaction_ticket: textsOf(ticket)?.[0] ?? null,
	};
}

/** Null for anything but a list of texts; what is nil in it names nobody. */
function textsOf(list: unknown): string[] | null {
	if (!Array.isArray(list)) return null;
	const given: unknown[] = list.filter((entry) => entry !== null);
	if (given.length === 0 && list.length > 0) return null;
	const isText = (entry: unknown): entry is string => typeof entry === 'string';
	return given.every(isText) ? given : null;
}

/** Both the faults of SOAP 1.1 and those of 1.2. */
function soapFault(fault: unknown, httpStatus: number): MessagingServiceError {
	const code = memberOf(fault, 'faultcode') ?? memberOf(memberOf(fault, 'Code'), 'Value');
	const texts = memberOf(fault, 'faultstring') ?? memberOf(memberOf(fault, 'Reason'), 'Text');
	const text: unknown = Array.isArray(texts) ? texts[0] : texts;
	return new SoapFaultError(asText(code), asText(text), httpStatus);
}

function asText(value: unknown): string {
	return typeof value === 'object' || value === undefined ? '' : String(value);
}

function memberOf(value: unknown, name: string): unknown {
	return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function firstMember(value: unknown): unknown {
	return isObject(value) ? Object.values(value)[0] : value;
}

import { XmlDecoder } from './charset';
import { operationDefinition, PLAIN_SEND, type OperationName } from './contract';
import {
	NotThisInterfaceError,
	ServiceRefusedError,
	SoapFaultError,
	UnreadableXmlError,
	type MessagingServiceError,
} from './errors';
import { reachesRoot } from './opening';
import {
	documentOf,
	listOf,
	planOf,
	soapDocumentOf,
	STRING,
	structOf,
	type Plan,
} from './readingPlan';
import { READ_LIMITS, XmlReader, type ReadLimits } from './xml';

/** Which answer is expected: of an operation over SOAP or NVP, or of the plain send. */
export type AnswerShape =
	| { transport: 'soap' | 'nvp'; operation: OperationName }
	| { transport: 'plain' };

/** Members of the envelope, typed by the contract; unknown ones are passed through. */
export type ServiceAnswer = Record<string, unknown>;

/** Reads one answer. Once a method has thrown, it throws the same again. */
export interface AnswerReader {
	/** @throws MessagingServiceError as soon as it is certain that no answer can come of it */
	write(chunk: Uint8Array): void;
	/**
	 * The whole answer: the response envelope, the members of WSMessageResponse, or for a plain send
	 * `{ result, message, accepted, transaction_ticket }` (Response envelope; Endpoints, rules 1, 3, 6).
	 * A return value that is no object is given as `{ response: value }`.
	 * @throws ServiceRefusedError for `result` false, SoapFaultError, NotThisInterfaceError for
	 * what is not an answer to the operation, UnreadableXmlError
	 */
	end(): ServiceAnswer;
}

/** Opens the reader of an answer whose bytes arrive in chunks of any size. */
export function openAnswer(
	shape: AnswerShape,
	http: { status: number; contentType?: string },
	limits: Partial<ReadLimits> = {},
): AnswerReader {
	return new StreamingAnswer(shape, http, { ...READ_LIMITS, ...limits });
}

class StreamingAnswer implements AnswerReader {
	private readonly decoder: XmlDecoder;

	private readonly root: string;

	private readonly xml: XmlReader;

	private bytes = 0;

	/** The beginning, until the root element is reached. */
	private opening: string | undefined = '';

	private failure: unknown;

	constructor(
		private readonly shape: AnswerShape,
		private readonly http: { status: number; contentType?: string },
		private readonly limits: ReadLimits,
	) {
		this.decoder = new XmlDecoder(http.contentType);
		this.root = rootOf(shape);
		this.xml = new XmlReader(documentPlan(shape), limits, (name) => this.foreign(name));
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

	end(): ServiceAnswer {
		return this.guarded(() => {
			this.read(this.decoder.end());
			if (this.opening !== undefined && this.opening.trim() === '') {
				throw new NotThisInterfaceError('empty', this.http.status);
			}
			return this.verdict(this.xml.end()[this.root]);
		});
	}

	private guarded<T>(action: () => T): T {
		if (this.failure !== undefined) throw this.failure;
		try {
			return action();
		} catch (error) {
			this.failure = error;
		}
		throw this.failure;
	}

	private read(text: string): void {
		if (this.opening === undefined) {
			this.xml.write(text);
			return;
		}
		this.opening += text;
		if (!reachesRoot(this.opening, this.root, this.http.status)) return;
		const beginning = this.opening;
		this.opening = undefined;
		this.xml.write(beginning);
	}

	private foreign(name: string): NotThisInterfaceError {
		return new NotThisInterfaceError('otherXml', this.http.status, name);
	}

	private verdict(document: unknown): ServiceAnswer {
		if (this.shape.transport === 'plain') return plainSendAnswer(this.checked(document));
		const { transport, operation } = this.shape;
		if (transport === 'nvp') return this.checked(document);

		const body = member(document, 'Body');
		const fault = member(body, 'Fault');
		if (fault !== undefined) throw soapFault(fault, this.http.status);
		const wrapper = member(body, `${operation}Response`);
		if (wrapper === undefined) throw this.foreign('Envelope');
		const named = member(wrapper, `${operation}Return`);
		return this.checked(named === undefined ? firstMember(wrapper) : named);
	}

	/** The answer itself, once it is known to be one, and a favourable one. */
	private checked(returned: unknown): ServiceAnswer {
		const answer = isObject(returned) ? returned : { response: returned ?? null };
		const { result, error_code: errorCode, message } = answer;
		if (result === false) {
			const code = typeof errorCode === 'number' || typeof errorCode === 'string';
			throw new ServiceRefusedError(
				code ? errorCode : null,
				typeof message === 'string' ? message : null,
			);
		}
		if (result !== true && !returnsUnknown(this.shape)) throw this.foreign(this.root);
		// No payload: nil in SOAP, an empty element in the name-value-pair form.
		if (answer.response === '') answer.response = null;
		return answer;
	}
}

function returnsUnknown(shape: AnswerShape): boolean {
	return shape.transport !== 'plain' && operationDefinition(shape.operation).returns === 'unknown';
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
	result: planOf('boolean'),
	error_code: planOf('integer'),
	message: STRING,
};

/** The members of an envelope are typed where they occur, and nothing else is known. */
const UNKNOWN_RETURN: Plan = structOf(envelopeMembers);

const PLAIN_SEND_ANSWER: Plan = structOf({ ...envelopeMembers, response: listOf(listOf(STRING)) });

function documentPlan(shape: AnswerShape): Plan {
	if (shape.transport === 'plain') return documentOf(PLAIN_SEND.rootElement, PLAIN_SEND_ANSWER);
	const { returns } = operationDefinition(shape.operation);
	const returned = returns === 'unknown' ? UNKNOWN_RETURN : planOf(returns);
	return shape.transport === 'soap'
		? soapDocumentOf(shape.operation, returned)
		: documentOf(shape.operation, returned);
}

function plainSendAnswer({ result, message, response }: ServiceAnswer): ServiceAnswer {
	const [accepted, ticket] = (response ?? []) as [string[]?, string[]?];
	return {
		result,
		message: message ?? null,
		accepted: accepted ?? null,
		transaction_ticket: ticket?.[0] ?? null,
	};
}

/** Both the faults of SOAP 1.1 and those of 1.2. */
function soapFault(fault: unknown, httpStatus: number): MessagingServiceError {
	const code = member(fault, 'faultcode') ?? member(member(fault, 'Code'), 'Value');
	const texts = member(fault, 'faultstring') ?? member(member(fault, 'Reason'), 'Text');
	const text: unknown = Array.isArray(texts) ? texts[0] : texts;
	return new SoapFaultError(asText(code), asText(text), httpStatus);
}

function asText(value: unknown): string {
	return typeof value === 'object' || value === undefined ? '' : String(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function member(value: unknown, name: string): unknown {
	return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function firstMember(value: unknown): unknown {
	return isObject(value) ? Object.values(value)[0] : value;
}

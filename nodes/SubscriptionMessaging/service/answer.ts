import type { OperationName } from './contract';
import { UnreadableXmlError } from './errors';
import type { ReadLimits } from './xml';

/** Which answer is expected: of an operation over SOAP or NVP, or of the plain send. */
export type AnswerShape =
	| { transport: 'soap' | 'nvp'; operation: OperationName }
	| { transport: 'plain' };

/** Members of the envelope, typed by the contract; unknown ones are passed through. */
export type ServiceAnswer = Record<string, unknown>;

export interface AnswerReader {
	write(chunk: Uint8Array): void;
	end(): ServiceAnswer;
}

export function openAnswer(
	_shape: AnswerShape,
	_http: { status: number; contentType?: string },
	_limits?: Partial<ReadLimits>,
): AnswerReader {
	throw new UnreadableXmlError('not yet');
}

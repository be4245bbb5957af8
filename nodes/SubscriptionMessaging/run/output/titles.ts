import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { escapeHtml, plainTitle } from '../../wording/html';
import { shortTitle } from '../../wording/shortTitle';
import { isTool } from '../../n8n/toolCall';

/** What n8n shows as the error of an item or of a run. */
export type Failure = NodeApiError | NodeOperationError;

export function isFailure(value: unknown): value is Failure {
	return value instanceof NodeApiError || value instanceof NodeOperationError;
}

/** What is thrown at the end of a run, with a title that n8n's panel has room for. */
export function titled(context: IExecuteFunctions, thrown: unknown): unknown {
	return thrown instanceof Error ? withShortTitle(context, withPlainTitle(thrown)) : thrown;
}

/** What does not fit into a title is said in the description. An agent reads the title alone. */
function withShortTitle(context: IExecuteFunctions, error: Error): Error {
	if (!isFailure(error) || isTool(context)) return error;
	const { title, rest } = shortTitle(error.message);
	error.message = title;
	if (rest) error.description = [escapeHtml(rest), error.description].filter(Boolean).join(' ');
	return error;
}

/** Also a value that somebody else has entered, as in a form, may stand in a title. */
export function withPlainTitle<E extends Error>(error: E): E {
	const plain = plainTitle(error.message);
	// That of an execution that is cancelled is read-only.
	if (plain !== error.message) error.message = plain;
	return error;
}

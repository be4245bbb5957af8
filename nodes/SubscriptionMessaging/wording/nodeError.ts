import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

/** Asked for its node by an error only, because n8n copies it for everyone who asks. */
export type OfNode = Pick<IExecuteFunctions, 'getNode'>;

/**
 * An error that a person can do something about.
 *
 * @param description what to do about it, in HTML; for a list in the editor, the message says it
 */
export function nodeError(
	context: OfNode,
	message: string,
	description?: string,
	itemIndex?: number,
): NodeOperationError {
	return inOwnWords(
		new NodeOperationError(context.getNode(), message, { description, itemIndex }),
		message,
	);
}

/**
 * What reading n8n's own values has thrown, such as an expression that fails. It says mostly, but not always,
 * how to mend it.
 *
 * @param fix what to do about it, where it says nothing of that
 */
export function asNodeError(
	context: OfNode,
	thrown: unknown,
	fix: string,
	itemIndex?: number,
): NodeOperationError {
	if (thrown instanceof NodeOperationError) return thrown;
	const error = new NodeOperationError(context.getNode(), thrown as Error, { itemIndex });
	error.description ||= fix;
	return error;
}

/**
 * An error that says what it is to say. n8n replaces each message that holds a name such as ECONNRESET,
 * or a part of a word such as "preexisting", by words of its own about a server that may be offline.
 */
export function inOwnWords<E extends Error>(error: E, message: string): E {
	error.message = message;
	return error;
}

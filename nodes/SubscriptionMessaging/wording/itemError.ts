import type { NodeOperationError } from 'n8n-workflow';

import { nodeError, type OfNode } from './nodeError';

/**
 * An error about one item.
 *
 * @param description what to do about it, in HTML
 */
export function itemError(
	context: OfNode,
	itemIndex: number,
	message: string,
	description: string,
): NodeOperationError {
	return nodeError(context, `${message} [item ${itemIndex}]`, description, itemIndex);
}

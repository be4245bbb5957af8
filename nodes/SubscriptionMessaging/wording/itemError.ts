import { NodeOperationError, type INode } from 'n8n-workflow';

/**
 * An error about one item.
 *
 * @param description what to do about it, in HTML
 */
export function itemError(
	node: INode,
	itemIndex: number,
	message: string,
	description: string,
): NodeOperationError {
	return new NodeOperationError(node, `${message} [item ${itemIndex}]`, { description, itemIndex });
}

import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

/** Asked for its node by an error only, because n8n copies it for everyone who asks. */
export type OfNode = Pick<IExecuteFunctions, 'getNode'>;

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
	return new NodeOperationError(context.getNode(), `${message} [item ${itemIndex}]`, {
		description,
		itemIndex,
	});
}

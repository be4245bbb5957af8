import { NodeOperationError, type INode } from 'n8n-workflow';

import { itemError } from '../../../../nodes/SubscriptionMessaging/wording/itemError';

const node = { name: 'Send', type: 'messages' } as INode;

test('an error about an item names it in its message, and n8n pairs it with that item', () => {
	const error = itemError({ getNode: () => node }, 3, "'Message' is empty", 'Enter <b>a text</b>.');
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe("'Message' is empty [item 3]");
	expect(error.description).toBe('Enter <b>a text</b>.');
	expect(error.context.itemIndex).toBe(3);
	expect(error.node).toBe(node);
});

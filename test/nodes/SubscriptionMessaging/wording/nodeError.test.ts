import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { inOwnWords, nodeError } from '../../../../nodes/SubscriptionMessaging/wording/nodeError';

const node = { name: 'Send', type: 'messages' } as INode;
const context = { getNode: () => node };

test('an error of the node says what happened and what to do', () => {
	const error = nodeError(context, "'Events' names no event", 'Choose <b>one</b>.', 3);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe("'Events' names no event");
	expect(error.description).toBe('Choose <b>one</b>.');
	expect(error.context.itemIndex).toBe(3);
	expect(error.node).toBe(node);
	expect(nodeError(context, 'No').description).toBeUndefined();
});

test.each([
	"We can't tell whether this message was sent: the connection broke (EHOSTUNREACH)",
	'The service refused: preexisting opt-out for this number',
	'HTTP 502: connect ECONNREFUSED 10.0.0.5:8080',
])('n8n does not put words of its own in the place of %j', (message) => {
	expect(nodeError(context, message).message).toBe(message);
	const error = new NodeApiError(node, {}, { message });
	expect(error.message).not.toBe(message);
	expect(inOwnWords(error, message).message).toBe(message);
});

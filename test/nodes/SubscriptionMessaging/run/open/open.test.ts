import type { INodeParameters, NodeOperationError } from 'n8n-workflow';

import { openRun } from '../../../../../nodes/SubscriptionMessaging/run/open/open';
import { fakeRun, type FakeRunOptions } from '../fakeRun';

const opened = async (options: FakeRunOptions) => await openRun(fakeRun(options).context);
const refusal = async (options: FakeRunOptions) => {
	const error: unknown = await opened(options).catch((thrown: unknown) => thrown);
	return error as NodeOperationError;
};

test('finds the operation that was chosen, and its account', async () => {
	const { operation, accounts } = await opened({ operation: 'group/get' });
	expect(operation.calls).toEqual(['readSubscriptionnode']);
	expect(accounts.sessions).toHaveLength(1);
});

test.each([
	['message/shout', 'The resource "message" has no operation "shout"'],
	['choir/send', 'The resource "choir" has no operation "send"'],
])('%s is no operation', async (operation, message) => {
	const error = await refusal({ operation });
	expect(error.message).toBe(message);
	expect(error.description).toBe("Choose 'Resource' and 'Operation' in the node.");
});

test('an agent cannot wait with its tool, and may do all else', async () => {
	const tool = { arguments: {} };
	const refused = await refusal({ operation: 'message/sendAndWaitForDelivery', tool });
	expect(refused.message).toContain("an agent can't wait with one of its tools");
	expect(refused.description).toContain('Message → Get Status');
	expect(await opened({ operation: 'message/send', tool })).toHaveProperty('operation');
	expect(await opened({ operation: 'message/sendAndWaitForDelivery' })).toHaveProperty('operation');
});

test('nothing waits with a credential that cannot be evaluated after the pause', async () => {
	const entered = { api_key: '={{ $json.key }}' };
	for (const operation of ['message/sendAndWaitForDelivery', 'message/sendAndWait']) {
		const { message, description } = await refusal({ operation, entered });
		expect(message).toBe("The credential reads an item or a node, which it can't after a pause");
		expect(description).toMatch(/^Nothing was sent\. /);
	}
	expect(await opened({ operation: 'message/send', entered })).toHaveProperty('operation');
});

test('a call with the arguments of another one is refused', async () => {
	const tool = { arguments: { text: 'a' }, read: { text: 'b' } };
	expect((await refusal({ tool })).message).toContain('mixed up two calls of this tool');
});

test('a credential that cannot be used is said, and what n8n throws is an error of the node', async () => {
	const unusable = await refusal({ credential: { baseUrl: '' } });
	expect(unusable.message).toContain('in the credential');
	expect(unusable.description).toMatch(/^Open the credential of this node\. /);
	const broken = () => {
		throw new TypeError('vault is closed');
	};
	expect(await refusal({ credential: broken })).toMatchObject({
		message: 'vault is closed',
		description: expect.stringMatching(/^Open the node, and check its credential/),
	});
});

describe('a message to everyone', () => {
	const broadcast = 'message/sendToGroup';

	test('can be chosen, and by an agent cannot', async () => {
		expect(await opened({ operation: broadcast })).toHaveProperty('operation.broadcasts', true);
		expect(await refusal({ operation: broadcast, tool: { arguments: {} } })).toMatchObject({
			message: "'Operation' can't be Send to Group in a tool of an AI agent",
			description: expect.stringContaining('name the recipients with Message → Send'),
		});
	});

	test('cannot be what an expression gives', async () => {
		const { context } = fakeRun({ operation: broadcast });
		const { getNodeParameter } = context;
		context.getNodeParameter = ((name: string, item: number, fallback: object, options?: object) =>
			name === 'operation' && (options as { rawExpressions?: boolean })?.rawExpressions
				? '={{ $json.how }}'
				: getNodeParameter(name, item, fallback, options)) as typeof getNodeParameter;
		await expect(openRun(context)).rejects.toMatchObject({
			message: "'Operation' cannot become Send to Group by an expression, so nothing was sent",
			description: expect.stringContaining('Choose the operation by hand'),
		});
	});
});

describe('a human review of an agent’s tools', () => {
	const review = async (operation: string, parameters: Record<string, unknown> = {}) => {
		const { context } = fakeRun({ operation });
		const { getNode } = context;
		return await openRun({
			...context,
			getNode: () => ({
				...getNode(),
				type: 'package.subscriptionMessagingHitlTool',
				parameters: parameters as INodeParameters,
			}),
		});
	};

	test('asks, and does nothing else', async () => {
		expect(await review('message/sendAndWait')).toHaveProperty('operation.waitsFor', 'answer');
		for (const operation of ['message/send', 'message/sendToGroup', 'division/delete']) {
			await expect(review(operation)).rejects.toMatchObject({
				message: expect.stringMatching(/which can't be used for a human review/),
				description: expect.stringContaining('Message → Send and Wait for Response'),
			});
		}
	});

	test.each([
		['sendTo', "={{ $fromAI('who', '', 'string') }}", 'Send To'],
		['sendTo', '={{ $fromai("who") }}', 'Send To'],
		['recipientList', { recipients: [{ sendTo: "={{ $fromAI('who') }}" }] }, 'Recipient List'],
		['keyword', { __rl: true, mode: 'keyword', value: "={{ $fromAI('unit') }}" }, 'Group'],
		['sendTo', '={{ $json.toolParameters.who }}', 'Send To'],
		['sendTo', '={{ $json["toolParameters"].who }}', 'Send To'],
		['sendTo', '={{ $tool.parameters.who }}', 'Send To'],
	])('asks nobody whom the agent chooses: %s', async (name, value, label) => {
		await expect(review('message/sendAndWait', { [name]: value })).rejects.toMatchObject({
			message: `'${label}' is filled in by the model, so nobody was asked`,
			description: expect.stringContaining('Enter who is asked in the node'),
		});
	});
});

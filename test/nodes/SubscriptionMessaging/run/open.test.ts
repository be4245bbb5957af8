import { NodeOperationError } from 'n8n-workflow';

import { open, type Opened } from '../../../../nodes/SubscriptionMessaging/run/open';
import { fakeRun, type FakeRunOptions } from './fakeRun';

const opened = async (options: FakeRunOptions) => await open(fakeRun(options).context);
const refusal = async (options: FakeRunOptions) => {
	const result = await opened(options);
	expect(result).toBeInstanceOf(NodeOperationError);
	return result as NodeOperationError;
};

test('finds the operation that was chosen, and its account', async () => {
	const { operation, accounts } = (await opened({ operation: 'group/get' })) as Opened;
	expect(operation.calls).toEqual(['readSubscriptionnode']);
	expect(accounts.sessions).toHaveLength(1);
});

test.each([
	['message/shout', '\'Operation\' is "shout", which the resource "message" does not have'],
	['choir/send', '\'Operation\' is "send", which the resource "choir" does not have'],
])('%s is no operation', async (operation, message) => {
	const error = await refusal({ operation });
	expect(error.message).toBe(message);
	expect(error.description).toBe("Choose 'Resource' and 'Operation' in the node.");
});

test('an agent cannot wait with its tool, and may do all else', async () => {
	const tool = { arguments: {} };
	const { message } = await refusal({ operation: 'message/sendAndWaitForDelivery', tool });
	expect(message).toContain('an agent cannot wait with one of its tools');
	expect(await opened({ operation: 'message/send', tool })).toHaveProperty('operation');
	expect(await opened({ operation: 'message/sendAndWaitForDelivery' })).toHaveProperty('operation');
});

test('a call with the arguments of another one is refused', async () => {
	const tool = { arguments: { text: 'a' }, read: { text: 'b' } };
	expect((await refusal({ tool })).message).toContain('mixed up two calls of this tool');
});

test('a credential that cannot be used is said, and what n8n throws is an error of the node', async () => {
	expect((await refusal({ credential: { baseUrl: '' } })).message).toContain('in the credential');
	const broken = () => {
		throw new TypeError('vault is closed');
	};
	expect((await refusal({ credential: broken })).message).toBe('vault is closed');
});

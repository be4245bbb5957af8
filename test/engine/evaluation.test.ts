import type { INodeParameters } from 'n8n-workflow';

import { RESOURCES } from '../../nodes/SubscriptionMessaging/actions/router';
import { effectOf } from '../../nodes/SubscriptionMessaging/service/contract/contract';
import { runNode } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();

const SENDS = RESOURCES.flatMap(({ value: resource, operations }) =>
	operations
		.filter(({ calls: [call] }) => effectOf(call) === 'send')
		.map(({ value: operation }) => ({ resource, operation })),
);

/** Fields of all sends at once; each reads its own. */
const FIELDS: INodeParameters = {
	keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
	recipients: 'commaSeparated',
	sendTo: '18015559001',
	type: 1,
	phone: '18015559001',
	message: 'Hi',
	templateSource: 'text',
	text: 'Hi',
	preview: false,
	// With it, no link fits, so that a question needs a short URL.
	line: 'x'.repeat(150),
};

describe('an evaluation run of n8n', () => {
	it.each(SENDS)('reaches nobody by $resource → $operation, and says so', async (send) => {
		for (const how of [
			{ mode: 'evaluation' },
			{ mode: 'integrated', rootExecutionMode: 'evaluation' },
		] as const) {
			const { items, error } = await runNode({
				credential: credentialFor(sandbox.running),
				parameters: { ...FIELDS, ...send },
				...how,
			});
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json)).toMatchObject([{ preview: true, evaluation: true }]);
		}
		expect(sandbox.running.sandbox.messages.all).toEqual([]);
		expect(sandbox.running.sandbox.shortUrls.size).toBe(0);
	});

	it('reads what it needs', async () => {
		const { error, items } = await runNode({
			credential: credentialFor(sandbox.running),
			parameters: { ...FIELDS, resource: 'group', operation: 'get' },
			mode: 'evaluation',
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ keyword: 'NSTAFF' });
	});

	it('is not what a sub-workflow of another run is', async () => {
		const { items } = await runNode({
			credential: credentialFor(sandbox.running),
			parameters: { ...FIELDS, resource: 'message', operation: 'send' },
			mode: 'integrated',
			rootExecutionMode: 'webhook',
		});
		expect(items[0]?.json).toMatchObject({ sent: true });
		expect(sandbox.running.sandbox.messages.all).toHaveLength(1);
	});
});

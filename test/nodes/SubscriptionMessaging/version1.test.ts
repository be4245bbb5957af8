import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findOperation } from '../../../nodes/SubscriptionMessaging/actions/router';
import { execute } from '../../../nodes/SubscriptionMessaging/run/execute';
import { SubscriptionMessaging } from '../../../nodes/SubscriptionMessaging/SubscriptionMessaging.node';
import { SubscriptionMessagingTrigger } from '../../../nodes/SubscriptionMessaging/SubscriptionMessagingTrigger.node';
import { fakeRun } from './run/fakeRun';

/** A node of a workflow that somebody stored, and what its version asks the service for. */
interface Stored {
	name: string;
	/** As n8n stores them: what was entered, without the fields that hold their default. */
	parameters: Record<string, unknown> & { resource: string; operation: string };
	/** In order: the operation, the address below that of the service, and the body. */
	requests: string[];
}

const stored = JSON.parse(readFileSync(join(__dirname, 'version1.json'), 'utf8')) as Stored[];

/** What a stored node asks the service for; the tickets that a run makes up differ each time. */
async function requestsOf({ parameters }: Stored): Promise<string[]> {
	const { resource, operation, ...entered } = parameters;
	const { context, requests } = fakeRun({
		operation: `${resource}/${operation}`,
		parameters: entered,
		goesOn: true,
	});
	await execute(context);
	const calls: readonly string[] = findOperation(resource, operation)?.calls ?? [];
	return requests
		.filter(({ operation: called }) => calls.includes(called))
		.map(({ operation: called, options: { url, body } }) =>
			[called, new URL(String(url)).pathname, /<SOAP-ENV:Body.*/s.exec(String(body)) ?? body]
				.join('\n')
				.replace(/n8n-[0-9a-f]{16}-[0-9a-f]{16}/g, 'TICKET'),
		);
}

/**
 * Stored workflows outlive every release. A node that was stored by version 1 asks the service for the
 * same as on the day when it was stored; a change of that is a version 2, and leaves these as they are.
 */
test.each(stored.map((node) => [node.name, node] as const))(
	'version 1 still does what it did: %s',
	async (_name, node) => {
		expect(node.requests).not.toEqual([]);
		expect(await requestsOf(node)).toEqual(node.requests);
	},
);

test('each field that a stored node may hold is still there', () => {
	for (const { parameters } of stored) {
		const { resource, operation, ...entered } = parameters;
		const fields = findOperation(resource, operation)?.properties.map(({ name }) => name);
		expect(fields).toEqual(expect.arrayContaining(Object.keys(entered)));
	}
});

test('both nodes still have their version 1', () => {
	for (const node of [new SubscriptionMessaging(), new SubscriptionMessagingTrigger()]) {
		expect([node.description.version].flat()).toContain(1);
	}
});

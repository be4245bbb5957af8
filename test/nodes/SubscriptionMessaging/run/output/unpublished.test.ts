import type { IExecuteFunctions } from 'n8n-workflow';

import { unpublishedHint } from '../../../../../nodes/SubscriptionMessaging/run/output/unpublished';
import type { Plan } from '../../../../../nodes/SubscriptionMessaging/run/call';
import { byIndex, fromItem, item, planOf } from '../preparedItems';

const N8N = 'https://n8n.example';
const TYPE = 'n8n-nodes-subscription-messaging.subscriptionMessaging';

interface World {
	mode?: string;
	/** What n8n answers to the question; nothing where it is not reached. */
	methods?: string;
	isActive?: boolean;
	testUrl?: string | null;
	address?: string;
}

const asked: unknown[] = [];
beforeEach(() => asked.splice(0));

/** A plan whose one send reports to an address. */
function reporting(address: string): Plan {
	const plan = planOf(byIndex(item([fromItem('18015551001')])));
	const chains = plan.chains.map((chain) =>
		chain.map((planned) => ({
			...planned,
			call: {
				...planned.call,
				parameters: { ...planned.call.parameters, status_url: address },
			} as typeof planned.call,
		})),
	);
	return { ...plan, chains };
}

const hint = async ({
	mode = 'manual',
	methods,
	isActive = false,
	testUrl = `${N8N}/webhook-test`,
	address = `${N8N}/webhook/a1/delivery-status?signed_ticket=x`,
}: World) =>
	(
		await unpublishedHint(
			{
				getMode: () => mode,
				getNode: () => ({ name: 'Send', type: TYPE }),
				getWorkflow: () => ({ active: isActive }),
				workflow: {
					id: 'w1',
					nodes: {
						Status: { name: 'Status', type: `${TYPE}Trigger`, webhookId: 'a1', parameters: {} },
					},
				},
				additionalData: { webhookBaseUrl: `${N8N}/webhook`, webhookTestBaseUrl: testUrl },
				helpers: {
					httpRequest: async ({ url }: { url: string }) => {
						asked.push(url);
						if (methods === undefined) throw new Error('not reached');
						return await Promise.resolve({
							statusCode: 204,
							headers: { 'access-control-allow-methods': methods },
						});
					},
				},
			} as unknown as IExecuteFunctions,
			reporting(address),
		)
	)?.message;

it('says by hand what cannot arrive, and offers the Test URL', async () => {
	expect(await hint({ methods: 'OPTIONS' })).toMatch(
		/answers 404.*choose Trigger of This Workflow \(Test URL\) as 'Delivery Report'/,
	);
	expect(asked).toEqual([`${N8N}/webhook/a1/delivery-status`]);
});

it('offers none where n8n tells none', async () => {
	const message = await hint({ methods: 'OPTIONS', testUrl: null });
	expect(message).toMatch(/answers 404.*Publish \(activate\) the workflow\.$/);
});

it('believes n8n where the address is not reached from here', async () => {
	expect(await hint({ isActive: false })).toContain('answers 404');
	expect(await hint({ isActive: true })).toBeUndefined();
});

it.each([
	['it is published', { methods: 'OPTIONS, POST, GET' }, 1],
	['it does not run by hand', { methods: 'OPTIONS', mode: 'trigger' }, 0],
	['the report goes elsewhere', { methods: 'OPTIONS', address: 'https://elsewhere.example/' }, 0],
	['there is no report', { methods: 'OPTIONS', address: '' }, 0],
])('says nothing where %s', async (_where, world, looks) => {
	expect(await hint(world)).toBeUndefined();
	expect(asked).toHaveLength(looks);
});

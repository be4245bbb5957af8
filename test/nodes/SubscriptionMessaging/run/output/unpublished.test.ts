import type { IExecuteFunctions } from 'n8n-workflow';

import { unpublishedHint } from '../../../../../nodes/SubscriptionMessaging/run/output/unpublished';
import type { Plan } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { byIndex, item, planOf, request, sendCall, to } from '../preparedItems';

const N8N = 'https://n8n.example';
const TYPE = 'n8n-nodes-subscription-messaging.subscriptionMessaging';

interface World {
	mode?: string;
	/** What n8n answers to the question; nothing where it is not reached. */
	methods?: string;
	isActive?: boolean;
	testUrl?: string | null;
	/** Where the sends of the plan report. */
	addresses?: Array<string | undefined>;
	/** Whether n8n tells the running workflow. */
	tells?: boolean;
	/** Authentications of the triggers in the workflow. */
	triggers?: string[];
}

const asked: unknown[] = [];
beforeEach(() => asked.splice(0));

/** A plan whose sends report to these addresses. */
const reporting = (addresses: ReadonlyArray<string | undefined>): Plan =>
	planOf(
		byIndex(
			...addresses.map((status_url, index) =>
				item(request(sendCall(to(`1801555100${index}`), 'Hello', { status_url }))),
			),
		),
	);

const hint = async ({
	mode = 'manual',
	methods,
	isActive = false,
	testUrl = `${N8N}/webhook-test`,
	addresses = [`${N8N}/webhook/a1/delivery-status?signed_ticket=x`],
	tells = true,
	triggers = ['none'],
}: World) =>
	await unpublishedHint(
		{
			getMode: () => mode,
			getNode: () => ({ name: 'Send', type: TYPE }),
			getWorkflow: () => ({ active: isActive }),
			...(tells && {
				workflow: {
					id: 'w1',
					nodes: triggers.map((authentication, index) => ({
						name: `Status ${index}`,
						type: `${TYPE}Trigger`,
						webhookId: `a${index + 1}`,
						parameters: { authentication },
					})),
				},
			}),
			additionalData: { webhookBaseUrl: `${N8N}/webhook`, webhookTestBaseUrl: testUrl },
			helpers: {
				httpRequest: async ({ url }: { url: string }) => {
					asked.push(url);
					if (methods === undefined) throw new Error('not reached');
					return await Promise.resolve({
						statusCode: 204,
						headers: { 'access-control-allow-methods': methods },
						body: { on: () => undefined },
					});
				},
			},
		} as unknown as IExecuteFunctions,
		reporting(addresses),
	);

const ELSEWHERE = 'https://elsewhere.example/';
const THERE = `${N8N}/webhook/a1/delivery-status`;

it('says by hand what cannot arrive, and offers the Test URL', async () => {
	expect(await hint({ methods: 'OPTIONS' })).toEqual({
		message: expect.stringMatching(
			/is not published.*choose Trigger of This Workflow \(Test URL\) as 'Delivery Report'/,
		) as string,
		type: 'warning',
		location: 'outputPane',
	});
	expect(asked).toEqual([THERE]);
});

it('offers none where n8n tells none', async () => {
	const { message } = (await hint({ methods: 'OPTIONS', testUrl: null })) ?? {};
	expect(message).toMatch(/is not published.*Publish \(activate\) it\.$/);
});

it('says it where one message of several reports there', async () => {
	const hinted = await hint({ methods: 'OPTIONS', addresses: [undefined, ELSEWHERE, THERE] });
	expect(hinted?.message).toContain('is not published');
});

it('believes n8n where the address is not reached from here', async () => {
	expect((await hint({ isActive: false }))?.message).toContain('is not published');
	expect(await hint({ isActive: true })).toBeUndefined();
});

it.each([
	['it is published', { methods: 'OPTIONS, POST, GET' }, 1],
	['it does not run by hand', { methods: 'OPTIONS', mode: 'trigger' }, 0],
	['the report goes elsewhere', { methods: 'OPTIONS', addresses: [ELSEWHERE] }, 0],
	['there is no report', { methods: 'OPTIONS', addresses: [undefined] }, 0],
	['there is no trigger to publish', { methods: 'OPTIONS', triggers: [] }, 0],
	[
		'n8n does not tell where the trigger listens',
		{
			methods: 'OPTIONS',
			addresses: [undefined, THERE],
			tells: false,
		},
		0,
	],
])('says nothing where %s', async (_where, world, looks) => {
	expect(await hint(world)).toBeUndefined();
	expect(asked).toHaveLength(looks);
});

import type { IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';

import {
	TRIGGER_PATH,
	triggerOfWorkflow,
} from '../../../../nodes/SubscriptionMessaging/statusAddress/workflowTrigger';
import { SubscriptionMessagingTrigger } from '../../../../nodes/SubscriptionMessaging/SubscriptionMessagingTrigger.node';

const TYPE = 'n8n-nodes-subscription-messaging.subscriptionMessaging';

const trigger = (parameters: INodeParameters = {}, more: Partial<INode> = {}): INode => ({
	id: 'status',
	name: 'Status',
	type: `${TYPE}Trigger`,
	typeVersion: 2,
	position: [0, 0],
	webhookId: 'a1b2',
	parameters: { authentication: 'signedAddress', ...parameters },
	...more,
});

interface World {
	nodes?: INode[];
	/** What n8n tells beside the nodes. */
	additionalData?: object;
	type?: string;
}

/** What n8n makes of expressions; any other does not evaluate. */
const EVALUATED: Record<string, unknown> = {
	'$vars.token': 'from a variable',
	'$vars.count': 7,
	'$vars.none': null,
	'$env.TOKEN': 'of the environment',
	'$workflow.name': 'Orders',
	'"plain"': 'plain',
	'$json.token': 'of the item',
	'$vars.token + $json.token': 'of both',
};

const found = ({
	nodes,
	additionalData = {
		webhookBaseUrl: 'https://n8n.example/n8n/webhook',
		webhookTestBaseUrl: 'https://n8n.example/n8n/webhook-test',
	},
	type = TYPE,
}: World) =>
	triggerOfWorkflow(
		{
			getNode: () => ({ name: 'Send', type }),
			workflow: { id: 'w1', nodes },
			additionalData,
			evaluateExpression: (expression: string) => {
				const inside = expression.slice('{{ '.length, -' }}'.length);
				if (!(inside in EVALUATED)) throw new Error('no such variable');
				return EVALUATED[inside];
			},
		} as unknown as IExecuteFunctions,
		0,
	);

const problem = (world: World) => {
	const trigger = found(world);
	return 'problem' in trigger ? trigger.problem : undefined;
};

const other = { ...trigger(), id: 'n', name: 'Webhook', type: 'n8n-nodes-base.webhook' };

describe('the trigger of the running workflow', () => {
	it('is reached where n8n listens for it', () => {
		expect(found({ nodes: [other, trigger()] })).toEqual({
			address: 'https://n8n.example/n8n/webhook/a1b2/delivery-status',
			listensAt: 'https://n8n.example/n8n/webhook/a1b2/delivery-status',
			test: {
				address: 'https://n8n.example/n8n/webhook-test/a1b2/delivery-status',
				signed: true,
			},
			signed: true,
		});
	});

	it('listens at the path that its description gives', () => {
		const { webhooks } = new SubscriptionMessagingTrigger().description;
		expect(webhooks?.map(({ path, isFullPath }) => ({ path, isFullPath }))).toEqual([
			{ path: TRIGGER_PATH, isFullPath: undefined },
		]);
	});

	it('is reached by its name where it was never given an id', () => {
		const named = trigger({}, { name: 'Delivery: Åbo', webhookId: undefined });
		expect(found({ nodes: [named] })).toMatchObject({
			address: 'https://n8n.example/n8n/webhook/w1/delivery%3A%20%C3%A5bo/delivery-status',
		});
	});

	it('has no Test URL where n8n tells none', () => {
		const additionalData = { webhookBaseUrl: 'https://n8n.example/webhook' };
		expect(found({ nodes: [trigger()], additionalData })).not.toHaveProperty('test');
	});

	it('is that of the same package, and belongs to a tool as well', () => {
		expect(found({ nodes: [trigger()], type: `${TYPE}Tool` })).toMatchObject({ signed: true });
		const foreign = trigger({}, { type: 'CUSTOM.subscriptionMessagingTrigger' });
		expect(problem({ nodes: [foreign] })).toContain('there is none');
	});

	it.each([
		['None', { authentication: 'none' }, ''],
		['a token', { authentication: 'sharedToken', accessKey: 'a b' }, '?token=a%20b'],
		[
			'a token of an expression',
			{ authentication: 'sharedToken', accessKey: '={{ $vars.token }}' },
			'?token=from%20a%20variable',
		],
		['a number', { authentication: 'sharedToken', accessKey: '={{ $vars.count }}' }, '?token=7'],
		[
			'the environment',
			{ authentication: 'sharedToken', accessKey: '={{ $env.TOKEN }}' },
			'?token=of%20the%20environment',
		],
		[
			'the name of the workflow',
			{ authentication: 'sharedToken', accessKey: '={{ $workflow.name }}' },
			'?token=Orders',
		],
		[
			'an expression that reads nothing',
			{ authentication: 'sharedToken', accessKey: '={{ "plain" }}' },
			'?token=plain',
		],
		[
			'None, though a token of another time is left',
			{ authentication: 'none', accessKey: '={{ $json.token }}' },
			'',
		],
	])('is not signed where it lets in by %s', (_what, parameters, query) => {
		expect(found({ nodes: [trigger(parameters)] })).toMatchObject({
			address: `https://n8n.example/n8n/webhook/a1b2/delivery-status${query}`,
			listensAt: 'https://n8n.example/n8n/webhook/a1b2/delivery-status',
			signed: false,
		});
	});

	it.each([
		'={{ $json.token }}',
		'={{ $vars.token + $json.token }}',
		'={{ $("Start").item.json.token }}',
		'={{ $execution.id }}',
		'={{ $vars.none }}',
		'={{ $vars.missing }}',
	])('is refused where only it can tell its token: %s', (accessKey) => {
		expect(found({ nodes: [trigger({ authentication: 'sharedToken', accessKey })] })).toMatchObject(
			{
				problem: `'Token' of the trigger "Status" can't be read here`,
				isMissing: false,
			},
		);
	});

	it('is refused where only it can tell how it lets in', () => {
		expect(problem({ nodes: [trigger({ authentication: '={{ $json.how }}' })] })).toBe(
			`'Authentication' of the trigger "Status" can't be read here`,
		);
	});

	it.each(['', ' ', undefined])('is refused where its token is %j', (accessKey) => {
		const parameters = {
			authentication: 'sharedToken',
			...(accessKey !== undefined && { accessKey }),
		};
		expect(found({ nodes: [trigger(parameters)] })).toMatchObject({
			problem: '\'Token\' of the trigger "Status" is empty, so it accepts no posts',
			isMissing: false,
		});
	});

	it('does not count while it is deactivated', () => {
		const off = trigger({}, { name: 'Off', webhookId: 'c3d4', disabled: true });
		expect(found({ nodes: [off, trigger()] })).toMatchObject({ signed: true });
		expect(found({ nodes: [off] })).toMatchObject({
			problem: expect.stringContaining('it is deactivated'),
			isMissing: true,
		});
	});

	it('is refused where there are several, and where there is none', () => {
		const second = trigger({}, { name: 'Second', webhookId: 'c3d4' });
		expect(found({ nodes: [trigger(), second] })).toMatchObject({
			problem: expect.stringContaining('choose among the 2 triggers'),
			isMissing: false,
		});
		expect(found({ nodes: [other] })).toMatchObject({
			problem: expect.stringContaining('there is none'),
			isMissing: true,
		});
	});
});

it('says what to do where n8n does not tell the running workflow', () => {
	expect(found({ nodes: [trigger()], additionalData: {} })).toMatchObject({
		problem: expect.stringContaining('in this version of n8n'),
		fix: expect.stringContaining('Production URL'),
		isMissing: false,
	});
});

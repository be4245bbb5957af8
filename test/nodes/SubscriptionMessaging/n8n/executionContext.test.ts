import type { IExecuteFunctions } from 'n8n-workflow';

import {
	enteredCredential,
	executionSecret,
	isEvaluation,
	resumeUrlOf,
	runIndexOf,
	runningWorkflow,
	waitingBaseUrl,
} from '../../../../nodes/SubscriptionMessaging/n8n/executionContext';

const context = (mode: string, additionalData?: object) =>
	({ getMode: () => mode, additionalData }) as unknown as IExecuteFunctions;

describe('an evaluation', () => {
	it.each([
		['its own run', context('evaluation')],
		['a sub-workflow of it', context('integrated', { rootExecutionMode: 'evaluation' })],
		['a run that n8n counts to it', context('manual', { evaluationRunId: 'run-1' })],
	])('is %s', (_what, run) => {
		expect(isEvaluation(run)).toBe(true);
	});

	it.each([
		['a production run', context('webhook', {})],
		['a manual run', context('manual', { rootExecutionMode: 'manual', evaluationRunId: '' })],
		['a sub-workflow', context('integrated', { rootExecutionMode: 'webhook' })],
		['a run of a version that does not tell', context('integrated')],
		['a run with a value of another kind', context('integrated', { evaluationRunId: null })],
	])('is not %s', (_what, run) => {
		expect(isEvaluation(run)).toBe(false);
	});
});

describe('what tells an execution', () => {
	const proxied = (proxy: object) =>
		({ getWorkflowDataProxy: () => proxy }) as unknown as IExecuteFunctions;
	const resumed = (resumeUrl?: string) => proxied({ $execution: { resumeUrl } });

	it('is the address that it is resumed by, and the secret of that', () => {
		const address = 'https://n8n.example/webhook-waiting/7?node=1&signature=5ecret';
		expect(executionSecret(resumed(address))).toBe('5ecret');
		expect(resumeUrlOf(resumed(address))).toBe(address);
	});

	it.each([
		['its address has none', resumed('https://n8n.example/webhook-waiting/7')],
		['it is empty', resumed('https://n8n.example/webhook-waiting/7?signature=')],
		['n8n gives something else', resumed('not an address')],
		['n8n gives no address', resumed()],
		['n8n tells nothing of the execution', proxied({})],
	])('is no secret where %s', (_what, context) => {
		expect(executionSecret(context)).toBeUndefined();
	});

	it('is how often the node ran in it', () => {
		expect(runIndexOf(proxied({ $runIndex: 4 }))).toBe(4);
	});
});

describe('the address of waiting executions', () => {
	it('is that of n8n', () => {
		const webhookWaitingBaseUrl = 'https://n8n.example/webhook-waiting';
		expect(waitingBaseUrl({ additionalData: { webhookWaitingBaseUrl } })).toBe(
			webhookWaitingBaseUrl,
		);
	});

	it.each([{}, { additionalData: {} }, { additionalData: { webhookWaitingBaseUrl: 7 } }])(
		'is not known of %j',
		(members) => {
			expect(waitingBaseUrl(members)).toBeUndefined();
		},
	);
});

describe('the running workflow', () => {
	const node = { name: 'Send' };
	const whole = {
		workflow: { id: 'w1', nodes: { Send: node } },
		additionalData: { webhookBaseUrl: 'https://n8n.example/webhook' },
	};

	const told = { id: 'w1', nodes: [node], webhookBaseUrl: 'https://n8n.example/webhook' };

	it('is told with its nodes', () => {
		expect(runningWorkflow(whole)).toStrictEqual(told);
	});

	it('is told with the address of test events, where n8n has one', () => {
		const withTest = (webhookTestBaseUrl: unknown) =>
			runningWorkflow({
				...whole,
				additionalData: { ...whole.additionalData, webhookTestBaseUrl },
			});
		const webhookTestBaseUrl = 'https://n8n.example/webhook-test';
		expect(withTest(webhookTestBaseUrl)).toStrictEqual({ ...told, webhookTestBaseUrl });
		expect(withTest(7)).toStrictEqual(told);
	});

	it.each([
		['a workflow', { ...whole, workflow: undefined }],
		['an id', { ...whole, workflow: { nodes: {} } }],
		['nodes', { ...whole, workflow: { id: 'w1' } }],
		['nodes that are some', { ...whole, workflow: { id: 'w1', nodes: null } }],
		['nodes that can be listed', { ...whole, workflow: { id: 'w1', nodes: 'none' } }],
		['additional data', { ...whole, additionalData: undefined }],
		['an address', { ...whole, additionalData: {} }],
	])('is not known without %s', (_what, members) => {
		expect(runningWorkflow(members)).toBeUndefined();
	});
});

describe('a credential as it was entered', () => {
	const details = { id: '7', name: 'ACME' };
	const entered = { username: '={{ $json.tenant }}' };
	const asked: unknown[][] = [];
	const helper = {
		getDecrypted: async (...how: unknown[]) => {
			asked.push(how);
			return await Promise.resolve(entered);
		},
	};
	const run = (credentialsHelper: unknown, credentials: object | null = { api: details }) =>
		({
			getMode: () => 'webhook',
			getNode: () => ({ credentials: credentials ?? undefined }),
			getExecuteData: () => 'execute data',
			additionalData: { credentialsHelper },
		}) as unknown as IExecuteFunctions;

	it('is read without its expressions being evaluated', async () => {
		const context = run(helper);
		expect(await enteredCredential(context, 'api')).toBe(entered);
		const { additionalData } = context as unknown as { additionalData: object };
		const raw = true;
		expect(asked).toEqual([[additionalData, details, 'api', 'webhook', 'execute data', raw]]);
	});

	it.each([
		['n8n has no such helper', run(undefined)],
		['the helper cannot do it', run({})],
		['n8n refuses', run({ getDecrypted: () => Promise.reject(new Error('no')) })],
		['n8n tells nothing of itself', { ...run(helper), additionalData: undefined }],
		['the node has no credential', run(helper, {})],
		['the node has none at all', run(helper, null)],
	])('is not known where %s', async (_what, context) => {
		expect(await enteredCredential(context, 'api')).toBeUndefined();
	});
});

import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import {
	hasPaused,
	itemIndexOf,
	pausedItems,
	pauseUntil,
	takeCall,
	waitingWebhook,
} from '../../../../../nodes/SubscriptionMessaging/run/wait/paused';

test('a waiting execution is called at a path of its own, and answers whoever calls by itself', () => {
	expect(waitingWebhook('delivery-status')).toEqual({
		name: 'default',
		httpMethod: 'POST,GET',
		responseMode: 'onReceived',
		responseData: '',
		path: 'delivery-status',
		isFullPath: true,
		restartWebhook: true,
	});
});

test('an item of the output is of the input item that it is paired with', () => {
	expect(itemIndexOf({ json: {}, pairedItem: { item: 3 } })).toBe(3);
});

test('what is to be seen when the time is over is the input of the node by then', async () => {
	const steps: unknown[] = [];
	const executeData = { data: { main: [[{ json: { of: 'the input' } }]] } };
	const context = {
		getContext: () => ({}),
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getExecuteData: () => executeData,
		putExecutionToWait: async (time: Date) => {
			steps.push(time, structuredClone(executeData.data));
		},
	} as unknown as IExecuteFunctions;
	const time = new Date('2030-01-01T00:00:00Z');
	const items: INodeExecutionData[] = [{ json: { timed_out: true } }];
	await pauseUntil(context, time, items);
	expect(steps).toEqual([time, { main: [items] }]);
});

describe('a run that has paused', () => {
	/** A context of one run of the node; what n8n keeps of the node is stored as JSON. */
	function contextOf(kept: object, more: { run?: number; mode?: string; fails?: boolean } = {}) {
		return {
			getContext: () => kept,
			getMode: () => more.mode ?? 'retry',
			getNode: () => ({ type: 'subscriptionMessaging' }),
			getWorkflowDataProxy: () => ({ $runIndex: more.run ?? 0 }),
			getExecuteData: () => ({ data: {} }),
			putExecutionToWait: async () => {
				if (more.fails) throw new Error('n8n cannot wait here');
			},
		} as unknown as IExecuteFunctions;
	}
	const time = new Date();

	test('is told from others of the node where n8n retries it', async () => {
		const kept = {};
		expect(hasPaused(contextOf(kept))).toBe(false);
		await pauseUntil(contextOf(kept, { mode: 'trigger', run: 1 }), time, []);
		const stored = JSON.parse(JSON.stringify(kept)) as object;
		expect(hasPaused(contextOf(stored, { run: 1 }))).toBe(true);
		expect(hasPaused(contextOf(stored, { run: 0 }))).toBe(false);
		expect(hasPaused(contextOf(stored, { run: 1, mode: 'trigger' }))).toBe(false);
	});

	test('is none where n8n could not let it wait', async () => {
		const kept = {};
		await expect(pauseUntil(contextOf(kept, { fails: true }), time, [])).rejects.toThrow('cannot');
		expect(hasPaused(contextOf(kept))).toBe(false);
	});
});

describe('a call to a waiting execution', () => {
	const answers = { taken: { noWebhookResponse: true }, failed: { webhookResponse: 'failed' } };

	function called(credential: object, take: () => void) {
		const errors: unknown[] = [];
		const context = {
			getNode: () => ({ name: 'Ask', credentials: { subscriptionMessagingApi: { id: '1' } } }),
			getCredentials: async () => credential,
			evaluateExpression: (expression: string) => (expression.includes('$input.all()') ? [1] : []),
			logger: { error: (...entry: unknown[]) => errors.push(entry) },
			helpers: {},
		} as unknown as IWebhookFunctions;
		const answer = takeCall(
			context,
			'A callback',
			async ({ companyKeyword }) => {
				expect(companyKeyword).toBe('ACME');
				expect(pausedItems(context)).toEqual([1]);
				take();
				return answers.taken;
			},
			() => answers.failed,
		);
		return { answer, errors };
	}

	const CREDENTIAL = {
		baseUrl: 'https://service.example',
		username: 'acme',
		password: 'secret-word',
		api_key: 'key-of-acme',
		code: '12345',
		keyword: 'ACME',
	};

	test('is answered as it was taken', async () => {
		const { answer, errors } = called(CREDENTIAL, () => undefined);
		expect(await answer).toBe(answers.taken);
		expect(errors).toEqual([]);
	});

	test.each<[string, unknown, string]>([
		['an error', new Error('secret-word is wrong'), '••• is wrong'],
		['anything else', 'secret-word', 'unknown'],
	])(
		'that throws %s is answered, too, and the log has it without secrets',
		async (_what, thrown, reason) => {
			const { answer, errors } = called(CREDENTIAL, () => {
				throw thrown;
			});
			expect(await answer).toBe(answers.failed);
			expect(errors).toEqual([
				['A callback to a waiting execution could not be taken', { node: 'Ask', reason }],
			]);
		},
	);

	test('without a credential that can be used is answered, too', async () => {
		const { answer, errors } = called({}, () => undefined);
		expect(await answer).toBe(answers.failed);
		expect(errors).toEqual([
			[
				expect.any(String),
				{ node: 'Ask', reason: expect.stringContaining('credential') as string },
			],
		]);
	});
});

import type { IExecuteFunctions } from 'n8n-workflow';

import {
	isEvaluation,
	runningWorkflow,
} from '../../../../nodes/SubscriptionMessaging/run/executionContext';

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

describe('the running workflow', () => {
	const node = { name: 'Send' };
	const whole = {
		workflow: { id: 'w1', nodes: { Send: node } },
		additionalData: { webhookBaseUrl: 'https://n8n.example/webhook' },
	};

	it('is told with its nodes', () => {
		expect(runningWorkflow(whole)).toEqual({
			id: 'w1',
			nodes: [node],
			webhookBaseUrl: 'https://n8n.example/webhook',
		});
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

import type { IExecuteFunctions } from 'n8n-workflow';

import {
	argumentsOf,
	isReview,
	isTool,
	itemsOfAgent,
	refuseForeignArguments,
} from '../../../../nodes/SubscriptionMessaging/n8n/toolCall';

/** A node that an agent calls with arguments, while n8n fills its fields with others. */
const call = (given: object | undefined, filled: Record<string, unknown> = {}, isTools = true) =>
	({
		getNode: () => ({ name: 'Messaging', type: 'package.subscriptionMessagingTool' }),
		...(given !== undefined && { isToolExecution: () => isTools }),
		getInputData: () => (given ? [{ json: given }] : []),
		getWorkflowDataProxy: () => ({ $fromAI: (name: string) => filled[name] }),
	}) as unknown as IExecuteFunctions;

it.each([
	['package.subscriptionMessagingTool', true],
	['package.subscriptionMessaging', false],
	['package.subscriptionMessagingToolbox', false],
])('a node of the type %s is a tool: %s', (type, isOne) => {
	expect(isTool({ getNode: () => ({ type }) } as unknown as IExecuteFunctions)).toBe(isOne);
});

it.each([
	['package.subscriptionMessagingHitlTool', true],
	['package.subscriptionMessagingTool', false],
])('a person reviews with a node of the type %s: %s, which is then no tool', (type, isOne) => {
	const context = { getNode: () => ({ type }) } as unknown as IExecuteFunctions;
	expect(isReview(context)).toBe(isOne);
	expect(isTool(context)).toBe(!isOne);
});

test('the items of an agent are those that n8n hands to the call of a tool, and to nothing else', () => {
	const items = {
		getWorkflowDataProxy: () => ({ $input: { all: () => [{ json: {} }, { json: {} }] } }),
	};
	expect(itemsOfAgent({ ...call({ a: 1 }), ...items } as never)).toBe(2);
	expect(itemsOfAgent({ ...call(undefined), ...items } as never)).toBe(0);
});

describe('the arguments of a call', () => {
	it('are the input of a run that n8n makes for a tool', () => {
		const given = { Message: 'Hello' };
		expect(argumentsOf(call(given))).toBe(given);
	});

	it('are none in the run of a workflow, nor in an n8n that knows no such runs', () => {
		expect(argumentsOf(call({ a: 1 }, {}, false))).toBeUndefined();
		expect(argumentsOf(call(undefined))).toBeUndefined();
	});

	it('are none where there is no input', () => {
		expect(argumentsOf({ ...call({}), getInputData: () => [] } as never)).toBeUndefined();
	});

	it('may fill the fields of their own call', () => {
		const given = { Message: 'Hello', To: ['1', '2'] };
		expect(() => refuseForeignArguments(call(given, { ...given }))).not.toThrow();
		expect(() => refuseForeignArguments(call(undefined))).not.toThrow();
	});

	it.each([
		['another text', { Message: 'Bye', To: ['1'] }],
		['another list', { Message: 'Hello', To: ['2'] }],
		['nothing', { Message: 'Hello' }],
	])('are refused where a field has %s', (_what, filled) => {
		const run = () => refuseForeignArguments(call({ Message: 'Hello', To: ['1'] }, filled));
		expect(run).toThrow('so this one was not made');
		expect(run).toThrow(
			expect.objectContaining({ description: expect.stringContaining('Batch Size 1') as string }),
		);
	});

	it('are refused in an n8n that fills no field for an agent', () => {
		const context = { ...call({ Message: 'Hello' }), getWorkflowDataProxy: () => ({}) } as never;
		expect(() => refuseForeignArguments(context)).toThrow('so this one was not made');
	});
});

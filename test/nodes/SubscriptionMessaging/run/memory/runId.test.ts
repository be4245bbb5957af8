import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { runIdOf } from '../../../../../nodes/SubscriptionMessaging/run/memory/runId';

const SECRET = 'f'.repeat(64);

interface World {
	resumeUrl?: string;
	node?: string;
	name?: string;
	/** Ids of all nodes of the workflow, by name. */
	nodes?: Record<string, string>;
	runIndex?: number;
	execution?: string;
	/** Arguments of a tool's call. */
	call?: IDataObject;
}

const contextOf = ({
	resumeUrl = `https://n8n.example/webhook-waiting/7?signature=${SECRET}`,
	node = 'a1',
	name = 'Send',
	nodes = { Start: 's', [name]: node },
	runIndex = 0,
	execution = '7',
	call,
}: World = {}) =>
	({
		getWorkflowDataProxy: () => ({ $runIndex: runIndex, $execution: { resumeUrl } }),
		getNode: () => ({ id: node, name }),
		workflow: {
			id: 'w',
			nodes: Object.fromEntries(
				Object.entries(nodes).map(([ofNode, idOfNode]) => [ofNode, { id: idOfNode, name: ofNode }]),
			),
		},
		additionalData: { webhookBaseUrl: 'https://n8n.example/webhook' },
		getExecutionId: () => execution,
		isToolExecution: () => call !== undefined,
		getInputData: () => [{ json: call ?? {} }],
	}) as unknown as IExecuteFunctions;

const id = (world: World = {}) => runIdOf(contextOf(world));

describe('the id of a run', () => {
	it('is the same in the execution that n8n makes of one that was killed', () => {
		const retried = `http://other.example:5678/webhook-waiting/8?signature=${SECRET}`;
		expect(id({ resumeUrl: retried, execution: '8' })).toBe(id());
		expect(id()).toMatch(/^[0-9a-f]{16}$/);
	});

	it.each([
		[
			'execution',
			{ resumeUrl: `https://n8n.example/webhook-waiting/7?signature=${'e'.repeat(64)}` },
		],
		['node', { node: 'b2' }],
		['run of a loop', { runIndex: 1 }],
		['call of a tool', { call: {} }],
	])('is another one for another %s', (_what, world) => {
		expect(id(world)).not.toBe(id());
	});

	it('is another one for a node of the same id, and the same for one that was renamed', () => {
		const nodes = { First: 'a1', Second: 'a1' };
		const [first, second] = Object.keys(nodes).map((name) => id({ name, nodes }));
		expect(first).not.toBe(second);
		expect(second).toBe(id({ name: 'Second', nodes }));
		// Its tickets are found again once the other one is gone.
		expect(first).toBe(id({ name: 'First' }));
		expect(id({ name: 'First' })).toBe(id({ name: 'Second' }));
	});

	it('is another one in another execution where only that execution can be answered', () => {
		const asking = (execution?: string) => runIdOf(contextOf({ execution: 'unused' }), execution);
		expect(asking('7')).not.toBe(asking('8'));
		expect(asking('7')).not.toBe(asking());
		expect(asking('7')).toBe(asking('7'));
	});

	it('tells nothing of the secret', () => {
		expect(SECRET).not.toContain(id());
		expect(
			id({ resumeUrl: 'https://n8n.example/webhook-waiting/7?signature=0123456789abcdef' }),
		).not.toBe('0123456789abcdef');
	});

	it.each([
		['n8n keeps no secret', 'https://n8n.example/webhook-waiting/7'],
		['the secret is empty', 'https://n8n.example/webhook-waiting/7?signature='],
		['there is no address', ''],
	])('is random where %s', (_where, resumeUrl) => {
		expect(id({ resumeUrl })).toMatch(/^[0-9a-f]{16}$/);
		expect(id({ resumeUrl })).not.toBe(id({ resumeUrl }));
	});
});

describe('the id of a call that an agent makes of a tool', () => {
	const call = (text: string, execution: string) => id({ call: { text }, execution });

	it('is that of its arguments, and another one when the very same call is made again', () => {
		const first = call('Hello', 'tool-1');
		expect(call('Bye', 'tool-1')).not.toBe(first);
		const again = call('Hello', 'tool-1');
		expect(again).not.toBe(first);
		expect([first, again]).not.toContain(call('Hello', 'tool-1'));
	});

	it('is the same in the execution that n8n makes of one that was killed', () => {
		const calls = ['Hello', 'Bye', 'Hello'];
		const before = calls.map((text) => call(text, 'tool-2'));
		expect(calls.map((text) => call(text, 'tool-3'))).toEqual(before);
		expect(new Set(before).size).toBe(3);
	});

	it('remembers a thousand calls', () => {
		const first = call('Hello', 'tool-5');
		for (let count = 1; count < 1_000; count += 1) call(String(count), 'tool-5');
		expect(call('Hello', 'tool-5')).not.toBe(first);
	});

	it('remembers a call that was made again as the newest', () => {
		const ids = [call('Hello', 'tool-6')];
		for (let count = 0; count < 999; count += 1) call(String(count), 'tool-6');
		ids.push(call('Hello', 'tool-6'));
		call('one more', 'tool-6');
		ids.push(call('Hello', 'tool-6'));
		expect(new Set(ids).size).toBe(3);
	});

	it('does not remember calls for ever', () => {
		const first = call('Hello', 'tool-4');
		for (let count = 0; count < 1_000; count += 1) call(String(count), 'tool-4');
		expect(call('Hello', 'tool-4')).toBe(first);
	});
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';

import { RESOURCES } from '../../nodes/SubscriptionMessaging/actions/router';
import { ROOT, sourcesIn } from './sources';

const ACTIONS = 'nodes/SubscriptionMessaging/actions/';

/** Where each operation that can be chosen is written, by its resource and name. */
const chosen = RESOURCES.flatMap(({ value, operations }) =>
	operations.map((operation) => `${ACTIONS}${value}/${operation.value}.operation.ts`),
);

test('every operation that is written can be chosen, and lies where its name says', () => {
	const written = sourcesIn(ACTIONS)
		.map(({ fileName }) => fileName)
		.filter((path) => path.endsWith('.operation.ts'));
	expect(written.length).toBeGreaterThan(0);
	expect(written.sort()).toEqual([...chosen].sort());
});

test('every operation says what it does, once in the list and once as an action', () => {
	const silent = RESOURCES.flatMap(({ operations }) =>
		operations.filter(({ description, action }) => !description || !action),
	);
	expect(silent).toEqual([]);
	const actions = RESOURCES.flatMap(({ operations }) => operations.map(({ action }) => action));
	expect(new Set(actions).size).toBe(actions.length);
});

test('every operation shows in the editor what it gives, and nothing is left of others (npm run schemas writes it)', () => {
	const folder = join(ROOT, 'nodes/SubscriptionMessaging/__schema__/v1.0.0');
	const shown = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name));
	const expected = RESOURCES.flatMap(({ value, operations }) =>
		operations.map((operation) => join(folder, value, `${operation.value}.json`)),
	);
	expect(shown.sort()).toEqual(expected.sort());
});

describe('every operation is shown at work', () => {
	const folder = join(ROOT, 'examples');
	const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
	const nodes = files.flatMap(
		(file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { nodes: INode[] }).nodes,
	);
	const PACKAGE = 'n8n-nodes-subscription-messaging.';
	// As a tool of an AI agent, n8n adds a word to the type.
	const ours = nodes.filter(({ type }) =>
		/^subscriptionMessaging(?:Tool)?$/.test(nameOf(type) ?? ''),
	);
	const used = new Set(
		ours.map(({ parameters }) => `${String(parameters.resource)}.${String(parameters.operation)}`),
	);
	const all = RESOURCES.flatMap(({ value, operations }) =>
		operations.map((operation) => `${value}.${operation.value}`),
	);

	function nameOf(type: string): string | undefined {
		return type.startsWith(PACKAGE) ? type.slice(PACKAGE.length) : undefined;
	}

	test('by an example that somebody can import', () => {
		const withoutExample = all.filter((operation) => !used.has(operation));
		expect(
			withoutExample.map(
				(operation) =>
					`${operation}: no workflow under examples/ uses it. Add one that does a job people have, list it in examples/README.md and run it in test/e2e.`,
			),
		).toEqual([]);
	});

	test('and no example uses an operation that does not exist', () => {
		expect([...used].filter((operation) => !all.includes(operation))).toEqual([]);
	});

	test('and so is the trigger', () => {
		expect(nodes.map(({ type }) => nameOf(type))).toContain('subscriptionMessagingTrigger');
	});

	test('and examples/README.md lists each example', () => {
		const page = readFileSync(join(folder, 'README.md'), 'utf8');
		expect(files.filter((file) => !page.includes(`](${file})`))).toEqual([]);
	});
});

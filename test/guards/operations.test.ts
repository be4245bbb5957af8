import { readdirSync } from 'node:fs';
import { join } from 'node:path';

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

test('every operation shows in the editor what it gives, and nothing is left of others', () => {
	const folder = join(ROOT, 'nodes/SubscriptionMessaging/__schema__/v1.0.0');
	const shown = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name));
	const expected = RESOURCES.flatMap(({ value, operations }) =>
		operations.map((operation) => join(folder, value, `${operation.value}.json`)),
	);
	expect(shown.sort()).toEqual(expected.sort());
});

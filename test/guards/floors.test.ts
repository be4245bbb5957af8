import { posix } from 'node:path';

import ts from 'typescript';

import { importedModule, parse, sourcesIn } from './sources';

const NODE = 'nodes/SubscriptionMessaging/';

/**
 * The floors of the house: a folder may use itself and those that it names, and nothing that stands
 * above it. Three doors (the nodes) lead to three flows (`run`, `trigger`, `subscriberTrigger`), and all else is used by both.
 */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
	service: [],
	statusAddress: ['service'],
	transport: ['service', 'statusAddress', 'credentials'],
	actions: ['service'],
	methods: ['service', 'transport', 'actions', 'credentials'],
	trigger: ['service', 'statusAddress', 'transport', 'actions', 'credentials'],
	subscriberTrigger: ['service', 'transport', 'actions'],
	run: ['service', 'statusAddress', 'transport', 'actions'],
	doors: ['run', 'trigger', 'subscriberTrigger', 'methods', 'actions', 'statusAddress', 'service'],
};

/** `service` for a file of that folder, `doors` for the nodes, `credentials` for what lies outside. */
function roomOf(path: string): string {
	if (!path.startsWith(NODE)) return path.split('/')[0] ?? '';
	const [folder = '', ...rest] = path.slice(NODE.length).split('/');
	return rest.length > 0 ? folder : 'doors';
}

/** Files of the project that a file imports, types included. */
function importsOf(file: ts.SourceFile): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		const module = importedModule(node);
		if (module?.startsWith('.')) {
			found.push(`${posix.join(posix.dirname(file.fileName), module)}.ts`);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

const upward = (files: readonly ts.SourceFile[]) =>
	files.flatMap((file) => {
		const room = roomOf(file.fileName);
		return importsOf(file)
			.filter((path) => roomOf(path) !== room && !MAY_USE[room]?.includes(roomOf(path)))
			.map((path) => `${file.fileName} uses ${path}`);
	});

/** Paths that lead from a file back to itself. */
function circles(files: readonly ts.SourceFile[]): string[] {
	const imports = new Map(files.map((file) => [file.fileName, importsOf(file)]));
	const done = new Set<string>();
	const found: string[] = [];
	const visit = (path: string, trail: readonly string[]): void => {
		const start = trail.indexOf(path);
		if (start >= 0) found.push([...trail.slice(start), path].join(' → '));
		if (start >= 0 || done.has(path)) return;
		for (const next of imports.get(path) ?? []) visit(next, [...trail, path]);
		done.add(path);
	};
	for (const path of imports.keys()) visit(path, []);
	return found;
}

const files = sourcesIn('nodes');
const planted = (path: string, text: string) => parse(NODE + path, text);

describe('nothing uses what stands above it', () => {
	test('no file does', () => {
		expect(files.length).toBeGreaterThan(50);
		expect(upward(files)).toEqual([]);
	});

	test.each([
		['service/call.ts', "import { encode } from '../transport/exchange';"],
		['actions/fields/report.ts', "import type { Session } from '../../transport/session';"],
		['actions/fields/unit.ts', "import type { UnitSearch } from '../../methods/listSearch';"],
		['statusAddress/registry.ts', "import { authenticate } from '../trigger/authentication';"],
		['transport/session.ts', "import { isTool } from '../run/toolCall';"],
		['run/plan/plan.ts', "import { receive } from '../../trigger/receive';"],
		['trigger/receive.ts', "import { memoryOf } from '../run/memory/store';"],
		['run/prepare.ts', "import { secretMask } from '../../../credentials/secretMask';"],
		['attic/new.ts', "import { encode } from '../transport/exchange';"],
	])('%s with %s would be found', (path, text) => {
		expect(upward([planted(path, text)])).toHaveLength(1);
	});
});

describe('no file leads back to itself', () => {
	test('none does', () => {
		expect(circles(files)).toEqual([]);
	});

	test('one that does by a type, and by way of another one, would be found', () => {
		const circle = [
			planted('run/a.ts', "import type { B } from './b';"),
			planted('run/b.ts', "import { c } from './c/c';"),
			planted('run/c/c.ts', "export * from '../a';"),
		];
		expect(circles(circle)).toHaveLength(1);
		expect(circles(circle.slice(0, 2))).toEqual([]);
	});
});

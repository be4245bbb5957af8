import { posix } from 'node:path';

import ts from 'typescript';

import { importedModule, parse, sourcesIn } from './sources';

const NODE = 'nodes/SubscriptionMessaging/';

/**
 * The floors of the house: a folder may use itself and those that it names, and nothing that stands
 * above it. Three doors (the nodes) lead to three flows (`run`, `trigger`, `subscriberTrigger`), and all else is used by several.
 */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
	credentials: [],
	service: [],
	wording: ['service'],
	statusAddress: ['service', 'n8n'],
	eventLoop: ['service'],
	n8n: ['wording'],
	transport: ['service', 'eventLoop', 'wording', 'credentials'],
	lookups: ['service', 'eventLoop', 'wording', 'transport'],
	actions: ['service', 'wording'],
	methods: [
		...['service', 'statusAddress', 'eventLoop', 'n8n', 'transport', 'lookups', 'actions'],
		'wording',
		'credentials',
	],
	trigger: [
		...['service', 'statusAddress', 'eventLoop', 'transport', 'lookups', 'actions', 'wording'],
		'credentials',
	],
	subscriberTrigger: ['service', 'eventLoop', 'transport', 'lookups', 'actions', 'wording'],
	run: [
		...['service', 'statusAddress', 'eventLoop', 'n8n', 'transport', 'lookups', 'actions'],
		'wording',
	],
	doors: ['run', 'trigger', 'subscriberTrigger', 'methods', 'actions'],
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

/** Ways that lead back to where they begin. */
function circlesIn(uses: ReadonlyMap<string, readonly string[]>): string[] {
	const done = new Set<string>();
	const found: string[] = [];
	const visit = (place: string, trail: readonly string[]): void => {
		const start = trail.indexOf(place);
		if (start >= 0) found.push([...trail.slice(start), place].join(' → '));
		if (start >= 0 || done.has(place)) return;
		for (const next of uses.get(place) ?? []) visit(next, [...trail, place]);
		done.add(place);
	};
	for (const place of uses.keys()) visit(place, []);
	return found;
}

/** Paths that lead from a file back to itself. */
const circles = (files: readonly ts.SourceFile[]) =>
	circlesIn(new Map(files.map((file) => [file.fileName, importsOf(file)])));

/** Folders that use each other, by whichever of their files; a folder and one within it are two. */
function circlesOfFolders(files: readonly ts.SourceFile[]): string[] {
	const uses = new Map<string, string[]>();
	for (const file of files) {
		const folder = posix.dirname(file.fileName);
		const others = importsOf(file)
			.map((path) => posix.dirname(path))
			.filter((other) => other !== folder);
		uses.set(folder, [...(uses.get(folder) ?? []), ...others]);
	}
	return circlesIn(uses);
}

const files = [...sourcesIn('nodes'), ...sourcesIn('credentials')];
const planted = (path: string, text: string) => parse(posix.normalize(NODE + path), text);

test('each import is the path of a file, so that none escapes', () => {
	const paths = new Set(files.map(({ fileName }) => fileName));
	const unknown = files.flatMap(importsOf).filter((path) => !paths.has(path));
	expect(unknown).toEqual([]);
});

describe('nothing uses what stands above it', () => {
	test('no file does', () => {
		expect(files.length).toBeGreaterThan(50);
		expect(upward(files)).toEqual([]);
	});

	test('each may use what it does use', () => {
		const uses = (room: string, other: string) =>
			files.some(
				(file) =>
					roomOf(file.fileName) === room && importsOf(file).some((path) => roomOf(path) === other),
			);
		const idle = Object.entries(MAY_USE).flatMap(([room, others]) =>
			others.filter((other) => !uses(room, other)).map((other) => `${room} uses no ${other}`),
		);
		expect(idle).toEqual([]);
	});

	test.each([
		['service/contract/call.ts', "import { encode } from '../../transport/exchange';"],
		['actions/fields/report.ts', "import type { Session } from '../../transport/session';"],
		['actions/fields/unit.ts', "import type { UnitSearch } from '../../methods/listSearch';"],
		['statusAddress/registry.ts', "import { authenticate } from '../trigger/authentication';"],
		['transport/session.ts', "import { isTool } from '../n8n/toolCall';"],
		['transport/pace.ts', "import { ticketRows } from '../lookups/ticketLookup';"],
		['eventLoop/turns.ts', "import { askService } from '../transport/exchange';"],
		['run/plan/plan.ts', "import { receive } from '../../trigger/receive';"],
		['trigger/receive.ts', "import { memoryOf } from '../run/memory/store';"],
		['run/ask/links.ts', "import { chosen } from '../../methods/panelData';"],
		['run/read/prepare.ts', "import { secretMask } from '../../../../credentials/secretMask';"],
		['attic/new.ts', "import { encode } from '../transport/exchange';"],
		[
			'../../credentials/escapes.ts',
			"import { each } from '../nodes/SubscriptionMessaging/service/collections/steps';",
		],
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

describe('no folder leads back to itself by way of others', () => {
	test('none does', () => {
		expect(circlesOfFolders(files)).toEqual([]);
	});

	test('two that use each other by different files would be found', () => {
		const circle = [
			planted('run/send/a.ts', "import { b } from '../campaign/b';"),
			planted(
				'run/campaign/b.ts',
				"import { own } from './own'; import { call } from '../values/call';",
			),
			planted('run/campaign/c.ts', "import { d } from '../send/d';"),
		];
		expect(circlesOfFolders(circle)).toHaveLength(1);
		expect(circlesOfFolders(circle.slice(0, 2))).toEqual([]);
	});

	test('one that uses a folder within it, which uses it by another file, would be found', () => {
		const circle = [
			planted('run/execute.ts', "import { a } from './send/a';"),
			planted('run/send/a.ts', "import { call } from '../call';"),
		];
		expect(circlesOfFolders(circle)).toHaveLength(1);
	});
});

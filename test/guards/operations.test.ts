import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import ts from 'typescript';

import { EXAMPLES } from '../../docs/outputRuns';
import type { Operation } from '../../nodes/SubscriptionMessaging/actions/operation/operation';
import { RESOURCES } from '../../nodes/SubscriptionMessaging/actions/router';
import { effectOf } from '../../nodes/SubscriptionMessaging/service/contract/contract';
import { BEFORE, isShown, valueFor } from '../engine/toolValues';
import {
	ADDED_OPERATIONS,
	PUBLISHED_OPERATIONS,
} from '../nodes/SubscriptionMessaging/actions/published';
import { contributedOperation } from './contributedOperation';
import { literalsOf, parse, ROOT, sourcesIn } from './sources';

const NODE = 'nodes/SubscriptionMessaging';
const ACTIONS = `${NODE}/actions/`;
const SCHEMAS = `${NODE}/__schema__/v1.0.0`;

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const readJson = <T>(path: string) => JSON.parse(read(path)) as T;

interface Entry {
	/** `resource.operation`. */
	key: string;
	resource: string;
	resourceName: string;
	operation: Operation;
}

const entries = RESOURCES.flatMap(({ value: resource, name: resourceName, operations }) =>
	operations.map(
		(operation): Entry => ({
			key: `${resource}.${operation.value}`,
			resource,
			resourceName,
			operation,
		}),
	),
);

describe('every operation', () => {
	test('makes calls of one effect, by which it is carried out', () => {
		const mixed = entries.filter(
			({ operation }) => new Set(operation.calls.map((call) => effectOf(call))).size > 1,
		);
		expect(mixed.map(({ key }) => key)).toEqual([]);
	});

	test('that is written can be chosen, and lies where its name says', () => {
		const written = sourcesIn(ACTIONS)
			.map(({ fileName }) => fileName)
			.filter((path) => path.endsWith('.operation.ts'));
		const chosen = entries.map(
			({ resource, operation }) => `${ACTIONS}${resource}/${operation.value}.operation.ts`,
		);
		expect(written.length).toBeGreaterThan(0);
		expect([
			...written
				.filter((path) => !chosen.includes(path))
				.map((path) => `${ACTIONS}router.ts, in RESOURCES: add the operation of ${path}`),
			...chosen
				.filter((path) => !written.includes(path))
				.map((path) => `${path}: the operation that router.ts has of it belongs there`),
		]).toEqual([]);
	});

	test('says what it does, once in the list and once as an action', () => {
		const silent = entries.filter(({ operation: o }) => !o.description || !o.action);
		expect(silent).toEqual([]);
		const actions = entries.map(({ operation }) => operation.action);
		expect(new Set(actions).size).toBe(actions.length);
	});
});

const files = readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.json'));
const nodes = files.flatMap((file) => readJson<{ nodes: INode[] }>(`examples/${file}`).nodes);
const PACKAGE = 'n8n-nodes-subscription-messaging.';
const nameOf = (type: string) =>
	type.startsWith(PACKAGE) ? type.slice(PACKAGE.length) : undefined;
const used = new Set(
	nodes
		// As a tool of an AI agent, n8n adds a word to the type.
		.filter(({ type }) => /^subscriptionMessaging(?:Tool)?$/.test(nameOf(type) ?? ''))
		.map(({ parameters }) => `${String(parameters.resource)}.${String(parameters.operation)}`),
);

const shown = readdirSync(join(ROOT, SCHEMAS), { recursive: true, encoding: 'utf8' });
const examples = readJson<Record<string, object>>('docs/outputExamples.json');
const readme = read('README.md');
const changelog = read('CHANGELOG.md');

const ENGINE = 'test/engine/operations.test.ts';
/** Operations that have a case in the engine. */
const cases = literalsOf(
	parse(ENGINE, read(ENGINE)),
	({ parent }) => ts.isPropertyAssignment(parent) && parent.name.getText() === 'operation',
).filter((name) => name.includes('.'));

/** Operations of stored workflows. */
const stored = new Set(
	readJson<Array<{ parameters: { resource: string; operation: string } }>>(
		`test/${NODE}/version1.json`,
	).map(({ parameters: { resource, operation } }) => `${resource}.${operation}`),
);

const pageOf = (resource: string) =>
	`docs/operations/${resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`;
const pages = new Map(
	readdirSync(join(ROOT, 'docs/operations')).map((name) => [
		`docs/operations/${name}`,
		read(`docs/operations/${name}`),
	]),
);

/** Required fields that nobody knows a value for. */
const unfilled = ({ key, operation }: Entry) =>
	operation.waitsFor || operation.broadcasts
		? []
		: operation.properties.filter(
				(field) =>
					field.required &&
					isShown(field) &&
					BEFORE[key]?.gives?.[field.name] === undefined &&
					valueFor(key, field) === undefined,
			);

interface Belonging {
	what: string;
	isThere(entry: Entry): boolean;
	/** Where what has to be written, or what writes it. */
	advice(entry: Entry): string;
}

/** What belongs to an operation beside its file and its entry in the router. */
const BELONGINGS: Belonging[] = [
	{
		what: 'is published',
		isThere: ({ key }) => PUBLISHED_OPERATIONS.includes(key),
		advice: ({ resource, operation }) =>
			`test/${ACTIONS}published.ts, in ADDED: ${resource}: ['${operation.value}'],`,
	},
	{
		what: 'is in a stored workflow, which has to do the same for ever',
		isThere: ({ key }) => stored.has(key),
		advice: ({ resource, operation }) =>
			`test/${NODE}/version1.json: { "name": "…", "parameters": { "resource": "${resource}", "operation": "${operation.value}", … } }, then RECORD=1 npx jest version1 --selectProjects unit`,
	},
	{
		what: 'has a case in the engine',
		isThere: ({ key }) => cases.includes(key),
		advice: ({ key }) =>
			`${ENGINE}, in CASES: { operation: '${key}', parameters: { … }, expectRows: (rows) => … },`,
	},
	{
		what: 'is run for its output',
		isThere: ({ resource, operation }) => EXAMPLES[resource]?.[operation.value] !== undefined,
		advice: ({ resource, operation }) =>
			`docs/outputRuns.ts, in EXAMPLES.${resource}: ${operation.value}: { runs: [{ … }] },`,
	},
	{
		what: 'shows in the editor what it gives',
		isThere: ({ resource, operation }) => shown.includes(`${resource}/${operation.value}.json`),
		advice: ({ resource, operation }) =>
			`${SCHEMAS}/${resource}/${operation.value}.json: npm run schemas`,
	},
	{
		what: 'shows an example of what it gives',
		isThere: ({ resource, operation }) => `${resource}/${operation.value}` in examples,
		advice: ({ resource, operation }) =>
			`docs/outputExamples.json, "${resource}/${operation.value}": npm run schemas`,
	},
	{
		what: 'has its section in the docs',
		isThere: ({ resource, operation }) =>
			pages.get(pageOf(resource))?.includes(`\n## ${operation.action}\n`) ?? false,
		advice: ({ resource, operation }) =>
			`${pageOf(resource)}, "${operation.action}": npm run docs, after npm run schemas`,
	},
	{
		what: 'is in the table of the README',
		isThere: ({ resourceName, operation }) => {
			const [, row = ''] = readme.split(`\n| **${resourceName}** | `);
			return row.split(' |')[0]!.split(', ').includes(operation.name);
		},
		advice: ({ key }) => `README.md, "${key}": npm run docs, after npm run schemas`,
	},
	{
		what: 'is done with what a model fills in',
		isThere: (entry) => unfilled(entry).length === 0,
		advice: (entry) =>
			`test/engine/toolValues.ts, in VALUES: ${unfilled(entry)
				.map(({ name }) => `${name}: '…',`)
				.join(' ')}`,
	},
	{
		what: 'is shown at work by an example that somebody can import',
		isThere: ({ key }) => used.has(key),
		advice: ({ key }) =>
			`examples/: add a node of ${key} to a workflow, or a workflow that does a job people have`,
	},
	{
		what: 'is in the changelog, unless the first version had it',
		isThere: ({ key, resourceName, operation }) =>
			(PUBLISHED_OPERATIONS.includes(key) && !ADDED_OPERATIONS.includes(key)) ||
			changelog.includes(`*${resourceName} → ${operation.name}*`),
		advice: ({ resourceName, operation }) =>
			`CHANGELOG.md, below Added: - *${resourceName} → ${operation.name}*: …`,
	},
];

const missing = ({ isThere, advice }: Belonging, of: readonly Entry[]) =>
	of.filter((entry) => !isThere(entry)).map((entry) => `${entry.key} → ${advice(entry)}`);

test.each(BELONGINGS)('every operation $what', (belonging) => {
	expect(missing(belonging, entries)).toEqual([]);
});

/** Of no operation that there will be. */
const PLANTED = { value: 'planted', name: 'Planted', action: 'Planted action' };

test('what an operation lacks is told with the place and the line', () => {
	const operation = { ...contributedOperation('division'), ...PLANTED };
	const field = { displayName: 'Depth', name: 'depth', type: 'string', default: '' } as const;
	operation.properties = [...operation.properties, { ...field, required: true }];
	const entry = { key: 'division.planted', resource: 'division', resourceName: 'Division' };
	expect(BELONGINGS.flatMap((belonging) => missing(belonging, [{ ...entry, operation }]))).toEqual(
		[
			"test/nodes/SubscriptionMessaging/actions/published.ts, in ADDED: division: ['planted'],",
			'test/nodes/SubscriptionMessaging/version1.json: { "name": "…", "parameters": { "resource": "division", "operation": "planted", … } }, then RECORD=1 npx jest version1 --selectProjects unit',
			"test/engine/operations.test.ts, in CASES: { operation: 'division.planted', parameters: { … }, expectRows: (rows) => … },",
			'docs/outputRuns.ts, in EXAMPLES.division: planted: { runs: [{ … }] },',
			'nodes/SubscriptionMessaging/__schema__/v1.0.0/division/planted.json: npm run schemas',
			'docs/outputExamples.json, "division/planted": npm run schemas',
			'docs/operations/division.md, "Planted action": npm run docs, after npm run schemas',
			'README.md, "division.planted": npm run docs, after npm run schemas',
			"test/engine/toolValues.ts, in VALUES: depth: '…',",
			'examples/: add a node of division.planted to a workflow, or a workflow that does a job people have',
			'CHANGELOG.md, below Added: - *Division → Planted*: …',
		].map((advice) => `division.planted → ${advice}`),
	);
});

test('nothing is left of operations that are gone', () => {
	const keys = entries.map(({ key }) => key);
	const left = [
		...cases,
		...used,
		...shown
			.filter((path) => path.endsWith('.json'))
			.map((path) => path.replace('/', '.').replace(/\.json$/, '')),
		...Object.entries(EXAMPLES).flatMap(([resource, runs]) =>
			Object.keys(runs).map((operation) => `${resource}.${operation}`),
		),
	];
	expect(left.filter((key) => !keys.includes(key))).toEqual([]);
});

describe('CONTRIBUTING.md', () => {
	test('shows an operation that would work', () => {
		const operation = contributedOperation('division');
		expect(operation).toMatchObject({ value: 'getTree', name: 'Get Tree' });
		const fields = { locator: (name: string) => `the ${name}` };
		expect(operation.request(fields as never)).toMatchObject({
			operation: operation.calls[0],
			keyword: 'the keyword',
		});
	});

	test('names the files that an operation has a line in', () => {
		const page = read('CONTRIBUTING.md');
		const [, section = ''] = /## Adding an operation\n([^]*?)\n## /.exec(page) ?? [];
		const places = BELONGINGS.map(({ advice }) => advice(entries[0]!)).flatMap(
			(text) => /^(?:test|docs)\/[\w/.]+\.ts(?=, in )/.exec(text) ?? [],
		);
		expect(places.length).toBeGreaterThan(3);
		expect(places.filter((place) => !section.includes(`\`${place}\``))).toEqual([]);
	});
});

describe('every example', () => {
	test('is listed by examples/README.md', () => {
		const page = read('examples/README.md');
		expect(
			files
				.filter((file) => !page.includes(`](${file})`))
				.map((file) => `examples/README.md: add a line with a link to ${file}`),
		).toEqual([]);
	});

	test('is run by a test', () => {
		const isRun = ({ parent }: ts.Node) =>
			ts.isPropertyAssignment(parent) || ts.isCallExpression(parent);
		const run = new Set(
			sourcesIn('test/e2e')
				.filter(({ fileName }) => fileName.endsWith('.test.ts'))
				.flatMap((file) => literalsOf(file, isRun)),
		);
		expect(
			files
				.filter((file) => !run.has(file))
				.map(
					(file) =>
						`test/e2e/examples.test.ts, in RECEIVED: '${file}': [[sendTo, text], …], or a test of its own`,
				),
		).toEqual([]);
	});

	test('of the trigger is there, too', () => {
		expect(nodes.map(({ type }) => nameOf(type))).toContain('subscriptionMessagingTrigger');
	});
});

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { OPERATIONS, STRUCTS } from '../../nodes/SubscriptionMessaging/service/contract';
import { ROOT, sourcesIn } from './sources';

const NODE = 'nodes/SubscriptionMessaging';

/** The node's own names, of which `docs/outputs.md` says what they hold. */
const documented = new Set(
	readFileSync(join(ROOT, 'docs/outputs.md'), 'utf8')
		.split(/<!-- names:(?:begin|end) -->/)[1]!
		.split('\n')
		.flatMap((line) => /^\|([^|]*)\|/.exec(line)?.[1]?.match(/`[^`]+`/g) ?? [])
		.map((name) => name.slice(1, -1)),
);

/** The names of the interface: members of its objects, and parameters of its operations. */
const ofTheInterface = new Set([
	...Object.values(STRUCTS).flatMap((members) => Object.keys(members)),
	...Object.values(OPERATIONS).flatMap(({ parameters }) => parameters.map(({ name }) => name)),
]);

const isKnown = (name: string) => documented.has(name) || ofTheInterface.has(name);

interface Schema {
	properties?: Record<string, Schema>;
	items?: Schema;
}

function namesIn({ properties = {}, items }: Schema): string[] {
	const within = Object.entries(properties).flatMap(([name, schema]) => [name, ...namesIn(schema)]);
	return items ? [...within, ...namesIn(items)] : within;
}

const unknownIn = (schema: Schema) => namesIn(schema).filter((name) => !isKnown(name));

const schemas = readdirSync(join(ROOT, NODE, '__schema__'), {
	recursive: true,
	withFileTypes: true,
})
	.filter((entry) => entry.isFile())
	.map(({ parentPath, name }) => join(parentPath, name));

/** Names in objects that are written out in a file. */
function writtenIn(file: ts.SourceFile): string[] {
	const names: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isObjectLiteralExpression(node)) {
			for (const { name } of node.properties) {
				if (name && ts.isIdentifier(name)) names.push(name.text);
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return names;
}

/** The files that make rows. */
const ROWS = [
	...['sendRows', 'previewRows', 'lookUpRows', 'rows', 'partlySent'].map(
		(name) => `output/${name}`,
	),
	'report/reportRows',
	...['ask/decisionRow', 'wait/deliveryRows', 'output/reachColumns'],
	...['../actions/message/statusRow', '../actions/account/units', '../service/person'],
	'../subscriberTrigger/items',
].map((path) => join(NODE, 'run', `${path}.ts`));

/** What these files write besides rows: calls with their answers, the rules of a credential, and the words of statuses. */
const NOT_IN_ROWS = [
	...['answer', 'call', 'evidence', 'planned', 'reason', 'redirectedFrom'],
	...['onlyThese', 'redirect'],
	...['in_transit', 'other', 'unknown'],
	...['after', 'before', 'json', 'pseudonym', 'rows', 'subscriber', 'timeLimit'],
];

test.each(schemas.map((path) => [path.slice(join(ROOT, NODE, '__schema__').length + 1), path]))(
	'%s holds names of the interface and of docs/outputs.md only',
	(_name, path) => {
		const schema = JSON.parse(readFileSync(path, 'utf8')) as Schema;
		expect(namesIn(schema).length).toBeGreaterThan(0);
		expect(unknownIn(schema)).toEqual([]);
	},
);

test('a name that nobody is told of is found, however deep', () => {
	const planted = { properties: { sent: {}, parts: { items: { properties: { isSent: {} } } } } };
	expect(unknownIn(planted)).toEqual(['isSent']);
});

test("the node's own names are written in one way: lower case, with underscores", () => {
	expect([...documented].filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
	expect(documented.size).toBeGreaterThan(20);
});

test('rows hold no name that docs/outputs.md does not tell', () => {
	const files = sourcesIn(NODE).filter(({ fileName }) => ROWS.includes(fileName));
	expect(files).toHaveLength(ROWS.length);
	const unknown = files
		.flatMap(writtenIn)
		.filter((name) => !isKnown(name) && !NOT_IN_ROWS.includes(name));
	expect(unknown).toEqual([]);
});

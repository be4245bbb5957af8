import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { OPERATIONS, STRUCTS } from '../../nodes/SubscriptionMessaging/service/contract/contract';
import { ROOT, sourcesIn } from './sources';

const NODE = 'nodes/SubscriptionMessaging';

/** The node's own names, of which `docs/outputs.md` says what they hold. */
const documented = namesBetween('names');

/** The names in the first column of a table of `docs/outputs.md`. */
function namesBetween(marks: string): Set<string> {
	const [, table = ''] = readFileSync(join(ROOT, 'docs/outputs.md'), 'utf8').split(
		new RegExp(`<!-- ${marks}:(?:begin|end) -->`),
	);
	const names = table
		.split('\n')
		.flatMap((line) => /^\|([^|]*)\|/.exec(line)?.[1]?.match(/`[^`]+`/g) ?? []);
	return new Set(names.map((name) => name.slice(1, -1)));
}

/** The names of the interface: members of its objects, and parameters of its operations. */
const ofTheInterface = new Set([
	...Object.values(STRUCTS).flatMap((members) => Object.keys(members)),
	...Object.values(OPERATIONS).flatMap(({ parameters }) => parameters.map(({ name }) => name)),
]);

const isKnown = (name: string) => documented.has(name) || ofTheInterface.has(name);

interface Schema {
	type?: string;
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
				if (name && (ts.isIdentifier(name) || ts.isStringLiteral(name))) names.push(name.text);
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return names;
}

/** The names of the service that rows are written with; another one would be read as what it is there. */
const OF_THE_SERVICE = [
	...['sendTo', 'phone', 'status_code', 'status_message', 'transaction_ticket', 'custom_ticket'],
	...['result', 'error_code', 'message', 'response', 'transactionlist', 'list'],
	...[
		'keyword',
		'keywords',
		'code',
		'default_code',
		'ispublic',
		'id',
		'text',
		'customfields',
		'url',
	],
	...['name', 'first_name', 'last_name', 'email', 'landline', 'carrier', 'custom_field', 'value'],
	...['street', 'street2', 'city', 'state', 'state_abbr', 'zip'],
	...['created_at', 'updated_at', 'unsubdate'],
];

/** What n8n calls the parts of items, hints, errors and answers to posts. */
const OF_N8N = [
	...['binary', 'item', 'itemIndex', 'json', 'location', 'main', 'pairedItem'],
	...['description', 'type'],
	...['httpMethod', 'isFullPath', 'responseData', 'responseMode', 'restartWebhook'],
	...['noWebhookResponse', 'webhookResponse', 'workflowData'],
];

/** The files that make rows, each with the names that it writes besides: of calls, pages and posts. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
	'actions/account/units': ['division'],
	'actions/message/statusRow': [],
	'actions/operation/payload': [],
	'actions/shortUrl/link': [],
	'run/ask/answer': [...['customTicket', 'given', 'person', 'row', 'stored', 'token'], 'wrong'],
	'run/ask/ask': ['question', 'title'],
	'run/ask/decisionRow': [],
	'run/output/lookUpRows': ['ofNumbers', 'others'],
	'run/output/partlySent': ['evidence', 'planned'],
	'run/output/previewRows': [],
	'run/output/reachColumns': [],
	'run/output/rows': ['evidence', 'planned', 'reason'],
	'run/output/sendRows': ['call'],
	'run/output/statusShares': [],
	'run/report/report': [
		...['campaigns', 'expected', 'length', 'people', 'requests', 'tickets', 'unknown'],
	],
	'run/report/reportRows': ['in_transit', 'other', 'unknown'],
	'run/wait/waitForDelivery': ['pace'],
	'run/wait/askForStatuses': ['isToCome', 'rows', 'timeLimit'],
	'run/wait/deliveryRows': [],
	'run/wait/resume': ['isOver', 'news'],
	'service/answer/answer': ['plan', 'take'],
	'service/callback/statuses': ['body', 'isRecognised'],
	'service/answer/deliveryStatus': [],
	'service/answer/person': [],
	'subscriberTrigger/items': ['after', 'before', 'pseudonym', 'subscriber'],
	'trigger/receive': [
		...[
			'body',
			'bytes',
			'contentType',
			'customTicket',
			'httpStatus',
			'node',
			'ownParameters',
			'query',
		],
		...['fields', 'isSigned', 'reason'],
	],
};

/** Files that speak of items and write none: they read the input, or hand on what others make. */
const NO_ROWS = [
	...[
		'actions/fields/itemFields',
		'actions/message/sentItem',
		'actions/operation/operation',
		'run/execute',
		'run/writeItems',
		'run/send/sendLookup',
		'run/wait/paused',
		'run/wait/waitingItems',
	],
	...['run/ask/form', 'n8n/toolCall', 'lookups/ticketLookup'],
	...['subscriberTrigger/cursor', 'subscriberTrigger/overlap', 'subscriberTrigger/poll'],
	...['SubscriptionMessaging.node', 'SubscriptionMessagingSubscriberTrigger.node'],
	'trigger/settings',
];

const pathOf = (name: string) => join(NODE, `${name}.ts`);

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

const sources = sourcesIn(NODE);

describe.each(Object.entries(ROWS))('%s', (name, besides) => {
	const file = sources.find(({ fileName }) => fileName === pathOf(name));
	const written = file ? writtenIn(file) : [];

	test('writes no name into rows that docs/outputs.md does not tell', () => {
		expect(file).toBeDefined();
		const allowed = [...documented, ...OF_THE_SERVICE, ...OF_N8N, ...besides];
		const unknown = written.filter((one) => !allowed.includes(one));
		expect([...new Set(unknown)]).toEqual([]);
	});

	test('writes each name that it is allowed besides', () => {
		const needless = (one: string) =>
			!written.includes(one) || documented.has(one) || OF_THE_SERVICE.includes(one);
		expect(besides.filter(needless)).toEqual([]);
	});
});

test('the names of the service that rows are written with are those of its interface', () => {
	expect(OF_THE_SERVICE.filter((name) => !ofTheInterface.has(name))).toEqual([]);
});

test('every file that speaks of items is known to make rows or to make none', () => {
	const speaking = sources
		.filter(({ text }) => /\b(?:IDataObject|INodeExecutionData|Rows)\b/.test(text))
		.map(({ fileName }) => fileName);
	const known = [...Object.keys(ROWS), ...NO_ROWS].map(pathOf);
	expect(speaking.filter((path) => !known.includes(path))).toEqual([]);
	expect(NO_ROWS.map(pathOf).filter((path) => !speaking.includes(path))).toEqual([]);
});

/** Names of the interface that docs/outputs.md says several meanings of. */
const ambiguous = namesBetween('meanings');

test('a name that holds something else in another operation is told as such', () => {
	const kinds = new Map<string, Set<string>>();
	const visit = ({ properties = {}, items }: Schema) => {
		for (const [name, schema] of Object.entries(properties)) {
			const kind = schema.type === 'array' ? `array of ${schema.items?.type}` : schema.type;
			if (kind === 'null' || kind === 'array of undefined') continue;
			kinds.set(name, (kinds.get(name) ?? new Set()).add(kind ?? ''));
			visit(schema);
		}
		if (items) visit(items);
	};
	for (const path of schemas) visit(JSON.parse(readFileSync(path, 'utf8')) as Schema);
	const several = [...kinds].filter(([, of]) => of.size > 1).map(([name]) => name);
	expect(several).toEqual(expect.arrayContaining(['keywords', 'zip']));
	expect(several.filter((name) => !ambiguous.has(name))).toEqual([]);
});

test("the names with several meanings are those of the interface, and none is the node's own too", () => {
	expect([...ambiguous].filter((name) => !ofTheInterface.has(name))).toEqual([]);
	expect([...ambiguous].filter((name) => documented.has(name))).toEqual([]);
});

/**
 * Writes `docs/operations.md`, every operation with all of its fields and its output, from the node,
 * the contract, the schemas and the examples that `npm run schemas` writes, and the table of names in
 * `docs/outputs.md`: `npm run docs`. A test fails when the page is behind.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodePropertyTypes,
} from 'n8n-workflow';

import type { Operation } from '../nodes/SubscriptionMessaging/actions/operation';
import { RESOURCES } from '../nodes/SubscriptionMessaging/actions/router';
import { SHOWN_ONLY } from '../nodes/SubscriptionMessaging/actions/fields/template';
import { properties as subscriberTriggerProperties } from '../nodes/SubscriptionMessaging/subscriberTrigger/fields';
import { properties as triggerProperties } from '../nodes/SubscriptionMessaging/trigger/fields';
import { callsOf, transportsOf } from './operationsTable';

/** Longer lists of options, such as countries, are not written out. */
const MOST_OPTIONS = 8;

const KINDS: Partial<Record<NodePropertyTypes, string>> = {
	boolean: 'on or off',
	number: 'number',
	resourceLocator: 'from a list, or entered',
	resourceMapper: 'one field per placeholder',
	string: 'text',
};

/** Operations that have a field, from which on it stands in the table of shared ones. */
const SHARED_FROM = 3;

/** Lines of an example, from which on it is folded. */
const LONG_EXAMPLE = 24;

/** The whole page. */
export function operationsPage(): string {
	const shared = sharedRows();
	const resources = RESOURCES.flatMap(({ name, value, operations }) => [
		`## ${name}`,
		...operations.flatMap((operation) => operationSection(value, operation, shared)),
	]);
	return `${[
		'# Operations, their fields and their output',
		'<!-- Written by `npm run docs`. -->',
		'Every operation of the node **Subscription Messaging**, with the operation of the interface behind it, and then the triggers. Fields marked * are required. “Only with” names the choice that makes a field appear. Each output is the first item that the operation gave in the sandbox, with *Simplify* on where there is such a field. Names without a description are those of the service. [Words](words.md) explains group, keyword, code and ticket.',
		'## Fields that many operations share',
		'An operation that has them names them.',
		tableOf([...shared.values()].sort(([a = ''], [b = '']) => a.localeCompare(b))),
		...resources,
		'## Subscription Messaging Trigger',
		'Starts the workflow when a message is delivered, or at any other callback. [Delivery reports](delivery-reports.md) explains it.',
		fieldTable(triggerProperties),
		'## Subscription Messaging Subscriber Trigger',
		'[Starts a workflow when somebody joins or leaves a group](subscriber-trigger.md).',
		fieldTable(subscriberTriggerProperties),
	].join('\n\n')}\n`;
}

/** Rows of the fields that stand in several operations alike, by the name of the field. */
function sharedRows(): Map<string, string[]> {
	const counts = new Map<string, { row: string[]; count: number }>();
	for (const { properties } of RESOURCES.flatMap(({ operations }) => operations)) {
		for (const row of rowsOf(properties).filter(([name = '']) => CAN_BE_SHARED.test(name))) {
			const { count } = counts.get(row.join()) ?? { count: 0 };
			counts.set(row.join(), { row, count: count + 1 });
		}
	}
	const shared = new Map<string, string[]>();
	for (const { row, count } of [...counts.values()].sort((a, b) => b.count - a.count)) {
		const [name = ''] = row;
		// Of fields with one name and several meanings, the most frequent one.
		if (count >= SHARED_FROM && !shared.has(name)) shared.set(name, row);
	}
	return shared;
}

const CAN_BE_SHARED = /^(Options → |Simplify$|Return All$|Limit$)/;

function operationSection(
	resource: string,
	operation: Operation,
	shared: ReadonlyMap<string, string[]>,
): string[] {
	const rows = rowsOf(operation.properties);
	const isShared = (row: string[]) => shared.get(row[0]!)?.join() === row.join();
	const own = rows.filter((row) => !isShared(row));
	const others = rows.filter(isShared).map(([name]) => name);
	return [
		`### ${operation.action}`,
		inCell(`*${operation.name}*: ${operation.description}`),
		`Interface: ${callsOf(operation)}. Transports: ${transportsOf(operation)}.`,
		...(own.length > 0 ? [tableOf(own)] : []),
		...(others.length > 0
			? [`[Shared fields](#fields-that-many-operations-share): ${others.join(', ')}.`]
			: []),
		...outputSection(`${resource}/${operation.value}`),
	];
}

type Schema = { type: string; properties?: Record<string, Schema>; items?: Schema };

function outputSection(operation: string): string[] {
	const schema = JSON.parse(readFileSync(join(SCHEMAS, `${operation}.json`), 'utf8')) as Schema;
	const example = JSON.stringify(EXAMPLES[operation], null, 2);
	const block = `\`\`\`json\n${example}\n\`\`\``;
	const rows = Object.entries(schema.properties ?? {}).map(([name, held]) => [
		`\`${name}\``,
		kindOfOutput(held),
		MEANINGS.get(name) ?? '',
	]);
	return [
		'Output:',
		[['Name', 'Type', 'What it holds'], ['---', '---', '---'], ...rows]
			.map((cells) => `| ${cells.join(' | ')} |`)
			.join('\n'),
		example.split('\n').length > LONG_EXAMPLE
			? `<details><summary>Example</summary>\n\n${block}\n\n</details>`
			: block,
	];
}

function kindOfOutput({ type, items }: Schema): string {
	switch (type) {
		case 'string':
			return 'text';
		case 'boolean':
			return 'true or false';
		case 'array':
			return items?.type
				? `list of ${items.type === 'string' ? 'texts' : `${items.type}s`}`
				: 'list';
		case 'null':
			return 'null';
		default:
			return type;
	}
}

const SCHEMAS = join(__dirname, '../nodes/SubscriptionMessaging/__schema__/v1.0.0');

const EXAMPLES = JSON.parse(readFileSync(join(__dirname, 'outputExamples.json'), 'utf8')) as Record<
	string,
	unknown
>;

/** What the node's own names mean, from their table. */
const MEANINGS = new Map(
	[
		...readFileSync(join(__dirname, 'outputs.md'), 'utf8').matchAll(
			/^\| (`.*?) \| (.*?) \| .* \|$/gm,
		),
	].flatMap(([, names = '', meaning = '']) =>
		[...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, meaning] as const),
	),
);

function rowsOf(properties: readonly INodeProperties[]): string[][] {
	const rows = properties.flatMap((property) => fieldRows(property, [], properties));
	// One field may be described twice, each for a state of the panel.
	return [...new Map(rows.map((row) => [row.join('|'), row])).values()];
}

function fieldTable(properties: readonly INodeProperties[]): string {
	return tableOf(rowsOf(properties));
}

function tableOf(rows: readonly string[][]): string {
	return [['Field', 'Takes', 'Default', 'What it does'], ['---', '---', '---', '---'], ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

function fieldRows(
	property: INodeProperties,
	path: readonly string[],
	siblings: readonly INodeProperties[],
	conditions: readonly string[] = [],
): string[][] {
	if (property.type === 'notice' || property.type === 'hidden') return [];
	const own = [...path, property.displayName];
	const all = [...conditions, condition(property, siblings)];
	if (property.type === 'collection') {
		const members = property.options as INodeProperties[];
		return members.flatMap((member) => fieldRows(member, own, [...siblings, ...members], all));
	}
	if (property.type === 'fixedCollection') {
		return (property.options as INodePropertyCollection[]).flatMap(({ values }) =>
			values.flatMap((member) => fieldRows(member, own, values, all)),
		);
	}
	return [
		[
			own.join(' → ') + (property.required ? ' *' : ''),
			kindOf(property),
			defaultOf(property),
			[property.description, limitTold(property), ...all]
				.filter(Boolean)
				.map((sentence) => inCell(String(sentence)))
				.join(' '),
		],
	];
}

function kindOf({ type, options, builderHint }: INodeProperties): string {
	if (builderHint === SHOWN_ONLY) return 'nothing';
	if (type !== 'options' && type !== 'multiOptions') return KINDS[type] ?? type;
	const choices = (options ?? []) as INodePropertyOptions[];
	return choices.length > 0 && choices.length <= MOST_OPTIONS
		? choices.map(({ name }) => name).join(', ')
		: 'one of a list';
}

function defaultOf({ default: value, options, type }: INodeProperties): string {
	if (type === 'boolean') return value === true ? 'on' : 'off';
	const nameOf = (one: unknown) =>
		((options ?? []) as INodePropertyOptions[]).find((it) => it.value === one)?.name;
	if (Array.isArray(value)) return value.map((one) => nameOf(one) ?? String(one)).join(', ');
	if (typeof value === 'object' || value === '' || value === undefined) return '';
	return nameOf(value) ?? String(value);
}

/** What the field says below its input, where the description does not. */
function limitTold({ description = '', hint = '' }: INodeProperties): string {
	return hint.startsWith('=') || description.toLowerCase().includes(hint.toLowerCase()) ? '' : hint;
}

function condition(
	{ displayOptions }: INodeProperties,
	siblings: readonly INodeProperties[],
): string {
	const switchedOff = Object.entries(displayOptions?.hide ?? {}).flatMap(([name, values]) =>
		values?.includes(false) ? [[name, [true]] as const] : [],
	);
	const shown = [...switchedOff, ...Object.entries(displayOptions?.show ?? {})].filter(
		([name]) => !['resource', 'operation', '@version'].includes(name) && !name.endsWith('.value'),
	);
	if (shown.length === 0) return '';
	const wanted = shown.map(([name, values]) => {
		const sibling = siblings.find((it) => it.name === name.replace(/^\//, ''));
		const choices = (sibling?.options ?? []) as INodePropertyOptions[];
		// Whatever is entered there.
		if (values?.some((value) => value !== null && typeof value === 'object')) {
			return `*${sibling?.displayName ?? name}*`;
		}
		const named = (values ?? []).map((value) => {
			if (typeof value === 'boolean') return value ? 'on' : 'off';
			return choices.find((choice) => choice.value === value)?.name ?? String(value);
		});
		return `*${sibling?.displayName ?? name}*: ${named.join(' or ')}`;
	});
	return `Only with ${wanted.join(' and ')}.`;
}

/** Markup of the editor as Markdown, in one line, ending in a full stop. */
function inCell(text: string): string {
	const line = text
		.replace(/<\/?(b|strong)>/g, '**')
		.replace(/<\/?(i|em)>/g, '*')
		.replace(/<br ?\/?>|\s*\n\s*/g, ' ')
		.replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, '[$2]($1)')
		.replaceAll('|', '\\|')
		.trim();
	return /[.!?]$/.test(line) ? line : `${line}.`;
}

if (require.main === module) {
	writeFileSync(join(__dirname, 'operations.md'), operationsPage());
}

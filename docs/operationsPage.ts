/**
 * Writes `docs/operations.md` and a page for each resource and trigger in `docs/operations/`, with all
 * fields and the output, from the node, the contract, the schemas and the examples that `npm run schemas`
 * writes, and the table of names in `docs/outputs.md`: `npm run docs`. A test fails when they are behind.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeParameters,
	NodePropertyTypes,
} from 'n8n-workflow';

import type { Operation } from '../nodes/SubscriptionMessaging/actions/operation/operation';
import { RESOURCES } from '../nodes/SubscriptionMessaging/actions/router';
import { SHOWN_ONLY } from '../nodes/SubscriptionMessaging/actions/fields/notice';
import { properties as subscriberTriggerProperties } from '../nodes/SubscriptionMessaging/subscriberTrigger/fields';
import { properties as triggerProperties } from '../nodes/SubscriptionMessaging/trigger/fields';
import { callsOf, transportsOf } from './interfaceOf';

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

const HOW_THEY_WORK = [
	'**Group** is where a message is sent from. Pick it from the list, or enter its *keyword*.',
	'**Send to Group** sends to everyone in a group, or in all groups of a division or company. It shows how many people that is, and of more than 20 groups how many groups. Of units that contain each other, such as all rows of *Get Organization Tree*, each is sent to: people get the message once for each.',
	'**Recipients** of *Send*: numbers or addresses in one field, one by one with a type, carrier ID and custom fields each, or the input items.',
	'**Placeholders** such as `{name}` are filled by the service from the custom field of the same name of each recipient. *Send Template* shows them as fields: drag the values from the input items. A custom field that a recipient has of its own comes first.',
	'**Simplify** (on by default) gives one item per subscriber, template, group, number or recipient; off, the whole answer of the service.',
	'**Several items**: all items are checked before the first request leaves. Changes are carried out one after the other, sends and look-ups up to ten at once. With *On Error → Continue*, failed items go on with an `error` and the others are carried out.',
	'**As a tool of an AI agent** the node takes what the agent fills in; broadcasts are refused there.',
]
	.map((line) => `- ${line}`)
	.join('\n');

/** What writes each page, by its path from `docs/`; it throws where `npm run schemas` is behind. */
export function operationsPages(): Map<string, () => string> {
	const shared = sharedRows();
	const pages = new Map([['operations.md', () => overview(shared)]]);
	for (const { name, value, operations } of RESOURCES) {
		pages.set(pathOf(value), () =>
			page(`${name}: fields and output`, [
				READING,
				operations.length > 1 ? listOf(operations, '') : '',
				...operations.flatMap((operation) => operationSection(value, operation, shared)),
			]),
		);
	}
	pages.set('operations/triggers.md', triggersPage);
	return pages;
}

function overview(shared: ReadonlyMap<string, string[]>): string {
	return page('Operations, their fields and their output', [
		'Every operation of the node **Subscription Messaging** has its fields, its output and an example on the page of its resource. [The triggers](operations/triggers.md) have theirs. [Words](words.md) explains group, keyword, code and ticket.',
		HOW_THEY_WORK,
		'![The placeholders of a stored template as fields](images/placeholders.png)',
		'![An AI agent with the node as its tool](images/ai-agent-that-texts.png)',
		...RESOURCES.flatMap(({ name, value, operations }) => [
			`## ${name}`,
			listOf(operations, pathOf(value)),
		]),
		'## Fields that many operations share',
		'The page of an operation names those that it has. The default of an option is what it holds once you add it, and in most cases also what holds without it. Exceptions: without *Max Recipients* or *Max Segments* there is no maximum; without *Delivery Report* and *Status URL* no report; without *Only Final* every status; without *Limit Wait Time* no end of the wait.',
		tableOf([...shared.values()].sort(([a = ''], [b = '']) => a.localeCompare(b))),
	]);
}

function triggersPage(): string {
	return page('Triggers: fields and output', [
		'[Words](../words.md) explains group, keyword, code and ticket.',
		'## Subscription Messaging Trigger',
		'Starts the workflow when the service reports a delivery status or posts any callback. [Delivery reports](../delivery-reports.md) explains it.',
		fieldTable(triggerProperties),
		'### Output of Delivery Status',
		'The interface does not show what a service posts, so this is what the trigger makes of a post of the sandbox.',
		...exampleSection('trigger/deliveryStatus'),
		'### Output of Any Callback',
		...exampleSection('trigger/anyCallback'),
		'## Subscription Messaging Subscriber Trigger',
		'[Starts a workflow when somebody joins or leaves a group](../subscriber-trigger.md).',
		fieldTable(subscriberTriggerProperties),
		'### Output',
		...exampleSection('subscriberTrigger'),
	]);
}

const READING =
	'Fields marked * are required. “Only with” names the choice that makes a field appear. Where a choice has a number in brackets, an expression has to give that number. Each example is the first item of a run with the sandbox, with *Simplify* on where there is such a field. Names without a description are those of the service.';

function page(title: string, sections: readonly string[]): string {
	const [first = '', ...others] = sections.filter(Boolean);
	return `${[`# ${title}`, '<!-- Written by `npm run docs`. -->', first, ...others].join('\n\n')}\n`;
}

function pathOf(resource: string): string {
	return `operations/${resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`;
}

/** A link to the section of each operation. */
function listOf(operations: readonly Operation[], path: string): string {
	return operations
		.map(({ name, action, description }) => {
			const anchor = action.toLowerCase().replaceAll(' ', '-');
			return `- [${name}](${path}#${anchor}): ${inCell(description)}`;
		})
		.join('\n');
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
		`## ${operation.action}`,
		inCell(`*${operation.name}*: ${operation.description}`),
		`Interface: ${callsOf(operation)}. Transports: ${transportsOf(operation)}.`,
		...(own.length > 0 ? [tableOf(own)] : []),
		...(others.length > 0
			? [
					`[Shared fields](../operations.md#fields-that-many-operations-share): ${others.join(', ')}.`,
				]
			: []),
		...outputSection(`${resource}/${operation.value}`),
	];
}

type Schema = { type: string; properties?: Record<string, Schema>; items?: Schema };

function outputSection(operation: string): string[] {
	const file = join(SCHEMAS, `${operation}.json`);
	if (!existsSync(file)) throw behind(operation);
	const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
	return ['Output:', namesTable(schema), exampleOf(operation)];
}

function behind(output: string): Error {
	return new Error(`The output of ${output} is not known yet: run \`npm run schemas\` first`);
}

/** Of a trigger, which has no schema: the example shows all that there is. */
function exampleSection(output: string): string[] {
	const properties = Object.entries(EXAMPLES[output] ?? {}).map(([name, value]) => [
		name,
		{ type: Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value },
	]);
	return [
		namesTable({
			type: 'object',
			properties: Object.fromEntries(properties) as Schema['properties'],
		}),
		exampleOf(output),
	];
}

function namesTable({ properties = {} }: Schema): string {
	const rows = Object.entries(properties).map(([name, held]) => [
		`\`${name}\``,
		kindOfOutput(held),
		MEANINGS.get(name) ??
			(SEVERAL.has(name)
				? 'Has [several meanings](../outputs.md#names-of-the-service-with-more-than-one-meaning)'
				: ''),
	]);
	return [['Name', 'Type', 'What it holds'], ['---', '---', '---'], ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

function exampleOf(output: string): string {
	if (!EXAMPLES[output]) throw behind(output);
	const example = JSON.stringify(EXAMPLES[output], null, 2);
	const block = `\`\`\`json\n${example}\n\`\`\``;
	return example.split('\n').length > LONG_EXAMPLE
		? `<details><summary>Example</summary>\n\n${block}\n\n</details>`
		: block;
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
	object
>;

/** Rows of a table of docs/outputs.md: names, and what they mean. */
function namesIn(marks: string): Array<readonly [name: string, meaning: string]> {
	const [, table = ''] = readFileSync(join(__dirname, 'outputs.md'), 'utf8').split(
		new RegExp(`<!-- ${marks}:(?:begin|end) -->`),
	);
	return [...table.matchAll(/^\| (`.*?) \| (.*?) \|/gm)].flatMap(([, names = '', meaning = '']) =>
		[...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, meaning] as const),
	);
}

/** What the node's own names mean. */
const MEANINGS = new Map(namesIn('names'));

/** Names of the service that mean several things. */
const SEVERAL = new Set(namesIn('meanings').map(([name]) => name));

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
	const all = [...conditions, condition(property, siblings), offeredWhen(property, siblings)];
	if (property.type === 'collection') {
		// A notice while it is fetched.
		if (property.builderHint === SHOWN_ONLY) return [];
		const members = property.options as INodeProperties[];
		return members.flatMap((member) => fieldRows(member, own, [...siblings, ...members], all));
	}
	if (property.type === 'fixedCollection') {
		const held = Object(property.default) as Record<string, INodeParameters | undefined>;
		return (property.options as INodePropertyCollection[]).flatMap(({ name, values }) =>
			values.flatMap((member) => {
				// What is said of all fields together stands at each that has nothing of its own.
				const { description } = property;
				const value = held[name]?.[member.name] ?? member.default;
				return fieldRows({ description, ...member, default: value }, own, values, all);
			}),
		);
	}
	return [
		[
			own.join(' → ') + (property.required ? ' *' : ''),
			kindOf(property),
			ONCE_ADDED.has(property.name) ? `${defaultOf(property)}, once added` : defaultOf(property),
			[property.description, limitTold(property), ...all]
				.filter(Boolean)
				.map((sentence) => inCell(String(sentence)))
				.join(' '),
		],
	];
}

/** Without these fields nothing of the kind happens, whatever they hold at first. */
const ONCE_ADDED = new Set(['maxRecipients', 'maxSegments', 'deliveryReport', 'onlyWithTicket']);

function kindOf({ type, options, builderHint }: INodeProperties): string {
	if (builderHint === SHOWN_ONLY) return 'nothing';
	if (type !== 'options' && type !== 'multiOptions') return KINDS[type] ?? type;
	const choices = (options ?? []) as INodePropertyOptions[];
	const several = type === 'multiOptions' ? 'one or more of ' : '';
	return choices.length > 0 && choices.length <= MOST_OPTIONS
		? several + choices.map(choiceOf).join(', ')
		: `${several || 'one of '}a list`;
}

/** A number is told, too: nobody could guess what an expression has to give. */
function choiceOf({ name, value }: INodePropertyOptions): string {
	return typeof value === 'number' ? `${name} (${value})` : name;
}

function defaultOf({ default: value, options, type }: INodeProperties): string {
	if (type === 'boolean') return value === true ? 'on' : 'off';
	const nameOf = (one: unknown) =>
		((options ?? []) as INodePropertyOptions[]).find((it) => it.value === one)?.name;
	if (Array.isArray(value)) return value.map((one) => nameOf(one) ?? String(one)).join(', ');
	if (typeof value === 'object' || value === '' || value === undefined) return '';
	const text = nameOf(value) ?? String(value);
	return text.startsWith('={{') ? `\`${text.slice(1)}\`` : text;
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

/** Of an option that the editor offers only once there is a text, or beside others. */
function offeredWhen({ name }: INodeProperties, siblings: readonly INodeProperties[]): string {
	const hiddenBy = siblings
		.filter((sibling) => sibling.name === name)
		.flatMap(({ displayOptions }) => Object.keys(displayOptions?.hide ?? {}));
	if (!hiddenBy.includes('/options')) return '';
	return hiddenBy.includes('/message')
		? 'Offered once there is a message, or another option is added.'
		: 'Offered once another option is added.';
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
	// All of them first: where one cannot be written, none is touched.
	const texts = [...operationsPages()].map(([path, write]) => [path, write()] as const);
	rmSync(join(__dirname, 'operations'), { recursive: true, force: true });
	mkdirSync(join(__dirname, 'operations'));
	for (const [path, text] of texts) writeFileSync(join(__dirname, path), text);
}

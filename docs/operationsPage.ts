/**
 * Writes `docs/operations.md`, every operation with all of its fields, from the node and the
 * contract: `npm run docs`. A test fails when the page is behind.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodePropertyTypes,
} from 'n8n-workflow';

import type { Operation } from '../nodes/SubscriptionMessaging/actions/operation';
import { RESOURCES } from '../nodes/SubscriptionMessaging/actions/router';
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

/** The whole page. */
export function operationsPage(): string {
	const resources = RESOURCES.flatMap(({ name, operations }) => [
		`## ${name}`,
		...operations.flatMap(operationSection),
	]);
	return `${[
		'# Operations and their fields',
		'<!-- Written by `npm run docs`. -->',
		'Every operation of the node **Subscription Messaging**, with the operation of the interface behind it, and then the triggers. Fields marked * are required. “Only with” names the choice that makes a field appear.',
		...resources,
		'## Subscription Messaging Trigger',
		'Starts the workflow when a message is delivered, or at any other callback. [Delivery reports](delivery-reports.md) explains it.',
		fieldTable(triggerProperties),
		'## Subscription Messaging Subscriber Trigger',
		'[Starts a workflow when somebody joins or leaves a group](subscriber-trigger.md).',
		fieldTable(subscriberTriggerProperties),
	].join('\n\n')}\n`;
}

function operationSection(operation: Operation): string[] {
	return [
		`### ${operation.action}`,
		`*${operation.name}*: ${operation.description}.`,
		`Interface: ${callsOf(operation)}. Transports: ${transportsOf(operation)}.`,
		fieldTable(operation.properties),
	];
}

function fieldTable(properties: readonly INodeProperties[]): string {
	const rows = properties.flatMap((property) => fieldRows(property, [], properties));
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
		return (property.options as INodeProperties[]).flatMap((member) =>
			fieldRows(member, own, siblings, all),
		);
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

function kindOf({ type, options }: INodeProperties): string {
	if (type !== 'options' && type !== 'multiOptions') return KINDS[type] ?? type;
	const choices = (options ?? []) as INodePropertyOptions[];
	return choices.length > 0 && choices.length <= MOST_OPTIONS
		? choices.map(({ name }) => name).join(', ')
		: 'one of a list';
}

function defaultOf({ default: value, options, type }: INodeProperties): string {
	if (type === 'boolean') return value === true ? 'on' : 'off';
	if (typeof value === 'object' || value === '' || value === undefined) return '';
	const choice = ((options ?? []) as INodePropertyOptions[]).find((it) => it.value === value);
	return choice?.name ?? String(value);
}

/** What the field says below its input, where the description does not. */
function limitTold({ description = '', hint = '' }: INodeProperties): string {
	return hint.startsWith('=') || description.toLowerCase().includes(hint.toLowerCase()) ? '' : hint;
}

function condition(
	{ displayOptions }: INodeProperties,
	siblings: readonly INodeProperties[],
): string {
	const shown = Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => !['resource', 'operation', '@version'].includes(name),
	);
	if (shown.length === 0) return '';
	const wanted = shown.map(([name, values]) => {
		const sibling = siblings.find((it) => it.name === name.replace(/^\//, ''));
		const choices = (sibling?.options ?? []) as INodePropertyOptions[];
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

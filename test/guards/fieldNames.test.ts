import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';

import { SubscriptionMessagingApi } from '../../credentials/SubscriptionMessagingApi.credentials';
import { SubscriptionMessaging } from '../../nodes/SubscriptionMessaging/SubscriptionMessaging.node';
import { SubscriptionMessagingSubscriberTrigger } from '../../nodes/SubscriptionMessaging/SubscriptionMessagingSubscriberTrigger.node';
import { SubscriptionMessagingTrigger } from '../../nodes/SubscriptionMessaging/SubscriptionMessagingTrigger.node';
import { ROOT } from './sources';

/** Of n8n's own panel. */
const OF_N8N = ['On Error', 'Continue'];

/** The names that people see of fields, options, operations and actions. */
function namesIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(namesIn);
	if (typeof value !== 'object' || value === null) return [];
	const { displayName, name } = value as { displayName?: unknown; name?: unknown };
	const own = [displayName, name].filter((text) => typeof text === 'string');
	// A unit in brackets is left out of the docs.
	return [
		...own.flatMap((text) => [text, text.replace(/ \([^)]*\)$/, '')]),
		...Object.values(value).flatMap(namesIn),
	];
}

const known = new Set([
	...OF_N8N,
	...namesIn([
		new SubscriptionMessaging().description.properties,
		new SubscriptionMessagingTrigger().description.properties,
		new SubscriptionMessagingSubscriberTrigger().description.properties,
		new SubscriptionMessagingApi().properties,
	]),
]);

/** Steps of the ways to a field, such as *Options → Campaign Key*, that lead nowhere. */
const unknownIn = (text: string) =>
	[...text.matchAll(/(?<!\*)\*([^*\n]* → [^*\n]*)\*(?!\*)/g)]
		.flatMap(([, way = '']) => way.split(' → '))
		.filter((step) => !known.has(step.trim()));

const pages = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)]
	.filter((path) => path.endsWith('.md'))
	.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);
const examples = readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.json'));
const notes = examples.map((name) => {
	const path = `examples/${name}`;
	const { nodes } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { nodes: INode[] };
	return [
		path,
		nodes.map(({ parameters }) => String(parameters.content ?? '')).join('\n'),
	] as const;
});

test.each([...pages, ...notes])('%s names fields as they are named', (_path, text) => {
	expect(unknownIn(text)).toEqual([]);
});

test('a way to a field that is not there is found', () => {
	expect(
		unknownIn('Use *Options → If Custom Ticket Is Known → Skip*, or **Bold → text**.'),
	).toEqual(['If Custom Ticket Is Known']);
});

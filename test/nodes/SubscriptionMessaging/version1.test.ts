import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { RESOURCES } from '../../../nodes/SubscriptionMessaging/actions/router';
import { SubscriptionMessaging } from '../../../nodes/SubscriptionMessaging/SubscriptionMessaging.node';
import { PUBLISHED_OPERATIONS } from './actions/published';
import { answersOf, behaviourOf, operationOf, record, STORED, VERSION } from './storedNodes';

/** Nobody waits here between two questions for one ticket. */
jest.mock('../../../nodes/SubscriptionMessaging/eventLoop/sleep', () => ({
	sleepFor: async () => {},
}));

if (process.env.RECORD) beforeAll(record);

/**
 * Stored workflows outlive every release. A node that was stored by version 1 asks the service for the
 * same as on the day when it was stored, and gives the same, which expressions of the nodes behind it
 * read; a change of that is a version 2, and leaves these as they are.
 */
test.each(STORED.map((node) => [node.name, node] as const))(
	'version 1 still does what it did: %s',
	async (_name, node) => {
		expect(node.rows).not.toEqual([]);
		const { requests, rows } = await behaviourOf(node, answersOf(node));
		expect(requests).toEqual(node.requests);
		expect(rows).toEqual(node.rows);
	},
);

const WRITE =
	'add a node to version1.json, its parameters as the editor stores them, and run RECORD=1 npx jest version1 --selectProjects unit';

test('each operation that is published has a stored node', () => {
	const held = STORED.map(({ parameters: { resource, operation } }) => `${resource}.${operation}`);
	const missing = PUBLISHED_OPERATIONS.filter((operation) => !held.includes(operation));
	expect(missing.map((operation) => `${operation}: ${WRITE}`)).toEqual([]);
});

/** Fields that only show something. */
const SHOWN_ONLY = ['charactersLeft', 'newPlaceholders', 'people', 'storedText'];

/** The names of fields, those in collections with that of the collection. */
const namesOf = (fields: readonly INodeProperties[]) =>
	fields
		.filter(({ name, type }) => type !== 'notice' && !SHOWN_ONLY.includes(name))
		.flatMap(({ name, type, options = [] }) =>
			type === 'collection'
				? (options as INodeProperties[]).map((member) => `${name}.${member.name}`)
				: [name],
		);

const enteredIn = (parameters: Record<string, unknown>) =>
	Object.entries(parameters).flatMap(([name, value]) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? [name, ...Object.keys(value).map((member) => `${name}.${member}`)]
			: [name],
	);

/** Choices of fields but their defaults, those in collections with the name of the collection. */
const choicesOf = (fields: readonly INodeProperties[], within = ''): string[] =>
	fields.flatMap(({ name, type, options = [], default: value }) => {
		if (type === 'collection') return choicesOf(options as INodeProperties[], `${name}.`);
		if (type === 'fixedCollection') {
			const groups = options as INodePropertyCollection[];
			return groups.flatMap((group) => choicesOf(group.values, `${group.name}.`));
		}
		if (type !== 'options') return [];
		return (options as INodePropertyOptions[])
			.filter((option) => option.value !== value)
			.map((option) => `${within}${name}=${option.value}`);
	});

const chosenIn = (parameters: object, within = ''): string[] =>
	Object.entries(parameters).flatMap(([name, value]: [string, unknown]) =>
		typeof value === 'object' && value !== null
			? chosenIn(value, Array.isArray(parameters) ? within : `${name}.`)
			: [`${within}${name}=${String(value)}`],
	);

test('each choice is held by a stored node', () => {
	const held = new Set(STORED.flatMap(({ parameters }) => chosenIn(parameters)));
	const offered = RESOURCES.flatMap(({ operations }) =>
		operations.flatMap(({ properties }) => choicesOf(properties)),
	);
	const missing = [...new Set(offered)].filter((choice) => !held.has(choice));
	expect(missing.map((choice) => `${choice}: ${WRITE}`)).toEqual([]);
});

test('each field and option is held by a stored node', () => {
	const held = new Set(STORED.flatMap(({ parameters }) => enteredIn(parameters)));
	const offered = RESOURCES.flatMap(({ operations }) =>
		operations.flatMap(({ properties }) => namesOf(properties)),
	);
	const missing = [...new Set(offered)].filter(
		(name) => !held.has(name) && !SHOWN_ONLY.includes(name),
	);
	expect(missing.map((name) => `${name}: ${WRITE}`)).toEqual([]);
});

test.each(STORED.map((node) => [node.name, node] as const))(
	'each field that a stored node holds is still there: %s',
	(_name, { parameters }) => {
		const { resource: _resource, operation: _operation, ...entered } = parameters;
		const names = namesOf(operationOf(parameters).properties);
		const isCollection = (name: string) => names.some((one) => one.startsWith(`${name}.`));
		const held = Object.entries(entered).flatMap(([name, value]) =>
			isCollection(name)
				? Object.keys(value as object).map((member) => `${name}.${member}`)
				: [name],
		);
		expect(held.filter((name) => !names.includes(name))).toEqual([]);
	},
);

test('each version of the node has its stored nodes', () => {
	const { version } = new SubscriptionMessaging().description;
	expect([version].flat()).toEqual([VERSION]);
});

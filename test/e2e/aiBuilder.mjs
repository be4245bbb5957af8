/**
 * What n8n's AI builder and its list of nodes make of this package, asked of n8n's own code: for each
 * search on standard input the first nodes and actions, and the type definitions that a model reads.
 * A process of its own, because n8n's code is not to be transformed by jest.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../host/prepare.mjs';

const PACKAGE = 'n8n-nodes-subscription-messaging';
/** As many as n8n's builder hands to a model for one search. */
const FIRST = 5;

const host = join(root, 'host/node_modules');
const require = createRequire(join(host, 'n8n/package.json'));
const { NodeSearchEngine } = require(
	join(host, '@n8n/ai-utilities/dist/cjs/node-catalog/search-engine.js'),
);
const { sublimeSearch } = require(join(host, '@n8n/utils/dist/search/sublime-search.cjs'));
const { generateNodeTypeFile } = require('@n8n/workflow-sdk');

const nodesOf = (folder, name) =>
	JSON.parse(readFileSync(join(folder, 'dist/types/nodes.json'), 'utf8')).map((node) => ({
		...node,
		name: `${name}.${node.name}`,
	}));
const own = nodesOf(root, PACKAGE);
const all = [
	...nodesOf(join(host, 'n8n-nodes-base'), 'n8n-nodes-base'),
	...nodesOf(join(host, '@n8n/n8n-nodes-langchain'), '@n8n/n8n-nodes-langchain'),
	...own,
];
const builder = new NodeSearchEngine(all);
/** The weights of the editor's list of nodes. */
const KEYS = [
	{ key: 'properties.displayName', weight: 1.3 },
	{ key: 'properties.codex.alias', weight: 1 },
];
const inEditor = (words, entries) =>
	sublimeSearch(
		words,
		entries.map((properties) => ({ properties })),
		KEYS,
	)
		.slice(0, FIRST)
		.map(({ item }) => item.properties);
const actions = own[0].properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options, displayOptions }) =>
		options.map(({ action, value }) => ({
			displayName: action,
			name: `${displayOptions.show.resource[0]}.${value}`,
		})),
	);

const names = (found) => found.map(({ name }) => name);
const searches = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(
	JSON.stringify({
		found: searches.map(({ search, action }) => ({
			byBuilder: names(builder.searchByName(search, FIRST)),
			inEditor: names(inEditor(search, all)),
			actions: names(inEditor(action ?? '', actions)),
		})),
		definitions: own.map((node) =>
			generateNodeTypeFile({
				...node,
				properties: node.properties.filter(({ type }) => type !== 'hidden'),
			}),
		),
	}),
);

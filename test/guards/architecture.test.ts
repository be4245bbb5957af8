import { posix } from 'node:path';

import ts from 'typescript';

import { importedModule, literalsOf, offences, parse, sourcesIn, textOf } from './sources';

type Rule = (node: ts.Node) => boolean;

const NODE = 'nodes/SubscriptionMessaging/';
const nodeFiles = sourcesIn('nodes');
/** Whether it is `displayName: …` or `name: …`. */
function isNameInEditor(node: ts.Node): boolean {
	return ts.isPropertyAssignment(node) && /^(?:displayN|n)ame$/.test(node.name.getText());
}

const found = (files: ts.SourceFile[], rule: Rule) => files.flatMap((file) => offences(file, rule));
const planted = (text: string, rule: Rule, path = `${NODE}actions/planted.ts`) =>
	offences(parse(path, text), rule).length;

test('the source files are found', () => {
	expect(nodeFiles.map(({ fileName }) => fileName)).toContain(
		`${NODE}SubscriptionMessaging.node.ts`,
	);
});

describe('the service knows nothing of n8n', () => {
	const leavesService: Rule = (node) => {
		const module = importedModule(node);
		if (module === undefined) return false;
		if (!module.startsWith('.')) return /^(@?n8n)/.test(module);
		const path = posix.join(posix.dirname(node.getSourceFile().fileName), module);
		return !path.startsWith(`${NODE}service/`);
	};

	test('no file of it imports n8n or what lies outside of it', () => {
		const files = nodeFiles.filter(({ fileName }) => fileName.startsWith(`${NODE}service/`));
		expect(files.length).toBeGreaterThan(0);
		expect(found(files, leavesService)).toEqual([]);
	});

	test.each([
		`import { sleep } from 'n8n-workflow';`,
		`import type { IDataObject } from 'n8n-workflow';`,
		`export * from '../transport/exchange';`,
		`const core = await import('@n8n/errors');`,
		`type Node = import('n8n-workflow').INode;`,
		`const { sleep } = require('n8n-workflow');`,
		`import workflow = require('n8n-workflow');`,
	])('%s would be found', (text) => {
		expect(planted(text, leavesService, `${NODE}service/planted.ts`)).toBe(1);
	});
});

describe('the service has no words of the editor', () => {
	const isService = ({ fileName }: ts.SourceFile) => fileName.startsWith(`${NODE}service/`);
	/** What fields, options and operations are called there; a single word may mean anything. */
	const names = [...nodeFiles.filter((file) => !isService(file)), ...sourcesIn('credentials')]
		.flatMap((file) => literalsOf(file, (node) => isNameInEditor(node.parent)))
		.filter((name) => /^\p{Lu}.* /u.test(name));
	/** What n8n has, and the interface has not. */
	const OF_N8N = /\b(?:items?|nodes?|credentials?|expressions?|editors?|workflows?|fields?|n8n)\b/i;
	/** Of a form that is posted; a node has no limit of them. */
	const FIELDS_OF_FORM = /more than … fields$/;
	/** A template as a whole: a part of it may be a word alone, as in `${most} items`. */
	const wholeText = (node: ts.Node): string | undefined =>
		ts.isTemplateExpression(node)
			? node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
			: textOf(node);
	const isSentence = (text: string) => text.trim().includes(' ');
	const saysName: Rule = (node) => {
		const text = wholeText(node);
		if (text === undefined || FIELDS_OF_FORM.test(text)) return false;
		return names.some((name) => text.includes(name)) || (isSentence(text) && OF_N8N.test(text));
	};

	test('no text of it names a field, an option or an operation, or anything of n8n', () => {
		expect(names).toEqual(expect.arrayContaining(['Base URL', 'Parallel Requests', 'Get Status']));
		expect(found(nodeFiles.filter(isService), saysName)).toEqual([]);
	});

	test.each([
		`throw new Error("Check the 'Base URL' of the credential");`,
		'const advice = `Look it up with Message → Get Status by ${ticket}`;',
		`const fix = 'Use the ID that Look Up Carrier ID gives';`,
		`const fix = 'Check the expression that fills it.';`,
		'const fix = `Spread them over several items of at most ${most}.`;',
		'const fix = `Spread them over ${several} items.`;',
		`const fix = 'Leave the field empty.';`,
	])('%s would be found', (text) => {
		expect(planted(text, saysName)).toBe(1);
	});

	test.each(['const reason = `it has more than ${most} fields`;', `const tag = 'item';`])(
		'%s is of the interface',
		(text) => expect(planted(text, saysName)).toBe(0),
	);
});

describe('only the transport and the credential test send HTTP', () => {
	const MODULES = /^(?:node:)?(?:https?|http2|net|tls|dgram)$|^(?:axios|undici|got|ky|node-fetch)$/;
	const SENDS =
		/^(?:fetch$|EventSource$|WebSocket$|XMLHttpRequest$|httpRequest|requestWith|requestOAuth)/;
	const areHelpers = (node: ts.Node | undefined) => /\bhelpers$/.test(node?.getText() ?? '');
	const sendsHttp: Rule = (node) => {
		if (MODULES.test(importedModule(node) ?? '')) return true;
		// Also where it was taken out of the object that holds it.
		if (ts.isIdentifier(node)) return SENDS.test(node.text);
		// The helper that is called `request`, as much else is.
		if (ts.isPropertyAccessExpression(node)) {
			return node.name.text === 'request' && areHelpers(node.expression);
		}
		if (ts.isElementAccessExpression(node)) {
			const name = textOf(node.argumentExpression) ?? '';
			return (name === 'request' || SENDS.test(name)) && areHelpers(node.expression);
		}
		if (!ts.isBindingElement(node)) return false;
		const { parent } = node.parent;
		const holder = ts.isBindingElement(parent) ? (parent.propertyName ?? parent.name) : undefined;
		return (
			(node.propertyName ?? node.name).getText() === 'request' &&
			areHelpers(ts.isVariableDeclaration(parent) ? parent.initializer : holder)
		);
	};
	const maySend = ({ fileName }: ts.SourceFile) =>
		fileName.startsWith(`${NODE}transport/`) || fileName === `${NODE}methods/credentialTest.ts`;

	test('no other file does', () => {
		const others = nodeFiles.filter((file) => !maySend(file));
		expect(found([...others, ...sourcesIn('credentials')], sendsHttp)).toEqual([]);
		expect(found(nodeFiles.filter(maySend), sendsHttp)).not.toEqual([]);
	});

	test.each([
		`await this.helpers.httpRequest({ url });`,
		`const { httpRequest } = helpers;`,
		`await context.helpers.httpRequestWithAuthentication.call(context, 'a', {});`,
		`await helpers.request(options);`,
		`const { request } = this.helpers;`,
		`const { request: send } = context.helpers;`,
		`const { helpers: { request } } = this;`,
		`await this.helpers['httpRequest'](options);`,
		`await helpers['request'](options);`,
		`const answer = await fetch(url);`,
		`const send = fetch;`,
		`const socket = new WebSocket(url);`,
		`import axios from 'axios';`,
		`import { request } from 'node:https';`,
	])('%s would be found', (text) => {
		expect(planted(text, sendsHttp)).toBe(1);
	});
});

describe('only the credential holds secrets', () => {
	// The code and the keyword are no secrets: they say whom a call is about, and an option changes the code.
	const SECRET = /^(?:username|password|api_key|apiKey)$/;
	/** As a whole text, or as a tag or parameter within one; not as a word of a sentence. */
	const IN_TEXT = /(?:^|[</:?&'"[])(?:username|password|api_key|apiKey)(?:$|[>=&'"\]])/;
	const namesSecret: Rule = (node) => {
		if (ts.isIdentifier(node)) return SECRET.test(node.text);
		const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
		return isText && IN_TEXT.test(node.text);
	};

	/** The contract lists the members of objects, and a form can have a field of this kind, as n8n's own. */
	const NAMES_KINDS = ['service/contract/contract', 'actions/fields/formElements', 'run/ask/page'];

	test('no file of the node names one but those that name a kind of field', () => {
		const others = nodeFiles.filter(
			({ fileName }) => !NAMES_KINDS.some((name) => fileName === `${NODE}${name}.ts`),
		);
		expect(found(others, namesSecret)).toEqual([]);
	});

	test.each([
		`const auth = { password: 'x' };`,
		`form.set('api_key', key);`,
		`const { password } = credential;`,
		`send(credential.api_key);`,
		'send(credential[`password`]);',
		`const { apiKey } = credential;`,
		`const name = credential.username;`,
		`envelope.replace('</auth>', '<password>');`,
		'const query = `&username=${name}`;',
		'const auth = `<api_key>${key}</api_key>`;',
	])('%s would be found', (text) => {
		expect(planted(text, namesSecret)).toBeGreaterThan(0);
	});

	test.each([
		`const hint = 'Check the username and password';`,
		`request.code = options.code;`,
		'const text = `${label}: wrong password`;',
	])('%s is no secret', (text) => {
		expect(planted(text, namesSecret)).toBe(0);
	});
});

describe('a parameter is read for its own item', () => {
	const choosesFirstItem: Rule = (node) =>
		ts.isCallExpression(node) &&
		ts.isPropertyAccessExpression(node.expression) &&
		node.expression.name.text === 'of' &&
		node.arguments[0]?.getText() === '0';
	const readsFirstItem: Rule = (node) =>
		choosesFirstItem(node) ||
		(ts.isCallExpression(node) &&
			ts.isPropertyAccessExpression(node.expression) &&
			node.expression.name.text === 'getNodeParameter' &&
			node.arguments[1]?.getText() === '0' &&
			!['resource', 'operation'].includes(textOf(node.arguments[0]) ?? ''));

	test('only the choice of resource and operation is read once for all items', () => {
		expect(found(nodeFiles, readsFirstItem)).toEqual([]);
	});

	test.each([
		`this.getNodeParameter('message', 0);`,
		`context.getNodeParameter(name, 0, '');`,
		`context.getNodeParameter('options', 0) as object;`,
		`const fields = new NodeFields(context, operation.properties).of(0);`,
	])('%s would be found', (text) => {
		expect(planted(text, readsFirstItem)).toBe(1);
	});
});

describe('every output item names its input item', () => {
	const isUnpaired: Rule = (node) => {
		// n8n's own way to make items of rows pairs none of them.
		if (ts.isIdentifier(node)) return node.text === 'returnJsonArray';
		if (!ts.isObjectLiteralExpression(node)) return false;
		const names = node.properties.map(({ name }) => name?.getText());
		return names.includes('json') && !names.includes('pairedItem');
	};

	test('no item of a run is without it', () => {
		// What a trigger begins with has no input item, and the service knows none.
		const runs = nodeFiles.filter(
			({ fileName }) => !/\/(?:trigger|subscriberTrigger|service)\//.test(fileName),
		);
		expect(found(runs, isUnpaired)).toEqual([]);
		const hasItem: Rule = (node) =>
			ts.isObjectLiteralExpression(node) &&
			node.properties.some(({ name }) => name?.getText() === 'json');
		expect(found(runs, hasItem)).not.toEqual([]);
	});

	test.each([
		`output.push({ json });`,
		`return [{ json: {}, error }];`,
		`return [helpers.returnJsonArray(rows)];`,
	])('%s would be found', (text) => {
		expect(planted(text, isUnpaired)).toBe(1);
	});
});

test('every file is named after what it holds', () => {
	const folders = ['bench', 'credentials', 'docs', 'host', 'nodes', 'release', 'sandbox', 'test'];
	const vague = folders
		.flatMap((folder) => sourcesIn(folder))
		.map(({ fileName }) => fileName)
		.filter((path) => /(?:^|\/)(?:utils?|helpers?|misc|common)(?:\/|\.)/i.test(path));
	expect(vague).toEqual([]);
});

describe('every test is run', () => {
	const isLeftOut: Rule = (node) => {
		if (ts.isPropertyAccessExpression(node)) {
			const [first] = node.expression.getText().split('.');
			return (
				['test', 'it', 'describe'].includes(first ?? '') &&
				['only', 'skip', 'todo', 'failing'].includes(node.name.text)
			);
		}
		return (
			ts.isCallExpression(node) &&
			/^(?:xit|xtest|xdescribe|fit|fdescribe)$/.test(node.expression.getText())
		);
	};

	const files = sourcesIn('test');

	test('none is skipped, left to do, or run alone', () => {
		expect(found(files, isLeftOut)).toEqual([]);
	});

	test.each([
		`test.only('a', () => {});`,
		`it.skip.each([1])('a', () => {});`,
		`describe.skip('a', () => {});`,
		`test.todo('a');`,
		`xit('a', () => {});`,
		`test.concurrent.only('a', async () => {});`,
	])('%s would be found', (text) => {
		expect(planted(text, isLeftOut)).toBe(1);
	});
});

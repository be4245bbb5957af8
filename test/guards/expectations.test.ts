import ts from 'typescript';

import { parse, sourcesIn } from './sources';

/**
 * A test without an expectation fails only if something throws or never ends. Those of the layers that run
 * in a real n8n may wait for what they want to see, which fails where it does not come.
 */
const LAYERS = [
	'credentials',
	'nodes',
	'sandbox',
	'guards',
	'release',
	'deploy',
	'engine',
	'faults',
];

/** `it('…', …)`, `test.each(…)('…', …)` and the like. */
const isTest = (node: ts.Node): node is ts.CallExpression =>
	ts.isCallExpression(node) &&
	node.arguments[1] !== undefined &&
	ts.isFunctionLike(node.arguments[1]) &&
	/^(?:it|test)(?:\.only|\.each\b[^]*)?$/.test(node.expression.getText()) &&
	!/\.each$/.test(node.expression.getText());

/** Functions and the like of a file, by their names. */
function namedIn(file: ts.SourceFile): Map<string, ts.Node> {
	const named = new Map<string, ts.Node>();
	const visit = (node: ts.Node): void => {
		if (
			(ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) &&
			node.name &&
			ts.isIdentifier(node.name)
		) {
			named.set(node.name.text, node);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return named;
}

/** Whether something is expected in a node, or in what it calls in its file. */
function expects(node: ts.Node, named: ReadonlyMap<string, ts.Node>, seen: Set<ts.Node>): boolean {
	if (seen.has(node)) return false;
	seen.add(node);
	let isFound = false;
	const visit = (at: ts.Node): void => {
		if (isFound) return;
		if (ts.isIdentifier(at)) {
			const own = named.get(at.text);
			isFound = at.text === 'expect' || (own !== undefined && expects(own, named, seen));
		}
		ts.forEachChild(at, visit);
	};
	visit(node);
	return isFound;
}

/** An expectation of a plain value, which is known before anything is done. */
const isOfConstant = (node: ts.Node) =>
	ts.isCallExpression(node) &&
	node.expression.getText() === 'expect' &&
	node.arguments.some(
		(argument) =>
			ts.isLiteralExpression(argument) ||
			argument.kind === ts.SyntaxKind.TrueKeyword ||
			argument.kind === ts.SyntaxKind.FalseKeyword,
	);

function withoutExpectation(file: ts.SourceFile): string[] {
	const named = namedIn(file);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if ((isTest(node) && !expects(node.arguments[1]!, named, new Set())) || isOfConstant(node)) {
			const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
			found.push(`${file.fileName}:${line}: ${node.getText().split('\n')[0]}`);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

test('each test expects something that may not be so', () => {
	const files = LAYERS.flatMap((layer) => sourcesIn(`test/${layer}`)).filter(({ fileName }) =>
		fileName.endsWith('.test.ts'),
	);
	expect(files.flatMap(withoutExpectation)).toEqual([]);
});

test.each([
	`it('works', async () => { await work(); });`,
	`test.each([1])('works with %s', (n) => { const of = (a: number) => a; of(n); });`,
	`test('is so', () => { expect(true).toBe(true); });`,
])('%s would be found', (text) => {
	expect(withoutExpectation(parse('test/planted.test.ts', text))).toHaveLength(1);
});

test.each([
	`it('works', () => { expect(work()).toBe(1); });`,
	`function same(a: string) { expect(a).toBe('a'); }\nit('works', () => same(work()));`,
	`const found = it.replace('a', 'b') && /a/.test('b', 1);`,
])('%s is not', (text) => {
	expect(withoutExpectation(parse('test/planted.test.ts', text))).toEqual([]);
});

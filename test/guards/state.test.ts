import ts from 'typescript';

import { parse, sourcesIn } from './sources';

/**
 * What a module keeps beyond a call lives as long as n8n does. So each such place says what bounds it,
 * in a line of its comment that begins with this word.
 */
const BOUND = /^\s*(?:\/\*\*|\*)?\s*Bounded: \S+ \S+/m;

/** A container that is filled later, as one without entries is; a table is filled where it stands. */
function isFilledLater(value: ts.Expression | undefined, own: ReadonlySet<string>): boolean {
	if (value === undefined) return false;
	if (ts.isArrayLiteralExpression(value)) return value.elements.length === 0;
	if (!ts.isNewExpression(value)) return false;
	const name = value.expression.getText();
	const isContainer = /^(?:Weak)?(?:Map|Set)$/.test(name) || own.has(name);
	return isContainer && (value.arguments ?? []).length === 0;
}

/** Names of the classes of a file, whose instances hold what they are given. */
const classesOf = (file: ts.SourceFile) =>
	new Set(file.statements.filter(ts.isClassDeclaration).map(({ name }) => name?.text ?? ''));

/** Places of a module that keep something beyond a call, and do not say what bounds it. */
function unbounded(file: ts.SourceFile): string[] {
	const own = classesOf(file);
	return file.statements.filter(ts.isVariableStatement).flatMap((statement) => {
		const { declarations, flags } = statement.declarationList;
		const isState = declarations.some(
			({ initializer, type }) =>
				!(flags & ts.NodeFlags.Const) ||
				(isFilledLater(initializer, own) && !/^(?:Readonly|readonly)/.test(type?.getText() ?? '')),
		);
		const comment = file.text.slice(statement.getFullStart(), statement.getStart());
		return isState && !BOUND.test(comment) ? [`${file.fileName}: ${statement.getText()}`] : [];
	});
}

test('what outlives a call is bounded, and says by what', () => {
	const files = [...sourcesIn('nodes'), ...sourcesIn('credentials')];
	expect(files.flatMap(unbounded)).toEqual([]);
});

test.each([
	`const kept = new Map<string, string>();`,
	`export const kept = new Set();`,
	`/** By the name. */\nconst kept = new WeakMap();`,
	`let kept: string | undefined;`,
	`const kept: string[] = [];`,
	`class Kept { all = [1]; }\nexport const kept = new Kept();`,
])('%s would be found', (text) => {
	expect(unbounded(parse('nodes/planted.ts', text))).toHaveLength(1);
});

test.each([
	`/**\n * By the name.\n *\n * Bounded: at most 100.\n */\nconst kept = new Map();`,
	`const TABLE = new Map([['a', 1]]);`,
	`const NONE: ReadonlyMap<string, string> = new Map();`,
	`const NOBODY: readonly string[] = [];`,
	`function f() { const own = new Map(); let count = 0; }`,
])('%s is no such place', (text) => {
	expect(unbounded(parse('nodes/planted.ts', text))).toEqual([]);
});

import ts from 'typescript';

import { parse, sourcesIn, textOf } from './sources';

/**
 * What a module keeps beyond a call lives as long as n8n does. So each such place says what bounds it,
 * in a line of its comment that begins with this word.
 */
const BOUND = /^\s*(?:\/\*\*|\*)?\s*Bounded: \S+ \S+/m;

/** What nobody can put anything into, or no more than it has places for. */
const FIXED =
	/^(?:RegExp|Error|TypeError|TextDecoder|TextEncoder|URL|Date|\w+\d+(?:Clamped)?Array)$|^Intl\./;

/** What shows in a type that a place is only read. */
const READ_ONLY = /^(?:Readonly|readonly)/;

/** Whether a file changes what a name stands for: `name.set(…)`, `name[…] = …`, `name.a.b += …`. */
function isChanged(name: string, file: ts.SourceFile): boolean {
	const change = new RegExp(
		`(?<![\\w.])${name}(?:\\.(?:set|add|push|unshift|splice|delete|clear|pop|shift)\\(|(?:\\.\\w+|\\[[^\\]]*\\])+\\s*(?:[-+*|&?]{0,2}=(?!=)|\\+\\+|--))`,
	);
	return change.test(file.text);
}

/** Functions of packages, which may give something that keeps what it is given, as a limiter does. */
function importedFromPackages(file: ts.SourceFile): Set<string> {
	return new Set(
		file.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
			if (textOf(moduleSpecifier)?.startsWith('.')) return [];
			const { name, namedBindings } = importClause ?? {};
			const named =
				namedBindings && ts.isNamedImports(namedBindings)
					? namedBindings.elements.map((element) => element.name.text)
					: [];
			return [...(name ? [name.text] : []), ...named];
		}),
	);
}

/**
 * Whether a value can be changed for as long as n8n runs: a container without entries, which is filled
 * later, one that the file changes, an instance of a class, or what a package gives.
 */
function canChange(value: ts.Expression | undefined, name: string, file: ts.SourceFile): boolean {
	if (value === undefined) return true;
	if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) {
		// A value that is passed off as a text is not filled.
		if (value.type.kind === ts.SyntaxKind.StringKeyword) return false;
		return canChange(value.expression, name, file);
	}
	if (ts.isArrayLiteralExpression(value)) {
		return value.elements.length === 0 || isChanged(name, file);
	}
	if (ts.isObjectLiteralExpression(value)) {
		return value.properties.length === 0 || isChanged(name, file);
	}
	if (ts.isCallExpression(value)) {
		return importedFromPackages(file).has(value.expression.getText());
	}
	if (!ts.isNewExpression(value)) return false;
	const made = value.expression.getText();
	if (FIXED.test(made)) return false;
	const isTable = /^(?:Weak)?(?:Map|Set)$/.test(made) && (value.arguments ?? []).length > 0;
	return !isTable || isChanged(name, file);
}

/** A place that lives as long as its module: a constant, a variable or a static member. */
interface Place {
	name: string;
	type: string;
	isConstant: boolean;
	value: ts.Expression | undefined;
	/** What has the comment. */
	node: ts.Node;
}

function placesOf(file: ts.SourceFile): Place[] {
	const inModule = file.statements.filter(ts.isVariableStatement).flatMap((node) =>
		node.declarationList.declarations.map(({ name, type, initializer }) => ({
			name: name.getText(),
			type: type?.getText() ?? '',
			isConstant: (node.declarationList.flags & ts.NodeFlags.Const) !== 0,
			value: initializer,
			node,
		})),
	);
	const inClasses = file.statements
		.filter(ts.isClassDeclaration)
		.flatMap((declared) =>
			declared.members.filter(ts.isPropertyDeclaration).map((node) => ({ declared, node })),
		)
		.flatMap(({ declared, node }) => {
			const kinds = ts.getModifiers(node)?.map(({ kind }) => kind) ?? [];
			if (!kinds.includes(ts.SyntaxKind.StaticKeyword)) return [];
			return [
				{
					name: `${declared.name?.text ?? 'this'}.${node.name.getText()}`,
					type: node.type?.getText() ?? '',
					isConstant: kinds.includes(ts.SyntaxKind.ReadonlyKeyword),
					value: node.initializer,
					node,
				},
			];
		});
	return [...inModule, ...inClasses];
}

/** Places that keep something beyond a call, and do not say what bounds it. */
function unbounded(file: ts.SourceFile): string[] {
	return placesOf(file).flatMap(({ name, type, isConstant, value, node }) => {
		const isState = !isConstant || (canChange(value, name, file) && !READ_ONLY.test(type));
		const comment = file.text.slice(node.getFullStart(), node.getStart());
		return isState && !BOUND.test(comment) ? [`${file.fileName}: ${node.getText()}`] : [];
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
	`import { Kept } from './kept';\nconst kept = new Kept();`,
	`import { Kept } from './kept';\nconst kept = new Kept(100);`,
	`import pLimit from 'p-limit';\nconst readLarge = pLimit(3);`,
	`import { memo } from 'memo';\nconst read = memo(() => 1);`,
	`const kept: Record<string, string> = {};`,
	`const kept = {} as Record<string, string>;`,
	`const counts = { sent: 0 };\nexport function count() { counts.sent += 1; }`,
	`const kept = new Map([['a', 1]]);\nexport function keep() { kept.set('b', 2); }`,
	`const kept = ['a'];\nexport function keep() { kept.push('b'); }`,
	`class A { static kept = 0; }`,
	`class A { private static readonly kept = new Set<string>(); }`,
])('%s would be found', (text) => {
	expect(unbounded(parse('nodes/planted.ts', text))).toHaveLength(1);
});

test.each([
	`/**\n * By the name.\n *\n * Bounded: at most 100.\n */\nconst kept = new Map();`,
	`const TABLE = new Map([['a', 1]]);`,
	`const NONE: ReadonlyMap<string, string> = new Map();`,
	`const NOBODY: readonly string[] = [];`,
	`function f() { const own = new Map(); let count = 0; }`,
	`const TEXT = new TextDecoder('utf-8');`,
	`const PLACES = new Uint8Array(128);`,
	`const EMPTY = {} as unknown as string;`,
	`import { listOf } from './plan';\nconst LIST = listOf(1);`,
	`const TABLE = { a: 1 };\nexport const isA = (it: number) => TABLE.a === it;`,
	`class A { static readonly NAME = 'a'; own = new Map(); }`,
	`class A {\n\t/** Bounded: by the ports. */\n\tstatic readonly kept = new Set<string>();\n}`,
])('%s is no such place', (text) => {
	expect(unbounded(parse('nodes/planted.ts', text))).toEqual([]);
});

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { parse, ROOT, sourcesIn } from './sources';

const NODE = 'nodes/SubscriptionMessaging';

/** Files that are tested together: what they declare, or one thing that stands in several files. */
const TOGETHER: ReadonlyArray<[path: RegExp, where: string]> = [
	[
		/\/SubscriptionMessaging(?:SubscriberTrigger|Trigger)?\.node\.ts$/,
		'test/package/contents.test.ts',
	],
];

/** Files without branches, where there is nothing to decide and so no test beside them. */
const STATED: ReadonlyArray<[path: string, where: string, because: string]> = [
	[
		`${NODE}/service/callback/spellings.ts`,
		`test/${NODE}/service/callback/recognition.test.ts`,
		'a table of names, which shows in what is recognised by them',
	],
	...['trigger', 'subscriberTrigger'].map((room): [string, string, string] => [
		`${NODE}/${room}/fields.ts`,
		'test/guards/parameters.test.ts',
		'a description for the editor, as those of the actions are',
	]),
];

/** Tests that are about no one source. */
const OF_NO_SOURCE: ReadonlyArray<[path: string, because: string]> = [
	[`test/${NODE}/storedTriggers.test.ts`, 'stored triggers hold what all of the sources read'],
	[`test/${NODE}/version1.test.ts`, 'stored nodes hold what all of the sources read'],
];

const testOf = (path: string) => `test/${path.replace(/\.ts$/, '.test.ts')}`;
const exists = (path: string) => existsSync(join(ROOT, path));

/** Whether a file does something: types, constants and descriptions alone have no test. */
function hasLogic(file: ts.SourceFile): boolean {
	const isLogic = (node: ts.Node): boolean =>
		(ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) ||
		ts.forEachChild(node, (child) => isLogic(child) || undefined) === true;
	return isLogic(file);
}

/** Where fields and requests are declared, which `test/engine/operations.test.ts` tries all together. */
const DECLARED = /\/actions\/(?:.*\.operation|fields\/\w+)\.ts$/;

const DECIDES: ReadonlySet<ts.SyntaxKind> = new Set([
	...[ts.SyntaxKind.IfStatement, ts.SyntaxKind.ConditionalExpression],
	...[ts.SyntaxKind.SwitchStatement, ts.SyntaxKind.ThrowStatement, ts.SyntaxKind.TryStatement],
	...[ts.SyntaxKind.ForStatement, ts.SyntaxKind.ForOfStatement, ts.SyntaxKind.ForInStatement],
	...[ts.SyntaxKind.WhileStatement, ts.SyntaxKind.DoStatement],
	...[ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken],
	ts.SyntaxKind.QuestionQuestionToken,
]);

/** Whether something in a file depends on what it is given. */
function hasBranches(file: ts.SourceFile): boolean {
	const decides = (node: ts.Node): boolean =>
		DECIDES.has(node.kind) ||
		ts.forEachChild(node, (child) => decides(child) || undefined) === true;
	return decides(file);
}

const isDeclared = (file: ts.SourceFile) => DECLARED.test(file.fileName) && !hasBranches(file);

/** `a/b.ts` is the source of the tests `a/b.test.ts` and `a/b.more.test.ts`. */
const sourceOf = (test: string) =>
	test.replace(/^test\//, '').replace(/(\w+)(?:\.\w+)?\.test\.ts$/, '$1.ts');

const sources = [...sourcesIn('nodes'), ...sourcesIn('credentials')].filter(
	({ fileName }) => !fileName.endsWith('.d.ts'),
);

test('each file that does something has a test at the same place under test/', () => {
	const untested = sources
		.filter(hasLogic)
		.filter((file) => !isDeclared(file))
		.map(({ fileName }) => fileName)
		.filter((path) => !TOGETHER.some(([pattern]) => pattern.test(path)))
		.filter((path) => !STATED.some(([stated]) => stated === path))
		.filter((path) => !exists(testOf(path)))
		.map((path) => `${path} needs ${testOf(path)}`);
	expect(untested).toEqual([]);
});

test('what has no test beside it has no branches, and is tested where it shows', () => {
	for (const [path, where] of STATED) {
		const file = sources.find(({ fileName }) => fileName === path);
		expect([path, file && hasLogic(file) && !hasBranches(file)]).toEqual([path, true]);
		expect(exists(where)).toBe(true);
	}
});

test('each test has its source at the same place', () => {
	const tests = ['test/nodes', 'test/credentials']
		.flatMap((folder) =>
			readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
				(path) => `${folder}/${path}`,
			),
		)
		.filter((path) => path.endsWith('.test.ts'))
		.filter((path) => !OF_NO_SOURCE.some(([named]) => named === path));
	const lost = tests
		.filter(
			(path) => !exists(sourceOf(path)) && !exists(path.replace('test/', '').replace('.test', '')),
		)
		.map((path) => `${path} has no ${sourceOf(path)}`);
	expect(lost).toEqual([]);
});

test('what is tested together is there, and so is the test', () => {
	for (const [pattern, where] of TOGETHER) {
		expect(sources.some(({ fileName }) => pattern.test(fileName))).toBe(true);
		expect(exists(where)).toBe(true);
	}
});

test('a function would be found, a description would not', () => {
	const planted = (text: string) => hasLogic(parse(`${NODE}/planted.ts`, text));
	expect(planted(`export function f() {}`)).toBe(true);
	expect(planted(`export const f = () => 1;`)).toBe(true);
	expect(planted(`export class A { m() {} }`)).toBe(true);
	expect(planted(`export interface A { m(): void }\nexport const A = { a: [1] };`)).toBe(false);
});

test('an operation that decides something would be found, one that only declares would not', () => {
	const declared = (path: string, text: string) =>
		isDeclared(parse(`${NODE}/actions/${path}`, `export const a = { request: (f) => ${text} }`));
	const plain = `({ parameters: { id: f.text('id').trim() } })`;
	expect(declared('group/a.operation.ts', plain)).toBe(true);
	expect(declared('fields/a.ts', plain)).toBe(true);
	expect(declared('reader.ts', plain)).toBe(false);
	for (const text of [
		`f.text('id') || 1`,
		'f.a ?? 1',
		'f.a && 1',
		'f.a ? 1 : 2',
		'{ if (f) f(); }',
	]) {
		expect(declared('group/a.operation.ts', text)).toBe(false);
	}
});

test('a branch would be found, and the source of a test', () => {
	const planted = (text: string) => hasBranches(parse(`${NODE}/planted.ts`, text));
	expect(planted(`export const f = (a: number) => (a > 1 ? 1 : 2);`)).toBe(true);
	expect(planted(`export const f = (a?: number) => a ?? 1;`)).toBe(true);
	expect(planted(`export function f() { for (;;) {} }`)).toBe(true);
	expect(planted(`export const f = [1].map((a) => a + 1);`)).toBe(false);
	expect(sourceOf('test/a/b.test.ts')).toBe('a/b.ts');
	expect(sourceOf('test/a/b.speed.test.ts')).toBe('a/b.ts');
});

import { existsSync } from 'node:fs';
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
	[/\/(?:trigger|subscriberTrigger)\/fields\.ts$/, 'test/guards/parameters.test.ts'],
	[/\/service\/xml\/\w+\.ts$/, `test/${NODE}/service/xml/xmlReader.test.ts`],
	[/\/service\/callback\/\w+\.ts$/, `test/${NODE}/service/callback/statuses.test.ts`],
	[/\/service\/violation\.ts$/, `test/${NODE}/service/validation.test.ts`],
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

const sources = [...sourcesIn('nodes'), ...sourcesIn('credentials')].filter(
	({ fileName }) => !fileName.endsWith('.d.ts'),
);

test('each file that does something has a test at the same place under test/', () => {
	const untested = sources
		.filter(hasLogic)
		.filter((file) => !isDeclared(file))
		.map(({ fileName }) => fileName)
		.filter((path) => !TOGETHER.some(([pattern]) => pattern.test(path)))
		.filter((path) => !exists(testOf(path)))
		.map((path) => `${path}: write ${testOf(path)}`);
	expect(untested).toEqual([]);
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

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { parse, ROOT, sourcesIn } from './sources';

const NODE = 'nodes/SubscriptionMessaging';

/** Files that are tested together: what they declare, or one thing that stands in several files. */
const TOGETHER: ReadonlyArray<[path: RegExp, where: string]> = [
	[/\/actions\/.*\.operation\.ts$/, 'test/engine/operations.test.ts'],
	[
		/\/actions\/(?:fields\/\w+|sharedFields|payload|operation)\.ts$/,
		'test/engine/operations.test.ts',
	],
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

const sources = [...sourcesIn('nodes'), ...sourcesIn('credentials')].filter(
	({ fileName }) => !fileName.endsWith('.d.ts'),
);

test('each file that does something has a test at the same place under test/', () => {
	const untested = sources
		.filter(hasLogic)
		.map(({ fileName }) => fileName)
		.filter((path) => !TOGETHER.some(([pattern]) => pattern.test(path)))
		.filter((path) => !exists(testOf(path)));
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

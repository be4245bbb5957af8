import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { offences, parse, ROOT, sourcesIn } from './sources';

/**
 * A wait of a fixed length is too short on a busy machine and too long on every other. Tests ask again,
 * in a loop, until what they wait for is there.
 */
const SLEEPS = /^(?:sleep|delay|wait|setTimeout|waitForTimeout)$/;

/** A timer that is made a promise of, whatever else happens. */
const isTimerPromise = (node: ts.NewExpression) => {
	const [executor] = node.arguments ?? [];
	if (node.expression.getText() !== 'Promise' || !executor) return false;
	const [resolve] = ts.isArrowFunction(executor) ? executor.parameters : [];
	const name = resolve?.name.getText();
	return name !== undefined && new RegExp(`\\bsetTimeout\\(${name}\\b`).test(executor.getText());
};

/** A call that gives a promise of a time, which somebody waits for: at once, in a race, or later by its name. */
const sleeps = (node: ts.Node): boolean => {
	if (ts.isNewExpression(node)) return isTimerPromise(node);
	if (!ts.isCallExpression(node)) return false;
	const called = node.expression;
	const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
	if (!SLEEPS.test(name)) return false;
	// A timer that calls something is no promise, and neither is a setting, whose result nobody takes.
	const [first] = node.arguments;
	const isTimer = first !== undefined && (ts.isFunctionLike(first) || node.arguments.length > 1);
	if (ts.isAwaitExpression(node.parent)) return true;
	return !(name === 'setTimeout' && isTimer) && !ts.isExpressionStatement(node.parent);
};

/** Whether a place is in a loop of the function that it is in. */
function isRepeated(node: ts.Node): boolean {
	for (let at = node.parent; at; at = at.parent) {
		if (ts.isIterationStatement(at, false)) return true;
		if (ts.isFunctionLike(at) && !ts.isNewExpression(at.parent)) return false;
	}
	return false;
}

const isFixedWait = (node: ts.Node) => sleeps(node) && !isRepeated(node);

/** Where time itself is what is tested, or nothing is to happen within it. */
const ALLOWED: Record<string, { waits: number; because: string }> = {
	'test/browser/editor.ts': {
		waits: 1,
		because: 'the editor tells nobody that it has taken what was entered',
	},
	'test/faults/faultProxy.ts': {
		waits: 3,
		because: 'how long a fault lasts: a delay, a closed port, and what is read before a reset',
	},
	'test/e2e/sendAndWait.test.ts': {
		waits: 2,
		because:
			'the execution is to wait on after the questions of its pause, which n8n tells nobody of',
	},
	'test/e2e/killed.test.ts': {
		waits: 1,
		because: 'nothing is to be sent for longer than any wait of the node',
	},
};

/** Programs of the tests that are started as they are. */
const programs = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
	.map((path) => `test/${path}`)
	.filter((path) => path.endsWith('.mjs') && !path.includes('node_modules'))
	.map((path) => parse(path, readFileSync(join(ROOT, path), 'utf8')));

const files = [...sourcesIn('test'), ...programs];

test('tests wait for what they need, and not for a fixed time', () => {
	const waits = files.flatMap((file) => {
		const found = offences(file, isFixedWait);
		return found.length === (ALLOWED[file.fileName]?.waits ?? 0) ? [] : found;
	});
	expect(waits).toEqual([]);
});

test('each exception is a file that is there', () => {
	const paths = files.map(({ fileName }) => fileName);
	expect(paths).toEqual(expect.arrayContaining(Object.keys(ALLOWED)));
});

const planted = (text: string) => offences(parse('test/planted.ts', text), isFixedWait).length;

test.each([
	`await sleep(100);`,
	`await setTimeout(100);`,
	`await setTimeout(100, 'late');`,
	`await timers.setTimeout(100);`,
	`await page.waitForTimeout(100);`,
	`await new Promise((resolve) => setTimeout(resolve, 100));`,
	`await new Promise<void>((done) => { setTimeout(done, 100); });`,
	`while (a) { const ask = async () => { await sleep(1); }; }`,
	`await Promise.race([done, sleep(100)]);`,
	`const passed = sleep(100);\nawait passed;`,
	`const settled = async () => sleep(100);`,
	`function settled() { return setTimeout(100); }`,
	`await Promise.race([done, setTimeout(100).then(() => 'late')]);`,
])('%s would be found', (text) => {
	expect(planted(text)).toBe(1);
});

test.each([
	`while (!isReady()) await sleep(100);`,
	`for (;;) { if (await ask()) return; await sleep(100); }`,
	`while (a.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));`,
	`jest.setTimeout(1000);`,
	`setTimeout(done, 1000);`,
	`const timer = setTimeout(done, 1000);`,
	`const limit = setTimeout(() => resolve(undefined), LIMIT);`,
])('%s is no fixed wait', (text) => {
	expect(planted(text)).toBe(0);
});

import ts from 'typescript';

import { offences, parse, sourcesIn } from './sources';

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

const sleeps = (node: ts.Node): boolean => {
	if (ts.isNewExpression(node)) return isTimerPromise(node);
	if (!ts.isAwaitExpression(node) || !ts.isCallExpression(node.expression)) return false;
	const called = node.expression.expression;
	const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
	return SLEEPS.test(name);
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
	'test/faults/faultProxy.ts': {
		waits: 3,
		because: 'the slowness of a network is one of the faults that it makes',
	},
	'test/e2e/sendAndWait.test.ts': {
		waits: 2,
		because: 'n8n tells nobody when its questions after a pause are done',
	},
	'test/e2e/killed.test.ts': {
		waits: 1,
		because: 'nothing is to be sent for longer than any wait of the node',
	},
};

const files = sourcesIn('test');

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
	`await timers.setTimeout(100);`,
	`await page.waitForTimeout(100);`,
	`await new Promise((resolve) => setTimeout(resolve, 100));`,
	`await new Promise<void>((done) => { setTimeout(done, 100); });`,
	`while (a) { const ask = async () => { await sleep(1); }; }`,
])('%s would be found', (text) => {
	expect(planted(text)).toBe(1);
});

test.each([
	`while (!isReady()) await sleep(100);`,
	`for (;;) { if (await ask()) return; await sleep(100); }`,
	`while (a.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));`,
	`jest.setTimeout(1000);`,
	`const limit = setTimeout(() => resolve(undefined), LIMIT);`,
])('%s is no fixed wait', (text) => {
	expect(planted(text)).toBe(0);
});

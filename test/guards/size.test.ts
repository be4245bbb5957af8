import ts from 'typescript';

import { parse, sourcesIn } from './sources';

/** Lines; what is longer does more than one thing. */
const LONGEST_FUNCTION = 50;
const LONGEST_FILE = 400;

/** How the first comment of a longer file begins its reason. */
const REASON = 'Longer than 400 lines, because';

const linesOf = (file: ts.SourceFile, node: ts.Node) =>
	file.getLineAndCharacterOfPosition(node.getEnd()).line -
	file.getLineAndCharacterOfPosition(node.getStart(file)).line +
	1;

function longFunctions(file: ts.SourceFile): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isFunctionLike(node) && 'body' in node && linesOf(file, node) > LONGEST_FUNCTION) {
			const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
			found.push(`${file.fileName}:${line + 1}: ${linesOf(file, node)} lines`);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

function isTooLong(file: ts.SourceFile): boolean {
	const [first] = ts.getLeadingCommentRanges(file.text, 0) ?? [];
	const comment = first ? file.text.slice(first.pos, first.end).replace(/\s+\*?\s*/g, ' ') : '';
	const lines = file.text.trimEnd().split('\n').length;
	return lines > LONGEST_FILE && !comment.includes(REASON);
}

const files = [...sourcesIn('nodes'), ...sourcesIn('credentials')];

test(`no function has more than ${LONGEST_FUNCTION} lines`, () => {
	expect(files.flatMap(longFunctions)).toEqual([]);
});

test(`no file has more than ${LONGEST_FILE} lines without a reason in its first comment`, () => {
	expect(files.filter(isTooLong).map(({ fileName }) => fileName)).toEqual([]);
});

const lines = (count: number) => '\n'.repeat(count);

test('what is too long would be found', () => {
	const long = (text: string) => longFunctions(parse('nodes/planted.ts', text)).length;
	expect(long(`function f() {${lines(50)}}`)).toBe(1);
	expect(long(`class A { m() {${lines(50)}} }`)).toBe(1);
	expect(long(`const f = () => {${lines(50)}};`)).toBe(1);
	expect(long(`function f() {${lines(49)}}`)).toBe(0);
	const isLong = (text: string) => isTooLong(parse('nodes/planted.ts', text));
	expect(isLong(`a;${lines(400)}b;`)).toBe(true);
	expect(isLong(`a;${lines(399)}b;\n`)).toBe(false);
	expect(isLong(`/** ${REASON} it is a table. */\n${lines(400)}b;`)).toBe(false);
	expect(isLong(`/** A table. */\n${lines(400)}b;`)).toBe(true);
	expect(isLong(`a;\n/** ${REASON} it is. */\n${lines(400)}b;`)).toBe(true);
});

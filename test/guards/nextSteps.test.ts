import ts from 'typescript';

import { offences, parse, sourcesIn } from './sources';

/** A property of an object literal, and whether it can hold something. */
function holds(node: ts.Node | undefined, name: string): boolean {
	return (
		node !== undefined &&
		ts.isObjectLiteralExpression(node) &&
		node.properties.some(
			(property) =>
				property.name?.getText() === name &&
				!(
					ts.isPropertyAssignment(property) &&
					/^(''|""|undefined)$/.test(property.initializer.getText())
				),
		)
	);
}

const isNew = (node: ts.Node, name: string): node is ts.NewExpression =>
	ts.isNewExpression(node) && node.expression.getText() === name;

const isEmpty = (node: ts.Node | undefined) =>
	node === undefined || /^(''|""|undefined)$/.test(node.getText());

/** An error of n8n's that lacks its description, unless it shows its message alone or is given one where errors are made. */
function lacksDescription(node: ts.Node): boolean {
	const isOfNode = ts.isCallExpression(node) && node.expression.getText() === 'nodeError';
	const isOfN8n = isNew(node, 'NodeOperationError');
	const message = isOfN8n || isOfNode ? node.arguments?.[1] : undefined;
	const options = ts.isNewExpression(node) ? node.arguments?.[2] : undefined;
	if (isNew(node, 'NodeApiError')) return !holds(options, 'description');
	if (message === undefined || holds(options, 'description')) return false;
	if (isOfNode && !isEmpty(node.arguments[2])) return false;
	if (node.getSourceFile().fileName.endsWith('/wording/nodeError.ts')) return false;
	// A list of the editor shows no description: the message says both.
	const said = message.getText();
	return !/\bsentence\(|\. [A-Z]/.test(said);
}

/** Errors of the service that wording/advice.ts words, which has a test for each. */
const WORDED = sourcesIn('nodes')
	.filter(({ fileName }) => fileName.endsWith('/wording/advice.ts'))
	.flatMap(({ text }) => [...text.matchAll(/instanceof (\w+)/g)].map(([, name]) => name));

const classOf = (node: ts.Node) => node.parent.parent.parent.parent;

const RULES: ReadonlyArray<(node: ts.Node) => boolean> = [
	lacksDescription,
	(node) =>
		ts.isCallExpression(node) &&
		/\binvalid$/.test(node.expression.getText()) &&
		!node.arguments.some(ts.isSpreadElement) &&
		isEmpty(node.arguments[1]),
	(node) =>
		ts.isCallExpression(node) &&
		node.expression.getText() === 'asNodeError' &&
		isEmpty(node.arguments[2]),
	(node) =>
		ts.isCallExpression(node) &&
		node.expression.getText() === 'itemError' &&
		isEmpty(node.arguments[3]),
	// What is wrong with a value or a credential says how to mend it. Of a number the field says it.
	(node) =>
		!node.getSourceFile().fileName.endsWith('/text/phoneNumber.ts') &&
		ts.isObjectLiteralExpression(node) &&
		holds(node, 'problem') &&
		!holds(node, 'fix') &&
		// wording/howToMend.ts words each code, as the compiler sees to.
		!holds(node, 'code') &&
		!node.properties.some(ts.isSpreadAssignment),
	// Those without one are given theirs by wording/nextStep.ts, which has a test for each call.
	(node) =>
		isNew(node, 'NotSentError') &&
		!/\/run\/send\/|\/service\/errors\/errors/.test(node.getSourceFile().fileName) &&
		isEmpty(node.arguments?.[1]),
	(node) =>
		ts.isCallExpression(node) &&
		node.expression.kind === ts.SyntaxKind.SuperKeyword &&
		/\/service\/errors\/errors\.ts$/.test(node.getSourceFile().fileName) &&
		!/ServiceRefusedError/.test(classOf(node).getText().slice(0, 60)) &&
		!WORDED.some((name) => classOf(node).getText().startsWith(`export class ${name} `)) &&
		!node.arguments.some(ts.isSpreadElement) &&
		node.arguments[0]?.getText() !== 'message' &&
		isEmpty(node.arguments[1]),
];

const withoutStep = (files: readonly ts.SourceFile[]) =>
	files.flatMap((file) => offences(file, (node) => RULES.some((rule) => rule(node))));

describe('each error says what to do next', () => {
	test('in all sources', () => {
		expect(withoutStep([...sourcesIn('nodes'), ...sourcesIn('credentials')])).toEqual([]);
	});

	test.each([
		"throw nodeError(context, 'It is wrong');",
		"throw nodeError(context, 'It is wrong', '');",
		"throw new NodeOperationError(node, 'It is wrong');",
		"throw new NodeOperationError(node, 'It is wrong', { itemIndex });",
		"throw new NodeOperationError(node, 'It is wrong', { description: '' });",
		'throw new NodeOperationError(node, error as Error);',
		"throw new NodeApiError(node, {}, { message: 'It is wrong' });",
		"throw asNodeError(context, error, '');",
		"throw fields.invalid('It is wrong', '');",
		"throw itemError(node, itemIndex, 'It is wrong', '');",
		"const found = { problem: 'is wrong' };",
		"const found = { problem: 'is wrong', fix: '' };",
		"throw new NotSentError('it is wrong');",
	])('one that does not is found: %s', (planted) => {
		expect(
			withoutStep([parse('nodes/SubscriptionMessaging/run/planted.ts', planted)]),
		).toHaveLength(1);
	});

	test('one of the service that does not is found', () => {
		const planted =
			"class Odd extends MessagingServiceError { constructor() { super('It is odd'); } }";
		expect(
			withoutStep([parse('nodes/SubscriptionMessaging/service/errors/errors.ts', planted)]),
		).toHaveLength(1);
	});
});

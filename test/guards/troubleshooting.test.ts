import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { shortTitle } from '../../nodes/SubscriptionMessaging/wording/shortTitle';
import { MAY_BE_SENT } from '../../nodes/SubscriptionMessaging/wording/mayBeSent';
import { sourcesIn } from './sources';

const PAGE = readFileSync(join(__dirname, '../../docs/troubleshooting.md'), 'utf8');
const headings = [...PAGE.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);
const reasons = [...PAGE.matchAll(/\*\*(.+?)\*\*/g)].map(([, reason = '']) => reason);

/** What differs from case to case is "…" on the page, and in what is read from the source. */
const fits = (pattern: string, message: string) =>
	new RegExp(
		`^${pattern
			.split('…')
			.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
			.join('.*')}$`,
	).test(message);

/** The texts that an expression can give, "…" for each value in them. */
function textsOf(node: ts.Node | undefined): string[] {
	if (!node) return [];
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isConditionalExpression(node)) {
		return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
	}
	if (!ts.isTemplateExpression(node)) return [];
	return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')];
}

/** The texts that are given where `pick` finds an expression. */
function collect(files: ts.SourceFile[], pick: (node: ts.Node) => ts.Node | undefined): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		found.push(...textsOf(pick(node)));
		ts.forEachChild(node, visit);
	};
	for (const file of files) visit(file);
	// A text that only passes another one on says nothing of its own.
	return [...new Set(found)].filter((text) => /[a-z]{2}/i.test(text.replace('[item …]', '')));
}

const nodeFiles = sourcesIn('nodes');
const named = (end: string) =>
	[...nodeFiles, ...sourcesIn('credentials')].filter(({ fileName }) => fileName.endsWith(end));

const thrownByTheNode = collect(nodeFiles, (node) => {
	if (!ts.isCallExpression(node)) return undefined;
	const called = node.expression.getText();
	if (called === 'nodeError') return node.arguments[1];
	if (called === 'itemError') return node.arguments[2];
	return called.endsWith('.invalid') ? node.arguments[0] : undefined;
});

const saidOfTheService = collect(named('service/errors/errors.ts'), (node) => {
	if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword) {
		return node.arguments[0];
	}
	if (!ts.isReturnStatement(node) || !node.expression) return undefined;
	if (ts.isConditionalExpression(node.expression)) return node.expression;
	return ts.isArrayLiteralExpression(node.expression) ? node.expression.elements[0] : undefined;
}).filter((text) => /^[A-Z]/.test(text));

const problemOf = (node: ts.Node) =>
	ts.isPropertyAssignment(node) && node.name.getText() === 'problem' ? node.initializer : undefined;
const saidOfAField = [
	'service/request/validation.ts',
	'service/errors/violation.ts',
	'service/text/address.ts',
	'campaign/campaignKey.ts',
]
	.flatMap((file) => collect(named(file), problemOf))
	.map((problem) => `'…' ${problem}`);
const saidOfAForm = collect(named('fields/formElements.ts'), (node) =>
	ts.isCallExpression(node) && node.expression.getText() === 'refused'
		? node.arguments[1]
		: undefined,
).map((problem) => `'Form Elements' ${problem}`);
const saidOfTheTrigger = collect(named('statusAddress/workflowTrigger.ts'), problemOf);
const saidOfANumber = collect(named('service/text/phoneNumber.ts'), (node) =>
	ts.isReturnStatement(node) ? node.expression : problemOf(node),
)
	.filter((text) => text.includes(' '))
	.map((text) => (text.startsWith('"…"') ? text : `"…" ${text}`));

const saidOfTheCredential = collect(named('credentials/secrets.ts'), (node) =>
	ts.isNewExpression(node) ? node.arguments?.[0] : problemOf(node),
)
	.map((text) => text.replace(/^… (?=must|is longer|contains)/, "'…' in the credential "))
	.map((text) => text.split('. ')[0]!)
	.filter((text) => /in the credential|^This credential/.test(text));

const saidOfItsRecipients = collect(named('transport/recipientsRule.ts'), problemOf);

const saidOfTheConnection = collect(named('transport/connectionError.ts'), (node) => node).filter(
	(text) => /^the (?!Base)/.test(text),
);

const saidOfAPoll = collect(named('subscriberTrigger/pollError.ts'), (node) => {
	if (ts.isCallExpression(node) && node.expression.getText() === 'shortTitle') {
		return node.arguments[0];
	}
	return ts.isPropertyAssignment(node) && node.name.getText() === 'message'
		? node.initializer
		: undefined;
});

/** Of what the node refuses a post, which is said in its answer. */
const saidOfAPost = [
	...collect(nodeFiles, (node) =>
		ts.isNewExpression(node) && node.expression.getText() === 'Refusal'
			? node.arguments?.[1]
			: undefined,
	),
	...[
		...collect(nodeFiles, (node) =>
			ts.isNewExpression(node) && node.expression.getText() === 'CallbackRefusedError'
				? node.arguments?.[0]
				: undefined,
		),
		...collect(named('callback/budget.ts'), (node) =>
			ts.isPropertyAssignment(node) ? node.initializer : undefined,
		),
	].map((reason) => `The post was refused: ${reason}`),
];

/** Where a reason is handed on that stands below a title or in an output: by a status check, for instance. */
const GIVES_A_REASON = /^(outcomeUnclear|OutcomeUnclearError|Unclear|NotSentError|CampaignStop)$/;
const HOLDS_A_REASON = /^(reason|contradiction|NOT_[A-Z_]+|NOBODY)$/;

const reasonsGiven = collect(nodeFiles, (node) => {
	if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
		return GIVES_A_REASON.test(node.expression.getText()) ? node.arguments?.[0] : undefined;
	}
	return ts.isVariableDeclaration(node) && HOLDS_A_REASON.test(node.name.getText())
		? node.initializer
		: undefined;
}).map((text) => text.replace(/\.$/, ''));

const messages = [
	...thrownByTheNode,
	...saidOfTheService,
	...saidOfAField,
	...saidOfAForm,
	...saidOfTheTrigger,
	...saidOfANumber,
	...saidOfTheCredential,
	...saidOfItsRecipients,
	...saidOfAPost,
	...saidOfAPoll,
];

/** Characters that people read at a glance; what differs from case to case comes on top. */
const LONGEST_TITLE = 80;

const isLong = (message: string) =>
	message.replace(/ \[item …\]$|^The post was refused: /g, '').replaceAll('…', '').length >
	LONGEST_TITLE;

test.each(messages)('is a title at a glance: %s', (message) => {
	expect(isLong(message)).toBe(false);
});

test('a title that is too long is found', () => {
	expect(isLong(`'…' ${'x'.repeat(LONGEST_TITLE - 3)} [item …]`)).toBe(false);
	expect(isLong(`'…' ${'x'.repeat(LONGEST_TITLE)} [item …]`)).toBe(true);
});

/** Values as long as people's are: of a quoted value half may go, a field has its name, a number digits. */
const filled = (message: string) =>
	message
		.replaceAll('"…"', `"${'value: '.repeat(9)}"`)
		.replaceAll("'…'", "'Max Recipients'")
		.replaceAll('[item …]', '[item 12]')
		.replaceAll('…', '1042');

/** What is said besides the values, up to the colon before a cause. */
const saidIn = (message: string) =>
	message
		.replace(/ \[item …\]$/, '')
		.replace(/(?<=.{14}): .*$/, '')
		.split(/["']?…["']?/);

test.each(messages)('with its values, its title still says what is wrong: %s', (message) => {
	const { title } = shortTitle(filled(message));
	expect(saidIn(message).filter((said) => !title.includes(said))).toEqual([]);
});

describe('docs/troubleshooting.md', () => {
	it.each(messages)('explains: %s', (message) => {
		expect(headings.filter((heading) => fits(heading, message))).not.toEqual([]);
	});

	it.each([...saidOfTheConnection, ...reasonsGiven])('says what to do where %s', (reason) => {
		expect(reasons.filter((explained) => fits(explained, reason))).not.toEqual([]);
	});

	it.each(headings)('explains a message that exists: %s', (heading) => {
		expect(messages.filter((message) => fits(heading, message))).not.toEqual([]);
	});
});

describe('a report knows by its title that a message may have been sent', () => {
	const titles = [...thrownByTheNode, ...saidOfTheService];

	test('each of these, however it is worded', () => {
		expect(titles.filter((title) => MAY_BE_SENT.test(title)).toSorted()).toEqual([
			"'Recipients Allowed' was changed since an earlier try",
			'An earlier try may have reached … of these recipients, so nothing was sent',
			'An earlier try may have sent to everyone, so nothing was sent for this item',
			'An earlier try sent this in another way, so nothing was sent now',
			"The execution can't wait: …",
			"The execution can't wait: …. The message had left before (custom ticket …)",
			'The service lists … of … recipients of this message',
			"This address doesn't answer like the messaging service",
			'This item goes to everyone now, and an earlier try may have reached some',
			"We can't tell what an earlier try did, so nothing was done now",
			"We can't tell what an earlier try sent, so nothing was sent now",
			"We can't tell whether this change was made",
			"We can't tell whether this message was sent",
		]);
	});

	test('by no words that nothing says', () => {
		const others = nodeFiles.filter(({ fileName }) => !fileName.endsWith('/mayBeSent.ts'));
		const texts = collect(others, (node) => node);
		const words = MAY_BE_SENT.source.split(/[|()^]+/).filter(Boolean);
		expect(words.length).toBeGreaterThan(5);
		expect(words.filter((phrase) => !texts.some((text) => text.includes(phrase)))).toEqual([]);
	});
});

import ts from 'typescript';

import { whySlow } from './slowPatterns';
import { offences, parse, sourcesIn } from './sources';

/** A regular expression in the source, with what varies in a built one taken as a letter. */
function regularExpression(node: ts.Node): [source: string, flags: string] | undefined {
	if (ts.isRegularExpressionLiteral(node)) {
		const end = node.text.lastIndexOf('/');
		return [node.text.slice(1, end), node.text.slice(end + 1)];
	}
	if (!ts.isNewExpression(node) || node.expression.getText() !== 'RegExp') return undefined;
	const [source, flags] = node.arguments ?? [];
	const flagsText = flags && ts.isStringLiteralLike(flags) ? flags.text : '';
	if (source && ts.isStringLiteralLike(source)) return [source.text, flagsText];
	if (source && ts.isTemplateExpression(source)) {
		const spans = source.templateSpans.map(({ literal }) => `1${literal.text}`);
		return [source.head.text + spans.join(''), flagsText];
	}
	// What can't be seen here can't be judged.
	return ['.*.*x', ''];
}

const isSlow = (node: ts.Node) => {
	const found = regularExpression(node);
	return found !== undefined && whySlow(...found) !== undefined;
};

test('no regular expression takes more than linear time', () => {
	const files = [...sourcesIn('nodes'), ...sourcesIn('credentials')];
	expect(files.length).toBeGreaterThan(50);
	expect(files.flatMap((file) => offences(file, isSlow))).toEqual([]);
});

describe('would be found:', () => {
	test.each([
		['/\\s+$/', 'anywhere'],
		['/\\s*[›>/]\\s*/g', 'anywhere'],
		['/<title[^>]*>([^<]*)/i', 'anywhere'],
		['/\\{\\{.*?\\}\\}/gs', 'anywhere'],
		['/\\w+@/', 'anywhere'],
		['/x*\\b/', 'anywhere'],
		['/a{3,}b/', 'anywhere'],
		['/^\\s*\\s*$/', 'beside'],
		['/^a*.*b/', 'beside'],
		['/^\\d+[.]?\\d*$/', 'beside'],
		['/^(?:a+)+$/', 'beside'],
		['/^(?:a|b+)*c/', 'beside'],
		['/^[^<]*<?[^>]*>/', 'beside'],
		['/^\\S+.\\S+$/', 'beside'],
		['/^\\s{0,5000}\\s*$/', 'beside'],
		['/^x(?:\\s*|y)\\s*z/', 'beside'],
		['/^(a+)\\1*b/', 'beside'],
	])('%s', (text, reason) => {
		const end = text.lastIndexOf('/');
		expect(whySlow(text.slice(1, end), text.slice(end + 1))).toContain(reason);
		expect(offences(parse('planted.ts', `x.replace(${text}, '')`), isSlow)).toHaveLength(1);
	});

	test.each([
		`new RegExp('\\\\s+$')`,
		'new RegExp(`${name}\\\\s*\\\\s*$`, "g")',
		'new RegExp(parts.join("|"))',
	])('%s', (text) => {
		expect(offences(parse('planted.ts', text), isSlow)).toHaveLength(1);
	});
});

test.each([
	'/\\s+/g',
	'/^\\s+/',
	'/^\\s*\\d+\\s*$/',
	'/;\\s*charset\\s*=\\s*["\']?([^\\s"\';]+)/i',
	'/\\{([^{}:]+)(?::([^{}]*))?\\}/g',
	'/^([^?]*)(.*)$/s',
	'/[.,]0+$/',
	'/^(?:\\[[^[\\]]*\\])+$/',
	'/^\\s{0,20}\\s*$/',
	'/(?:ab|cd)+/',
	'/a?b?c/',
	'/\\s*/y',
	'/\\s*x/y',
	'/[\\p{L}\\s]+/gu',
])('%s would not be found', (text) => {
	const end = text.lastIndexOf('/');
	expect(whySlow(text.slice(1, end), text.slice(end + 1))).toBeUndefined();
});

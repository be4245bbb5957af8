import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';

import { ContentParser } from '../../../../../nodes/SubscriptionMessaging/service/xml/contentParser';

interface Reading {
	/** Attributes, elements and texts, in their order. */
	parts: string[];
	failure?: string;
}

function texts() {
	const parts: string[] = [];
	let text = '';
	const flush = () => {
		if (text !== '') parts.push(`"${text}"`);
		text = '';
	};
	return {
		parts,
		addText: (more: string) => (text += more),
		add: (part: string) => {
			flush();
			parts.push(part);
		},
		flush,
	};
}

/** What the work was refused with. */
function failureOf(work: () => void): string | undefined {
	try {
		work();
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

const refuse = (mistake: Error) => {
	throw mistake;
};

function read(chunks: readonly string[]): Reading & { place: { line: number; column: number } } {
	const { parts, add, addText, flush } = texts();
	const parser = new ContentParser({
		error: refuse,
		doctype: () => add('DOCTYPE'),
		attribute: ({ name, value }) => add(`@${name}=${value}`),
		open: (name) => add(`<${name}`),
		text: addText,
		close: () => add('>'),
	});
	const failure = failureOf(() => {
		for (const chunk of chunks) parser.write(chunk);
	});
	const { place } = parser;
	const failureAtEnd = failure ?? failureOf(() => parser.close());
	flush();
	return { parts, failure: failureAtEnd, place };
}

/** The same document, read by saxes alone. */
function readBySaxes(document: string): Reading {
	const { parts, add, addText, flush } = texts();
	const parser = new SaxesParser({ position: false });
	parser.on('error', refuse);
	parser.on('doctype', () => add('DOCTYPE'));
	parser.on('attribute', ({ name, value }) => add(`@${name}=${value}`));
	parser.on('opentag', ({ name }) => add(`<${name}`));
	parser.on('text', addText);
	parser.on('cdata', addText);
	parser.on('closetag', () => add('>'));
	const failure = failureOf(() => parser.write(document).close());
	flush();
	return { parts, failure };
}

/** What is left to saxes, so that the rest is not. */
const BEGINNING = `<!--${' '.repeat(8_192)}-->`;

const cut = (document: string, size: number) =>
	document.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];

/** In one piece, and cut wherever that may be. */
function expectSame(document: string) {
	const [declaration = ''] = /^<\?xml.*?\?>/.exec(document) ?? [];
	const beginning = declaration + BEGINNING;
	const rest = document.slice(declaration.length);
	const { parts, failure } = readBySaxes(beginning + rest);
	expect(read([document])).toMatchObject({ ...(failure === undefined && { parts }), failure });
	for (const size of [rest.length || 1, 1, 2, 7]) {
		const ours = read([beginning, ...cut(rest, size)]);
		// A text before a mistake may not have been told yet.
		if (failure === undefined) expect(ours.parts).toEqual(parts);
		expect(ours.failure).toBe(failure);
	}
}

const leaf = '<a b="1">text</a>';

describe('A document', () => {
	it.each([
		['elements with texts', `<r>${leaf}\n\t<a b="1">more</a><c>x</c></r>`],
		['one element alone', leaf],
		['empty elements', '<r><a></a><b/><c x="1" /><d ></d></r>'],
		['elements within each other', `<r><a><a>${leaf}</a></a></r>`],
		['the same tag once with a text and once with elements', '<r><a>1</a><a><b>2</b></a></r>'],
		['texts beside elements', `<r>one ${leaf} two ${leaf} three</r>`],
		['comments with elements in them', `<r><!-- ${leaf} > -->${leaf}<!-- <x> --></r>`],
		['CDATA with elements in it', `<r><![CDATA[${leaf}]]>${leaf}<a><![CDATA[<]]></a></r>`],
		['instructions with elements in them', `<?xml version="1.0"?><r><?x ${leaf} ?>${leaf}</r>`],
		['attributes with >', '<r><a b=">">1</a><c d="1 > 2"/></r>'],
		['attributes in single quotes', "<r><a b='1'>2</a></r>"],
		['attributes with references', '<r><a b="&lt;&#65;">2</a></r>'],
		['attributes with line ends', '<r><a b="1\n2\t3">2</a></r>'],
		['references', '<r><a>1 &amp; 2</a><b>&lt;b&gt;</b>&#x41;</r>'],
		['> and ] in texts', '<r><a>1 > 2</a><b>]</b><c>]]</c>]>></r>'],
		['all line ends', '<r>\r\n<a>1\r2\r\n3</a>\r</r>'],
		['line ends of XML 1.1', '<?xml version="1.1"?><r><a>1\u00852\u20283</a></r>'],
		['characters of all planes', '<r><a>é 佐藤 😀</a><b>😀</b></r>'],
		['names beyond ASCII', '<r><é>1</é><a:b>2</a:b><_>3</_></r>'],
		[
			'a declaration and what is behind the root',
			`<?xml version="1.0"?>\n<r>${leaf}</r>\n<!-- -->\n`,
		],
	])('with %s is read as saxes reads it', (_, document) => {
		expect(readBySaxes(document).failure).toBeUndefined();
		expectSame(document);
	});

	it.each([
		['another closing tag', '<r><a>1</b></r>'],
		['a closing tag too many', '<r><a>1</a></a></r>'],
		['an element that does not end', '<r><a>1</r>'],
		['no end', `<r>${leaf}`],
		['an attribute twice', '<r><a b="1" b="1">1</a></r>'],
		['an attribute without blank', '<r><a b="1"c="1">1</a></r>'],
		['an attribute without quotes', '<r><a b=1>1</a></r>'],
		['< in an attribute', '<r><a b="<">1</a></r>'],
		['an unknown entity', '<r><a>&nbsp;</a></r>'],
		['an & alone', '<r><a>1 & 2</a></r>'],
		['a control character', '<r><a>\u0001</a></r>'],
		['a control character that XML 1.1 refuses', '<?xml version="1.1"?><r><a>\u0090</a></r>'],
		['half a character', '<r><a>\ud83d</a></r>'],
		['what is no character', '<r><a>\uffff</a></r>'],
		[']]> in a text', '<r><a>1 ]]> 2</a></r>'],
		['a name that begins with a digit', '<r><1>1</1></r>'],
		['a second root', leaf + leaf],
		['text behind the root', `<r>${leaf}</r> text`],
		['elements behind the root', `<r/>${leaf}`],
		['a slash too many', '<r><a/ >1</a></r>'],
	])('with %s is refused as saxes refuses it', (_, document) => {
		expect(readBySaxes(document).failure).toBeDefined();
		expectSame(document);
	});

	it('with anything in any order is read or refused as by saxes', () => {
		const piece = fc.constantFrom(
			...[
				'<a>',
				'</a>',
				'<b x="1">',
				'</b>',
				'<a/>',
				'<c x="1" y="2">1</c>',
				leaf,
				'text',
				' ',
				'\n',
			],
			...[
				'\r',
				'&amp;',
				'&',
				']',
				']]>',
				'>',
				'<',
				'"',
				"'",
				'<!--',
				'-->',
				'<![CDATA[',
				'<?x ',
				'?>',
			],
			...[
				'é',
				'😀',
				'\u0085',
				'<a b="',
				"<a b='",
				'<a>1</a>',
				'<a>1</b>',
				'<d>]</d>',
				'<d>&lt;</d>',
			],
		);
		const content = fc.array(piece, { maxLength: 12 }).map((pieces) => `<r>${pieces.join('')}</r>`);
		fc.assert(
			fc.property(content, (document) => expectSame(document)),
			{ numRuns: 3_000 },
		);
	});
});

describe('The place', () => {
	it.each([
		['in the first line', '<r><a>1</a></b>', 1, 15],
		['behind elements in their own lines', '<r>\n<a>1</a>\n<a>2</a>\n <a>3</b>', 4, 9],
		['behind a text of several lines', '<r><a>1\n2</a><a>3\n4</a></b>', 3, 9],
	])('of a mistake %s is told', (_, document, line, column) => {
		for (const size of [document.length, 1, 3]) {
			const { place } = read([`${BEGINNING}\n`, ...cut(document, size)]);
			expect(place).toEqual({ line: line + 1, column });
		}
	});
});

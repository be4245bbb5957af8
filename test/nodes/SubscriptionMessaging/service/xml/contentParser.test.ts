import { SaxesParser } from 'saxes';

import { BEGINNING, cut, expectSame, read, readBySaxes } from './besideSaxes';

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
		['what are line ends in XML 1.1', '<?xml version="1.1"?><r><a>1\u00852\u20283</a></r>'],
		['what XML 1.1 refuses', '<?xml version="1.1"?><r><a>\u007f\u0090\u009f</a></r>'],
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
		['a closing tag that names nothing', '<r><é>1</undefined></r>'],
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
		['half a character', '<r><a>\ud83d</a></r>'],
		['half of the first character of two', '<r><a>\ud800</a></r>'],
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

	it('is read alike wherever it is cut in two', () => {
		const document = '<r>\n<a>1</a><a>&amp;</a></r>';
		const { parts } = readBySaxes(BEGINNING + document);
		for (let at = 1; at < document.length; at++) {
			const halves = [document.slice(0, at), document.slice(at)];
			expect(read([BEGINNING, ...halves])).toMatchObject({ parts, failure: undefined });
		}
	});

	it('may come in parts that end with layout', () => {
		const parts = ['<r>', '\n<a>1</a>\n', '\n<a>2</a>\n', '</r>'];
		const expected = readBySaxes(BEGINNING + parts.join('')).parts;
		expect(read([BEGINNING, ...parts])).toMatchObject({ parts: expected, failure: undefined });
	});

	it('may have elements in a comment that began long before', () => {
		const document = `<r><!--${' '.repeat(8_185)}${leaf} -->${leaf}</r>`;
		const { parts } = readBySaxes(document);
		expect(read([document])).toMatchObject({ parts, failure: undefined });
	});
});

describe('saxes', () => {
	/** What it is given of a document, behind the beginning. */
	function given(...chunks: string[]): string {
		const write = jest.spyOn(SaxesParser.prototype, 'write');
		try {
			expect(read([BEGINNING, ...chunks]).failure).toBeUndefined();
			return write.mock.calls
				.map(([chunk]) => chunk)
				.join('')
				.slice(BEGINNING.length);
		} finally {
			write.mockRestore();
		}
	}

	const named = (length: number) => `<${'n'.repeat(length)}>x</${'n'.repeat(length)}>`;

	it.each([
		['with plain texts', `${leaf}\n\t<c>x</c>${leaf}<d></d>`],
		['with a text of any plain characters', "<a>\t\n !%'/;=?Z^~\u00a0é佐\ud7ff</a>"],
		['with an attribute of any plain characters', '<a x:y.z-1=" !#%\'/;=~">1</a>'],
		['with a name of any usual characters', '<x:y.z-1_>1</x:y.z-1_><_>2</_>'],
		['whose tag has 200 characters', named(198)],
	])('is not given an element %s', (_, elements) => {
		expect(given(`<r>${elements}</r>`)).toBe('<r></r>');
		expect(given('<r>', `${elements}</r>`)).toBe('<r></r>');
	});

	it('is not given a plain element between others', () => {
		expect(given(`<r><x>${leaf}</x>${leaf}<y/>${leaf}</r>`)).toBe('<r><x></x><y/></r>');
		expect(given('<r>', `\n${leaf}</r>`)).toBe('<r></r>');
	});

	it('is given an element with a longer tag', () => {
		expect(given(`<r>${named(199)}</r>`)).toBe(`<r>${named(199)}</r>`);
	});

	it('is given an element with one more tag than are remembered, each time', () => {
		const elements = Array.from({ length: 1_000 }, (_, n) => `<a${n}>x</a${n}>`).join('');
		const more = '<b>x</b>';
		expect(given(`<r>${elements}${elements}${more}${more}</r>`)).toBe(`<r>${more}${more}</r>`);
	});
});

describe('The place', () => {
	it.each([
		['in the first line', '<r><a>1</a></b>', 1, 15],
		['behind elements in their own lines', '<r>\n<a>1</a>\n<a>2</a>\n <a>3</b>', 4, 9],
		['between elements', '<r>\n<a>1</a>\n<a>2</b>\n<c>3</c></r>', 3, 8],
		['behind a text of several lines', '<r><a>1\n2</a><a>3\n4</a></b>', 3, 9],
	])('of a mistake %s is told', (_, document, line, column) => {
		for (const size of [document.length, 1, 3]) {
			const { place } = read([`${BEGINNING}\n`, ...cut(document, size)]);
			expect(place).toEqual({ line: line + 1, column });
		}
	});
});

import { Script } from 'node:vm';

import { SaxesParser } from 'saxes';

import { packed } from './packed';

const OPTIONS = {
	position: false,
	xmlns: false,
	defaultXMLVersion: '1.0',
	forceXMLVersion: true,
} as const;

/** The parser of XML in the bundle, without what is never asked for. */
const Packed = (() => {
	const parts = packed('dist/bundle.js').split(/^(?=\/\/ \S+\.[jt]s$)/m);
	const libraries = parts.filter((part) => /^\/\/ node_modules\/(?:saxes|xmlchars)\//.test(part));
	const commonJs =
		'var __commonJS = (cb, mod) => () => (mod || (0, cb[Object.keys(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports);';
	const code = `${commonJs}\n${libraries.join('')}\nrequire_saxes().SaxesParser`;
	return new Script(code).runInThisContext() as typeof SaxesParser;
})();

function told(Parser: typeof SaxesParser, document: string): unknown[] {
	const parser = new Parser(OPTIONS);
	const all: unknown[] = [];
	parser.on('error', ({ message }) => all.push([parser.position, message]));
	parser.on('opentag', ({ name, attributes }) =>
		all.push([parser.position, name, Object.entries(attributes)]),
	);
	parser.on('text', (text) => all.push([parser.position, text]));
	parser.on('cdata', (text) => all.push([parser.position, text]));
	parser.on('doctype', () => all.push([parser.position, 'doctype']));
	// As the reader does whom attributes tell nothing.
	parser.off('attribute');
	parser.on('closetag', ({ name }) => all.push([parser.position, name]));
	for (const part of document.split(/(?=\n)/)) parser.write(part);
	parser.close();
	return all;
}

test.each([
	'<?xml version="1.0"?>\n<a x="1">text<b/>\n&amp;</a>',
	'<?xml version="1.1"?>\n<a>1\u0085\u007f</a>',
	'<a>\n<b>1</a>',
	'<a>\n&nope;</a> text',
	'<a xmlns:x="y" x:z="1">\n<x:b/>\u0001</a>',
	'<a',
	'<?xml version="1.0" encoding="utf-8" standalone=\'yes\' ?><a/>',
	'<?other a?b ?>\n<a/>',
	' <?xml version="1.0"?><a/>',
	'<a><?xml version="1.0"?></a>',
	'<a><![CDATA[1 < 2]]></a>',
	'<!DOCTYPE a><a/>',
	'<?XML version="1.0"?><a/>',
])('the parser in the bundle tells what the library tells, and where: %j', (document) => {
	expect(told(Packed, document)).toEqual(told(SaxesParser, document));
});

test.each(['', 'version="2.0"', 'vers="1.0"', 'version=1', 'a?b', 'version="1.0" encoding=""'])(
	'the parser in the bundle reads on, whatever a document says of itself: %s',
	(declared) => {
		const elements = (document: string) =>
			told(Packed, document).map((each) => (each as unknown[]).slice(1));
		expect(elements(`<?xml ${declared}?><a>1</a>`)).toEqual(elements('<a>1</a>'));
	},
);

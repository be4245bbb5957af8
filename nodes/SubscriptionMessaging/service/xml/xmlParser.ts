import { SaxesParser, type SaxesAttributePlain, type SaxesTagPlain } from 'saxes';

/** What is done with the parts of a document. What they throw ends the parser's `write`. */
export interface XmlHandlers {
	/** For each mistake; the document is read on unless it throws. */
	error: (mistake: Error) => void;
	doctype: () => void;
	/** Before the element that the attribute is one of. */
	attribute?: (attribute: SaxesAttributePlain) => void;
	open: (element: SaxesTagPlain) => void;
	/** Of a CDATA section too. */
	text: (text: string) => void;
	close: () => void;
}

/**
 * V8 discards the code that it compiled for a class when the last object of the class is collected. After
 * that has happened a few times it no longer compiles it, and saxes stays several times slower until the
 * process ends. So one parser, with the same members as all others, is kept for good. Measured with saxes alone on Node.js 24, with garbage
 * collected after each document of 1.5 MB: 40 to 70 ms of work a document with such a parser, and without
 * one 240 to 290 ms from the seventh document on. The reader `saxes` in bench/rows/decode.ts shows it.
 *
 * Bounded: one parser without a document.
 */
let keptParser: SaxesParser | undefined;

/** A parser for one document, which may be written in parts. */
export function openParser(handlers: XmlHandlers): SaxesParser {
	keptParser ??= parserWith({
		error: () => undefined,
		doctype: () => undefined,
		open: () => undefined,
		text: () => undefined,
		close: () => undefined,
	});
	return parserWith(handlers);
}

function parserWith({ error, doctype, attribute, open, text, close }: XmlHandlers): SaxesParser {
	const parser = new SaxesParser({
		position: false,
		xmlns: false,
		// SOAP is XML 1.0, whatever a document says.
		defaultXMLVersion: '1.0',
		forceXMLVersion: true,
	});
	parser.on('error', error);
	parser.on('doctype', doctype);
	// Either of them, so that all parsers have the same members.
	if (attribute) parser.on('attribute', attribute);
	else parser.off('attribute');
	parser.on('opentag', open);
	parser.on('text', text);
	parser.on('cdata', text);
	parser.on('closetag', close);
	return parser;
}

import { NotThisInterfaceError, UnreadableXmlError, type ForeignContent } from './errors';

/** Elements that web pages, and error texts of web servers, begin with. */
const HTML_ELEMENTS = new Set(
	'html head title body meta script style center font table div span p h1 h2 h3 pre b br hr'.split(
		' ',
	),
);

/** Declaration, comments and processing instructions that are longer are not waited for. */
const LONGEST_PROLOG = 65_536;

/**
 * Looks at the beginning of a document, before it is parsed, for what makes it none of ours.
 * @returns whether the root element was reached; if not, more text is needed
 * @throws NotThisInterfaceError for a web page, JSON, plain text, or another root element
 * @throws UnreadableXmlError for a DOCTYPE, which no SOAP or NVP answer has
 */
export function reachesRoot(text: string, expectedRoot: string, httpStatus: number): boolean {
	const found = (content: ForeignContent, detail?: string): never => {
		throw new NotThisInterfaceError(content, httpStatus, detail);
	};
	let at = 0;
	for (;;) {
		at += /^\s*/.exec(text.slice(at))![0].length;
		const rest = text.slice(at, at + LONGEST_PROLOG);
		if (at > LONGEST_PROLOG) throw new UnreadableXmlError('it has no root element');
		if (rest.length === 0) return false;
		if (rest[0] !== '<') return found(/^[{["]/.test(rest) ? 'json' : 'text', rest.slice(0, 500));

		const skipped = /^<\?[^]*?\?>|^<!--[^]*?-->/.exec(rest);
		if (skipped) {
			at += skipped[0].length;
			continue;
		}
		if (/^<(?:$|\?|!$|!-)/.test(rest)) return tooLong(rest);

		const doctype = /^<!doctype\s+([a-z]*)/i.exec(rest);
		if (doctype) {
			if (/^html/i.test(doctype[1]!)) return found('html', title(rest));
			if (doctype[1]!.length < 4 && doctype[0].length === rest.length) return tooLong(rest);
			throw new UnreadableXmlError('it has a DOCTYPE, which is refused');
		}
		if (/^<![a-z]{1,7}\s*$/i.test(rest)) return tooLong(rest);

		const name = /^<([^\s/><]+)[\s/>]/.exec(rest)?.[1];
		if (name === undefined) {
			if (/^<[^\s/><]*$/.test(rest)) return tooLong(rest);
			return true;
		}
		const local = name.slice(name.lastIndexOf(':') + 1);
		if (local === expectedRoot) return true;
		if (HTML_ELEMENTS.has(local.toLowerCase())) return found('html', title(rest));
		return found('otherXml', name);
	}
}

function tooLong(rest: string): false {
	if (rest.length >= LONGEST_PROLOG) throw new UnreadableXmlError('it has no root element');
	return false;
}

function title(page: string): string | undefined {
	return /<title[^>]*>([^<]*)/i.exec(page)?.[1]?.replaceAll('&amp;', '&').trim();
}

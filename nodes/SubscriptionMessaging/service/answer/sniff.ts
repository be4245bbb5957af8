import { NotThisInterfaceError, UnreadableXmlError, type ForeignContent } from '../errors/errors';

/** Elements that web pages, and error texts of web servers, begin with. */
const HTML_ELEMENTS = new Set(
	'html head title body meta script style center font table div span p h1 h2 h3 pre b br hr'.split(
		' ',
	),
);

/** Declaration, comments and processing instructions that are longer are not waited for. */
const LONGEST_PROLOG = 65_536;

/** Of what is none of ours, characters that are waited for: what is shown of it must not end in half a word. */
const LONGEST_DETAIL = 4_000;

/**
 * Looks at the beginning of a document, before it is parsed, for what makes it none of ours.
 *
 * @param isLast nothing follows the text
 * @returns whether the root element was reached; if not, more text is needed
 * @throws NotThisInterfaceError for a web page, JSON, plain text, or another root element
 * @throws UnreadableXmlError for a DOCTYPE, which no SOAP or NVP answer has
 */
export function reachesRoot(
	text: string,
	expectedRoot: string,
	httpStatus: number,
	isLast: boolean,
): boolean {
	const found = (content: ForeignContent, detail: string) =>
		foreign(content, httpStatus, detail, isLast || detail.length >= LONGEST_DETAIL);
	const foundPage = (page: string) => {
		const { title, isWhole } = titleIn(page);
		return foreign('html', httpStatus, title, isLast || isWhole);
	};
	let at = 0;
	for (;;) {
		const isBlank = (index: number) => index < text.length && text.charAt(index).trim() === '';
		while (isBlank(at)) at++;
		const rest = text.slice(at, at + LONGEST_PROLOG);
		if (at > LONGEST_PROLOG) throw new UnreadableXmlError('it has no root element');
		if (rest.length === 0) return false;
		if (rest[0] !== '<') {
			return found(/^[{["]/.test(rest) ? 'json' : 'text', rest.slice(0, LONGEST_DETAIL));
		}

		const skipped = lengthOfAside(rest);
		if (skipped > 0) {
			at += skipped;
			continue;
		}
		if (/^<(?:$|\?|!$|!-)/.test(rest)) return tooLong(rest);

		const doctype = /^<!doctype\s{1,100}([a-z]{0,20})/i.exec(rest);
		if (doctype) {
			if (/^html/i.test(doctype[1]!)) return foundPage(rest);
			if (doctype[1]!.length < 4 && doctype[0].length === rest.length) return tooLong(rest);
			throw new UnreadableXmlError('it has a DOCTYPE, which is refused');
		}
		if (/^<![a-z]{1,7}$/i.test(rest.trimEnd())) return tooLong(rest);

		const name = /^<([^\s/><]+)[\s/>]/.exec(rest)?.[1];
		if (name === undefined) {
			if (/^<[^\s/><]*$/.test(rest)) return tooLong(rest);
			return true;
		}
		const local = name.slice(name.lastIndexOf(':') + 1);
		if (local === expectedRoot) return true;
		if (HTML_ELEMENTS.has(local.toLowerCase())) return foundPage(rest);
		return foreign('otherXml', httpStatus, name);
	}
}

/** @param isWhole false where more of what is shown of it is to come */
function foreign(
	content: ForeignContent,
	httpStatus: number,
	detail?: string,
	isWhole = true,
): false {
	if (isWhole) throw new NotThisInterfaceError(content, httpStatus, detail);
	return false;
}

function tooLong(rest: string): false {
	if (rest.length >= LONGEST_PROLOG) throw new UnreadableXmlError('it has no root element');
	return false;
}

/** Of the comment or processing instruction that a text begins with; 0 if there is none that ends. */
function lengthOfAside(text: string): number {
	for (const [opening, closing] of [
		['<?', '?>'],
		['<!--', '-->'],
	] as const) {
		if (!text.startsWith(opening)) continue;
		const end = text.indexOf(closing, opening.length);
		if (end !== -1) return end + closing.length;
	}
	return 0;
}

/** The title of a page; undefined where none has begun. */
function titleIn(page: string): { title?: string; isWhole: boolean } {
	const tag = page.search(/<title[\s>]/i);
	const start = tag === -1 ? -1 : page.indexOf('>', tag);
	if (start === -1) return { isWhole: true };
	const text = page.slice(start + 1, start + 1 + LONGEST_DETAIL);
	const [title = '', ...end] = text.split('<', 2);
	const isWhole = end.length > 0 || text.length === LONGEST_DETAIL;
	return { title: title.replaceAll('&amp;', '&').trim(), isWhole };
}

import {
	NotThisInterfaceError,
	UnreadableXmlError,
} from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { reachesRoot } from '../../../../../nodes/SubscriptionMessaging/service/answer/sniff';

/** What is found at the beginning of a document: its root, what else it is, or nothing yet. */
function found(text: string, isLast: boolean): unknown {
	try {
		return reachesRoot(text, 'Envelope', 200, isLast) ? 'root' : 'more is needed';
	} catch (error) {
		if (error instanceof NotThisInterfaceError) return [error.found, error.detail];
		if (error instanceof UnreadableXmlError) return error.reason;
		throw error;
	}
}

const NO_ROOT = 'it has no root element';
const DOCTYPE = 'it has a DOCTYPE, which is refused';

describe.each<[what: string, text: string, outcome: unknown]>([
	['the root', '<Envelope>', 'root'],
	['a root with a prefix and attributes', '<s:Envelope xmlns:s="a">', 'root'],
	['a root that is empty', '<Envelope/>', 'root'],
	['a root behind blanks', ' \r\n\t<Envelope>', 'root'],
	['a root behind a declaration', '<?xml version="1.0"?>\n<Envelope>', 'root'],
	['a root behind comments', '<!-- <html> --><!---->\n<Envelope>', 'root'],
	['a root behind several instructions', '<?a?><?b ?> <Envelope>', 'root'],
	['a tag without a name, which the parser refuses', '<>', 'root'],
	['a closing tag, which the parser refuses', '</a>', 'root'],
	['a closing tag and the beginning of another', '</a><b', 'root'],
	['a root with a DOCTYPE behind it', '<Envelope><a/><!DOCTYPE html>', 'root'],
	['a root with the beginning of a DOCTYPE behind it', '<Envelope><a/><!doc', 'root'],
	['a declaration that belongs into a DOCTYPE', '<!ELEMENT a>', ['otherXml', '!ELEMENT']],
	['another root', '<b:Reply>', ['otherXml', 'b:Reply']],
	['a root that only ends like ours', '<MyEnvelope>', ['otherXml', 'MyEnvelope']],
	['a DOCTYPE', '<!DOCTYPE foo>', DOCTYPE],
	['a DOCTYPE whose name goes on', '<!DOCTYPE note', DOCTYPE],
	['a DOCTYPE whose name holds html', '<!DOCTYPE xhtml [', DOCTYPE],
	['a DOCTYPE with blanks', '<!DOCTYPE \n  note SYSTEM "a">', DOCTYPE],
	['a web page', '<html><head><title>Shop</title>', ['html', 'Shop']],
	['a web page with a DOCTYPE', '<!DOCTYPE html><title>Shop</title>', ['html', 'Shop']],
	[
		'a web page of an older kind',
		'<!doctype   HTML PUBLIC "-//W3C//DTD HTML 4.01//EN"><TITLE >A &amp; B </TITLE>',
		['html', 'A & B'],
	],
])('a document with %s', (_what, text, outcome) => {
	it('is known by its beginning', () => {
		expect(found(text, false)).toEqual(outcome);
		expect(found(`${text} and more <html>`, false)).toEqual(outcome);
	});

	it('is not taken for anything else while it arrives', () => {
		// The title of a page is not waited for where it has not begun.
		const isPage = Array.isArray(outcome) && outcome[0] === 'html';
		const early = ['more is needed', outcome, ...(isPage ? [['html', undefined]] : [])];
		for (let length = 0; length < text.length; length += 1) {
			expect(early).toContainEqual(found(text.slice(0, length), false));
		}
	});
});

describe('a document that is none of ours is shown once enough of it is there', () => {
	it.each([
		['{"error":1}', 'json'],
		['["error"]', 'json'],
		['"error"', 'json'],
		['Error {1}', 'text'],
		['error', 'text'],
	])('%s', (text, content) => {
		expect(found(text, false)).toBe('more is needed');
		expect(found(` ${text}`, true)).toEqual([content, text]);
		const long = text + 'x'.repeat(4_000);
		expect(found(long.slice(0, 3_999), false)).toBe('more is needed');
		expect(found(long, false)).toEqual([content, long.slice(0, 4_000)]);
	});

	it('a page whose title goes on', () => {
		const page = '<html><title>Shop';
		expect(found(page, false)).toBe('more is needed');
		expect(found(page, true)).toEqual(['html', 'Shop']);
		expect(found(`${page}${'x'.repeat(4_000)}`, false)).toEqual([
			'html',
			`Shop${'x'.repeat(3_996)}`,
		]);
	});

	it.each(['<html><body>Error</body>', '<h1>Error</h1>', '<HTML><titles>no</titles>'])(
		'a page without a title: %s',
		(page) => {
			expect(found(page, false)).toEqual(['html', undefined]);
		},
	);
});

describe('a document that never comes to its root', () => {
	it.each([
		['blanks', ' '],
		['a declaration', '<?xml '],
		['a comment', '<!-- '],
		['a long name', '<a'],
	])('is refused after 64 KB of %s', (_what, beginning) => {
		const fill = beginning === '<a' ? 'a' : ' ';
		const text = beginning + fill.repeat(65_536 - beginning.length);
		expect(found(text.slice(0, -1), false)).toBe('more is needed');
		expect(found(`${text}${fill}`, false)).toBe(NO_ROOT);
	});

	it('is waited for behind 64 KB of blanks, and not behind more', () => {
		expect(found(' '.repeat(65_536), false)).toBe('more is needed');
		expect(found(`${' '.repeat(65_536)}<Envelope>`, false)).toBe('root');
		expect(found(`${' '.repeat(65_537)}<Envelope>`, false)).toBe(NO_ROOT);
	});

	it('is nothing where it ends before', () => {
		expect(found('', true)).toBe('more is needed');
		expect(found(' \n', true)).toBe('more is needed');
		expect(found('<?xml version="1.0"?>', true)).toBe('more is needed');
	});
});

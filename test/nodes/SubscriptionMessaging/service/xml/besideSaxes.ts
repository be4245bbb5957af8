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

export function read(
	chunks: readonly string[],
): Reading & { place: { line: number; column: number } } {
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
export function readBySaxes(document: string): Reading {
	const { parts, add, addText, flush } = texts();
	const parser = new SaxesParser({
		position: false,
		defaultXMLVersion: '1.0',
		forceXMLVersion: true,
	});
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
export const BEGINNING = `<!--${' '.repeat(8_192)}-->`;

export const cut = (document: string, size: number) =>
	document.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];

/** In one piece, and cut wherever that may be. */
export function expectSame(document: string) {
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

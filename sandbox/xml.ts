import { XMLParser, XMLValidator } from 'fast-xml-parser';

import { isStruct, itemOf, members, type Outgoing, type TypeName } from './types';

export interface XmlElement {
	/** Without its prefix: the sandbox takes any. */
	readonly name: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly children: readonly XmlElement[];
	readonly text: string;
}

/** The document is no XML that the sandbox reads. */
export class MalformedXml extends Error {}

const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';

const parser = new XMLParser({
	preserveOrder: true,
	ignoreAttributes: false,
	attributeNamePrefix: '',
	removeNSPrefix: true,
	parseTagValue: false,
	parseAttributeValue: false,
	trimValues: false,
	// Entities are decoded below: the parser knows no numeric ones unless it takes HTML's as well.
	processEntities: false,
	cdataPropName: CDATA,
	textNodeName: TEXT,
});

const PROLOG_WITH_DOCTYPE = /^\uFEFF?(?:\s|<\?[^>]*\?>|<!--[^]*?-->)*<!DOCTYPE/i;

/** Root element of a document; throws MalformedXml, also for any document with a DOCTYPE. */
export function parseXml(text: string): XmlElement {
	if (PROLOG_WITH_DOCTYPE.test(text)) throw new MalformedXml('A DOCTYPE is not accepted');
	if (NOT_XML.test(text)) throw new MalformedXml('There is a control character in it');
	const verdict = XMLValidator.validate(text);
	if (verdict !== true) throw new MalformedXml(`${verdict.err.msg} (line ${verdict.err.line})`);
	let nodes: ParsedNode[];
	try {
		nodes = parser.parse(text) as ParsedNode[];
	} catch (error) {
		throw new MalformedXml((error as Error).message);
	}
	const root = nodes.find((node) => !isText(node) && !nameOf(node).startsWith('?'));
	if (!root) throw new MalformedXml('There is no root element');
	return toElement(root);
}

type ParsedNode = Record<string, unknown>;

const nameOf = (node: ParsedNode) => Object.keys(node).find((key) => key !== ATTRIBUTES) ?? TEXT;
const isText = (node: ParsedNode) => TEXT in node || CDATA in node;

function toElement(node: ParsedNode): XmlElement {
	const name = nameOf(node);
	const content = node[name] as ParsedNode[];
	return {
		name,
		attributes: (node[ATTRIBUTES] ?? {}) as Record<string, string>,
		children: content.filter((child) => !isText(child)).map(toElement),
		text: content.filter(isText).map(toText).join(''),
	};
}

function toText(node: ParsedNode): string {
	if (TEXT in node) return decodeEntities(String(node[TEXT]));
	return (node[CDATA] as ParsedNode[]).map((part) => String(part[TEXT])).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

/** What no XML document may hold, not even as a reference (lone surrogates included). */
// eslint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\p{Cs}]/u;

function decodeEntities(text: string): string {
	return text.replace(/&([^;&]*);?/g, (reference, name: string) => {
		const digits = /^#(?:x([0-9a-f]+)|([0-9]+))$/i.exec(name);
		const code = digits && (digits[1] ? parseInt(digits[1], 16) : Number(digits[2]));
		const value = code && code <= 0x10ffff ? String.fromCodePoint(code) : ENTITIES[name];
		if (value === undefined || NOT_XML.test(value) || !reference.endsWith(';')) {
			throw new MalformedXml(`"${reference.slice(0, 20)}" stands for no character of XML`);
		}
		return value;
	});
}

/** How a transport marks up a value's type. */
export interface Dialect {
	/** Attributes of an element, with a leading space, or nothing. */
	attributes(type: TypeName, value: Outgoing): string;
}

const ESCAPES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'\r': '&#13;',
};

const ALL_NOT_XML = new RegExp(NOT_XML, 'gu');

/** Text as content; a character that XML cannot carry, which only a form can bring, is replaced. */
export function escapeText(text: string): string {
	return text
		.replace(ALL_NOT_XML, '\uFFFD')
		.replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? character);
}

/**
 * One element as pieces of text, list items one by one: an answer with 100,000 subscribers is
 * 130 MB, which must not stand in memory at once. That is why this is no call of a builder.
 */
export function* writeXml(
	name: string,
	type: TypeName,
	value: Outgoing,
	dialect: Dialect,
): Generator<string> {
	const item = itemOf(type);
	if (value === undefined) return;
	if (value === null || !(item ?? isStruct(type))) {
		yield writeWhole(name, type, value, dialect);
		return;
	}
	yield `<${name}${dialect.attributes(type, value)}>`;
	if (item) {
		for (const entry of value as Outgoing[]) yield writeWhole('item', item, entry, dialect);
	} else if (isStruct(type)) {
		for (const [member, memberType] of Object.entries(members(type))) {
			yield* writeXml(member, memberType, (value as Record<string, Outgoing>)[member], dialect);
		}
	}
	yield `</${name}>`;
}

/** The same as one piece: with a generator for every member, a long list takes thrice the time. */
function writeWhole(name: string, type: TypeName, value: Outgoing, dialect: Dialect): string {
	if (value === undefined) return '';
	const open = `${name}${dialect.attributes(type, value)}`;
	if (value === null) return `<${open}/>`;
	const item = itemOf(type);
	let content = '';
	if (item) {
		for (const entry of value as Outgoing[]) content += writeWhole('item', item, entry, dialect);
	} else if (isStruct(type)) {
		const struct = value as Record<string, Outgoing>;
		const definition = members(type);
		for (const member in definition) {
			content += writeWhole(member, definition[member] as TypeName, struct[member], dialect);
		}
	} else {
		content = escapeText(String(value));
	}
	return `<${open}>${content}</${name}>`;
}

import {
	openParser,
	type XmlHandlers,
} from '../../../../../nodes/SubscriptionMessaging/service/xml/xmlParser';

/** A parser, and what it has told so far. */
function telling(more: Partial<XmlHandlers> = {}) {
	const told: string[] = [];
	const parser = openParser({
		error: ({ message }) => told.push(`! ${message}`),
		doctype: () => told.push('DOCTYPE'),
		open: ({ name, attributes }) => told.push(`<${name} ${JSON.stringify(attributes)}`),
		text: (text) => told.push(text),
		close: () => told.push('>'),
		...more,
	});
	return { parser, told };
}

it('tells the parts of a document in their order, however it is cut', () => {
	const { parser, told } = telling();
	for (const part of ['<a b="', '1">te', 'xt<![CDATA[<c>]', ']><d', '/></a>']) parser.write(part);
	parser.close();
	expect(told.join(' ')).toBe('<a {"b":"1"} text <c> <d {} > >');
});

it('reads a document by the rules of XML 1.0, whatever it says of itself', () => {
	const { parser, told } = telling();
	parser.write('<?xml version="1.1"?><a>1\u00852\u007f</a>').close();
	expect(told).toEqual(['<a {}', '1\u00852\u007f', '>']);
});

it('tells an attribute before its element, where that is asked for', () => {
	const order: string[] = [];
	const { parser } = telling({
		attribute: ({ name, value }) => order.push(`${name}=${value}`),
		open: ({ name }) => order.push(name),
	});
	parser.write('<a b="1" c="2"/>').close();
	expect(order).toEqual(['b=1', 'c=2', 'a']);
});

it('reads names as they are written, prefixes and all', () => {
	const { parser, told } = telling();
	parser.write('<n:a xmlns:m="u" m:b="1"/>').close();
	expect(told[0]).toBe('<n:a {"xmlns:m":"u","m:b":"1"}');
});

it('tells a DOCTYPE and each mistake, and reads on', () => {
	const { parser, told } = telling();
	parser.write('<!DOCTYPE a><a></c></d><b>text</b></a>').close();
	expect(told[0]).toBe('DOCTYPE');
	expect(told.filter((part) => part.startsWith('!')).length).toBeGreaterThan(1);
	expect(told).toContain('<b {}');
	expect(told).toContain('! unmatched closing tag: c.');
});

it('ends with what a handler throws', () => {
	const refusing = telling({
		doctype: () => {
			throw new Error('refused');
		},
	});
	expect(() => refusing.parser.write('<!DOCTYPE a><a/>')).toThrow('refused');
	expect(refusing.told).toEqual([]);
});

it('reads several documents at once, none of which knows of another', () => {
	const [one, other] = [telling({ attribute: () => undefined }), telling()];
	one.parser.write('<a>1');
	other.parser.write('<b>2');
	one.parser.write('</a>').close();
	other.parser.write('</b>').close();
	expect([one.told, other.told]).toEqual([
		['<a {}', '1', '>'],
		['<b {}', '2', '>'],
	]);
});

import { Budget } from '../../../../../nodes/SubscriptionMessaging/service/callback/budget';
import { readXml } from '../../../../../nodes/SubscriptionMessaging/service/callback/xmlDocument';
import { stepsOf } from '../../stepsOf';
import { envelope } from '../answer/reading';
import { read } from './reading';

const rawOf = (body: string) => read(body)[0]?.raw;
const note = (content: string) => envelope(`<n:notify>${content}</n:notify>`);

describe('any XML', () => {
	it.each<[what: string, document: string, raw: unknown]>([
		['texts', '<s><a>1</a><b> x </b><c/></s>', { s: { a: '1', b: ' x ', c: '' } }],
		['a text alone', '<s>x</s>', { s: 'x' }],
		['elements that come again', '<s><a>1</a><b/><a>2</a></s>', { s: { a: ['1', '2'], b: '' } }],
		['names with prefixes', '<n:s xmlns:n="u"><n:a>1</n:a></n:s>', { s: { a: '1' } }],
		['attributes', '<s a="1"><b c="2">x</b></s>', { s: { a: '1', b: { c: '2', value: 'x' } } }],
		[
			'attributes of an encoding',
			'<s xmlns="u" x:a="1" b="2">x</s>',
			{ s: { b: '2', value: 'x' } },
		],
		['an attribute and an element of one name', '<s a="1"><a>2</a></s>', { s: { a: ['1', '2'] } }],
		['a text beside elements', '<s>x<a>1</a> y\n</s>', { s: { a: '1', value: 'x y' } }],
		['layout beside elements', '<s>\n\t<a>1</a>\n</s>', { s: { a: '1' } }],
		[
			'nil',
			'<s><a x:nil="true"/><b x:nil="1">x</b><c x:nil="0">x</c></s>',
			{ s: { a: null, b: null, c: 'x' } },
		],
		['CDATA and references', '<s><![CDATA[<a>]]>&amp;&#65;</s>', { s: '<a>&A' }],
		['layout around it', '\n <s>x</s>\n', { s: 'x' }],
		['layout before its declaration', '\n <?xml version="1.0"?><s>x</s>', { s: 'x' }],
	])('becomes an object with its root: %s', (_what, document, raw) => {
		expect(rawOf(document)).toEqual(raw);
	});

	it('keeps a text of very many parts, each of which the parser gives by itself, in its order', () => {
		const lines = Array.from({ length: 2_500 }, (_, index) => String(index));
		expect(rawOf(`<s>${lines.join('\r\n')}</s>`)).toEqual({ s: lines.join('\n') });
		const parts = lines.map((line) => `${line}<!-- --><![CDATA[,]]>`);
		expect(rawOf(`<s>${parts.join('')}</s>`)).toEqual({ s: `${lines.join(',')},` });
	});

	it.each<[what: string, attribute: string, raw: unknown]>([
		['nil by another name', 'x:null="true"', null],
		['nil with blanks', 'x:nil=" 1 "', null],
		['nil under a longer prefix', 'xsi:nil="true"', null],
		['an attribute that only begins so', 'x:nillable="true"', 'x'],
		['a namespace of that name', 'xmlns:nil="true"', 'x'],
	])('may have %s', (_what, attribute, raw) => {
		expect(rawOf(`<s><a ${attribute}>x</a></s>`)).toEqual({ s: { a: raw } });
	});

	it.each(['truely', 'untrue', '10', '01'])('is not nil for saying so with %s', (nil) => {
		expect(rawOf(`<s><a x:nil="${nil}">x</a></s>`)).toEqual({ s: { a: 'x' } });
	});
});

describe('a SOAP message', () => {
	it.each(['<!-- x -->', '<!-- <a> --> <!-- b -->', '<?x y?>\n<!-- x -->'])(
		'has its references resolved behind %s',
		(before) => {
			const body = note('<ticket href="#t"/>').replace('<n:notify>', `${before}<n:notify>`);
			const document = body.replace('</n:notify>', '</n:notify><m id="t">T-1</m>');
			expect(rawOf(document)).toMatchObject({ notify: { ticket: 'T-1' } });
		},
	);
});

describe('XML with mistakes', () => {
	it('keeps the ampersands of CDATA as they are', () => {
		const a = '<s><a><![CDATA[A&B]]></a><b>C & D</b><c><![CDATA[&amp;]]></c>';
		expect(rawOf(a)).toMatchObject({ s: { a: 'A&B', b: 'C & D', c: '&amp;' } });
		expect(rawOf('<s><b>C & D</b><a><![CDATA[A&B')).toMatchObject({ s: { b: 'C & D' } });
	});

	it('keeps the text of XML that is not well-formed beside what could be read', () => {
		const body = '<s><sendTo>1</sendTo><note>a & b</note>';
		expect(read(body)[0]).toMatchObject({
			sendTo: '1',
			raw: { s: { sendTo: '1', note: 'a & b' }, body },
		});
	});

	it.each<[what: string, document: string, read: object]>([
		['ends early', '<s><to>1</to><b>2</b>', { s: { to: '1', b: '2' } }],
		['ends within a text', '<s><to>1</to><b>2', { s: { to: '1', b: '' } }],
		[
			'ends within a tag',
			'<s><to>1</to><b c="2">3</b',
			{ s: { to: '1', b: { c: '2', value: '3' } } },
		],
		[
			'has stray ampersands',
			'<s><to>1</to><b>A & B &x; &amp; C</b></s>',
			{ s: { to: '1', b: 'A & B &x; & C' } },
		],
	])('is read as far as it goes, with its text: it %s', (_what, document, members) => {
		expect(rawOf(document)).toEqual({ ...members, body: document });
	});

	it('tells nothing by a value that was cut', () => {
		const whole = '<r><sendTo>15551234567</sendTo><status_code>105</status_code></r>';
		for (const document of [whole, note(whole), `&${whole}`]) {
			for (let end = 1; end < document.length; end++) {
				for (const { sendTo, status_code } of read(document.slice(0, end))) {
					expect([null, '15551234567']).toContain(sendTo);
					expect([null, 105]).toContain(status_code);
				}
			}
		}
	});

	it('stands whole beside the first status, and not with each of several', () => {
		const list = (count: number) =>
			`<r><name>A & B</name>${'<s><to>1</to><status>100</status></s>'.repeat(count)}</r>`;
		expect(rawOf(list(1))).toMatchObject({ body: list(1) });
		const statuses = read(list(2_000));
		expect(statuses).toHaveLength(2_000);
		const raw = { name: 'A & B', to: '1', status: '100' };
		expect(statuses[0]?.raw).toEqual({ ...raw, body: list(2_000) });
		expect(statuses.slice(1).map((status) => status.raw)).toEqual(Array(1_999).fill(raw));
		const posted = { body: 'hi', list: [{ to: 1 }, { to: 2 }] };
		expect(rawOf(JSON.stringify(posted))).toEqual({ body: 'hi', to: 1 });
	});

	it('keeps its references where an ampersand stands alone', () => {
		const document =
			'<s><to>1</to><b>& &#65;&#128512;&#x41;&#x1F600; &lt;&quot;&apos;&gt; &#y;</b></s>';
		expect(rawOf(document)).toEqual({
			s: { to: '1', b: '& A😀A😀 <"\'> &#y;' },
			body: document,
		});
	});

	it('is a text with more than 50 of them', () => {
		const wrong = (count: number) => `<s>${']]>'.repeat(count)}</s>`;
		expect(rawOf(wrong(50))).toMatchObject({ body: wrong(50) });
		expect(rawOf(wrong(51))).toBe(wrong(51));
	});

	it('is a text where there are very many of them', () => {
		const document = `<s>${'<1>'.repeat(60)}</s>`;
		expect(rawOf(document)).toBe(document);
	});

	it('is a text with more than 100,000 stray ampersands, which are looked for in some parts', () => {
		const document = `<s>${'&'.repeat(100_001)}</s>`;
		expect(rawOf(document)).toBe(document);
		const steps = stepsOf(readXml(document, Budget.ofPost()));
		expect(steps).toBeGreaterThanOrEqual(40);
		expect(steps).toBeLessThanOrEqual(100);
	});

	it.each<[what: string, document: string]>([
		['a DOCTYPE', '<!DOCTYPE s><s/>'],
		['entities', '<!DOCTYPE s [<!ENTITY a "b">]><s>&a;</s>'],
		['entities around SOAP', `<!DOCTYPE s [<!ENTITY a "b">]>${note('&a;')}`],
	])('is refused with HTTP 400 where it has %s', (_what, document) => {
		expect(() => read(document)).toThrow(
			expect.objectContaining({ httpStatus: 400, message: expect.stringContaining('DOCTYPE') }),
		);
	});

	it('is refused where it is nested too deep, and not read as a text', () => {
		const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
		expect(read(nested(40))).toHaveLength(1);
		for (const document of [nested(41), '<a>'.repeat(41), note(nested(40))]) {
			expect(() => read(document)).toThrow('it is nested more than 40 deep');
		}
	});

	it.each<[what: string, of: (letters: string) => string]>([
		['text', (letters) => `<a>${letters}</a>`],
		['text after others', (letters) => `<s><a>1</a><a>${letters}</a></s>`],
		['attribute', (letters) => `<a b="${letters}"/>`],
		['comment', (letters) => `<a><!--${letters}--></a>`],
		['instruction without an end', (letters) => `<a><?x ${letters}x`],
		['section', (letters) => `<a><![CDATA[${letters}]]></a>`],
	])('is refused with a %s of more than a megabyte', (_what, of) => {
		const most = 1024 * 1024;
		expect(read(of('x'.repeat(most - 50_000)))).toHaveLength(1);
		for (const letter of ['x', '\n', ']']) {
			expect(() => read(of(letter.repeat(most + 50_000)))).toThrow(
				'a text or name in it has more than 1048576 characters',
			);
		}
	});

	it('may be far longer than its longest text', () => {
		const one = `<a>${'x'.repeat(200_000)}</a>`;
		expect(read(`<s>${one.repeat(20)}</s>`)).toHaveLength(1);
	});

	it('is refused with more than 1,000 attributes on one element', () => {
		const attributes = (count: number) =>
			Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ');
		expect(read(`<s><b ${attributes(1_000)}/><b ${attributes(1_000)}/></s>`)).toHaveLength(1);
		expect(() => read(`<s ${attributes(1_001)}/>`)).toThrow('more than 1000 attributes');
	});

	it('is refused with a name of an attribute that is too long', () => {
		expect(read(`<s ${'a'.repeat(10_000)}="1"/>`)).toHaveLength(1);
		expect(() => read(`<s ${'a'.repeat(10_001)}="1"/>`)).toThrow('more than 10000 characters');
	});
});

describe('SOAP', () => {
	it('becomes the content of its Body, with its references followed', () => {
		const document = envelope(
			'<n:notify><ticket href="#t"/><to xsi:type="xsd:long">1</to></n:notify><m id="t">T-1</m>',
		);
		expect(rawOf(document)).toEqual({ notify: { ticket: 'T-1', to: 1 } });
	});

	it('is read too where its envelope has no prefix', () => {
		const document = '<Envelope><Body><notify><ticket>T-1</ticket></notify></Body></Envelope>';
		expect(rawOf(document)).toEqual({ notify: { ticket: 'T-1' } });
	});

	it('is read whatever its prefixes are, and with attributes on its Body', () => {
		const document =
			'<soap-env:Envelope xmlns:soap-env="urn:s"><soap-env:Body a="1" b="2">' +
			'<ns1:notify><t href="#t"/></ns1:notify><m id="t">T-1</m></soap-env:Body></soap-env:Envelope>';
		expect(rawOf(document)).toEqual({ notify: { t: 'T-1' } });
	});

	it('is read however long it is', () => {
		const texts = Array.from({ length: 5_000 }, (_none, index) => String(index));
		const members = texts.map((text) => `<x>${text}</x>`).join('');
		expect(rawOf(note(members))).toEqual({ notify: { x: texts } });
	});

	it.each<[what: string, document: string]>([
		['Envelope begins late', `<!--${'x'.repeat(10_000)}-->${note('<ticket>T-1</ticket>')}`],
		['references lead nowhere', note('<ticket href="#gone">T-1</ticket>')],
		['Body has nothing in it', envelope('')],
		['Body has two calls', envelope('<n:a/><n:b/>')],
		['end is missing', note('<ticket>T-1</ticket>').slice(0, -12)],
	])('is read as any XML where its %s', (_what, document) => {
		expect(rawOf(document)).toMatchObject({ Envelope: { Body: expect.anything() } });
	});
});

it('within a form is a text where it is too deep with the levels around it', () => {
	const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
	const field = (levels: number) => `x=${encodeURIComponent(nested(levels))}`;
	expect(rawOf(field(39))).toMatchObject({ x: { a: { a: expect.anything() } } });
	expect(rawOf(field(40))).toEqual({ x: nested(40) });
	const soap = (levels: number) =>
		`x=${encodeURIComponent(`<Envelope><Body>${nested(levels)}</Body></Envelope>`)}`;
	expect(rawOf(soap(37))).toMatchObject({ x: { a: expect.anything() } });
	expect(rawOf(soap(38))).toMatchObject({ x: expect.stringContaining('<Envelope>') as string });
});

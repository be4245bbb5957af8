import { openAnswer } from '../../../../../nodes/SubscriptionMessaging/service/answer/answer';
import { UnreadableXmlError } from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { READ_LIMITS } from '../../../../../nodes/SubscriptionMessaging/service/xml/limits';
import {
	documentOf,
	listOf,
	STRING,
	structOf,
	type ReadingPlan,
} from '../../../../../nodes/SubscriptionMessaging/service/xml/readingPlan';
import { XmlReader } from '../../../../../nodes/SubscriptionMessaging/service/xml/xmlReader';
import { stepsOf } from '../../stepsOf';
import { answerWith, envelope, payload, read, soap } from '../answer/reading';

const readerOf = (plan: ReadingPlan) =>
	new XmlReader(documentOf('r', plan), READ_LIMITS, (name) => new Error(name));

const division = (members: string) => payload('readDivision', `<response>${members}</response>`);

describe('values', () => {
	it('members that are not in the answer are not in the value', () => {
		expect(Object.keys(division('<name>North</name>') as object)).toEqual(['name']);
	});

	it('line breaks, references and layout come as XML means them', () => {
		expect(division('\n\t<name> a&#13;\r\nb\rc &#x1F600;&lt;</name>\n\t<url>\n</url>\n')).toEqual({
			name: ' a\r\nb\nc 😀<',
			url: '\n',
		});
	});

	it('text in pieces is one text', () => {
		expect(division('<name>a<![CDATA[<b>]]><!-- c --> d<?e f?>&amp;g</name>')).toEqual({
			name: 'a<b> d&g',
		});
	});
});

describe('multi-references', () => {
	const beside = (elements: string, members: string) =>
		payload('readDivision', `<response>${members}</response>`, elements);

	it('give texts, numbers, objects and lists, before and behind the answer', () => {
		const members =
			'<name href="#n"/><phone href="#p"/><address href="#a"/><divisions href="#d"/><url/>';
		const elements =
			'<multiRef id="d" enc:arrayType="n:WSDivision[2]"><item href="#e"/><item href="#e"/></multiRef>' +
			'<multiRef id="a" xsi:type="n:WSAddress"><zip href="#z"/><city href="#n"/></multiRef>' +
			'<multiRef id="e"><name href="#n"/></multiRef><multiRef id="z" xsi:type="xsd:int">84057</multiRef>' +
			'<multiRef id="p" xsi:type="xsd:long">18015550001</multiRef><enc:string id="n">North</enc:string>';
		const expected = {
			name: 'North',
			phone: '18015550001',
			address: { zip: 84057, city: 'North' },
			divisions: [{ name: 'North' }, { name: 'North' }],
			url: '',
		};
		expect(beside(elements, members)).toEqual(expected);
		const answer = answerWith('readDivision', `<response>${members}</response>`);
		const ahead = answer.replace('<s:Body>', `<s:Body>${elements}`);
		expect(read(soap('readDivision'), ahead).response).toEqual(expected);
	});

	it('keep the order of members and entries', () => {
		const value = beside(
			'<multiRef id="a">A</multiRef>',
			'<name href="#a"/><phone>1</phone><x><y>1</y><y href="#a"/><y>3</y></x>',
		);
		expect(JSON.stringify(value)).toBe('{"name":"A","phone":"1","x":{"y":["1","A","3"]}}');
	});

	it('in place are read where they stand and wherever they are referred to', () => {
		const address = { city: 'Orem', zip: 84057 };
		const value = division(
			'<divisions><item><address href="#a"/></item>' +
				'<item><address id="a"><city id="c">Orem</city><zip>84057</zip></address><name href="#c"/></item>' +
				'</divisions>',
		);
		expect(value).toEqual({ divisions: [{ address }, { address, name: 'Orem' }] });
	});

	it('never share an object, so that changing one place changes no other', () => {
		const { divisions } = beside(
			'<multiRef id="a"><city>Orem</city></multiRef>',
			'<divisions><item><address href="#a"/></item><item><address href="#a"/></item></divisions>',
		) as { divisions: Array<{ address: { city: string } }> };
		divisions[0]!.address.city = 'Logan';
		expect(divisions[1]!.address.city).toBe('Orem');
	});

	it('may lead to references, to nil, and into sparse arrays', () => {
		expect(
			beside(
				'<multiRef id="a" href="#b"/><multiRef id="b" href="#c"/><multiRef id="c">C</multiRef>' +
					'<multiRef id="nil" xsi:nil="true"/><multiRef id="d"><name>D</name></multiRef>',
				'<name href="#a"/><phone href="#nil"/>' +
					'<divisions enc:arrayType="n:WSDivision[2]"><item enc:position="[1]" href="#d"/></divisions>',
			),
		).toEqual({ name: 'C', phone: null, divisions: [null, { name: 'D' }] });
	});

	it('may stand for members that come again, in any order with those in place', () => {
		const elements = '<multiRef id="a">A</multiRef><multiRef id="b">B</multiRef>';
		expect(
			beside(elements, '<x href="#a"/><x>1</x><x href="#b"/><y>2</y><y href="#a"/><z id="c">C</z>'),
		).toEqual({ x: ['A', '1', 'B'], y: ['2', 'A'], z: 'C' });
	});

	it('may stand for whole parts of a list', () => {
		const elements =
			'<multiRef id="l"><item><name>L</name></item><item><name>M</name></item></multiRef>';
		const inline = (name: string) => `<divisions><item><name>${name}</name></item></divisions>`;
		const names = (members: string) =>
			(beside(elements, members) as { divisions: Array<{ name: string }> }).divisions.map(
				({ name }) => name,
			);
		const reference = '<divisions href="#l"/>';
		expect(names(inline('A') + reference + inline('B'))).toEqual(['A', 'L', 'M', 'B']);
		expect(names(reference + inline('A') + reference)).toEqual(['L', 'M', 'A', 'L', 'M']);
	});

	it('may stand in a list that comes in parts', () => {
		expect(
			beside(
				'<multiRef id="b"><name>B</name></multiRef><multiRef id="d"><name>D</name></multiRef>',
				'<divisions><item><name>A</name></item></divisions>' +
					'<divisions><item href="#b"/><item><name>C</name></item></divisions>' +
					'<divisions><item href="#d"/></divisions>',
			),
		).toEqual({ divisions: [{ name: 'A' }, { name: 'B' }, { name: 'C' }, { name: 'D' }] });
	});

	it('cannot reach behind the value', () => {
		const value = beside('<multiRef id="a"><city>Orem</city></multiRef>', '<__proto__ href="#a"/>');
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
		expect(value).toEqual({});
	});

	it('of SOAP 1.2 are followed too', () => {
		expect(
			division(
				'<name enc:id="a">North</name><divisions><item><name enc:ref="a"/></item></divisions>',
			),
		).toEqual({ name: 'North', divisions: [{ name: 'North' }] });
	});

	it('may be the whole return value', () => {
		const document = envelope(
			'<n:sendMessageResponse><r href="#r"/></n:sendMessageResponse>' +
				'<multiRef id="r"><result href="#t"/><error_code>0</error_code></multiRef><multiRef id="t">true</multiRef>',
		);
		expect(read(soap('sendMessage'), document)).toEqual({ result: true, error_code: 0 });
	});

	it.each([
		[
			'in itself',
			'<multiRef id="a"><name>x</name><divisions><item href="#a"/></divisions></multiRef>',
		],
		['directly', '<multiRef id="a" href="#a"/>'],
		['through another', '<multiRef id="a" href="#b"/><multiRef id="b" href="#a"/>'],
		[
			'in a member that is not named',
			'<multiRef id="a"><x href="#b"/></multiRef><multiRef id="b"><y href="#a"/></multiRef>',
		],
	])('that are circular (%s) are refused', (_, elements) => {
		expect(() => beside(elements, '<divisions><item href="#a"/></divisions>')).toThrow(/circular/);
	});

	it('that lead nowhere are refused', () => {
		expect(() => beside('', '<name href="#gone"/>')).toThrow(/refers to "#gone"/);
	});

	it('in what is not looked at need not lead anywhere', () => {
		const answer = answerWith('readDivision', '<response><name>North</name></response>');
		const header = '<s:Header><x href="#gone"/></s:Header><s:Body>';
		expect(read(soap('readDivision'), answer.replace('<s:Body>', header)).response).toEqual({
			name: 'North',
		});
	});

	it('say nothing where they stand on an element around the answer', () => {
		const answer = answerWith('readDivision', '<response><name>North</name></response>');
		const referring = answer.replace('<s:Body>', '<s:Body href="#gone">');
		expect(read(soap('readDivision'), referring).response).toEqual({ name: 'North' });
	});

	it('may lead to a list of objects, which has no other entries either', () => {
		const list = '<m id="d"><item>abc</item><item><name>A</name></item></m>';
		expect(beside(list, '<divisions href="#d"/>')).toEqual({ divisions: [null, { name: 'A' }] });
	});

	it('may have a place in a list before that of an entry that came before', () => {
		const entries =
			'<item enc:position="[1]"><name>B</name></item><item enc:position="[0]" href="#a"/>';
		const list = `<divisions enc:arrayType="n:WSDivision[2]">${entries}</divisions>`;
		expect(beside('<m id="a"><name>A</name></m>', list)).toEqual({
			divisions: [{ name: 'A' }, { name: 'B' }],
		});
	});

	it('may stand for a member that is named as the key of a Map is', () => {
		expect(beside('<m id="a">A</m>', '<x><key href="#a"/></x>')).toEqual({ x: { key: 'A' } });
	});

	it('may lead to a text within an element', () => {
		expect(beside('<m id="n"><b>North</b></m>', '<name href="#n"/>')).toEqual({ name: 'North' });
	});

	it('may lead to a list of texts, none of which is within an element', () => {
		const reader = readerOf(structOf({ list: listOf(STRING) }));
		reader.write('<r><list href="#l"/><m id="l" x:arrayType="y"><i><b>x</b></i><i>y</i></m></r>');
		expect(finished(reader.finish())).toMatchObject({ r: { list: [null, 'y'] } });
	});

	it('are resolved in steps where there are many, or their texts are long', () => {
		const stepsFor = (count: number, text: string) => {
			const members = `<response>${'<x href="#a"/>'.repeat(count)}</response>`;
			const reader = openAnswer(soap('readDivision'), { status: 200 });
			reader.write(Buffer.from(answerWith('readDivision', members, `<m id="a">${text}</m>`)));
			return stepsOf(reader.finish());
		};
		expect(stepsFor(100, 'text')).toBe(1);
		expect(stepsFor(1_000, 'text')).toBeGreaterThanOrEqual(3);
		expect(stepsFor(100, 'x'.repeat(10_000))).toBeGreaterThanOrEqual(5);
	});

	it('that repeat each other without end in sight are refused', () => {
		let elements = `<multiRef id="r0">${'x'.repeat(100)}</multiRef>`;
		for (let level = 1; level <= 40; level++) {
			const inner = `<a href="#r${level - 1}"/>`;
			elements += `<multiRef id="r${level}">${inner}${inner}</multiRef>`;
		}
		const document = answerWith('readDivision', '<response><x href="#r40"/></response>', elements);
		const limits = { elements: 10_000 };
		expect(() => read(soap('readDivision'), document, { limits })).toThrow(/more than can be held/);
	});

	it('that repeat a long text too often are refused', () => {
		const document = answerWith(
			'readDivision',
			`<response>${'<x href="#long"/>'.repeat(100)}</response>`,
			`<multiRef id="long">${'x'.repeat(5000)}</multiRef>`,
		);
		const limits = { bytes: 100_000 };
		expect(() => read(soap('readDivision'), document, { limits })).toThrow(/more than can be held/);
	});
});

describe('documents that are refused', () => {
	const refusal = (document: string) => () => read(soap('readDivision'), document);
	const good = answerWith('readDivision', '<response/>');

	it.each([
		['a DOCTYPE', `<!DOCTYPE x [<!ENTITY a "b">]>${good}`],
		['a DOCTYPE behind a comment', `<?xml version="1.0"?><!-- x -->\n<!DOCTYPE Envelope>${good}`],
		['an external DOCTYPE', `<!DOCTYPE Envelope SYSTEM "file:///etc/passwd">${good}`],
		['an unknown entity', good.replace('<response/>', '<response>&xxe;</response>')],
		['crossed tags', good.replace('<response/>', '<a><b></a></b>')],
		['a raw control character', good.replace('<response/>', '<a>\u0001</a>')],
		['a control character by reference', good.replace('<response/>', '<a>&#1;</a>')],
		['an attribute twice', good.replace('<response/>', '<a b="1" b="2"/>')],
		['text behind the root', `${good} x`],
		['a second root', good + good],
		['an unclosed comment behind the root', `${good}<!-- `],
	])('%s', (_, document) => {
		expect(refusal(document)).toThrow(UnreadableXmlError);
	});

	it('one with an element beside the answer that nothing can refer to', () => {
		expect(refusal(answerWith('readDivision', '<response/>', '<n:x>1</n:x>'))).toThrow(
			expect.objectContaining({ name: 'NotThisInterfaceError' }),
		);
	});

	it('a DOCTYPE, by whatever reads XML', () => {
		expect(() => readerOf(STRING).write('<!DOCTYPE r><r/>')).toThrow('it has a DOCTYPE');
	});

	it('a malformed one tells the place', () => {
		const reader = openAnswer(soap('readDivision'), { status: 200 });
		expect(() => reader.write(Buffer.from('<s:Envelope>\n<s:Body>\n</x>'))).toThrow(
			expect.objectContaining({ line: 3, column: 4 }),
		);
	});

	it('more bytes than allowed, with the chunk that exceeds them', () => {
		const reader = openAnswer(soap('readDivision'), { status: 200 }, { bytes: 1000 });
		reader.write(Buffer.from(good.slice(0, 100)));
		expect(() => reader.write(Buffer.alloc(901, ' '))).toThrow('larger than 1000 bytes');
	});

	it('elements nested too deep, typed, unnamed, skipped or referred to', () => {
		const nested = (name: string, depth: number) =>
			`<${name}>`.repeat(depth) + `</${name}>`.repeat(depth);
		const limits = { depth: 50 };
		for (const document of [
			answerWith('readDivision', nested('response', 60)),
			answerWith('readDivision', `<response>${nested('x', 60)}</response>`),
			answerWith('readDivision', `<response id="a">${nested('x', 60)}</response>`),
			good.replace('<s:Body>', `<s:Header>${nested('x', 60)}</s:Header><s:Body>`),
		]) {
			expect(() => read(soap('readDivision'), document, { limits })).toThrow(/nested more than 50/);
		}
		const chain = Array.from(
			{ length: 60 },
			(_, i) => `<r id="r${i}"><x href="#r${i + 1}"/></r>`,
		).join('');
		const document = answerWith(
			'readDivision',
			'<response><x href="#r0"/></response>',
			`${chain}<r id="r60"/>`,
		);
		expect(() => read(soap('readDivision'), document, { limits })).toThrow(/nested more than 50/);
	});

	it('a division tree as deep as any organization is read', () => {
		const deep = (levels: number): string =>
			levels === 0 ? '' : `<divisions><item>${deep(levels - 1)}</item></divisions>`;
		expect(division(deep(90))).toHaveProperty('divisions');
	});

	it.each([
		['gaps of a sparse array', '<x enc:arrayType="a[9]"><i enc:position="[4000000000]"/></x>'],
		['an offset', '<x enc:arrayType="a[9]" enc:offset="[4000000000]"><i/></x>'],
	])('more than allowed of %s', (_, members) => {
		const document = answerWith('readDivision', `<response>${members}</response>`);
		expect(() => read(soap('readDivision'), document, { limits: { elements: 100 } })).toThrow(
			/gaps stand for more than can be held/,
		);
	});

	it('never give a part of their value', () => {
		const reader = openAnswer(soap('readDivision'), { status: 200 });
		reader.write(Buffer.from(good.slice(0, -3)));
		expect(() => finished(reader.finish())).toThrow('it ends before the document is complete');
		expect(() => finished(reader.finish())).toThrow('it ends before the document is complete');
	});
});

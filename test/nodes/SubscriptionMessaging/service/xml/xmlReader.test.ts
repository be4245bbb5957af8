import { openAnswer } from '../../../../../nodes/SubscriptionMessaging/service/answer/answer';
import { UnreadableXmlError } from '../../../../../nodes/SubscriptionMessaging/service/errors';
import { stepsOf } from '../../stepsOf';
import { answerWith, envelope, payload, read, soap } from '../answer/reading';

const division = (members: string) => payload('readDivision', `<response>${members}</response>`);

describe('values', () => {
	it.each([
		['84057', 84057],
		[' 84057\n', 84057],
		['-1', -1],
		['0', 0],
		['', null],
		[' ', null],
		['999999999', 999999999],
		['9999999999', 9999999999],
		['84057-1234', '84057-1234'],
		['84057x', '84057x'],
		['02134', '02134'],
		['9007199254740993', '9007199254740993'],
		['1e3', '1e3'],
		['0x10', '0x10'],
		['Infinity', 'Infinity'],
	])('an integer written as %j is %j', (text, zip) => {
		expect(division(`<address><zip>${text}</zip></address>`)).toEqual({ address: { zip } });
	});

	it.each([
		['true', true],
		['TRUE', true],
		['1', true],
		[' False ', false],
		['0', false],
		['', false],
		[' ', false],
		['unknown', 'unknown'],
	])('a boolean written as %j is %j', (text, landline) => {
		const response = `<response><list><item><landline>${text}</landline></item></list></response>`;
		expect(payload('getCellularCarrier', response)).toEqual({ list: [{ landline }] });
	});

	it.each([
		['xsd:int', '18015550001'],
		['xsd:long', '0018015550001'],
		['xsd:float', '1.8015550001E10'],
		['xsd:boolean', '1'],
		['xsd:string', '  +1 801 '],
		['', ''],
	])('a phone number typed as %j stays the text %j', (type, phone) => {
		const mark = type && ` xsi:type="${type}"`;
		expect(division(`<phone${mark}>${phone}</phone>`)).toEqual({ phone });
	});

	it.each([
		['xsd:base64Binary', Buffer.from('Grüße 😀').toString('base64')],
		['enc:base64', `\n${Buffer.from('Grüße 😀').toString('base64')}\n`],
		['xsd:hexBinary', Buffer.from('Grüße 😀').toString('hex').toUpperCase()],
	])('a string in %s is decoded', (type, text) => {
		expect(division(`<name xsi:type="${type}">${text}</name>`)).toEqual({ name: 'Grüße 😀' });
	});

	it('a string that is called binary and is not stays as it came', () => {
		expect(division('<name xsi:type="xsd:hexBinary">ff00</name>')).toEqual({ name: 'ff00' });
	});

	it.each([
		['100', 100],
		['0100', 100],
		['100.0', 100],
		['100.', 100],
		['1E2', 100],
		['1.0e+2', 100],
		[' +100\n', 100],
		['-0', 0],
		['0.0', 0],
		['', null],
		['100.5', '100.5'],
		['1e-2', '1e-2'],
		['0x64', '0x64'],
		['E-7', 'E-7'],
		['1E20', '1E20'],
	])('a status code written as %j is %j', (text, status_code) => {
		const item = `<item><status_code>${text}</status_code></item>`;
		const response = `<response><transactionlist>${item}</transactionlist></response>`;
		expect(payload('getTransactionStatus', response)).toEqual({
			transactionlist: [{ status_code }],
		});
	});

	it('nil is null also for a boolean', () => {
		const item = '<item><landline xsi:nil="true"/></item>';
		const response = `<response><list>${item}</list></response>`;
		expect(payload('getCellularCarrier', response)).toEqual({ list: [{ landline: null }] });
	});

	it('nil is null, and a list without entries for a list', () => {
		expect(
			division(
				'<name xsi:nil="true"/><address xsi:nil="1"/><divisions xsi:nil="true"></divisions>' +
					'<subscriptionnodes><item><ispublic xsi:nil="true"/><x xsi:nil="true"/></item></subscriptionnodes>',
			),
		).toEqual({
			name: null,
			address: null,
			divisions: [],
			subscriptionnodes: [{ ispublic: null, x: null }],
		});
	});

	it.each([
		['A<b>bold</b> text', 'Abold text'],
		['<b>A</b> text', 'A text'],
		['A<i>b<u>c</u>d</i>e', 'Abcde'],
		['<p>A<b>bold</b> text</p>', 'Abold text'],
		['A<br/>B', 'AB'],
		['A<b xsi:type="enc:Array"><i>x</i></b>B', 'AxB'],
	])('a text with markup, %j, keeps its text', (written, name) => {
		expect(division(`<name>${written}</name><phone>1</phone>`)).toEqual({ name, phone: '1' });
	});

	it('a text in one element within is that text', () => {
		expect(division('<name><item>North</item></name><phone><b><i>1</i></b></phone>')).toEqual({
			name: 'North',
			phone: '1',
		});
	});

	it.each([
		'<item>1801</item><item>5551001</item>',
		'<a>1801</a><b>5551001</b>',
		'<a/><b/>',
		'<toString>1801</toString><a>5551001</a>',
	])('several values where one text is expected, %s, are refused', (values) => {
		expect(() => division(`<phone>${values}</phone>`)).toThrow('several values');
	});

	it.each(['toString', 'valueOf', 'a'])('a Map with %s is no text', (key) => {
		const map = `<item><key>${key}</key><value>1</value></item>`;
		expect(() => division(`<phone xsi:type="m:Map" xmlns:m="u">${map}</phone>`)).toThrow(
			'several values',
		);
	});

	it('a number in elements is unknown', () => {
		const response = '<response><address><zip><item>84057</item></zip></address></response>';
		expect(payload('readDivision', response)).toEqual({ address: { zip: null } });
	});

	it.each([
		['texts', '<item>abc</item>', [null]],
		['lists', '<item enc:arrayType="x"><item>1</item></item>', [null]],
		['references to a text', '<item href="#t"/>', [null]],
		['a text of its own', 'abc', []],
	])('a list of objects that has %s has no such entries', (_, items, divisions) => {
		const elements = '<m id="t">abc</m>';
		const response = `<response><divisions>${items}</divisions></response>`;
		expect(payload('readDivision', response, elements)).toEqual({ divisions });
	});

	it('a number with markup is read from its text', () => {
		const response = '<response><address><zip>84<b>0</b>57</zip></address></response>';
		expect(payload('readDivision', response)).toEqual({ address: { zip: 84057 } });
	});

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

describe('lists', () => {
	const template = (id: string) => `<item xsi:type="n:WSTemplate"><id>${id}</id></item>`;
	const templates = (list: string) => payload('getTemplates', `<response>${list}</response>`);

	it.each([
		['none', '', []],
		['one', template('1'), [{ id: '1' }]],
		['many', template('1') + template('2'), [{ id: '1' }, { id: '2' }]],
	])('with %s are lists', (_, items, expected) => {
		expect(templates(`<templates>${items}</templates>`)).toEqual({ templates: expected });
		expect(templates(`<templates enc:arrayType="n:WSTemplate[9]">${items}</templates>`)).toEqual({
			templates: expected,
		});
		expect(templates(`<templates xsi:type="enc:Array">${items}</templates>`)).toEqual({
			templates: expected,
		});
	});

	it('may have entries of any name', () => {
		expect(templates('<templates><template><id>1</id></template></templates>')).toEqual({
			templates: [{ id: '1' }],
		});
		expect(
			templates('<templates enc:arrayType="x[1]"><text><id>1</id></text></templates>'),
		).toEqual({ templates: [{ id: '1' }] });
	});

	it('may be written as the repeated member, once or more', () => {
		const one = '<templates><id>1</id><text>a</text></templates>';
		expect(templates(one)).toEqual({ templates: [{ id: '1', text: 'a' }] });
		expect(templates(`${one}<templates><id>2</id></templates>`)).toEqual({
			templates: [{ id: '1', text: 'a' }, { id: '2' }],
		});
	});

	it('may hold objects whose members come in other orders, or not at all', () => {
		expect(
			templates(
				'<templates><item><id>1</id><text>a</text><name>A</name></item>' +
					'<item><text>b</text><id>2</id></item>' +
					'<item><id>3</id><name>C</name><text>c</text></item>' +
					'<item><n:id>4</n:id><x>y</x><n:text>d</n:text><text>e</text></item></templates>',
			),
		).toEqual({
			templates: [
				{ id: '1', text: 'a', name: 'A' },
				{ id: '2', text: 'b' },
				{ id: '3', text: 'c', name: 'C' },
				{ id: '4', text: ['d', 'e'], x: 'y' },
			],
		});
	});

	it('may be sparse', () => {
		const list =
			'<templates xsi:type="enc:Array" enc:arrayType="n:WSTemplate[5]" enc:offset="[1]">' +
			'<item><id>1</id></item><item enc:position="[3]"><id>3</id></item></templates>';
		expect(templates(list)).toEqual({ templates: [null, { id: '1' }, null, { id: '3' }] });
	});

	it('may have their entries in another order than that of their positions', () => {
		const entry = (position: number) =>
			`<item enc:position="[${position}]"><id>${position}</id></item>`;
		expect(templates(`<templates>${entry(1)}${entry(0)}${entry(2)}</templates>`)).toEqual({
			templates: [{ id: '0' }, { id: '1' }, { id: '2' }],
		});
	});

	it('are known by their type alone, whatever their entries are named', () => {
		expect(
			templates('<templates xsi:type="enc:Array"><text><id>1</id></text></templates>'),
		).toEqual({ templates: [{ id: '1' }] });
		const tags = '<tags xsi:type="enc:Array"><x>a</x><y>b</y></tags>';
		expect(division(tags)).toEqual({ tags: ['a', 'b'] });
	});

	it('may have entries that are named as they are', () => {
		const north = '<divisions><divisions><name>North</name></divisions></divisions>';
		expect(division(north)).toEqual({ divisions: [{ name: 'North' }] });
	});

	it.each([
		['entries', '<item/>'.repeat(60_000), 2, 6],
		['parts', '', 60_000, 6],
	])('in many parts become one in steps, by their %s', (_of, entries, parts, more) => {
		const stepsFor = (lists: string) => {
			const reader = openAnswer(soap('getTemplates'), { status: 200 });
			const document = answerWith('getTemplates', `<response>${lists}</response>`);
			reader.write(Buffer.from(document));
			return stepsOf(reader.finish());
		};
		const part = `<templates>${entries}</templates>`;
		expect(stepsFor(part.repeat(parts))).toBeGreaterThanOrEqual(stepsFor(part) + more);
	});

	it('may be as long as an answer may be, however their length comes about', () => {
		const many = 150_000;
		const last = `<item enc:position="[${many}]"><id>1</id></item>`;
		const list = '<item/>'.repeat(many / 10) + last;
		const { templates: sparse } = templates(`<templates>${list}</templates>`) as {
			templates: unknown[];
		};
		expect([sparse.length, sparse[many]]).toEqual([many + 1, { id: '1' }]);

		const same = '<templates href="#all"/>'.repeat(2);
		const all = `<all id="all">${'<i/>'.repeat(many)}</all>`;
		const joined = payload('getTemplates', `<response>${same}</response>`, all);
		expect((joined as { templates: unknown[] }).templates).toHaveLength(2 * many);
	});

	it('in a place for an object are kept, and an empty one stands for none', () => {
		expect(
			payload('readDivision', '<response enc:arrayType="x[0]" xsi:type="enc:Array"/>'),
		).toBeNull();
		expect(
			payload('readDivision', '<response enc:arrayType="x[1]"><item>a</item></response>'),
		).toEqual(['a']);
	});
});

describe('members that the interface does not name', () => {
	it('are kept as they come', () => {
		expect(
			division(
				'<name>North</name><score xsi:type="xsd:int">5</score><vip xsi:type="xsd:boolean">1</vip>' +
					'<big xsi:type="xsd:long">9007199254740993</big><plain>5</plain><empty/>' +
					'<nested><a>1</a><a>2</a><a>3</a><b><c/></b></nested>' +
					'<array enc:arrayType="xsd:string[1]"><item>x</item></array>',
			),
		).toEqual({
			name: 'North',
			score: 5,
			vip: true,
			big: '9007199254740993',
			plain: '5',
			empty: '',
			nested: { a: ['1', '2', '3'], b: { c: '' } },
			array: ['x'],
		});
	});

	it('keep the text beside their elements', () => {
		expect(
			division(
				'<x>A<b>bold</b> text</x><y>\n<a>1</a>\n</y><z><value>1</value>2</z><u><v>1</v>w</u>',
			),
		).toEqual({
			x: { b: 'bold', value: 'A text' },
			y: { a: '1' },
			z: { value: ['1', '2'] },
			u: { v: '1', value: 'w' },
		});
	});

	it('cannot reach behind the value', () => {
		const value = division(
			'<__proto__><polluted>1</polluted></__proto__><constructor>c</constructor>' +
				'<toString>t</toString><toString>u</toString>' +
				'<x><__proto__><polluted>1</polluted></__proto__></x>',
		) as Record<string, unknown>;
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
		expect(Reflect.get({}, 'polluted')).toBeUndefined();
		expect(value.polluted).toBeUndefined();
		expect(Object.entries(value)).toEqual([
			['constructor', 'c'],
			['toString', ['t', 'u']],
			['x', {}],
		]);
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
					'<divisions enc:arrayType="n:WSDivision[3]"><item enc:position="[1]" href="#d"/></divisions>',
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

describe('Apache Maps', () => {
	const entry = (key: string, value: string) =>
		`<item><key xsi:type="xsd:string">${key}</key>${value}</item>`;
	const map = (entries: string) =>
		payload('readDivision', `<response xsi:type="m:Map" xmlns:m="u">${entries}</response>`);

	it('stand for objects, with the types of the interface', () => {
		expect(
			map(
				entry('phone', '<value xsi:type="xsd:long">18015550001</value>') +
					entry(
						'address',
						`<value xsi:type="m:Map">${entry('zip', '<value>84057</value>')}</value>`,
					) +
					entry('unnamed', '<value xsi:type="xsd:int">5</value>') +
					entry('email', '<value xsi:nil="true"/>'),
			),
		).toEqual({ phone: '18015550001', address: { zip: 84057 }, unnamed: 5, email: null });
	});

	it('may be empty', () => {
		expect(map('')).toEqual({});
	});

	it('may have the value before the key', () => {
		expect(map('<item><value><zip>84057</zip></value><key>address</key></item>')).toEqual({
			address: { zip: 84057 },
		});
	});

	it('may have references for keys and values', () => {
		const response =
			'<response xsi:type="m:Map" xmlns:m="u"><item><key href="#k"/><value href="#v"/></item>' +
			'<item><value href="#v"/><key>unnamed</key></item></response>';
		const beside = '<r id="k">address</r><r id="v"><zip>84057</zip></r>';
		expect(payload('readDivision', response, beside)).toEqual({
			address: { zip: 84057 },
			unnamed: { zip: '84057' },
		});
	});

	it('may have the value before the key in a list, which keeps its order', () => {
		const entries =
			'<item><key>0</key><value><name>A</name></value></item>' +
			'<item><value><name>B</name></value><key>1</key></item>' +
			'<item><key>2</key><value><name>C</name></value></item>';
		const list = `<divisions xsi:type="m:Map" xmlns:m="u">${entries}</divisions>`;
		expect(payload('readDivision', `<response>${list}</response>`)).toEqual({
			divisions: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
		});
	});

	it('may have the same key twice, whichever is a reference', () => {
		const response =
			'<response xsi:type="m:Map" xmlns:m="u"><item><value>1</value><key>k</key></item>' +
			`${entry('k', '<value>2</value>')}<item><key>k</key><value href="#v"/></item></response>`;
		const { k } = payload('readDivision', response, '<r id="v">3</r>') as { k: unknown };
		expect(k).toEqual(['2', '3', '1']);
	});

	it('leave out a value without a key', () => {
		const value = '<value><zip>84057</zip></value>';
		expect(map(`<item>${value}</item>${entry('address', value)}<item/>${value}`)).toEqual({
			address: { zip: 84057 },
		});
	});

	it('may have a key in an element within', () => {
		const key = '<key><toString>x</toString></key>';
		expect(map(`<item>${key}<value>1</value></item>`)).toEqual({ x: '1' });
	});

	it('may stand for a list whose values are references at a position', () => {
		const divisions = '<item><key>0</key><value enc:position="[3]" href="#d"/></item>';
		expect(
			payload(
				'readDivision',
				`<response><divisions xsi:type="m:Map" xmlns:m="u">${divisions}</divisions></response>`,
				'<multiRef id="d"><name>D</name></multiRef>',
			),
		).toEqual({ divisions: [{ name: 'D' }] });
	});

	it('cannot reach behind the value either', () => {
		const value = map(entry('__proto__', '<value><polluted>1</polluted></value>'));
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
		expect(value).toEqual({});
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
		expect(() => reader.end()).toThrow('it ends before the document is complete');
		expect(() => reader.end()).toThrow('it ends before the document is complete');
	});
});

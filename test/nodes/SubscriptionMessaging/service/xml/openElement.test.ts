import { envelope, payload, read, soap } from '../answer/reading';

const division = (members: string) => payload('readDivision', `<response>${members}</response>`);

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

it.each(['', 'xsi:type="xsd:string"', 'i:type="xs:string"', 'enc:arrayType="x[0]"'])(
	'an empty element in a place for an object is none (%s)',
	(attribute) => {
		expect(division(`<address ${attribute}/>`)).toEqual({ address: null });
	},
);

it('an empty element with the type of an object is one without members', () => {
	expect(division('<address xsi:type="n:WSAddress"/>')).toEqual({ address: {} });
});

it('an empty element is false for a boolean, and what its mark says where the interface has none', () => {
	const item = '<item><landline/><x enc:arrayType="x[0]"/><y/></item>';
	const response = `<response><list>${item}</list></response>`;
	expect(payload('getCellularCarrier', response)).toEqual({
		list: [{ landline: false, x: [], y: '' }],
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

it.each([
	['a code', 'getTransactionStatus', 'transactionlist', 'status_code', '100'],
	['a boolean', 'getCellularCarrier', 'list', 'landline', 'true'],
] as const)('%s in elements is unknown', (_, operation, list, name, text) => {
	const item = `<item><${name}><x>${text}</x></${name}></item>`;
	expect(payload(operation, `<response><${list}>${item}</${list}></response>`)).toEqual({
		[list]: [{ [name]: null }],
	});
});

it('a result in elements is none, so that an error code refuses', () => {
	const answer = `<r><result><x>true</x></result><error_code>1801</error_code></r>`;
	const document = envelope(`<n:readDivisionResponse>${answer}</n:readDivisionResponse>`);
	expect(() => read(soap('readDivision'), document)).toThrow(
		expect.objectContaining({ name: 'ServiceRefusedError' }),
	);
});

it.each(['<key xsi:type="xsd:int">5</key>', '<key><x>5</x></key>'])(
	'a key of a Map that is written %s is its text',
	(key) => {
		const map = `<x xsi:type="m:Map"><item>${key}<value>1</value></item></x>`;
		expect(division(map)).toEqual({ x: { 5: '1' } });
	},
);

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

it.each(['84<b>0</b>57', '<b>84<i>0</i>57</b>'])(
	'a number with markup, %s, is read from its text',
	(zip) => {
		const response = `<response><address><zip>${zip}</zip></address></response>`;
		expect(payload('readDivision', response)).toEqual({ address: { zip: 84057 } });
	},
);

it('a code and a result with markup are read from their text', () => {
	const item = '<item><status_code>1<b>0</b>0</status_code></item>';
	const list = `<response><transactionlist>${item}</transactionlist></response>`;
	expect(payload('getTransactionStatus', list)).toEqual({
		transactionlist: [{ status_code: 100 }],
	});
	const result = '<r><result>tr<b>u</b>e</result></r>';
	const document = envelope(`<n:readDivisionResponse>${result}</n:readDivisionResponse>`);
	expect(read(soap('readDivision'), document)).toEqual({ result: true });
});

import { UnreadableXmlError } from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { ElementAttributes } from '../../../../../nodes/SubscriptionMessaging/service/xml/attributes';
import { answerWith, envelope, payload, read, soap } from '../answer/reading';

const division = (members: string, beside = '') =>
	payload('readDivision', `<response>${members}</response>`, beside);

describe('an element is nil', () => {
	it.each([
		'xsi:nil="true"',
		'xsi:nil="1"',
		'xsi:nil=" true "',
		'xsi:null="1"',
		'other:nil="true"',
		'xsi:type="xsd:string" xsi:nil="true"',
	])('where it says %s', (attribute) => {
		expect(division(`<name ${attribute}/>`)).toEqual({ name: null });
	});

	it.each(['xsi:nil="false"', 'xsi:nil="0"', 'xsi:nil=""', 'nil="true"', 'xmlns:nil="true"'])(
		'but not where it says %s',
		(attribute) => {
			expect(division(`<name ${attribute}>North</name>`)).toEqual({ name: 'North' });
		},
	);
});

describe('the type of an element', () => {
	it.each(['xsi:type="xsd:int"', 'other:type="int"', "xsi:type='s:long'"])(
		'is told by %s',
		(attribute) => {
			expect(division(`<x ${attribute}>5</x>`)).toEqual({ x: 5 });
		},
	);

	it.each(['type="xsd:int"', 'xmlns:type="xsd:int"', 'xsi:type="xsd:string"'])(
		'is not told by %s',
		(attribute) => {
			expect(division(`<x ${attribute}>5</x>`)).toEqual({ x: '5' });
		},
	);

	it('is not that of the element before', () => {
		expect(
			division('<x xsi:type="xsd:int" xsi:nil="true"/><y>5</y><z xsi:type="xsd:int">6</z><u>7</u>'),
		).toEqual({ x: null, y: '5', z: 6, u: '7' });
	});
});

describe('a list', () => {
	it.each(['enc:arrayType="x[2]"', 'enc:itemType="x"', 'enc:arraySize="2"'])(
		'is known by %s',
		(attribute) => {
			expect(division(`<tags ${attribute}><x>a</x><y>b</y></tags>`)).toEqual({ tags: ['a', 'b'] });
		},
	);

	it('is none where such a name has no prefix', () => {
		expect(division('<tags arraySize="1"><x>a</x></tags>')).toEqual({ tags: { x: 'a' } });
	});

	it.each([
		['[2]', [null, null, 'a']],
		[' [2] ', [null, null, 'a']],
		['[0]', ['a']],
		['[1,2]', ['a']],
		['2', ['a']],
		['x[2]', ['a']],
		['[2]x', ['a']],
		['[-1]', ['a']],
		['[1234567890123456]', ['a']],
	])('has the entry at position %j at its place', (position, tags) => {
		const item = `<i enc:position="${position}">a</i>`;
		expect(division(`<tags enc:arrayType="x[]">${item}</tags>`)).toEqual({ tags });
		const offset = `<tags enc:arrayType="x[]" enc:offset="${position}"><i>a</i></tags>`;
		expect(division(offset)).toEqual({ tags });
	});
});

describe('a reference', () => {
	const NORTH = 'North';

	it.each([
		['of SOAP 1.1', 'href="#a"', 'id="a"'],
		['of SOAP 1.2', 'enc:ref="a"', 'enc:id="a"'],
		['of SOAP 1.2 with a number sign', 'enc:ref="#a"', 'enc:id="a"'],
		['of SOAP 1.2 to an id with such a sign', 'enc:ref="a#b"', 'enc:id="a#b"'],
	])('%s is followed', (_of, href, id) => {
		expect(division(`<name ${href}/>`, `<m ${id}>${NORTH}</m>`)).toEqual({ name: NORTH });
	});

	it.each([
		'href="a"',
		'href="https://example.com/#a"',
		'ref="a"',
		'xlink:href="#a"',
		'color="#a"',
	])('is not what %s says', (attribute) => {
		expect(division(`<name ${attribute}>here</name>`, '<m id="a">there</m>')).toEqual({
			name: 'here',
		});
	});

	it.each(['id="a" href="#b"', 'x:id="a"', 'x:ref="b"'])(
		'is none outside of SOAP, where such names mean nothing: %s',
		(attributes) => {
			const answer = `<readDivision><result>true</result><response><name ${attributes}>North</name></response></readDivision>`;
			const shape = { transport: 'nvp', operation: 'readDivision' } as const;
			expect(read(shape, answer).response).toEqual({ name: NORTH });
		},
	);

	it('stands on no element around the answer', () => {
		const typed = answerWith('readDivision', '<response/>').replace('<s:Body', '<s:Body id="b"');
		expect(read(soap('readDivision'), typed)).toMatchObject({ result: true });
		expect(() => read(soap('readDivision'), envelope('<m id="a">x</m>'))).toThrow();
	});
});

it('an attribute has 1,048,576 characters at most', () => {
	const attributes = new ElementAttributes(true, (reason) => new UnreadableXmlError(reason, 1, 1));
	const add = (characters: number) => () =>
		attributes.add({ name: 'note', value: 'x'.repeat(characters) });
	expect(add(1_048_576)).not.toThrow();
	expect(add(1_048_577)).toThrow('an attribute has more than 1048576 characters');
});

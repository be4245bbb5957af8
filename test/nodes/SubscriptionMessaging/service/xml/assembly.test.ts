import { payload } from '../answer/reading';
import { stepsOfParts } from './atLimits';

const division = (members: string) => payload('readDivision', `<response>${members}</response>`);

describe('lists', () => {
	const template = (id: string) => `<item xsi:type="n:WSTemplate"><id>${id}</id></item>`;
	const templates = (list: string) => payload('getTemplates', `<response>${list}</response>`);

	it.each([
		['none', '', []],
		['one', template('1'), [{ id: '1' }]],
		['many', template('1') + template('2'), [{ id: '1' }, { id: '2' }]],
	])('with %s are lists', (_, items, expected) => {
		expect(templates(`<templates>${items}</templates>`)).toEqual({ templates: expected });
		expect(templates(`<templates enc:arrayType="n:WSTemplate[]">${items}</templates>`)).toEqual({
			templates: expected,
		});
		expect(templates(`<templates xsi:type="enc:Array">${items}</templates>`)).toEqual({
			templates: expected,
		});
	});

	it.each([
		['enc:arrayType="n:WSTemplate[2]"', 2],
		['enc:arrayType="n:WSTemplate[][2]"', 2],
		['enc:arraySize="2"', 2],
		['enc:arrayType="n:WSTemplate[12]"', 2],
		['enc:arraySize="12"', 2],
		['enc:arraySize="2" enc:itemType="n:WSTemplate"', 2],
		['enc:itemType="n:WSTemplate" enc:arraySize="2"', 2],
		['enc:arrayType="n:WSTemplate[1]"', 1],
		['enc:arrayType="n:WSTemplate[0]"', 1],
		['enc:arrayType="n:WSTemplate[2,2]"', 1],
		['enc:arraySize="*"', 1],
		['enc:arrayType="n:WSTemplate[2]" enc:offset="[1]"', 2],
		['enc:arrayType="n:WSTemplate[2]" xsi:nil="true"', 0],
	])('with %s and one entry have %d, and none in place of what is missing', (size, count) => {
		const entries = [{ id: '1' }, null].slice(0, count);
		expect(templates(`<templates ${size}>${template('1')}</templates>`)).toEqual({
			templates: size.includes('offset') ? entries.toReversed() : entries,
		});
	});

	it('without entries that say that they have some have one that nobody can read', () => {
		expect(templates('<templates enc:arrayType="x[2]"/>')).toEqual({ templates: [null] });
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
			'<templates xsi:type="enc:Array" enc:arrayType="n:WSTemplate[]" enc:offset="[1]">' +
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
		['entries', '<item/>'.repeat(11_000), 2, 2],
		['parts', '', 21_000, 2],
	])('in many parts become one in steps, by their %s', (_of, entries, parts, more) => {
		expect(stepsOfParts(entries, parts)).toBeGreaterThanOrEqual(more);
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

	it('keep the text before their elements, of which an object of the interface has none', () => {
		expect(division('<x> A\n<b>bold</b></x><address>A<city>Orem</city>B</address>')).toEqual({
			x: { b: 'bold', value: 'A' },
			address: { city: 'Orem' },
		});
	});

	it('may be named as what every object has, also around the one text of a member', () => {
		expect(division('<name><toString>North</toString></name>')).toEqual({ name: 'North' });
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

import { payload } from '../answer/reading';

const division = (members: string) => payload('readDivision', `<response>${members}</response>`);

it.each([
	['84057', 84057],
	[' 84057\n', 84057],
	['-1', -1],
	['0', 0],
	[' 0 ', 0],
	['+1', 1],
	[' +5 ', 5],
	['+0', 0],
	['-0', '-0'],
	['+02134', '+02134'],
	['++1', '++1'],
	['', null],
	[' ', null],
	['999999999', 999999999],
	['9999999999', 9999999999],
	['84057-1234', '84057-1234'],
	['84057x', '84057x'],
	['02134', '02134'],
	['9007199254740993', '9007199254740993'],
	['1e3', '1e3'],
	['84057.0', 84057],
	[' 1.000\n', 1],
	['0.0', 0],
	['-1.0', -1],
	['02134.0', '02134.0'],
	['84057.', '84057.'],
	['84057.10', '84057.10'],
	['84057.01', '84057.01'],
	['1.0.0', '1.0.0'],
	['.0', '.0'],
	['1.0x', '1.0x'],
	['0x10', '0x10'],
	['Infinity', 'Infinity'],
])('an integer written as %j is %j', (text, zip) => {
	expect(division(`<address><zip>${text}</zip></address>`)).toEqual({ address: { zip } });
});

it.each([
	['xsd:boolean', 'true', 1],
	['xsd:boolean', '0', 0],
	['xsd:boolean', 'False', 0],
	['xsd:boolean', 'maybe', 'maybe'],
	['', 'true', 'true'],
])('an integer typed as %j and written as %j is %j', (type, text, zip) => {
	const typed = `<zip xsi:type="${type}">${text}</zip>`;
	expect(division(`<address>${typed}</address>`)).toEqual({ address: { zip } });
});

it.each(
	'int integer long short byte unsignedInt unsignedLong unsignedShort unsignedByte nonNegativeInteger positiveInteger'.split(
		' ',
	),
)(
	'what the interface does not name is a number where it is typed as %s and written as one',
	(type) => {
		const typed = (text: string) => `<x xsi:type="xsd:${type}">${text}</x>`;
		expect(division(['0', ' 12 ', '1x', ''].map(typed).join(''))).toEqual({ x: [0, 12, '1x', ''] });
	},
);

it.each(['xsd:int', 'xsd:float', ''])(
	'what the interface does not name, is typed as "%s" and written as 1.0 stays as it came',
	(type) => {
		const mark = type && ` xsi:type="${type}"`;
		expect(division(`<x${mark}>1.0</x>`)).toEqual({ x: '1.0' });
	},
);

it('what the interface does not name is a boolean where it is typed and written as one', () => {
	const typed = (text: string) => `<x xsi:type="xsd:boolean">${text}</x>`;
	expect(division(['1', 'false', 'maybe', ''].map(typed).join(''))).toEqual({
		x: [true, false, 'maybe', ''],
	});
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
	['xsd:float', '18015550001.0'],
	['', '18015550001.0'],
	['xsd:boolean', '1'],
	['xsd:string', '  +1 801 '],
	['xsd:token', '  +1 801 '],
	['', ''],
])('a phone number typed as %j stays the text %j', (type, phone) => {
	const mark = type && ` xsi:type="${type}"`;
	expect(division(`<phone${mark}>${phone}</phone>`)).toEqual({ phone });
});

it.each([
	['xsd:base64Binary', Buffer.from('Grüße 😀').toString('base64')],
	['enc:base64', `\n${Buffer.from('Grüße 😀').toString('base64')}\n`],
	['xsd:hexBinary', Buffer.from('Grüße 😀').toString('hex').toUpperCase()],
	['xsd:hexBinary', `\n${Buffer.from('Grüße 😀').toString('hex')}\n`],
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
	[' 100.\n', 100],
	['1E2', 100],
	['1E10', 10_000_000_000],
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

import { payload } from '../answer/reading';

const division = (members: string) => payload('readDivision', `<response>${members}</response>`);

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

import type { PlannedCall } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { lookUpRows } from '../../../../../nodes/SubscriptionMessaging/run/output/lookUpRows';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { lookUpCall, request } from '../preparedItems';

type Row = { phone?: string | null; carrier: string } | null;

/** A call that asked for numbers, and the rows that it was answered. */
const answered = (numbers: string, rows: readonly Row[], itemIndexes = [0]) => ({
	planned: { ...request(lookUpCall(numbers)), itemIndexes } as unknown as PlannedCall,
	answer: { result: true, response: { list: rows } },
});

/** "number carrier" of each row of an item that asked for these numbers. */
const rowsOf = (numbers: readonly string[], ...calls: Array<ReturnType<typeof answered>>) =>
	finished(lookUpRows(numbers, calls)).map((row) => {
		const { phone, carrier } = row as { phone?: string | null; carrier?: string };
		return [phone ?? 'no number', carrier ?? 'unknown'].join(' ');
	});

const A = '18015550001';
const B = '18015550002';
const row = (phone: string | null, carrier: string): Row => ({ phone, carrier });

describe('the rows of a look-up', () => {
	test('are in the order of the item, each number once, whatever the order of the answer', () => {
		const call = answered(`${A},${B}`, [row(B, 'b'), row(A, 'a')]);
		expect(rowsOf([A, B, A], call)).toEqual([`${A} a`, `${B} b`]);
	});

	test('hold the number alone where the service gave none for it', () => {
		expect(rowsOf([A, B], answered(`${A},${B}`, [row(B, 'b')]))).toEqual([
			`${A} unknown`,
			`${B} b`,
		]);
		expect(rowsOf([A])).toEqual([`${A} unknown`]);
	});

	test('come from all calls of the item, the first row of a number', () => {
		const rows = rowsOf([A, B], answered(A, [row(A, 'a')]), answered(B, [row(B, 'b')]));
		expect(rows).toEqual([`${A} a`, `${B} b`]);
		const again = rowsOf(
			[A],
			answered(A, [row(A, 'a')], [0, 1]),
			answered(A, [row(A, 'z')], [0, 1]),
		);
		expect(again).toEqual([`${A} a`]);
	});

	test('are found in an answer that is so long that others get a turn while it is read', () => {
		const long = { ...row(A, 'a'), more: Array.from({ length: 2_000 }, String) } as Row;
		expect(rowsOf([A, B], answered(`${A},${B}`, [long, row(B, 'b')]))).toEqual([
			`${A} a`,
			`${B} b`,
		]);
	});

	test('are read once of an answer, however many items it served', () => {
		const call = answered(`${A},${B}`, [row(A, 'a'), row(B, 'b')], [0, 1]);
		let readings = 0;
		const { response } = call.answer;
		Object.defineProperty(call.answer, 'response', { get: () => (readings++, response) });
		expect(rowsOf([A], call)).toEqual([`${A} a`]);
		expect(rowsOf([B], call)).toEqual([`${B} b`]);
		expect(readings).toBe(1);
	});

	test('are found however the number is written', () => {
		expect(rowsOf(['+1 (801) 555-0001'], answered(A, [row(A, 'a')]))).toEqual([`${A} a`]);
		expect(rowsOf([A, B], answered(`${A},${B}`, [row('8015550002', 'b')]))).toEqual([
			`${A} unknown`,
			'8015550002 b',
		]);
	});

	test('prefer the number as it was asked for to one without its country code', () => {
		const call = answered(`${A},${B}`, [row('8015550001', 'short'), row(A, 'whole')], [0, 1]);
		expect(rowsOf([A], call)).toEqual([`${A} whole`]);
	});

	test('are not taken for a number that could be either of two', () => {
		const [one, other] = ['118015550001', '218015550001'];
		const call = answered(`${one},${other}`, [row('8015550001', 'x')], [0, 1]);
		expect(rowsOf([one, other], call)).toEqual([`${one} unknown`, `${other} unknown`]);
		const two = [row('8015550001', 'x'), row(null, 'y')];
		expect(rowsOf([one, other], answered(`${one},${other}`, two, [0, 1]))).toEqual([
			`${one} unknown`,
			`${other} unknown`,
		]);
	});

	test('are told by their positions where none names its number, and each number has one', () => {
		const unnamed = [row(null, 'a'), row(null, 'b')];
		expect(rowsOf([B, A], answered(`${A},${B}`, unnamed, [0, 1]))).toEqual([`${B} b`, `${A} a`]);
		expect(rowsOf([A, B], answered(`${A},${B}`, unnamed.slice(1), [0, 1]))).toEqual([
			`${A} unknown`,
			`${B} unknown`,
		]);
		expect(rowsOf([A, B], answered(`${A},${B}`, [row(B, 'b'), row(null, 'x')], [0, 1]))).toEqual([
			`${A} unknown`,
			`${B} b`,
		]);
	});

	test('are not told by their positions where short numbers are named, which tell nothing alone', () => {
		const call = answered('12345,611', [row('611', 'b'), row('12345', 'a')], [0, 1]);
		expect(rowsOf(['12345', '611'], call)).toEqual(['12345 a', '611 b']);
	});

	test('are nobody’s where they name other numbers, as those of a cache do', () => {
		const others = [row('447700900001', 'a'), row('447700900002', 'b')];
		expect(rowsOf([A, B], answered(`${A},${B}`, others, [0, 1]))).toEqual([
			`${A} unknown`,
			`${B} unknown`,
		]);
		const one = [row('447700900001', 'a'), row(null, 'b')];
		expect(rowsOf([A, B], answered(`${A},${B}`, one, [0, 1]))).toEqual([
			`${A} unknown`,
			`${B} unknown`,
		]);
		const masked = [row('••••0001', 'a'), row('••••0002', 'b')];
		expect(rowsOf([A], answered(`${A},${B}`, masked, [0, 1]))).toEqual(['••••0001 a']);
		expect(rowsOf([A], answered(`${A},${B}`, masked.toReversed(), [0, 1]))).toEqual([
			`${A} unknown`,
		]);
		const half = [row('••••0001', 'a'), row('••••0009', 'b')];
		expect(rowsOf([A], answered(`${A},${B}`, half, [0, 1]))).toEqual([`${A} unknown`]);
		const ends = [row('1801555••••', 'a'), row('1801555••••', 'b')];
		expect(rowsOf([B], answered(`${A},${B}`, ends, [0, 1]))).toEqual(['1801555•••• b']);
	});

	test('are followed by what else the service said, unless the call served other items', () => {
		const more = [row(A, 'a'), row('19995550000', 'else'), null];
		expect(rowsOf([A], answered(A, more))).toEqual([`${A} a`, '19995550000 else']);
		expect(rowsOf([A], answered(A, more, [0, 1]))).toEqual([`${A} a`]);
		const twice = [row(A, 'a'), row(A, 'again')];
		expect(rowsOf([A], answered(A, twice))).toEqual([`${A} a`, `${A} again`]);
	});

	test('are none where an answer holds no list', () => {
		const { planned } = answered(A, []);
		const empty = { planned, answer: { result: true, response: null } };
		expect(finished(lookUpRows([A], [empty]))).toEqual([{ phone: A }]);
	});
});

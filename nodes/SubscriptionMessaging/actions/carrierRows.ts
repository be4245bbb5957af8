import type { ServiceAnswer } from '../service/answer';
import type { StructValue } from '../service/contract';
import { comparableAddress } from '../service/comparableAddress';
import { carrierRows } from './payload';
import { numbersOf } from './addressees';
import type { PlannedCall } from './plan';

type CarrierRow = StructValue<'WSCarrierPhoneRow'>;

/** Digits at the end of a number that are enough to know it by, as without its country code. */
const TELLING_DIGITS = 7;

/**
 * The rows of look-ups for the numbers of one item, each number once and in the order of the item;
 * nothing but the number where the service gave no row for it. What else a call gave that served no
 * other item follows.
 */
export function rowsFor(
	numbers: readonly string[],
	calls: ReadonlyArray<{ planned: PlannedCall; answer: ServiceAnswer }>,
): CarrierRow[] {
	const rows = new Map<string, CarrierRow>();
	const others: CarrierRow[] = [];
	for (const { planned, answer } of calls) {
		const found = carrierRows(answer) as CarrierRow[];
		const pairs = matched(numbersOf(planned.call, 'phone_list'), found);
		for (const [number, row] of pairs) rows.set(number, row);
		if (planned.itemIndexes.length > 1) continue;
		const taken = new Set(pairs.map(([, row]) => row));
		others.push(...found.filter((row) => !taken.has(row)));
	}
	return [...[...new Set(numbers)].map((phone) => rows.get(phone) ?? { phone }), ...others];
}

/**
 * Rows by the number that they are about. A service may write numbers without their country code;
 * only where none of its rows can be told by its number, their positions tell.
 */
function matched(
	asked: readonly string[],
	found: readonly CarrierRow[],
): Array<[number: string, row: CarrierRow]> {
	const byAddress = new Map(asked.map((number) => [comparableAddress(number), number]));
	const pairs = found.flatMap((row): Array<[string, CarrierRow]> => {
		const address = comparableAddress(row.phone);
		const number = byAddress.get(address) ?? onlyNumberWithEnd(asked, address);
		return number === undefined ? [] : [[number, row]];
	});
	if (pairs.length > 0 || found.length !== asked.length) return pairs;
	return found.map((row, position) => [asked[position]!, row]);
}

function onlyNumberWithEnd(asked: readonly string[], address: string): string | undefined {
	// A national number may begin with a zero that the international form leaves out.
	const end = address.replace(/^0+/, '');
	if (end.length < TELLING_DIGITS) return undefined;
	const alike = asked.filter((number) => comparableAddress(number).endsWith(end));
	return alike.length === 1 ? alike[0] : undefined;
}

import { textIn, type ReadStruct } from '../../service/answer/answerOf';
import { comparableAddress } from '../../service/text/address';
import { AddressIndex, isTelling } from '../../service/text/addressIndex';
import { carrierRows } from '../../actions/operation/payload';
import { numbersOf } from '../../service/contract/call';
import { each, type Steps } from '../../service/collections/steps';
import type { AcceptedCall } from '../values/call';

type CarrierRow = ReadStruct<'WSCarrierPhoneRow'>;

/**
 * The rows of look-ups for the numbers of one item, each number once and in the order of the item;
 * nothing but the number where the service gave no row for it. What else a call gave that served no
 * other item follows.
 */
export function* lookUpRows(
	numbers: readonly string[],
	calls: ReadonlyArray<Pick<AcceptedCall, 'planned' | 'answer'>>,
): Steps<CarrierRow[]> {
	const rows = new Map<string, CarrierRow>();
	const others: CarrierRow[] = [];
	for (const { planned, answer } of calls) {
		const found: CarrierRow[] = [];
		yield* each(carrierRows(answer), (row) => {
			if (row) found.push(row);
		});
		const asked = numbersOf(planned.call);
		const taken = new Set<CarrierRow>();
		for (const [number, row] of yield* matched(asked, found)) {
			const address = comparableAddress(number);
			if (rows.has(address)) continue;
			rows.set(address, textIn(row.phone) ? row : { ...row, phone: number });
			taken.add(row);
		}
		if (planned.itemIndexes.length > 1) continue;
		for (const row of found) if (!taken.has(row)) others.push(row);
		yield;
	}
	const own: CarrierRow[] = [];
	yield* each(new Set(numbers), (phone) => {
		own.push(rows.get(comparableAddress(phone)) ?? { phone });
	});
	yield* each(others, (row) => own.push(row));
	return own;
}

/**
 * Rows with the numbers that they are about, the certain ones first. A service may write numbers
 * without their country code; only where none of its rows names a number, positions tell.
 */
function* matched(
	asked: readonly string[],
	found: readonly CarrierRow[],
): Steps<Array<[number: string, row: CarrierRow]>> {
	const index = new AddressIndex(asked);
	const exact: Array<[string, CarrierRow]> = [];
	const alike: Array<[string, CarrierRow]> = [];
	yield* each(found, (row) => {
		const phone = textIn(row.phone);
		if (index.exactly(phone).length > 0) {
			exact.push([phone ?? '', row]);
			return;
		}
		const [number] = index.only(phone);
		if (number !== undefined) alike.push([number, row]);
	});
	const isByPosition =
		exact.length === 0 &&
		found.length === asked.length &&
		!found.some(({ phone }) => isTelling(textIn(phone))) &&
		// Of a hidden number the last digits may be shown.
		found.every(({ phone }, position) =>
			asked[position]!.endsWith(textIn(phone)?.split(/\D/).at(-1) ?? ''),
		);
	if (!isByPosition) return [...exact, ...alike];
	return found.map((row, position) => [asked[position]!, row]);
}

import { textIn, type ReadStruct } from '../../service/answer/answerOf';
import { comparableAddress } from '../../service/text/address';
import { AddressIndex, isTelling } from '../../service/text/addressIndex';
import { carrierRows } from '../../actions/operation/payload';
import { numbersOf } from '../../service/contract/call';
import { each, keptOf, type Steps } from '../../service/collections/steps';
import type { AcceptedCall } from '../values/call';

type CarrierRow = ReadStruct<'WSCarrierPhoneRow'>;

/** The rows that a call gave: those of its numbers by comparable address, and the others. */
interface RowsOfCall {
	ofNumbers: Map<string, CarrierRow>;
	others: CarrierRow[];
}

/**
 * By answer, because a call may have served a hundred items.
 *
 * Bounded: by the answers of the executions that are under way; each goes with its own.
 */
const rowsOfAnswers = new WeakMap<object, RowsOfCall>();

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
	for (const call of calls) {
		const { answer, planned } = call;
		const own = rowsOfAnswers.get(answer) ?? (yield* rowsOfCall(call));
		rowsOfAnswers.set(answer, own);
		for (const [address, row] of own.ofNumbers) if (!rows.has(address)) rows.set(address, row);
		if (planned.itemIndexes.length > 1) continue;
		for (const row of own.others) others.push(row);
		yield;
	}
	const own: CarrierRow[] = [];
	yield* each(new Set(numbers), (phone) => {
		own.push(rows.get(comparableAddress(phone)) ?? { phone });
	});
	yield* each(others, (row) => own.push(row));
	return own;
}

function* rowsOfCall({
	planned,
	answer,
}: Pick<AcceptedCall, 'planned' | 'answer'>): Steps<RowsOfCall> {
	const found = yield* keptOf(carrierRows(answer), (row) => row !== undefined);
	const ofNumbers = new Map<string, CarrierRow>();
	const taken = new Set<CarrierRow>();
	for (const [number, row] of yield* matched(numbersOf(planned.call), found)) {
		const address = comparableAddress(number);
		if (ofNumbers.has(address)) continue;
		ofNumbers.set(address, textIn(row.phone) ? row : { ...row, phone: number });
		taken.add(row);
	}
	return { ofNumbers, others: found.filter((row) => !taken.has(row)) };
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

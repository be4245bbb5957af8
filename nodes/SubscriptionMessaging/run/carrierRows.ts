import type { ServiceAnswer } from '../service/answer';
import type { StructValue } from '../service/contract';
import { comparableAddress, endsAlike } from '../service/comparableAddress';
import { carrierRows } from '../actions/payload';
import { numbersOf } from './addressees';
import type { PlannedCall } from './plan';

type CarrierRow = StructValue<'WSCarrierPhoneRow'>;

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
		const asked = numbersOf(planned.call, 'phone_list');
		const taken = new Set<CarrierRow>();
		for (const [number, row] of matched(asked, found)) {
			const address = comparableAddress(number);
			if (rows.has(address)) continue;
			rows.set(address, row);
			taken.add(row);
		}
		if (planned.itemIndexes.length > 1) continue;
		others.push(...found.filter((row) => !taken.has(row)));
	}
	const own = [...new Set(numbers)].map((phone) => rows.get(comparableAddress(phone)) ?? { phone });
	return [...own, ...others];
}

/**
 * Rows with the numbers that they are about, the certain ones first. A service may write numbers
 * without their country code; only where none of its rows can be told by its number, positions tell.
 */
function matched(
	asked: readonly string[],
	found: readonly CarrierRow[],
): Array<[number: string, row: CarrierRow]> {
	const addresses = new Set(asked.map(comparableAddress));
	const isExact = ({ phone }: CarrierRow) => addresses.has(comparableAddress(phone));
	const pairs = [
		...found.filter(isExact).map((row): [string, CarrierRow] => [row.phone ?? '', row]),
		...found
			.filter((row) => !isExact(row))
			.flatMap((row): Array<[string, CarrierRow]> => {
				const alike = asked.filter((number) => endsAlike(number, row.phone ?? ''));
				return alike.length === 1 ? [[alike[0]!, row]] : [];
			}),
	];
	if (pairs.length > 0 || found.length !== asked.length) return pairs;
	return found.map((row, position) => [asked[position]!, row]);
}
